// The marginal log-likelihood of a model with a general and specific abilities, its gradient and information, on each person's nodes. The
// loops are written for speed: a cell costs a few nanoseconds per node.

import {MISSING, RIGHT} from "../../item.js";
import {exponential} from "../exponential.js";
import {hermite} from "../quadrature.js";
import {expand, type Layout, PAIRS, WIDTH} from "./structure.js";

/** A product of probabilities below this is replaced by its logarithm before it underflows. */
const SMALL = 1e-140;
/** Posterior weight below which a node is skipped in the gradient, mostly corners of the grid. */
const NONE = 1e-11;

interface Answers {
  /** persons × items. */
  cells: Uint8Array;
  /** Whether each person belongs to the second population. */
  second?: ArrayLike<boolean>;
}

export const marginal = (layout: Layout, nodes: Nodes, answers: Answers): Marginal => new Marginal(layout, nodes, answers);

export class Marginal {
  readonly #layout: Layout;
  readonly #nodes: Nodes;
  /** Answers, and arrays that are filled again by each method; loops read them through constants. */
  readonly #arrays: Answers & {
    persons: number;
    /** Nodes of a person and group. */
    grid: number;
    slopes: Float64Array<ArrayBuffer>;
    sums: Float64Array;
    products: Float64Array;
    weights: Float64Array;
  };
  /** Mean and standard deviation of θ in the second population. */
  #mean = 0;
  #sd = 1;

  constructor(layout: Layout, nodes: Nodes, answers: Answers) {
    const {items, groups} = layout;
    const {general, specific} = nodes;
    const persons = nodes.centre.length;
    const grid = general * specific;
    this.#layout = layout;
    this.#nodes = nodes;
    this.#arrays = {
      ...answers,
      persons,
      grid,
      slopes: new Float64Array(WIDTH * items),
      sums: new Float64Array(persons * groups * grid),
      products: new Float64Array(persons * groups * grid),
      weights: new Float64Array(persons * general)
    };
  }

  /** Places the nodes over the posteriors at x. */
  lay(x: Float64Array): void {
    this.#take(x);
    const {slopes, cells} = this.#arrays;
    centreNodes(this.#layout, this.#nodes, {slopes, cells, population: person => this.#population(person)});
  }

  /** Log-likelihood at x on the present nodes; posterior weights are kept for the other methods. */
  value(x: Float64Array): number {
    this.#take(x);
    this.#computeLikelihoods();
    let sum = 0;
    for (let i = 0; i < this.#arrays.persons; i++) sum += this.#weigh(i);
    return sum;
  }

  /** Gradient and completed information by the items' a, d and s at the last x, and by the second population's mean and log sd. */
  slope(bySlopes: Float64Array, information: Float64Array): {mean: number; logSd: number} {
    const {items, group, groups, lower} = this.#layout;
    const {general, specific, theta, eta} = this.#nodes;
    const {cells, slopes, sums, weights, persons, grid, second} = this.#arrays;
    bySlopes.fill(0);
    information.fill(0);
    for (let i = 0; i < persons; i++)
      for (let j = 0; j < items; j++) {
        const answer = cells[i * items + j]!;
        if (answer === MISSING) continue;
        const a = slopes[WIDTH * j]!;
        const d = slopes[WIDTH * j + 1]!;
        const s = slopes[WIDTH * j + 2]!;
        const c = lower[j]!;
        let ga = 0;
        let gd = 0;
        let gs = 0;
        let aa = 0;
        let ad = 0;
        let as = 0;
        let dd = 0;
        let ds = 0;
        let ss = 0;
        let n = (i * groups + group[j]!) * grid;
        for (let q = 0; q < general; q++) {
          const t = theta[i * general + q]!;
          const at = -a * t - d;
          for (let r = 0; r < specific; r++, n++) {
            const weight = sums[n]!;
            if (weight < NONE) continue;
            const h = eta[n]!;
            let z = at - s * h;
            if (z > LIMIT) z = LIMIT;
            else if (z < -LIMIT) z = -LIMIT;
            const e = exponential(z);
            const rise = 1 / (1 + e);
            const over = ((1 - c) * e * rise) / (1 + c * e);
            const by = weight * (answer === RIGHT ? over : -rise);
            gd += by;
            ga += by * t;
            gs += by * h;
            const v = weight * over * rise;
            dd += v;
            ad += v * t;
            aa += v * t * t;
            ds += v * h;
            as += v * t * h;
            ss += v * h * h;
          }
        }
        const k = WIDTH * j;
        bySlopes[k]! += ga;
        bySlopes[k + 1]! += gd;
        bySlopes[k + 2]! += gs;
        const p = PAIRS * j;
        information[p]! += aa;
        information[p + 1]! += ad;
        information[p + 2]! += as;
        information[p + 3]! += dd;
        information[p + 4]! += ds;
        information[p + 5]! += ss;
      }
    const by = {mean: 0, logSd: 0};
    for (let i = 0; second && i < persons; i++) {
      if (!second[i]) continue;
      for (let q = 0; q < general; q++) {
        const t = (theta[i * general + q]! - this.#mean) / this.#sd;
        by.mean += (weights[i * general + q]! * t) / this.#sd;
        by.logSd += weights[i * general + q]! * (t * t - 1);
      }
    }
    return by;
  }

  /** Information removed by the uncertainty of the abilities, for each item by itself (Louis 1982), at the last x. */
  lost(information: Float64Array): void {
    const {items} = this.#layout;
    const {cells, persons} = this.#arrays;
    information.fill(0);
    const [first, squares] = [new Float64Array(WIDTH), new Float64Array(PAIRS)];
    for (let j = 0; j < items; j++)
      for (let i = 0; i < persons; i++) {
        const answer = cells[i * items + j]!;
        if (answer === MISSING) continue;
        first.fill(0);
        squares.fill(0);
        this.#visitNodes(i, j, (weight, t, h, rise, over) => {
          const by = answer === RIGHT ? over : -rise;
          const w = weight * by;
          first[0]! += w * t;
          first[1]! += w;
          first[2]! += w * h;
          const v = w * by;
          squares[0]! += v * t * t;
          squares[1]! += v * t;
          squares[2]! += v * t * h;
          squares[3]! += v;
          squares[4]! += v * h;
          squares[5]! += v * h * h;
        });
        for (let k = 0, p = 0; k < WIDTH; k++)
          for (let l = k; l < WIDTH; l++, p++) information[PAIRS * j + p]! += squares[p]! - first[k]! * first[l]!;
      }
  }

  /** Mean and standard deviation of each person's general ability with the specific ones integrated out. */
  abilities(): {eap: Float64Array; se: Float64Array} {
    const {general, theta} = this.#nodes;
    const {persons, weights} = this.#arrays;
    const [eap, se] = [new Float64Array(persons), new Float64Array(persons)];
    for (let i = 0; i < persons; i++) {
      let [first, square] = [0, 0];
      for (let n = i * general; n < (i + 1) * general; n++) first += weights[n]! * theta[n]!;
      for (let n = i * general; n < (i + 1) * general; n++) square += weights[n]! * (theta[n]! - first) ** 2;
      eap[i] = first;
      se[i] = Math.sqrt(square);
    }
    return {eap, se};
  }

  /** Probability of a person's right answer to an item, averaged over the posterior of both abilities. */
  predict(person: number, item: number): number {
    const lower = this.#layout.lower[item]!;
    let p = 0;
    this.#visitNodes(person, item, (weight, _t, _h, rise) => {
      p += weight * (lower + (1 - lower) * rise);
    });
    return p;
  }

  #take(x: Float64Array): void {
    const {population} = this.#layout;
    expand(this.#layout, x, this.#arrays.slopes);
    if (population >= 0) [this.#mean, this.#sd] = [x[population]!, Math.exp(x[population + 1]!)];
  }

  #population(person: number): {mean: number; sd: number} {
    return this.#arrays.second?.[person] ? {mean: this.#mean, sd: this.#sd} : {mean: 0, sd: 1};
  }

  #computeLikelihoods(): void {
    const {items, group, groups, lower} = this.#layout;
    const {general, specific, theta, eta} = this.#nodes;
    const {cells, slopes, sums, products, persons, grid} = this.#arrays;
    sums.fill(0);
    products.fill(1);
    // person by person, so that the memory that a person's answers touch stays in the cache
    for (let i = 0; i < persons; i++)
      for (let j = 0; j < items; j++) {
        const answer = cells[i * items + j]!;
        if (answer === MISSING) continue;
        const a = slopes[WIDTH * j]!;
        const d = slopes[WIDTH * j + 1]!;
        const s = slopes[WIDTH * j + 2]!;
        const c = lower[j]!;
        let n = (i * groups + group[j]!) * grid;
        for (let q = 0; q < general; q++) {
          const at = -a * theta[i * general + q]! - d;
          for (let r = 0; r < specific; r++, n++) {
            let z = at - s * eta[n]!;
            if (z > LIMIT) z = LIMIT;
            else if (z < -LIMIT) z = -LIMIT;
            const e = exponential(z);
            const product = products[n]! * ((answer === RIGHT ? 1 + c * e : (1 - c) * e) / (1 + e));
            if (product < SMALL) {
              sums[n]! += Math.log(product);
              products[n] = 1;
            } else products[n] = product;
          }
        }
      }
    for (let n = 0; n < sums.length; n++) sums[n]! += Math.log(products[n]!);
  }

  /** Turns a person's log-likelihoods into posterior weights of both abilities; returns the log of the marginal likelihood. */
  #weigh(i: number): number {
    const {groups} = this.#layout;
    const {general, specific, theta, logGeneral, width} = this.#nodes;
    const {sums, weights} = this.#arrays;
    const {mean: origin, sd: unit} = this.#population(i);
    let most = -Infinity;
    for (let q = 0; q < general; q++) {
      const t = (theta[i * general + q]! - origin) / unit;
      let log = logGeneral[q]! - 0.5 * t * t + Math.log(width[i]! / unit);
      for (let g = 0; g < groups; g++) log += this.#weighConditional(i * groups + g, q);
      weights[i * general + q] = log;
      if (log > most) most = log;
    }
    let total = 0;
    for (let n = i * general; n < (i + 1) * general; n++) total += weights[n] = Math.exp(weights[n]! - most);
    for (let q = 0; q < general; q++) {
      const share = (weights[i * general + q]! /= total);
      for (let g = 0; g < groups; g++) {
        const from = ((i * groups + g) * general + q) * specific;
        for (let n = from; n < from + specific; n++) sums[n]! *= share;
      }
    }
    return most + Math.log(total);
  }

  /** The log-likelihood of a group's answers given θ; the sums are overwritten by the weights of η given θ. */
  #weighConditional(index: number, q: number): number {
    const {general, specific, eta, narrow, logSpecific} = this.#nodes;
    const {sums} = this.#arrays;
    const from = (index * general + q) * specific;
    const width = Math.log(narrow[index]!);
    let most = -Infinity;
    for (let r = 0; r < specific; r++) {
      const log = (sums[from + r]! += logSpecific[r]! - 0.5 * eta[from + r]! ** 2 + width);
      if (log > most) most = log;
    }
    let total = 0;
    for (let n = from; n < from + specific; n++) total += sums[n] = Math.exp(sums[n]! - most);
    for (let n = from; n < from + specific; n++) sums[n]! /= total;
    return most + Math.log(total);
  }

  /** Visits the nodes of a cell: posterior weight, θ, η, the logistic curve, and the derivative of log P by its argument. */
  #visitNodes(i: number, j: number, visit: (weight: number, t: number, h: number, rise: number, over: number) => void): void {
    const {group, groups, lower} = this.#layout;
    const {general, specific, theta, eta} = this.#nodes;
    const {slopes, sums, grid} = this.#arrays;
    const c = lower[j]!;
    let n = (i * groups + group[j]!) * grid;
    for (let q = 0; q < general; q++) {
      const t = theta[i * general + q]!;
      for (let r = 0; r < specific; r++, n++) {
        const h = eta[n]!;
        const z = slopes[WIDTH * j]! * t + slopes[WIDTH * j + 2]! * h + slopes[WIDTH * j + 1]!;
        const e = Math.exp(-Math.max(-LIMIT, Math.min(LIMIT, z)));
        const rise = 1 / (1 + e);
        visit(sums[n]!, t, h, rise, ((1 - c) * e * rise) / (1 + c * e));
      }
    }
  }
}

// Quadrature nodes of each person: centred at the mode of the person's posterior and as wide as its curvature implies (Pinheiro & Bates
// 1995). Given θ the specific abilities are independent, so that the Hessian is an arrowhead matrix: nodes of η lie along its regression on
// θ, and a two-dimensional grid suffices for any number of groups (Gibbons & Hedeker 1992; Cai, Yang & Hansen 2011).

interface Nodes {
  /** Number of nodes of θ, and of η at each of them; 1 where there is no specific ability. */
  general: number;
  specific: number;
  /** persons × general. */
  theta: Float64Array;
  /** persons × groups × general × specific. */
  eta: Float64Array;
  /** Logarithms of the quadrature weights, with the standard normal density of η included and that of θ left out. */
  logGeneral: Float64Array;
  logSpecific: Float64Array;
  /** Centres and widths: persons for θ, persons × groups for η. */
  centre: Float64Array;
  width: Float64Array;
  mid: Float64Array;
  lean: Float64Array;
  narrow: Float64Array;
}

/** Mean and standard deviation of θ in a person's population. */
type FactorPopulation = (person: number) => {mean: number; sd: number};

/** |aθ + sη + d| is cut off here: e^−300 is as good as 0. */
const LIMIT = 300;
/** Most scoring steps towards a mode. */
const MOST_ROUNDS = 25;
/** Longest move of θ or η in one step. */
const REACH = 1.5;
/** Change, in posterior standard deviations, that ends the search for a mode. */
const NEAR = 0.003;

/** Number of nodes of θ and η: posteriors are the less normal the fewer their answers, and need the more nodes. */
export function nodesFor(answers: number, {groups, specific}: {groups: number; specific: boolean}): [number, number] {
  const each = answers / groups;
  const general = answers < 8 ? 15 : answers < 30 ? 11 : answers < 200 ? 9 : answers < 1_000 ? 7 : 5;
  return [general, specific ? (each < 8 ? 9 : each < 60 ? 7 : each < 200 ? 5 : 3) : 1];
}

export function layNodes({groups}: Layout, persons: number, [general, specific]: readonly [number, number]): Nodes {
  const logWeights = (count: number): Float64Array => {
    const {nodes, weights} = hermite(count);
    return weights.map((w, k) => Math.log(w) + (nodes[k]! * nodes[k]!) / 2);
  };
  return {
    general,
    specific,
    theta: new Float64Array(persons * general),
    eta: new Float64Array(persons * groups * general * specific),
    logGeneral: logWeights(general),
    logSpecific: logWeights(specific),
    centre: new Float64Array(persons),
    width: new Float64Array(persons).fill(1),
    mid: new Float64Array(persons * groups),
    lean: new Float64Array(persons * groups),
    narrow: new Float64Array(persons * groups).fill(1)
  };
}

/**
 * Places all nodes again by Fisher scoring from their present place.
 * @param slopes a, d and s of each item
 * @param cells persons × items
 */
function centreNodes(
  layout: Layout,
  nodes: Nodes,
  {slopes, cells, population}: {slopes: Float64Array; cells: Uint8Array; population: FactorPopulation}
): void {
  const {groups, items} = layout;
  const persons = nodes.centre.length;
  const zs = hermite(nodes.general).nodes;
  const rs = hermite(nodes.specific).nodes;
  const [gradient, cross, own] = [new Float64Array(groups), new Float64Array(groups), new Float64Array(groups)];
  for (let i = 0; i < persons; i++) {
    const {mean, sd} = population(i);
    const row = cells.subarray(i * items, (i + 1) * items);
    const mid = nodes.mid.subarray(i * groups, (i + 1) * groups);
    let theta = nodes.centre[i]!;
    let curvature = 1;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      let slope = (mean - theta) / (sd * sd);
      let all = 1 / (sd * sd);
      cross.fill(0);
      own.fill(1);
      for (let g = 0; g < groups; g++) gradient[g] = -mid[g]!;
      for (let j = 0; j < items; j++) {
        const answer = row[j]!;
        if (answer === MISSING) continue;
        const [k, g, c] = [WIDTH * j, layout.group[j]!, layout.lower[j]!];
        const [a, s] = [slopes[k]!, slopes[k + 2]!];
        const e = Math.exp(-Math.max(-LIMIT, Math.min(LIMIT, a * theta + s * mid[g]! + slopes[k + 1]!)));
        const rise = 1 / (1 + e);
        const over = ((1 - c) * e * rise) / (1 + c * e);
        const by = answer === RIGHT ? over : -rise;
        const weight = over * rise;
        slope += a * by;
        gradient[g]! += s * by;
        all += weight * a * a;
        cross[g]! += weight * a * s;
        own[g]! += weight * s * s;
      }
      curvature = all;
      for (let g = 0; g < groups; g++) {
        curvature -= (cross[g]! * cross[g]!) / own[g]!;
        slope -= (cross[g]! * gradient[g]!) / own[g]!;
      }
      const step = bounded(slope / curvature);
      let farthest = Math.abs(step) * Math.sqrt(curvature);
      theta += step;
      for (let g = 0; g < groups; g++) {
        const move = bounded((gradient[g]! - cross[g]! * step) / own[g]!);
        mid[g]! += move;
        farthest = Math.max(farthest, Math.abs(move) * Math.sqrt(own[g]!));
      }
      if (farthest < NEAR) break;
    }
    nodes.centre[i] = theta;
    nodes.width[i] = 1 / Math.sqrt(curvature);
    for (let g = 0; g < groups; g++) {
      nodes.lean[i * groups + g] = -cross[g]! / own[g]!;
      nodes.narrow[i * groups + g] = 1 / Math.sqrt(own[g]!);
    }
    for (let q = 0; q < zs.length; q++) {
      const off = nodes.width[i]! * zs[q]!;
      nodes.theta[i * zs.length + q] = theta + off;
      for (let g = 0; g < groups; g++) {
        const at = i * groups + g;
        const line = mid[g]! + nodes.lean[at]! * off;
        const from = (at * zs.length + q) * rs.length;
        for (let r = 0; r < rs.length; r++) nodes.eta[from + r] = line + nodes.narrow[at]! * rs[r]!;
      }
    }
  }
}

const bounded = (step: number): number => Math.max(-REACH, Math.min(REACH, step));
