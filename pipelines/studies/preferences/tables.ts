// Columns of the tables of the study of people's and judges' preferences. docs/reference.md is generated from them.
import {column, simulated, type Table} from "../../store/columns.js";

/** Columns of a vote, whoever cast it. */
const ofVote = {
  model_a: column("key", "the model whose answer was shown first"),
  model_b: column("key", "the other model"),
  question_id: column("key", "the prompt"),
  turn: column("integer", "turn of the conversation"),
  winner: column("key", "model_a, model_b or tie"),
  length_a: column("integer", "characters of the answer shown first"),
  length_b: column("integer", "characters of the other answer")
};

export const preferencesTables = {
  votes: {
    description: "one row per pairwise judgment",
    columns: {
      judge: column("key", "who judged"),
      ...ofVote,
      helpfulness_a: column("integer", "rating of the answer shown first, 1 to 5; null where the judge rates none"),
      helpfulness_b: column("integer", "rating of the other answer, likewise"),
      correctness_a: column("integer", "the same"),
      correctness_b: column("integer", "the same"),
      fluency_a: column("integer", "the same"),
      fluency_b: column("integer", "the same"),
      simulated
    },
    order: ["question_id", "turn", "model_a", "model_b", "judge"]
  },
  judge_votes: {
    description: "one row per vote of a judging model on answers that the judges of `votes` saw too, and on others",
    columns: {
      judge: column("key", "the model that judged"),
      ...ofVote,
      simulated
    },
    order: ["question_id", "turn", "model_a", "model_b", "judge"]
  },
  planted: {
    description: "one row per truth that was put into the simulated judgments, for checking their study against",
    columns: {
      kind: column(
        "key",
        "strength (β, Σβ = 0), expected strength (what ties as half converge to), length, position, discrimination, ties (ln θ), luck (sd), favour (of the judging model), severity (points of the latent rating), expected helpfulness … (what mean ratings converge to) or expected helpfulness severity … (judges' points below their average)"
      ),
      name: column("key", "a model, a judge, or all"),
      value: column("double", "the truth, in log-odds but for discrimination, a factor, and ratings, in points"),
      simulated
    },
    order: ["kind", "name"]
  },
  strengths: {
    description: "one row per model of the votes: its Bradley–Terry strength with ties as half a win",
    columns: {
      model: column("key", "the model's id"),
      votes: column("integer", "votes in which it took part"),
      beta: column("double", "strength in log-odds, Σβ = 0"),
      elo: column("double", "1000 + 400/ln 10 · β"),
      se_information: column("double", "standard error of β, as if the model were exact"),
      se_sandwich: column("double", "the same by the sandwich over votes"),
      se_by_prompt: column("double", "the same, votes on one prompt going together; null with one prompt"),
      se_by_annotator: column("double", "the same, votes of one judge going together; null with one judge"),
      se_both: column("double", "the same, clustered in both ways; null where either is"),
      low: column("double", "lower end of the 95 % interval of β that the ranks rest on"),
      high: column("double", "its upper end"),
      rank: column("integer", "1 = strongest"),
      rank_lo: column("integer", "best rank in the simultaneous 95 % interval"),
      rank_hi: column("integer", "worst rank in it"),
      simulated,
      over: column(
        "key",
        "what that interval and the ranks rest on: both (prompts and judges), prompts, annotators, votes or information"
      ),
      rank_at_most: column("series", "P(rank ≤ k) for k = 1, 2 …: shares of 2,000 draws from the strengths' distribution"),
      lead: column("double", "β minus that of the next model; null for the last"),
      lead_low: column("double", "lower end of the difference's 95 % interval, this pair alone"),
      lead_high: column("double", "its upper end")
    },
    order: ["model"]
  },
  agreement: {
    description: "one row per coefficient of agreement among the judges of the votes",
    columns: {
      coefficient: column("key", "fleiss, krippendorff nominal, krippendorff ordinal, krippendorff interval or cohen"),
      ties: column("boolean", "ties count as a category; else votes for a tie are left out"),
      value: column("double", "the coefficient: 0 chance, 1 full agreement"),
      low: column("double", "lower end of its 95 % interval"),
      high: column("double", "its upper end"),
      over: column("key", "what the interval is over: prompts and judges, prompts, judges or units"),
      n: column("integer", "units (question × turn × pair) with at least two votes"),
      simulated,
      votes: column("integer", "votes on these units"),
      observed: column(
        "double",
        "share of pairs of votes on one unit that agree, mean of the units; the same in each coefficient's row, as are the next"
      ),
      observed_low: column("double", "lower end of its 95 % interval"),
      observed_high: column("double", "its upper end"),
      observed_over: column("key", "what that interval is over"),
      chance: column("double", "the share that would agree by chance alone"),
      rate_first: column("double", "share of votes for the alphabetically first model of the pair"),
      rate_tie: column("double", "share of ties"),
      rate_second: column("double", "share of votes for the second model")
    },
    order: ["coefficient", "ties"]
  },
  preference_details: {
    description:
      "one row per number or text of what else page *Human* shows of `votes`: wins, judges, ratings, effects, and `judge_votes` beside them",
    columns: {
      part: column(
        "key",
        "wins (pairs of models), judges, pairs (of judges), ratings (by aspect), effects (on the verdicts) or against (the judge of judge_votes beside people)"
      ),
      position: column("integer", "place within the part"),
      pointer: column("text", "name of the number as a JSON Pointer, /0/kappa/value; 0 is the first entry of a list"),
      kind: column("key", "number, text, boolean (value 1 or 0), null, or an empty list or record"),
      value: column("double", "the number"),
      text: column("text", "the text"),
      simulated
    },
    order: ["part", "position"]
  }
} satisfies Record<string, Table>;
