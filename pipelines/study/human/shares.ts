// What units, prompts and judges have of a sum over pairs of ratings, and how far the sum would move without each of them.
import type {AgreedOver, Squares} from "./agreed.js";
import {grouped, intersection} from "./errors.js";
import type {Panel} from "./panel.js";

/** Sums over pairs of ratings: their weight, and observed and expected disagreement times it. */
export interface Shares {
  weight: Float64Array;
  observed: Float64Array;
  /** null where what is expected does not go by pairs */
  expected: Float64Array | null;
}

export interface Contributions {
  panel: Panel;
  /** of each unit: its pairs; of each rating: the pairs that it is in */
  units: Shares;
  ratings: Shares;
  /** what each rating does to both disagreements by way of base rates, × ratings */
  bases: {observed: Float64Array | null; expected: Float64Array};
}

/**
 * Squares of what leaving out each cluster changes. Units and prompts leave with all their ratings; a judge leaves with its ratings and the
 * pairs that they are in, and `cells` are judges within prompts. A pair leaves with either of its judges, so that errors over judges err on
 * the wide side (Efron & Stein 1981, doi:10.1214/aos/1176345462). Null with fewer than two clusters, or where one holds everything.
 */
export function squaresBy(parts: Contributions, over: Exclude<AgreedOver, "both"> | "cells"): Squares | null {
  const {panel, units, ratings} = parts;
  const totals = {
    weight: sumOf(units.weight),
    observed: sumOf(units.observed),
    expected: units.expected ? sumOf(units.expected) : 0,
    ratings: panel.category.length
  };
  const adder = squaresAdder(parts, totals);
  const whole = over === "units" || over === "prompts";
  const cluster = over === "prompts" ? panel.prompt : over === "annotators" ? panel.judge : panel.unit;
  const {order, starts} = grouped(over === "cells" ? cellsOf(panel) : cluster, panel.category.length);
  for (let g = 0; g + 1 < starts.length; g++) {
    for (let at = starts[g]!; at < starts[g + 1]!; at++) {
      const r = order[at]!;
      if (!whole) adder.pairs(ratings, r);
      else if (r === panel.starts[panel.unit[r]!]) adder.pairs(units, panel.unit[r]!);
      adder.rating(r);
    }
    adder.close();
  }
  return adder.sums();
}

const sumOf = (values: Float64Array): number => values.reduce((sum, each) => sum + each, 0);
const cellsOf = ({prompt, judge}: Panel): Int32Array => intersection(prompt, judge, prompt.length);

/** Sums what leaves with a cluster, and squares of what that changes. */
function squaresAdder(
  {units, bases}: Contributions,
  totals: {weight: number; observed: number; expected: number; ratings: number}
) {
  const mean = {observed: totals.observed / totals.weight, expected: totals.expected / totals.weight};
  const gone = {weight: 0, observed: 0, expected: 0, ratings: 0, baseObserved: 0, baseExpected: 0};
  const found: Squares = {oo: 0, oe: 0, ee: 0, clusters: 0};
  let empty = false;
  return {
    pairs(shares: Shares, at: number) {
      gone.weight += shares.weight[at]!;
      gone.observed += shares.observed[at]!;
      if (shares.expected) gone.expected += shares.expected[at]!;
    },
    rating(r: number) {
      gone.ratings++;
      if (bases.observed) gone.baseObserved += bases.observed[r]!;
      gone.baseExpected += bases.expected[r]!;
    },
    close() {
      const [weight, ratings] = [totals.weight - gone.weight, totals.ratings - gone.ratings];
      if (!(weight > 1e-9 * totals.weight) || ratings === 0) empty = true;
      const o = (gone.observed - mean.observed * gone.weight) / weight + gone.baseObserved / ratings;
      const pairs = units.expected ? (gone.expected - mean.expected * gone.weight) / weight : 0;
      const e = pairs + gone.baseExpected / ratings;
      found.oo += o * o;
      found.oe += o * e;
      found.ee += e * e;
      found.clusters++;
      gone.weight = gone.observed = gone.expected = gone.ratings = gone.baseObserved = gone.baseExpected = 0;
    },
    sums: (): Squares | null => (empty || found.clusters < 2 ? null : found)
  };
}
