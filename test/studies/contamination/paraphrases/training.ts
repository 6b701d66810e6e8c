// Fits the two logistic models of the detector of paraphrases to planted paraphrases, and measures it on others.
import {randomOf} from "../../../../pipelines/generate/seed.js";
import {shareOf, type WilsonShare} from "../../../../pipelines/stats/intervals.js";
import {cholesky, solve, square} from "../../../../pipelines/stats/linalg/dense.js";
import {LIKELY, RELATIVE_MEASURES, relativeMeasures} from "../../../../pipelines/studies/contamination/paraphrases/decision.js";
import {MEASURES} from "../../../../pipelines/studies/contamination/paraphrases/features.js";
import {
  type DecisionWeights,
  type Logistic,
  logOdds,
  probabilityOf
} from "../../../../pipelines/studies/contamination/paraphrases/logistic.js";
import {FAMILIES, type Pair, type Planted, plant} from "./sets.js";

type Row = Readonly<Record<string, number>>;

interface Example {
  measures: Row;
  isParaphrase: boolean;
  weight: number;
}

const STEPS = 40;
const MAX_STEP = 3; // beyond it the quadratic model is far off

/**
 * Fits a logistic model by Newton's method with a ridge penalty on standardised measures. Weights of measures that only more likeness can
 * raise are not negative: the most negative one is left out, until none is.
 */
export function fitLogistic(
  examples: readonly Example[],
  {names, signed, ridge}: {names: readonly string[]; signed: (name: string) => boolean; ridge: number}
): Logistic {
  const total = examples.reduce((sum, {weight}) => sum + weight, 0);
  const average = (measureOf: (row: Row) => number) =>
    examples.reduce((sum, {measures, weight}) => sum + weight * measureOf(measures), 0) / total;
  const mean = new Map(names.map(name => [name, average(row => row[name]!)]));
  const deviation = new Map(names.map(name => [name, Math.sqrt(average(row => (row[name]! - mean.get(name)!) ** 2)) || 1]));
  let used = [...names];
  for (;;) {
    const size = used.length + 1;
    const rows = examples.map(({measures}) =>
      Float64Array.from([...used.map(name => (measures[name]! - mean.get(name)!) / deviation.get(name)!), 1])
    );
    const weights = new Float64Array(size);
    for (let step = 0; step < STEPS; step++) {
      const [gradient, curvature] = [new Float64Array(size), square(size)];
      for (const [i, row] of rows.entries()) {
        const {isParaphrase, weight} = examples[i]!;
        let odds = 0;
        for (let k = 0; k < size; k++) odds += weights[k]! * row[k]!;
        const p = probabilityOf(odds);
        const [error, spread] = [weight * (Number(isParaphrase) - p), weight * Math.max(1e-6, p * (1 - p))];
        for (let k = 0; k < size; k++) {
          gradient[k]! += error * row[k]!;
          for (let l = 0; l < size; l++) curvature[k * size + l]! += spread * row[k]! * row[l]!;
        }
      }
      for (let k = 0; k < size; k++) {
        if (k + 1 < size) gradient[k]! -= ridge * weights[k]!;
        curvature[k * size + k]! += k + 1 < size ? ridge : 1e-9;
      }
      const change = solve(cholesky(curvature, size)!, gradient);
      for (let k = 0; k < size; k++) weights[k]! += Math.max(-MAX_STEP, Math.min(MAX_STEP, change[k]!));
      if (change.every(value => Math.abs(value) < 1e-7)) break;
    }
    const [worst] = used
      .map((name, k) => ({name, weight: weights[k]!}))
      .filter(({name, weight}) => signed(name) && weight < 0)
      .sort((a, b) => a.weight - b.weight);
    if (worst) {
      used = used.filter(name => name !== worst.name);
      continue;
    }
    const scaled = used.map((name, k) => [name, weights[k]! / deviation.get(name)!] as const);
    const intercept = scaled.reduce((sum, [name, weight]) => sum - weight * mean.get(name)!, weights[size - 1]!);
    const rounded = (value: number) => Number(value.toPrecision(5));
    return {intercept: rounded(intercept), weights: Object.fromEntries(scaled.map(([name, weight]) => [name, rounded(weight)]))};
  }
}

/** Corpora from which is learnt: repetitions of each kind, its weight, and most items of a set. */
const KINDS: readonly {repetitions: number; weight: number; items: number; audited?: number; copies?: number; others?: number}[] =
  [
    {repetitions: 3, weight: 1, items: 220},
    {repetitions: 1, weight: 0.5, items: 700},
    {repetitions: 4, weight: 0.3, items: 220, audited: 30},
    {repetitions: 20, weight: 0.2, items: 100, audited: 5},
    {repetitions: 2, weight: 0.3, items: 60, copies: 0, others: 400},
    {repetitions: 1, weight: 0.4, items: 220, others: 400},
    {repetitions: 1, weight: 0.3, items: 220, copies: 2}
  ];
/** Examples of a set weigh as those of so many items. */
const ITEMS_OF_A_SET = 150;
const RIDGE = {pair: 2, among: 1};
const UNSIGNED = new Set<string>(["item_length", "has_rival", "items"]);
const signed = (name: string) => !UNSIGNED.has(name);

type Sets = Readonly<Record<string, readonly Pair[]>>;
const familyOf = (set: string): string => Object.keys(FAMILIES).find(family => FAMILIES[family]!.includes(set)) ?? set;
/** Paraphrases of other families, without those of the same text. */
const othersOf = (sets: Sets, set: string): string[] =>
  Object.keys(sets)
    .filter(name => familyOf(name) !== familyOf(set) && !/ with|chinese/u.test(name))
    .flatMap(name => sets[name]!.map(({paraphrase}) => paraphrase));

/** A corpus from which is learnt. */
export interface Corpus {
  planted: Planted;
  /** Weight of each of its items. */
  weight: number;
}

/** Corpora of a set's items of one half, or of all. */
export function corporaOf(sets: Sets, set: string, {half}: {half?: 0 | 1} = {}): Corpus[] {
  const pairs = sets[set]!.filter(({number}) => half === undefined || number % 2 === half);
  const others = othersOf(sets, set);
  return KINDS.flatMap((kind, k) =>
    Array.from({length: kind.repetitions}, (_, seed) => {
      const random = randomOf(`corpora ${set} ${k} ${seed}`);
      const planted = plant({
        pairs: random.shuffle(pairs).slice(0, kind.items),
        seed: 1_000 * k + seed,
        ...(kind.audited !== undefined && {audited: kind.audited}),
        ...(kind.copies !== undefined && {copies: kind.copies}),
        others: random.shuffle(others).slice(0, kind.others ?? 0)
      });
      return {planted, weight: (kind.weight * ITEMS_OF_A_SET) / kind.repetitions / planted.isPlanted.length};
    })
  );
}

/** Fits both models. */
export function train(corpora: readonly Corpus[]): DecisionWeights {
  const examples = (rowsOf: (planted: Planted) => readonly (readonly Row[])[]) =>
    corpora.flatMap(({planted, weight}) =>
      rowsOf(planted).flatMap((list, item) =>
        list.map((measures, k): Example => ({measures, isParaphrase: planted.isParaphrase[item]![k]!, weight}))
      )
    );
  const pair = fitLogistic(
    examples(({measured}) => measured.candidates.map(list => list.map(({measures}) => measures))),
    {names: MEASURES, signed, ridge: RIDGE.pair}
  );
  const among = fitLogistic(
    examples(({measured}) => relativeMeasures(measured, pair)),
    {names: RELATIVE_MEASURES, signed, ridge: RIDGE.among}
  );
  return {pair, among};
}

export interface Detection {
  /** Items of which half are planted. */
  items: number;
  /** Planted items found where 1 % of the others are flagged. */
  hits: WilsonShare;
  /** Planted and other items with a probability of at least `LIKELY`. */
  likely: WilsonShare;
  wrong: WilsonShare;
}

const FALSE_ALARMS = 0.01;

/** Most likely probabilities of items, and whether their paraphrase is in the corpus. */
export const bestOf = (
  {measured, isPlanted}: Planted,
  {pair, among}: DecisionWeights
): {probability: number; isPlanted: boolean}[] =>
  relativeMeasures(measured, pair).map((list, item) => ({
    probability: Math.max(0, ...list.map(measures => probabilityOf(logOdds(among, measures)))),
    isPlanted: isPlanted[item]!
  }));

/** Plants half of the items several times and decides. Intervals count each item once, as in one corpus. @param audited items that are looked for at a time */
export function detect(
  pairs: readonly Pair[],
  weights: DecisionWeights,
  {seeds, audited}: {seeds: readonly number[]; audited?: number}
): Detection {
  const best = seeds.flatMap(seed => bestOf(plant({pairs, seed, ...(audited !== undefined && {audited})}), weights));
  const probabilitiesOf = (isPlanted: boolean) =>
    best.filter(each => each.isPlanted === isPlanted).map(({probability}) => probability);
  const [planted, others] = [probabilitiesOf(true), probabilitiesOf(false).sort((a, b) => b - a)];
  const threshold = others[Math.floor(FALSE_ALARMS * others.length)] ?? 0;
  const repeats = Math.max(1, best.length / pairs.length);
  const share = (list: readonly number[], counts: (probability: number) => boolean) =>
    shareOf(list.filter(counts).length / repeats, list.length / repeats);
  return {
    items: pairs.length,
    hits: share(planted, probability => probability > threshold),
    likely: share(planted, probability => probability >= LIKELY),
    wrong: share(others, probability => probability >= LIKELY)
  };
}
