// Integrates items out over their population, given abilities: the result depends on persons alone, of whom there are few. Each item's
// posterior is integrated by cubature at points laid over it. The loops are written for speed.

import {
  assemble,
  type Code,
  f64,
  f64x2,
  get,
  I32,
  i32,
  memoryOf,
  type Routine,
  set,
  upTo,
  V128,
  v128
} from "../../../stats/assembler.js";
import {HALF_LOG_2PI} from "../../../stats/distributions.js";
import {exponential, LIMIT} from "./exponential.js";
import {PAIR} from "./itemPosterior.js";
import {asymptote, type Shape, slopeAt, WIDTH} from "./parameters.js";
import {addDensity, type ItemPoints, type Population, weigher} from "./population.js";
import type {Cubature} from "./quadrature.js";

/**
 * Items with the points of their posteriors; the points may be of every stride-th item only, since more would not change the population.
 */
export interface Items extends ItemPoints {
  shape: Shape;
  persons: number;
  /** items × persons */
  columns: Uint8Array;
  rule: Cubature;
  /** items × 3: posterior means */
  mean: Float64Array;
  /** items × 6: posterior covariances */
  covariance: Float64Array;
  stride: number;
  /** Whether an item was visited before: the first visit takes more steps. */
  met: Uint8Array;
  /** Where points are laid next, (log |a|, d, logit c) of each item: items × 3. */
  centre: Float64Array;
}

/** Sums over items that the abilities are estimated from. */
export interface PersonSums {
  /** the total log-likelihood, a single number */
  loglik: Float64Array;
  slope: Float64Array;
  information: Float64Array;
  /** persons × persons, lower triangle: information lost because the items are unknown */
  lost: Float64Array;
}

/** A product of probabilities below this is replaced by its logarithm before it underflows. */
const SMALL = 1e-140;
/** Fisher-scoring steps towards an item's mode, on the first visit and on later ones. */
const FIRST_RISES = 5;
const RISES = 2;
/** What a pass covers and computes: every step-th item, and whether the abilities' information, too, which costs about half of it. */
export interface Pass {
  step: number;
  curved: boolean;
}
/** The share of the items that a pass covers. */
export interface ItemRange extends Pass {
  from: number;
  to: number;
}

/** What one item needs while it is integrated out; overwritten by the next. */
interface Workspace {
  /** points × persons: derivatives of the log-probability of each answer by ability, the first and minus the second */
  scores: Float64Array;
  bends: Float64Array;
  /** Log-likelihood at each point times the weight of the rule, and the posterior weights of the points. */
  logs: Float64Array;
  weights: Float64Array;
  /** points × free parameters: the points standardised by the posterior's mean and covariance */
  standard: Float64Array;
  /** Cholesky factors, 3 × 3 by rows: of the covariance about the mode, and of the posterior's. */
  lower: Float64Array;
  factor: Float64Array;
  /** The item's last step towards its mode. */
  step: Float64Array;
  /** Place, gradient, information, and three 3 × 3 matrices of a step towards the mode. */
  place: Float64Array;
  gradient: Float64Array;
  information: Float64Array;
  matrices: [Float64Array, Float64Array, Float64Array];
}

/** Adds items from…to to the sums and writes their posterior moments. */
export function integrateItems(
  items: Items,
  theta: Float64Array,
  population: Population,
  sums: PersonSums,
  {from, to, step, curved}: ItemRange
): void {
  const {persons, free, rule, stride, met} = items;
  const {count} = rule;
  const space: Workspace = {
    scores: new Float64Array(count * persons),
    bends: new Float64Array(count * persons),
    logs: new Float64Array(count),
    weights: new Float64Array(count),
    standard: new Float64Array(count * free.length),
    lower: new Float64Array(9),
    factor: new Float64Array(9),
    step: new Float64Array(WIDTH),
    place: new Float64Array(WIDTH),
    gradient: new Float64Array(WIDTH),
    information: new Float64Array(6),
    matrices: [new Float64Array(9), new Float64Array(9), new Float64Array(9)]
  };
  const points = new Float64Array(count * WIDTH);
  const weighItem = weigher({count, free, points, logs: space.logs}, population);
  const lost = curved ? lostInformation(persons) : null;
  for (let j = from; j < to; j += step) {
    const rounds = met[j] ? RISES : FIRST_RISES;
    met[j] = 1;
    space.step.fill(0);
    for (let round = 0; round < rounds; round++) rise(items, {j, theta, population}, space);
    layPoints(items, {j, theta, points, curved}, space);
    if (j % stride === 0) {
      items.points.set(points, (j / stride) * count * WIDTH);
      items.logs.set(space.logs, (j / stride) * count);
    }
    sums.loglik[0]! += weighItem(0, space.weights) + free.length * HALF_LOG_2PI;
    moments(items, {j, points}, space);
    if (lost) addPersons(sums, {persons, dimensions: free.length, lost}, space);
    else addSlopes(sums, persons, space);
  }
  lost?.addTo(sums.lost);
}

/** Lays the rule's points over item j, centre + L z, and writes its log-likelihood and the derivatives of its answers there. */
function layPoints(
  {shape, persons, columns, free, rule, centre}: Items,
  {j, theta, points, curved}: {j: number; theta: Float64Array; points: Float64Array; curved: boolean},
  {scores, bends, lower, logs}: Workspace
): void {
  const {count} = rule;
  const n = free.length;
  let determinant = 0;
  for (let r = 0; r < n; r++) determinant += Math.log(lower[r * 3 + r]!);
  for (let k = 0; k < count; k++) {
    const at = k * WIDTH;
    for (let r = 0; r < WIDTH; r++) points[at + r] = centre[j * WIDTH + r]!;
    let square = 0;
    for (let r = 0; r < n; r++) {
      let move = 0;
      for (let s = 0; s <= r; s++) move += lower[r * 3 + s]! * rule.points[k * n + s]!;
      points[at + free[r]!]! += move;
      square += rule.points[k * n + r]! ** 2;
    }
    const a = shape.sign[j]! * Math.exp(points[at]!);
    const d = points[at + 1]!;
    const c = shape.guessing ? 1 / (1 + Math.exp(-points[at + 2]!)) : shape.lower[j]!;
    let product = 1;
    let log = 0;
    for (let i = 0; i < persons; i++) {
      const answer = columns[j * persons + i]!;
      if (answer === 2) {
        scores[k * persons + i] = bends[k * persons + i] = 0;
        continue;
      }
      let z = -a * theta[i]! - d;
      if (z > LIMIT) z = LIMIT;
      else if (z < -LIMIT) z = -LIMIT;
      const e = exponential(z);
      if (answer === 1) {
        const both = 1 / ((1 + e) * (1 + c * e));
        const s = (1 + c * e) * both;
        const rise = (1 - c) * e * both;
        product *= (1 + c * e) * s;
        scores[k * persons + i] = a * rise;
        if (curved) bends[k * persons + i] = a * a * rise * (rise + 2 * s - 1);
      } else {
        const s = 1 / (1 + e);
        product *= (1 - c) * e * s;
        scores[k * persons + i] = -a * s;
        if (curved) bends[k * persons + i] = a * a * s * (1 - s);
      }
      if (product < SMALL) {
        log += Math.log(product);
        product = 1;
      }
    }
    logs[k] = log + Math.log(product) + 0.5 * square + Math.log(rule.weights[k]!) + determinant;
  }
}

/** Writes item j's posterior mean and covariance, and the points standardised by them. */
function moments(
  {mean, covariance, free, rule: {count}}: Items,
  {j, points}: {j: number; points: Float64Array},
  {weights, standard, factor}: Workspace
): void {
  const n = free.length;
  for (let r = 0; r < WIDTH; r++) {
    let sum = 0;
    for (let k = 0; k < count; k++) sum += weights[k]! * points[k * WIDTH + r]!;
    mean[j * WIDTH + r] = sum;
  }
  for (let r = 0, pair = 0; r < WIDTH; r++)
    for (let s = r; s < WIDTH; s++, pair++) {
      let sum = 0;
      for (let k = 0; k < count; k++) {
        const at = k * WIDTH;
        sum += weights[k]! * (points[at + r]! - mean[j * WIDTH + r]!) * (points[at + s]! - mean[j * WIDTH + s]!);
      }
      covariance[j * 6 + pair] = sum;
    }
  for (let r = 0; r < n; r++)
    for (let s = 0; s <= r; s++) {
      let sum = covariance[j * 6 + PAIR[free[r]! * 3 + free[s]!]!]!;
      for (let t = 0; t < s; t++) sum -= factor[r * 3 + t]! * factor[s * 3 + t]!;
      factor[r * 3 + s] = r === s ? Math.sqrt(Math.max(sum, 1e-12)) : sum / factor[s * 3 + s]!;
    }
  for (let k = 0; k < count; k++)
    for (let r = 0; r < n; r++) {
      let sum = points[k * WIDTH + free[r]!]! - mean[j * WIDTH + free[r]!]!;
      for (let s = 0; s < r; s++) sum -= factor[r * 3 + s]! * standard[k * n + s]!;
      standard[k * n + r] = sum / factor[r * 3 + r]!;
    }
}

/** Adds the slope of an item's log-likelihood by each ability. */
function addSlopes({slope}: PersonSums, persons: number, {weights, scores}: Workspace): void {
  for (let k = 0; k < weights.length; k++) {
    const weight = weights[k]!;
    if (weight < 1e-12) continue;
    const base = k * persons;
    for (let i = 0; i < persons; i++) slope[i]! += weight * scores[base + i]!;
  }
}

/** Adds what an item's answers say of each ability, and what is lost of it because the item is unknown. */
function addPersons(
  {slope, information}: PersonSums,
  {persons, dimensions: n, lost}: {persons: number; dimensions: number; lost: LostInformation},
  {weights, standard, scores, bends}: Workspace
): void {
  const [r0, r1, r2] = lost.rows as [Float64Array, Float64Array, Float64Array];
  for (const row of lost.rows) row.fill(0);
  for (let k = 0; k < weights.length; k++) {
    const weight = weights[k]!;
    if (weight < 1e-12) continue;
    const base = k * persons;
    const s0 = weight * standard[k * n]!;
    const s1 = n > 1 ? weight * standard[k * n + 1]! : 0;
    const s2 = n > 2 ? weight * standard[k * n + 2]! : 0;
    for (let i = 0; i < persons; i++) {
      const score = scores[base + i]!;
      slope[i]! += weight * score;
      information[i]! += weight * bends[base + i]!;
      r0[i]! += s0 * score;
      r1[i]! += s1 * score;
      r2[i]! += s2 * score;
    }
  }
  lost.add();
}

/** One step of Fisher scoring towards the mode of item j's posterior; leaves the Cholesky factor of the covariance there in `lower`. */
function rise(
  {shape, persons, columns, free, centre}: Items,
  {j, theta, population}: {j: number; theta: Float64Array; population: Population},
  {lower, place, gradient, information, step, matrices: [l, inverse, full]}: Workspace
): void {
  const at = j * WIDTH;
  const a = slopeAt(shape, centre, j);
  const d = centre[at + 1]!;
  const c = asymptote(shape, centre, j);
  let ga = 0;
  let gd = 0;
  let gc = 0;
  let aa = 0;
  let ad = 0;
  let ac = 0;
  let dd = 0;
  let dc = 0;
  let cc = 0;
  for (let i = 0; i < persons; i++) {
    const answer = columns[j * persons + i]!;
    if (answer === 2) continue;
    const t = a * theta[i]!;
    const e = exponential(Math.max(-LIMIT, Math.min(LIMIT, -t - d)));
    const both = 1 / ((1 + e) * (1 + c * e));
    const s = (1 + c * e) * both;
    const byD = (1 - c) * e * both;
    const byC = c * byD * (1 + e);
    const slope = answer === 1 ? byD : -s;
    gd += slope;
    ga += slope * t;
    gc += answer === 1 ? byC : -c;
    const v = byD * s;
    const w = byD * c;
    dd += v;
    ad += v * t;
    aa += v * t * t;
    dc += w;
    ac += w * t;
    cc += byC * c;
  }
  gradient[0] = ga;
  gradient[1] = gd;
  gradient[2] = gc;
  information[0] = aa;
  information[1] = ad;
  information[2] = ac;
  information[3] = dd;
  information[4] = dc;
  information[5] = cc;
  for (let r = 0; r < WIDTH; r++) place[r] = centre[at + r]!;
  addDensity(population, free, place, {gradient, information});
  const n = free.length;
  for (let r = 0; r < n; r++)
    for (let s = 0; s <= r; s++) {
      let sum = information[PAIR[free[r]! * 3 + free[s]!]!]!;
      for (let t = 0; t < s; t++) sum -= l[r * 3 + t]! * l[s * 3 + t]!;
      l[r * 3 + s] = r === s ? Math.sqrt(Math.max(sum, 1e-9)) : sum / l[s * 3 + s]!;
    }
  // covariance⁻¹ = l lᵀ, so covariance = m mᵀ with m = l⁻ᵀ; factoring m mᵀ again gives a lower triangular factor
  for (let r = 0; r < n; r++) {
    inverse[r * 3 + r] = 1 / l[r * 3 + r]!;
    for (let s = 0; s < r; s++) {
      let sum = 0;
      for (let t = s; t < r; t++) sum -= l[r * 3 + t]! * inverse[t * 3 + s]!;
      inverse[r * 3 + s] = sum / l[r * 3 + r]!;
    }
  }
  full.fill(0);
  for (let r = 0; r < n; r++)
    for (let s = 0; s < n; s++)
      for (let t = Math.max(r, s); t < n; t++) full[r * 3 + s]! += inverse[t * 3 + r]! * inverse[t * 3 + s]!;
  let along = 0;
  for (let r = 0; r < n; r++) {
    let own = 0;
    for (let s = 0; s < n; s++) own += full[r * 3 + s]! * gradient[free[s]!]!;
    own = Math.max(-1, Math.min(1, own));
    along += own * step[r]!;
    step[r] = own;
  }
  // where the expected information is less than half of the observed, whole steps go back and forth over the mode
  const share = along < 0 ? 0.5 : 1;
  for (let r = 0; r < n; r++) centre[at + free[r]!]! += share * step[r]!;
  for (let r = 0; r < n; r++)
    for (let s = 0; s <= r; s++) {
      let sum = full[r * 3 + s]!;
      for (let t = 0; t < s; t++) sum -= lower[r * 3 + t]! * lower[s * 3 + t]!;
      lower[r * 3 + s] = r === s ? Math.sqrt(Math.max(sum, 1e-12)) : sum / lower[s * 3 + s]!;
    }
}

/** Runs a pass over the items. */
export type Integrator = (items: Items, theta: Float64Array, population: Population, sums: PersonSums, pass: Pass) => void;

// Information about the abilities that is lost because the items are unknown: a sum over items of products of each two persons' scores.
// Its cost grows with the square of persons, so that it is half the work of a pass, done by a WebAssembly routine.

/** Most parameters of an item. */
const DIMENSIONS = 3;

interface LostInformation {
  /** One row of scores for each parameter of the item, to be filled for `add`. */
  rows: readonly Float64Array[];
  /** Adds the products of the rows. */
  add(): void;
  /** Adds the sums to the lower triangle of a matrix, persons × persons. */
  addTo(matrix: Float64Array): void;
}

/** Adds to row i of the matrix, up to its diagonal or one place further, the products of person i's scores with those of all before. */
const products = (): Routine => {
  const [row, rowsEnd, matrix, bytes, place, end] = [0, 1, 2, 3, 4, 5];
  const own = (k: number) => 6 + k;
  const rowOf = (k: number): Code => i32.multiply(get(bytes), i32.constant(k));
  const product = (k: number): Code => f64x2.multiply(get(own(k)), v128.load(i32.add(get(place), rowOf(k))));
  return {
    name: "products",
    parameters: 4,
    locals: [I32, I32, V128, V128, V128],
    body: upTo(row, get(rowsEnd), i32.constant(8), [
      ...[0, 1, 2].flatMap(k => set(own(k), f64x2.splat(f64.load(i32.add(get(row), rowOf(k)))))),
      ...set(place, i32.constant(0)),
      ...set(end, i32.add(get(row), i32.constant(8))),
      ...upTo(place, get(end), i32.constant(16), [
        ...v128.store(
          i32.add(get(matrix), get(place)),
          f64x2.add(v128.load(i32.add(get(matrix), get(place))), f64x2.add(f64x2.add(product(0), product(1)), product(2)))
        )
      ]),
      ...set(matrix, i32.add(get(matrix), get(bytes)))
    ])
  };
};

export function lostInformation(persons: number): LostInformation {
  const width = persons + (persons % 2);
  const bytes = 8 * width;
  const matrixAt = DIMENSIONS * bytes;
  const memory = memoryOf(matrixAt + persons * bytes);
  const rows = Array.from({length: DIMENSIONS}, (_, k) => new Float64Array(memory.buffer, k * bytes, persons));
  const sums = new Float64Array(memory.buffer, matrixAt, persons * width);
  const run = assemble(memory, [products()]).products!;
  return {
    rows,
    add: () => run(0, 8 * persons, matrixAt, bytes),
    addTo(matrix) {
      for (let i = 0; i < persons; i++) for (let q = 0; q <= i; q++) matrix[i * persons + q]! += sums[i * width + q]!;
    }
  };
}
