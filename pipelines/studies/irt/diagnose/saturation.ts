// Saturation of a benchmark: how well its items still tell the ablest models apart.
import {Z975} from "../../../stats/distributions.js";
import {wilson} from "../../../stats/intervals.js";
import {type Item, information, probability} from "../item.js";
import {expectedSlope} from "../scoreCurve.js";

/** An item with the number of its answers and of its right answers. */
export interface AnsweredItem extends Item {
  n: number;
  right: number;
}

interface Span {
  value: number;
  low: number;
  high: number;
}

export interface Saturation {
  items: number;
  /** share of items that more than 95 % of evaluations got right, with Wilson's interval over items */
  above: Span;
  /** expected share wrong at the abilities of the best evaluations */
  headroom: Span;
  /** sum of the items' Fisher information at those abilities */
  information: Span;
  /** smallest difference between two abilities there that the test resolves: 1.96 √(2 ÷ information), in standard deviations of ability */
  resolved: Span;
  /** the same difference as a share of items: multiplied by the absolute slope of the expected share right */
  resolvedShare: Span;
}

/** Share of right answers above which an item counts as solved. */
export const SOLVED = 0.95;
/** Standard normal quantile of a two-sided 95 % interval. */
/** Number of evaluations that count as the top: a tenth of them, at least 3 and at most 10. */
const topCount = (evaluations: number): number => Math.min(evaluations, Math.max(3, Math.min(10, Math.round(evaluations / 10))));

/** The highest abilities, in descending order. */
export const topOf = (abilities: readonly number[]): number[] =>
  [...abilities].sort((a, b) => b - a).slice(0, topCount(abilities.length));

/**
 * Saturation of a set of items at the given abilities. The intervals generalise to other items of the same kind: items are a random sample
 * of what their generator makes. Two abilities are resolved where their difference is 1.96 times its standard error, each measured by these
 * items alone.
 */
export function saturation(items: readonly AnsweredItem[], top: readonly number[]): Saturation {
  const answered = items.filter(({n}) => n > 0);
  const solved = answered.filter(({n, right}) => right > SOLVED * n).length;
  const share = wilson(solved / answered.length, answered.length);
  const wrong = mean(items.map(item => 1 - over(top, theta => probability(item, theta))));
  const bits = mean(items.map(item => over(top, theta => information(item, theta))));
  const total = scaled(bits, items.length);
  const slope = over(top, theta => items.reduce((sum, item) => sum + rise(item, theta), 0)) / items.length;
  const resolved = {value: least(total.value), low: least(total.high), high: least(total.low)};
  return {
    items: items.length,
    above: {
      value: solved / answered.length,
      low: clamp01(share.center - share.margin),
      high: clamp01(share.center + share.margin)
    },
    headroom: {value: wrong.value, low: clamp01(wrong.low), high: clamp01(wrong.high)},
    information: total,
    resolved,
    resolvedShare: scaled(resolved, Math.abs(slope))
  };
}

const over = (top: readonly number[], of: (theta: number) => number): number =>
  top.reduce((sum, theta) => sum + of(theta), 0) / top.length;
const least = (bits: number): number => (bits > 0 ? Z975 * Math.sqrt(2 / bits) : Infinity);
const clamp01 = (x: number): number => Math.min(1, Math.max(0, x));
const scaled = ({value, low, high}: Span, by: number): Span => ({value: value * by, low: Math.max(0, low * by), high: high * by});

/** Slope of an item's response curve at an ability. */
function rise(item: Item, theta: number): number {
  if (item.steps) return expectedSlope(item, theta);
  const logistic = (probability(item, theta) - item.c) / (item.u - item.c);
  return item.a * (item.u - item.c) * logistic * (1 - logistic);
}

/** Mean with its 95 % interval over items. */
function mean(values: readonly number[]): Span {
  const n = values.length;
  const value = values.reduce((sum, x) => sum + x, 0) / n;
  const squares = values.reduce((sum, x) => sum + (x - value) ** 2, 0);
  const reach = n > 1 ? Z975 * Math.sqrt(squares / (n - 1) / n) : Number.NaN;
  return {value, low: value - reach, high: value + reach};
}
