// The study tables: what each column holds and how it is typed. docs/reference.md is printed from here.
import {adaptiveTables} from "./adaptiveTables.js";
import {column, complexity, evaluation, simulated, type Table} from "./columns.js";
import {irtTables} from "./irtTables.js";

/** What a vote holds whoever cast it. */
const ofVote = {
  model_a: column("key", "the model whose answer was shown first"),
  model_b: column("key", "the other model"),
  question_id: column("key", "the prompt"),
  turn: column("integer", "turn of the conversation"),
  winner: column("key", "model_a, model_b or tie"),
  length_a: column("integer", "characters of the answer shown first"),
  length_b: column("integer", "characters of the other answer")
};

/** Tables derived from a store's tables, made when they are first asked for (see pipelines/studies.ts). */
export const studyTables = {
  traces: {
    description:
      "one row per response, or per response of a share of the items where there are very many: what its trace looks like",
    columns: {
      ...evaluation,
      ...complexity,
      item_id: column("text", "identity of the test"),
      trial: column("integer", "0-based repetition of the same prompt"),
      status: column("integer", "0 incorrect, 1 correct, 2 truncated"),
      trace_bytes: column("integer", "bytes of the reasoning trace, UTF-8"),
      first_512: column("integer", "bytes of its first 512 bytes after DEFLATE, level 6; null if it is shorter"),
      first_1024: column("integer", "bytes of its first 1,024 bytes after DEFLATE, level 6; null if it is shorter"),
      first_2048: column("integer", "bytes of its first 2,048 bytes after DEFLATE, level 6; null if it is shorter"),
      last_1024: column("integer", "bytes of its last 1,024 bytes after DEFLATE, level 6; null if it is shorter"),
      repetition: column("double", "share of its 32-character shingles that stood in it before, 0–1, to three decimals"),
      loop: column("boolean", "it repeats one block at least 3 times, one after the other, over at least 256 characters"),
      loop_period: column("integer", "characters of that block; null without a loop"),
      loop_length: column("integer", "characters that the loop covers; null without a loop"),
      garble: column("key", "why it counts as garbled: broken, scripts, noise or consonants; null if it does not"),
      simulated
    },
    order: ["model", "template", "sampler", "base_task", "params", "item_id", "trial"]
  },
  trace_checks: {
    description: "one row per fault that was planted into clean traces, and per kind of clean text: what the detectors said",
    columns: {
      detector: column("key", "loop or garble"),
      case: column("key", "what was planted, or what the clean text is"),
      planted: column("boolean", "true where the detector should find something"),
      claimed: column("boolean", "false for faults that the detector is not built for"),
      n: column("integer", "texts"),
      found: column("integer", "texts that were flagged")
    },
    order: ["detector", "planted", "case"]
  },
  spectra: {
    description:
      "one row per point and tokenizer: spectra of its tests' token ids, as lists over the frequencies k/frame, k = 0 … frame/2",
    columns: {
      ...complexity,
      generator_version: column("integer", "version of the task's generator"),
      seed: column("bigint", "global seed"),
      tokenizer: column("key", "vocabulary and chat template"),
      frame: column("integer", "length of the transform, tokens: one for all"),
      n: column("integer", "tests"),
      mean: column("series", "mean of |X|/N, the mean of the ids removed"),
      sd: column("series", "standard deviation of the same over tests (ddof 0)"),
      raw: column("series", "mean of |X|/N, the mean of the ids left in"),
      raw_sd: column("series", "standard deviation of the same over tests (ddof 0)"),
      shuffled: column("series", "mean of |X|/N of the same ids in random order"),
      permuted: column("series", "mean of |X|/N of the same text under a permuted vocabulary")
    },
    order: ["base_task", "params", "generator_version", "seed", "tokenizer"],
    rowGroup: 64
  },
  spectrum_features: {
    description: "one row per point and tokenizer: what its tests' spectra say in numbers, as means over tests",
    columns: {
      ...complexity,
      generator_version: column("integer", "version of the task's generator"),
      seed: column("bigint", "global seed"),
      tiers: column("texts", "difficulty tiers"),
      tokenizer: column("key", "vocabulary and chat template"),
      frame: column("integer", "length of the transform, tokens"),
      n: column("integer", "tests"),
      tokens: column("double", "prompt tokens, the chat template's included"),
      tokens_sd: column("double", "its standard deviation over tests (ddof 0)"),
      tokens_min: column("integer", "shortest prompt, tokens"),
      tokens_max: column("integer", "longest prompt, tokens"),
      tokens_per_character: column("double", "prompt tokens ÷ characters of the question"),
      tokens_per_character_sd: column("double", "its standard deviation over tests (ddof 0)"),
      compression: column("double", "gzipped ÷ all bytes of the question"),
      compression_sd: column("double", "its standard deviation over tests (ddof 0)"),
      bandwidth50: column("double", "frequency below which half of the energy beyond frequency 0 lies, cycles per token"),
      bandwidth50_sd: column("double", "its standard deviation over tests (ddof 0)"),
      bandwidth90: column("double", "the same for 90 % of the energy"),
      bandwidth90_sd: column("double", "its standard deviation over tests (ddof 0)"),
      centroid: column("double", "mean frequency weighted by energy, cycles per token"),
      centroid_sd: column("double", "its standard deviation over tests (ddof 0)"),
      entropy: column("double", "entropy of the energy over frequencies: 0 a single tone, 1 flat"),
      entropy_sd: column("double", "its standard deviation over tests (ddof 0)"),
      gain: column("double", "standard deviation of the token ids"),
      gain_sd: column("double", "its standard deviation over tests (ddof 0)"),
      shuffled_bandwidth90: column("double", "bandwidth90 of the same ids in random order"),
      shuffled_bandwidth90_sd: column("double", "its standard deviation over tests (ddof 0)"),
      peak_periods: column("series", "periods of the highest peaks of the mean spectrum, tokens"),
      peak_prominences: column("series", "their heights ÷ the median around them")
    },
    order: ["base_task", "params", "generator_version", "seed", "tokenizer"]
  },
  token_examples: {
    description: "one row per point and tokenizer: its first test as the tokenizer cuts it, chat template included",
    columns: {
      ...complexity,
      generator_version: column("integer", "version of the task's generator"),
      seed: column("bigint", "global seed"),
      tokenizer: column("key", "vocabulary and chat template"),
      item_id: column("text", "identity of the test"),
      tokens: column("texts", "its tokens in order; a part of a character as <0x…>")
    },
    order: ["base_task", "params", "generator_version", "seed", "tokenizer"]
  },
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
      simulated
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
      simulated
    },
    order: ["coefficient", "ties"]
  },
  benchmarks: {
    description: "one row per model and benchmark: published scores, and this book's scores of the models of the votes",
    columns: {
      model: column("key", "the model's name"),
      benchmark: column("key", "the benchmark's name"),
      score: column("double", "its score, in the benchmark's own unit"),
      source: column("key", "where it was published"),
      date: column("key", "when, ISO 8601; empty for this book's own"),
      criterion: column("boolean", "a measure of people's preference, which others are compared with"),
      contains: column("texts", "benchmarks that enter its own score"),
      aliases: column("texts", "other names of the model"),
      simulated
    },
    order: ["benchmark", "model"]
  },
  correlations: {
    description: "one row per benchmark, criterion and coefficient",
    columns: {
      benchmark: column("key", "the benchmark's name"),
      criterion: column("key", "what it is compared with: preference (the strengths of the votes) or a published criterion"),
      coefficient: column("key", "pearson, spearman or kendall (τ-b)"),
      value: column("double", "the correlation over models"),
      low: column("double", "lower end of the 95 % interval by Fisher, Bonett–Wright or Fieller; null where there is none"),
      high: column("double", "its upper end"),
      interval: column("key", "by which theory: fisher, bonett-wright or fieller"),
      bootstrap_low: column("double", "lower end of the BCa interval over models"),
      bootstrap_high: column("double", "its upper end"),
      without_low: column("double", "least value with one model left out"),
      without_high: column("double", "largest value with one model left out"),
      n: column("integer", "models"),
      warnings: column("texts", "what makes it worth less than it looks"),
      simulated
    },
    order: ["criterion", "benchmark", "coefficient"]
  },
  annotation_pairs: {
    description: "one row per pair of responses to the same test, drawn for people and models to compare",
    columns: {
      position: column("integer", "0-based place in the draw"),
      pair_id: column("text", "identity of the pair"),
      question_id: column("text", "identity of the test"),
      turn: column("integer", "always 1: tests are no conversations"),
      base_task: column("key", "the task's name"),
      model_a: column(
        "key",
        "the evaluation whose name comes first: the model, with template and sampler where the store has several"
      ),
      model_b: column("key", "the other evaluation"),
      prompt: column("text", "the question as the template wraps it"),
      response_a: column("text", "the whole response of a, reasoning first"),
      response_b: column("text", "the whole response of b"),
      status_a: column("integer", "0 incorrect, 1 correct, 2 truncated"),
      status_b: column("integer", "the same for b"),
      simulated
    },
    order: ["position"]
  },
  claims: {
    description: "one row per figure of a report in data/claims: does it follow from the report's own tables?",
    columns: {
      file: column("key", "file of claims"),
      title: column("key", "what is audited"),
      position: column("integer", "0-based place in the file's order"),
      id: column("text", "the claim's name and, behind a slash, its part"),
      claim: column("key", "the claim's name"),
      kind: column("key", "how the figure is got from others"),
      part: column("text", "which row or column of the table; empty where the claim has one figure"),
      says: column("text", "the report's words, or what is asked of its figures"),
      quoted: column("boolean", "true for the report's words"),
      printed: column("text", "the figure as printed"),
      printed_value: column("double", "as a number; null where it is none"),
      printed_low: column("double", "least value that prints so"),
      printed_high: column("double", "largest value that prints so"),
      value: column("double", "recomputed from the report's other figures as printed; null where nothing can be"),
      low: column("double", "least over all figures that print alike"),
      high: column("double", "largest over all figures that print alike"),
      quantity: column("text", "what was recomputed"),
      n: column("integer", "figures, models or judgments that it rests on"),
      n_of: column("key", "what n counts"),
      verdict: column("key", "reproduced, possible, possible only if nearly all rows were rounded one way, or not reproducible"),
      chance: column(
        "double",
        "chance that independent uniform rounding errors reach the printed figure; null where that was not asked"
      ),
      arithmetic: column("text", "how it was recomputed"),
      reading: column("text", "the nearest reading that gives the figure, or what it would take")
    },
    order: ["file", "position"]
  },
  ...irtTables,
  ...adaptiveTables
} satisfies Record<string, Table>;

export type StudyName = keyof typeof studyTables;
