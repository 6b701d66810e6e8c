// How far judges agree on the ratings of one answer: Krippendorff's α on three scales, and Cohen's κ with quadratic weights.
import type {Random} from "../../../generate/seed.js";
import {tQuantile} from "../../distributions.js";
import {type Agreed, alphaIntervals, type Metric, patternsOf} from "../agreement.js";
import {grouped} from "../errors.js";
import {distributionOf, type Ratings} from "./ratings.js";

export interface RatingAgreement {
  alpha: Record<Metric, Agreed>;
  kappa: Agreed;
  /** ratings of an answer by a judge who had rated it before: only the first counts for agreement */
  repeated: number;
}

/** Scales of more distinct values than this are measurements rather than grades. */
const MOST_VALUES = 101;

/** Answers that two judges or more rated, each judge's first rating of each: answer g from starts[g] on. */
interface Panel {
  starts: Int32Array;
  judge: Int32Array;
  value: Float64Array;
  judges: number;
  repeated: number;
}

function panelOf({n, unit, judge: by, value: rated, judges}: Ratings): Panel {
  const {order, starts: all} = grouped(unit, n);
  const [starts, judge, value]: [number[], number[], number[]] = [[0], [], []];
  const seen = new Int32Array(judges.length).fill(-1);
  let repeated = 0;
  for (let g = 0; g + 1 < all.length; g++) {
    const before = judge.length;
    for (let at = all[g]!; at < all[g + 1]!; at++) {
      const r = order[at]!;
      if (seen[by[r]!] === g) {
        repeated++;
        continue;
      }
      seen[by[r]!] = g;
      judge.push(by[r]!);
      value.push(rated[r]!);
    }
    if (judge.length - before < 2) judge.length = value.length = before;
    else starts.push(judge.length);
  }
  const columns = {starts: Int32Array.from(starts), judge: Int32Array.from(judge), value: Float64Array.from(value)};
  return {...columns, judges: judges.length, repeated};
}

/** Agreement over answers (question × turn × model) that at least two judges rated. */
export function ratingAgreement(ratings: Ratings, options: {replicates?: number; random?: Random} = {}): RatingAgreement {
  const panel = panelOf(ratings);
  const {starts, judge, value, repeated} = panel;
  const n = starts.length - 1;
  const none = (why: string): Agreed => ({value: null, lo: null, hi: null, n, why});
  const all = (why: string) => ({
    alpha: {nominal: none(why), ordinal: none(why), interval: none(why)},
    kappa: none(why),
    repeated
  });
  if (n === 0) return all("no answer was rated by two judges");
  const values = distributionOf({value}).map(each => each.value);
  const kappa = weightedKappa(panel);
  if (values.length > MOST_VALUES) return {...all(`${values.length} distinct values: measurements rather than grades`), kappa};
  const at = new Map(values.map((each, i) => [each, i]));
  const unit = new Int32Array(judge.length);
  for (let g = 0; g < n; g++) unit.fill(g, starts[g]!, starts[g + 1]!);
  const patterns = patternsOf({unit, category: Int32Array.from(value, each => at.get(each)!)}, values.length);
  return {alpha: alphaIntervals(patterns, {...options, values}), kappa, repeated};
}

/** Moments of each judge's ratings, and how many pairs it is in. */
interface Moments {
  n: Float64Array;
  mean: Float64Array;
  square: Float64Array;
}

/**
 * Cohen's κ with quadratic weights (1968, doi:10.1037/h0026256) pooled over all pairs of judges, as `cohenPooled` pools the plain one:
 * 1 − Σ squared differences ÷ their sum by chance, each judge's base rates being its own over all answers that two or more rated. With two
 * judges it is Cohen's. The interval is by the infinitesimal jackknife over answers (Jaeckel 1972; Efron 1982, ch. 6), with Student's t.
 */
function weightedKappa({starts, judge, value, judges}: Panel): Agreed {
  const n = starts.length - 1;
  const of = momentsOf(judge, value, judges);
  const chanceOf = (j: number, k: number) => of.square[j]! + of.square[k]! - 2 * of.mean[j]! * of.mean[k]!;
  const [pairs, partners] = [new Float64Array(judges), new Float64Array(judges)]; // a judge's pairs, and Σ of its partners' means
  const [ownApart, ownChance] = [new Float64Array(n), new Float64Array(n)];
  for (let g = 0; g < n; g++)
    for (let r = starts[g]!; r < starts[g + 1]!; r++)
      for (let s = r + 1; s < starts[g + 1]!; s++) {
        const [j, k] = [judge[r]!, judge[s]!];
        ownApart[g] = ownApart[g]! + (value[r]! - value[s]!) ** 2;
        ownChance[g] = ownChance[g]! + chanceOf(j, k);
        pairs[j] = pairs[j]! + 1;
        pairs[k] = pairs[k]! + 1;
        partners[j] = partners[j]! + of.mean[k]!;
        partners[k] = partners[k]! + of.mean[j]!;
      }
  const sum = (column: Float64Array) => column.reduce((total, each) => total + each, 0);
  const [apart, chance] = [sum(ownApart), sum(ownChance)];
  if (!(chance > 1e-12 * sum(of.square))) return {value: null, lo: null, hi: null, n, why: "only one category was ever chosen"};
  let squares = 0;
  for (let g = 0; g < n; g++) {
    let moved = ownChance[g]!;
    for (let r = starts[g]!; r < starts[g + 1]!; r++) {
      const j = judge[r]!;
      const [x, mean] = [value[r]!, of.mean[j]!];
      moved += (pairs[j]! * (x * x - of.square[j]!) - 2 * partners[j]! * (x - mean)) / of.n[j]!;
    }
    squares += ((ownApart[g]! - (apart / chance) * moved) / chance) ** 2;
  }
  const kappa = 1 - apart / chance;
  if (n < 2) return {value: kappa, lo: null, hi: null, n};
  const half = tQuantile(0.975, n - 1) * Math.sqrt((squares * n) / (n - 1));
  return {value: kappa, lo: kappa - half, hi: Math.min(1, kappa + half), n};
}

function momentsOf(judge: Int32Array, value: Float64Array, judges: number): Moments {
  const [n, mean, square] = [new Float64Array(judges), new Float64Array(judges), new Float64Array(judges)];
  judge.forEach((j, r) => {
    n[j] = n[j]! + 1;
    mean[j] = mean[j]! + value[r]!;
    square[j] = square[j]! + value[r]! ** 2;
  });
  for (let j = 0; j < judges; j++) {
    mean[j] = mean[j]! / (n[j]! || 1);
    square[j] = square[j]! / (n[j]! || 1);
  }
  return {n, mean, square};
}
