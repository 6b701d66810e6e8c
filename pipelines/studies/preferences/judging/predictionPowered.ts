// Prediction-powered win rates: few votes of people and many of a judge, corrected for the judge's bias.
import type {Agreed} from "../agreement/coefficient.js";
import {type Counts, type JointUnit, overPrompts, promptSums, scoreOf, total} from "./joint.js";

export interface WinRate {
  model: string;
  /** number of units with people's votes, and of units that the judge alone judged */
  n: number;
  more: number;
  /** win rate by people's votes alone, and by the judge's alone over all units */
  people: Agreed;
  judge: number | null;
  /** prediction-powered: the judge's rate, shifted by its error on the units where people voted too */
  corrected: Agreed;
  /** weight of the judge: 0 not used, 1 fully used */
  lambda: number;
}

/** Indices of the sums over one model's units: those with votes of both sides, and those with the judge's only. */
const [BOTH, Y, F, YF, FF, MORE, F_MORE, FF_MORE] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
const WIDTH = 8;

/**
 * Power-tuned prediction-powered inference of a mean (PPI++; Angelopoulos, Duchi & Zrnic 2023, arXiv:2311.01453, after Angelopoulos et al.
 * 2023, doi:10.1126/science.adi6000): ȳ + λ (mean of f over the other units − mean of f over people's units) with λ = cov(y, f) ÷ ((1 + n ÷
 * N) var f), limited to 0 … 1. y and f are the model's share of a unit's votes by people and by the judge. Valid whatever the quality of
 * the judge, as long as people's units are a random sample of all. Intervals are a jackknife over prompts, in which λ is estimated again.
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
  if (total(judge) === 0) return; // units that only people judged cannot show the error of the judge
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

/** The value of a judge's votes in addition to people's. */
export interface Worth {
  /**
   * correlation of a judge's vote with a person's on the same answers, within models (win 1, tie ½, loss 0); n is the number of pairs of
   * votes
   */
  judge: Agreed;
  /** the same correlation between two people's votes */
  people: Agreed;
  /**
   * number of people's votes that one is worth when k judge's votes on other answers are added to it (null: infinitely many): 1 ÷ (1 − ρ² k
   * ÷ (1 + k))
   */
  gains: {k: number | null; gain: Agreed}[];
  /** number of judge's votes that add as much as one person's, at k = 1; null where they add nothing */
  perHuman: number | null;
}

/** Numbers of judge's votes per person's vote for which the gain is shown; null is the limit of infinitely many. */
const BESIDE = [1, 10, null];

/**
 * PPI++ reduces the variance of people's votes by the factor 1 − ρ² k ÷ (1 + k) with k judged units for each that people judged; this is
 * its inverse.
 */
export const gainOf = (rho: number, k: number | null): number => 1 / (1 - Math.max(0, rho) ** 2 * (k === null ? 1 : k / (1 + k)));

export function worth(joint: readonly JointUnit[]): Worth {
  const units = joint.filter(({people, judge}) => total(people) > 0 && total(judge) > 0);
  const judge = correlation(units, "judge");
  const through = ({value, lo, hi, ...rest}: Agreed, k: number | null): Agreed => {
    // With infinitely many votes of a judge that always agrees with people, the gain is infinite: no number is returned.
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

/** Pooled correlation within models over pairs of votes, one by a person, the other by the judge or by another person. */
function correlation(units: readonly JointUnit[], other: "judge" | "people"): Agreed {
  const names = [...new Set(units.flatMap(({first, second}) => [first, second]))];
  const at = new Map(names.map((name, i) => [name, i]));
  const FIELDS = 6;
  const sums = promptSums(units, 1 + FIELDS * names.length, (unit, into) => {
    for (const model of [unit.first, unit.second]) {
      const own = pairSums(unit, other, model === unit.first);
      into[0] = into[0]! + own[0]! / (other === "judge" ? 2 : 4); // a pair counts for both models, a pair of people in both orders
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

/** n, Σx, Σy, Σx², Σy², Σxy over pairs of votes on a unit, from the point of view of one model. */
function pairSums({people, judge}: JointUnit, other: "judge" | "people", isFirst: boolean): number[] {
  const value = (c: number) => (isFirst ? 1 - c / 2 : c / 2);
  const power = (counts: Counts, p: 1 | 2) => counts.reduce((sum, count, c) => sum + count * value(c) ** p, 0);
  const [x, x2, n] = [power(people, 1), power(people, 2), total(people)];
  if (other === "people") return [n * (n - 1), (n - 1) * x, (n - 1) * x, (n - 1) * x2, (n - 1) * x2, x * x - x2];
  const [y, y2, m] = [power(judge, 1), power(judge, 2), total(judge)];
  return [n * m, m * x, n * y, m * x2, n * y2, x * y];
}
