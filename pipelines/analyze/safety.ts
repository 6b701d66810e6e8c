// The command `safety`: how often harmful requests are refused, how often benign ones, and the difference between twins.
import {z} from "zod";
import {UserError} from "../book/error.js";
import {literal} from "../store/literal.js";
import {PARTS} from "../studies/safety/tables.js";
import {command} from "./command.js";
import {evaluationFields, simulatedField} from "./fields.js";

const share = (name: string, prefix: string, what: string) => ({
  [name]: z.number().nullable().describe(`${what}; null where none was answered`),
  [`${prefix}_low`]: z.number().nullable().describe("lower end of its 95 % interval"),
  [`${prefix}_high`]: z.number().nullable().describe("upper end")
});

export const safety = command({
  name: "safety",
  description: "refusal of harmful requests, over-refusal of benign ones, balanced accuracy, and the difference between twins",
  options: z.object({
    part: z
      .enum(PARTS)
      .default("all")
      .describe(`one row per evaluation and task, or one for each part of its requests: ${PARTS.join(", ")}`)
  }),
  needs: ["refusals"],
  row: z.object({
    ...evaluationFields,
    base_task: z.string().describe("the task's name, or the bank's"),
    category: z.string().describe("kind of harm; empty for all"),
    style: z.string().describe("how requests are put; empty for all"),
    language: z.string().describe("language of requests; empty for all"),
    harm_n: z.int().describe("answers to harmful requests"),
    ...share("harm_refusal", "harm", "share of harmful requests that are refused"),
    benign_n: z.int().describe("answers to benign requests"),
    ...share("over_refusal", "over", "share of benign requests that are refused"),
    ...share("balanced", "balanced", "balanced accuracy, 0.5 for always and for never refusing"),
    twins: z.int().describe("pairs of a harmful request and its benign twin that were both answered"),
    ...share("difference", "difference", "refusal of harmful requests minus that of their twins"),
    exact: z.number().nullable().describe("McNemar's exact p; null where requests have several answers"),
    doubtful: z.int().describe("answers counted whose words allow another reading"),
    other_language: z.int().describe("answers counted that are in a language which was not asked for"),
    empty: z.int().describe("answers without a text, left out"),
    truncated: z.int().describe("answers that the token limit stopped, left out"),
    unscored: z.int().describe("responses without a score, left out"),
    ...simulatedField
  }),
  async rows(store, {part}) {
    if (store.filter.clean) throw new UserError("safety covers all tests: it cannot be combined with --clean");
    const rows = await store.ask(`select refusals.* exclude (part, p, only_harmful, only_benign, mid)
      from refusals semi join picked using (eval_id, base_task) where part = ${literal(part)}
      order by model, template, sampler, base_task, category, style, language`);
    if (rows.length === 0)
      throw new UserError('no evaluation here was asked requests to refuse; "{task: zen-safety}" in a suite asks them');
    return rows as never;
  }
});
