// Errors from leaving each cluster out in turn, by one Newton step instead of a new fit.
import type {Judged, Scores} from "./errors.js";
import type {Fit} from "./fit.js";

/** Votes grouped: `order` lists votes, cluster g being those from starts[g] to starts[g + 1]; each group counts `weight` times. */
export interface Groups {
  order: Int32Array;
  starts: Int32Array;
  weight?: ArrayLike<number>;
}

const CLOSE = 1e-20;

/**
 * Σ over clusters of δ δᵀ, where δ is what leaving the cluster out does to the parameters by one Newton step: (I − I_g)⁻¹ s_g, I the
 * information of all votes, I_g that of the cluster, s_g its score. Unlike I⁻¹ s_g this allows for the cluster's own pull on the fit, so
 * that few clusters, or large ones, do not look surer than they are (Bell & McCaffrey 2002, Survey Methodology 28, 169–181; MacKinnon,
 * Nielsen & Webb 2023, doi:10.1002/jae.2969, CV₃). Conjugate gradients with I⁻¹ ahead take no more steps than the cluster has pairs; where
 * leaving it out leaves a direction unknown, that direction stays at 0.
 */
export function jackknife(votes: Judged, fit: Fit, scores: Scores, {order, starts, weight}: Groups): Float64Array {
  const {models, covariates, ties, covariance} = fit;
  const size = models + covariates + (ties === "half" ? 0 : 1);
  const sum = new Float64Array(size * size);
  const at = {residual: new Float64Array(size), z: new Float64Array(size), way: new Float64Array(size)};
  const [image, curved, delta] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  const touched = new Int32Array(size);
  const marked = new Uint8Array(size);
  for (let g = 0; g + 1 < starts.length; g++) {
    const [from, to] = [starts[g]!, starts[g + 1]!];
    const count = begin(from, to);
    solve(from, to, count);
    const own = weight?.[g] ?? 1;
    let mean = 0;
    for (let i = 0; i < models; i++) mean += delta[i]! / models;
    for (let i = 0; i < models; i++) delta[i] = delta[i]! - mean;
    for (let i = 0; i < size; i++) {
      const row = own * delta[i]!;
      if (row !== 0) for (let j = 0; j < size; j++) sum[i * size + j] = sum[i * size + j]! + row * delta[j]!;
    }
    for (let k = 0; k < count; k++) {
      const i = touched[k]!;
      at.residual[i] = image[i] = curved[i] = marked[i] = 0;
    }
  }
  return sum;

  /** The cluster's score, and which parameters it touches. */
  function begin(from: number, to: number): number {
    let count = 0;
    const touch = (i: number, value: number) => {
      if (!marked[i]) {
        marked[i] = 1;
        touched[count++] = i;
      }
      at.residual[i] = at.residual[i]! + value;
    };
    for (let place = from; place < to; place++) {
      const v = order[place]!;
      touch(votes.a[v]!, scores.d[v]!);
      touch(votes.b[v]!, -scores.d[v]!);
      for (let c = 0; c < covariates; c++) touch(models + c, scores.d[v]! * votes.x![v * covariates + c]!);
      if (scores.t) touch(size - 1, scores.t[v]!);
    }
    return count;
  }

  /** δ by conjugate gradients; `image` is I · way, known without I because `way` is made of I⁻¹ · residuals. */
  function solve(from: number, to: number, count: number): void {
    delta.fill(0);
    let left = ahead(count);
    const first = left;
    at.way.set(at.z);
    for (let k = 0; k < count; k++) image[touched[k]!] = at.residual[touched[k]!]!;
    for (let step = 0; step <= 2 * count + 4 && left > CLOSE * first; step++) {
      bend(from, to, count);
      let curve = 0;
      for (let k = 0; k < count; k++) {
        const i = touched[k]!;
        curve += at.way[i]! * (image[i]! - curved[i]!);
      }
      if (!(curve > 1e-12 * left)) break; // a direction that this cluster alone knows
      const length = left / curve;
      for (let i = 0; i < size; i++) delta[i] = delta[i]! + length * at.way[i]!;
      for (let k = 0; k < count; k++) {
        const i = touched[k]!;
        at.residual[i] = at.residual[i]! - length * (image[i]! - curved[i]!);
      }
      const next = ahead(count);
      const turn = next / left;
      left = next;
      for (let i = 0; i < size; i++) at.way[i] = at.z[i]! + turn * at.way[i]!;
      for (let k = 0; k < count; k++) {
        const i = touched[k]!;
        image[i] = at.residual[i]! + turn * image[i]!;
      }
    }
  }

  /** z = I⁻¹ · residual, and their product. */
  function ahead(count: number): number {
    at.z.fill(0);
    let inner = 0;
    for (let k = 0; k < count; k++) {
      const [j, value] = [touched[k]!, at.residual[touched[k]!]!];
      for (let i = 0; i < size; i++) at.z[i] = at.z[i]! + covariance[j * size + i]! * value;
    }
    for (let k = 0; k < count; k++) inner += at.z[touched[k]!]! * at.residual[touched[k]!]!;
    return inner;
  }

  /** curved = I_g · way */
  function bend(from: number, to: number, count: number): void {
    const {way} = at;
    for (let k = 0; k < count; k++) curved[touched[k]!] = 0;
    for (let place = from; place < to; place++) {
      const v = order[place]!;
      const [a, b] = [votes.a[v]!, votes.b[v]!];
      let along = way[a]! - way[b]!;
      for (let c = 0; c < covariates; c++) along += votes.x![v * covariates + c]! * way[models + c]!;
      let pull = scores.dd[v]! * along;
      if (scores.t) {
        pull += scores.dt![v]! * way[size - 1]!;
        curved[size - 1] = curved[size - 1]! + scores.dt![v]! * along + scores.tt![v]! * way[size - 1]!;
      }
      curved[a] = curved[a]! + pull;
      curved[b] = curved[b]! - pull;
      for (let c = 0; c < covariates; c++) curved[models + c] = curved[models + c]! + votes.x![v * covariates + c]! * pull;
    }
  }
}
