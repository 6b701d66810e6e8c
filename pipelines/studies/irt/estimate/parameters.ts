// Layout of the item parameters in the vector that is estimated: (log |a|, d, logit c) of each item, one after the other. The sign of a is
// stored separately, so that priors and populations of discriminations concern its absolute value.
import type {Item} from "../item.js";

export type ModelName = "rasch" | "2pl" | "3pl";
/** Numbers per item in a vector of parameters. */
export const WIDTH = 3;
/** Numbers per item in a list of symmetric 3 × 3 matrices: aa, ad, ac, dd, dc, cc. */
export const PAIRS = 6;

/** Which parameters are estimated. */
export interface Shape {
  items: number;
  /** One discrimination for all items (Rasch: the standard deviation of ability when a is 1). */
  tied: boolean;
  /** Whether the lower asymptote is estimated; otherwise it is `lower`. */
  guessing: boolean;
  /** Fixed lower asymptote of each item. */
  lower: Float64Array;
  /** 1, or −1 for an item that abler persons get wrong more often: a = sign · exp(x). */
  sign: Int8Array;
}

/** Bounds of each parameter: beyond, curves no longer change in any way that could be observed. The lowest logit c means no guessing. */
const LOW = [-10, -60, -18];
const HIGH = [4, 60, 4];

export function shapeOf(model: ModelName, items: number, guess?: ArrayLike<number>): Shape {
  const lower = guess && model === "3pl" ? Float64Array.from(guess) : new Float64Array(items);
  return {items, tied: model === "rasch", guessing: model === "3pl" && !guess, lower, sign: new Int8Array(items).fill(1)};
}

export const logitOf = (p: number): number => Math.log(p / (1 - p));

/** Discrimination of item j. */
export const slopeAt = ({sign}: Shape, x: Float64Array, j: number): number => sign[j]! * Math.exp(x[WIDTH * j]!);

/** Lower asymptote of item j. */
export const asymptote = ({guessing, lower}: Shape, x: Float64Array, j: number): number =>
  guessing ? 1 / (1 + Math.exp(-x[WIDTH * j + 2]!)) : lower[j]!;

export function itemAt(shape: Shape, x: Float64Array, j: number): Omit<Item, "id"> {
  return {a: slopeAt(shape, x, j), d: x[WIDTH * j + 1]!, c: asymptote(shape, x, j), u: 1};
}

/** Moves parameters back into their bounds. */
export function clamp(x: Float64Array): void {
  for (let i = 0; i < x.length; i++) x[i] = Math.min(HIGH[i % WIDTH]!, Math.max(LOW[i % WIDTH]!, x[i]!));
}

/** −1 where a parameter is at its lower bound, 1 at its upper bound, otherwise 0. */
export const boundOf = (x: Float64Array, i: number): -1 | 0 | 1 =>
  x[i]! <= LOW[i % WIDTH]! ? -1 : x[i]! >= HIGH[i % WIDTH]! ? 1 : 0;

/** Zeroes the slopes of fixed parameters, combines those of tied ones, and zeroes slopes that point out of the bounds. */
export function restrict(
  {items, tied, guessing}: Shape,
  x: Float64Array,
  gradient: Float64Array,
  information: Float64Array
): void {
  if (!guessing)
    for (let j = 0; j < items; j++) {
      gradient[WIDTH * j + 2] = 0;
      information[PAIRS * j + 2] = information[PAIRS * j + 4] = information[PAIRS * j + 5] = 0;
    }
  if (tied) tie(items, gradient, information);
  for (let i = 0; i < x.length; i++) if (boundOf(x, i) * gradient[i]! > 0) gradient[i] = 0;
}

/**
 * Keeps parameters inside: one at its bound whose slope points outward, and was zeroed by `restrict`, stays; no other direction points
 * outward.
 */
export function stayInside(x: Float64Array, gradient: Float64Array, direction: Float64Array): void {
  for (let i = 0; i < x.length; i++) {
    const bound = boundOf(x, i);
    if (bound !== 0 && (gradient[i] === 0 || bound * direction[i]! > 0)) direction[i] = 0;
  }
}

/** Distributes a tied slope evenly over the items, so that inner products equal those of the single parameter. */
function tie(items: number, gradient: Float64Array, information: Float64Array): void {
  let [slope, curvature] = [0, 0];
  for (let j = 0; j < items; j++) {
    slope += gradient[WIDTH * j]!;
    curvature += information[PAIRS * j]!;
  }
  for (let j = 0; j < items; j++) {
    gradient[WIDTH * j] = slope / items;
    information[PAIRS * j] = curvature / items;
    information[PAIRS * j + 1] = information[PAIRS * j + 2] = 0;
  }
}

/** The largest absolute slope; a tied parameter counts as a whole. */
export function largest({items, tied}: Shape, gradient: Float64Array): number {
  let most = 0;
  for (let i = 0; i < gradient.length; i++) {
    const slope = Math.abs(gradient[i]!) * (tied && i % WIDTH === 0 ? items : 1);
    if (!(slope <= most)) most = slope;
  }
  return most;
}
