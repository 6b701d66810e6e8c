// Definitions of the published tables and their columns, from which docs/reference.md is printed.
import {ANSWER_RULES, FORMAT_ABSENT, NO_ANSWER_REASONS} from "../score/answer/reading.js";
import {column, complexity, evaluation, simulated, type Table} from "./columns.js";
import {corrections} from "./corrections/table.js";

export type {Column, ColumnType, Table} from "./columns.js";

const SHORTENED = "beyond 65,536 characters its first and last 16,384, with the SHA-256 of the whole between (docs/results.md)";

export const tables = {
  samples: {
    description: "one row per response",
    columns: {
      ...evaluation,
      ...complexity,
      generator_version: column("integer", "version of the task's generator"),
      seed: column("bigint", "global seed"),
      index: column("integer", "0-based position of the test in its point's stream"),
      trial: column("integer", "0-based repetition of the same prompt"),
      item_id: column("text", "identity of the test"),
      status: column(
        "integer",
        "0 incorrect, 1 correct, 2 truncated; pages and queries also give 2 where `ended` is cut, of which the file has 0"
      ),
      parsed: column("boolean", "one answer of the right kind was found: no hedge between several"),
      answer: column("text", "the answer found, in canonical spelling; null if none"),
      answer_rule: column(
        "key",
        `rule that found the answer: ${ANSWER_RULES.join(", ")}, or one of them followed by "${FORMAT_ABSENT}" (docs/scoring.md); null if there is no answer, or if an older version wrote the row`
      ),
      answer_start: column(
        "integer",
        "position of the answer in the response's text, in UTF-16 code units; null if there is no answer, if it is not in the text, or if an older version wrote the row"
      ),
      answer_end: column("integer", "end of the answer in the text, exclusive; null likewise"),
      answer_reason: column(
        "key",
        `reason for no answer: ${Object.entries(NO_ANSWER_REASONS)
          .map(([reason, text]) => `${reason} (${text})`)
          .join(", ")}; null if there is an answer, if the reason is unknown, or if an older version wrote the row`
      ),
      expected: column("text", "the right answer"),
      guess_chance: column("double", "probability of being right by guessing, 0–1"),
      prompt_tokens: column(
        "integer",
        "tokens, as the server counted them; counted here where it did not, or beyond what can be"
      ),
      completion_tokens: column("integer", "tokens, reasoning included; counted likewise"),
      trace_bytes: column("integer", "bytes of the reasoning trace, UTF-8"),
      compressed_bytes: column("integer", "bytes of the trace after gzip, level 6"),
      finish_reason: column("key", "stop, length, or the server's own word"),
      ended: column(
        "key",
        "known: its server or file gave the reason; cut: by evidence of its text (docs/scoring.md); unknown: neither; null where an older version wrote the row"
      ),
      cost: column("double", "US dollars at list price"),
      simulated
    },
    order: ["model", "template", "sampler", "base_task", "params", "generator_version", "seed", "index", "trial"]
  },
  timings: {
    description: "one row per response: what cannot repeat",
    columns: {
      ...evaluation,
      item_id: column("text", "identity of the test"),
      trial: column("integer", "0-based repetition"),
      latency_ms: column("double", "milliseconds from send to last byte; null if nobody measured"),
      retries: column("integer", "requests that failed before"),
      billed: column("double", "US dollars as the server billed them; null if it did not say"),
      reported_prompt_tokens: column("double", "tokens as the server reported them, true or not; null if it did not say"),
      reported_completion_tokens: column("double", "likewise, reasoning included"),
      cached: column("boolean", "answered from the response cache in the last run"),
      cached_prompt_tokens: column("double", "prompt tokens that the server's prompt cache held; null if it did not say")
    },
    order: ["model", "template", "sampler", "item_id", "trial"]
  },
  responses: {
    description: "one row per response: its text, for reading",
    columns: {
      ...evaluation,
      item_id: column("text", "identity of the test"),
      trial: column("integer", "0-based repetition"),
      prompt: column(
        "text",
        `the question as the template wraps it; ${SHORTENED}; the first and last 2,048 where the test itself is as long, of which items has more`
      ),
      reasoning: column("text", "reasoning that the server sent in a field of its own; null if none"),
      text: column("text", "the response")
    },
    order: ["model", "template", "sampler", "item_id", "trial"],
    rowGroup: 8_192
  },
  measures: {
    description: "one row per response and measure: what is not right-or-wrong; without rows where nothing was measured",
    columns: {
      ...evaluation,
      item_id: column("text", "identity of the test"),
      trial: column("integer", "0-based repetition"),
      name: column(
        "key",
        "em, f1, precision, recall, in_place, valid, followed, confidence, refusal, mean_logprob, steps_right … (docs/scoring.md); not_answered and not_scored are of responses that are no samples; prompt_cut is the share of a prompt's tokens that the server reports, where it seems to have cut it; reported_right, own_right and reported: … are of imported results (docs/import.md)"
      ),
      value: column("double", "its value; 1 where the name alone says it")
    },
    order: ["model", "template", "sampler", "item_id", "trial", "name"]
  },
  items: {
    description: "one row per test",
    columns: {
      item_id: column(
        "text",
        "identity of the test: head of the point key, hyphen, index; of an item of a bank, its identity by content instead of the index"
      ),
      ...complexity,
      generator_version: column("integer", "version of the task's generator"),
      seed: column("bigint", "global seed"),
      index: column("integer", "0-based position in its point's stream"),
      prompt: column("text", `the question; ${SHORTENED}`),
      expected: column("text", "the right answer"),
      choices: column("texts", "options of a multiple-choice question; empty if none"),
      guess_chance: column("double", "probability of being right by guessing, 0–1"),
      domain: column("key", "domain of an item of a bank; empty for manifold tasks"),
      category: column("key", "category of an item of a bank; the task's name for manifold tasks"),
      tiers: column("texts", "difficulty tiers of the test's point"),
      scorer: column("text", "how its answers are scored, JSON (docs/scoring.md); null = as answers to its task are"),
      reading: column(
        "text",
        "how its answers are read where its item, bank, task or suite says it, JSON: format, locale, classifier, accept (docs/banks.md); null = nothing is set"
      ),
      pair_id: column(
        "text",
        "identity of what it asks about, shared by tests of points that put the same in another form or length; null where the task has none"
      ),
      steps: column(
        "text",
        "intermediate results with the words by which the prompt calls them, in an order in which they can be had, JSON; null where the task knows none"
      )
    },
    order: ["base_task", "params", "generator_version", "seed", "index"],
    rowGroup: 122_880 // the usual number
  },
  points: {
    description:
      "one row per cell of a task's manifold under one evaluation; its samples are first answers to tests, and `accuracy` with its interval is of all repeats",
    columns: {
      ...evaluation,
      ...complexity,
      params_map: column("numbers", "the numeric parameters as a map, for slicing in SQL"),
      generator_version: column("integer", "version of the task's generator"),
      seed: column("bigint", "global seed"),
      published_seed: column(
        "bigint",
        "the seed that the published method would take for these parameters: reported, not used (docs/results.md)"
      ),
      groups: column("texts", "the model's facets"),
      tiers: column("texts", "difficulty tiers"),
      surfaces: column("texts", "named 2-D slices that the point lies on"),
      projections: column("texts", "named 1-D slices that the point lies on"),
      tags: column("texts", "free tags, given by npm run points -- tag"),
      correct: column("integer", "samples answered correctly"),
      incorrect: column("integer", "samples answered incorrectly, unparsed ones included"),
      truncated: column("integer", "samples that were cut: stopped by the token limit, or cut by evidence of their text"),
      cut_by_evidence: column("integer", "of them, those by evidence alone"),
      ended_unknown: column("integer", "samples of which nothing is known of their end"),
      unparsed: column("integer", "untruncated samples without an answer of the right kind"),
      guess_sum: column("double", "sum of guess chances over untruncated samples"),
      prompt_tokens: column("bigint", "prompt tokens, summed"),
      completion_tokens: column("bigint", "completion tokens, summed"),
      tokens_correct: column("bigint", "completion tokens of correct samples"),
      tokens_incorrect: column("bigint", "completion tokens of incorrect samples"),
      tokens_truncated: column("bigint", "completion tokens of truncated samples"),
      tokens_squared: column(
        "bigint",
        "squares of completion tokens, summed over all samples: what the interval of their mean needs"
      ),
      trace_bytes: column("bigint", "bytes of traces, summed"),
      compressed_bytes: column("bigint", "bytes of gzipped traces, summed"),
      cost: column("double", "US dollars at list price"),
      answers: column("integer", "answers that were not cut, all repeats of each test"),
      shares: column("double", "share of right ones among the answers to each test, summed over tests with such answers"),
      share_squares: column("double", "squares of these shares, summed: what the interval of their mean needs"),
      share_tests: column("integer", "tests with such answers"),
      share_guess: column("double", "sum of their guess chances"),
      accuracy: column(
        "double",
        "excess accuracy of all answers, (shares − share_guess)/(share_tests − share_guess): 0 guessing, 1 knowing; may be negative"
      ),
      center: column("double", "centre of the adjusted Wilson interval of first answers; enters ReasonScore"),
      margin: column("double", "half width of the adjusted Wilson interval"),
      ci_low: column("double", "lower end of the 95 % interval of accuracy over tests"),
      ci_high: column("double", "upper end of the rescaled 95 % interval"),
      truncated_ratio: column("double", "truncated ÷ all samples"),
      stopped: column(
        "key",
        "why sampling ended: width, max, truncation, exhausted (no further items or different questions), limit, failed, budget or interrupted; upserted, given or imported if it took place elsewhere"
      ),
      simulated,
      bank: column("boolean", "whether its tests are items of a bank, which no score counts; null in stores of older versions"),
      suites: column("texts", "suites that have the point; empty where none is known"),
      suite_tiers: column("texts", "its tiers within each of them, as `suite tier`: what one calls easy, another may call hard")
    },
    order: ["model", "template", "sampler", "base_task", "params", "generator_version", "seed"]
  },
  scores: {
    description:
      "one row per evaluation, suite, layer of ReasonScore and key: the score as published, and the formula score beside it",
    columns: {
      ...evaluation,
      layer: column("key", "point, task, tier, mean (of all tiers), or token (that mean ÷ mean completion tokens)"),
      tier: column("key", "difficulty tier; empty for the layers point, mean and token"),
      base_task: column("key", "the task's name; empty above the layer task"),
      params: column("text", "the point's parameters as canonical JSON; empty above the layer point"),
      score: column(
        "double",
        "ReasonScore as published: points and tasks 0–1, tiers and their mean 0–1000. It falls as samples are added"
      ),
      low: column("double", "lower end of its interval, which covers at least 95 %"),
      high: column("double", "upper end"),
      conservative: column("double", "the same score from the lower ends of points' and tasks' intervals"),
      formula: column(
        "double",
        "formula score: 0 guessing, 1 knowing, truncated 0, may be negative; per token in the layer token. Its expectation does not depend on n"
      ),
      formula_low: column("double", "lower end of its 95 % interval over tests of these points"),
      formula_high: column("double", "upper end"),
      formula_low_points: column(
        "double",
        "lower end of its 95 % interval clustered by point, which also covers other points of the same kind"
      ),
      formula_high_points: column("double", "upper end"),
      n: column("integer", "samples behind them, truncated ones included"),
      missing: column(
        "texts",
        "tasks of the tier that the evaluation lacks; where there are any, the scores are only partial ones"
      ),
      simulated,
      suite: column("key", "the suite that the scores are of: each has its own; empty where none is known")
    },
    order: ["model", "template", "sampler", "layer", "tier", "base_task", "params", "suite"]
  },
  reference_models: {
    description: "the true parameters of the simulated reference models, for checking studies",
    columns: {
      model: column("key", "the model's id"),
      family: column("key", "its family"),
      ability: column("double", "latent ability θ"),
      faculty: column("key", "name of a faculty"),
      value: column("double", "its value, in the unit that its name says"),
      simulated
    },
    order: ["model", "faculty"]
  },
  models: {
    description:
      "facts about the models of the published store, one row per model, each with the address of its source; without a value where it is unknown",
    columns: {
      model: column("key", "the model's id"),
      developer: column("key", "the organisation that developed it"),
      developer_source: column("text", "address of the source"),
      parameters: column("double", "parameters, of all experts, in billions"),
      parameters_source: column("text", "address of the source"),
      weights: column("key", "open: its weights can be downloaded; closed: they cannot"),
      weights_source: column("text", "address of the source"),
      released: column("key", "month of its release, YYYY-MM"),
      released_source: column("text", "address of the source"),
      price_input: column("double", "list price in US dollars per million prompt tokens, in `price_month`"),
      price_output: column("double", "list price in US dollars per million completion tokens"),
      price_month: column("key", "month in which the source states the price, YYYY-MM"),
      price_source: column("text", "address of the source")
    },
    order: ["model"]
  },
  corrections
} satisfies Record<string, Table>;

export type TableName = keyof typeof tables;
