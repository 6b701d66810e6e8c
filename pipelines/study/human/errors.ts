// How surely strengths are known: covariances by information, sandwich and clusters.
import {centred, product, square} from "./dense.js";
import type {Fit} from "./fit.js";
import {type Slopes, slopes} from "./likelihood.js";

/** Votes with what is known of each: models, outcome and covariates (rows × k). */
export interface Judged {
  n: number;
  a: ArrayLike<number>;
  b: ArrayLike<number>;
  outcome: ArrayLike<number>;
  x?: Float64Array;
}

/** A covariance of all parameters, Σβ = 0, and the degrees of freedom of Student's t that goes with it. */
export interface Covariance {
  matrix: Float64Array;
  size: number;
  df: number;
  /** clusters behind it; for votes, votes */
  clusters: number;
}

/** The derivative of each vote's log-likelihood by d and by τ. */
interface Scores {
  d: Float64Array;
  t: Float64Array;
}

export function scoresOf({n, a, b, outcome, x}: Judged, {models, covariates, ties, parameters}: Fit): Scores {
  const d = new Float64Array(n);
  const t = new Float64Array(n);
  const slope: Slopes = {value: 0, d: 0, t: 0, dd: 0, dt: 0, tt: 0};
  const tau = ties === "half" ? 0 : parameters.at(-1)!;
  // Without covariates a vote's score depends on the pair and the outcome alone: each is worked out once.
  const first = covariates === 0 ? new Int32Array(models * models * 3).fill(-1) : null;
  for (let v = 0; v < n; v++) {
    const cell = (a[v]! * models + b[v]!) * 3 + outcome[v]!;
    const like = first ? first[cell]! : -1;
    if (like >= 0) {
      d[v] = d[like]!;
      t[v] = t[like]!;
      continue;
    }
    if (first) first[cell] = v;
    let difference = parameters[a[v]!]! - parameters[b[v]!]!;
    for (let c = 0; c < covariates; c++) difference += x![v * covariates + c]! * parameters[models + c]!;
    slopes(ties, outcome[v]!, difference, tau, slope);
    d[v] = slope.d;
    t[v] = slope.t;
  }
  return {d, t};
}

/**
 * The inverse of the information: right if the model is, and never for ties as halves, whose variance is less than the model's.
 */
export const informationCovariance = ({covariance, models, covariates, ties}: Fit, n: number): Covariance => {
  const size = models + covariates + (ties === "half" ? 0 : 1);
  return {matrix: centred(covariance, size, models), size, df: Number.POSITIVE_INFINITY, clusters: n};
};

/**
 * The sandwich (Huber 1967; White 1982, doi:10.2307/1912526), clustered where `cluster` says which votes go together
 * (Liang & Zeger 1986, doi:10.1093/biomet/73.1.13), times G/(G − 1). Student's t with G − 1 degrees of freedom.
 * Null with fewer than two clusters: nothing shows how clusters differ.
 */
export function sandwich(votes: Judged, fit: Fit, cluster?: ArrayLike<number>, scores = scoresOf(votes, fit)): Covariance | null {
  const {models, covariates, ties, covariance} = fit;
  const size = models + covariates + (ties === "half" ? 0 : 1);
  const {meat, clusters} = meatOf(votes, scores, cluster, {models, covariates, size, withTies: ties !== "half"});
  if (clusters < 2) return null;
  const bread = centred(covariance, size, models);
  const matrix = product(product(bread, meat, size), bread, size);
  const correction = clusters / (clusters - 1);
  for (let i = 0; i < matrix.length; i++) matrix[i] = matrix[i]! * correction;
  return {matrix, size, df: clusters - 1, clusters};
}

/** Σ over clusters of s sᵀ, s the cluster's sum of scores. Votes are taken cluster by cluster, so that only touched entries are visited. */
function meatOf(
  {n, a, b, x}: Judged,
  {d, t}: Scores,
  cluster: ArrayLike<number> | undefined,
  {models, covariates, size, withTies}: {models: number; covariates: number; size: number; withTies: boolean}
): {meat: Float64Array; clusters: number} {
  const meat = square(size);
  if (!cluster && covariates === 0 && !withTies) {
    for (let v = 0; v < n; v++) {
      const [i, j, square] = [a[v]!, b[v]!, d[v]! * d[v]!];
      meat[i * size + i] = meat[i * size + i]! + square;
      meat[j * size + j] = meat[j * size + j]! + square;
      meat[i * size + j] = meat[i * size + j]! - square;
      meat[j * size + i] = meat[j * size + i]! - square;
    }
    return {meat, clusters: n};
  }
  return meatBy({n, size, cluster}, (v, add) => {
    add(a[v]!, d[v]!);
    add(b[v]!, -d[v]!);
    for (let c = 0; c < covariates; c++) add(models + c, d[v]! * x![v * covariates + c]!);
    if (withTies) add(size - 1, t[v]!);
  });
}

/** Σ over clusters of s sᵀ, where `visit` adds a row's part to the sum s of its cluster. Without `cluster` each row is its own. */
export function meatBy(
  {n, size, cluster}: {n: number; size: number; cluster?: ArrayLike<number> | undefined},
  visit: (row: number, add: (index: number, value: number) => void) => void
): {meat: Float64Array; clusters: number} {
  const meat = square(size);
  const sum = new Float64Array(size);
  const touched: number[] = [];
  const marked = new Uint8Array(size);
  const add = (i: number, value: number) => {
    if (!marked[i]) {
      marked[i] = 1;
      touched.push(i);
    }
    sum[i] = sum[i]! + value;
  };
  const close = () => {
    for (const i of touched) {
      const own = sum[i]!;
      for (const j of touched) meat[i * size + j] = meat[i * size + j]! + own * sum[j]!;
    }
    for (const i of touched) sum[i] = marked[i] = 0;
    touched.length = 0;
  };
  const {order, starts} = cluster ? grouped(cluster, n) : {order: null, starts: null};
  const clusters = starts ? starts.length - 1 : n;
  for (let g = 0; g < clusters; g++) {
    const [from, to] = starts ? [starts[g]!, starts[g + 1]!] : [g, g + 1];
    for (let place = from; place < to; place++) visit(order ? order[place]! : place, add);
    close();
  }
  return {meat, clusters};
}

/** Votes in the order of their clusters, empty ones left out. Several statistics ask for the same columns, so a column's answer is kept. */
export function grouped(cluster: ArrayLike<number>, n: number): Groups {
  const known = GROUPS.get(cluster);
  if (known?.order.length === n) return known;
  const found = groupsOf(cluster, n);
  GROUPS.set(cluster, found);
  return found;
}
interface Groups {
  order: Int32Array;
  starts: Int32Array;
}
const GROUPS = new WeakMap<ArrayLike<number>, Groups>();

function groupsOf(cluster: ArrayLike<number>, n: number): Groups {
  let most = 0;
  for (let v = 0; v < n; v++) most = Math.max(most, cluster[v]!);
  const counts = new Int32Array(most + 2);
  for (let v = 0; v < n; v++) counts[cluster[v]! + 1] = counts[cluster[v]! + 1]! + 1;
  for (let g = 0; g <= most; g++) counts[g + 1] = counts[g + 1]! + counts[g]!;
  const place = counts.slice();
  const order = new Int32Array(n);
  for (let v = 0; v < n; v++) {
    order[place[cluster[v]!]!] = v;
    place[cluster[v]!] = place[cluster[v]!]! + 1;
  }
  let groups = 0;
  const starts = new Int32Array(most + 2);
  for (let g = 0; g < counts.length; g++) if (g === 0 || counts[g]! > counts[g - 1]!) starts[groups++] = counts[g]!;
  return {order, starts: starts.slice(0, groups)};
}

/**
 * Clustered in two ways at once (Cameron, Gelbach & Miller 2011, doi:10.1198/jbes.2010.07136): V₁ + V₂ − V of their intersections.
 * That can come out smaller than either, even negative; `errorOf` then takes the largest of the three
 * (MacKinnon, Nielsen & Webb 2024, arXiv:2406.08880).
 */
export function twoWay(
  votes: Judged,
  fit: Fit,
  {prompts, annotators}: {prompts: Clustering; annotators: Clustering},
  scores = scoresOf(votes, fit)
): [Covariance, ...Covariance[]] | null {
  const [one, two] = [prompts.covariance, annotators.covariance];
  if (!one || !two) return null;
  return crossed(one, two, sandwich(votes, fit, intersection(prompts.cluster, annotators.cluster, votes.n), scores)!);
}

/** V₁ + V₂ − V of the intersections, with the two that it may not fall below. */
export function crossed(one: Covariance, two: Covariance, both: Covariance): [Covariance, ...Covariance[]] {
  const matrix = one.matrix.map((value, i) => value + two.matrix[i]! - both.matrix[i]!);
  const df = Math.min(one.df, two.df);
  return [{matrix, size: one.size, df, clusters: df + 1}, one, two];
}

/** Which votes go together, and the covariance that follows. */
export interface Clustering {
  cluster: Int32Array;
  covariance: Covariance | null;
}

/** Entries of a table of pairs up to which it takes the place of a map. */
const LARGEST_TABLE = 2 ** 22;

/** Each row's pair of clusters as its own number. The last answer is kept: fits with and without covariates ask for the same. */
export function intersection(first: Int32Array, second: Int32Array, n: number): Int32Array {
  const known = CROSSED.get(first);
  if (known?.second === second && known.both.length === n) return known.both;
  const [rows, most] = [1 + highest(first), 1 + highest(second)];
  const both = rows * most <= LARGEST_TABLE ? byTable(first, second, {rows, most}) : byMap(first, second, most);
  CROSSED.set(first, {second, both});
  return both;
}
const CROSSED = new WeakMap<Int32Array, {second: Int32Array; both: Int32Array}>();

function highest(column: Int32Array): number {
  let most = 0;
  for (let v = 0; v < column.length; v++) if (column[v]! > most) most = column[v]!;
  return most;
}

function byTable(first: Int32Array, second: Int32Array, {rows, most}: {rows: number; most: number}): Int32Array {
  const [table, both] = [new Int32Array(rows * most), new Int32Array(first.length)];
  let count = 0;
  for (let v = 0; v < first.length; v++) {
    const key = first[v]! * most + second[v]!;
    if (table[key] === 0) table[key] = ++count;
    both[v] = table[key]! - 1;
  }
  return both;
}

function byMap(first: Int32Array, second: Int32Array, most: number): Int32Array {
  const at = new Map<number, number>();
  const both = new Int32Array(first.length);
  for (let v = 0; v < first.length; v++) {
    const key = first[v]! * most + second[v]!;
    let own = at.get(key);
    if (own === undefined) at.set(key, (own = at.size));
    both[v] = own;
  }
  return both;
}

/** Standard error of Σ weight · parameter, the largest where several covariances are given. */
export function errorOf(
  covariances: readonly Covariance[],
  contrast: readonly (readonly [index: number, weight: number])[]
): number {
  let most = 0;
  for (const {matrix, size} of covariances) {
    let variance = 0;
    for (const [i, wi] of contrast) for (const [j, wj] of contrast) variance += wi * wj * matrix[i * size + j]!;
    most = Math.max(most, variance);
  }
  return Math.sqrt(most);
}
