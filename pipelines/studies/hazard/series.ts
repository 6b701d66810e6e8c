// Curves as rows for charts, at enough token counts to draw them.
import {CORRECT, INCORRECT, type Status, TRUNCATED} from "../../score/status.js";
import {type Cohort, codeOf, lastTime, longest, stillWriting} from "./cohort.js";
import type {CurveComparison, CurveDifference} from "./competingRisks.js";
import {incidence, type LimitAs, nelsonAalen} from "./curves.js";
import {type CurveEstimate, type Design, positiveInterval, shareInterval, spreadsAlong} from "./design.js";

export interface CurveOptions {
  limit: LimitAs;
  design: Design;
}

/** The outcomes under a treatment of truncation, in the order in which they are stacked. */
export const outcomesOf = (limit: LimitAs): Status[] =>
  limit === "event" ? [CORRECT, INCORRECT, TRUNCATED] : [CORRECT, INCORRECT];

/** One outcome at one token count: its share, and its position in a stack of shares. */
export interface StackRow extends CurveEstimate {
  t: number;
  status: Status;
  /** lower and upper edge in the stack */
  from: number;
  to: number;
  /** 95 % interval of the upper edge, the sum of this share and those below it */
  edgeLow: number | null;
  edgeHigh: number | null;
}

/** Cumulative incidences, stacked. */
export function stack(cohort: Cohort, {limit, design}: CurveOptions): StackRow[] {
  const times = drawnAt(cohort);
  const outcomes = outcomesOf(limit);
  const along = (causes: readonly Status[]) =>
    spreadsAlong(cohort, incidence(cohort, causes, limit), times, design).map(shareInterval);
  const own = outcomes.map(status => along([status]));
  const edges = outcomes.map((_, i) => (i === 0 ? own[0]! : along(outcomes.slice(0, i + 1))));
  return times.flatMap((t, k) =>
    outcomes.map((status, i) => {
      const {value: to, low: edgeLow, high: edgeHigh} = edges[i]![k]!;
      return {t, status, ...own[i]![k]!, from: edges[i - 1]?.[k]?.value ?? 0, to, edgeLow, edgeHigh};
    })
  );
}

/** Cumulative cause-specific hazards (Nelson–Aalen). */
export function cumulativeHazards(
  cohort: Cohort,
  {limit, design}: CurveOptions
): (CurveEstimate & {t: number; status: Status})[] {
  return outcomesOf(limit).flatMap(status => {
    const curve = nelsonAalen(cohort, [status], limit);
    const times = drawnAt(cohort);
    return spreadsAlong(cohort, curve, times, design).map((spread, k) => ({t: times[k]!, status, ...positiveInterval(spread)}));
  });
}

/** Share correct, A minus B. */
export function differences(comparison: CurveComparison, times: readonly number[]): CurveDifference[] {
  return times.filter(t => t <= comparison.end).map(t => comparison.incidence([CORRECT], t));
}

/** The table under a survival curve: how many samples are still writing just before t, and how many ended in each way within t. */
export interface RiskRow {
  t: number;
  writing: number;
  correct: number;
  incorrect: number;
  truncated: number;
}

export function riskTable(cohort: Cohort, at: readonly number[]): RiskRow[] {
  return at.map(t => {
    const ended = (status: Status) =>
      cohort.times.reduce((sum, tokens, time) => sum + (tokens <= t ? cohort.counts[codeOf(time, status)]! : 0), 0);
    return {
      t,
      writing: stillWriting(cohort, t),
      correct: ended(CORRECT),
      incorrect: ended(INCORRECT),
      truncated: ended(TRUNCATED)
    };
  });
}

const STEPS = 80;

/**
 * Token counts at which samples ended, about evenly spread over tokens and over their logarithms; at least 1, so that the logarithm exists.
 */
export function drawnAt(cohort: Cohort): number[] {
  const {times} = cohort;
  const [first, last] = [Math.max(1, times[0] ?? 1), longest(cohort)];
  if (times.length <= 2 * STEPS) return [...new Set(times.map(t => Math.max(1, t)))];
  const wanted = Array.from({length: STEPS + 1}, (_, k) => [
    first + ((last - first) * k) / STEPS,
    first * (last / first) ** (k / STEPS)
  ]).flat();
  const kept = new Set(wanted.map(t => Math.max(1, times[lastTime(times, t + 0.5)] ?? first)));
  return [...kept].sort((a, b) => a - b);
}
