// Passes over all answers where each person has quadrature nodes of their own. The loops are written for speed: a cell costs a few
// nanoseconds per node.
import {exponential} from "./exponential.js";
import {addObserved} from "./grid.js";
import {asymptote, PAIRS, type Shape, slopeAt, WIDTH} from "./parameters.js";

/** Answers of all persons to each item, and the buffers that the passes read and write. Buffers may be shared between threads. */
export interface PassInput {
  shape: Shape;
  persons: number;
  /** Nodes per person; odd, the middle one is the centre. */
  nodes: number;
  /** items × persons, item by item. */
  columns: Uint8Array;
  /** persons × nodes. */
  theta: Float64Array;
  /** persons × nodes: posterior weights. */
  weights: Float64Array;
}

/** |aθ + d| is cut off here: e^−300 is as good as 0. */
const LIMIT = 300;
/** A product of probabilities below this is replaced by its logarithm before it underflows. */
const SMALL = 1e-140;

/** Adds the log-likelihood of items from…to at each person's nodes to `sums` (persons × nodes). */
export function likelihoodPass(
  {shape, persons, nodes, columns, theta}: PassInput,
  x: Float64Array,
  sums: Float64Array,
  from: number,
  to: number
): void {
  // probabilities are multiplied while a double can represent the product, then its logarithm is added
  const products = new Float64Array(persons * nodes).fill(1);
  for (let j = from; j < to; j++) {
    const a = slopeAt(shape, x, j);
    const d = x[WIDTH * j + 1]!;
    const c = asymptote(shape, x, j);
    const row = j * persons;
    for (let i = 0, n = 0; i < persons; i++) {
      const answer = columns[row + i]!;
      if (answer === 2) {
        n += nodes;
        continue;
      }
      for (let k = 0; k < nodes; k++, n++) {
        let z = -a * theta[n]! - d;
        if (z > LIMIT) z = LIMIT;
        else if (z < -LIMIT) z = -LIMIT;
        const e = exponential(z);
        const product = products[n]! * ((answer === 1 ? 1 + c * e : (1 - c) * e) / (1 + e));
        if (product < SMALL) {
          sums[n]! += Math.log(product);
          products[n] = 1;
        } else products[n] = product;
      }
    }
  }
  for (let n = 0; n < sums.length; n++) sums[n]! += Math.log(products[n]!);
}

/** Writes gradient and expected information of the completed data for items from…to. */
export function slopePass(
  {shape, persons, nodes, columns, theta, weights}: PassInput,
  x: Float64Array,
  gradient: Float64Array,
  information: Float64Array,
  from: number,
  to: number
): void {
  for (let j = from; j < to; j++) {
    const a = slopeAt(shape, x, j);
    const d = x[WIDTH * j + 1]!;
    const c = asymptote(shape, x, j);
    const row = j * persons;
    let ga = 0;
    let gd = 0;
    let gc = 0;
    let aa = 0;
    let ad = 0;
    let ac = 0;
    let dd = 0;
    let dc = 0;
    let cc = 0;
    for (let i = 0, n = 0; i < persons; i++) {
      const answer = columns[row + i]!;
      if (answer === 2) {
        n += nodes;
        continue;
      }
      for (let k = 0; k < nodes; k++, n++) {
        const at = a * theta[n]!;
        let z = -at - d;
        if (z > LIMIT) z = LIMIT;
        else if (z < -LIMIT) z = -LIMIT;
        const e = exponential(z);
        const s = 1 / (1 + e);
        const over = ((1 - c) * e * s) / (1 + c * e);
        // derivatives of log P by d and logit c; of log(1 − P) they are −s and −c
        const byD = over;
        const byC = c * over * (1 + e);
        const weight = weights[n]!;
        const slope = weight * (answer === 1 ? byD : -s);
        gd += slope;
        ga += slope * at;
        gc += weight * (answer === 1 ? byC : -c);
        const v = weight * byD * s;
        const w = weight * byD * c;
        dd += v;
        ad += v * at;
        aa += v * at * at;
        dc += w;
        ac += w * at;
        cc += weight * byC * c;
      }
    }
    const g = WIDTH * j;
    gradient[g] = ga;
    gradient[g + 1] = gd;
    gradient[g + 2] = gc;
    const p = PAIRS * j;
    information[p] = aa;
    information[p + 1] = ad;
    information[p + 2] = ac;
    information[p + 3] = dd;
    information[p + 4] = dc;
    information[p + 5] = cc;
  }
}

/** Writes the negative Hessian of the completed data's log-likelihood for each item. */
export function observedPass(
  {shape, persons, nodes, columns, theta, weights}: PassInput,
  x: Float64Array,
  information: Float64Array
): void {
  information.fill(0);
  for (let j = 0; j < shape.items; j++) {
    const a = slopeAt(shape, x, j);
    const c = asymptote(shape, x, j);
    for (let i = 0; i < persons; i++) {
      const answer = columns[j * persons + i]!;
      if (answer === 2) continue;
      for (let n = i * nodes; n < (i + 1) * nodes; n++) {
        const at = a * theta[n]!;
        const weight = weights[n]!;
        const [yes, no] = answer === 1 ? [weight, 0] : [0, weight];
        addObserved(information, PAIRS * j, {at, z: at + x[WIDTH * j + 1]!, c, yes, no});
      }
    }
  }
}
