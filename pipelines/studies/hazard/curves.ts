// Estimates over tokens with their influence functions, the effect of each sample on the estimate, from which the variance under any design
// follows.
import {CORRECT, INCORRECT, type Status, TRUNCATED} from "../../score/status.js";
import {type Cohort, codeOf, lastTime} from "./cohort.js";

/**
 * How a sample that is truncated by its token limit is treated. `event`: as an outcome like the others. This assumes nothing, and holds for
 * these limits only. `censoring`: only that its answer needs more tokens. This assumes that it would have continued like those that are
 * still writing (independent censoring), which no data can confirm; nothing is estimated beyond the largest limit.
 */
export const LIMITS = ["event", "censoring"] as const;
export type LimitAs = (typeof LIMITS)[number];

export const STATUSES = [CORRECT, INCORRECT, TRUNCATED] as const;

export interface Curve {
  /** the estimate at t tokens; constant beyond the longest sample */
  value(t: number): number;
  /**
   * Effect of one more sample on value(t) (the infinitesimal jackknife, Jaeckel 1972): for a sample that ended within t, by its code, fixed
   * + slope × value(t); for one that is still writing, `waiting(t)`. The sum over all samples is 0. The sum of squares is Greenwood's
   * variance, and for incidences that of the delta method (Marubini & Valsecchi 1995, section 10.2.2; Choudhury 2002,
   * doi:10.1002/sim.1074), as a test confirms.
   */
  fixed: Float64Array;
  slope: Float64Array;
  waiting(t: number): number;
}

/** The influence of samples of each code on a curve at t tokens. */
export function influence({times}: Cohort, {value, fixed, slope, waiting}: Curve, t: number): Float64Array {
  const now = value(t);
  const ended = 3 * (lastTime(times, t) + 1);
  return fixed.map((part, code) => part + slope[code]! * now).fill(waiting(t), ended);
}

/**
 * Cumulative incidence of any of `causes`: the share of samples that ended in this way within t tokens (Aalen & Johansen 1978). All
 * outcomes compete; with a single outcome it is 1 − Kaplan–Meier.
 */
export function incidence(cohort: Cohort, causes: readonly Status[], limit: LimitAs): Curve {
  const {times, atRisk} = cohort;
  const {survived, own, any} = outcomes(cohort, causes, limit);
  const path = cumulate(times, time => (survived[time]! * own.ended(time)) / atRisk[time]!);
  const drift = cumulate(times, time => (survived[time]! * own.ended(time)) / atRisk[time]! ** 2);
  const direct = times.map((_, time) => survived[time]! / atRisk[time]!);
  const value = (t: number) => path[lastTime(times, t)] ?? 0;
  return {value, ...influenceOf(cohort, {own, any, direct, drift, path, value})};
}

/**
 * Restricted mean tokens, E min(T, t): the mean number of tokens if every sample were stopped at t tokens, which is the area under the
 * survival curve (Irwin 1949; Royston & Parmar 2013, doi:10.1186/1471-2288-13-152).
 */
export function restrictedMean(cohort: Cohort, limit: LimitAs): Curve {
  const {times, atRisk} = cohort;
  const {survived, any} = outcomes(cohort, [], limit);
  const path = cumulate(times, time => survived[time]! * (times[time]! - (times[time - 1] ?? 0)));
  const none = new Float64Array(times.length);
  function value(t: number): number {
    const last = lastTime(times, t);
    if (last < 0) return t;
    const still = survived[last]! * (1 - any.ended(last) / atRisk[last]!);
    return path[last]! + still * (Math.min(t, times[times.length - 1]!) - times[last]!);
  }
  return {value, ...influenceOf(cohort, {own: nothing, any, direct: none, drift: none, path, value})};
}

/**
 * Cumulative cause-specific hazard (Nelson 1972; Aalen 1978), Σ k/Y; its variance is Klein's (1991) Σ k(Y − k)/Y³, which allows for ties.
 */
export function nelsonAalen(cohort: Cohort, causes: readonly Status[], limit: LimitAs): Curve {
  const {times, atRisk} = cohort;
  const {own} = outcomes(cohort, causes, limit);
  const path = cumulate(times, time => own.ended(time) / atRisk[time]!);
  const drift = cumulate(times, time => own.ended(time) / atRisk[time]! ** 2);
  const value = (t: number) => path[lastTime(times, t)] ?? 0;
  return {value, ...influenceOf(cohort, {own, any: nothing, direct: atRisk.map(risk => 1 / risk), drift, path, value})};
}

interface Outcome {
  has(status: Status): boolean;
  /** number of samples that ended with this outcome at a time */
  ended(time: number): number;
}
const nothing: Outcome = {has: () => false, ended: () => 0};

/** The outcomes asked for, all outcomes, and the survival just before each time (Kaplan & Meier 1958). */
function outcomes({times, counts, atRisk}: Cohort, causes: readonly Status[], limit: LimitAs) {
  const events = STATUSES.filter(status => limit === "event" || status !== TRUNCATED);
  const outcome = (of: readonly Status[]): Outcome => ({
    has: status => of.includes(status),
    ended: time => of.reduce((sum: number, status) => sum + counts[codeOf(time, status)]!, 0)
  });
  const [own, any] = [outcome(events.filter(status => causes.includes(status))), outcome(events)];
  const survived = new Float64Array(times.length).fill(1);
  for (let time = 1; time < times.length; time++)
    survived[time] = survived[time - 1]! * (1 - any.ended(time - 1) / atRisk[time - 1]!);
  return {own, any, survived};
}

function cumulate(times: Float64Array, step: (time: number) => number): Float64Array {
  let sum = 0;
  return times.map((_, time) => (sum += step(time)));
}

interface Terms {
  /** outcomes that the curve counts, and those that end a sample at all */
  own: Outcome;
  any: Outcome;
  /** direct effect on the curve of one more ending, and accumulated effect of being at risk */
  direct: Float64Array;
  drift: Float64Array;
  path: Float64Array;
  value(t: number): number;
}

/**
 * Derivative of a curve Σ S(u−) dΛ(u) by each sample's weight: a sample at risk at u lowers the hazard there, and one that ends raises it,
 * both directly (`direct`, `drift`) and through the survival on all that comes later, value(t) − path(u).
 */
function influenceOf({times, atRisk}: Cohort, {own, any, direct, drift, path, value}: Terms): Omit<Curve, "value"> {
  // where all remaining samples end at once, nothing comes later
  const left = times.map((_, time) => atRisk[time]! - any.ended(time));
  const spread = times.map((_, time) => (left[time]! > 0 ? any.ended(time) / (atRisk[time]! * left[time]!) : 0));
  const weight = cumulate(times, time => spread[time]!);
  const weighted = cumulate(times, time => spread[time]! * path[time]!);
  const [fixed, slope] = [new Float64Array(3 * times.length), new Float64Array(3 * times.length)];
  for (let time = 0; time < times.length; time++)
    for (const status of STATUSES) {
      const lost = any.has(status) && left[time]! > 0 ? 1 / left[time]! : 0;
      const code = codeOf(time, status);
      fixed[code] = path[time]! * lost - weighted[time]! - drift[time]! + (own.has(status) ? direct[time]! : 0);
      slope[code] = weight[time]! - lost;
    }
  function waiting(t: number): number {
    const last = lastTime(times, t);
    return last < 0 ? 0 : value(t) * weight[last]! - weighted[last]! - drift[last]!;
  }
  return {fixed, slope, waiting};
}
