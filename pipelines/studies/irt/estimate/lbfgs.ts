// Ascent on a log posterior: limited-memory quasi-Newton (Liu & Nocedal 1989) whose first guess of the inverse Hessian is the
// completed data's information of each item (Jamshidian & Jennrich 1997), with a line search that never accepts a fall.

import {dot, stepMemory} from "./lbfgsMemory.js";
import {lineSearch} from "./lineSearch.js";
import {clamp, largest, PAIRS, restrict, type Shape, stayInside, WIDTH} from "./parameters.js";
import {precondition, REACH} from "./precondition.js";

/** What is maximised. Both write for the same x: `slope` is asked for after `value`. */
export interface Objective {
  value(x: Float64Array): number;
  slope(x: Float64Array, gradient: Float64Array, information: Float64Array): void;
  /** Persons: how firmly they hold origin and unit of the scale. */
  persons: number;
  /** Called after each step; true if it changed the objective a little, so that both are asked for anew. */
  between?(x: Float64Array, state: Step): boolean;
  /**
   * Moves x, or the shape's signs, farther than a step would, to where the value is higher; true if it did.
   * @param rest the slope is below tolerance: what is found now is the last chance
   */
  leap?(x: Float64Array, at: {value: number; gradient: Float64Array; information: Float64Array; rest: boolean}): boolean;
  /** True where the ascent should end as it is: it goes on elsewhere. */
  stop?(): boolean;
  /** Asked once the slope is below tolerance: false if the objective is not settled yet and the ascent goes on. */
  settled?(x: Float64Array): boolean;
}

export interface Step {
  iteration: number;
  value: number;
  /** The largest slope. */
  slope: number;
  /** What the step was expected to gain by a quadratic model; about what is left to gain once steps are short. */
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

const MEMORY = 8;
/** Longest move of all, in those of an item: memory may lead farther than an item's own information. */
const FARTHEST = 3;
const SHORTEST = 1e-9;
/** A search that gains less than this in so many steps while slopes are this many times above tolerance has stalled: curves as steep as steps. */
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
  /** Writes the direction of the next step; returns how fast the value rises along it. */
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

/** Where a parameter would leap, all go the same share of their way. */
function shorten(direction: Float64Array): void {
  let over = 1;
  for (let i = 0; i < direction.length; i++) over = Math.max(over, Math.abs(direction[i]!) / (FARTHEST * REACH[i % WIDTH]!));
  if (over > 1) for (let i = 0; i < direction.length; i++) direction[i]! /= over;
}
