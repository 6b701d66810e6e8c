// Residuals by evaluation and category; of many evaluations or categories, by groups of like ability or difficulty.
import type {Item, Responses} from "../item.js";
import {type Residual, residualMap} from "./observed.js";

/** Most evaluations, and most categories, that have a row or a column each. */
const [MOST_ROWS, MOST_COLUMNS] = [70, 24];
/** Groups of evaluations, and of items, where there are more. */
const [ROWS, COLUMNS] = [30, 20];

export interface ResidualLayout {
  /** ablest first: a person by index, null for a group, with the highest and the lowest ability */
  rows: {person: number | null; from: number; to: number}[];
  /** categories by name, or groups of items, easiest first, with the lowest and the highest difficulty */
  columns: {category: string | null; from: number; to: number}[];
  /** row of each person, column of each item */
  rowOf: Int32Array;
  columnOf: Int32Array;
}

type Grouped = Item & {b: number; category: string};

/** Rows and columns of the map. */
export function residualLayout(items: readonly Grouped[], theta: ArrayLike<number>): ResidualLayout {
  const byAbility = Array.from(theta, (_, i) => i).sort((a, b) => theta[b]! - theta[a]!);
  const few = byAbility.length <= MOST_ROWS;
  const rowCount = few ? byAbility.length : ROWS;
  const rows = rangesOf(byAbility, rowCount, i => theta[i]!).map((range, k) => ({person: few ? byAbility[k]! : null, ...range}));
  const categories = [...new Set(items.map(({category}) => category))].sort();
  const named = categories.length > 1 && categories.length <= MOST_COLUMNS;
  const byDifficulty = items.map((_, i) => i).sort((a, b) => items[a]!.b - items[b]!.b);
  const columnCount = Math.min(COLUMNS, items.length);
  const columns = named
    ? categories.map(category => {
        const own = items.filter(item => item.category === category).map(({b}) => b);
        return {category, from: Math.min(...own), to: Math.max(...own)};
      })
    : rangesOf(byDifficulty, columnCount, i => items[i]!.b).map(range => ({category: null, ...range}));
  const columnOf = named
    ? Int32Array.from(items, ({category}) => categories.indexOf(category))
    : placeIn(byDifficulty, columnCount);
  return {rows, columns, rowOf: placeIn(byAbility, rowCount), columnOf};
}

/** The cells of the map. @param theta abilities of the persons, in order */
export const residualCells = (items: readonly Grouped[], responses: Responses, theta: ArrayLike<number>): Residual[] =>
  residualMap(items, responses, theta, residualLayout(items, theta));

/** Group of each index when an ordered list is divided into `count` equal groups. */
function placeIn(order: readonly number[], count: number): Int32Array {
  const place = new Int32Array(order.length);
  order.forEach((index, at) => {
    place[index] = Math.floor((at * count) / order.length);
  });
  return place;
}

/** First and last value of each group. */
function rangesOf(order: readonly number[], count: number, at: (index: number) => number): {from: number; to: number}[] {
  const groups = Array.from({length: count}, () => [] as number[]);
  for (const [place, index] of order.entries()) groups[Math.floor((place * count) / order.length)]!.push(at(index));
  return groups.map(own => ({from: own[0]!, to: own.at(-1)!}));
}
