// Errors of graded and continuous items and intervals of abilities: the observed information of the marginal likelihood, inverted.
import {Z975} from "../../../stats/distributions.js";
import {cholesky, inverse} from "../../../stats/linalg/dense.js";
import type {Ability} from "../estimate/result.js";
import {categoryValues, evaluateCategories} from "../scoreCurve.js";
import {type Estimated, itemSlopes, momentsOf} from "./estimate.js";
import {type Coded, type CodedItem, countOf} from "./scale.js";

/** Covariances of an item's log |a| and intercepts; NaN where the answers do not determine them. */
export type Covariance = Float64Array;

export interface Errors {
  /** covariances of each item's parameters */
  byItem: Covariance[];
  /** covariances of all parameters; null where each item is taken by itself */
  all: Float64Array | null;
}

/** Most multiplications of the covariances of all items; beyond, each item is taken by itself, and the scale as known. */
const MAX_WORK = 1.5e9;
/** Nodes of less weight are skipped. */
const NEGLIGIBLE = 1e-9;

/** Derivatives of log P of each category by log |a| and the intercepts, place each node: nodes × categories × parameters. */
function scoreTable(item: CodedItem, j: number, {x, starts, sign, grid: {nodes}, dispersion}: Estimated): Float64Array {
  const count = countOf(item);
  const values = categoryValues(count);
  const logits = new Float64Array(count - 1);
  const slope = sign[j]! * Math.exp(x[starts[j]!]!);
  const table = new Float64Array(nodes.length * count * count);
  for (let q = 0; q < nodes.length; q++) {
    for (let k = 1; k < count; k++) logits[k - 1] = slope * nodes[q]! + x[starts[j]! + k]!;
    evaluateCategories(logits, count, values);
    for (let k = 0; k < count; k++) {
      const place = (q * count + k) * count;
      table[place] = (slope * nodes[q]! * values.shift[k]!) / dispersion[j]!;
      if (k > 0) table[place + k] = values.below[k]! / dispersion[j]!;
      if (k < count - 1) table[place + k + 1] = values.above[k]! / dispersion[j]!;
    }
  }
  return table;
}

/** Adds an answer's derivatives at a node; a continuous answer belongs to both categories. */
function addScore(
  into: Float64Array,
  to: number,
  {item, table, t, q}: {item: CodedItem; table: Float64Array; t: number; q: number}
): void {
  const count = countOf(item);
  if (item.score) {
    const y = item.score[t]!;
    for (let r = 0; r < count; r++)
      into[to + r]! += y * table[(q * count + 1) * count + r]! + (1 - y) * table[q * count * count + r]!;
  } else {
    const from = (q * count + item.category[t]!) * count;
    for (let r = 0; r < count; r++) into[to + r]! += table[from + r]!;
  }
}

/** Answers of each person, as items and places within them. */
function answersByPerson({persons, items}: Coded): {j: number; t: number}[][] {
  const answers: {j: number; t: number}[][] = persons.map(() => []);
  for (const [j, {rows}] of items.entries()) for (const [t, i] of rows.entries()) answers[i]!.push({j, t});
  return answers;
}

/**
 * Errors of the items and intervals of the abilities. The information is that of the answers and abilities together, less what is lost because
 * abilities are unknown (Louis's identity): over all parameters, or item by item where they are many.
 */
export function errorsOf(coded: Coded, estimated: Estimated): {errors: Errors; abilities: Omit<Ability, "id">[]} {
  const {items, persons} = coded;
  const {grid, expected, starts, prior} = estimated;
  const {nodes} = grid;
  const size = nodes.length;
  const parameters = starts[items.length]!;
  const tables = items.map((item, j) => scoreTable(item, j, estimated));
  const byPerson = answersByPerson(coded);
  const answered = byPerson.reduce((sum, each) => sum + each.length, 0) / Math.max(1, persons.length);
  const each = answered * (parameters / items.length);
  const isJoint = persons.length * Math.min(size, 40) * each * each < MAX_WORK && parameters <= 400;
  const joint = isJoint ? new Float64Array(parameters * parameters) : null;
  const blocks = items.map(
    (item, j) =>
      itemSlopes(item, {j, parameters: estimated, prior, grid, counts: expected.counts[j]!}, {isObserved: true}).information
  );
  // covariances of θ with the derivatives of each person's answers: how the posterior mean moves with the parameters
  const gains = persons.map(() => new Float64Array(0));
  for (const [i, answers] of byPerson.entries()) {
    const weights = expected.weights.subarray(i * size, (i + 1) * size);
    const {mean} = momentsOf(grid, weights);
    const places = Int32Array.from(answers.flatMap(({j}) => Array.from({length: countOf(items[j]!)}, (_, r) => starts[j]! + r)));
    const width = places.length;
    const active = [...weights.keys()].filter(q => weights[q]! > NEGLIGIBLE);
    const [gain, average] = [new Float64Array(width), new Float64Array(width)];
    const rows = new Float64Array(active.length * width);
    for (const [k, q] of active.entries()) {
      let to = k * width;
      for (const {j, t} of answers) {
        addScore(rows, to, {item: items[j]!, table: tables[j]!, t, q});
        to += countOf(items[j]!);
      }
      const [weight, off] = [weights[q]!, weights[q]! * (nodes[q]! - mean)];
      for (let r = 0; r < width; r++) {
        average[r]! += weight * rows[k * width + r]!;
        gain[r]! += off * rows[k * width + r]!;
      }
    }
    gains[i] = gain;
    for (const [k, q] of active.entries()) {
      const root = Math.sqrt(weights[q]!);
      for (let r = 0; r < width; r++) rows[k * width + r] = root * (rows[k * width + r]! - average[r]!);
    }
    if (joint) {
      const lost = new Float64Array(width * width);
      for (let k = 0; k < active.length; k++)
        for (let r = 0, place = k * width; r < width; r++) {
          const left = rows[place + r]!;
          if (left === 0) continue;
          const to = r * width;
          for (let s = r; s < width; s++) lost[to + s]! += left * rows[place + s]!;
        }
      for (let r = 0; r < width; r++)
        for (let s = r; s < width; s++) {
          const part = lost[r * width + s]!;
          joint[places[r]! * parameters + places[s]!]! -= part;
          if (s > r) joint[places[s]! * parameters + places[r]!]! -= part;
        }
      continue;
    }
    for (let k = 0; k < active.length; k++) {
      let place = k * width;
      for (const {j} of answers) {
        const count = countOf(items[j]!);
        for (let r = 0; r < count; r++)
          for (let s = 0; s < count; s++) blocks[j]![r * count + s]! -= rows[place + r]! * rows[place + s]!;
        place += count;
      }
    }
  }
  if (joint)
    for (const [j, block] of blocks.entries()) {
      const count = countOf(items[j]!);
      for (let r = 0; r < count; r++)
        for (let s = 0; s < count; s++) joint[(starts[j]! + r) * parameters + starts[j]! + s]! += block[r * count + s]!;
    }
  const errors = joint
    ? jointErrors(joint, coded, estimated)
    : {byItem: blocks.map((block, j) => inverted(block, countOf(items[j]!))), all: null};
  const abilities = persons.map((_, i) => abilityOf(i, {coded, estimated, errors, answers: byPerson[i]!, gain: gains[i]!}));
  return {errors, abilities};
}

function inverted(matrix: Float64Array, size: number): Float64Array {
  const factor = cholesky(matrix, size);
  return factor ? inverse(factor, size) : new Float64Array(size * size).fill(Number.NaN);
}

function jointErrors(joint: Float64Array, {items}: Coded, {starts}: Estimated): Errors {
  const size = starts[items.length]!;
  const all = inverted(joint, size);
  const byItem = items.map((item, j) => {
    const count = countOf(item);
    return Float64Array.from(
      {length: count * count},
      (_, k) => all[(starts[j]! + Math.floor(k / count)) * size + starts[j]! + (k % count)]!
    );
  });
  return {byItem, all: Number.isNaN(all[0]!) ? null : all};
}

interface AbilityInput {
  coded: Coded;
  estimated: Estimated;
  errors: Errors;
  answers: readonly {j: number; t: number}[];
  gain: Float64Array;
}

function abilityOf(i: number, {coded: {items}, estimated, errors, answers, gain}: AbilityInput): Omit<Ability, "id"> {
  const {grid, expected, starts} = estimated;
  const size = grid.nodes.length;
  const {mean, sd} = momentsOf(grid, expected.weights.subarray(i * size, (i + 1) * size));
  // variance that the items' errors add: gain′ Σ gain
  let added = 0;
  const places = answers.flatMap(({j}) => Array.from({length: countOf(items[j]!)}, (_, r) => starts[j]! + r));
  if (errors.all) {
    const width = starts[items.length]!;
    for (const [r, u] of places.entries())
      for (const [s, v] of places.entries()) added += gain[r]! * gain[s]! * errors.all[u * width + v]!;
  } else {
    let from = 0;
    for (const {j} of answers) {
      const count = countOf(items[j]!);
      const byItem = errors.byItem[j]!;
      let part = 0;
      for (let r = 0; r < count; r++)
        for (let s = 0; s < count; s++) part += gain[from + r]! * gain[from + s]! * byItem[r * count + s]!;
      if (Number.isFinite(part)) added += part;
      from += count;
    }
  }
  const half = Z975 * Math.sqrt(sd * sd + Math.max(0, added));
  const mode = modeOf(grid.nodes, expected.weights.subarray(i * size, (i + 1) * size));
  return {eap: mean, eap_se: sd, ...mode, ml: null, ml_se: null, wle: null, wle_se: null, lo: mean - half, hi: mean + half};
}

/** Mode of a posterior by the parabola through its highest node and the neighbours, and the standard deviation that the parabola has. */
function modeOf(nodes: Float64Array, weights: Float64Array): {map: number; map_se: number} {
  let top = 0;
  for (let q = 1; q < weights.length; q++) if (weights[q]! > weights[top]!) top = q;
  const middle = Math.min(weights.length - 2, Math.max(1, top));
  const [left, center, right] = [middle - 1, middle, middle + 1].map(q => Math.log(Math.max(1e-300, weights[q]!))) as [
    number,
    number,
    number
  ];
  const spacing = nodes[1]! - nodes[0]!;
  const bend = 2 * center - left - right;
  if (!(bend > 0)) return {map: nodes[top]!, map_se: Number.NaN};
  return {map: nodes[middle]! + (spacing * (right - left)) / (2 * bend), map_se: spacing / Math.sqrt(bend)};
}
