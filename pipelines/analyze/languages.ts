// The command `languages`: accuracy by language, the paired gap to English, and answers in the wrong language.
import {z} from "zod";
import {UserError} from "../book/error.js";
import {command} from "./command.js";
import {evaluationFields, simulatedField} from "./fields.js";

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
  needs: ["language_gaps"],
  row: z.object({
    ...evaluationFields,
    base_task: z.string().describe("the benchmark's name, or the bank's"),
    kind: z.string().describe("kind of question; empty for all together"),
    language: z.string().describe("language, BCP 47; empty for all but English together"),
    accuracy: z.number().nullable().describe("excess accuracy: 0 guessing, 1 knowing; null without answers"),
    low: z.number().nullable().describe("lower end of its 95 % interval"),
    high: z.number().nullable().describe("upper end"),
    n: z.int().describe("first answers that were scored, truncated ones not among them"),
    gap: z
      .number()
      .nullable()
      .describe("excess accuracy in English minus that in this language, over pairs; null of English and without pairs"),
    gap_low: z.number().nullable().describe("lower end of its paired 95 % interval; null with fewer than two pairs"),
    gap_high: z.number().nullable().describe("upper end"),
    pairs: z.int().describe("questions with finished answers in English and in this language"),
    q: z.number().nullable().describe("p of no gap, adjusted over languages (Benjamini & Hochberg)"),
    exact: z.number().nullable().describe("McNemar's exact p"),
    wrong_language: z
      .number()
      .nullable()
      .describe("share of answers that are wrong, but right in another language; null where that is not measured"),
    wrong_low: z.number().nullable().describe("lower end of its 95 % interval"),
    wrong_high: z.number().nullable().describe("upper end"),
    measured: z.int().describe("answers of which that is known"),
    truncated: z.int().describe("answers that the token limit stopped, left out"),
    unscored: z.int().describe("answers that could not be scored"),
    ...simulatedField
  }),
  async rows(store, {by}) {
    if (store.filter.clean) throw new UserError("languages covers all tests: it cannot be combined with --clean");
    const rows = await store.ask(
      `select eval_id, model, template, sampler, base_task, kind, language, accuracy, low, high, n, gap, gap_low, gap_high, pairs, q, exact,
        wrong_language, wrong_low, wrong_high, measured, truncated, unscored, simulated
      from language_gaps semi join picked using (eval_id, base_task) where kind ${by === "kind" ? "<>" : "="} ''
      order by model, template, sampler, base_task, kind, language`
    );
    if (rows.length === 0)
      throw new UserError(
        `no question here was ${by === "kind" ? "answered" : "asked"} in several languages; "{task: zen-multilang}" in a suite asks some in 22, docs/zen-multilang.md lists which banks can be used`
      );
    return rows as never;
  }
});
