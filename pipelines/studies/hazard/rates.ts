// Cause-specific hazards, constant within bins of about equally many endings.
import {CORRECT, type Status} from "../../score/status.js";
import {type Cohort, codeOf, statusOf, timeOf} from "./cohort.js";
import {type CurveEstimate, type Design, designVariance, positiveInterval, reach} from "./design.js";

/** Endings of one kind per token written in (from, to], among the samples still writing. */
export interface Rate extends CurveEstimate {
  status: Status;
  from: number;
  to: number;
  /** number of endings of this kind in the bin */
  events: number;
  /** number of tokens written in the bin by all samples */
  exposure: number;
}

const MOST_BINS = 24;
const LEAST_ENDINGS = 25;

/**
 * Occurrences ÷ exposure (the piecewise exponential model, Holford 1980), with the interval on the logarithmic scale; where there are none,
 * the exact Poisson bound −ln 0.025 ÷ exposure. Truncation is an ending of its own kind here, and censoring for the others: the rate of a
 * cause is the same either way.
 */
export function rates(cohort: Cohort, statuses: readonly Status[], design: Design): Rate[] {
  const {times, counts, codes, n} = cohort;
  return bins(cohort).flatMap(({from, to}) => {
    const written = times.map(tokens => Math.max(0, Math.min(tokens, to) - from));
    const exposure = counts.reduce((sum, count, code) => sum + count * written[timeOf(code)]!, 0);
    return statuses.map(status => {
      const ends = counts.map((_, code) => {
        const tokens = times[timeOf(code)]!;
        return statusOf(code) === status && tokens > from && tokens <= to ? 1 : 0;
      });
      const events = counts.reduce((sum, count, code) => sum + count * ends[code]!, 0);
      const value = events / exposure;
      if (events === 0) return {status, from, to, events, exposure, value, low: 0, high: -Math.log(0.025) / exposure};
      const moved = ends.map((end, code) => (end - value * written[timeOf(code)]!) / exposure);
      const variance = designVariance(cohort, sample => moved[codes[sample]!]!, design);
      const se = variance === null ? null : Math.sqrt(variance);
      return {status, from, to, events, exposure, ...positiveInterval({value, se, reach: reach(cohort, design), n})};
    });
  });
}

/** Bins that begin just before the first ending and hold about equally many endings; those with the same token count stay in one bin. */
function bins({times, counts, n}: Cohort): {from: number; to: number}[] {
  const share = Math.max(LEAST_ENDINGS, n / MOST_BINS);
  const edges: {from: number; to: number}[] = [];
  let from = (times[0] ?? 1) - 1;
  let [endings, left] = [0, n];
  for (let time = 0; time < times.length; time++) {
    const ended = counts[codeOf(time, CORRECT)]! + counts[codeOf(time, 0)]! + counts[codeOf(time, 2)]!;
    endings += ended;
    left -= ended;
    if (time < times.length - 1 && (endings < share || left < share / 2)) continue;
    edges.push({from, to: times[time]!});
    from = times[time]!;
    endings = 0;
  }
  return edges;
}
