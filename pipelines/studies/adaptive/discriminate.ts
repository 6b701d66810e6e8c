// How well estimates order models of similar ability: AUC = P(θ̂ᵢ > θ̂ⱼ | θᵢ > θⱼ) over the closest quarter of pairs.
import type {Random} from "../../generate/seed.js";
import {type Estimated, percentiles} from "./quality.js";

/** Two persons, the first with the higher true ability. */
interface Pair {
  better: number;
  worse: number;
  gap: number;
}

/** Share of all pairs that counts as close. */
const CLOSEST = 0.25;

/** All pairs with different true values, closest first. */
export function pairsOf(truth: readonly number[]): Pair[] {
  const pairs: Pair[] = [];
  for (let i = 0; i < truth.length; i++)
    for (let j = 0; j < i; j++) {
      const gap = truth[i]! - truth[j]!;
      if (gap !== 0) pairs.push(gap > 0 ? {better: i, worse: j, gap} : {better: j, worse: i, gap: -gap});
    }
  return pairs.sort((a, b) => a.gap - b.gap);
}

/**
 * Share of close pairs that scores order correctly, with equal scores counting half. Persons may have weights (how often a bootstrap sample
 * contains them): the weight of a pair is the product, and the closest quarter is a quarter of the total weight.
 */
export function concordance(scores: readonly number[], pairs: readonly Pair[], weights?: ArrayLike<number>): number {
  const weightOf = ({better, worse}: Pair) => (weights ? weights[better]! * weights[worse]! : 1);
  let total = 0;
  for (const pair of pairs) total += weightOf(pair);
  let [seen, right] = [0, 0];
  for (const pair of pairs) {
    if (seen >= CLOSEST * total) break;
    const weight = weightOf(pair);
    const gap = scores[pair.better]! - scores[pair.worse]!;
    seen += weight;
    right += gap > 0 ? weight : gap === 0 ? weight / 2 : 0;
  }
  return seen > 0 ? right / seen : Number.NaN;
}

/** Number of close pairs. */
export const closePairs = (pairs: readonly Pair[]): number => Math.ceil(CLOSEST * pairs.length);

export interface Roc {
  /** Rates of false and of true positives of the verdict "the first is better" at each threshold, from the strictest. */
  falsePositive: number[];
  truePositive: number[];
  area: number;
}

/**
 * The receiver operating characteristic of the verdict "score difference above t" over close pairs, each in both orders: the true order is
 * a positive, the other a negative. Its area is the probability that the difference of a true order exceeds that of a false order. It is
 * larger than the concordance, because a large error in one pair can be exceeded by a large correct difference in another.
 */
export function rocOf(scores: readonly number[], pairs: readonly Pair[]): Roc {
  const gaps = pairs
    .slice(0, closePairs(pairs))
    .map(({better, worse}) => scores[better]! - scores[worse]!)
    .sort((a, b) => b - a);
  const thresholds = [...new Set([...gaps, ...gaps.map(gap => -gap)])].sort((a, b) => b - a);
  const roc: Roc = {falsePositive: [0], truePositive: [0], area: 0};
  let [above, below] = [0, gaps.length - 1]; // gaps[0 … above) ≥ t; −gaps[below + 1 …] ≥ t
  for (const threshold of thresholds) {
    while (above < gaps.length && gaps[above]! >= threshold) above++;
    while (below >= 0 && -gaps[below]! >= threshold) below--;
    const [x, y] = [(gaps.length - 1 - below) / gaps.length, above / gaps.length];
    roc.area += ((x - roc.falsePositive.at(-1)!) * (y + roc.truePositive.at(-1)!)) / 2;
    roc.falsePositive.push(x);
    roc.truePositive.push(y);
  }
  return roc;
}

/** Bootstrap samples. */
const REPLICATES = 1_000;

/**
 * The concordance of several kinds of scores, and the difference of each from the first, with 95 % percentile intervals from a bootstrap of
 * persons (pairs of a person with itself are left out). All kinds use the same samples, so that differences are within the same persons.
 */
export function compareConcordance(
  kinds: readonly (readonly number[])[],
  truth: readonly number[],
  {random, replicates = REPLICATES}: {random: Random; replicates?: number}
): {auc: Estimated; against: Estimated}[] {
  const pairs = pairsOf(truth);
  const values = kinds.map(scores => concordance(scores, pairs));
  const drawn = kinds.map(() => new Array<number>(replicates));
  for (let replicate = 0; replicate < replicates; replicate++) {
    const weights = new Uint16Array(truth.length);
    for (let k = 0; k < truth.length; k++) weights[random.integer(0, truth.length - 1)]!++;
    for (const [k, scores] of kinds.entries()) drawn[k]![replicate] = concordance(scores, pairs, weights);
  }
  return kinds.map((_, k) => ({
    auc: {value: values[k]!, ...percentiles(drawn[k]!)},
    against: {value: values[k]! - values[0]!, ...percentiles(drawn[k]!.map((each, r) => each - drawn[0]![r]!))}
  }));
}
