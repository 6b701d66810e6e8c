// Columns of the tables of the study of people's and judges' preferences. docs/reference.md is generated from them.
import {boolean, column, double, integer, key, series, simulated, type Table} from "../../store/columns.js";

/** Columns of a vote, whoever cast it. */
const ofVote = {
  model_a: key("the model whose answer was shown first"),
  model_b: key("the other model"),
  question_id: key("the prompt"),
  turn: integer("turn of the conversation"),
  winner: key("model_a, model_b, tie, or tie (inconsistent) where a judge's verdicts in the two orders differ"),
  length_a: integer("characters of the answer shown first; null where not known"),
  length_b: integer("characters of the other answer")
};

export const preferencesTables = {
  votes: {
    description: "one row per pairwise judgment",
    columns: {
      judge: key("who judged"),
      ...ofVote,
      helpfulness_a: integer("rating of the answer shown first, 1 to 5; null where the judge rates none"),
      helpfulness_b: integer("rating of the other answer, likewise"),
      correctness_a: integer("the same"),
      correctness_b: integer("the same"),
      fluency_a: integer("the same"),
      fluency_b: integer("the same"),
      simulated
    },
    order: ["question_id", "turn", "model_a", "model_b", "judge"]
  },
  judge_votes: {
    description: "one row per vote of a judging model on answers that the judges of `votes` saw too, and on others",
    columns: {
      judge: key("the model that judged"),
      ...ofVote,
      simulated
    },
    order: ["question_id", "turn", "model_a", "model_b", "judge"]
  },
  planted: {
    description: "one row per truth that was put into the simulated judgments, for checking their study against",
    columns: {
      kind: key(
        "strength (β, Σβ = 0), expected strength (what ties as half converge to), length, position, discrimination, ties (ln θ), luck (sd), favour (of the judging model), severity (points of the latent rating), expected helpfulness … (what mean ratings converge to) or expected helpfulness severity … (judges' points below their average)"
      ),
      name: key("a model, a judge, or all"),
      value: double("the truth, in log-odds but for discrimination, a factor, and ratings, in points"),
      simulated
    },
    order: ["kind", "name"]
  },
  strengths: {
    description: "one row per model of the votes: its Bradley–Terry strength with ties as half a win",
    columns: {
      model: key("the model's id"),
      votes: integer("votes in which it took part"),
      beta: double("strength in log-odds, Σβ = 0"),
      elo: double("1000 + 400/ln 10 · β"),
      se_information: double("standard error of β, as if the model were exact"),
      se_sandwich: double("the same by the sandwich over votes"),
      se_by_prompt: double("the same, votes on one prompt going together; null with one prompt"),
      se_by_annotator: double("the same, votes of one judge going together; null with one judge"),
      se_both: double("the same, clustered in both ways; null where either is"),
      low: double("lower end of the 95 % interval of β that the ranks rest on"),
      high: double("its upper end"),
      rank: integer("1 = strongest"),
      rank_lo: integer("best rank in the simultaneous 95 % interval"),
      rank_hi: integer("worst rank in it"),
      simulated,
      over: key("what that interval and the ranks rest on: both (prompts and judges), prompts, annotators, votes or information"),
      rank_at_most: series("P(rank ≤ k) for k = 1, 2 …: shares of 2,000 draws from the strengths' distribution"),
      lead: double("β minus that of the next model; null for the last"),
      lead_low: double("lower end of the difference's 95 % interval, this pair alone"),
      lead_high: double("its upper end")
    },
    order: ["model"]
  },
  agreement: {
    description: "one row per coefficient of agreement among the judges of the votes",
    columns: {
      coefficient: key("fleiss, krippendorff nominal, krippendorff ordinal, krippendorff interval or cohen"),
      ties: boolean("ties count as a category; else votes for a tie are left out"),
      value: double("the coefficient: 0 chance, 1 full agreement"),
      low: double("lower end of its 95 % interval"),
      high: double("its upper end"),
      over: key("what the interval is over: prompts and judges, prompts, judges or units"),
      n: integer("units (question × turn × pair) with votes of at least two judges, of each the first vote"),
      simulated,
      votes: integer("votes on these units"),
      observed: double(
        "share of pairs of votes on one unit that agree, mean of the units; the same in each coefficient's row, as are the next"
      ),
      observed_low: double("lower end of its 95 % interval"),
      observed_high: double("its upper end"),
      observed_over: key("what that interval is over"),
      chance: double("the share that would agree by chance alone"),
      rate_first: double("share of votes for the alphabetically first model of the pair"),
      rate_tie: double("share of ties"),
      rate_second: double("share of votes for the second model")
    },
    order: ["coefficient", "ties"]
  },
  preference_details: {
    description:
      "one row per number or text of what else page *Human* shows of `votes`: wins, judges, ratings, effects, and `judge_votes` beside them",
    columns: {
      part: key(
        "wins (pairs of models), judges, pairs (of judges), ratings (by aspect), effects (on the verdicts) or against (the judge of judge_votes beside people)"
      ),
      position: integer("place within the part"),
      pointer: column("text", "name of the number as a JSON Pointer, /0/kappa/value; 0 is the first entry of a list"),
      kind: key("number, text, boolean (value 1 or 0), null, or an empty list or record"),
      value: double("the number"),
      text: column("text", "the text"),
      simulated
    },
    order: ["part", "position"]
  }
} satisfies Record<string, Table>;
