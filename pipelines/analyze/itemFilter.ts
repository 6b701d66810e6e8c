// Restricts points to the tests of some domains and categories: their counters are those of the answers to these tests.
import {CORRECT, INCORRECT, TRUNCATED} from "../score/status.js";
import {POINT, same} from "../store/same.sql.js";
import {literal} from "../store/sorted.node.js";
import {CONTAMINATED_SQL} from "../studies/contamination/settings.js";
import type {Filter} from "./filter.js";

type ItemFilter = Pick<Filter, "domain" | "category" | "clean">;

/** Whether a filter leaves out tests of points: by domain, category or contamination. */
export const namesItems = ({domain, category, clean}: ItemFilter): boolean => domain.length > 0 || category.length > 0 || clean;

/** Query for the identities of the tests that pass. */
export function itemsQuery({domain, category, clean}: ItemFilter): string {
  const among = (column: string, names: readonly string[]) =>
    names.length > 0 ? [`${column} in (${names.map(literal).join(", ")})`] : [];
  const found = clean ? [`item_id not in (select item_id from contamination_items where ${CONTAMINATED_SQL})`] : [];
  const conditions = [...among("domain", domain), ...among("category", category), ...found];
  return `select item_id from items where ${conditions.join(" and ") || "true"}`;
}

const tokens = (status: number) =>
  `case when count(*) filter (status = ${status}) = count(completion_tokens) filter (status = ${status})
    then coalesce(sum(completion_tokens) filter (status = ${status}), 0) end`;

/** The raw counters of `points`, over samples. */
const COUNTERS: Readonly<Record<string, string>> = {
  correct: `count(*) filter (status = ${CORRECT})`,
  incorrect: `count(*) filter (status = ${INCORRECT})`,
  truncated: `count(*) filter (status = ${TRUNCATED})`,
  unparsed: `count(*) filter (status <> ${TRUNCATED} and not parsed)`,
  guess_sum: `coalesce(sum(guess_chance order by item_id) filter (status <> ${TRUNCATED}), 0)`,
  tokens_prompt: "known_sum(prompt_tokens)",
  tokens_completion: "known_sum(completion_tokens)",
  tokens_correct: tokens(CORRECT),
  tokens_incorrect: tokens(INCORRECT),
  tokens_truncated: tokens(TRUNCATED),
  tokens_squared: "known_sum(completion_tokens::bigint * completion_tokens)",
  trace_bytes: "sum(trace_bytes)",
  compressed_bytes: "sum(compressed_bytes)",
  cost: "sum(cost)"
};
const COUNTS = "correct, correct + incorrect, guess_sum";
/** What `points` derives from them. */
const DERIVED: Readonly<Record<string, string>> = {
  accuracy: `excess_accuracy(${COUNTS})`,
  center: `adjusted_center(${COUNTS})`,
  margin: `adjusted_margin(${COUNTS})`,
  ci_low: `excess_low(${COUNTS})`,
  ci_high: `excess_high(${COUNTS})`,
  truncated_ratio: "truncated / (correct + incorrect + truncated)"
};

/**
 * Query for points with the counters of their answers to some tests; points without any are left out. Repetitions do not count, but for
 * points of transcripts, which count every row.
 * @param points query for the points · @param items query for the tests
 */
export function pointsOfItems(points: string, items: string): string {
  const select = (columns: Readonly<Record<string, string>>) =>
    Object.entries(columns)
      .map(([name, of]) => `${of} as ${name}`)
      .join(", ");
  const own = Object.keys(COUNTERS).map(name => `counted.${name} as ${name}`);
  return `with chosen as (${points}), answers as (
      select s.* from samples s semi join (${items}) kept using (item_id)
      join (select ${POINT.join(", ")}, any_value(stopped) as stopped from chosen group by all) p on ${same("s", "p", POINT)}
      where s.trial = 0 or p.stopped = 'given'),
    counted as (select ${POINT.join(", ")}, ${select(COUNTERS)} from answers group by all),
    recounted as (select chosen.* replace (${own.join(", ")}) from chosen join counted on ${same("chosen", "counted", POINT)})
    select * replace (${select(DERIVED)}) from recounted`;
}
