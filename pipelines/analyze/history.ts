// The command `history`: what recorded runs came to, date by date.
import {z} from "zod";
import {literal} from "../rows/literal.js";
import {command} from "./command.js";
import {count, countOrNull, estimate, evaluationFields, number, simulatedField, text} from "./fields.js";

const known = (name: string, what: string) => estimate(name, `${what}; null where it is not known`);

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
  empty: "no run of these evaluations is in the history; docs/history.md says which runs are recorded",
  row: z.object({
    ...evaluationFields,
    suite: text("the suite's id; empty where none is known"),
    date: text("end of the run"),
    ...known("accuracy", "excess accuracy over untruncated answers"),
    ...known("score", "formula score of the suite"),
    n: count("tests answered"),
    common: countOrNull("tests that its preceding row has as well; null for the first"),
    ...known("refused", "share of answers that refuse"),
    ...known("truncated", "share of answers that were cut"),
    ...known("cost", "US dollars of an answer, mean"),
    spend: number("US dollars of all these answers"),
    ...known("latency", "median latency, ms"),
    claimed: text("the name that the endpoint was asked for"),
    served: z.array(z.string()).describe("other model names that the server reported for its answers"),
    ...simulatedField
  }),
  async rows(store, {since}) {
    return store.ask(`select eval_id, model, template, sampler, suite, date, accuracy, accuracy_low, accuracy_high, score, score_low,
      score_high, n, common, refused, refused_low, refused_high, truncated, truncated_low, truncated_high, cost, cost_low, cost_high, spend,
      latency, latency_low, latency_high, claimed, served, simulated
      from history where eval_id in (select eval_id from picked) and date >= ${literal(since ?? "")}
      order by model, template, sampler, suite, date`);
  }
});
