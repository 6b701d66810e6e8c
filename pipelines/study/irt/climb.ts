// Ascent on a log posterior: limited-memory quasi-Newton (Liu & Nocedal 1989) whose first guess of the inverse Hessian is the
// completed data's information of each item (Jamshidian & Jennrich 1997), with a line search that never accepts a fall.
import {clamp, LOWEST_LOGIT, largest, PAIRS, restrict, type Shape, slopeAt, stayInside, WIDTH} from "./parameters.js";

/** What is climbed. Both write for the same x: `slope` is asked for after `value`. */
export interface Objective {
  value(x: Float64Array): number;
  slope(x: Float64Array, gradient: Float64Array, information: Float64Array): void;
  /** Persons: how firmly they hold origin and unit of the scale. */
  persons: number;
  /** Called after each step; true if it changed the objective or moved x, so that both are asked for anew. */
  between?(x: Float64Array, state: {iteration: number; value: number; slope: number}): boolean;
  /** True where the climb should end as it is: it goes on elsewhere. */
  stop?(): boolean;
  /** Asked once the slope is below tolerance: false if the objective is not settled yet and the climb goes on. */
  settled?(x: Float64Array): boolean;
}

export interface Climb {
  x: Float64Array;
  value: number;
  converged: boolean;
  maxGradient: number;
  iterations: number;
  gradient: Float64Array;
}

const MEMORY = 8;
/** Longest move of an item in one step: log a, d, logit c. */
const REACH = [1, 3, 2];
/** Longest move of all, in those: memory may lead farther than an item's own information. */
const FARTHEST = 3;
const SHORTEST = 1e-9;
/** Logits of guessing chances: below the first, one that still falls is taken for 0. */
const NEARLY_ZERO = -4.5;
/** Slope of the log-likelihood by the chance itself from which it is let go of 0 again, and how often. */
const LEAST_RISE = 0.5;
const MOST_LIFTS = 3;
/** Share of an item's information that is added to its diagonal. */
const RIDGE = 1e-3;

export function climb(
  objective: Objective,
  shape: Shape,
  start: Float64Array,
  {tolerance = 1e-4, most = 2000}: {tolerance?: number; most?: number} = {}
): Climb {
  const x = Float64Array.from(start);
  clamp(x);
  const size = x.length;
  const gradient = new Float64Array(size);
  const information = new Float64Array(shape.items * PAIRS);
  const trial = new Float64Array(size);
  const direction = new Float64Array(size);
  const memory = pairs(size, MEMORY);
  const before = new Float64Array(size);

  let risen: number[] = [];
  let lifts = 0;
  const slope = (): void => {
    objective.slope(x, gradient, information);
    risen = rising(shape, x, gradient);
    restrict(shape, x, gradient, information);
  };
  const ask = (): number => {
    const found = objective.value(x);
    slope();
    return found;
  };
  let value = ask();
  let iterations = 0;
  let steep = largest(shape, gradient);
  let stuck = 0;
  while (iterations < most && Number.isFinite(value) && stuck < 2) {
    if (objective.stop?.()) break;
    if (steep <= tolerance && risen.length > 0 && lifts++ < MOST_LIFTS) {
      for (const at of risen) x[at] = NEARLY_ZERO + 0.5;
      memory.forget();
      value = ask();
      steep = largest(shape, gradient);
      continue;
    }
    if (steep <= tolerance && (objective.settled?.(x) ?? true)) break;
    memory.apply(gradient, direction, v => precondition(shape, x, information, objective.persons, v));
    stayInside(x, direction);
    shorten(direction);
    let rise = dot(direction, gradient);
    if (!(rise > 0)) {
      memory.forget();
      direction.set(gradient);
      precondition(shape, x, information, objective.persons, direction);
      stayInside(x, direction);
      shorten(direction);
      rise = dot(direction, gradient);
      if (!(rise > 0)) break;
    }
    const found = search(rise);
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
      objective.slope(x, gradient, information);
      restrict(shape, x, gradient, information);
      memory.add(direction, before, gradient);
    }
    steep = largest(shape, gradient);
    const snapped = shape.guessing && snap(shape, x, gradient);
    if (objective.between?.(x, {iteration: iterations, value, slope: steep}) || snapped) {
      value = ask();
      steep = largest(shape, gradient);
      stuck = 0;
    }
  }
  return {x, value, converged: Number.isFinite(value) && steep <= tolerance, maxGradient: steep, iterations, gradient};

  /** Halves or interpolates the step until the value rises enough (Armijo); the last trial stays in `trial`. */
  function search(rise: number): number | null {
    let step = 1;
    // below what doubles can tell apart in a sum this large, a step is judged by not falling
    const noise = 1e-13 * Math.abs(value);
    for (let tries = 0; tries < 30 && step > SHORTEST; tries++) {
      for (let i = 0; i < size; i++) trial[i] = x[i]! + step * direction[i]!;
      clamp(trial);
      const found = objective.value(trial);
      if (found >= value + 1e-4 * step * rise - noise) return found;
      const parabola = Number.isFinite(found) ? (0.5 * rise * step * step) / (rise * step - (found - value)) : 0;
      step = Math.min(0.5 * step, Math.max(0.1 * step, parabola));
    }
    return null;
  }
}

const dot = (u: Float64Array, v: Float64Array): number => {
  let sum = 0;
  for (let i = 0; i < u.length; i++) sum += u[i]! * v[i]!;
  return sum;
};

/** A guessing chance on its way to 0 is put there: the way would be endless on the logit's scale. */
function snap({items}: Shape, x: Float64Array, gradient: Float64Array): boolean {
  let snapped = false;
  for (let j = 0; j < items; j++) {
    const at = WIDTH * j + 2;
    if (x[at]! < NEARLY_ZERO && x[at]! > LOWEST_LOGIT && gradient[at]! < 0) {
      x[at] = LOWEST_LOGIT;
      snapped = true;
    }
  }
  return snapped;
}

/** Guessing chances that were put at 0 though the likelihood would rise with them. */
function rising({items, guessing}: Shape, x: Float64Array, gradient: Float64Array): number[] {
  const found: number[] = [];
  if (!guessing) return found;
  for (let at = 2; at < WIDTH * items; at += WIDTH)
    if (x[at]! <= LOWEST_LOGIT && gradient[at]! > LEAST_RISE * Math.exp(LOWEST_LOGIT)) found.push(at);
  return found;
}

/** Where a parameter would leap, all go the same share of their way. */
function shorten(direction: Float64Array): void {
  let over = 1;
  for (let i = 0; i < direction.length; i++) over = Math.max(over, Math.abs(direction[i]!) / (FARTHEST * REACH[i % WIDTH]!));
  if (over > 1) for (let i = 0; i < direction.length; i++) direction[i]! /= over;
}

/**
 * Multiplies by a guess of the inverse Hessian: each item's inverse information, and beside it the two directions along which
 * the completed data say far more than the answers do, the scale's origin and unit (Liu, Rubin & Wu 1998).
 */
function precondition(shape: Shape, x: Float64Array, information: Float64Array, persons: number, v: Float64Array): void {
  const {items, tied} = shape;
  let [shift, scale, held, kept] = [0, 0, persons, 2 * persons];
  for (let j = 0; j < items; j++) {
    const a = slopeAt(shape, x, j);
    shift += a * v[WIDTH * j + 1]!;
    scale += v[WIDTH * j]!;
  }
  for (let j = 0; j < items; j++) {
    solveItem(information, PAIRS * j, v, WIDTH * j);
    let over = 1;
    for (let k = 0; k < WIDTH; k++) over = Math.max(over, Math.abs(v[WIDTH * j + k]!) / REACH[k]!);
    if (over > 1) for (let k = 0; k < WIDTH; k++) v[WIDTH * j + k]! /= over;
  }
  if (!tied)
    for (let j = 0; j < items; j++) {
      v[WIDTH * j + 1]! += (slopeAt(shape, x, j) * shift) / held;
      v[WIDTH * j]! += scale / kept;
    }
}

/** Solves a symmetric 3 × 3 system in place (Cholesky). Where the matrix is not positive, its diagonal is raised until it is. */
export function solveItem(m: Float64Array, at: number, v: Float64Array, to: number): void {
  const [m00, m10, m20, m11, m21, m22] = [m[at]!, m[at + 1]!, m[at + 2]!, m[at + 3]!, m[at + 4]!, m[at + 5]!];
  const size = Math.abs(m00) + Math.abs(m11) + Math.abs(m22);
  for (let ridge = RIDGE; ; ridge = 4 * ridge + 1e-3) {
    const least = 1e-10 * size + 1e-8;
    const p0 = m00 + ridge * Math.abs(m00) + least;
    const l10 = m10 / p0;
    const l20 = m20 / p0;
    const p1 = m11 + ridge * Math.abs(m11) + least - l10 * m10;
    const l21 = (m21 - l20 * m10) / p1;
    const p2 = m22 + ridge * Math.abs(m22) + least - l20 * m20 - l21 * l21 * p1;
    if (!(p0 > 0 && p1 > 0 && p2 > 0.01 * ridge * Math.abs(m22))) continue;
    const y1 = v[to + 1]! - l10 * v[to]!;
    const y2 = v[to + 2]! - l20 * v[to]! - l21 * y1;
    const z2 = y2 / p2;
    const z1 = y1 / p1 - l21 * z2;
    v[to + 2] = z2;
    v[to + 1] = z1;
    v[to] = v[to]! / p0 - l10 * z1 - l20 * z2;
    return;
  }
}

/** The last steps and what they changed in the gradient. */
function pairs(size: number, most: number) {
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
