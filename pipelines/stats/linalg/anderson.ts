// Anderson's acceleration of a fixed-point iteration.
import {inverse} from "./symmetric.js";

/** A point and the move that the iteration makes from it. */
export interface FixedPointStep {
  at: readonly number[];
  move: readonly number[];
}

/** Relative weight by which the combination is drawn towards the last step, which bounds it where past steps are nearly parallel. */
const RIDGE = 1e-3;

/**
 * The next point of a fixed-point iteration: of all affine combinations of the past points, the one whose remaining move would be shortest if
 * moves were linear, moved on by that move (Anderson 1965; Walker & Ni 2011, doi:10.1137/10078356X). Unlike extrapolation of each coordinate
 * by itself it also ends iterations that circle around their solution.
 * @param steps in their order, the latest last; at least one
 */
export function anderson(steps: readonly FixedPointStep[]): number[] {
  const {at, move} = steps.at(-1)!;
  const next = at.map((value, k) => value + move[k]!);
  const n = steps.length - 1;
  const differences = Array.from({length: n}, (_, i) => move.map((_, k) => steps[i + 1]!.move[k]! - steps[i]!.move[k]!));
  const matrix = new Float64Array(n * n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) matrix[i * n + j] = dot(differences[i]!, differences[j]!) * (i === j ? 1 + RIDGE : 1);
  const open = inverse(matrix, n).inverse;
  const along = differences.map(row => dot(row, move));
  for (let i = 0; i < n; i++) {
    const share = along.reduce((sum, value, j) => sum + open[i * n + j]! * value, 0);
    for (const k of next.keys()) next[k]! -= share * (steps[i + 1]!.at[k]! - steps[i]!.at[k]! + differences[i]![k]!);
  }
  return next;
}

const dot = (u: readonly number[], v: readonly number[]): number => u.reduce((sum, value, k) => sum + value * v[k]!, 0);
