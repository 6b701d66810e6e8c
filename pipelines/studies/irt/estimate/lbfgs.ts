// Maximises a log posterior by limited-memory quasi-Newton steps (L-BFGS; Liu & Nocedal 1989). The initial inverse Hessian is the inverse
// of each item's completed-data information (Jamshidian & Jennrich 1997), and the line search never accepts a lower value.

import {clamp, largest, PAIRS, restrict, type Shape, stayInside, WIDTH} from "./parameters.js";
import {precondition, REACH} from "./precondition.js";

/** The function that is maximised. `slope` is called after `value` with the same x. */
export interface Objective {
  value(x: Float64Array): number;
  slope(x: Float64Array, gradient: Float64Array, information: Float64Array): void;
  /** Number of persons: how firmly they fix the origin and unit of the scale. */
  persons: number;
  /** Called after each step; returns true if it changed the objective slightly, so that value and slope are evaluated again. */
  between?(x: Float64Array, state: Step): boolean;
  /**
   * Moves x, or the signs of the shape, farther than a step would, to a higher value; returns true if it did.
   * @param rest the slope is below tolerance: this is the last opportunity to move
   */
  leap?(x: Float64Array, at: {value: number; gradient: Float64Array; information: Float64Array; rest: boolean}): boolean;
  /** Returns true where the search should end early because it continues elsewhere. */
  stop?(): boolean;
  /** Called once the slope is below tolerance: returns false if the objective still changes and the search goes on. */
  settled?(x: Float64Array): boolean;
}

export interface Step {
  iteration: number;
  value: number;
  /** The largest absolute slope. */
  slope: number;
  /** Gain that a quadratic model expected of the step; about what is left to gain once steps are short. */
  gain: number;
}

export interface Ascent {
  x: Float64Array;
  value: number;
  converged: boolean;
  maxGradient: number;
  iterations: number;
  gradient: Float64Array;
}

/** Number of past steps that are remembered. */
const MEMORY = 8;
/** Longest move of all items together, in multiples of REACH: the memory may point farther than an item's own information. */
const FARTHEST = 3;
/** Share of a step below which the line search gives up. */
const SHORTEST = 1e-9;
/**
 * A search has stalled if it gains less than `gain` in `steps` steps while its slope is `slope` times the tolerance: the likelihood is
 * nearly discontinuous, because the curves are as steep as steps.
 */
const STALL = {steps: 50, gain: 5e-3, slope: 100};

export function lbfgs(
  objective: Objective,
  shape: Shape,
  start: Float64Array,
  {tolerance = 1e-4, most = 2000}: {tolerance?: number; most?: number} = {}
): Ascent {
  const x = Float64Array.from(start);
  clamp(x);
  const size = x.length;
  const gradient = new Float64Array(size);
  const information = new Float64Array(shape.items * PAIRS);
  const trial = new Float64Array(size);
  const direction = new Float64Array(size);
  const memory = stepMemory(size, MEMORY);
  const before = new Float64Array(size);

  const slope = (): void => {
    objective.slope(x, gradient, information);
    restrict(shape, x, gradient, information);
  };
  const ask = (): number => {
    const found = objective.value(x);
    slope();
    return found;
  };
  /** Writes the direction of the next step; returns the slope of the value along it. */
  const aim = (): number => {
    memory.apply(gradient, direction, v => precondition(shape, {x, gradient, information, persons: objective.persons}, v));
    stayInside(x, gradient, direction);
    shorten(direction);
    return dot(direction, gradient);
  };
  let value = ask();
  let iterations = 0;
  let steep = largest(shape, gradient);
  let stuck = 0;
  let mark = {iteration: 0, value};
  while (iterations < most && Number.isFinite(value) && stuck < 2) {
    if (objective.stop?.()) break;
    if (iterations >= mark.iteration + STALL.steps) {
      if (value - mark.value < STALL.gain && steep > STALL.slope * tolerance) break;
      mark = {iteration: iterations, value};
    }
    const rest = steep <= tolerance;
    if (objective.leap?.(x, {value, gradient, information, rest})) {
      memory.forget();
      value = ask();
      steep = largest(shape, gradient);
      continue;
    }
    if (rest && (objective.settled?.(x) ?? true)) break;
    let rise = aim();
    if (!(rise > 0)) {
      memory.forget();
      rise = aim();
      if (!(rise > 0)) break;
    }
    const found = lineSearch({x, direction, trial, value, rise}, {valueAt: objective.value, clamp, shortest: SHORTEST});
    iterations++;
    if (found === null) {
      stuck++;
      memory.forget();
    } else {
      stuck = 0;
      before.set(gradient);
      direction.set(trial);
      for (let i = 0; i < size; i++) {
        const step = direction[i]! - x[i]!;
        x[i] = direction[i]!;
        direction[i] = step;
      }
      value = found;
      slope();
      memory.add(direction, before, gradient);
    }
    steep = largest(shape, gradient);
    if (objective.between?.(x, {iteration: iterations, value, slope: steep, gain: rise / 2})) {
      value = ask();
      steep = largest(shape, gradient);
      stuck = 0;
    }
  }
  return {x, value, converged: Number.isFinite(value) && steep <= tolerance, maxGradient: steep, iterations, gradient};
}

/** Scales the whole direction down where one parameter would move too far. */
function shorten(direction: Float64Array): void {
  let over = 1;
  for (let i = 0; i < direction.length; i++) over = Math.max(over, Math.abs(direction[i]!) / (FARTHEST * REACH[i % WIDTH]!));
  if (over > 1) for (let i = 0; i < direction.length; i++) direction[i]! /= over;
}

// Memory of the last steps of a limited-memory quasi-Newton search (Liu & Nocedal 1989).

/** Stores the last steps with the changes of the gradient that they caused. */
export function stepMemory(size: number, most: number) {
  const steps: Float64Array[] = [];
  const changes: Float64Array[] = [];
  const scales: number[] = [];
  return {
    add(step: Float64Array, before: Float64Array, after: Float64Array): void {
      const full = steps.length === most;
      const change = full ? changes.shift()! : new Float64Array(size);
      const kept = full ? steps.shift()! : new Float64Array(size);
      if (full) scales.shift();
      kept.set(step);
      for (let i = 0; i < size; i++) change[i] = before[i]! - after[i]!;
      const curvature = dot(kept, change);
      if (!(curvature > 1e-10 * Math.sqrt(dot(kept, kept) * dot(change, change)))) return;
      steps.push(kept);
      changes.push(change);
      scales.push(1 / curvature);
    },
    forget(): void {
      steps.length = changes.length = scales.length = 0;
    },
    /** The two-loop recursion: to = H · gradient. */
    apply(gradient: Float64Array, to: Float64Array, first: (v: Float64Array) => void): void {
      to.set(gradient);
      const parts: number[] = [];
      for (let k = steps.length - 1; k >= 0; k--) {
        const part = scales[k]! * dot(steps[k]!, to);
        parts[k] = part;
        for (let i = 0; i < size; i++) to[i]! -= part * changes[k]![i]!;
      }
      first(to);
      for (let k = 0; k < steps.length; k++) {
        const part = parts[k]! - scales[k]! * dot(changes[k]!, to);
        for (let i = 0; i < size; i++) to[i]! += part * steps[k]![i]!;
      }
    }
  };
}

export const dot = (u: Float64Array, v: Float64Array): number => {
  let sum = 0;
  for (let i = 0; i < u.length; i++) sum += u[i]! * v[i]!;
  return sum;
};

// The backtracking line search that both quasi-Newton searches use.

/** Most steps that are tried along one direction. */
const MOST_TRIES = 30;

/**
 * Halves or interpolates a step until the value rises enough (Armijo's rule); the last trial point stays in `trial`.
 * @param rise slope of the value along the direction
 * @param clamp moves a trial point into its bounds
 * @param shortest shortest step that is tried
 * @returns the value found, or null where no step raises it
 */
export function lineSearch(
  {
    x,
    direction,
    trial,
    value,
    rise
  }: {x: Float64Array; direction: Float64Array; trial: Float64Array; value: number; rise: number},
  {valueAt, clamp, shortest = 0}: {valueAt(x: Float64Array): number; clamp(x: Float64Array): void; shortest?: number}
): number | null {
  // where the gain is below what doubles can resolve in a sum this large, a step is accepted if the value does not fall
  const noise = 1e-13 * Math.abs(value);
  for (let step = 1, tries = 0; tries < MOST_TRIES && step > shortest; tries++) {
    for (let i = 0; i < x.length; i++) trial[i] = x[i]! + step * direction[i]!;
    clamp(trial);
    const found = valueAt(trial);
    if (found >= value + 1e-4 * step * rise - noise) return found;
    const parabola = Number.isFinite(found) ? (0.5 * rise * step * step) / (rise * step - (found - value)) : 0;
    step = Math.min(0.5 * step, Math.max(0.1 * step, parabola));
  }
  return null;
}
