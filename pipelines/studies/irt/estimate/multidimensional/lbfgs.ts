// Limited-memory quasi-Newton search (Liu & Nocedal 1989) for vectors of any layout; `../lbfgs.ts` handles only (log a, d, logit c) of each
// item.

import {dot, stepMemory} from "../lbfgsMemory.js";
import {lineSearch} from "../lineSearch.js";

export interface Hill {
  value(x: Float64Array): number;
  /** Writes the gradient; called after `value` at the same x. */
  slope(x: Float64Array, gradient: Float64Array): void;
  /** Multiplies by an approximate inverse Hessian at the x of the last `slope`. */
  precondition(v: Float64Array): void;
  /** Moves x into its bounds. */
  clamp(x: Float64Array): void;
}

/** Number of past steps that are remembered. */
const MEMORY = 10;
/** Longest move of any parameter in one step. */
const FARTHEST = 2;

export interface Reached {
  value: number;
  /** The largest absolute slope there. */
  steep: number;
  /** What is left to gain by the quadratic model. */
  gain: number;
  steps: number;
}

/**
 * Maximises in place until no slope is above tolerance and almost nothing is left to gain: thousands of slopes that are each below
 * tolerance may together still gain much.
 */
export function ascend(
  hill: Hill,
  x: Float64Array,
  {tolerance, gain, most}: {tolerance: number; gain: number; most: number}
): Reached {
  const size = x.length;
  const [gradient, before, direction, trial] = Array.from({length: 4}, () => new Float64Array(size)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array
  ];
  const memory = stepMemory(size, MEMORY);
  let value = hill.value(x);
  hill.slope(x, gradient);
  let steps = 0;
  let stuck = 0;
  const aim = (): number => {
    memory.apply(gradient, direction, v => hill.precondition(v));
    return dot(direction, gradient);
  };
  for (;;) {
    let rise = aim();
    if (!(rise > 0)) {
      memory.forget();
      rise = aim();
    }
    const reached = {value, steep: largest(gradient), gain: rise / 2, steps};
    if (steps >= most || stuck >= 2 || (reached.steep <= tolerance && reached.gain <= gain)) return reached;
    const over = largest(direction) / FARTHEST;
    if (over > 1) {
      for (let k = 0; k < size; k++) direction[k]! /= over;
      rise /= over;
    }
    const found = lineSearch({x, direction, trial, value, rise}, {valueAt: hill.value, clamp: hill.clamp});
    steps++;
    if (found === null) {
      stuck++;
      memory.forget();
      value = hill.value(x);
      continue;
    }
    stuck = 0;
    before.set(gradient);
    for (let k = 0; k < size; k++) direction[k] = trial[k]! - x[k]!;
    x.set(trial);
    value = found;
    hill.slope(x, gradient);
    memory.add(direction, before, gradient);
  }
}

function largest(v: Float64Array): number {
  let most = 0;
  for (let k = 0; k < v.length; k++) if (!(Math.abs(v[k]!) <= most)) most = Math.abs(v[k]!);
  return most;
}
