// Onset of truncation: the length beyond which a response is more likely to be truncated than to end. Also order-statistic intervals of
// quantiles.

import {binomialCdf} from "../../stats/distributions.js";
import {wilson} from "../../stats/intervals.js";

export interface Onset {
  /** the smallest count beyond which at least the given share of unfinished responses end truncated; null where there is none */
  at: number | null;
  /** 95 % interval; null where no count is significantly beyond */
  low: number | null;
  high: number | null;
  /** number of responses longer than `at`, and how many of them were truncated */
  beyond: number;
  truncated: number;
  /** fewest tokens of a truncated response: the limit in effect */
  cut: number;
}

/**
 * The onset of truncation. Among responses of more than t tokens a share r(t) is truncated; the onset is the smallest t with r(t) ≥ share.
 * Its interval inverts Wilson's test at each t: it contains the counts at which the share is not rejected. At any t the number truncated is
 * binomial given the number that reach t (or less variable, where points differ: Hoeffding 1956), so that the coverage is Wilson's. Null
 * where nothing was truncated.
 * @param ended, truncated completion tokens, sorted ascending
 */
export function truncationOnset(
  {ended, truncated}: {ended: ArrayLike<number>; truncated: ArrayLike<number>},
  {share = 0.5} = {}
): Onset | null {
  if (truncated.length === 0) return null;
  const onset: Onset = {at: null, low: null, high: null, beyond: 0, truncated: 0, cut: truncated[0]!};
  let [i, j] = [0, 0];
  for (let t = 0; ; t = Math.min(ended[i] ?? Infinity, truncated[j]!)) {
    while (i < ended.length && ended[i]! <= t) i++;
    while (j < truncated.length && truncated[j]! <= t) j++;
    const truncatedBeyond = truncated.length - j;
    if (truncatedBeyond === 0) return onset;
    const beyond = ended.length - i + truncatedBeyond;
    const {center, margin} = wilson(truncatedBeyond / beyond, beyond);
    if (onset.at === null && truncatedBeyond / beyond >= share) Object.assign(onset, {at: t, beyond, truncated: truncatedBeyond});
    if (center + margin >= share) onset.low ??= t;
    if (center - margin >= share) onset.high ??= t;
  }
}

/**
 * A quantile of sorted values with its exact 95 % interval between two of them (Conover 1999, §3.2); the ends are null where there are too
 * few values. Values need not be identically distributed: over points of different difficulty the interval is conservative.
 */
export function quantileInterval(sorted: ArrayLike<number>, q: number): {value: number; low: number | null; high: number | null} {
  const n = sorted.length;
  if (n === 0) return {value: Number.NaN, low: null, high: null};
  const place = (n - 1) * q;
  const [below, above] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
  // The largest r with P(B < r) ≤ 2.5 % and the smallest s with P(B ≥ s) ≤ 2.5 %, B binomial(n, q): [x₍r₎, x₍s₎] covers the quantile.
  const r = search(n, rank => binomialCdf(rank - 1, n, q) <= 0.025);
  const s = search(n, rank => binomialCdf(rank - 1, n, q) < 0.975) + 1;
  return {
    value: below + (place % 1) * (above - below),
    low: r >= 1 ? sorted[r - 1]! : null,
    high: s <= n ? sorted[s - 1]! : null
  };
}

/** The largest rank up to n that satisfies a condition that holds up to some rank; 0 if none does. */
function search(n: number, holds: (rank: number) => boolean): number {
  let [low, high] = [0, n];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
