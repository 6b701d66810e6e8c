// Contamination by performance: is a model better on a set of items than its score on a reference set predicts from other models?
import {plural} from "../../book/plural.js";
import {type Random, randomOf} from "../../generate/seed.js";
import {tCdf, tQuantile} from "../../stats/distributions.js";
import {falseDiscoveryRate} from "../../stats/falseDiscovery.js";
import {mean} from "../../stats/mean.js";
import type {PerformanceRow} from "./performanceRow.js";

/** Scores of models on the items of one set. */
export interface SetScores {
  models: readonly string[];
  items: readonly string[];
  /** models × items, row by row: 0 to 1, NaN where there is no answer */
  scores: ArrayLike<number>;
  /** mean score of guessing, 0 to below 1; default 0 */
  guess?: number;
}

/** Score of one model on one item, as a store has it. */
export interface ItemScore {
  model: string;
  item: string;
  score: number;
  guess_chance: number;
}

/** The matrix of scores in rows; of several scores of a model on an item the last one counts. */
export function setOfRows(rows: readonly ItemScore[]): SetScores {
  const [models, items] = [new Map<string, number>(), new Map<string, number>()];
  let guess = 0;
  for (const {model, item, guess_chance} of rows) {
    if (!models.has(model)) models.set(model, models.size);
    if (!items.has(item)) items.set(item, items.size);
    guess += guess_chance / rows.length;
  }
  const scores = new Float64Array(models.size * items.size).fill(Number.NaN);
  for (const {model, item, score} of rows) scores[models.get(model)! * items.size + items.get(item)!] = score;
  return {models: [...models.keys()], items: [...items.keys()], scores, guess: Math.min(MAX_GUESS, guess)};
}

/** Least models that a prediction is fitted to, as in the published implementation. */
const MIN_OTHERS = 5;
/** Least items of a set: below, its bootstrap has too few different samples. */
const MIN_ITEMS = 10;
/** Most units that are drawn: items of larger sets are drawn in random blocks of equal size, whose means are about normal. */
const MAX_UNITS = 2_000;
/** Least share of the variance of reference scores that is not noise: below, models hardly differ, and the slope is arbitrary. */
const MIN_RELIABILITY = 0.4;
const LEVEL = 0.05;
/** Largest chance of a right guess: above, hardly any score is beyond guessing. */
const MAX_GUESS = 0.9;

const logit = (p: number): number => Math.log(p / (1 - p));
const logistic = (x: number): number => 1 / (1 + Math.exp(-x));
/**
 * Log odds of the part of a mean of n scores that is beyond guessing. Half a success and half a failure are added, so that 0 and 1 have log
 * odds too; a score below guessing counts as half a success beyond it.
 */
const logOdds = (score: number, n: number, {guess = 0}: SetScores): number =>
  logit((Math.max(0, (score - guess) / (1 - guess)) * n + 0.5) / (n + 1));

/** The mean of n scores that has these log odds. */
const scoreAt = (odds: number, n: number, {guess = 0}: SetScores): number =>
  guess + (1 - guess) * Math.min(1, Math.max(0, (logistic(odds) * (n + 1) - 0.5) / n));

/**
 * Tests each model against the others after ConStat (Dekoninck, Müller & Vechev 2024, arXiv:2405.16281, of which the published
 * implementation was read: github.com/eth-sri/ConStat): a curve from scores on the reference set to scores on the set is fitted to the other
 * models, and the effect is what a model scores above it. The reference set asks the same in other words, or asks questions of the same kind
 * that nobody has published.
 *
 * Unlike the published test:
 * - The curve is a line between log odds. Its slope allows for the noise of scores, which flattens a line of least squares.
 * - The error includes the scatter of the other models about the line, where it is larger than their items explain: models differ in more
 *   than one ability, and no test of the items alone allows for it.
 *
 * Items are drawn with replacement: a twin with the same id in the reference set is drawn with its item. Chance is seeded.
 * @returns a row for each model of both sets, in the order of the first
 */
export function performanceEffects(
  setOfAll: SetScores,
  referenceOfAll: SetScores,
  {seed = 0, replicates = 1_000}: {seed?: number | string; replicates?: number} = {}
): PerformanceRow[] {
  const inReference = new Set(referenceOfAll.models);
  const models = setOfAll.models.filter(model => inReference.has(model));
  const [set, reference] = [scoresOfModels(setOfAll, models), scoresOfModels(referenceOfAll, models)];
  const setTotals = models.map((_, m) => totalOf(set, m));
  const referenceTotals = models.map((_, m) => totalOf(reference, m));
  const base = models.map((model, m): PerformanceRow => {
    const [score, reference_score] = [setTotals[m]!, referenceTotals[m]!].map(({sum, n}) => (n > 0 ? sum / n : null)) as [
      number | null,
      number | null
    ];
    const none = {others: 0, expected: null, effect: null, low: null, high: null, p: null, q: null, inflated: null};
    return {model, items: setTotals[m]!.n, reference_items: referenceTotals[m]!.n, score, reference_score, ...none, why: ""};
  });
  const isAnswered = ({items, reference_items}: PerformanceRow) => items >= MIN_ITEMS && reference_items >= MIN_ITEMS;
  const compared = [...base.keys()].filter(m => isAnswered(base[m]!));
  const tested: ReadonlyMap<number, Tested> =
    compared.length > MIN_OTHERS
      ? testedRows(compared, {set, reference, setTotals, referenceTotals, seed, replicates})
      : new Map();
  const rows = base.map((row, m): PerformanceRow => {
    if (!isAnswered(row))
      return {
        ...row,
        why: `${plural(row.items, "item")}, ${plural(row.reference_items, "reference item")}; a test needs ${MIN_ITEMS} of each`
      };
    const others = compared.length - 1;
    if (others < MIN_OTHERS)
      return {...row, others, why: `${plural(others, "other model")} answered both sets; a test needs ${MIN_OTHERS}`};
    return {...row, others, ...tested.get(m)};
  });
  const adjusted = falseDiscoveryRate(
    rows.map(({p}) => p),
    "BH"
  );
  return rows.map((row, m) => ({...row, q: adjusted[m]!, inflated: adjusted[m] === null ? null : adjusted[m]! <= LEVEL}));
}

/** The rows of some models, in their order. */
function scoresOfModels({models: all, items, scores, guess}: SetScores, models: readonly string[]): SetScores {
  const row = new Map(all.map((model, m) => [model, m]));
  const part = new Float64Array(models.length * items.length);
  for (const [m, model] of models.entries())
    for (let i = 0; i < items.length; i++) part[m * items.length + i] = scores[row.get(model)! * items.length + i]!;
  return {models, items, scores: part, ...(guess !== undefined && {guess})};
}

interface Total {
  sum: number;
  n: number;
}

function totalOf({items, scores}: SetScores, model: number): Total {
  let [sum, n] = [0, 0];
  for (let i = 0; i < items.length; i++) {
    const score = scores[model * items.length + i]!;
    if (Number.isNaN(score)) continue;
    sum += score;
    n++;
  }
  return {sum, n};
}

type Tested = Pick<PerformanceRow, "expected" | "effect" | "low" | "high" | "p" | "why">;

function testedRows(
  compared: readonly number[],
  {
    set,
    reference,
    setTotals,
    referenceTotals,
    seed,
    replicates
  }: Record<"set" | "reference", SetScores> &
    Record<"setTotals" | "referenceTotals", readonly Total[]> & {seed: number | string; replicates: number}
): Map<number, Tested> {
  const random = randomOf(`contamination performance ${seed}`);
  const size = compared.length;
  const scoresOf = (totals: readonly Total[]) => compared.map(m => totals[m]!.sum / totals[m]!.n);
  const oddsOf = (scores: readonly number[], totals: readonly Total[], answers: SetScores) =>
    scores.map((score, k) => logOdds(score, totals[compared[k]!]!.n, answers));
  const y = scoresOf(setTotals);
  const [x, z] = [oddsOf(scoresOf(referenceTotals), referenceTotals, reference), oddsOf(y, setTotals, set)];
  // Drawn log odds on the reference set, log odds on the set, and scores on the set: a row for each replicate.
  const [drawnX, drawnZ, drawnY] = [0, 1, 2].map(() => Array.from({length: replicates}, () => new Array<number>(size)));
  const draw = drawer(set, reference, compared, random);
  for (let b = 0; b < replicates; b++) {
    const drawnMeans = draw();
    for (let k = 0; k < size; k++) {
      const score = drawnMeans.set[k]!;
      drawnY![b]![k] = score;
      drawnZ![b]![k] = logOdds(score, setTotals[compared[k]!]!.n, set);
      drawnX![b]![k] = logOdds(drawnMeans.reference[k]!, referenceTotals[compared[k]!]!.n, reference);
    }
  }
  // Noise that differs between models: what all models share by the choice of items moves the line, and does not flatten it.
  const noise = {xx: 0, xz: 0};
  for (let b = 0; b < replicates; b++) {
    const [dx, dz] = [drawnX![b]!.map((value, k) => value - x[k]!), drawnZ![b]!.map((value, k) => value - z[k]!)];
    noise.xx += covariance(dx, dx) / replicates;
    noise.xz += covariance(dx, dz) / replicates;
  }
  const lines = linesWithoutEach(x, z, {noise, reliability: MIN_RELIABILITY});
  const effectOf = (line: Line | null, k: number, score: number, odds: number) =>
    line && score - scoreAt(line.intercept + line.slope * odds, setTotals[compared[k]!]!.n, set);
  const effects = lines.map((line, k) => effectOf(line, k, y[k]!, x[k]!));
  const sums = effects.map(() => ({n: 0, sum: 0, squares: 0}));
  // A drawn score has the noise of the score and that of the draw.
  const drawnNoise = {noise: {xx: 2 * noise.xx, xz: 2 * noise.xz}, reliability: MIN_RELIABILITY / 2};
  for (let b = 0; b < replicates; b++)
    for (const [k, line] of linesWithoutEach(drawnX![b]!, drawnZ![b]!, drawnNoise).entries()) {
      const effect = effectOf(line, k, drawnY![b]![k]!, drawnX![b]![k]!);
      if (effect === null || effects[k] === null) continue;
      const [entry, change] = [sums[k]!, effect - effects[k]!];
      entry.n++;
      entry.sum += change;
      entry.squares += change ** 2;
    }
  const variances = sums.map(({n, sum, squares}) => (2 * n > replicates ? (squares - sum ** 2 / n) / (n - 1) : 0));
  const df = size - 3;
  return new Map(
    compared.map((m, k): [number, Tested] => {
      const [line, effect] = [lines[k]!, effects[k]!];
      const none = {low: null, high: null, p: null};
      if (line === null)
        return [
          m,
          {
            ...none,
            expected: null,
            effect,
            why: "the other models hardly differ on the reference set"
          }
        ];
      const expected = y[k]! - effect;
      if (!(variances[k]! > ROUNDING))
        return [m, {...none, expected, effect, why: "the answers differ too little to estimate the error"}];
      // Scatter of the others about the line without this model, in units of what their items explain.
      const scatter = variances.reduce(
        (sum, variance, j) => (j !== k && variance > ROUNDING ? sum + effectOf(line, j, y[j]!, x[j]!)! ** 2 / variance : sum),
        0
      );
      // The line itself was fitted to that scatter: on average 2 ÷ (size − 1) of it is added.
      const error = Math.sqrt(variances[k]! * Math.max(1, (scatter / df) * (1 + 2 / (size - 1))));
      const half = tQuantile(0.975, df) * error;
      const interval = {low: Math.max(-1, effect - half), high: Math.min(1, effect + half)};
      return [m, {expected, effect, ...interval, p: tCdf(-effect / error, df), why: ""}];
    })
  );
}

function covariance(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  return a.reduce((sum, value, i) => sum + (value - meanA) * (b[i]! - meanB), 0) / (a.length - 1);
}

interface Line {
  slope: number;
  intercept: number;
}

/**
 * For each model the line z = intercept + slope × x through all others, its slope freed of noise; null where less than `reliability` of the
 * variance of x is more than noise.
 */
function linesWithoutEach(
  x: readonly number[],
  z: readonly number[],
  {noise, reliability}: {noise: {xx: number; xz: number}; reliability: number}
): (Line | null)[] {
  const n = x.length;
  const [meanX, meanZ] = [mean(x), mean(z)];
  let [xx, xz] = [0, 0];
  for (let k = 0; k < n; k++) {
    xx += (x[k]! - meanX) ** 2;
    xz += (x[k]! - meanX) * (z[k]! - meanZ);
  }
  return x.map((value, k) => {
    // variance and covariance of the others, whose means lie (x − mean) ÷ (n − 1) from those of all
    const [dx, dz] = [value - meanX, z[k]! - meanZ];
    const restXx = (xx - (dx * dx * n) / (n - 1)) / (n - 2);
    const restXz = (xz - (dx * dz * n) / (n - 1)) / (n - 2);
    const signal = restXx - noise.xx;
    if (!(signal > ROUNDING && signal >= reliability * restXx)) return null;
    const slope = Math.max(0, (restXz - noise.xz) / signal);
    return {slope, intercept: meanZ - dz / (n - 1) - slope * (meanX - dx / (n - 1))};
  });
}
/** Variance of log odds or scores below which models are equal but for rounding. */
const ROUNDING = 1e-9;

/** Units that are drawn together: sums and numbers of scores of each model. */
interface Units {
  count: number;
  /** compared models × units, row by row */
  sums: Float64Array;
  numbers: Float64Array;
}

/**
 * Returns a function that draws items of both sets with replacement and gives each model's mean scores. Items that are in both sets are drawn
 * together. A model without an answer among the drawn items keeps its mean.
 */
function drawer(
  set: SetScores,
  reference: SetScores,
  models: readonly number[],
  random: Random
): () => Record<"set" | "reference", Float64Array> {
  const places = new Map(reference.items.map((id, i) => [id, i]));
  const pairs = set.items.flatMap((id, i): [number, number][] => (places.has(id) ? [[i, places.get(id)!]] : []));
  const paired = new Set(pairs.map(([, i]) => i));
  const alone = {
    set: set.items.flatMap((id, i) => (places.has(id) ? [] : [i])),
    reference: reference.items.flatMap((_, i) => (paired.has(i) ? [] : [i]))
  };
  const blocks = (items: readonly number[]) => blocksOf(items.length, random).map(block => block.map(i => items[i]!));
  const pairBlocks = blocksOf(pairs.length, random);
  const parts = [
    {
      set: pairBlocks.map(block => block.map(i => pairs[i]![0])),
      reference: pairBlocks.map(block => block.map(i => pairs[i]![1]))
    },
    {set: blocks(alone.set), reference: null},
    {set: null, reference: blocks(alone.reference)}
  ].map(part => ({
    set: part.set && unitsOf(set, part.set, models),
    reference: part.reference && unitsOf(reference, part.reference, models)
  }));
  const totals = {set: models.map(m => totalOf(set, m)), reference: models.map(m => totalOf(reference, m))};
  const names = ["set", "reference"] as const;
  return () => {
    const sums = {set: new Float64Array(models.length), reference: new Float64Array(models.length)};
    const numbers = {set: new Float64Array(models.length), reference: new Float64Array(models.length)};
    for (const part of parts) {
      const count = (part.set ?? part.reference)!.count;
      const weights = new Uint16Array(count);
      for (let i = 0; i < count; i++) weights[random.integer(0, count - 1)]!++;
      for (const name of names) {
        const units = part[name];
        if (!units) continue;
        for (let k = 0; k < models.length; k++) {
          let [sum, n] = [0, 0];
          const first = k * count;
          for (let i = 0; i < count; i++) {
            sum += weights[i]! * units.sums[first + i]!;
            n += weights[i]! * units.numbers[first + i]!;
          }
          sums[name][k]! += sum;
          numbers[name][k]! += n;
        }
      }
    }
    const means = (name: "set" | "reference") =>
      sums[name].map((sum, k) => {
        const n = numbers[name][k]!;
        const total = totals[name][k]!;
        return n > 0 ? sum / n : total.sum / total.n;
      });
    return {set: means("set"), reference: means("reference")};
  };
}

/** Numbers below `count` in at most MAX_UNITS random blocks of nearly equal size. */
function blocksOf(count: number, random: Random): number[][] {
  const order = random.shuffle(Array.from({length: count}, (_, i) => i));
  const blocks: number[][] = Array.from({length: Math.min(count, MAX_UNITS)}, () => []);
  for (const [k, i] of order.entries()) blocks[k % blocks.length]!.push(i);
  return blocks;
}

function unitsOf({items, scores}: SetScores, blocks: readonly (readonly number[])[], models: readonly number[]): Units {
  const count = blocks.length;
  const units = {count, sums: new Float64Array(models.length * count), numbers: new Float64Array(models.length * count)};
  for (const [k, m] of models.entries())
    for (const [b, block] of blocks.entries())
      for (const i of block) {
        const score = scores[m * items.length + i]!;
        if (Number.isNaN(score)) continue;
        units.sums[k * count + b]! += score;
        units.numbers[k * count + b]!++;
      }
  return units;
}
