// The command `history`: what recorded runs came to, date by date.
import {z} from "zod";
import {UserError} from "../book/error.js";
import {literal} from "../store/literal.js";
import {command} from "./command.js";
import {evaluationFields, simulatedField} from "./fields.js";

const estimate = (name: string, what: string) => ({
  [name]: z.number().nullable().describe(`${what}; null where it is not known`),
  [`${name}_low`]: z.number().nullable().describe("lower end of its 95 % interval"),
  [`${name}_high`]: z.number().nullable().describe("upper end")
});

export const history = command({
  name: "history",
  description: "scores, cost, latency, refusals and truncation of recorded runs, date by date",
  options: z.object({
    since: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}/u, "expected a date such as 2026-03-01")
      .optional()
      .describe("only runs of this date, YYYY-MM-DD, and later")
  }),
  needs: ["history"],
  row: z.object({
    ...evaluationFields,
    suite: z.string().describe("the suite's id; empty where none is known"),
    date: z.string().describe("end of the run"),
    ...estimate("accuracy", "excess accuracy over untruncated answers"),
    ...estimate("score", "formula score of the suite"),
    n: z.int().describe("tests answered"),
    common: z.int().nullable().describe("tests that its preceding row has as well; null for the first"),
    ...estimate("refused", "share of answers that refuse"),
    ...estimate("truncated", "share of answers that the token limit stopped"),
    ...estimate("cost", "US dollars of an answer, mean"),
    spend: z.number().describe("US dollars of all these answers"),
    ...estimate("latency", "median latency, ms"),
    claimed: z.string().describe("the name that the endpoint was asked for"),
    served: z.array(z.string()).describe("other model names that the server reported for its answers"),
    ...simulatedField
  }),
  async rows(store, {since}) {
    if (store.filter.clean) throw new UserError("history covers all tests: it cannot be combined with --clean");
    const rows =
      await store.ask(`select eval_id, model, template, sampler, suite, date, accuracy, accuracy_low, accuracy_high, score, score_low,
      score_high, n, common, refused, refused_low, refused_high, truncated, truncated_low, truncated_high, cost, cost_low, cost_high, spend,
      latency, latency_low, latency_high, claimed, served, simulated
      from history where eval_id in (select eval_id from picked) and date >= ${literal(since ?? "")}
      order by model, template, sampler, suite, date`);
    if (rows.length === 0)
      throw new UserError("no run of these evaluations is in the history; docs/history.md says which runs are recorded");
    return rows as never;
  }
});
