// Observed shares right of persons of similar ability, to compare with the fitted curve, and residuals of groups of persons and items.
import {wilson} from "../../../stats/intervals.js";
import {meanOverItems} from "../../../stats/passK.js";
import {type Item, MISSING, probability, type Responses, RIGHT} from "../item.js";

export interface ObservedShare {
  /** mean ability of the group, with its lowest and highest */
  theta: number;
  from: number;
  to: number;
  n: number;
  right: number;
  share: number;
  /** Wilson's 95 % interval; of mean scores the bootstrap over persons, which stays within 0 and 1 too */
  low: number;
  high: number;
}

/** Shares right on one item in groups of equal size, by ability, of the persons who answered it; at least `least` persons in each group. */
export function observedShares(
  {items, cells, scores}: Responses,
  theta: ArrayLike<number>,
  item: number,
  {groups = 10, least = 8}: {groups?: number; least?: number} = {}
): ObservedShare[] {
  const answered = Array.from(theta, (ability, person) => {
    const place = person * items.length + item;
    return {own: ability, cell: cells[place]!, score: scores ? scores[place]! : Number(cells[place] === RIGHT)};
  }).filter(({cell}) => cell !== MISSING);
  answered.sort((a, b) => a.own - b.own);
  const count = Math.max(1, Math.min(groups, Math.floor(answered.length / least)));
  return Array.from({length: answered.length > 0 ? count : 0}, (_, k) => {
    const group = answered.slice(Math.round((k * answered.length) / count), Math.round(((k + 1) * answered.length) / count));
    const n = group.length;
    const right = group.reduce((sum, {score}) => sum + score, 0);
    const {low, high} = scores ? meanOverItems(group.map(({score}) => score)) : wilsonEnds(right / n, n);
    return {
      theta: group.reduce((sum, {own}) => sum + own, 0) / n,
      from: group[0]!.own,
      to: group.at(-1)!.own,
      n,
      right,
      share: right / n,
      low,
      high
    };
  });
}

function wilsonEnds(share: number, n: number): {low: number; high: number} {
  const {center, margin} = wilson(share, n);
  return {low: center - margin, high: center + margin};
}

/** One cell of the residual map: right answers of a group of persons to a group of items, minus those that the curves expect. */
export interface Residual {
  row: number;
  column: number;
  n: number;
  observed: number;
  expected: number;
  /** (observed − expected) in standard errors */
  z: number;
}

/**
 * Residuals summed over groups of persons and of items.
 * @param rowOf group of each person, −1 for none · @param columnOf group of each item, −1 for none
 */
export function residualMap(
  items: readonly Item[],
  {persons, cells}: Responses,
  theta: ArrayLike<number>,
  {rowOf, columnOf}: {rowOf: ArrayLike<number>; columnOf: ArrayLike<number>}
): Residual[] {
  const sums = new Map<number, {row: number; column: number; n: number; right: number; expected: number; variance: number}>();
  const columns = 1 + Math.max(...Array.from(columnOf));
  for (let person = 0; person < persons.length; person++) {
    const row = rowOf[person]!;
    if (row < 0) continue;
    for (let item = 0; item < items.length; item++) {
      const cell = cells[person * items.length + item]!;
      const column = columnOf[item]!;
      if (cell === MISSING || column < 0) continue;
      const key = row * columns + column;
      let sum = sums.get(key);
      if (!sum) sums.set(key, (sum = {row, column, n: 0, right: 0, expected: 0, variance: 0}));
      const p = probability(items[item]!, theta[person]!);
      sum.n++;
      sum.right += Number(cell === RIGHT);
      sum.expected += p;
      sum.variance += p * (1 - p);
    }
  }
  return [...sums.values()].map(({row, column, n, right, expected, variance}) => ({
    row,
    column,
    n,
    observed: right / n,
    expected: expected / n,
    z: variance > 0 ? (right - expected) / Math.sqrt(variance) : 0
  }));
}
