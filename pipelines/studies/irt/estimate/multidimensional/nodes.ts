// Quadrature nodes of each person: centred at the mode of the person's posterior and as wide as its curvature implies (Pinheiro & Bates
// 1995). Given θ the specific abilities are independent, so that the Hessian is an arrowhead matrix: nodes of η lie along its regression on
// θ, and a two-dimensional grid suffices for any number of groups (Gibbons & Hedeker 1992; Cai, Yang & Hansen 2011).

import {MISSING, RIGHT} from "../../item.js";
import {hermite} from "../hermite.js";
import {type Layout, WIDTH} from "./structure.js";

export interface Nodes {
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
export type FactorPopulation = (person: number) => {mean: number; sd: number};

/** |aθ + sη + d| is cut off here: e^−300 is as good as 0. */
export const LIMIT = 300;
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
 * Places all nodes anew by Fisher scoring from their present place.
 * @param slopes a, d and s of each item
 * @param cells persons × items
 */
export function centreNodes(
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
