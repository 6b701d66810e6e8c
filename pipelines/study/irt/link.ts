// Linking: items calibrated anew are brought to the scale of an earlier calibration by the anchors that both hold.

import {difficulty, type Item, probability} from "./item.js";
import {type Grid, normalGrid} from "./standardNormal.js";

/** Abilities of the new calibration become A θ + B on the fixed scale: a ÷ A, Ab + B. */
export interface Link {
  A: number;
  B: number;
  /** by jackknife over anchors */
  seA: number;
  seB: number;
  anchors: number;
}
export const LINKS = ["stocking-lord", "mean-sigma"] as const;
export type Linking = (typeof LINKS)[number];

/** An item of the new calibration on the fixed scale. */
export function relinked<T extends Item>(item: T, {A, B}: Pick<Link, "A" | "B">): T {
  return {...item, a: item.a / A, d: item.d - (item.a * B) / A};
}

/** Anchors: items of equal id in both calibrations, in pairs. */
export function anchorsOf<T extends Item>(fixed: readonly T[], anew: readonly T[]): [fixed: T, anew: T][] {
  const byId = new Map(fixed.map(item => [item.id, item]));
  return anew.flatMap(item => {
    const known = byId.get(item.id);
    return known ? [[known, item] as [T, T]] : [];
  });
}

/**
 * Constants that link a new calibration to a fixed scale. `mean-sigma`: means and spreads of difficulties (Marco 1977);
 * `stocking-lord`: the curves of the number right come as close as they can (Stocking & Lord 1983, doi:10.1177/014662168300700208),
 * summed over a standard normal population on the fixed scale. Throws RangeError for fewer than two anchors.
 */
export function link(
  anchors: readonly (readonly [fixed: Item, anew: Item])[],
  {method = "stocking-lord", grid = normalGrid({size: 41, reach: 4})}: {method?: Linking; grid?: Grid} = {}
): Link {
  if (anchors.length < 2) throw new RangeError(`${anchors.length} anchor items; linking needs at least 2`);
  const of = (pairs: typeof anchors, start: [A: number, B: number]) =>
    method === "mean-sigma" ? meanSigma(pairs) : stockingLord(pairs, grid, start);
  const [A, B] = of(anchors, meanSigma(anchors));
  const groups = Math.min(anchors.length, MOST_GROUPS);
  const left = (group: number) => anchors.filter((_, i) => i % groups !== group);
  const without = groups > 2 ? Array.from({length: groups}, (_, group) => of(left(group), [A, B])) : [];
  return {A, B, seA: jackknife(without.map(([a]) => a)), seB: jackknife(without.map(([, b]) => b)), anchors: anchors.length};
}
/** More anchors than this leave the jackknife in groups. */
const MOST_GROUPS = 40;

function meanSigma(anchors: readonly (readonly [Item, Item])[]): [A: number, B: number] {
  const [fixed, anew] = [anchors.map(([item]) => difficulty(item)), anchors.map(([, item]) => difficulty(item))];
  const A = spread(fixed) / spread(anew);
  return [A, mean(fixed) - A * mean(anew)];
}

/** Gauss–Newton; a step that does not help is halved. */
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
const STEP = 1e-5;
const SETTLED = 1e-9;
/** Expected number right at each node. */
const expectedRight = (items: readonly Item[], nodes: Float64Array): Float64Array =>
  nodes.map(theta => items.reduce((sum, item) => sum + probability(item, theta), 0));
const slope = (above: Float64Array, below: Float64Array, width: number): Float64Array =>
  above.map((x, k) => (x - below[k]!) / width);
const weighted = (x: Float64Array, y: Float64Array, weights: Float64Array): number =>
  x.reduce((sum, value, k) => sum + weights[k]! * value * y[k]!, 0);

const mean = (x: readonly number[]): number => x.reduce((sum, value) => sum + value, 0) / x.length;
function spread(x: readonly number[]): number {
  const center = mean(x);
  return Math.sqrt(x.reduce((sum, value) => sum + (value - center) ** 2, 0) / x.length);
}

/** Standard error by leaving one out (Tukey 1958); NaN of fewer than three. */
function jackknife(left: readonly number[]): number {
  const n = left.length;
  if (n < 3) return Number.NaN;
  const center = mean(left);
  return Math.sqrt(((n - 1) / n) * left.reduce((sum, value) => sum + (value - center) ** 2, 0));
}
