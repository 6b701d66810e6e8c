// The command `categories`: how evaluations did in the categories and domains of suites that list domains.
import {z} from "zod";
import {command} from "./command.js";
import {count, countOrNull, evaluationFields, numberOrNull, simulatedField, text, textOrNull} from "./fields.js";

export const categories = command({
  name: "categories",
  description:
    "categories and domains of suites that list domains (docs/categories.md): value with interval and n, by evaluation",
  options: z.object({
    by: z.enum(["category", "domain"]).default("category").describe("a row for each category, or for each domain's mean")
  }),
  needs: ["scorecards", "domain_scorecards"],
  empty:
    "no category of a suite that lists domains was asked here; name one in the book, such as suites/zen.yaml, and run it (docs/categories.md)",
  row: z.object({
    ...evaluationFields,
    suite: text("the suite that lists the domains"),
    domain: z.string(),
    category: textOrNull("null of a domain"),
    state: textOrNull("generated or imported; null of a domain"),
    metric: textOrNull("what the category is read by; null of a domain, whose mean is over the categories' values"),
    value: numberOrNull(
      "excess accuracy (0 guessing, 1 knowing), the mean of the metric, or the mean of the domain's scored categories"
    ),
    low: numberOrNull("lower end of its 95 % interval; null where it cannot be estimated"),
    high: numberOrNull("upper end"),
    n: count("answers behind the value"),
    correct: countOrNull("right ones among the untruncated answers; null of a domain, as the next two"),
    truncated: countOrNull("answers stopped by the token limit"),
    unanswered: countOrNull("items without an answer that could be scored"),
    scored: countOrNull("of a domain, its categories behind the mean"),
    categories: countOrNull("of a domain, all its categories"),
    empty: countOrNull("of a domain, its categories that nothing fills"),
    ...simulatedField
  }),
  async rows(store, {by}) {
    return store.ask(by === "category" ? CATEGORIES : DOMAINS);
  }
});

/** Those of points that pass the filters; a category without a scored answer has no point, and goes with its evaluation. */
const PICKED = `(select s.* from scorecards s semi join picked using (eval_id, base_task)
  union all select s.* from scorecards s semi join picked using (eval_id) anti join points using (eval_id, base_task))`;

const CATEGORIES = `select s.* exclude (suite_id, number, base_task, n, value_n, unparsed, guess_sum, averaged), value_n as n, s.suite_id as suite,
    null as scored, null as categories, null as empty
  from ${PICKED} s order by model, template, sampler, eval_id, s.suite_id, s.number`;

/** Domains of which some category passes the filters. */
const DOMAINS = `select d.* exclude (suite_id, number), d.suite_id as suite, null as category, null as state, null as metric, null as correct, null as truncated, null as unanswered
  from domain_scorecards d
  semi join ${PICKED} using (eval_id, suite_id, domain)
  order by model, template, sampler, eval_id, d.suite_id, d.number`;
