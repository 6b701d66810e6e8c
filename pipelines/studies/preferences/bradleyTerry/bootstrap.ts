// Bootstrap of strengths: fits to resampled votes give intervals and ranks without an asymptotic formula.
import {type Random, randomOf} from "../../../generate/seed.js";
import {quantileOf} from "../../../stats/quantile.js";
import {resampler} from "../../../stats/random.js";
import type {Votes} from "../votes/votes.js";
import {cellsOf, comparisonsOf, connected, countsOf} from "./cells.js";

import {grouped} from "./errors.js";
import {type Fit, fit} from "./fit.js";

const RESAMPLED = ["votes", "prompts", "annotators"] as const;
export type Resampled = (typeof RESAMPLED)[number];

export interface Replicates {
  replicates: number;
  /** β of each model, one replicate per row */
  beta: Float64Array;
  models: number;
  /** number of replicates in which strengths were infinite and had to be regularised */
  regularised: number;
}

/** Resamples votes between models that can be compared, and fits each sample (see strengths.ts). */
export function bootstrapStrengths(
  votes: Votes,
  base: Fit,
  {
    over = "votes",
    replicates = 2_000,
    random = randomOf("bootstrap of strengths")
  }: {over?: Resampled; replicates?: number; random?: Random} = {}
): Replicates {
  const models = votes.models.length;
  const draw =
    over === "votes" ? drawVotes(votes, random) : drawClusters(votes, over === "prompts" ? votes.question : votes.judge, random);
  const beta = new Float64Array(replicates * models);
  let count = 0;
  for (let r = 0; r < replicates; r++) {
    const counts = draw();
    const regularised = base.regularised || !comparesAll(counts, models);
    if (regularised) count++;
    const own = fit(comparisonsOf(counts, models), {
      models,
      ties: base.ties,
      regularised,
      start: base.parameters,
      withCovariance: false
    });
    beta.set(own.parameters.subarray(0, models), r * models);
  }
  return {replicates, beta, models, regularised: count};
}

function comparesAll(counts: Float64Array, models: number): boolean {
  const graph = connected(counts, models);
  return graph.components === 1 && graph.finite && !graph.component.includes(-1);
}

/** Resamples single votes: returns how often each cell occurs. */
function drawVotes(votes: Votes, random: Random): () => Float64Array {
  const counts = countsOf(votes);
  const filled = Int32Array.from(Array.from(counts.keys()).filter(at => counts[at]! > 0));
  const own = Float64Array.from(filled, at => counts[at]!);
  const [drawn, into] = [new Float64Array(counts.length), new Float64Array(own.length)];
  const draw = resampler(own);
  return () => {
    draw(random, into);
    filled.forEach((at, i) => {
      drawn[at] = into[i]!;
    });
    return drawn;
  };
}

/** Resamples whole prompts or annotators. */
function drawClusters(votes: Votes, cluster: Int32Array, random: Random): () => Float64Array {
  const {order, starts} = grouped(cluster, votes.n);
  const size = votes.models.length;
  const cell = cellsOf(votes);
  const sorted = Int32Array.from(order, v => cell[v]!);
  const drawn = new Float64Array(size * size * 3);
  const clusters = starts.length - 1;
  return () => {
    drawn.fill(0);
    for (let draw = 0; draw < clusters; draw++) {
      const g = Math.floor(random.real() * clusters);
      for (let at = starts[g]!; at < starts[g + 1]!; at++) drawn[sorted[at]!] = drawn[sorted[at]!]! + 1;
    }
    return drawn;
  };
}

/** Percentile interval and standard deviation of each model's strength over replicates. */
export function bootstrapIntervals({replicates, beta, models}: Replicates): {lo: number; hi: number; se: number}[] {
  return Array.from({length: models}, (_, i) => {
    const own = Float64Array.from({length: replicates}, (_, r) => beta[r * models + i]!).sort();
    const mean = own.reduce((sum, value) => sum + value, 0) / replicates;
    const se = Math.sqrt(own.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (replicates - 1));
    return {lo: quantileOf(own, 0.025), hi: quantileOf(own, 0.975), se};
  });
}
