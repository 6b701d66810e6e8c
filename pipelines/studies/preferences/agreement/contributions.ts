// Contributions of units, prompts and judges to sums over pairs of ratings, and the change of the sums when each of them is left out.

import {intersection} from "../bradleyTerry/errors.js";
import type {AgreedOver, RatingPanel, Squares} from "./coefficient.js";

/** Sums over pairs of ratings: their weight, and weighted observed and expected disagreement. */
export interface Shares {
  weight: Float64Array;
  observed: Float64Array;
  /** null where the expected disagreement is not a sum over pairs */
  expected: Float64Array | null;
}

export interface Contributions {
  panel: RatingPanel;
  /** sums over the pairs of each unit, and over the pairs that contain each rating */
  units: Shares;
  ratings: Shares;
  /** effect of each rating on both disagreements through the base rates, times the number of ratings */
  bases: {observed: Float64Array | null; expected: Float64Array};
}

/**
 * Sums of squares of the changes when each cluster is left out. Units and prompts are removed with all their ratings; a judge is removed
 * with its ratings and the pairs that contain them; `cells` are judges within prompts. A pair is removed with either of its judges, so that
 * errors over judges are conservative (Efron & Stein 1981, doi:10.1214/aos/1176345462). Null with fewer than two clusters, or where one
 * cluster contains everything.
 */
export function squaresBy(parts: Contributions, over: Exclude<AgreedOver, "both"> | "cells"): Squares | null {
  const {panel, units, ratings, bases} = parts;
  const {starts, category} = panel;
  const whole = over === "units" || over === "prompts";
  const cluster =
    over === "units" ? panel.unit : over === "prompts" ? panel.prompt : over === "annotators" ? panel.judge : cellsOf(panel);
  let size = 0;
  for (let r = 0; r < cluster.length; r++) size = Math.max(size, cluster[r]! + 1);
  // For each cluster: the weight and disagreements of its pairs, its number of ratings and their effect through the base rates.
  const shares = whole ? units : ratings;
  const [weight, observed, expected] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  const [count, baseObserved, baseExpected] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  for (let row = 0; row < shares.weight.length; row++) {
    const g = cluster[whole ? starts[row]! : row]!;
    weight[g] = weight[g]! + shares.weight[row]!;
    observed[g] = observed[g]! + shares.observed[row]!;
    if (shares.expected) expected[g] = expected[g]! + shares.expected[row]!;
  }
  for (let r = 0; r < category.length; r++) {
    const g = cluster[r]!;
    count[g] = count[g]! + 1;
    baseExpected[g] = baseExpected[g]! + bases.expected[r]!;
    if (bases.observed) baseObserved[g] = baseObserved[g]! + bases.observed[r]!;
  }
  const all = {
    weight: sumOf(units.weight),
    observed: sumOf(units.observed),
    expected: units.expected ? sumOf(units.expected) : 0
  };
  const found = {oo: 0, oe: 0, ee: 0, clusters: 0};
  for (let g = 0; g < size; g++) {
    if (count[g] === 0) continue;
    const [rest, left] = [all.weight - weight[g]!, category.length - count[g]!];
    if (!(rest > 1e-9 * all.weight) || left === 0) return null;
    const o = (observed[g]! - (all.observed / all.weight) * weight[g]!) / rest + baseObserved[g]! / left;
    const e = (expected[g]! - (all.expected / all.weight) * weight[g]!) / rest + baseExpected[g]! / left;
    found.oo += o * o;
    found.oe += o * e;
    found.ee += e * e;
    found.clusters++;
  }
  return found.clusters < 2 ? null : found;
}

const sumOf = (values: Float64Array): number => values.reduce((sum, each) => sum + each, 0);
const cellsOf = ({prompt, judge}: RatingPanel): Int32Array => intersection(prompt, judge, prompt.length);
