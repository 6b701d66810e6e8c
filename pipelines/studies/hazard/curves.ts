// Estimates over tokens, each with its influence function: how much every sample moves it. The variance of any design follows from that.
import {CORRECT, INCORRECT, type Status, TRUNCATED} from "../../score/status.js";
import {type Cohort, codeOf, lastTime} from "./cohort.js";

/**
 * What a sample cut by its token limit says.
 * `event`: an outcome like the others, "what you pay". Assumes nothing, and holds for these limits only.
 * `censoring`: only that its answer needs more tokens, "given more tokens". Assumes that it would have gone on like those that still
 * write (independent censoring), which no data can show; nothing is said beyond the largest limit.
 */
export const LIMITS = ["event", "censoring"] as const;
export type LimitAs = (typeof LIMITS)[number];

export const STATUSES = [CORRECT, INCORRECT, TRUNCATED] as const;

export interface Curve {
  /** the estimate at t tokens; held beyond the longest sample */
  value(t: number): number;
  /**
   * How much one sample more would move value(t) (the infinitesimal jackknife, Jaeckel 1972): of a sample that ended within t, by its code,
   * fixed + slope × value(t); of one that still writes, `waiting(t)`. Σ over all samples is 0.
   * Σ of squares is Greenwood's variance, and for incidences the delta method's (Marubini & Valsecchi 1995, section 10.2.2;
   * Choudhury 2002, doi:10.1002/sim.1074): a test holds them equal.
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
 * Cumulative incidence of any of `causes`: the share of samples that ended so within t tokens (Aalen & Johansen 1978).
 * All outcomes compete; with one outcome alone it is 1 − Kaplan–Meier.
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
 * Restricted mean tokens, E min(T, t): what an answer takes on average if every sample were stopped at t tokens;
 * the area under the share that still writes (Irwin 1949; Royston & Parmar 2013, doi:10.1186/1471-2288-13-152).
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

/** Cumulative cause-specific hazard (Nelson 1972; Aalen 1978), Σ k/Y; its variance is Klein's (1991) Σ k(Y − k)/Y³, which knows ties. */
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
  /** samples that ended so at a time */
  ended(time: number): number;
}
const nothing: Outcome = {has: () => false, ended: () => 0};

/** The outcomes asked for, all outcomes there are, and the share that still writes just before each time (Kaplan & Meier 1958). */
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
  /** outcomes that count in the curve itself, and those that end a sample at all */
  own: Outcome;
  any: Outcome;
  /** how far one ending more moves the curve on the spot, and how far being at risk has moved it so far */
  direct: Float64Array;
  drift: Float64Array;
  path: Float64Array;
  value(t: number): number;
}

/**
 * A curve Σ S(u−) dΛ(u) derived by each sample's weight: a sample at risk at u lowers the hazard there, one that ends raises it,
 * both on the spot (`direct`, `drift`) and through survival on all that comes later, value(t) − path(u).
 */
function influenceOf({times, atRisk}: Cohort, {own, any, direct, drift, path, value}: Terms): Omit<Curve, "value"> {
  // Where all that were left end at once, nothing comes later.
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
