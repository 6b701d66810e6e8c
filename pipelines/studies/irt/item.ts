// Response curve of an item, P(correct | θ) = c + (u − c) σ(aθ + d), and its information (Birnbaum 1968; Barton & Lord 1981 for the upper
// asymptote).
import {Z975} from "../../stats/distributions.js";
import {expectedScore, scoreInformation} from "./scoreCurve.js";

/** Parameters of one item. The intercept d = −ab is what is estimated; the difficulty b = −d/a follows from it. */
export interface Item {
  id: string;
  /** discrimination; below 0 the curve falls: abler persons get the item wrong more often */
  a: number;
  /** intercept −ab */
  d: number;
  /** lower asymptote (guessing), 0 ≤ c < u; 0 for Rasch and 2PL */
  c: number;
  /** upper asymptote (1 − slipping), c < u ≤ 1; 1 except for 4PL */
  u: number;
  /** intercepts of an item with graded scores, falling (scoreCurve.ts); absent of one that is right or wrong */
  steps?: readonly number[];
  /** its scores from 0 to 1, lowest first: one more than steps */
  levels?: readonly number[];
  /** variance of its scores over p(1 − p); absent = 1, that of right or wrong */
  dispersion?: number;
}

/** Answers of persons (evaluations) to items. */
export interface Responses {
  persons: string[];
  items: string[];
  /** persons × items, row by row: WRONG, RIGHT or MISSING; of scores RIGHT is the highest one */
  cells: Uint8Array;
  /** scores as the file has them, NaN where missing; absent where all answers are right or wrong */
  scores?: Float64Array;
}
/** Answers with scores between right and wrong. */
export type ScoredResponses = Required<Responses>;
export const WRONG = 0;
export const RIGHT = 1;
export const MISSING = 2;

/** Rows and columns of a response matrix, by index; all persons where none are given. */
export function partOf(
  {persons, items, cells, scores}: Responses,
  {rows = [...persons.keys()], columns}: {rows?: readonly number[]; columns: readonly number[]}
): Responses {
  const part = new Uint8Array(rows.length * columns.length);
  const partScores = scores && new Float64Array(part.length);
  let to = 0;
  for (const i of rows)
    for (const j of columns) {
      if (partScores) partScores[to] = scores![i * items.length + j]!;
      part[to++] = cells[i * items.length + j]!;
    }
  return {
    persons: rows.map(i => persons[i]!),
    items: columns.map(j => items[j]!),
    cells: part,
    ...(partScores && {scores: partScores})
  };
}

/** Answers to the named items alone, in their order; each is an item of the matrix. */
export function answersTo(responses: Responses, items: readonly {id: string}[]): Responses {
  const place = new Map(responses.items.map((id, j) => [id, j]));
  return partOf(responses, {columns: items.map(({id}) => place.get(id)!)});
}

/**
 * 95 % interval of a discrimination from its standard error. Its logarithm is what is estimated, and about normal: a ± 1.96 se would reach too
 * far towards 0 and not far enough away from it.
 */
export function slopeInterval({a, se_a}: {a: number; se_a: number}): {low: number; high: number} {
  const factor = Math.exp((Z975 * se_a) / Math.abs(a));
  return a < 0 ? {low: a * factor, high: a / factor} : {low: a / factor, high: a * factor};
}

/** Difficulty b: the ability at which the curve stands halfway between its asymptotes. */
export const difficulty = ({a, d}: Pick<Item, "a" | "d">): number => -d / a;

/** Probability of a right answer at ability θ; of an item with graded scores the expected score, from 0 to 1. */
export function probability(item: Omit<Item, "id">, theta: number): number {
  const {a, d, c, u, steps} = item;
  if (steps) return expectedScore(item, theta);
  return c + (u - c) / (1 + Math.exp(-(a * theta + d)));
}

/** Fisher information about θ: P′² ÷ (P(1 − P)), over the dispersion of scores; of graded scores as `scoreInformation` has it. */
export function information(item: Omit<Item, "id">, theta: number): number {
  const {a, d, c, u, steps, dispersion = 1} = item;
  if (steps) return scoreInformation(item, theta);
  const logistic = 1 / (1 + Math.exp(-(a * theta + d)));
  const p = c + (u - c) * logistic;
  const slope = a * (u - c) * logistic * (1 - logistic);
  const variance = p * (1 - p);
  return variance > 0 ? (slope * slope) / (variance * dispersion) : 0;
}
