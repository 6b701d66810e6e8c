// SQL of points with the counters of some of their answers: those to chosen items, or those that the headline figure of a model counts.
import {CORRECT, INCORRECT, TRUNCATED} from "../score/status.js";
import type {TestShares} from "../score/testShares.js";
import {POINT, same} from "./same.sql.js";

/** The verdict of the table `contamination_items` on items that the headline figure leaves out: found word for word in a corpus. */
const LEFT_OUT = "exact";
/** Whether the headline figure leaves out an item of this verdict; items that no audit has looked for count. */
export const isLeftOut = (verdict: string | undefined): boolean => verdict === LEFT_OUT;
/** Query for the identities of the items that the headline figure leaves out. @param within schema of the tables, with a dot */
export const leftOutItems = (within = ""): string =>
  `select item_id from ${within}contamination_items where verdict = '${LEFT_OUT}'`;

const tokens = (status: number) =>
  `case when count(*) filter (status = ${status}) = count(completion_tokens) filter (status = ${status})
    then coalesce(sum(completion_tokens) filter (status = ${status}), 0) end`;

/** The raw counters of `points`, over samples. */
const COUNTERS: Readonly<Record<string, string>> = {
  correct: `count(*) filter (status = ${CORRECT})`,
  incorrect: `count(*) filter (status = ${INCORRECT})`,
  truncated: `count(*) filter (status = ${TRUNCATED})`,
  cut_by_evidence: `count(*) filter (status = ${TRUNCATED} and ended = 'cut')`,
  ended_unknown: `count(*) filter (status <> ${TRUNCATED} and coalesce(ended, 'unknown') = 'unknown')`,
  unparsed: `count(*) filter (status <> ${TRUNCATED} and not parsed)`,
  guess_sum: `coalesce(sum(guess_chance order by item_id) filter (status <> ${TRUNCATED}), 0)`,
  prompt_tokens: "known_sum(prompt_tokens)",
  completion_tokens: "known_sum(completion_tokens)",
  tokens_correct: tokens(CORRECT),
  tokens_incorrect: tokens(INCORRECT),
  tokens_truncated: tokens(TRUNCATED),
  tokens_squared: "known_sum(completion_tokens::bigint * completion_tokens)",
  trace_bytes: "sum(trace_bytes)",
  compressed_bytes: "sum(compressed_bytes)",
  cost: "sum(cost)"
};
/** The sums over tests of `points`, over `tests`: tests with the share of right ones among all their answers that were not cut. */
const SHARES: Readonly<Record<keyof TestShares, string>> = {
  answers: "coalesce(sum(answers), 0)::integer",
  shares: "round(coalesce(sum(share), 0), 12)",
  share_squares: "round(coalesce(sum(share * share), 0), 12)",
  share_tests: "count(share)::integer",
  share_guess: "coalesce(sum(guess_chance order by item_id) filter (share is not null), 0)"
};
const COUNTS = "correct, correct + incorrect, guess_sum";
const SHARE_COUNTS = "shares, share_squares, share_tests, share_guess, answers";
/** What `points` derives from them. */
const DERIVED: Readonly<Record<string, string>> = {
  accuracy: "excess_accuracy(shares, share_tests, share_guess)",
  center: `adjusted_center(${COUNTS})`,
  margin: `adjusted_margin(${COUNTS})`,
  ci_low: `accuracy_low(${SHARE_COUNTS})`,
  ci_high: `accuracy_high(${SHARE_COUNTS})`,
  truncated_ratio:
    "case when not is_truncation_unknown(correct + incorrect + truncated, truncated, ended_unknown) then truncated / (correct + incorrect + truncated) end"
};

/**
 * Query for points with the counters of their answers to some tests; points without any are left out. Repetitions do not count, but for
 * points of transcripts, which count every row.
 * @param points query for the points · @param items query for the tests
 */
export function pointsOfItems(points: string, items: string): string {
  const counters = [...Object.keys(COUNTERS), ...Object.keys(SHARES)].map(name => `counted.${name} as ${name}`);
  return `with ${countedAnswers(points, items)},
    recounted as (select chosen.* replace (${counters.join(", ")}) from chosen join counted on ${same("chosen", "counted", POINT)})
    select * replace (${selected(DERIVED)}) from recounted`;
}

const selected = (columns: Readonly<Record<string, string>>): string =>
  Object.entries(columns)
    .map(([name, value]) => `${value} as ${name}`)
    .join(", ");

/** Common table expressions `chosen`, the points, and `counted`, the counters and sums over tests of their answers to some items. */
const countedAnswers = (points: string, items: string, within = ""): string => `chosen as (${points}), every_answer as (
      select s.*, s.trial = 0 or p.stopped = 'given' as is_sample from ${within}samples s semi join (${items}) kept using (item_id)
      join (select ${POINT.join(", ")}, any_value(stopped) as stopped from chosen group by all) p on ${same("s", "p", POINT)}),
    tests as (select ${POINT.join(", ")}, item_id, any_value(guess_chance) as guess_chance, count(*) filter (status <> ${TRUNCATED}) as answers,
      count(*) filter (status = ${CORRECT}) / nullif(answers, 0) as share from every_answer group by all),
    shared as (select ${POINT.join(", ")}, ${selected(SHARES)} from tests group by all),
    sampled as (select ${POINT.join(", ")}, ${selected(COUNTERS)} from every_answer where is_sample group by all),
    counted as (select sampled.*, ${Object.keys(SHARES).join(", ")} from sampled join shared on ${same("sampled", "shared", POINT)})`;

/** Counters that are 0 where a sample's value is missing. */
const SUMS = ["trace_bytes", "compressed_bytes", "cost"];
const INTEGERS = ["correct", "incorrect", "truncated", "cut_by_evidence", "ended_unknown", "unparsed", "answers", "share_tests"];
/** Sums of fractions. */
const FRACTIONS = ["guess_sum", ...Object.keys(SHARES).filter(name => !INTEGERS.includes(name))];

/**
 * Query for points without the answers that the headline figure leaves out. Points of which nothing remains are left out; those without such
 * answers, and those that were given as counters, are as they were.
 * @param points query for the points; the tables `samples` and `contamination_items` must be there · @param within their schema, with a dot
 */
export function headlinePoints(points: string, {within = ""} = {}): string {
  const remaining = (name: string): string => {
    const difference = `chosen.${name} - ${SUMS.includes(name) ? `coalesce(counted.${name}, 0)` : `counted.${name}`}`;
    if (INTEGERS.includes(name)) return `(${difference})::integer as ${name}`;
    if (FRACTIONS.includes(name)) return `if(${ANSWERED} > 0, greatest(0, ${difference}), 0) as ${name}`;
    return `${difference} as ${name}`;
  };
  return `with ${countedAnswers(points, leftOutItems(within), within)},
    reduced as (select chosen.* replace (${[...Object.keys(COUNTERS), ...Object.keys(SHARES)].map(remaining).join(", ")})
      from chosen join counted on ${same("chosen", "counted", POINT)})
    select chosen.* from chosen anti join counted on ${same("chosen", "counted", POINT)}
    union all by name select * replace (${selected(DERIVED)}) from reduced where correct + incorrect + truncated > 0`;
}

/** Untruncated answers that remain, of all repeats. */
const ANSWERED = "chosen.answers - counted.answers";
