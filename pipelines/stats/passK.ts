// pass@k and pass^k of items that were tried several times, with intervals over items.
import {HALF_LOG_2PI, normalUpper} from "./distributions.js";
import {pairedEstimate} from "./paired.js";

/** Trials of one item, and how many of them succeeded. */
export interface ItemTrials {
  n: number;
  c: number;
}

/**
 * Chance that all of k trials succeed, drawn without replacement from n of which c did: C(c, k) ÷ C(n, k), an unbiased estimate of p^k (as in
 * `tau_bench/run.py` of the public repository sierra-research/tau-bench). A product of the shorter of two lists of ratios; nothing overflows.
 * @param k at least 1 · returns NaN for k > n
 */
export function passHatK(n: number, c: number, k: number): number {
  if (k > n) return Number.NaN;
  if (c < k) return 0;
  const failures = n - c;
  let all = 1;
  if (k <= failures) for (let i = 0; i < k; i++) all *= (c - i) / (n - i);
  else for (let i = 0; i < failures; i++) all *= (n - k - i) / (n - i);
  return all;
}

/**
 * Chance that at least one of k trials succeeds, drawn in the same way: 1 − C(n − c, k) ÷ C(n, k), an unbiased estimate of 1 − (1 − p)^k (as in
 * `human_eval/evaluation.py` of the public repository openai/human-eval).
 * @param k at least 1 · returns NaN for k > n
 */
export const passAtK = (n: number, c: number, k: number): number => 1 - passHatK(n, n - c, k);

/** The two: at least one of k trials succeeds, or all of them do. */
export const PASS_KINDS = {pass_at: passAtK, pass_hat: passHatK} as const;
export type PassKind = keyof typeof PASS_KINDS;

/** Numbers of trials that are reported of items with up to n: each up to 4, powers of two, and n. */
export function passSizes(n: number): number[] {
  const sizes: number[] = [];
  for (let k = 1; k < n; k += k < 4 ? 1 : k) sizes.push(k);
  return n > 0 ? [...sizes, n] : sizes;
}

/** An estimate with its 95 % interval. */
export interface ItemMean {
  value: number;
  low: number;
  high: number;
}

/** An item that fails and one that succeeds, so much of each, are added to those of the sample: Jeffreys's prior of a share. */
const ADDED = 0.5;
/** Different values that are weighted separately; of more, those within 1 ÷ so many are weighted as their mean. */
const MAX_CELLS = 400;

interface Cell {
  value: number;
  /** items of this value, added ones included */
  count: number;
}

/**
 * The mean over items of values in 0…1 with its 95 % interval by a Bayesian bootstrap of the items: each item has a random weight, exponential
 * with mean 1, and the ends are the 2.5 and 97.5 % quantiles of the weighted mean over all draws. Half an item of value 0 and half one of
 * value 1 are added, so that the interval has a width where all items are alike; with values of 0 and 1 alone it is Jeffreys's interval of a
 * share. It promises to hold the mean over all items from which these were drawn, in 95 % of samples; docs/coverage.md has its coverage and
 * width by simulation. Nothing is drawn: `chanceAbove` gives the limit of infinitely many draws.
 * @param values at least one · @param counts how many items have each value; without them one
 */
export function meanOverItems(values: readonly number[], counts?: readonly number[]): ItemMean {
  const {value, cells} = cellsOf(values, counts, {zeros: ADDED, ones: ADDED});
  return {value, low: Math.min(value, quantileOf(cells, 0.025)), high: Math.max(value, quantileOf(cells, 0.975))};
}

/** One-sided tests of a mean over items, with an interval whose ends are their bounds. */
export interface MeanTests extends ItemMean {
  /** p-value of "the mean is at least the threshold", small where the items speak against it, and of "it is at most that" */
  few: number;
  many: number;
}

/**
 * Tests the mean over items of values in 0…1 against a threshold. The chance that the weighted mean is beyond it is taken with a whole item at
 * the far end, 1 or 0, added to the sample instead of half an item at both ends: for values of 0 and 1 alone these are exact binomial
 * tests, and the interval is Clopper and Pearson's. If the threshold is the true mean, either p-value is at most the level in about as
 * many samples as the level says, or fewer (test/gate/passK.simulation.test.ts).
 * @param values at least one · @param level of one side; the interval has confidence 1 − 2 × level
 */
export function meanTests(values: readonly number[], threshold: number, {level}: {level: number}): MeanTests {
  const {value, cells: upper} = cellsOf(values, undefined, {zeros: 0, ones: 1});
  const {cells: lower} = cellsOf(values, undefined, {zeros: 1, ones: 0});
  return {
    value,
    low: Math.min(value, quantileOf(lower, level)),
    high: Math.max(value, quantileOf(upper, 1 - level)),
    few: chanceAbove(upper, threshold),
    many: threshold >= lower.at(-1)!.value ? 1 : 1 - chanceAbove(lower, threshold)
  };
}

/** Steps of the search for a quantile, which needs about ten, and the chance to which it is exact. */
const MAX_SEARCH = 100;
const EXACT = 1e-12;

/** A quantile of the weighted mean, by the rule of false position that halves an end which stays (Illinois). */
function quantileOf(cells: readonly Cell[], share: number): number {
  let [low, high] = [cells[0]!.value, cells.at(-1)!.value];
  let [above, below] = [share, share - 1]; // chance above each end, minus the one that is sought
  let [middle, side] = [low, 0];
  for (let step = 0; step < MAX_SEARCH; step++) {
    middle = low + ((high - low) * above) / (above - below);
    if (!(middle > low && middle < high)) break;
    const error = chanceAbove(cells, middle) - (1 - share);
    if (Math.abs(error) < EXACT) break;
    if (error > 0) {
      [low, above] = [middle, error];
      if (side > 0) below /= 2;
      side = 1;
    } else {
      [high, below] = [middle, error];
      if (side < 0) above /= 2;
      side = -1;
    }
  }
  return middle;
}

/** Most steps of Newton's method for the saddlepoint, safeguarded by halving; it needs about eight. */
const MAX_STEPS = 100;
/** Below this |w| both terms of the approximation cancel; the mean is then at its median but for rounding. */
const MIN_W = 1e-4;

/**
 * Chance that the weighted mean is above x. Weights of a cell together are a gamma variable G of shape `count`, and the mean is above x where
 * Σ (value − x) G is above 0, whose cumulant function is K(t) = −Σ count ln(1 − t (value − x)). Its tail is by Lugannani and Rice's
 * saddlepoint formula: with K′(t) = 0, w = ±√(−2 K(t)) of the sign of t and u = t √K″(t), the chance is 1 − Φ(w) + φ(w) (1 ÷ u − 1 ÷ w).
 * Ends of intervals are within 1 % of the exact ones, and of 10 % where one item alone is given.
 * @param cells sorted by value
 */
function chanceAbove(cells: readonly Cell[], x: number): number {
  const [least, most] = [cells[0]!.value, cells.at(-1)!.value];
  if (x <= least) return 1;
  if (x >= most) return 0;
  let [low, high] = [1 / (least - x), 1 / (most - x)];
  let t = 0;
  for (let step = 0; step < MAX_STEPS; step++) {
    let [slope, curvature] = [0, 0];
    for (const {value, count} of cells) {
      const ratio = (value - x) / (1 - t * (value - x));
      slope += count * ratio;
      curvature += count * ratio * ratio;
    }
    if (slope > 0) high = t;
    else low = t;
    const newton = t - slope / curvature;
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    const isFound = Math.abs(next - t) <= 1e-12 * (1 + Math.abs(t));
    t = next;
    if (isFound) break;
  }
  let [cumulant, curvature] = [0, 0];
  for (const {value, count} of cells) {
    const rest = 1 - t * (value - x);
    cumulant -= count * Math.log(rest);
    curvature += count * ((value - x) / rest) ** 2;
  }
  const w = Math.sign(t) * Math.sqrt(Math.max(0, -2 * cumulant));
  if (Math.abs(w) < MIN_W) return 0.5;
  const u = t * Math.sqrt(curvature);
  return normalUpper(w) + Math.exp((-w * w) / 2 - HALF_LOG_2PI) * (1 / u - 1 / w);
}

/** The mean of items, and the items by value, sorted, with the added ones. */
function cellsOf(
  values: readonly number[],
  counts: readonly number[] | undefined,
  added: {zeros: number; ones: number}
): {value: number; cells: Cell[]} {
  const byValue = new Map<number, number>([
    [0, added.zeros],
    [1, added.ones]
  ]);
  for (const [i, value] of values.entries()) byValue.set(value, (byValue.get(value) ?? 0) + (counts?.[i] ?? 1));
  const cells = [...byValue]
    .map(([value, count]) => ({value, count}))
    .filter(({count}) => count > 0)
    .sort((a, b) => a.value - b.value);
  const items = cells.reduce((total, {count}) => total + count, 0) - added.zeros - added.ones;
  const sum = cells.reduce((total, {value, count}) => total + value * count, 0) - added.ones;
  return {value: sum / items, cells: cells.length > MAX_CELLS ? merged(cells) : cells};
}

/** Cells of values that are close to each other as one, of their mean. */
function merged(cells: readonly Cell[]): Cell[] {
  const bins = new Map<number, {sum: number; count: number}>();
  for (const {value, count} of cells) {
    const key = Math.floor(value * MAX_CELLS);
    const bin = bins.get(key) ?? {sum: 0, count: 0};
    bins.set(key, {sum: bin.sum + value * count, count: bin.count + count});
  }
  return [...bins.values()].map(({sum, count}) => ({value: sum / count, count}));
}

/** pass@k or pass^k over items. */
export interface PassEstimate extends ItemMean {
  k: number;
  /** items with at least k trials, over which the mean is */
  items: number;
  /** items with fewer trials, which are left out */
  left_out: number;
  /** trials of the items that count */
  trials: number;
}

/** The mean of pass@k or pass^k over the items that have at least k trials, with its interval over items; null where no item has. */
export function passEstimate(items: readonly ItemTrials[], {kind, k}: {kind: PassKind; k: number}): PassEstimate | null {
  const counted = items.filter(({n}) => n >= k);
  if (counted.length === 0) return null;
  const estimate = PASS_KINDS[kind];
  return {
    k,
    ...meanOverItems(counted.map(({n, c}) => estimate(n, c, k))),
    items: counted.length,
    left_out: items.length - counted.length,
    trials: counted.reduce((sum, {n}) => sum + n, 0)
  };
}

/** Trials of one item by each of two sides. */
export interface PairedTrials {
  a: ItemTrials;
  b: ItemTrials;
}

/** A difference over the items that both sides tried at least k times. */
export interface PassDifference {
  k: number;
  a: PassEstimate;
  b: PassEstimate;
  /** A minus B, with its 95 % interval (null of a single item) and the two-sided p-value of no difference */
  value: number;
  low: number | null;
  high: number | null;
  p: number | null;
  items: number;
  left_out: number;
}

/**
 * pass@k or pass^k of A minus that of B, paired by item: each item has the difference of both estimates, and their mean has the interval of
 * every paired difference here (`pairedEstimate`: Student's t with an added discordant pair). Null where no item has k trials of both.
 */
export function passDifference(pairs: readonly PairedTrials[], {kind, k}: {kind: PassKind; k: number}): PassDifference | null {
  const counted = pairs.filter(({a, b}) => a.n >= k && b.n >= k);
  if (counted.length === 0) return null;
  const estimate = PASS_KINDS[kind];
  const {value, low, high, p} = pairedEstimate(
    counted.map(({a, b}) => ({gain: estimate(a.n, a.c, k) - estimate(b.n, b.c, k), room: 1}))
  );
  const side = (name: "a" | "b") =>
    passEstimate(
      counted.map(pair => pair[name]),
      {kind, k}
    )!;
  return {
    k,
    a: side("a"),
    b: side("b"),
    value,
    low,
    high,
    p,
    items: counted.length,
    left_out: pairs.length - counted.length
  };
}

/** A difference of pass@k or of pass^k. */
export interface ComparedPass extends PassDifference {
  kind: PassKind;
}

/**
 * The differences of pass^k and pass@k for the k of `passSizes`, up to the most trials that both sides have of one item; none where no item
 * has two trials of both. pass@1 is pass^1 and has no entry.
 */
export function comparedPasses(pairs: readonly PairedTrials[]): ComparedPass[] {
  const most = pairs.reduce((size, {a, b}) => Math.max(size, Math.min(a.n, b.n)), 0);
  if (most < 2) return [];
  const kindsOf = (k: number): PassKind[] => (k === 1 ? ["pass_hat"] : ["pass_hat", "pass_at"]);
  return passSizes(most).flatMap(k => kindsOf(k).map((kind): ComparedPass => ({kind, ...passDifference(pairs, {kind, k})!})));
}

/** The differences of the largest k, 2 at least, that no less than half of the items with repeated trials of both sides have. */
export function mostRepeated(passes: readonly ComparedPass[]): ComparedPass[] {
  const repeated = passes.filter(({k}) => k > 1);
  const most = repeated[0]?.items ?? 0;
  const largest = Math.max(0, ...repeated.filter(({items}) => 2 * items >= most).map(({k}) => k));
  return repeated.filter(({k}) => k === largest);
}
