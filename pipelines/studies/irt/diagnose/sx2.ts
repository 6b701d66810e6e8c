// S-X2: do persons with k right answers in total get an item right as often as the model expects?
import {chiSquaredUpper} from "../../../stats/distributions.js";
import {type Grid, normalGrid} from "../estimate/normalGrid.js";
import {type Item, MISSING, probability, type Responses, RIGHT} from "../item.js";

export interface SummedScoreFit {
  /** persons who answered every item; the others have no comparable total score */
  n: number;
  x2: number | null;
  df: number;
  p: number | null;
  /** √(max(0, x2 − df) ÷ ((n − 1) df)) */
  rmsea: number | null;
  /** score groups, after sparse ones were merged */
  groups: ScoreGroup[];
}
interface ScoreGroup {
  low: number;
  high: number;
  n: number;
  observed: number;
  expected: number;
}

/** Most items that S-X2 is computed for: beyond, the distribution of total scores takes seconds, and mean squares are as informative. */
export const MOST_SX2_ITEMS = 400;

/**
 * S-X2 of each item (Orlando & Thissen 2000, doi:10.1177/01466216000241003): chi-squared of observed and expected right answers over total
 * scores, where expected ones follow from the recursion of Lord & Wingersky (1984). A score group with fewer than `least` expected right or
 * wrong answers is merged with the neighbour that has fewer persons. The degrees of freedom are groups − parameters of the item; x2 is null
 * where none are left.
 * @param parameters number estimated per item: 2 for Rasch with a common slope and for 2PL, 3 for 3PL
 */
export function summedScoreFit(
  items: readonly Item[],
  responses: Responses,
  {parameters, least = 1, grid = normalGrid()}: {parameters: number; least?: number; grid?: Grid}
): SummedScoreFit[] {
  if (items.length > MOST_SX2_ITEMS) throw new RangeError(`S-X2 of ${items.length} items; it supports at most ${MOST_SX2_ITEMS}`);
  const observed = countsByScore(responses);
  const expected = expectedProportions(items, grid);
  return items.map((_, item) => fitOf(item, {observed, expected, parameters, least}));
}

interface ScoreGroupCounts {
  n: number;
  /** persons by total score */
  persons: Float64Array;
  /** right answers to an item by total score */
  right: Float64Array[];
}

function countsByScore({persons, items, cells}: Responses): ScoreGroupCounts {
  const size = items.length;
  const counted: ScoreGroupCounts = {
    n: 0,
    persons: new Float64Array(size + 1),
    right: items.map(() => new Float64Array(size + 1))
  };
  for (let person = 0; person < persons.length; person++) {
    const row = cells.subarray(person * size, (person + 1) * size);
    if (row.includes(MISSING)) continue;
    const score = row.reduce((sum, cell) => sum + Number(cell === RIGHT), 0);
    counted.n++;
    counted.persons[score]! += 1;
    for (let item = 0; item < size; item++) if (row[item] === RIGHT) counted.right[item]![score]! += 1;
  }
  return counted;
}

/** Expected proportion of right answers to each item among persons of each total score. */
function expectedProportions(items: readonly Item[], {nodes, weights}: Grid): Float64Array[] {
  const size = items.length;
  const numerators = items.map(() => new Float64Array(size + 1));
  const total = new Float64Array(size + 1);
  for (let node = 0; node < nodes.length; node++) {
    const p = items.map(item => probability(item, nodes[node]!));
    const all = p.reduce<Float64Array>(convolve, ONE);
    for (let k = 0; k <= size; k++) total[k]! += weights[node]! * all[k]!;
    leaveOneOut(p, 0, size, ONE, (item, rest) => {
      const share = weights[node]! * p[item]!;
      for (let k = 1; k <= size; k++) numerators[item]![k]! += share * rest[k - 1]!;
    });
  }
  return numerators.map(numerator => numerator.map((value, k) => value / total[k]!));
}
const ONE: Float64Array = Float64Array.of(1);

/** Distribution of the number right after one more item is added (Lord & Wingersky 1984, doi:10.1177/014662168400800409). */
function convolve(scores: Float64Array, p: number): Float64Array {
  const next = new Float64Array(scores.length + 1);
  for (let k = 0; k < scores.length; k++) {
    next[k]! += scores[k]! * (1 - p);
    next[k + 1]! += scores[k]! * p;
  }
  return next;
}

/** Calls `each` with the distribution of the number right over all other items. Divide and conquer takes J² log J steps instead of J³. */
function leaveOneOut(
  p: readonly number[],
  from: number,
  to: number,
  outside: Float64Array,
  each: (item: number, rest: Float64Array) => void
): void {
  if (to - from === 1) {
    each(from, outside);
    return;
  }
  const middle = (from + to) >> 1;
  leaveOneOut(p, from, middle, p.slice(middle, to).reduce<Float64Array>(convolve, outside), each);
  leaveOneOut(p, middle, to, p.slice(from, middle).reduce<Float64Array>(convolve, outside), each);
}

function fitOf(
  item: number,
  {
    observed,
    expected,
    parameters,
    least
  }: {observed: ScoreGroupCounts; expected: Float64Array[]; parameters: number; least: number}
): SummedScoreFit {
  const groups: {low: number; high: number; n: number; right: number; expected: number}[] = [];
  for (let score = 1; score < observed.persons.length - 1; score++) {
    const n = observed.persons[score]!;
    if (n > 0)
      groups.push({low: score, high: score, n, right: observed.right[item]![score]!, expected: n * expected[item]![score]!});
  }
  mergeSparse(groups, least);
  const x2 = groups.reduce(
    (sum, each) => sum + ((each.right - each.expected) ** 2 * each.n) / (each.expected * (each.n - each.expected)),
    0
  );
  const df = Math.max(0, groups.length - parameters);
  const {n} = observed;
  return {
    n,
    x2: df > 0 ? x2 : null,
    df,
    p: df > 0 ? chiSquaredUpper(x2, df) : null,
    rmsea: df > 0 ? Math.sqrt(Math.max(0, x2 - df) / ((n - 1) * df)) : null,
    groups: groups.map(each => ({
      low: each.low,
      high: each.high,
      n: each.n,
      observed: each.right / each.n,
      expected: each.expected / each.n
    }))
  };
}

function mergeSparse(groups: {low: number; high: number; n: number; right: number; expected: number}[], least: number): void {
  while (groups.length > 1) {
    const sparse = groups.findIndex(({n, expected}) => expected < least || n - expected < least);
    if (sparse < 0) return;
    const [below, above] = [groups[sparse - 1], groups[sparse + 1]];
    const into = (!above || (below && below.n <= above.n) ? below : above)!;
    const gone = groups[sparse]!;
    into.low = Math.min(into.low, gone.low);
    into.high = Math.max(into.high, gone.high);
    into.n += gone.n;
    into.right += gone.right;
    into.expected += gone.expected;
    groups.splice(sparse, 1);
  }
}
