// Correlations between two aspects of ratings over answers, for example helpfulness and correctness.

import {pearson} from "../../../stats/correlation.js";
import {tQuantile} from "../../../stats/distributions.js";
import type {Ratings} from "./ratings.js";

export interface AspectCorrelation {
  aspect: string;
  /** Pearson's r of the answers' mean ratings, and its 95 % interval over prompts */
  value: number | null;
  lo: number | null;
  hi: number | null;
  /** number of answers that were rated in both */
  n: number;
}

/** Mean rating of each answer, by question × turn × model, with its question. */
function answersOf({
  n,
  questions,
  models,
  question,
  turn,
  model,
  value
}: Ratings): Map<string, {question: string; sum: number; n: number}> {
  const answers = new Map<string, {question: string; sum: number; n: number}>();
  for (let r = 0; r < n; r++) {
    const name = questions[question[r]!]!;
    const key = JSON.stringify([name, turn[r], models[model[r]!]]);
    const own = answers.get(key);
    if (own) {
      own.sum += value[r]!;
      own.n++;
    } else answers.set(key, {question: name, sum: value[r]!, n: 1});
  }
  return answers;
}

/**
 * Pearson's r over the answers' mean ratings. The interval is on Fisher's scale, with the standard error from r's influence function
 * (Devlin, Gnanadesikan & Kettenring 1975, doi:10.1093/biomet/62.3.531) summed over prompts, and Student's t.
 */
export function aspectCorrelation(one: Ratings, other: Ratings): AspectCorrelation {
  const found = answersOf(other);
  const pairs = [...answersOf(one)].flatMap(([key, {question, sum, n}]) => {
    const match = found.get(key);
    return match ? [{question, x: sum / n, y: match.sum / match.n}] : [];
  });
  const n = pairs.length;
  const r = pearson(
    pairs.map(({x}) => x),
    pairs.map(({y}) => y)
  );
  const none = {aspect: other.aspect, value: Number.isNaN(r) ? null : r, lo: null, hi: null, n};
  if (Number.isNaN(r) || n < 4 || 1 - Math.abs(r) < 1e-12) return none;
  const [zx, zy] = [standard(pairs.map(({x}) => x)), standard(pairs.map(({y}) => y))];
  const sums = new Map<string, number>();
  pairs.forEach(({question}, i) => {
    const influence = zx[i]! * zy[i]! - (r * (zx[i]! ** 2 + zy[i]! ** 2)) / 2;
    sums.set(question, (sums.get(question) ?? 0) + influence);
  });
  const clusters = sums.size;
  if (clusters < 2) return none;
  const variance = (clusters / (clusters - 1)) * [...sums.values()].reduce((sum, each) => sum + each * each, 0);
  const half = (tQuantile(0.975, clusters - 1) * Math.sqrt(variance)) / n / (1 - r * r);
  return {...none, lo: Math.tanh(Math.atanh(r) - half), hi: Math.tanh(Math.atanh(r) + half)};
}

function standard(values: readonly number[]): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
  return values.map(value => (value - mean) / sd);
}
