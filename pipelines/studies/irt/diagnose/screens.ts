// Checks of a response matrix before a fit is believed: uninformative items, negatively discriminating items, and models that are not
// independent.
import {type Random, randomOf} from "../../../generate/seed.js";
import {normalUpper, Z975} from "../../../stats/distributions.js";
import {falseDiscoveryRate} from "../../../stats/falseDiscovery.js";
import {groupBy} from "../../../stats/groupBy.js";
import {MISSING, type Responses, RIGHT} from "../item.js";
import {correlation} from "./residuals.js";

export interface ItemScreen {
  /** number of answers, and of right answers */
  n: number;
  right: number;
  /** whether all answers are right or all wrong, so that they do not determine the difficulty; null otherwise */
  alike: "right" | "wrong" | null;
  /** correlation with the share right on all other items (item–rest), with its 95 % interval (Fisher's z); NaN where answers are alike */
  rest: number;
  low: number;
  high: number;
  /** the whole interval lies below 0: abler models fail the item more often; look for a wrong key or a broken question */
  negative: boolean;
}

/** Checks of every item. Corrected item–total correlation: Henrysson 1963, doi:10.1007/BF02289618. */
export function screenItems({persons, items, cells}: Responses): ItemScreen[] {
  const size = items.length;
  const [answers, right] = [new Float64Array(persons.length), new Float64Array(persons.length)];
  for (let at = 0; at < cells.length; at++) {
    const person = Math.floor(at / size);
    if (cells[at] !== MISSING) answers[person]! += 1;
    if (cells[at] === RIGHT) right[person]! += 1;
  }
  const [own, rest] = [new Float64Array(persons.length), new Float64Array(persons.length)];
  return items.map((_, item) => {
    for (let person = 0; person < persons.length; person++) {
      const cell = cells[person * size + item]!;
      own[person] = cell === MISSING || answers[person]! < 2 ? Number.NaN : Number(cell === RIGHT);
      rest[person] = (right[person]! - own[person]!) / (answers[person]! - 1);
    }
    return screened(own, rest);
  });
}

function screened(own: Float64Array, rest: Float64Array): ItemScreen {
  const answered = own.filter(value => !Number.isNaN(value));
  const [n, right] = [answered.length, answered.reduce((sum, value) => sum + value, 0)];
  const {r} = correlation(own, rest);
  const reach = Z975 / Math.sqrt(n - 3);
  const z = Math.atanh(r);
  const [low, high] = n > 3 ? [Math.tanh(z - reach), Math.tanh(z + reach)] : [Number.NaN, Number.NaN];
  return {
    n,
    right,
    alike: n === 0 ? null : right === n ? "right" : right === 0 ? "wrong" : null,
    rest: r,
    low,
    high,
    negative: high < 0
  };
}

/** Groups of persons (by index) with identical rows: most often one model under two names. */
export function identicalPersons({persons, items, cells}: Responses): number[][] {
  const text = new TextDecoder("latin1");
  const groups = groupBy([...persons.keys()], person =>
    text.decode(cells.slice(person * items.length, (person + 1) * items.length))
  );
  return [...groups.values()].filter(group => group.length > 1);
}

export interface ModelDependence {
  /** effective number of independent models: N ÷ (1 + (N − 1) ρ̄) */
  effective: number;
  /** number of pairs that were compared */
  compared: number;
  /**
   * pairs whose answers agree significantly beyond ability and difficulty (5 % false discovery rate, Benjamini & Hochberg 1995), strongest
   * first
   */
  pairs: {i: number; j: number; r: number; n: number; adjusted: number}[];
}

/**
 * Models that are not independent: they share right and wrong answers beyond what ability and difficulty explain, as copies, merges and
 * fine-tunes of one base model do. The residuals of two persons are correlated over items; the mean of the significantly positive
 * correlations gives the design effect (Kish 1965, Survey Sampling, § 5.4).
 * @param residual items × persons, as returned by `residuals`
 * @param most largest number of pairs compared; where there are more, a random sample of pairs is taken
 */
export function modelDependence(
  residual: readonly Float64Array[],
  {most = 200_000, random = randomOf("kin")}: {most?: number; random?: Random} = {}
): ModelDependence {
  const size = residual[0]?.length ?? 0;
  const rows = Array.from({length: size}, (_, person) => Float64Array.from(residual, item => item[person]!));
  const found = pairsOf(size, most, random)
    .map(([i, j]) => ({i, j, ...correlation(rows[i]!, rows[j]!)}))
    .filter(({r, n}) => n > FEWEST && !Number.isNaN(r));
  const adjusted = falseDiscoveryRate(
    found.map(({r, n}) => normalUpper(Math.atanh(Math.min(r, 0.999999)) * Math.sqrt(n - 3))),
    "BH"
  );
  const pairs = found.map((pair, k) => ({...pair, adjusted: adjusted[k]!})).filter(pair => pair.adjusted <= 0.05);
  const mean = found.length > 0 ? pairs.reduce((sum, {r}) => sum + r, 0) / found.length : 0;
  return {effective: size / (1 + (size - 1) * mean), compared: found.length, pairs: pairs.sort((a, b) => b.r - a.r)};
}
/** Fewest items that both persons of a pair answered. */
const FEWEST = 20;

function pairsOf(size: number, most: number, random: Random): [number, number][] {
  const pairs: [number, number][] = [];
  const all = (size * (size - 1)) / 2;
  if (all > most)
    while (pairs.length < most) {
      const [i, j] = [Math.floor(random.real() * size), Math.floor(random.real() * size)];
      if (i !== j) pairs.push([i, j]);
    }
  else for (let i = 1; i < size; i++) for (let j = 0; j < i; j++) pairs.push([j, i]);
  return pairs;
}
