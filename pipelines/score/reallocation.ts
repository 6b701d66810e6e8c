// Reallocation: samples that points stopped early have saved are given to the points whose intervals would shrink most.
import type {Precision} from "../book/schemas.js";
import {rescaledInterval} from "./accuracy.js";
import type {Counters} from "./counters.js";
import {isTruncating, type Stopped} from "./precision.js";

/** What reallocation needs to know about a point. */
export interface Measured {
  /** Number of samples that were requested. */
  k: number;
  /** Most samples of the point by itself: as many as the book allows, or as there are. */
  most: number;
  counters: Pick<Counters, "correct" | "incorrect" | "truncated" | "guess_sum">;
  stopped: Stopped;
}

/**
 * Whether samples that some points save may be spent on others. A fixed number of samples saves none; and under a limit on tests nothing is
 * moved, so that the tests of a smaller limit stay among those of a larger one.
 */
export const isReallocated = ({reallocate = false, min, max}: Precision, {limit}: {limit?: number | undefined}): boolean =>
  reallocate && min < max && limit === undefined;

/** Samples that are left of what the points may take together. */
export const unspent = (points: readonly Measured[]): number => points.reduce((left, {k, most}) => left + most - k, 0);

/**
 * Width of a point's interval after further samples, if outcomes, guess chances and truncations keep their present proportions.
 */
export function expectedWidth({counters}: Pick<Measured, "counters">, more: number): number {
  const {correct, incorrect, truncated, guess_sum} = counters;
  const total = correct + incorrect;
  if (total === 0) return 1;
  const scale = 1 + more / (total + truncated);
  const {low, high} = rescaledInterval({correct: correct * scale, total: total * scale, guessSum: guess_sum * scale});
  return high - low;
}

/** Whether a point may take more samples: its maximum was not enough, and most of its samples count. */
export const isOpen = ({counters, stopped}: Pick<Measured, "counters" | "stopped">): boolean =>
  stopped === "max" && counters.correct + counters.incorrect > 0 && !isTruncating(counters);

/**
 * Distributes samples over the points whose interval is still too wide, a step at a time, each to the point whose interval is expected to
 * shrink most per sample; earlier points first where two shrink alike. A point is given no more than it is expected to need. It depends on
 * the points and their order alone.
 * @param left number of samples to distribute at most
 * @returns the further samples of each point, in their order
 */
export function reallocate(points: readonly Measured[], {step, width}: Precision, left: number): number[] {
  const given = points.map(() => 0);
  const offer = (i: number): Offer | null => {
    const now = expectedWidth(points[i]!, given[i]!);
    return now > width ? {i, gain: now - expectedWidth(points[i]!, given[i]! + step)} : null;
  };
  const offers = points.flatMap((point, i) => (isOpen(point) ? (offer(i) ?? []) : [])).sort(byGain);
  for (let rest = left; rest > 0 && offers.length > 0; ) {
    const {i} = offers.shift()!;
    const more = Math.min(step, rest);
    given[i]! += more;
    rest -= more;
    const next = offer(i);
    if (next) offers.splice(placeOf(next, offers), 0, next);
  }
  return given;
}

/** The gain of giving a point one step more. */
interface Offer {
  i: number;
  gain: number;
}
const byGain = (a: Offer, b: Offer): number => b.gain - a.gain || a.i - b.i;

/** Where an offer belongs among sorted ones. */
function placeOf(offer: Offer, sorted: readonly Offer[]): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (byGain(sorted[middle]!, offer) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Number of further samples after which a point's interval is expected to be narrow enough; none for points that may take none. */
export function wanted(point: Pick<Measured, "counters" | "stopped">, {width}: Precision, most: number): number {
  if (!isOpen(point) || expectedWidth(point, 0) <= width) return 0;
  let [low, high] = [0, most];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (expectedWidth(point, middle) > width) low = middle;
    else high = middle;
  }
  return high;
}
