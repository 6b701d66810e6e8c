// Estimates from stored samples under a smaller token limit and with fewer samples per point: pooled estimates, curves over the limit, and
// ranks. No model is called: a response with more tokens than the limit would have been truncated there (score/replay.ts says when that is
// exact).

import {addPoint, estimates, noSums, type PointCounts, type Pooled} from "../../score/pool.js";
import {replayStatus} from "../../score/replay.js";
import {CORRECT, type Status, TRUNCATED} from "../../score/status.js";
import {singleAnswers} from "../../score/testShares.js";
import {Z975} from "../../stats/distributions.js";
import {wilson} from "../../stats/intervals.js";
import {type RankInterval, rankIntervals} from "../../stats/ranks.js";

/** All samples as columns: entry i of each belongs to sample i. */
export interface StoredSamples {
  /** Index of the sample's cell: its point under its evaluation. */
  cell: ArrayLike<number>;
  /** 0-based position among the samples of its cell, by index and repetition. */
  place: ArrayLike<number>;
  status: ArrayLike<number>;
  tokens: ArrayLike<number>;
  guess_chance: ArrayLike<number>;
}

export interface ReplayOptions {
  /** The evaluation of each cell, numbered from 0; −1 leaves the cell out. */
  owner: ArrayLike<number>;
  evaluations: number;
  /** Number of samples per point that are used, the first ones. */
  perPoint: number;
}

/** One evaluation under a limit. */
export interface Replayed extends Pooled {
  truncated: number;
  tokens: number;
  /** Right answers ÷ all samples, truncated ones included, with Wilson's interval over `samples`. Not corrected for guessing. */
  solved: number;
  solved_low: number;
  solved_high: number;
}

/** Every evaluation's estimates under a limit of so many completion tokens; Infinity for its own limit. */
export function replayed(
  samples: StoredSamples,
  {owner, evaluations, perPoint, limit}: ReplayOptions & {limit: number}
): Replayed[] {
  const cells: (PointCounts | undefined)[] = new Array(owner.length);
  for (let i = 0; i < samples.cell.length; i++) {
    const at = samples.cell[i]!;
    if (owner[at]! < 0 || samples.place[i]! >= perPoint) continue;
    const cell = (cells[at] ??= noCounts());
    const used = Math.min(samples.tokens[i]!, limit);
    const status = replayStatus(samples.status[i]! as Status, samples.tokens[i]!, limit);
    if (status === TRUNCATED) cell.truncated++;
    else {
      if (status === CORRECT) cell.correct++;
      else cell.incorrect++;
      cell.guess_sum += samples.guess_chance[i]!;
    }
    cell.completion_tokens! += used;
    cell.tokens_squared! += used * used;
  }
  const sums = Array.from({length: evaluations}, noSums);
  cells.forEach((cell, at) => {
    if (cell) addPoint(sums[owner[at]!]!, cell);
  });
  return sums.map(each => withSolved(estimates(each), each.correct));
}

const noCounts = (): PointCounts => ({
  correct: 0,
  incorrect: 0,
  truncated: 0,
  guess_sum: 0,
  completion_tokens: 0,
  tokens_squared: 0,
  cost: 0
});

function withSolved(pooled: Pooled, correct: number): Replayed {
  const solved = pooled.samples > 0 ? correct / pooled.samples : 0;
  const {center, margin} = wilson(solved, pooled.samples);
  return {
    ...pooled,
    truncated: pooled.truncated ?? 0,
    tokens: pooled.tokens ?? 0,
    solved,
    solved_low: correct > 0 ? Math.max(0, center - margin) : 0,
    solved_high: pooled.samples > correct ? Math.min(1, center + margin) : 1
  };
}

/** Every evaluation's estimates at several ascending limits; intervals are pointwise, and there is none for tokens. */
export function replayCurves(
  samples: StoredSamples,
  {owner, evaluations, perPoint, limits}: ReplayOptions & {limits: readonly number[]}
): Replayed[][] {
  const width = limits.length + 1;
  const [correct, incorrect, guess, tokens, uncut, all] = Array.from({length: 6}, () => new Float64Array(evaluations * width));
  for (let i = 0; i < samples.cell.length; i++) {
    const evaluation = owner[samples.cell[i]!]!;
    if (evaluation < 0 || samples.place[i]! >= perPoint) continue;
    const at = evaluation * width + firstAtLeast(limits, samples.tokens[i]!);
    all![at]!++;
    tokens![at]! += samples.tokens[i]!;
    if (samples.status[i] === TRUNCATED) continue;
    uncut![at]!++;
    guess![at]! += samples.guess_chance[i]!;
    if (samples.status[i] === CORRECT) correct![at]!++;
    else incorrect![at]!++;
  }
  return Array.from({length: evaluations}, (_, evaluation) => {
    const row = (column: Float64Array | undefined) => column!.subarray(evaluation * width, (evaluation + 1) * width);
    const total = row(all).reduce((sum, each) => sum + each, 0);
    const sums = {...noSums(), spread: Number.NaN};
    let [fitting, written] = [0, 0];
    return limits.map((limit, k) => {
      sums.correct += row(correct)[k]!;
      sums.total += row(uncut)[k]!;
      sums.guessSum += row(guess)[k]!;
      fitting += row(all)[k]!;
      written += row(tokens)[k]!;
      const counts = {
        ...sums,
        truncated: total - sums.total,
        tokens: written + limit * (total - fitting),
        shares: singleAnswers(sums)
      };
      return withSolved(estimates(counts), counts.correct);
    });
  });
}

/** Index of the first limit that is at least so many tokens; the list's length where there is none. */
function firstAtLeast(limits: readonly number[], tokens: number): number {
  let [low, high] = [0, limits.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (limits[middle]! >= tokens) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Whole limits from `low` to `high`, both included, evenly spaced on a logarithmic scale. */
export function limitGrid(low: number, high: number, {count = 48} = {}): number[] {
  const steps = Array.from({length: count}, (_, k) => Math.round(low * (high / low) ** (k / (count - 1))));
  return [...new Set([...steps, high])].filter(limit => limit >= low && limit <= high).sort((a, b) => a - b);
}

export const RANKED_BY = ["accuracy", "solved"] as const;
export type RankedBy = (typeof RANKED_BY)[number];

/** Ranks with simultaneous 95 % intervals (ranks.ts). By accuracy, evaluations without an untruncated answer rank last. */
export function replayRanks(rows: readonly Replayed[], by: RankedBy): RankInterval[] {
  return rankIntervals(
    rows.map(row =>
      by === "solved"
        ? {value: row.solved, se: (row.solved_high - row.solved_low) / (2 * Z975)}
        : {value: row.accuracy ?? -1, se: row.accuracy === null ? 1 : (row.high - row.low) / (2 * Z975)}
    )
  );
}
