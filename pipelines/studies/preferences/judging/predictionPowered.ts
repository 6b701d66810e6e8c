// People's win rates from few votes of theirs and many of a judge's, without taking the judge at its word.
import type {Agreed} from "../agreement/coefficient.js";
import {type Counts, type JointUnit, overPrompts, promptSums, scoreOf, total} from "./joint.js";

export interface WinRate {
  model: string;
  /** units with people's votes, and those that the judge alone judged */
  n: number;
  more: number;
  /** people's votes alone, and the judge's alone over all units */
  people: Agreed;
  judge: number | null;
  /** prediction-powered: the judge's rate, moved by what it is off where people voted too */
  corrected: Agreed;
  /** how far the judge was leant on: 0 not at all, 1 fully */
  lambda: number;
}

/** Sums of one model's units: those with both sides' votes, and the judge's on others. */
const [BOTH, Y, F, YF, FF, MORE, F_MORE, FF_MORE] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
const WIDTH = 8;

/**
 * Power-tuned prediction-powered inference of a mean (PPI++; Angelopoulos, Duchi & Zrnic 2023, arXiv:2311.01453, after Angelopoulos et al.
 * 2023, doi:10.1126/science.adi6000): ȳ + λ (mean of f over the other units − mean of f over people's units) with
 * λ = cov(y, f) ÷ ((1 + n ÷ N) var f), cut at 0 and 1. y and f are the model's share of a unit's votes by people and by the judge. Right
 * whatever the judge is worth, so long as people's units are a random draw of all. Intervals leave out one prompt at a time, λ with it.
 */
export function winRates(joint: readonly JointUnit[]): WinRate[] {
  const judged = joint.filter(({people, judge}) => total(people) + total(judge) > 0);
  const models = [...new Set(judged.flatMap(({first, second}) => [first, second]))].sort();
  const rows = models.flatMap((model): WinRate[] => {
    const sums = promptSums(
      judged.filter(({first, second}) => first === model || second === model),
      WIDTH,
      (unit, into) => addUnit(unit, unit.first === model, into)
    );
    const all = sums.reduce((sum, own) => sum.map((value, i) => value + own[i]!), new Float64Array(WIDTH));
    if (all[BOTH] === 0) return [];
    const units = all[BOTH]! + all[MORE]!;
    return [
      {
        model,
        n: all[BOTH]!,
        more: all[MORE]!,
        people: overPrompts(sums, own => own[Y]! / own[BOTH]!, {within: [0, 1]}),
        judge: (all[F]! + all[F_MORE]!) / units,
        corrected: overPrompts(sums, correctedOf, {within: [0, 1]}),
        lambda: lambdaOf(all)
      }
    ];
  });
  return rows.sort((x, y) => (y.corrected.value ?? 0) - (x.corrected.value ?? 0));
}

function addUnit({people, judge}: JointUnit, isFirst: boolean, into: Float64Array): void {
  const side = (counts: Counts) => (isFirst ? scoreOf(counts) : 1 - scoreOf(counts));
  const add = (at: number, value: number) => {
    into[at] = into[at]! + value;
  };
  if (total(judge) === 0) return; // what people alone judged cannot show how far the judge is off
  const f = side(judge);
  if (total(people) === 0) {
    add(MORE, 1);
    add(F_MORE, f);
    add(FF_MORE, f * f);
    return;
  }
  const y = side(people);
  add(BOTH, 1);
  add(Y, y);
  add(F, f);
  add(YF, y * f);
  add(FF, f * f);
}

function lambdaOf(sums: Float64Array): number {
  const [n, more] = [sums[BOTH]!, sums[MORE]!];
  if (more === 0 || n < 2) return 0;
  const covariance = sums[YF]! / n - (sums[Y]! / n) * (sums[F]! / n);
  const mean = (sums[F]! + sums[F_MORE]!) / (n + more);
  const variance = (sums[FF]! + sums[FF_MORE]!) / (n + more) - mean * mean;
  return variance > 0 ? Math.min(1, Math.max(0, covariance / ((1 + n / more) * variance))) : 0;
}

function correctedOf(sums: Float64Array): number {
  const [n, more] = [sums[BOTH]!, sums[MORE]!];
  const plain = sums[Y]! / n;
  return more === 0 ? plain : plain + lambdaOf(sums) * (sums[F_MORE]! / more - sums[F]! / n);
}

/** What a judge's votes add to people's. */
export interface Worth {
  /** correlation of a judge's vote with a person's on the same answers, within models (win 1, tie ½, loss 0); n pairs of votes */
  judge: Agreed;
  /** the same of two people's votes */
  people: Agreed;
  /** how many people's votes one counts as with k judge's votes on other answers beside it (null: endlessly many): 1 ÷ (1 − ρ² k ÷ (1 + k)) */
  gains: {k: number | null; gain: Agreed}[];
  /** judge's votes that add as much as one person's, at k = 1; null where they add nothing */
  perHuman: number | null;
}

const BESIDE = [1, 10, null];

/** The variance that PPI++ leaves with k judged units for each that people judged too is 1 − ρ² k ÷ (1 + k) of people's own. */
export const gainOf = (rho: number, k: number | null): number => 1 / (1 - Math.max(0, rho) ** 2 * (k === null ? 1 : k / (1 + k)));

export function worth(joint: readonly JointUnit[]): Worth {
  const units = joint.filter(({people, judge}) => total(people) > 0 && total(judge) > 0);
  const judge = correlation(units, "judge");
  const through = ({value, lo, hi, ...rest}: Agreed, k: number | null): Agreed => {
    // With endlessly many votes of a judge that says what people say, nothing is left to a person's vote: no number.
    const gain = (rho: number | null) => (rho === null || gainOf(rho, k) === Number.POSITIVE_INFINITY ? null : gainOf(rho, k));
    const gained = {...rest, value: gain(value), lo: gain(lo), hi: gain(hi)};
    return gained.value === null && value !== null ? {...gained, why: "without bound: the judge says what people say"} : gained;
  };
  const one = judge.value === null ? 1 : gainOf(judge.value, 1);
  return {
    judge,
    people: correlation(units, "people"),
    gains: BESIDE.map(k => ({k, gain: through(judge, k)})),
    perHuman: one > 1 ? 1 / (one - 1) : null
  };
}

/** Pooled correlation within models over pairs of votes, one a person's, the other by the judge or by another person. */
function correlation(units: readonly JointUnit[], other: "judge" | "people"): Agreed {
  const names = [...new Set(units.flatMap(({first, second}) => [first, second]))];
  const at = new Map(names.map((name, i) => [name, i]));
  const FIELDS = 6;
  const sums = promptSums(units, 1 + FIELDS * names.length, (unit, into) => {
    for (const model of [unit.first, unit.second]) {
      const own = pairSums(unit, other, model === unit.first);
      into[0] = into[0]! + own[0]! / (other === "judge" ? 2 : 4); // both models have each pair, and two people's stands there either way round
      own.forEach((value, i) => {
        const place = 1 + at.get(model)! * FIELDS + i;
        into[place] = into[place]! + value;
      });
    }
  });
  return overPrompts(
    sums,
    all => {
      let [xy, xx, yy] = [0, 0, 0];
      for (let m = 1; m < all.length; m += FIELDS) {
        const [n, x, y, x2, y2, cross] = all.subarray(m, m + FIELDS) as unknown as [
          number,
          number,
          number,
          number,
          number,
          number
        ];
        if (n <= 0) continue;
        xy += cross - (x * y) / n;
        xx += x2 - (x * x) / n;
        yy += y2 - (y * y) / n;
      }
      return xy / Math.sqrt(xx * yy);
    },
    {within: [-1, 1], why: other === "judge" ? "no unit that both judged" : "no unit that two people judged"}
  );
}

/** n, Σx, Σy, Σx², Σy², Σxy over pairs of votes on a unit, as the model fared in each. */
function pairSums({people, judge}: JointUnit, other: "judge" | "people", isFirst: boolean): number[] {
  const value = (c: number) => (isFirst ? 1 - c / 2 : c / 2);
  const power = (counts: Counts, p: 1 | 2) => counts.reduce((sum, count, c) => sum + count * value(c) ** p, 0);
  const [x, x2, n] = [power(people, 1), power(people, 2), total(people)];
  if (other === "people") return [n * (n - 1), (n - 1) * x, (n - 1) * x, (n - 1) * x2, (n - 1) * x2, x * x - x2];
  const [y, y2, m] = [power(judge, 1), power(judge, 2), total(judge)];
  return [n * m, m * x, n * y, m * x2, n * y2, x * y];
}
