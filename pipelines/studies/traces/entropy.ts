// Compressed size of traces at matched length: by outcome within points, and by difficulty of points.

import {excessAccuracy} from "../../score/accuracy.js";
import {CORRECT, INCORRECT, TRUNCATED} from "../../score/status.js";
import {type ClusteredEstimate, clusteredProportion, clusteredRatio, slopeWithin, sumClusters} from "../../stats/clustered.js";
import {tQuantile} from "../../stats/distributions.js";
import {groupBy} from "../../stats/groupBy.js";
import {shareOf} from "../../stats/intervals.js";
import {differenceWithin} from "../../stats/stratified.js";

/** Parts of a trace that are compared, which are columns of `traces`, with their length in bytes. */
export const PARTS = {first_512: 512, first_1024: 1024, first_2048: 2048, last_1024: 1024} as const;
export type TracePart = keyof typeof PARTS;

/**
 * Share of a group of traces that must be long enough for the group to enter a comparison. Where fewer are, those are unusual: of an easy
 * point's traces only those in a loop may reach 512 bytes, and their repetitions would appear as a property of easy points.
 */
export const LEAST_MATCHED = 0.5;

/** Traces of one point under one evaluation with one outcome. */
export interface TraceCell {
  base_task: string;
  params: string;
  /** 0 incorrect, 1 correct, 2 truncated */
  status: number;
  traces: number;
  loops: number;
  garbled: number;
  /** number of traces that are long enough for the part, with sums of their compressed bytes and of the squares */
  matched: number;
  bytes: number;
  squares: number;
}

export interface Entropy {
  traces: number;
  matched: number;
  /** mean bits per byte of the part, over traces that are long enough */
  density: ClusteredEstimate | null;
  /** bits per byte of incorrect and of truncated traces minus those of correct ones on the same point; intervals beyond ±8 have no ends */
  incorrect: ClusteredEstimate | null;
  truncated: ClusteredEstimate | null;
  /** change of bits per byte from a point that all evaluations solve to one that all fail, within tasks */
  slope: ClusteredEstimate | null;
  loops: Rate;
  garbled: Rate;
}

/** Largest difference of two densities, in bits per byte: a byte has 8 bits. */
const MAX_DIFFERENCE = 8;

/** The estimate, without ends if its interval extends beyond every possible difference: then too few points determine it. */
const possible = (estimate: ClusteredEstimate | null): ClusteredEstimate | null =>
  estimate !== null && estimate.low !== null && (estimate.low < -MAX_DIFFERENCE || estimate.high! > MAX_DIFFERENCE)
    ? {...estimate, low: null, high: null}
    : estimate;

/** A share of n with its Wilson 95 % interval. */
export interface Rate {
  value: number;
  low: number;
  high: number;
  n: number;
}

export function rateOf(found: number, n: number): Rate {
  if (n === 0) return {value: 0, low: 0, high: 1, n};
  const {low, high} = shareOf(found, n);
  return {value: found / n, low, high, n};
}

/** A share clustered by point, like all other estimates here; over single traces where there is one point. */
function rateOver(points: readonly (readonly TraceCell[])[], key: "loops" | "garbled"): Rate {
  const totalOf = (point: readonly TraceCell[], name: "traces" | typeof key) => point.reduce((sum, cell) => sum + cell[name], 0);
  const parts = points.map(point => ({y: totalOf(point, key), x: totalOf(point, "traces")}));
  const counts = sumClusters(parts.filter(({x}) => x > 0));
  if (counts.clusters < 2) return rateOf(counts.k, counts.n);
  const {value, low, high} = clusteredProportion(counts);
  return {value, low: low!, high: high!, n: counts.n};
}

/**
 * Estimates of one evaluation.
 * @param difficulty difficulty of a point for this evaluation, 0–1; null where unknown
 */
export function entropyOf(
  cells: readonly TraceCell[],
  {part, difficulty}: {part: TracePart; difficulty: (cell: TraceCell) => number | null}
): Entropy {
  const sum = (of: (cell: TraceCell) => number) => cells.reduce((total, cell) => total + of(cell), 0);
  const points = [...pointsOf(cells).values()];
  const bits = 8 / PARTS[part];
  const against = (status: number) =>
    differenceWithin(
      points.flatMap(point => {
        const [first, second] = [point.find(cell => cell.status === status), point.find(cell => cell.status === CORRECT)];
        if (!first || !second || !isMatched([first]) || !isMatched([second])) return [];
        return [
          {m: first.matched, n: second.matched, difference: bits * (first.bytes / first.matched - second.bytes / second.matched)}
        ];
      })
    );
  return {
    traces: sum(cell => cell.traces),
    matched: sum(cell => cell.matched),
    density: clusteredRatio(points.map(point => ({y: bits * total(point, "bytes"), x: total(point, "matched")}))),
    incorrect: possible(against(INCORRECT)),
    truncated: possible(against(TRUNCATED)),
    slope: possible(
      slopeWithin(
        loadOf(cells, {part, difficulty}).map(({difficulty, density, n, base_task}) => ({
          x: difficulty,
          y: density,
          weight: n,
          group: base_task
        }))
      )
    ),
    loops: rateOver(points, "loops"),
    garbled: rateOver(points, "garbled")
  };
}

/** A point's mean density with its 95 % interval over traces (null for fewer than two), and its difficulty. */
export interface Loaded {
  base_task: string;
  params: string;
  difficulty: number;
  density: number;
  low: number | null;
  high: number | null;
  n: number;
}

/** Every point of one evaluation at which most traces are long enough. */
export function loadOf(
  cells: readonly TraceCell[],
  {part, difficulty}: {part: TracePart; difficulty: (cell: TraceCell) => number | null}
): Loaded[] {
  const bits = 8 / PARTS[part];
  return [...pointsOf(cells).values()].flatMap(point => {
    const n = total(point, "matched");
    const hard = difficulty(point[0]!);
    if (hard === null || !isMatched(point)) return [];
    const mean = total(point, "bytes") / n;
    const variance = n > 1 ? Math.max(0, total(point, "squares") - n * mean * mean) / (n - 1) : 0;
    const half = n > 1 ? tQuantile(0.975, n - 1) * Math.sqrt(variance / n) : null;
    const {base_task, params} = point[0]!;
    return [
      {
        base_task,
        params,
        difficulty: hard,
        density: bits * mean,
        low: half === null ? null : bits * (mean - half),
        high: half === null ? null : bits * (mean + half),
        n
      }
    ];
  });
}

const pointsOf = (cells: readonly TraceCell[]): Map<string, TraceCell[]> =>
  groupBy(cells, ({base_task, params}) => `${base_task} ${params}`);

const isMatched = (cells: readonly TraceCell[]): boolean => {
  const matched = total(cells, "matched");
  return matched > 0 && matched >= LEAST_MATCHED * total(cells, "traces");
};
const total = (point: readonly TraceCell[], key: "traces" | "matched" | "bytes" | "squares"): number =>
  point.reduce((sum, cell) => sum + cell[key], 0);

// Difficulty of points, from the results of all other evaluations.

/** Counts of a point under one evaluation. */
export interface Attempt {
  eval_id: string;
  base_task: string;
  params: string;
  correct: number;
  incorrect: number;
  guess_sum: number;
}

/**
 * Difficulty of a point for one evaluation: 1 − the pooled excess accuracy of all other evaluations on it, from 0 (no errors) to 1 (no
 * better than guessing). The evaluation's own answers are left out, so that its errors do not explain themselves. Null where no other
 * evaluation has an untruncated answer.
 */
export function difficulties(
  attempts: readonly Attempt[]
): (of: Pick<Attempt, "eval_id" | "base_task" | "params">) => number | null {
  const place = ({base_task, params}: Pick<Attempt, "base_task" | "params">) => `${base_task} ${params}`;
  const own = new Map<string, Counts>();
  const all = new Map<string, Counts>();
  for (const attempt of attempts) {
    for (const [map, key] of [
      [own, `${attempt.eval_id} ${place(attempt)}`],
      [all, place(attempt)]
    ] as const) {
      const sum = map.get(key) ?? {correct: 0, total: 0, guessSum: 0};
      sum.correct += attempt.correct;
      sum.total += attempt.correct + attempt.incorrect;
      sum.guessSum += attempt.guess_sum;
      map.set(key, sum);
    }
  }
  return of => {
    const every = all.get(place(of));
    if (!every) return null;
    const mine = own.get(`${of.eval_id} ${place(of)}`) ?? {correct: 0, total: 0, guessSum: 0};
    const accuracy = excessAccuracy({
      correct: every.correct - mine.correct,
      total: every.total - mine.total,
      guessSum: every.guessSum - mine.guessSum
    });
    return accuracy === null ? null : Math.min(1, Math.max(0, 1 - accuracy));
  };
}

interface Counts {
  correct: number;
  total: number;
  guessSum: number;
}
