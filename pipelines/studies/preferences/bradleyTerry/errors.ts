// Standard errors of strengths: covariances from the information, the sandwich estimator and clustering.
import {tQuantile} from "../../../stats/distributions.js";
import {centred, mirrored, product, square} from "../../../stats/linalg/dense.js";
import {type Fit, type Slopes, slopes} from "./fit.js";

/** The parameters that a cluster involves, in the order in which they occur. */
interface SparseCluster {
  /** the parameters' indices */
  order: Int32Array;
  /** number of parameters */
  count(): number;
  /** position of a parameter, which is assigned at its first use */
  of(parameter: number): number;
  /** removes all parameters except the fixed ones */
  clear(): void;
}

/** @param fixed number of parameters at the end of `size` that every cluster involves; they come first */
function sparseClusterOf(size: number, fixed = 0): SparseCluster {
  const order = new Int32Array(size);
  const place = new Int32Array(size).fill(-1);
  for (let c = 0; c < fixed; c++) order[c] = size - fixed + c;
  let count = fixed;
  return {
    order,
    count: () => count,
    of(parameter) {
      let at = place[parameter]!;
      if (at < 0) {
        at = place[parameter] = count;
        order[count++] = parameter;
      }
      return at;
    },
    clear() {
      while (count > fixed) place[order[--count]!] = -1;
    }
  };
}

/** Adds weight · u uᵀ, where u is over the parameters involved, each product on one side of the diagonal only. */
function addProducts(sum: Float64Array, size: number, u: Float64Array, sparse: SparseCluster, weight: number): void {
  const {order} = sparse;
  const count = sparse.count();
  for (let p = 0; p < count; p++) {
    const own = weight * u[p]!;
    const row = order[p]! * size;
    for (let q = 0; q <= p; q++) sum[row + order[q]!] = sum[row + order[q]!]! + own * u[q]!;
  }
}

/** A covariance of all parameters, under Σβ = 0, with its degrees of freedom for Student's t. */
export interface Covariance {
  matrix: Float64Array;
  size: number;
  df: number;
  /** number of clusters, or of votes where votes are not clustered */
  clusters: number;
  /** where the covariance combines two ways of clustering: each of them */
  parts?: readonly [Covariance, Covariance];
}

export function scoresOf({n, a, b, outcome, x}: JackknifeVotes, {models, covariates, ties, parameters}: Fit): Scores {
  const [d, dd] = [new Float64Array(n), new Float64Array(n)];
  const withTies = ties !== "half";
  const [t, dt, tt] = withTies ? [new Float64Array(n), new Float64Array(n), new Float64Array(n)] : [];
  const slope: Slopes = {value: 0, d: 0, t: 0, dd: 0, dt: 0, tt: 0};
  const tau = ties === "half" ? 0 : parameters.at(-1)!;
  // Without covariates the score of a vote depends on the pair and the outcome only, so that each is computed once.
  const first = covariates === 0 ? new Int32Array(models * models * 3).fill(-1) : null;
  for (let v = 0; v < n; v++) {
    const cell = (a[v]! * models + b[v]!) * 3 + outcome[v]!;
    const like = first ? first[cell]! : -1;
    if (like >= 0) {
      d[v] = d[like]!;
      dd[v] = dd[like]!;
      if (withTies) {
        t![v] = t![like]!;
        dt![v] = dt![like]!;
        tt![v] = tt![like]!;
      }
      continue;
    }
    if (first) first[cell] = v;
    let difference = parameters[a[v]!]! - parameters[b[v]!]!;
    for (let c = 0; c < covariates; c++) difference += x![v * covariates + c]! * parameters[models + c]!;
    slopes(ties, outcome[v]!, difference, tau, slope);
    d[v] = slope.d;
    dd[v] = slope.dd;
    if (withTies) {
      t![v] = slope.t;
      dt![v] = slope.dt;
      tt![v] = slope.tt;
    }
  }
  return withTies ? {d, dd, t: t!, dt: dt!, tt: tt!} : {d, dd};
}

/** The inverse of the information: correct if the model is, but not for ties counted as halves, whose variance is below the model's. */
export const informationCovariance = ({covariance, models, covariates, ties}: Fit, n: number): Covariance => {
  const size = models + covariates + (ties === "half" ? 0 : 1);
  return {matrix: centred(covariance, size, models), size, df: Number.POSITIVE_INFINITY, clusters: n};
};

/**
 * Largest clusters × parameters² for which each cluster is left out in turn; beyond, there are so many clusters that it makes no
 * difference.
 */
const MOST_WORK = 5e7;

/**
 * The sandwich covariance (Huber 1967; White 1982, doi:10.2307/1912526), clustered where `cluster` gives the cluster of each vote (Liang &
 * Zeger 1986, doi:10.1093/biomet/73.1.13). The contribution of each cluster is the change from leaving it out, times (G − 1)/G
 * (jackknife.ts); where there are too many clusters for that, it is the score, times G/(G − 1). Student's t with G − 1 degrees of freedom.
 * Null with fewer than two clusters, whose differences cannot be estimated.
 */
export function sandwich(
  votes: JackknifeVotes,
  fit: Fit,
  cluster?: ArrayLike<number>,
  {scores = scoresOf(votes, fit), most = MOST_WORK}: {scores?: Scores; most?: number} = {}
): Covariance | null {
  const {models, covariates, ties, covariance} = fit;
  const size = models + covariates + (ties === "half" ? 0 : 1);
  const groups = cluster ? grouped(cluster, votes.n) : likeVotes(votes, fit);
  const clusters = cluster ? groups.starts.length - 1 : votes.n;
  if (clusters < 2) return null;
  if ((groups.starts.length - 1) * size * size <= most) {
    const matrix = jackknife(votes, fit, scores, groups);
    for (let i = 0; i < matrix.length; i++) matrix[i] = (matrix[i]! * (clusters - 1)) / clusters;
    return {matrix, size, df: clusters - 1, clusters};
  }
  const meat = meatOf(votes, scores, groups, {models, covariates, size});
  const bread = centred(covariance, size, models);
  const matrix = product(product(bread, meat, size), bread, size);
  const correction = clusters / (clusters - 1);
  for (let i = 0; i < matrix.length; i++) matrix[i] = matrix[i]! * correction;
  return {matrix, size, df: clusters - 1, clusters};
}

/** Each vote as a cluster; without covariates, votes with the same pair and outcome are identical, and one represents all of them. */
function likeVotes({n, a, b, outcome}: JackknifeVotes, {models, covariates}: Fit): Groups {
  if (covariates > 0) return singles(n);
  const at = new Int32Array(models * models * 3).fill(-1);
  const order: number[] = [];
  const weight = new Float64Array(at.length);
  for (let v = 0; v < n; v++) {
    const cell = (a[v]! * models + b[v]!) * 3 + outcome[v]!;
    if (at[cell]! < 0) at[cell] = order.push(v) - 1;
    weight[at[cell]!] = weight[at[cell]!]! + 1;
  }
  return {order: Int32Array.from(order), starts: Int32Array.from({length: order.length + 1}, (_, g) => g), weight};
}

/** Σ over clusters of s sᵀ, where s is the cluster's sum of scores. Written out for speed: there may be as many clusters as votes. */
function meatOf(
  {a, b, x}: JackknifeVotes,
  {d, t}: Scores,
  {order, starts, weight}: Groups,
  {models, covariates, size}: {models: number; covariates: number; size: number}
): Float64Array {
  const meat = square(size);
  const sparse = sparseClusterOf(size, size - models);
  const sum = new Float64Array(size);
  for (let g = 0; g + 1 < starts.length; g++) {
    for (let at = starts[g]!; at < starts[g + 1]!; at++) {
      const v = order[at]!;
      const i = sparse.of(a[v]!);
      const j = sparse.of(b[v]!);
      const own = d[v]!;
      sum[i] = sum[i]! + own;
      sum[j] = sum[j]! - own;
      for (let c = 0; c < covariates; c++) sum[c] = sum[c]! + own * x![v * covariates + c]!;
      if (t) sum[covariates] = sum[covariates]! + t[v]!;
    }
    addProducts(meat, size, sum, sparse, weight?.[g] ?? 1);
    sum.fill(0, 0, sparse.count());
    sparse.clear();
  }
  mirrored(meat, size);
  return meat;
}

/** Σ over clusters of s sᵀ, where `visit` adds a row's part to the sum s of its cluster. Rows are visited cluster by cluster. */
export function meatBy(
  {n, size, cluster}: {n: number; size: number; cluster: ArrayLike<number>},
  visit: (row: number, add: (index: number, value: number) => void) => void
): {meat: Float64Array; clusters: number} {
  const meat = square(size);
  const sparse = sparseClusterOf(size);
  const sum = new Float64Array(size);
  const add = (index: number, value: number) => {
    const at = sparse.of(index);
    sum[at] = sum[at]! + value;
  };
  const {order, starts} = grouped(cluster, n);
  for (let g = 0; g + 1 < starts.length; g++) {
    for (let place = starts[g]!; place < starts[g + 1]!; place++) visit(order[place]!, add);
    addProducts(meat, size, sum, sparse, 1);
    sum.fill(0, 0, sparse.count());
    sparse.clear();
  }
  mirrored(meat, size);
  return {meat, clusters: starts.length - 1};
}

/** Each row as a group of its own. */
function singles(n: number): Groups {
  const each = Int32Array.from({length: n + 1}, (_, v) => v);
  return {order: each, starts: each};
}

/** Votes sorted by cluster, without empty clusters. Cached by column, since several statistics use the same one. */
export function grouped(cluster: ArrayLike<number>, n: number): Groups {
  const known = GROUPS.get(cluster);
  if (known?.order.length === n) return known;
  const found = groupsOf(cluster, n);
  GROUPS.set(cluster, found);
  return found;
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
 * Covariance under two-way clustering (Cameron, Gelbach & Miller 2011, doi:10.1198/jbes.2010.07136): V₁ + V₂ − V of the intersections. It
 * can be smaller than either, even negative; `errorOf` and `spreadOf` then use the largest of the three, each by the jackknife (MacKinnon,
 * Nielsen & Webb 2024, arXiv:2406.08880).
 */
export function twoWay(
  votes: JackknifeVotes,
  fit: Fit,
  {prompts, annotators}: {prompts: Clustering; annotators: Clustering},
  scores = scoresOf(votes, fit)
): [Covariance, ...Covariance[]] | null {
  const [one, two] = [prompts.covariance, annotators.covariance];
  if (!one || !two) return null;
  const cells = intersection(prompts.cluster, annotators.cluster, votes.n);
  return crossed(one, two, sandwich(votes, fit, cells, {scores, most: MOST_WORK / 10})!);
}

/** V₁ + V₂ − V of the intersections, followed by the two that it must not fall below. */
export function crossed(one: Covariance, two: Covariance, both: Covariance): [Covariance, ...Covariance[]] {
  const matrix = one.matrix.map((value, i) => value + two.matrix[i]! - both.matrix[i]!);
  const df = Math.min(one.df, two.df);
  return [{matrix, size: one.size, df, clusters: df + 1, parts: [one, two]}, one, two];
}

/** Whether all votes equal their expectation (all ties, for example): errors estimated from deviations would then be near 0. */
export const asExpected = ({d}: Scores): boolean => d.every(score => Math.abs(score) < 1e-9);

/** The clusters of the votes, and the resulting covariance. */
export interface Clustering {
  cluster: Int32Array;
  covariance: Covariance | null;
}

/** Largest table of pairs of clusters that is used in place of a map, in entries. */
const LARGEST_TABLE = 2 ** 22;

/** Numbers the pair of clusters of each row. The last result is cached, since fits with and without covariates need the same one. */
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

/** Standard error of Σ weight · parameter; of several covariances, the largest. */
export const errorOf = (covariances: readonly Covariance[], contrast: Contrast): number =>
  Math.sqrt(Math.max(0, ...covariances.map(each => varianceOf(each, contrast))));

/** A linear combination: parameters with their weights. */
type Contrast = readonly (readonly [index: number, weight: number])[];

function varianceOf({matrix, size}: Covariance, contrast: Contrast): number {
  let variance = 0;
  for (const [i, wi] of contrast) for (const [j, wj] of contrast) variance += wi * wj * matrix[i * size + j]!;
  return variance;
}

/** A standard error with its degrees of freedom for Student's t. */
export interface StandardError {
  se: number;
  df: number;
}

/**
 * Standard error of Σ weight · parameter; of several covariances, the one with the widest interval. For two-way clustering the degrees of
 * freedom are Satterthwaite's (1946, doi:10.2307/3002019): at least those of the way with fewer clusters.
 */
export function spreadOf(covariances: readonly Covariance[], contrast: Contrast): StandardError {
  let widest: StandardError = {se: 0, df: Number.POSITIVE_INFINITY};
  for (const each of covariances) {
    const spread = {se: Math.sqrt(Math.max(0, varianceOf(each, contrast))), df: each.df};
    if (each.parts) spread.df = satterthwaite(each.parts, contrast) ?? each.df;
    if (reach(spread) > reach(widest)) widest = spread;
  }
  return widest;
}

/** A value with its standard error and 95 % interval. */
export interface StrengthEstimate {
  value: number;
  se: number;
  lo: number;
  hi: number;
}

/**
 * The estimate of Σ weight · parameter with its interval.
 * @param reach half width in standard errors, by degrees of freedom
 */
export function estimateOf(
  value: number,
  covariances: readonly Covariance[],
  contrast: Contrast,
  reach: (df: number) => number = df => tQuantile(0.975, df)
): StrengthEstimate {
  const {se, df} = spreadOf(covariances, contrast);
  const half = se * reach(df);
  return {value, se, lo: value - half, hi: value + half};
}

function satterthwaite(parts: readonly Covariance[], contrast: Contrast): number | null {
  const variances = parts.map(each => Math.max(0, varianceOf(each, contrast)));
  const sum = variances.reduce((all, variance) => all + variance, 0);
  const below = variances.reduce((all, variance, at) => all + variance ** 2 / parts[at]!.df, 0);
  return below > 0 ? sum ** 2 / below : null;
}

/** Approximate half width of a 95 % interval, accurate enough to compare two (Cornish–Fisher expansion of t, Hill 1970). */
const reach = ({se, df}: StandardError): number => se * (1.96 + 2.37 / df + 2.82 / df ** 2 + 2.6 / df ** 3 + 3 / df ** 6);

// Jackknife covariance: each cluster is left out in turn, by one Newton step instead of a new fit.

/** Grouped votes: those of cluster g are order[starts[g]] to order[starts[g + 1] − 1]; each group counts `weight` times. */
interface Groups {
  order: Int32Array;
  starts: Int32Array;
  weight?: ArrayLike<number>;
}

/** Squared residual, relative to the first one's, at which conjugate gradients stop. */
const CLOSE = 1e-20;

/**
 * Σ over clusters of δ δᵀ, where δ is the change of the parameters by one Newton step when the cluster is left out: (I − I_g)⁻¹ s_g, with I
 * the information of all votes, I_g that of the cluster and s_g its score. Unlike I⁻¹ s_g this allows for the cluster's own influence on
 * the fit, so that few or large clusters do not appear more precise than they are (Bell & McCaffrey 2002, Survey Methodology 28, 169–181;
 * MacKinnon, Nielsen & Webb 2023, doi:10.1002/jae.2969, CV₃). Conjugate gradients preconditioned by I⁻¹ take no more steps than the cluster
 * has pairs; a direction that is not identified without the cluster stays at 0.
 * δ = I⁻¹ u, and u is 0 except for the parameters that the cluster involves: the steps are taken among these alone, u uᵀ is added up, and
 * I⁻¹ is applied once at the end.
 */
function jackknife(votes: JackknifeVotes, fit: Fit, scores: Scores, {order, starts, weight}: Groups): Float64Array {
  const {models, covariates, ties, covariance} = fit;
  const size = models + covariates + (ties === "half" ? 0 : 1);
  const cluster = clusterOf(votes, scores, {models, covariates, size});
  const steps = stepsOf(size);
  const sum = square(size);
  for (let g = 0; g + 1 < starts.length; g++) {
    const count = cluster.read(order, starts[g]!, starts[g + 1]!);
    const u = steps.solve(cluster.score, cluster.information, cluster.among(covariance, count), count);
    addProducts(sum, size, u, cluster.sparse, weight?.[g] ?? 1);
    cluster.clear(count);
  }
  mirrored(sum, size);
  const bread = centred(covariance, size, models);
  return product(product(bread, sum, size), bread, size);
}

/**
 * The score and the information of one cluster at a time, over the parameters that it involves, numbered in the order in which they occur.
 */
function clusterOf(
  {a, b, x}: JackknifeVotes,
  {d, dd, t, dt, tt}: Scores,
  {models, covariates, size}: {models: number; covariates: number; size: number}
) {
  const score = new Float64Array(size);
  const information = square(size);
  const covariance = square(size);
  const sparse = sparseClusterOf(size, size - models); // covariates and τ, which every vote involves, come first

  function read(order: Int32Array, from: number, to: number): number {
    for (let at = from; at < to; at++) {
      const v = order[at]!;
      const i = sparse.of(a[v]!);
      const j = sparse.of(b[v]!);
      const pull = d[v]!;
      const curve = dd[v]!;
      score[i] = score[i]! + pull;
      score[j] = score[j]! - pull;
      information[i * size + i] = information[i * size + i]! + curve;
      information[j * size + j] = information[j * size + j]! + curve;
      information[i * size + j] = information[i * size + j]! - curve;
      for (let c = 0; c < covariates; c++) {
        const value = x![v * covariates + c]!;
        score[c] = score[c]! + pull * value;
        information[i * size + c] = information[i * size + c]! + curve * value;
        information[j * size + c] = information[j * size + c]! - curve * value;
        for (let e = 0; e <= c; e++)
          information[c * size + e] = information[c * size + e]! + curve * value * x![v * covariates + e]!;
        if (t) information[covariates * size + c] = information[covariates * size + c]! + dt![v]! * value;
      }
      if (t) {
        score[covariates] = score[covariates]! + t[v]!;
        information[i * size + covariates] = information[i * size + covariates]! + dt![v]!;
        information[j * size + covariates] = information[j * size + covariates]! - dt![v]!;
        information[covariates * size + covariates] = information[covariates * size + covariates]! + tt![v]!;
      }
    }
    mirrored(information, size, sparse.count());
    return sparse.count();
  }

  /** The part of a matrix of all parameters that concerns those of the cluster. */
  function among(matrix: Float64Array, count: number): Float64Array {
    for (let p = 0; p < count; p++) {
      const row = sparse.order[p]! * size;
      for (let q = 0; q < count; q++) covariance[p * size + q] = matrix[row + sparse.order[q]!]!;
    }
    return covariance;
  }

  function clear(count: number): void {
    for (let p = 0; p < count; p++) {
      score[p] = 0;
      for (let q = 0; q < count; q++) information[p * size + q] = 0;
    }
    sparse.clear();
  }

  return {sparse, score, information, read, among, clear};
}

/** Conjugate gradients for u: with `way` = I⁻¹ · `image`, a step along `way` adds `image` to u. */
function stepsOf(size: number) {
  const [residual, z, way] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  const [image, curved, u] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];

  function solve(score: Float64Array, information: Float64Array, covariance: Float64Array, count: number): Float64Array {
    for (let p = 0; p < count; p++) {
      residual[p] = image[p] = score[p]!;
      u[p] = 0;
    }
    let left = ahead(covariance, count);
    const first = left;
    for (let p = 0; p < count; p++) way[p] = z[p]!;
    for (let step = 0; step <= 2 * count + 4 && left > CLOSE * first; step++) {
      times(information, way, curved, count);
      let curve = 0;
      for (let p = 0; p < count; p++) curve += way[p]! * (image[p]! - curved[p]!);
      if (!(curve > 1e-12 * left)) break; // a direction that only this cluster identifies
      const length = left / curve;
      for (let p = 0; p < count; p++) {
        u[p] = u[p]! + length * image[p]!;
        residual[p] = residual[p]! - length * (image[p]! - curved[p]!);
      }
      const next = ahead(covariance, count);
      const turn = next / left;
      left = next;
      for (let p = 0; p < count; p++) {
        way[p] = z[p]! + turn * way[p]!;
        image[p] = residual[p]! + turn * image[p]!;
      }
    }
    return u;
  }

  /** Computes z = I⁻¹ · residual; returns their inner product. */
  function ahead(covariance: Float64Array, count: number): number {
    times(covariance, residual, z, count);
    let inner = 0;
    for (let p = 0; p < count; p++) inner += z[p]! * residual[p]!;
    return inner;
  }

  function times(matrix: Float64Array, vector: Float64Array, into: Float64Array, count: number): void {
    for (let p = 0; p < count; p++) {
      let sum = 0;
      for (let q = 0, at = p * size; q < count; q++, at++) sum += matrix[at]! * vector[q]!;
      into[p] = sum;
    }
  }

  return {solve};
}

/** Votes with their models, outcome and covariates (rows × k). */
interface JackknifeVotes {
  n: number;
  a: ArrayLike<number>;
  b: ArrayLike<number>;
  outcome: ArrayLike<number>;
  x?: Float64Array;
}

/** First derivatives of each vote's log-likelihood by d and by τ, and the negative second derivatives; without τ where ties are halves. */
export interface Scores {
  d: Float64Array;
  dd: Float64Array;
  t?: Float64Array;
  dt?: Float64Array;
  tt?: Float64Array;
}
