// A short form: chooses the items whose answers inform most about the score on all items, and estimates that score from them.
import {Z975} from "../../../stats/distributions.js";
import {cholesky, inverse, solve} from "../../../stats/linalg/dense.js";
import {mean} from "../../../stats/mean.js";
import {type Curves, chance} from "./curves.js";
import type {Grouping} from "./effects.js";

/** Standard deviation of abilities, in standard deviations of the reference models. */
const SPREAD = 1.5;
/** Items among which each of a round is chosen, those best at its start: one item's answer hardly changes which these are. */
const CANDIDATES = 30;

/**
 * Prior probability of each of two alternatives to the curves: the chance of a right answer depends on an item's difficulty in another way than
 * for the reference models, and contents differ as they do for them (or much more). Chosen with the other constants of the alternatives on
 * simulated models (docs/adaptive.md).
 */
const ALTERNATIVE_PRIOR = 0.1;
/** Variances of an alternative's slope on difficulty (in standard deviations over items) and of its contents, on the logit. */
const ALTERNATIVE_VARIANCE = 4;
/** Factor of ability in the alternatives, whose curves are all as steep. */
const ALTERNATIVE_STEEPNESS = 1.5;
/** Of as many asked items one is a probe: it lies anywhere on the scale of difficulty, so that answers show whether a model follows it. */
const PROBE_EVERY = 20;
/** An interval contains those of all hypotheses that are more probable. */
const MIN_PROBABILITY = 0.02;
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

export interface ScoreFromForm {
  score: number;
  sd: number;
  n: number;
  /** probability that the model does not follow the items' curves */
  unlike: number;
}

/** The highest probability at which the curves give the score: the answers do not make the alternatives likelier than they were before. */
export const MAX_UNLIKE = 2 * ALTERNATIVE_PRIOR;

export interface ShortForm {
  /** Items to ask next; empty if none is left. */
  next(count: number): number[];
  answer(item: number, score: number): void;
  /** asked items, in their order */
  readonly asked: readonly number[];
  estimate(): ScoreFromForm;
}

/**
 * Opens a form.
 * @param available items that the model can be asked; the score is that on all of them
 */
export function openShortForm(
  {a, d}: Curves,
  {groupings, available}: {groupings: readonly Grouping[]; available: readonly number[]}
): ShortForm {
  const isLeft = new Uint8Array(a.length);
  for (const item of available) isLeft[item] = 1;
  const asked: number[] = [];
  const scores: number[] = [];
  const hypotheses = hypothesesOf({a, d}, groupings);
  const byDifficulty = [...available].sort((i, j) => d[i]! - d[j]! || i - j);
  let isCurrent = true;
  let probes = 0;
  const update = () => {
    if (isCurrent) return;
    for (const each of hypotheses) Object.assign(each, each.model.fit(each.mode, {asked, scores, d: each.d}));
    const top = Math.max(...hypotheses.map(({evidence}) => evidence));
    for (const each of hypotheses) each.probability = each.prior * Math.exp(each.evidence - top);
    const total = hypotheses.reduce((sum, {probability}) => sum + probability, 0);
    for (const each of hypotheses) each.probability /= total;
    isCurrent = true;
  };
  /** Items at the places of an even sequence (Kronecker) on the scale of difficulty, before the item numbered `count`. */
  const probesUntil = (count: number): number[] => {
    const left = byDifficulty.filter(item => isLeft[item]);
    const chosen = new Set<number>();
    for (; probes < Math.floor(count / PROBE_EVERY) && left.length > 0; probes++)
      chosen.add(left[Math.floor((((probes + 1) * GOLDEN_RATIO) % 1) * left.length)]!);
    return [...chosen];
  };
  return {
    asked,
    answer(item, score) {
      isLeft[item] = 0;
      asked.push(item);
      scores.push(score);
      isCurrent = false;
    },
    next(count) {
      update();
      const {covariance, model, slopes, logit} = hypotheses[0]!;
      const [weights, spread] = [new Float64Array(a.length), Math.sqrt(covariance[0]!)];
      const gradient = new Float64Array(model.size);
      for (const item of available) {
        weights[item] = expectedWeight(logit(item), 1.2 * spread * slopes[item]!);
        model.add(gradient, item, weights[item]! / available.length);
      }
      const chosen = probesUntil(asked.length + count);
      const left = available.filter(item => isLeft[item] && !chosen.includes(item));
      return [...mostTelling(model, {covariance, gradient, weights, left, count: count - chosen.length}), ...chosen];
    },
    estimate() {
      update();
      const estimates = hypotheses.map(each => estimateOf(each.model, {...each, available, isLeft, scores}));
      const meanOf = (value: (estimate: {score: number; sd: number}) => number) =>
        estimates.reduce((sum, each, k) => sum + hypotheses[k]!.probability * value(each), 0);
      // All right, or all wrong, says nothing about difficulty, and suits every ability that is high, or low, enough.
      const isOneAnswer = scores.every(each => each === scores[0]);
      if (isOneAnswer) {
        const {score, sd} = estimates[0]!;
        const exact = 1 - 0.025 ** (1 / Math.max(1, scores.length)); // Clopper & Pearson 1934, as if items were drawn at random
        return {score, sd: Math.max(sd, exact / Z975, Math.min(score, 1 - score) / Z975), n: scores.length, unlike: MAX_UNLIKE};
      }
      const unlike = 1 - hypotheses[0]!.probability;
      const score = unlike > MAX_UNLIKE ? meanOf(each => each.score) : estimates[0]!.score;
      const ofMixture = Math.sqrt(meanOf(each => each.sd ** 2 + (each.score - score) ** 2));
      // A normal interval of a mixture would leave out its less probable parts.
      const reaches = estimates.map((each, k) =>
        hypotheses[k]!.probability > MIN_PROBABILITY ? Math.abs(each.score - score) / Z975 + each.sd : 0
      );
      return {score, sd: Math.max(ofMixture, ...reaches), n: scores.length, unlike};
    }
  };
}

/** A model of the answers, with its probability and its fit to those so far. */
type Hypothesis = ReturnType<typeof hypothesis>;

function hypothesis({a: slopes, d}: Curves, groupings: readonly Grouping[], prior: number) {
  const model = latentModel(slopes, groupings);
  const mode = new Float64Array(model.size);
  const logit = (item: number) => model.dot(mode, item) + d[item]!;
  return {slopes, d, model, mode, logit, prior, probability: prior, evidence: 0, covariance: model.prior()};
}

/** The curves, and the two alternatives; the curves alone where all items are alike. */
function hypothesesOf({a, d}: Curves, groupings: readonly Grouping[]): Hypothesis[] {
  const center = mean([...d]);
  const spread = Math.sqrt(mean(Array.from(d, each => (each - center) ** 2)));
  if (!(spread > 0)) return [hypothesis({a, d}, groupings, 1)];
  const flat = {a: new Float64Array(a.length).fill(ALTERNATIVE_STEEPNESS), d: new Float64Array(a.length)};
  const slope: Grouping = {
    name: "slope",
    groups: new Int32Array(a.length),
    count: 1,
    loadings: d.map(each => (each - center) / spread),
    variance: ALTERNATIVE_VARIANCE
  };
  const contents = groupings.filter(({name}) => name === "content");
  return [
    hypothesis({a, d}, groupings, 1 - 2 * ALTERNATIVE_PRIOR),
    hypothesis(flat, [...contents, slope], ALTERNATIVE_PRIOR),
    hypothesis(flat, [...contents.map(each => ({...each, variance: ALTERNATIVE_VARIANCE})), slope], ALTERNATIVE_PRIOR)
  ];
}

/** Variance of an answer, averaged over three abilities of weights .3, .4 and .3. */
function expectedWeight(logit: number, step: number): number {
  const variance = (p: number) => p * (1 - p);
  return 0.3 * variance(chance(logit - step)) + 0.4 * variance(chance(logit)) + 0.3 * variance(chance(logit + step));
}

/** Items' loadings on ability (a) and on one effect of each grouping (1). */
type LatentModel = ReturnType<typeof latentModel>;

function latentModel(a: Float64Array, groupings: readonly Grouping[]) {
  const starts: number[] = [];
  let size = 1;
  for (const {count} of groupings) {
    starts.push(size);
    size += count;
  }
  const precision = new Float64Array(size).fill(1 / SPREAD ** 2);
  for (const [g, {count, variance}] of groupings.entries()) precision.fill(1 / variance, starts[g]!, starts[g]! + count);
  const [width, offsets] = [groupings.length, new Int32Array(a.length * groupings.length)];
  for (const [g, {groups}] of groupings.entries())
    for (let j = 0; j < a.length; j++) offsets[j * width + g] = starts[g]! + groups[j]!;
  const loadings = new Float64Array(a.length * width).fill(1);
  for (const [g, {loadings: given}] of groupings.entries())
    if (given) for (let j = 0; j < a.length; j++) loadings[j * width + g] = given[j]!;
  const dot = (vector: Float64Array, item: number): number => {
    let sum = a[item]! * vector[0]!;
    for (let k = item * width; k < (item + 1) * width; k++) sum += loadings[k]! * vector[offsets[k]!]!;
    return sum;
  };
  const add = (vector: Float64Array, item: number, factor: number): void => {
    vector[0]! += factor * a[item]!;
    for (let k = item * width; k < (item + 1) * width; k++) vector[offsets[k]!]! += factor * loadings[k]!;
  };
  /** Variance of an item's logit. */
  const quadratic = (matrix: Float64Array, item: number): number => {
    const slope = a[item]!;
    let sum = slope * slope * matrix[0]!;
    for (let k = item * width; k < (item + 1) * width; k++) {
      const row = offsets[k]! * size;
      let inner = 2 * slope * matrix[row]!;
      for (let h = item * width; h < (item + 1) * width; h++) inner += loadings[h]! * matrix[row + offsets[h]!]!;
      sum += loadings[k]! * inner;
    }
    return sum;
  };
  /** Product of a matrix and an item's loadings. */
  const times = (matrix: Float64Array, item: number): Float64Array => {
    const product = new Float64Array(size);
    for (let row = 0; row < size; row++) product[row] = dot(matrix.subarray(row * size, (row + 1) * size), item);
    return product;
  };
  const prior = (): Float64Array => {
    const matrix = new Float64Array(size * size);
    for (let k = 0; k < size; k++) matrix[k * size + k] = 1 / precision[k]!;
    return matrix;
  };
  /** Moves the mode to that of the posterior; its covariance and the logarithm of the evidence by Laplace's approximation. */
  const fit = (
    mode: Float64Array,
    {asked, scores, d}: {asked: readonly number[]; scores: readonly number[]; d: Float64Array}
  ): {covariance: Float64Array; evidence: number} => {
    let factor: Float64Array | null = null;
    for (let step = 0; step < 30; step++) {
      const [gradient, bend] = [new Float64Array(size), new Float64Array(size * size)];
      for (let k = 0; k < size; k++) {
        gradient[k] = -precision[k]! * mode[k]!;
        bend[k * size + k] = precision[k]!;
      }
      for (const [n, item] of asked.entries()) {
        const p = chance(dot(mode, item) + d[item]!);
        const weight = p * (1 - p);
        add(gradient, item, scores[n]! - p);
        add(bend.subarray(0, size), item, weight * a[item]!);
        for (let k = item * width; k < (item + 1) * width; k++) {
          const row = offsets[k]!;
          add(bend.subarray(row * size, (row + 1) * size), item, weight * loadings[k]!);
        }
      }
      factor = cholesky(bend, size);
      if (!factor) throw new Error("the information about abilities and effects is not positive definite");
      const change = solve(factor, gradient);
      const largest = change.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
      const share = Math.min(1, 1.5 / largest);
      for (let k = 0; k < size; k++) mode[k]! += share * change[k]!;
      if (largest < 1e-4) break;
    }
    let evidence = 0;
    for (let k = 0; k < size; k++)
      evidence += 0.5 * (Math.log(precision[k]!) - precision[k]! * mode[k]! ** 2) - Math.log(factor![k * size + k]!);
    for (const [n, item] of asked.entries()) {
      const p = Math.min(1 - 1e-12, Math.max(1e-12, chance(dot(mode, item) + d[item]!)));
      evidence += scores[n]! * Math.log(p) + (1 - scores[n]!) * Math.log(1 - p);
    }
    return {covariance: inverse(factor!, size), evidence};
  };
  return {size, dot, add, quadratic, times, prior, fit};
}

interface Choice {
  covariance: Float64Array;
  /** change of the score on all items with ability and effects */
  gradient: Float64Array;
  weights: Float64Array;
  left: readonly number[];
  count: number;
}

/** Chooses one item after the other by how much its answer lowers the variance of the score on all items (c-optimal design). */
function mostTelling({size, dot, quadratic, times}: LatentModel, {covariance, gradient, weights, left, count}: Choice): number[] {
  const matrix = covariance.slice();
  const chosen: number[] = [];
  const direction = new Float64Array(size);
  const gainOf = (item: number) => {
    const weight = weights[item]!;
    return (dot(direction, item) ** 2 * weight) / (1 + weight * quadratic(matrix, item));
  };
  let candidates: readonly number[] = left;
  while (chosen.length < Math.min(count, left.length)) {
    for (let row = 0; row < size; row++) {
      let sum = 0;
      for (let k = 0; k < size; k++) sum += matrix[row * size + k]! * gradient[k]!;
      direction[row] = sum;
    }
    const gains = new Map(candidates.map(item => [item, gainOf(item)]));
    if (chosen.length === 0)
      candidates = [...left].sort((i, j) => gains.get(j)! - gains.get(i)! || i - j).slice(0, CANDIDATES * count);
    let best = candidates[0]!;
    for (const item of candidates) if (gains.get(item)! > gains.get(best)!) best = item;
    chosen.push(best);
    candidates = candidates.filter(item => item !== best);
    const column = times(matrix, best);
    const factor = weights[best]! / (1 + weights[best]! * quadratic(matrix, best));
    for (let row = 0; row < size; row++)
      for (let k = 0; k < size; k++) matrix[row * size + k]! -= factor * column[row]! * column[k]!;
  }
  return chosen;
}

interface State {
  available: readonly number[];
  isLeft: Uint8Array;
  scores: readonly number[];
  logit: (item: number) => number;
  covariance: Float64Array;
}

/** Mean of the answers that there are and the expected ones of all other items, with the standard deviation of their sum. */
function estimateOf(
  model: LatentModel,
  {available, isLeft, scores, logit, covariance}: State
): {score: number; sd: number; n: number} {
  let [sum, noise] = [scores.reduce((all, each) => all + each, 0), 0];
  const gradient = new Float64Array(model.size);
  for (const item of available) {
    if (!isLeft[item]) continue;
    const z = logit(item);
    const p = chance(z);
    sum += chance(z / Math.sqrt(1 + (Math.PI * model.quadratic(covariance, item)) / 8)); // MacKay 1992
    noise += p * (1 - p);
    model.add(gradient, item, p * (1 - p));
  }
  let variance = noise;
  for (let row = 0; row < model.size; row++)
    for (let k = 0; k < model.size; k++) variance += gradient[row]! * covariance[row * model.size + k]! * gradient[k]!;
  return {score: sum / available.length, sd: Math.sqrt(variance) / available.length, n: scores.length};
}
