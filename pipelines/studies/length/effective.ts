// Effective length: the longest questions at which a stated share of the accuracy on the shortest is left.
import {chiSquaredUpper, Z975} from "../../stats/distributions.js";
import type {LengthAccuracy} from "./answers.js";
import {accuracyAt, type Curve, type FittedLength, fitCurve, lengthOfShare, profile} from "./curve.js";

/** Shares of the accuracy on the shortest questions: 0.85 after NoLiMa (Modarressi et al. 2025, arXiv:2502.05167), and the half. */
export const SHARES = [0.85, 0.5] as const;

/** Accuracy at one length of a series. */
export interface LengthRow extends LengthAccuracy {
  length: number;
}

/** Where an effective length lies among the lengths that were asked: at or between them, beyond the longest, below the shortest that is not 0. */
export const RANGES = ["within", "above", "below"] as const;
type Range = (typeof RANGES)[number];

export interface EffectiveLength {
  share: number;
  /** Null where there is none: `reason` says why. */
  range: Range | null;
  /** Tokens; null unless `range` is within. */
  tokens: number | null;
  /** Lower end of the 95 % interval; null where it lies below the shortest length that is not 0. */
  low: number | null;
  /** Upper end; null where it lies beyond the longest. */
  high: number | null;
  reason: string | null;
}

export interface Fitted {
  curve: Curve;
  /** p-value of the deviance from the curve; null with three lengths or fewer, which it always meets. */
  misfit: number | null;
  effective: EffectiveLength[];
}

/** Half of the chi-squared quantile that a 95 % profile likelihood interval goes down by where the curve fits. */
const DROP = (Z975 * Z975) / 2;
/** A curve with a smaller p-value of its deviance does not fit: the level at which Finney (1971) takes a heterogeneity factor. */
export const MISFIT = 0.05;
/** Halvings of the range of ln(length) in which an end is looked for. */
const BISECTIONS = 16;
/** Parameters of the curve. */
const PARAMETERS = 3;

/**
 * Fits the curve to the accuracies of a series, and reads effective lengths off it. Intervals are by profile likelihood; they take lengths as
 * independent, which makes them too wide rather than too narrow where the same is asked at each. Where the curve does not fit, the drop of the
 * likelihood is multiplied by deviance ÷ degrees of freedom (the heterogeneity factor of Finney 1971, Probit Analysis), since answers in any
 * number would otherwise narrow an interval around what the wrong curve says. Nothing is told beyond the lengths asked.
 */
export function effectiveLengths(rows: readonly LengthRow[], shares: readonly number[] = SHARES): Fitted | {reason: string} {
  const asked = rows.toSorted((a, b) => a.length - b.length);
  const reason = unfit(asked);
  if (reason !== null) return {reason};
  const lengths = asked.map(
    ({length, accuracy, guess, effective}): FittedLength => ({
      length,
      guess,
      trials: effective,
      right: effective * Math.min(1, Math.max(0, guess + (1 - guess) * accuracy))
    })
  );
  const curve = fitCurve(lengths);
  const freedom = lengths.length - PARAMETERS;
  const apart = deviance(lengths, curve);
  const misfit = freedom > 0 ? chiSquaredUpper(apart, freedom) : null;
  const drop = misfit !== null && misfit < MISFIT ? DROP * Math.max(1, apart / freedom) : DROP;
  return {curve, misfit, effective: shares.map(share => effectiveLength(lengths, curve, {share, drop}))};
}

/** Why a series has no effective length; null where it has. */
function unfit(asked: readonly LengthRow[]): string | null {
  const [shortest, second] = asked;
  if (!shortest) return "no answer was finished";
  if (!second) return "one length only";
  return shortest.low > 0 ? null : "no better than guessing on the shortest";
}

function effectiveLength(
  lengths: readonly FittedLength[],
  curve: Curve,
  {share, drop}: {share: number; drop: number}
): EffectiveLength {
  const reference = lengths[0]!.length;
  const least = reference > 0 ? reference : lengths[1]!.length;
  const most = lengths.at(-1)!.length;
  const found = lengthOfShare(curve, {share, reference});
  const range: Range = found > most ? "above" : found < least ? "below" : "within";
  const fits = (logLength: number) => profile(lengths, Math.exp(logLength), {share, reference}) >= curve.likelihood - drop;
  const [first, last, best] = [Math.log(least), Math.log(most), Math.log(Math.min(most, Math.max(least, found)))];
  // An end that lies beyond the other side of what was asked is drawn in to that side.
  const low = range === "below" || fits(first) ? null : range === "above" && !fits(last) ? most : edge(fits, first, best);
  const high = range === "above" || fits(last) ? null : range === "below" && !fits(first) ? least : edge(fits, last, best);
  return {share, range, tokens: range === "within" ? found : null, low, high, reason: null};
}

/** The length between one that does not fit and one that does at which it begins to, tokens. */
function edge(fits: (logLength: number) => boolean, outside: number, inside: number): number {
  let [out, into] = [outside, inside];
  for (let step = 0; step < BISECTIONS; step++) {
    const middle = (out + into) / 2;
    if (fits(middle)) into = middle;
    else out = middle;
  }
  return Math.exp((out + into) / 2);
}

function deviance(lengths: readonly FittedLength[], curve: Curve): number {
  const part = (observed: number, expected: number) => (observed > 0 ? observed * Math.log(observed / expected) : 0);
  return lengths.reduce((sum, {length, trials, right, guess}) => {
    const expected = trials * (guess + (1 - guess) * accuracyAt(curve, length));
    return sum + 2 * (part(right, expected) + part(trials - right, trials - expected));
  }, 0);
}
