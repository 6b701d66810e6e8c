// Difference between two evaluations on the tests that both answered, as curves over tokens.
import type {Status} from "../../score/status.js";
import {type Cohort, cohort, longest} from "./cohort.js";
import {type Curve, incidence, influence, type LimitAs, restrictedMean} from "./curves.js";
import {type CurveEstimate, type Design, designVariance, reach} from "./design.js";

/** Identical pairs of samples of one test. */
export interface SamplePair {
  point: number;
  item?: number | null;
  count?: number;
  a: {tokens: number; status: Status};
  b: {tokens: number; status: Status};
}

export interface CurveDifference extends CurveEstimate {
  t: number;
  /** values of A and of B */
  a: number;
  b: number;
}

/** A − B at any token count, with the 95 % interval for paired tests. */
export interface CurveComparison {
  /** number of tests that both answered */
  n: number;
  /** the smaller of the largest token counts, beyond which one of them is unknown */
  end: number;
  /** difference of cumulative incidences of `causes` */
  incidence(causes: readonly Status[], t: number): CurveDifference;
  /** difference of restricted mean tokens */
  tokens(t: number): CurveDifference;
}

/**
 * Pointwise difference of curves. Gray's test would require independent groups, but both answered the same tests, so that the difference of
 * the two influence functions is taken test by test before squaring. The standard error is at least that of one test answered differently.
 */
export function comparison(pairs: readonly SamplePair[], {limit, design}: {limit: LimitAs; design: Design}): CurveComparison {
  const side = (key: "a" | "b") => cohort(pairs.map(({point, item, count, [key]: exit}) => ({point, item, count, ...exit})));
  const [a, b] = [side("a"), side("b")];
  const curves = (of: (side: Cohort) => Curve): [Curve, Curve] => [of(a), of(b)];
  const tokens = curves(side => restrictedMean(side, limit));
  const end = Math.min(longest(a), longest(b));
  return {
    n: a.n,
    end,
    incidence: (causes, t) =>
      differ(
        curves(side => incidence(side, causes, limit)),
        t,
        1
      ),
    tokens: t => differ(tokens, t, t)
  };

  /** @param most largest possible difference of two values */
  function differ([ofA, ofB]: [Curve, Curve], t: number, most: number): CurveDifference {
    const [inA, inB] = [influence(a, ofA, t), influence(b, ofB, t)];
    const variance = designVariance(a, sample => inA[a.codes[sample]!]! - inB[b.codes[sample]!]!, design);
    const [left, right] = [ofA.value(t), ofB.value(t)];
    const value = left - right;
    if (variance === null || a.n === 0) return {t, a: left, b: right, value, low: null, high: null};
    const half = reach(a, design) * Math.max(Math.sqrt(variance), most / a.n);
    return {t, a: left, b: right, value, low: Math.max(-most, value - half), high: Math.min(most, value + half)};
  }
}
