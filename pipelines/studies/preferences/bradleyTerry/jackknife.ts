// Jackknife covariance: each cluster is left out in turn, by one Newton step instead of a new fit.
import {centred, mirrored, product, square} from "../../../stats/linalg/dense.js";

import type {Fit} from "./fit.js";
import {addProducts, sparseClusterOf} from "./sparseCluster.js";

/** Grouped votes: those of cluster g are order[starts[g]] to order[starts[g + 1] − 1]; each group counts `weight` times. */
export interface Groups {
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
export function jackknife(votes: JackknifeVotes, fit: Fit, scores: Scores, {order, starts, weight}: Groups): Float64Array {
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
export interface JackknifeVotes {
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
