// The command `languages`: accuracy by language, the paired gap to English, and answers in the wrong language.
import {z} from "zod";
import {command} from "./command.js";
import {count, evaluationFields, numberOrNull, simulatedField, text} from "./fields.js";

const BY = ["language", "kind"] as const;

export const languages = command({
  name: "languages",
  description: "questions asked in several languages: accuracy, the paired gap to English, and answers in the wrong language",
  options: z.object({
    by: z
      .enum(BY)
      .default("language")
      .describe("one row per evaluation, task and language, or one for each kind of question of these: language, kind")
  }),
  needs: ["estimates"],
  empty: ({by}) =>
    `no question here was ${by === "kind" ? "answered" : "asked"} in several languages; "{task: zen-multilang}" in a suite asks some in 22, docs/zen-multilang.md lists which banks can be used`,
  row: z.object({
    ...evaluationFields,
    base_task: text("the benchmark's name, or the bank's"),
    kind: text("kind of question; empty for all together"),
    language: text("language, BCP 47; empty for all but English together"),
    accuracy: numberOrNull("excess accuracy: 0 guessing, 1 knowing; null without answers"),
    low: numberOrNull("lower end of its 95 % interval"),
    high: numberOrNull("upper end"),
    n: count("first answers that were scored, truncated ones not among them"),
    gap: numberOrNull("excess accuracy in English minus that in this language, over pairs; null of English and without pairs"),
    gap_low: numberOrNull("lower end of its paired 95 % interval; null with fewer than two pairs"),
    gap_high: numberOrNull("upper end"),
    pairs: count("questions with finished answers in English and in this language"),
    q: numberOrNull("p of no gap, adjusted over languages (Benjamini & Hochberg)"),
    exact: numberOrNull("McNemar's exact p"),
    wrong_language: numberOrNull(
      "share of answers that are wrong, but right in another language; null where that is not measured"
    ),
    wrong_low: numberOrNull("lower end of its 95 % interval"),
    wrong_high: numberOrNull("upper end"),
    measured: count("answers of which that is known"),
    truncated: count("answers that the token limit stopped, left out"),
    unscored: count("answers that could not be scored"),
    ...simulatedField
  }),
  async rows(store, {by}) {
    return store.ask(
      `select eval_id, model, template, sampler, base_task, kind, language, accuracy, low, high, n, gap, gap_low, gap_high, pairs, q, exact,
        wrong_language, wrong_low, wrong_high, measured, truncated, unscored, simulated
      from language_gaps semi join picked using (eval_id, base_task) where kind ${by === "kind" ? "<>" : "="} ''
      order by model, template, sampler, base_task, kind, language`
    );
  }
});
