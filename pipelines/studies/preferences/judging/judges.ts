// Effects of strength, position and length on each judge's votes, given the strengths from all votes.
import {tQuantile} from "../../../stats/distributions.js";
import {cholesky, inverse, product, solve} from "../../../stats/linalg/dense.js";
import {covariate} from "../bradleyTerry/controlled.js";
import {grouped} from "../bradleyTerry/errors.js";
import type {Votes} from "../votes/votes.js";

export interface JudgeEffect {
  value: number;
  se: number;
  lo: number;
  hi: number;
}

export interface JudgeEffects {
  judge: string;
  n: number;
  /** 1: depends on strength as judges do on average; 0: not at all */
  discrimination: JudgeEffect | null;
  /** log-odds that being shown first adds */
  position: JudgeEffect | null;
  /** log-odds for an answer e times as long */
  length: JudgeEffect | null;
}

/** Fewest votes of a judge for a regression of its own. */
const LEAST_VOTES = 20;

/**
 * Each judge's own logistic regression of its votes (ties as half) on the difference of strengths, position, and ln length ratio where
 * lengths are known. Errors are clustered by prompt: they generalise to other questions, not to other judges. Strengths are taken as known,
 * so that intervals are slightly too narrow for judges with a large share of all votes.
 */
export function judgeEffects(votes: Votes, strength: ReadonlyMap<string, number>): JudgeEffects[] {
  const lengths = votes.covariates.length;
  const k = lengths ? 3 : 2;
  const beta = Float64Array.from(votes.models, model => strength.get(model) ?? Number.NaN);
  const {order, starts} = grouped(votes.judge, votes.n);
  const [x, y, prompt] = [new Float64Array(votes.n * k), new Float64Array(votes.n), new Int32Array(votes.n)];
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
      prompt[rows] = votes.question[v]!;
      y[rows++] = 1 - votes.outcome[v]! / 2;
    }
    if (rows === 0) continue;
    const judge = votes.judge[order[starts[g]!]!]!;
    const effects = rows >= LEAST_VOTES ? logistic({rows, k, x, y, prompt}) : null;
    const [discrimination, position, length] = [effects?.[0] ?? null, effects?.[1] ?? null, effects?.[2] ?? null];
    found.push({judge, effects: {judge: votes.judges[judge]!, n: rows, discrimination, position, length}});
  }
  return found.sort((one, other) => one.judge - other.judge).map(({effects}) => effects);
}

/** Input of a regression: the first `rows` rows of two or three covariates, and of outcomes between 0 and 1. */
interface Regressed {
  rows: number;
  k: number;
  x: Float64Array;
  y: Float64Array;
  prompt: Int32Array;
}

/**
 * Logistic regression with sandwich errors, clustered by prompt; null where it does not converge (for example with one outcome throughout).
 * With too few prompts there is no standard error.
 */
function logistic(data: Regressed): JudgeEffect[] | null {
  const {k} = data;
  const beta = new Float64Array(k);
  beta[0] = 1; // most judges depend on strength about as all of them do
  for (let step = 0; step < 50; step++) {
    const {gradient, information} = at(data, beta);
    const factor = cholesky(information, k);
    if (!factor) return null;
    const change = solve(factor, gradient);
    for (let i = 0; i < k; i++) beta[i] = beta[i]! + change[i]!;
    if (beta.some(value => Math.abs(value) > 50)) return null;
    if (change.every(each => Math.abs(each) < 1e-9)) {
      const bread = inverse(factor, k);
      const {meat, prompts} = meatOf(data, beta);
      if (prompts <= k) return null;
      const matrix = product(product(bread, meat, k), bread, k);
      const t = tQuantile(0.975, prompts - k);
      return Array.from(beta, (value, i) => {
        const se = Math.sqrt((matrix[i * k + i]! * prompts) / (prompts - k));
        return {value, se, lo: value - t * se, hi: value + t * se};
      });
    }
  }
  return null;
}

/** Sums over the rows, in scalar variables for speed. A missing third covariate counts as 0. */
function at({rows, k, x, y}: Regressed, beta: Float64Array) {
  const [b0, b1, b2] = [beta[0]!, beta[1]!, k > 2 ? beta[2]! : 0];
  let [g0, g1, g2] = [0, 0, 0];
  let [i00, i01, i02, i11, i12, i22] = [0, 0, 0, 0, 0, 0];
  for (let r = 0, at = 0; r < rows; r++, at += k) {
    const x0 = x[at]!;
    const x1 = x[at + 1]!;
    const x2 = k > 2 ? x[at + 2]! : 0;
    const p = 1 / (1 + Math.exp(-(b0 * x0 + b1 * x1 + b2 * x2)));
    const off = y[r]! - p;
    const curve = p * (1 - p);
    g0 += off * x0;
    g1 += off * x1;
    g2 += off * x2;
    const x00 = x0 * x0;
    const x01 = x0 * x1;
    const x02 = x0 * x2;
    const x11 = x1 * x1;
    const x12 = x1 * x2;
    const x22 = x2 * x2;
    i00 += curve * x00;
    i01 += curve * x01;
    i02 += curve * x02;
    i11 += curve * x11;
    i12 += curve * x12;
    i22 += curve * x22;
  }
  const symmetric = (all: readonly number[]) => Float64Array.from(k > 2 ? all : [all[0]!, all[1]!, all[3]!, all[4]!]);
  return {
    gradient: Float64Array.of(g0, g1, g2).slice(0, k),
    information: symmetric([i00, i01, i02, i01, i11, i12, i02, i12, i22])
  };
}

/** Σ over prompts of s sᵀ, where s is the sum of the scores of the judge's votes on the prompt. */
function meatOf({rows, k, x, y, prompt}: Regressed, beta: Float64Array): {meat: Float64Array; prompts: number} {
  const scores = new Map<number, Float64Array>();
  for (let r = 0; r < rows; r++) {
    let linear = 0;
    for (let i = 0; i < k; i++) linear += beta[i]! * x[r * k + i]!;
    const off = y[r]! - 1 / (1 + Math.exp(-linear));
    let own = scores.get(prompt[r]!);
    if (!own) scores.set(prompt[r]!, (own = new Float64Array(k)));
    for (let i = 0; i < k; i++) own[i] = own[i]! + off * x[r * k + i]!;
  }
  const meat = new Float64Array(k * k);
  for (const own of scores.values())
    for (let i = 0; i < k; i++) for (let j = 0; j < k; j++) meat[i * k + j] = meat[i * k + j]! + own[i]! * own[j]!;
  return {meat, prompts: scores.size};
}
