// From what length on a response is more likely to be cut off than to end, and order-statistic intervals of quantiles.

import {binomialCdf} from "../../stats/distributions.js";
import {wilson} from "../../stats/intervals.js";

export interface Onset {
  /** the smallest count beyond which at least the share of what is still being written ends truncated; null where there is none */
  at: number | null;
  /** 95 % interval; null where no count is that surely beyond */
  low: number | null;
  high: number | null;
  /** responses longer than `at`, and how many of them were truncated */
  beyond: number;
  truncated: number;
  /** fewest tokens at which one was cut: the limit as it acted */
  cut: number;
}

/**
 * Where truncation begins. Among responses of more than t tokens the truncated ones have a share r(t); the onset is the smallest t with
 * r(t) ≥ share. Its interval inverts Wilson's test at each t: counts at which the share is not refuted. At any one t what happens beyond
 * is binomial given how many get there (or less variable, where points differ: Hoeffding 1956), hence the onset is covered as Wilson covers.
 * Null where nothing was truncated.
 * @param ended, truncated completion tokens, sorted upwards
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
    const cut = truncated.length - j;
    if (cut === 0) return onset;
    const beyond = ended.length - i + cut;
    const {center, margin} = wilson(cut / beyond, beyond);
    if (onset.at === null && cut / beyond >= share) Object.assign(onset, {at: t, beyond, truncated: cut});
    if (center + margin >= share) onset.low ??= t;
    if (center - margin >= share) onset.high ??= t;
  }
}

/**
 * A quantile of sorted values with its exact 95 % interval between two of them (Conover 1999, §3.2); the ends are null where there are
 * too few values for one. Values need not have one distribution: over points of different difficulty it is conservative.
 */
export function quantileInterval(sorted: ArrayLike<number>, q: number): {value: number; low: number | null; high: number | null} {
  const n = sorted.length;
  if (n === 0) return {value: Number.NaN, low: null, high: null};
  const place = (n - 1) * q;
  const [below, above] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
  // Largest r with P(B < r) ≤ 2.5 %, smallest s with P(B ≥ s) ≤ 2.5 %, B binomial(n, q): [x₍r₎, x₍s₎] covers the quantile.
  const r = search(n, rank => binomialCdf(rank - 1, n, q) <= 0.025);
  const s = search(n, rank => binomialCdf(rank - 1, n, q) < 0.975) + 1;
  return {
    value: below + (place % 1) * (above - below),
    low: r >= 1 ? sorted[r - 1]! : null,
    high: s <= n ? sorted[s - 1]! : null
  };
}

/** Largest rank up to n that holds, for a condition that holds up to some rank; 0 if none does. */
function search(n: number, holds: (rank: number) => boolean): number {
  let [low, high] = [0, n];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
