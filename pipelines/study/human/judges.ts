// What moves a single judge: strength, position and length, with the strengths that all votes give taken as known.
import {tQuantile} from "../distributions.js";
import {covariate} from "./controlled.js";
import {cholesky, inverse, product, solve, square} from "./dense.js";
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
  const rows = votes.judges.map((): {x: number[][]; y: number[]} => ({x: [], y: []}));
  for (let v = 0; v < votes.n; v++) {
    const [a, b] = [strength.get(votes.models[votes.a[v]!]!), strength.get(votes.models[votes.b[v]!]!)];
    if (a === undefined || b === undefined) continue;
    const ratio = lengths ? covariate("length", lengths.a[v]!, lengths.b[v]!) : 0;
    if (Number.isNaN(ratio)) continue;
    const own = rows[votes.judge[v]!]!;
    own.x.push(lengths ? [a - b, 1, ratio] : [a - b, 1]);
    own.y.push(1 - votes.outcome[v]! / 2);
  }
  return votes.judges.flatMap((judge, j) => {
    const {x, y} = rows[j]!;
    if (x.length === 0) return [];
    const effects = x.length >= LEAST_VOTES ? logistic(x, y) : null;
    return [
      {judge, n: x.length, discrimination: effects?.[0] ?? null, position: effects?.[1] ?? null, length: effects?.[2] ?? null}
    ];
  });
}

/** Logistic regression with sandwich errors; null where it does not converge (one outcome throughout, say). */
export function logistic(x: readonly (readonly number[])[], y: readonly number[]): JudgeEffect[] | null {
  const k = x[0]!.length;
  const beta = new Float64Array(k);
  for (let step = 0; step < 50; step++) {
    const {gradient, information, meat} = at(x, y, beta);
    const factor = cholesky(information, k);
    if (!factor) return null;
    const change = solve(factor, gradient);
    for (let i = 0; i < k; i++) beta[i] = beta[i]! + change[i]!;
    if (beta.some(value => Math.abs(value) > 50)) return null;
    if (change.every(each => Math.abs(each) < 1e-9)) {
      const bread = inverse(factor, k);
      const matrix = product(product(bread, meat, k), bread, k);
      const t = tQuantile(0.975, x.length - k);
      return Array.from(beta, (value, i) => {
        const se = Math.sqrt((matrix[i * k + i]! * x.length) / (x.length - k));
        return {value, se, lo: value - t * se, hi: value + t * se};
      });
    }
  }
  return null;
}

function at(x: readonly (readonly number[])[], y: readonly number[], beta: Float64Array) {
  const k = beta.length;
  const gradient = new Float64Array(k);
  const [information, meat] = [square(k), square(k)];
  x.forEach((row, r) => {
    const p = 1 / (1 + Math.exp(-row.reduce((sum, value, i) => sum + value * beta[i]!, 0)));
    const off = y[r]! - p;
    for (let i = 0; i < k; i++) {
      gradient[i] = gradient[i]! + off * row[i]!;
      for (let j = 0; j < k; j++) {
        information[i * k + j] = information[i * k + j]! + p * (1 - p) * row[i]! * row[j]!;
        meat[i * k + j] = meat[i * k + j]! + off * off * row[i]! * row[j]!;
      }
    }
  });
  return {gradient, information, meat};
}
