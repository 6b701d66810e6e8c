// Fit of every item: mean squares, S-X², item–rest correlation, and one p-value with its adjustment for their number.

import {plural} from "../../../book/plural.js";
import {chiSquaredUpper, logGamma, normalUpper} from "../../../stats/distributions.js";
import {falseDiscoveryRate} from "../../../stats/falseDiscovery.js";
import {type Grid, normalGrid} from "../estimate/quadrature.js";
import {type Item, MISSING, probability, type Responses, RIGHT} from "../item.js";
import {type MeanSquares, meanSquares} from "./residuals.js";
import {SOLVED} from "./saturation.js";
import {type ItemScreen, screenItems} from "./screens.js";

export interface ItemFit extends MeanSquares {
  screen: ItemScreen;
  /** null where S-X² is not made */
  sx2: Pick<SummedScoreFit, "x2" | "df"> | null;
  /** that of S-X² where it can be computed, else the smaller p-value of infit and outfit, doubled; null where there is neither */
  p: number | null;
  /** p adjusted for the number of items (Benjamini & Hochberg 1995) */
  adjusted: number | null;
}

/** Fewest persons for S-X2: with fewer, no score group has enough expected answers of both kinds. */
const FEWEST_SX2 = 200;

/** @param theta abilities of the persons, in order */
export function itemFits(items: readonly (Item & {se_c: number})[], responses: Responses, theta: ArrayLike<number>): ItemFit[] {
  const fit = meanSquares(items, responses, theta).items;
  const screens = screenItems(responses);
  const enough = items.length <= MOST_SX2_ITEMS && items.length > 3 && responses.persons.length >= FEWEST_SX2;
  const sx2 = enough ? summedScoreFit(items, responses, {parameters: items.some(({se_c}) => se_c > 0) ? 3 : 2}) : null;
  const p = fit.map((own, i) => {
    const z = Math.max(Math.abs(own.zInfit), Math.abs(own.zOutfit));
    return sx2?.[i]?.p ?? (Number.isFinite(z) ? Math.min(1, 4 * normalUpper(z)) : null);
  });
  const adjusted = falseDiscoveryRate(p, "BH");
  return fit.map((own, i) => {
    const score = sx2?.[i];
    return {...own, screen: screens[i]!, sx2: score ? {x2: score.x2, df: score.df} : null, p: p[i]!, adjusted: adjusted[i]!};
  });
}

// S-X2: do persons with k right answers in total get an item right as often as the model expects?

interface SummedScoreFit {
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
const MOST_SX2_ITEMS = 400;

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

// Items to inspect before a fit is believed, by name: reversed, saturated, and duplicate items.

interface NamedScreen {
  /**
   * Items that abler models get wrong more often: item–rest correlation significantly below 0 (5 % false discovery rate, Benjamini &
   * Hochberg 1995).
   */
  reversed: {id: string; rest: number; low: number; high: number; n: number}[];
  /** Items that more than 95 % of the models got right. */
  saturated: {id: string; right: number; n: number}[];
  /** Groups of items that every model answered alike, on so many answers that chance is an unlikely cause. */
  duplicate: {ids: string[]; n: number}[];
}

/** False discovery rate of reversed items, and the chance that any two independent items of the matrix are taken for duplicates. */
const LEVEL = 0.05;

export function nameItems(responses: Responses): NamedScreen {
  const {items} = responses;
  const screens = screenItems(responses);
  const adjusted = falseDiscoveryRate(
    screens.map(({rest, n}) => (n > 3 && Number.isFinite(rest) ? normalUpper(-Math.atanh(rest) * Math.sqrt(n - 3)) : null)),
    "BH"
  );
  return {
    reversed: screens.flatMap(({rest, low, high, n}, j) =>
      adjusted[j] !== null && adjusted[j]! <= LEVEL ? [{id: items[j]!, rest, low, high, n}] : []
    ),
    saturated: screens.flatMap(({right, n}, j) => (n > 0 && right > SOLVED * n ? [{id: items[j]!, right, n}] : [])),
    duplicate: duplicates(responses, screens)
  };
}

/**
 * Groups of items with identical answers. Two independent items with k right answers among n agree throughout with probability 1 ÷ C(n, k).
 */
function duplicates(
  {persons, items, cells}: Responses,
  screens: readonly {n: number; right: number}[]
): NamedScreen["duplicate"] {
  const most = Math.log((items.length * items.length) / 2 / LEVEL);
  const groups = new Map<string, number[]>();
  const column = new Uint8Array(persons.length);
  const text = new TextDecoder("latin1");
  for (const [j, {n, right}] of screens.entries()) {
    if (logGamma(n + 1) - logGamma(right + 1) - logGamma(n - right + 1) <= most) continue;
    for (let i = 0; i < column.length; i++) column[i] = cells[i * items.length + j]!;
    const key = text.decode(column);
    groups.set(key, [...(groups.get(key) ?? []), j]);
  }
  return [...groups.values()].flatMap(group =>
    group.length > 1 ? [{ids: group.map(j => items[j]!), n: screens[group[0]!]!.n}] : []
  );
}

/** Most names that are printed in full. */
const MOST_REPORTED = 12;
export const named = (ids: readonly string[], most = MOST_REPORTED): string =>
  `${ids.slice(0, most).join(", ")}${ids.length > most ? `, and ${(ids.length - most).toLocaleString("en-US")} more` : ""}`;

/** Text of the screen in three lines: what was checked, how many items were found, and which. */
export function screenLines({reversed, saturated, duplicate}: NamedScreen): string[] {
  const interval = ({id, rest, low, high}: NamedScreen["reversed"][number]) =>
    `${id} (${rest.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}])`;
  return [
    `reversed: ${
      reversed.length === 0
        ? "no item"
        : `${plural(reversed.length, "item")} that better models get wrong more often (item–rest correlation with 95 % interval), look for wrong keys: ${named(reversed.map(interval))}`
    }`,
    `saturated: ${
      saturated.length === 0
        ? "no item"
        : `${plural(saturated.length, "item")} with more than 95 % right: ${named(saturated.map(({id, right, n}) => `${id} (${right.toLocaleString("en-US")} of ${n.toLocaleString("en-US")})`))}`
    }`,
    `duplicate: ${
      duplicate.length === 0
        ? "no items"
        : `${plural(duplicate.length, "group")} of items that every model answered alike: ${named(duplicate.map(({ids}) => named(ids, 5).replaceAll(", ", " = ")))}`
    }`
  ];
}
