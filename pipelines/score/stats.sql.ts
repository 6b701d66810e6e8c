// The formulas of accuracy.ts and the rule of pool.ts as SQL macros, so that readers can pool raw counters at any grouping. They use only what DuckDB 0.9, the
import {Z975} from "../stats/distributions.js";

// browser's version, understands. A test checks that both agree.

const Z = `${Z975}e0`; // a double: without the exponent DuckDB reads a decimal

// `stratified_se` is an aggregate over points: the standard error of a mean over all samples, with fixed points and samples drawn within
// each point. Where a point has a single sample, whose variance cannot be estimated, points count as drawn too. It is null where the
// squares of a point are not known, and `known_sum` is null where a term of the sum is not known. `point_spread` is what a point adds to the
// variance, `token_spread` its sum, and `pooled_se` is the same standard error over rows that are pooled points, with that sum and the fewest samples of one point.

/** The rule of `isTruncationUnknown` over SQL expressions, for views that are made before the macros. */
export const truncationUnknown = ({
  samples,
  truncated,
  ended_unknown
}: Record<"samples" | "truncated" | "ended_unknown", string>): string =>
  `coalesce(${samples} > 0 and ${truncated} = 0 and ${ended_unknown} >= ${samples}, false)`;

/** Arguments of `accuracy_low` and `accuracy_high`: sums of `points` over rows. */
const SHARE_SUMS = "sum(shares), sum(share_squares), sum(share_tests), sum(share_guess), sum(answers)";

/** Select list of the excess accuracy of all answers, over pooled points, with its interval, n tests and their answers. */
export const pooledAccuracy = ({low = "low", high = "high"} = {}): string =>
  `excess_accuracy(sum(shares), sum(share_tests), sum(share_guess)) as accuracy, accuracy_low(${SHARE_SUMS}) as ${low},
  accuracy_high(${SHARE_SUMS}) as ${high}, sum(share_tests) as n, sum(answers) as answers`;

/** CREATE MACRO statements in order of dependence; executed by `npm run sql` and by every page. */
export const statsMacros: readonly string[] = [
  "create or replace macro known_sum(x) as case when count(x) = count(*) then sum(x) end",
  "create or replace macro clamp01(x) as least(1.0, greatest(0.0, x))",
  `create or replace macro wilson_center(p, n) as case when n > 0 then (p + ${Z} * ${Z} / (2 * n)) / (1 + ${Z} * ${Z} / n) else 0.0 end`,
  `create or replace macro wilson_margin(p, n) as case when n > 0 then ${Z} / (1 + ${Z} * ${Z} / n) * sqrt(p * (1 - p) / n + ${Z} * ${Z} / (4.0 * n * n)) else 0.0 end`,
  "create or replace macro wilson_low(p, n) as wilson_center(p, n) - wilson_margin(p, n)",
  "create or replace macro wilson_high(p, n) as wilson_center(p, n) + wilson_margin(p, n)",
  "create or replace macro excess_accuracy(correct, total, guess_sum) as case when total > guess_sum then (correct - guess_sum) / (total - guess_sum) end",
  "create or replace macro adjusted_center(correct, total, guess_sum) as case when total > guess_sum then wilson_center(clamp01((correct - guess_sum) / (total - guess_sum)), total - guess_sum) else 0.0 end",
  "create or replace macro adjusted_margin(correct, total, guess_sum) as case when total > guess_sum then wilson_margin(clamp01((correct - guess_sum) / (total - guess_sum)), total - guess_sum) else 0.0 end",
  "create or replace macro excess_low(correct, total, guess_sum) as case when total > guess_sum then least(excess_accuracy(correct, total, guess_sum), (wilson_low(correct::DOUBLE / total, total::DOUBLE) - guess_sum / total) / (1 - guess_sum / total)) else 0.0 end",
  "create or replace macro excess_high(correct, total, guess_sum) as case when total > guess_sum then greatest(excess_accuracy(correct, total, guess_sum), (wilson_high(correct::DOUBLE / total, total::DOUBLE) - guess_sum / total) / (1 - guess_sum / total)) else 1.0 end",
  "create or replace macro effective_answers(shares, squares, tests, answers) as greatest(tests, least(answers, tests * ((shares + 1) / (tests + 2)) * (1 - (shares + 1) / (tests + 2)) / ((squares + 1) / (tests + 2) - ((shares + 1) / (tests + 2)) * ((shares + 1) / (tests + 2)))))",
  "create or replace macro accuracy_low(shares, squares, tests, guess, answers) as case when tests > guess then least(excess_accuracy(shares, tests, guess), (wilson_low(shares::DOUBLE / tests, effective_answers(shares::DOUBLE, squares::DOUBLE, tests::DOUBLE, answers::DOUBLE)) - guess / tests) / (1 - guess / tests)) else 0.0 end",
  "create or replace macro accuracy_high(shares, squares, tests, guess, answers) as case when tests > guess then greatest(excess_accuracy(shares, tests, guess), (wilson_high(shares::DOUBLE / tests, effective_answers(shares::DOUBLE, squares::DOUBLE, tests::DOUBLE, answers::DOUBLE)) - guess / tests) / (1 - guess / tests)) else 1.0 end",
  `create or replace macro is_truncation_unknown(samples, truncated, ended_unknown) as ${truncationUnknown({samples: "samples", truncated: "truncated", ended_unknown: "ended_unknown"})}`,
  "create or replace macro point_spread(total, squares, n) as greatest(0.0, squares - total::DOUBLE * total / nullif(n, 0)) * n / nullif(n - 1, 0)",
  "create or replace macro token_spread(total, squares, n) as case when count(squares) = count(*) then coalesce(sum(point_spread(total, squares, n)), 0.0) end",
  `create or replace macro pooled_se(total, squares, spread, n, least) as case when count(squares) < count(*) then null
    when min(least) > 1 then sqrt(sum(spread)) / sum(n)
    else sqrt(greatest(0.0, sum(squares) - sum(total)::DOUBLE * sum(total) / sum(n)) / nullif(sum(n) - 1, 0) / sum(n)) end`,
  "create or replace macro stratified_se(total, squares, n) as pooled_se(total, squares, point_spread(total, squares, n), n, n)"
];
