// Maximises a log posterior by limited-memory quasi-Newton steps (L-BFGS; Liu & Nocedal 1989). The initial inverse Hessian is the inverse
// of each item's completed-data information (Jamshidian & Jennrich 1997), and the line search never accepts a lower value.

import {dot, stepMemory} from "./lbfgsMemory.js";
import {lineSearch} from "./lineSearch.js";
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
