// Linking: a new calibration is transformed to the scale of an earlier one by anchors, the items that both contain.

import {leaveOneOutError} from "../../../stats/leaveOneOut.js";
import {median} from "../../../stats/median.js";
import {difficulty, type Item, probability} from "../item.js";
import {type Grid, normalGrid} from "./quadrature.js";

/** Linear link: abilities of the new calibration become A θ + B on the fixed scale, item parameters a ÷ A and Ab + B. */
export interface Link {
  A: number;
  B: number;
  /** standard errors of A and B by the jackknife over anchors */
  seA: number;
  seB: number;
  anchors: number;
}
export const LINKS = ["stocking-lord", "robust-mean-sigma", "mean-sigma"] as const;
export type Linking = (typeof LINKS)[number];

/** Transforms an item of the new calibration to the fixed scale. */
export function relinked<T extends Item>(item: T, {A, B}: Pick<Link, "A" | "B">): T {
  return {...item, a: item.a / A, d: item.d - (item.a * B) / A};
}

/** Anchors: pairs of items with the same id in both calibrations. */
export function anchorsOf<T extends Item>(fixed: readonly T[], anew: readonly T[]): [fixed: T, anew: T][] {
  const byId = new Map(fixed.map(item => [item.id, item]));
  return anew.flatMap(item => {
    const known = byId.get(item.id);
    return known ? [[known, item] as [T, T]] : [];
  });
}

/**
 * Constants that link a new calibration to a fixed scale. `stocking-lord`: the curves of the number right come as close as possible
 * (Stocking & Lord 1983, doi:10.1177/014662168300700208), summed over a standard normal population on the fixed scale; `mean-sigma`: means
 * and standard deviations of difficulties (Marco 1977), which one uninformative item (a near 0, b in the hundreds) can move arbitrarily
 * far; `robust-mean-sigma`: the same with weights by the information of an item and by its distance from the line of the others. All except
 * the plain `mean-sigma` leave out anchors whose curves rise in one calibration and fall in the other, and those with outlying ratios of
 * discriminations or difficulties far off the line, while two others remain.
 * @throws RangeError for fewer than two anchors
 */
export function link(
  anchors: readonly (readonly [fixed: Item, anew: Item])[],
  {method = "stocking-lord", grid = normalGrid({size: 41, reach: 4})}: {method?: Linking; grid?: Grid} = {}
): Link {
  if (anchors.length < 2) throw new RangeError(`${anchors.length} anchor items; linking needs at least 2`);
  const alike = alikeOf(anchors);
  const used = method === "mean-sigma" || alike.length < 2 ? anchors : alike;
  const of = (pairs: typeof anchors, start?: [A: number, B: number]): [A: number, B: number] => {
    if (method === "mean-sigma") return meanSigma(pairs);
    return method === "robust-mean-sigma" ? robustMeanSigma(pairs) : stockingLord(pairs, grid, start ?? robustMeanSigma(pairs));
  };
  const [A, B] = of(used);
  const groups = Math.min(used.length, MOST_GROUPS);
  const left = (group: number) => used.filter((_, i) => i % groups !== group);
  const without = groups > 2 ? Array.from({length: groups}, (_, group) => of(left(group), [A, B])) : [];
  return {
    A,
    B,
    seA: leaveOneOutError(without.map(([a]) => a)),
    seB: leaveOneOutError(without.map(([, b]) => b)),
    anchors: used.length
  };
}
/** With more anchors than this the jackknife leaves out groups of anchors. */
const MOST_GROUPS = 40;

/** Anchors that may have the same curve on both scales: discriminations of the same sign and in about the same ratio. */
function alikeOf<Pair extends readonly [Item, Item]>(anchors: readonly Pair[]): Pair[] {
  const same = anchors.filter(([fixed, anew]) => fixed.a * anew.a > 0);
  const ratios = same.map(([fixed, anew]) => Math.log(anew.a / fixed.a));
  const center = median(ratios);
  const reach = Math.max(LEAST_RATIO, DEVIATIONS * deviation(ratios));
  const steep = same.filter((_, i) => Math.abs(ratios[i]! - center) <= reach);
  if (steep.length < 2) return steep;
  const off = distances(steep, robustMeanSigma(steep));
  const width = Math.max(LEAST_AWAY, widthOf(off));
  return steep.filter((_, i) => Math.abs(off[i]!) <= width);
}
/** Distances of difficulties from the linking line. */
const distances = (anchors: readonly (readonly [Item, Item])[], [A, B]: readonly [number, number]): number[] =>
  anchors.map(([fixed, anew]) => (difficulty(fixed) - A * difficulty(anew) - B) / Math.sqrt(1 + A * A));
/** Distance beyond which an anchor gets no weight. */
const widthOf = (off: readonly number[]): number => BIWEIGHT * Math.max(median(off.map(Math.abs)), LEAST_OFF);
/**
 * A discrimination up to three times as large may be chance; beyond that and beyond five times the median deviation it is a different
 * curve.
 */
const LEAST_RATIO = Math.log(3);
const DEVIATIONS = 5;
/** Standard deviations of ability that an anchor may lie off the line where anchors are few. */
const LEAST_AWAY = 1;

function meanSigma(
  anchors: readonly (readonly [Item, Item])[],
  weights: readonly number[] = anchors.map(() => 1)
): [A: number, B: number] {
  const moments = (b: readonly number[]) => {
    const all = weights.reduce((sum, weight) => sum + weight, 0);
    const center = b.reduce((sum, value, i) => sum + weights[i]! * value, 0) / all;
    return {center, spread: Math.sqrt(b.reduce((sum, value, i) => sum + weights[i]! * (value - center) ** 2, 0) / all)};
  };
  const [fixed, anew] = [0, 1].map(which => moments(anchors.map(pair => difficulty(pair[which]!)))) as [Moments, Moments];
  const A = fixed.spread / anew.spread;
  return [A, fixed.center - A * anew.center];
}
interface Moments {
  center: number;
  spread: number;
}

/**
 * Mean/sigma with Tukey's biweights on the distance from the line (Stocking & Lord 1983, robust iterative), started from medians, and with
 * the precision of difficulties as weights (Linn, Levine, Hastings & Wardrop 1981), which is proportional to a² of the flatter of the two
 * curves. No item weighs more than the median one, so that a nearly vertical curve does not decide alone.
 */
function robustMeanSigma(anchors: readonly (readonly [Item, Item])[]): [A: number, B: number] {
  const [fixed, anew] = [anchors.map(([item]) => difficulty(item)), anchors.map(([, item]) => difficulty(item))];
  let A = deviation(fixed) / deviation(anew);
  if (!(A > 0 && Number.isFinite(A))) A = 1;
  let B = median(fixed) - A * median(anew);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const precision = anchors.map(([was, is]) => 1 / (1 / was.a ** 2 + (A / is.a) ** 2));
    const most = median(precision);
    const off = distances(anchors, [A, B]);
    const width = widthOf(off);
    const weights = off.map((distance, i) => Math.min(1, precision[i]! / most) * Math.max(0, 1 - (distance / width) ** 2) ** 2);
    const [nextA, nextB] = meanSigma(anchors, weights);
    if (!(nextA > 0 && Number.isFinite(nextA + nextB))) break;
    const moved = Math.abs(nextA - A) + Math.abs(nextB - B);
    [A, B] = [nextA, nextB];
    if (moved < SETTLED) break;
  }
  return [A, B];
}
/** Most rounds of reweighting. */
const MOST_ROUNDS = 100;
/** Tuning constant of the biweight: distances beyond so many times the median distance get no weight. */
const BIWEIGHT = 6;
/** Lower bound of the median distance, in logits, so that anchors exactly on the line do not divide by 0. */
const LEAST_OFF = 1e-6;

/** Minimises the Stocking–Lord criterion by Gauss–Newton; a step that does not help is halved. */
function stockingLord(
  anchors: readonly (readonly [Item, Item])[],
  {nodes, weights}: Grid,
  start: [A: number, B: number]
): [A: number, B: number] {
  const target = expectedRight(
    anchors.map(([item]) => item),
    nodes
  );
  const off = (A: number, B: number): Float64Array => {
    const own = expectedRight(
      anchors.map(([, item]) => relinked(item, {A, B})),
      nodes
    );
    return target.map((value, k) => value - own[k]!);
  };
  const loss = (e: Float64Array): number => e.reduce((sum, x, k) => sum + weights[k]! * x * x, 0);
  let [A, B] = start[0] > 0.01 && start[0] < 100 ? start : [1, 0];
  let error = off(A, B);
  for (let round = 0; round < 50; round++) {
    const [byA, byB] = [
      slope(off(A * (1 + STEP), B), off(A * (1 - STEP), B), 2 * STEP * A),
      slope(off(A, B + STEP), off(A, B - STEP), 2 * STEP)
    ];
    const [aa, ab, bb] = [weighted(byA, byA, weights), weighted(byA, byB, weights), weighted(byB, byB, weights)];
    const [ga, gb] = [weighted(byA, error, weights), weighted(byB, error, weights)];
    const determinant = aa * bb - ab * ab;
    const [stepA, stepB] = [(bb * ga - ab * gb) / determinant, (aa * gb - ab * ga) / determinant];
    let share = 1;
    let next = error;
    for (; share > 1e-6; share /= 2) {
      if (A - share * stepA <= 0) continue;
      next = off(A - share * stepA, B - share * stepB);
      if (loss(next) <= loss(error)) break;
    }
    if (share <= 1e-6) break;
    [A, B, error] = [A - share * stepA, B - share * stepB, next];
    if (Math.hypot(stepA, stepB) * share < SETTLED) break;
  }
  return [A, B];
}
/** Step of the numerical derivatives. */
const STEP = 1e-5;
/** Change of A and B that ends the iteration. */
const SETTLED = 1e-9;
/** Expected number right at each node. */
const expectedRight = (items: readonly Item[], nodes: Float64Array): Float64Array =>
  nodes.map(theta => items.reduce((sum, item) => sum + probability(item, theta), 0));
const slope = (above: Float64Array, below: Float64Array, width: number): Float64Array =>
  above.map((x, k) => (x - below[k]!) / width);
const weighted = (x: Float64Array, y: Float64Array, weights: Float64Array): number =>
  x.reduce((sum, value, k) => sum + weights[k]! * value * y[k]!, 0);

/** Median distance from the median. */
function deviation(x: readonly number[]): number {
  const center = median(x);
  return median(x.map(value => Math.abs(value - center)));
}
