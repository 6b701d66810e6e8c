// Kind of a matrix of scores, and its items as categories or fractions: which model they take, which levels an item uses, which items are
// left out.
import {plural} from "../../../book/plural.js";
import {UserError} from "../../../rows/error.js";
import type {Fit} from "../estimate/result.js";
import type {ScoredResponses} from "../item.js";

export const SCORE_MODELS = ["graded", "continuous"] as const;
export type ScoreModel = (typeof SCORE_MODELS)[number];
export const isScoreModel = (name: string): name is ScoreModel => (SCORE_MODELS as readonly string[]).includes(name);

/** Most scores of a graded item: each has an intercept, and more of them have too few answers each. */
export const MAX_CATEGORIES = 12;
/** Fewest models and items, as of right or wrong answers. */
const MIN_SIZE = 3;

/** An item's answers as the search takes them. */
export interface CodedItem {
  id: string;
  /** column of the matrix */
  column: number;
  /** persons who answered */
  rows: Int32Array;
  /** category of each answer, from 0; of a continuous item all 0 */
  category: Uint8Array;
  /** score of each answer from 0 to 1, of a continuous item; null of a graded one */
  score: Float64Array | null;
  /** scores of the categories from 0 to 1, lowest first; those of a continuous item are 0 and 1 */
  levels: number[];
  /** whether scores lie between 0 and 1, so that their dispersion is estimated */
  isSpread: boolean;
}

/** Number of an item's categories. */
export const countOf = ({levels}: CodedItem): number => levels.length;

export interface Coded {
  persons: readonly string[];
  items: CodedItem[];
  left_out: Fit["left_out"];
  /** items that leave levels between others unused: neighbours then have one boundary instead of two */
  merged: {id: string; levels: number[]}[];
}

export interface ScoreKind {
  model: ScoreModel;
  /** all scores of the matrix, lowest first */
  levels: number[];
  why: string;
}

/** Different scores, lowest first. */
export function levelsOf(scores: Float64Array): number[] {
  const levels = new Set<number>();
  for (const score of scores) if (!Number.isNaN(score)) levels.add(score);
  return [...levels].sort((u, v) => u - v);
}

const listed = (levels: readonly number[]): string => levels.map(level => Number(level.toPrecision(4))).join(", ");

/**
 * Model of a matrix of scores: graded where they are few and equally spaced, such as 0, 0.5, 1 or whole numbers without a large gap, and
 * continuous for other fractions.
 * @throws UserError for scores that are neither
 */
export function scoreKind(scores: Float64Array): ScoreKind {
  const levels = levelsOf(scores);
  const [low = 0, high = 0] = [levels[0], levels.at(-1)];
  const text = listed(levels);
  if (low < 0) throw new UserError(`score ${low} is below 0; if it marks a missing response: --missing ${low}`);
  if (levels.every(Number.isInteger)) {
    const gap = levels.slice(1).findIndex((level, k) => level - levels[k]! > Math.max(1, (high - low) / 2));
    if (gap >= 0)
      throw new UserError(
        `there is no score between ${levels[gap]} and ${levels[gap + 1]}; if ${levels[gap + 1]} marks a missing response: --missing ${levels[gap + 1]}`
      );
    if (high - low >= MAX_CATEGORIES)
      throw new UserError(
        `scores go from ${low} to ${high}; at most ${MAX_CATEGORIES} categories are fitted; divide by ${high} for scores from 0 to 1`
      );
    return {model: "graded", levels, why: `${plural(levels.length, "ordered category", "ordered categories")}: ${text}`};
  }
  if (high > 1) throw new UserError(`score ${high} is above 1 and others are fractions; expected scores from 0 to 1`);
  const parts = spacing(levels);
  if (parts !== null && levels.length > 2)
    return {model: "graded", levels, why: `${levels.length} equally spaced scores: ${text}`};
  return {
    model: "continuous",
    levels,
    why:
      levels.length > MAX_CATEGORIES
        ? `${levels.length.toLocaleString("en-US")} different scores from ${low} to ${high}`
        : `scores are not equally spaced: ${text}`
  };
}

/** Least number of equal parts of 0…1 on whose ends all levels lie; null where that takes more categories than are fitted. */
function spacing(levels: readonly number[]): number | null {
  for (let parts = 1; parts < MAX_CATEGORIES; parts++)
    if (levels.every(level => Math.abs(level * parts - Math.round(level * parts)) < ROUNDED * parts)) return parts;
  return null;
}
/** Thirds are often written with two digits. */
const ROUNDED = 0.004;

/**
 * Items of a matrix under a model; those that nobody answered, or all alike, are left out.
 * @throws UserError for an item of more categories than are fitted, and for scores outside 0…1 under the continuous model
 */
export function codeItems(
  {persons, items, scores}: ScoredResponses,
  {model, levels}: Pick<ScoreKind, "model" | "levels">
): Coded {
  const [low, high] = [levels[0]!, levels.at(-1)!];
  if (model === "continuous" && (low < 0 || high > 1))
    throw new UserError(`the continuous model takes scores from 0 to 1; these go from ${low} to ${high}`);
  const coded: Coded = {persons, items: [], left_out: [], merged: []};
  for (const [column, id] of items.entries()) {
    const rows = Int32Array.from(persons.keys()).filter(i => !Number.isNaN(scores[i * items.length + column]!));
    const values = Float64Array.from(rows, i => scores[i * items.length + column]!);
    const used = levelsOf(values);
    if (used.length < 2) {
      coded.left_out.push({id, reason: used.length === 0 ? "unanswered" : "all alike"});
      continue;
    }
    if (model === "continuous") {
      const isSpread = used.some(level => level > 0 && level < 1);
      coded.items.push({id, column, rows, category: new Uint8Array(rows.length), score: values, levels: [0, 1], isSpread});
      continue;
    }
    if (used.length > MAX_CATEGORIES)
      throw new UserError(
        `item "${id}" has ${used.length} different scores; a graded item takes at most ${MAX_CATEGORIES}: --model continuous`
      );
    const unused = levels.filter(level => level > used[0]! && level < used.at(-1)! && !used.includes(level));
    if (unused.length > 0) coded.merged.push({id, levels: unused});
    const place = new Map(used.map((level, k) => [level, k]));
    coded.items.push({
      id,
      column,
      rows,
      category: Uint8Array.from(values, value => place.get(value)!),
      score: null,
      levels: used.map(level => (level - low) / (high - low)),
      isSpread: false
    });
  }
  return coded;
}

/** Reason why nothing can be estimated from scores, in one sentence without a full stop; null where something can. */
export function unfitScores({items, left_out, persons}: Coded): string | null {
  const some = new Set(items.flatMap(({rows}) => [...rows])).size;
  const needed = `at least ${MIN_SIZE} models and ${MIN_SIZE} items are needed`;
  if (items.length + left_out.length < MIN_SIZE)
    return `${plural(items.length + left_out.length, "item")} cannot separate able models from easy ones; ${needed}`;
  if (items.length < MIN_SIZE)
    return `${items.length === 0 ? "no item separates" : `only ${plural(items.length, "item separates", "items separate")}`} models (${plural(left_out.length, "item")} with one and the same score of all, or no answer); ${needed}`;
  if (some < MIN_SIZE || persons.length < MIN_SIZE)
    return `${plural(some, "model has", "models have")} answers, which cannot separate able models from easy items; ${needed}`;
  return null;
}
