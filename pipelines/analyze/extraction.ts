// The command `extraction`: samples by the rule that read their answer, or by the reason for no answer.
import {z} from "zod";
import {shareOf} from "../stats/intervals.js";
import {command} from "./command.js";
import {count, evaluationFields, number, simulatedField, text} from "./fields.js";

export const extraction = command({
  name: "extraction",
  description: "answer extraction: samples by the rule that read their answer, or by the reason for no answer",
  options: z.object({}),
  needs: ["answer_rules"],
  row: z.object({
    ...evaluationFields,
    base_task: text("the task's name, or the bank's"),
    rule: text("rule that found the answer; empty for samples without an answer"),
    reason: text("reason for no answer; empty for samples with an answer"),
    n: count("samples, truncated ones included"),
    share: number("share of the samples of this evaluation and task, 0–1"),
    share_low: number("lower end of its 95 % interval, Wilson's"),
    share_high: number("upper end"),
    correct: count("of them, correct ones"),
    truncated: count("of them, truncated ones"),
    ...simulatedField
  }),
  async rows(store) {
    const rows = (await store.ask(`select answer_rules.*, sum(n) over (partition by eval_id, base_task)::integer as total
      from answer_rules semi join picked using (eval_id, base_task)
      order by model, template, sampler, base_task, rule, reason`)) as {n: number; total: number}[];
    return rows.map(({total, ...row}) => {
      const {value, low, high} = shareOf(row.n, total);
      return {...row, share: value, share_low: low, share_high: high};
    }) as never;
  },
  async sentence(rows) {
    const {readingSentence} = await import("../charts/extraction/answerRules.js");
    return readingSentence(rows as never);
  }
});
