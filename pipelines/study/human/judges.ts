// What moves a single judge: strength, position and length, with the strengths that all votes give taken as known.
import {tQuantile} from "../distributions.js";
import {covariate} from "./controlled.js";
import {cholesky, inverse, product, solve, square} from "./dense.js";
import {grouped} from "./errors.js";
import type {Votes} from "./votes.js";

export interface JudgeEffect {
  value: number;
  se: number;
  lo: number;
  hi: number;
}

export interface JudgeEffects {
  judge: string;
  n: number;
  /** 1: follows strength as judges do on the whole; 0: not at all */
  discrimination: JudgeEffect | null;
  /** log-odds that being shown first adds */
  position: JudgeEffect | null;
  /** log-odds of an answer e times as long */
  length: JudgeEffect | null;
}

const LEAST_VOTES = 20;

/**
 * Each judge's own logistic regression of its votes (ties as half) on the difference of strengths, position, and ln length ratio where
 * lengths are known. Strengths are taken as known, so intervals err a little on the narrow side for judges with a large share of all votes.
 */
export function judgeEffects(votes: Votes, strength: ReadonlyMap<string, number>): JudgeEffects[] {
  const lengths = votes.covariates.length;
  const k = lengths ? 3 : 2;
  const beta = Float64Array.from(votes.models, model => strength.get(model) ?? Number.NaN);
  const {order, starts} = grouped(votes.judge, votes.n);
  const [x, y] = [new Float64Array(votes.n * k), new Float64Array(votes.n)];
  const found: {judge: number; effects: JudgeEffects}[] = [];
  for (let g = 0; g + 1 < starts.length; g++) {
    let rows = 0;
    for (let at = starts[g]!; at < starts[g + 1]!; at++) {
      const v = order[at]!;
      const difference = beta[votes.a[v]!]! - beta[votes.b[v]!]!;
      const ratio = lengths ? covariate("length", lengths.a[v]!, lengths.b[v]!) : 0;
      if (Number.isNaN(difference) || Number.isNaN(ratio)) continue;
      x[rows * k] = difference;
      x[rows * k + 1] = 1;
      if (lengths) x[rows * k + 2] = ratio;
      y[rows++] = 1 - votes.outcome[v]! / 2;
    }
    if (rows === 0) continue;
    const judge = votes.judge[order[starts[g]!]!]!;
    const effects = rows >= LEAST_VOTES ? logistic({rows, k, x, y}) : null;
    const [discrimination, position, length] = [effects?.[0] ?? null, effects?.[1] ?? null, effects?.[2] ?? null];
    found.push({judge, effects: {judge: votes.judges[judge]!, n: rows, discrimination, position, length}});
  }
  return found.sort((one, other) => one.judge - other.judge).map(({effects}) => effects);
}

/** The first `rows` rows of k covariates, and of outcomes between 0 and 1. */
interface Regressed {
  rows: number;
  k: number;
  x: Float64Array;
  y: Float64Array;
}

/** Logistic regression with sandwich errors; null where it does not converge (one outcome throughout, say). */
function logistic(data: Regressed): JudgeEffect[] | null {
  const {rows, k} = data;
  const beta = new Float64Array(k);
  for (let step = 0; step < 50; step++) {
    const {gradient, information, meat} = at(data, beta);
    const factor = cholesky(information, k);
    if (!factor) return null;
    const change = solve(factor, gradient);
    for (let i = 0; i < k; i++) beta[i] = beta[i]! + change[i]!;
    if (beta.some(value => Math.abs(value) > 50)) return null;
    if (change.every(each => Math.abs(each) < 1e-9)) {
      const bread = inverse(factor, k);
      const matrix = product(product(bread, meat, k), bread, k);
      const t = tQuantile(0.975, rows - k);
      return Array.from(beta, (value, i) => {
        const se = Math.sqrt((matrix[i * k + i]! * rows) / (rows - k));
        return {value, se, lo: value - t * se, hi: value + t * se};
      });
    }
  }
  return null;
}

function at({rows, k, x, y}: Regressed, beta: Float64Array) {
  const gradient = new Float64Array(k);
  const [information, meat] = [square(k), square(k)];
  for (let r = 0; r < rows; r++) {
    const own = r * k;
    let d = 0;
    for (let i = 0; i < k; i++) d += x[own + i]! * beta[i]!;
    const p = 1 / (1 + Math.exp(-d));
    const off = y[r]! - p;
    const [curve, spread] = [p * (1 - p), off * off];
    for (let i = 0; i < k; i++) {
      const value = x[own + i]!;
      gradient[i] = gradient[i]! + off * value;
      for (let j = 0; j <= i; j++) {
        const both = value * x[own + j]!;
        information[i * k + j] = information[i * k + j]! + curve * both;
        meat[i * k + j] = meat[i * k + j]! + spread * both;
      }
    }
  }
  for (let i = 0; i < k; i++)
    for (let j = 0; j < i; j++) {
      information[j * k + i] = information[i * k + j]!;
      meat[j * k + i] = meat[i * k + j]!;
    }
  return {gradient, information, meat};
}
