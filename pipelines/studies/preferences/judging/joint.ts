// Combines two files of votes on the same answers, a model's and people's: the votes of both sides by unit, and estimates over prompts.

import {clusteredProportion} from "../../../stats/clustered.js";
import {tQuantile} from "../../../stats/distributions.js";
import type {Agreed} from "../agreement/coefficient.js";
import {byName, type Votes} from "../votes/votes.js";

/** Number of votes for the alphabetically first model, of ties, and of votes for the second. */
export type Counts = [first: number, ties: number, second: number];

/** Question × turn × unordered pair that at least one side judged. */
export interface JointUnit {
  /** index of the question, the cluster of the votes */
  prompt: number;
  first: string;
  second: string;
  people: Counts;
  judge: Counts;
}

export const total = ([first, ties, second]: Readonly<Counts>): number => first + ties + second;
/** The first model's share of the votes, with ties as half. */
export const scoreOf = (counts: Readonly<Counts>): number => (counts[0] + counts[1] / 2) / total(counts);

/** Units matched by the names of questions and models, which each side numbers in its own way. */
export function jointUnits(people: Votes, judge: Votes): JointUnit[] {
  const prompts = new Map<string, number>();
  const units = new Map<string, JointUnit>();
  for (const [side, votes] of [
    ["people", people],
    ["judge", judge]
  ] as const) {
    const own: (JointUnit | undefined)[] = new Array(votes.units);
    for (let v = 0; v < votes.n; v++) {
      const unit = (own[votes.unit[v]!] ??= unitOf(votes, v));
      unit[side][byName(votes, v) as 0 | 1 | 2]++;
    }
  }
  return [...units.values()];

  function unitOf({a, b, question, turn, models, questions}: Votes, v: number): JointUnit {
    const [first, second] = [models[a[v]!]!, models[b[v]!]!].sort() as [string, string];
    const asked = questions[question[v]!]!;
    const key = JSON.stringify([asked, turn[v]!, first, second]);
    let unit = units.get(key);
    if (!unit) {
      let prompt = prompts.get(asked);
      if (prompt === undefined) prompts.set(asked, (prompt = prompts.size));
      units.set(key, (unit = {prompt, first, second, people: [0, 0, 0], judge: [0, 0, 0]}));
    }
    return unit;
  }
}

/**
 * Sums over the units of each prompt; the first entry is the number that an estimate rests on (pairs of votes, units). Prompts where it is
 * 0 are left out.
 */
export function promptSums(
  units: readonly JointUnit[],
  width: number,
  add: (unit: JointUnit, into: Float64Array) => void
): Float64Array[] {
  const sums = new Map<number, Float64Array>();
  for (const unit of units) {
    let own = sums.get(unit.prompt);
    if (!own) sums.set(unit.prompt, (own = new Float64Array(width)));
    add(unit, own);
  }
  return [...sums.values()].filter(own => own.some(value => value !== 0));
}

const added = (sums: readonly Float64Array[], width: number): Float64Array => {
  const all = new Float64Array(width);
  for (const own of sums) for (let i = 0; i < width; i++) all[i] = all[i]! + own[i]!;
  return all;
};

/**
 * A smooth function of sums with its 95 % interval by the jackknife over prompts (Efron & Stein 1981, doi:10.1214/aos/1176345462), with
 * Student's t on Kish's effective number of prompts minus 1, cut off at the bounds `within`. n is the first entry of the sums.
 */
export function overPrompts(
  sums: readonly Float64Array[],
  statistic: (sums: Float64Array) => number,
  {within = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY], why = "no unit that both judged"}: Bounds = {}
): Agreed {
  const width = sums[0]?.length ?? 0;
  const all = added(sums, width);
  const n = all[0] ?? 0;
  if (n === 0) return {value: null, lo: null, hi: null, n: 0, why};
  const value = statistic(all);
  if (!Number.isFinite(value)) return {value: null, lo: null, hi: null, n, why: "it is the same everywhere"};
  const without = sums.map(own => statistic(all.map((sum, i) => sum - own[i]!))).filter(Number.isFinite);
  const prompts = without.length;
  const weights = sums.reduce((squares, own) => squares + own[0]! ** 2, 0);
  const freedom = n ** 2 / weights - 1;
  if (prompts < 2 || !(freedom > 1e-3)) return {value, lo: null, hi: null, n, why: "one prompt shows no spread"};
  const squares = without.reduce((sum, each) => sum + (each - value) ** 2, 0);
  const half = tQuantile(0.975, freedom) * Math.sqrt(((prompts - 1) / prompts) * squares);
  return {value, lo: Math.max(within[0], value - half), hi: Math.min(within[1], value + half), n, over: "prompts"};
}
interface Bounds {
  within?: readonly [number, number];
  why?: string;
}

/**
 * A share of pairs of votes (sums: pairs, those that agree) with Wilson's interval on the effective sample size, with prompts as clusters.
 */
export function shareOverPrompts(sums: readonly Float64Array[], why = "no unit that both judged"): Agreed {
  const [n, k] = [0, 1].map(at => sums.reduce((sum, own) => sum + own[at]!, 0)) as [number, number];
  if (n === 0) return {value: null, lo: null, hi: null, n: 0, why};
  const products = (x: 0 | 1, y: 0 | 1) => sums.reduce((sum, own) => sum + own[x]! * own[y]!, 0);
  const clusters = sums.filter(own => own[0]! > 0).length;
  const {value, low, high} = clusteredProportion({clusters, n, k, kk: products(1, 1), kn: products(1, 0), nn: products(0, 0)});
  if (clusters < 2) return {value, lo: null, hi: null, n, why: "one prompt shows no spread"};
  return {value, lo: low, hi: high, n, over: "prompts"};
}
