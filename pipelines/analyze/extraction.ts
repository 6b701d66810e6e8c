// The command `extraction`: where a classifier reads answers differently from the rules, and what accuracy is under each.
import {z} from "zod";
import {UserError} from "../book/error.js";
import {command} from "./command.js";
import {evaluationFields, simulatedField} from "./fields.js";

const share = (name: string, what: string) => ({
  [name]: z.number().describe(`${what}, 0–1`),
  [`${name}_low`]: z.number().describe("lower end of its 95 % interval, Wilson's"),
  [`${name}_high`]: z.number().describe("upper end")
});

export const extraction = command({
  name: "extraction",
  description:
    "answer extraction: samples by the rule that read their answer, where a classifier reads answers differently, and accuracy under each",
  options: z.object({}),
  needs: ["extractions"],
  row: z.object({
    ...evaluationFields,
    base_task: z.string().describe("the task's name, or the bank's"),
    n: z.int().describe("untruncated first answers that both read"),
    agreed: z.int().describe("of them, those on which both methods agree, on an answer or on none"),
    only_rules: z.int().describe("the rules find an answer, the classifier none"),
    only_classifier: z.int().describe("the classifier finds an answer, the rules none"),
    different: z.int().describe("both find one, and not the same"),
    ...share("disagreement", "share of answers on which the methods disagree"),
    ...share("rules", "accuracy by the rules, guesses included"),
    ...share("classifier", "accuracy by the classifier"),
    difference: z.number().describe("accuracy by the classifier minus by the rules"),
    difference_low: z.number().nullable().describe("lower end of its 95 % interval, paired; null for a single answer"),
    difference_high: z.number().nullable().describe("upper end"),
    ...simulatedField
  }),
  async rows(store) {
    if (store.filter.clean) throw new UserError("extraction covers all tests: it cannot be combined with --clean");
    const rows = await store.ask(`select extractions.* from extractions semi join picked using (eval_id, base_task)
      order by model, template, sampler, base_task`);
    if (rows.length === 0)
      throw new UserError(
        "no answer here is read by the rules: each is truncated, has a scorer of its own, or has no text stored"
      );
    return rows as never;
  },
  async sentence(_, __, store) {
    const {readingSentence} = await import("../charts/extraction/answerRules.js");
    const rows = await store.ask(
      "select rule, reason, n, correct, simulated from answer_rules semi join picked using (eval_id, base_task)"
    );
    return readingSentence(rows as never);
  }
});
