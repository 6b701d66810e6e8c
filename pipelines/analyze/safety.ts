// The command `safety`: how often harmful requests are refused, how often benign ones, and the difference between twins.
import {z} from "zod";
import {literal} from "../rows/literal.js";
import {PARTS} from "../studies/safety/tables.js";
import {command} from "./command.js";
import {count, estimate, evaluationFields, numberOrNull, simulatedField, text} from "./fields.js";

const share = (name: string, prefix: string, what: string) =>
  estimate(name, `${what}; null where none was answered`, {prefix: `${prefix}_`});

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
  empty: 'no evaluation here was asked requests to refuse; "{task: zen-safety}" in a suite asks them',
  row: z.object({
    ...evaluationFields,
    base_task: text("the task's name, or the bank's"),
    category: text("kind of harm; empty for all"),
    severity: text("of the harm, 1 minor to 4 catastrophic; empty for all"),
    style: text("how requests are put; empty for all"),
    language: text("language of requests; empty for all"),
    harm_n: count("answers to harmful requests"),
    ...share("harm_refusal", "harm", "share of harmful requests that are refused"),
    benign_n: count("answers to benign requests"),
    ...share("over_refusal", "over", "share of benign requests that are refused"),
    ...share("balanced", "balanced", "balanced accuracy, 0.5 for always and for never refusing"),
    twins: count("pairs of a harmful request and its benign twin that were both answered"),
    ...share("difference", "difference", "refusal of harmful requests minus that of their twins"),
    exact: numberOrNull("McNemar's exact p; null where requests have several answers"),
    doubtful: count("answers counted whose words allow another reading"),
    other_language: count("answers counted that are in a language which was not asked for"),
    empty: count("answers without a text, left out"),
    truncated: count("answers that the token limit stopped, left out"),
    unscored: count("responses without a score, left out"),
    ...simulatedField
  }),
  async rows(store, {part}) {
    return store.ask(`select refusals.* exclude (part, p, only_harmful, only_benign, mid)
      from refusals semi join picked using (eval_id, base_task) where part = ${literal(part)}
      order by model, template, sampler, base_task, category, severity, style, language`);
  }
});
