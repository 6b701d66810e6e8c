// Effective length: the longest questions at which a stated share of the accuracy on the shortest is left.
import {chiSquaredUpper, Z975} from "../../stats/distributions.js";
import type {LengthAccuracy} from "./answers.js";

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

// The curve of accuracy against length: logistic in the logarithm of the length, below what the shortest questions allow.

/** Accuracy at a length as the fit sees it: an effective number of answers, the share that is right, and the guess chance. */
interface FittedLength {
  length: number;
  trials: number;
  /** Right answers in proportion to the trials, guesses included. */
  right: number;
  guess: number;
}

/** Excess accuracy at length T is `top` ÷ (1 + (T ÷ half)^slope). */
interface Curve {
  /** Excess accuracy without any loss by length, 0…1. */
  top: number;
  /** Tokens at which half of it is left; infinite where nothing is lost. */
  half: number;
  slope: number;
  /** What was maximised: the penalised logarithmic likelihood. */
  likelihood: number;
}

/** The slope lies between these: gentler curves lose over more lengths than anyone asks, steeper ones look like steps. */
const SLOPES = [0.25, 8] as const;
/**
 * Standard deviation of ln(slope) around 0 before anything is seen: with two lengths, or with a model that knows all of the short ones and
 * nothing of the long ones, no slope fits best.
 */
const SLOPE_SPREAD = 1;
/** How far the search for `half` goes beyond the lengths that were asked, as a factor. */
const BEYOND = 100;
/** Places that are looked at before the best is refined. */
const PLACES = {half: 24, slope: 7};
/** Logarithms of `half` and of the slope are found this closely: intervals are far wider. */
const CLOSELY = {half: 1e-3, slope: 1e-2};

export const accuracyAt = ({top, half, slope}: Curve, length: number): number => top * left(length, half ** -slope, slope);

/** What is left of the top at a length. */
const left = (length: number, loss: number, slope: number): number =>
  length === 0 || loss === 0 ? 1 : 1 / (1 + loss * length ** slope);

/** The curve of the largest penalised likelihood. There must be a length, and positive ones among several. */
function fitCurve(lengths: readonly FittedLength[]): Curve {
  const positive = lengths.map(({length}) => length).filter(length => length > 0);
  const [least, most] = [Math.log(Math.min(...positive) / BEYOND), Math.log(Math.max(...positive) * BEYOND)];
  const given = (half: number) => bestSlope(lengths, slope => Math.exp(-slope * half));
  const best = maximum(half => given(half).likelihood, least, most, {places: PLACES.half, tolerance: CLOSELY.half});
  const fitted = {...given(best.at), half: Math.exp(best.at)};
  const flat = bestTop(
    lengths,
    lengths.map(() => 1)
  );
  // Nothing is lost within the lengths asked: the curve is then flat, and not one that falls far beyond them.
  return flat.likelihood >= fitted.likelihood - 1e-6 ? {...flat, half: Number.POSITIVE_INFINITY, slope: 1} : fitted;
}

/**
 * Length at which `share` of the accuracy at `reference` tokens is left; infinite where the curve is flat.
 */
function lengthOfShare({half, slope}: Curve, {share, reference}: {share: number; reference: number}): number {
  if (half === Number.POSITIVE_INFINITY) return Number.POSITIVE_INFINITY;
  const loss = half ** -slope;
  return ((1 / share - 1) / loss + reference ** slope / share) ** (1 / slope);
}

/** The largest penalised likelihood of curves on which `share` of the accuracy at `reference` is left at a length; −∞ where no curve does so. */
function profile(
  lengths: readonly FittedLength[],
  length: number,
  {share, reference}: {share: number; reference: number}
): number {
  return bestSlope(lengths, slope => {
    const room = length ** slope - reference ** slope / share;
    return room > 0 ? (1 / share - 1) / room : null;
  }).likelihood;
}

type Best = Omit<Curve, "half">;

/** The best slope where the slope determines the loss; a slope without a loss is none. */
function bestSlope(lengths: readonly FittedLength[], lossOf: (slope: number) => number | null): Best {
  const [least, most] = SLOPES;
  const of = (logSlope: number): Best => {
    const slope = Math.exp(logSlope);
    const loss = lossOf(slope);
    if (loss === null) return {top: Number.NaN, slope, likelihood: Number.NEGATIVE_INFINITY};
    const best = bestTop(
      lengths,
      lengths.map(({length}) => left(length, loss, slope))
    );
    return {top: best.top, slope, likelihood: best.likelihood - 0.5 * (logSlope / SLOPE_SPREAD) ** 2};
  };
  const {at} = maximum(at => of(at).likelihood, Math.log(least), Math.log(most), {
    places: PLACES.slope,
    tolerance: CLOSELY.slope
  });
  return of(at);
}

/** Least distance of probabilities from 0 and 1, so that their logarithms are finite. */
const EDGE = 1e-12;
const NEWTON_STEPS = 30;

/**
 * The best top where the share of it that is left is known at each length. ½ ln top + ½ ln(1 − top) is added to the likelihood (Jeffreys' prior
 * of a proportion), so that the best lies within 0 and 1; what is maximised is concave in the top.
 */
function bestTop(lengths: readonly FittedLength[], shares: readonly number[]): Best {
  let [low, high] = [EDGE, 1 - EDGE];
  let top = 0.5;
  for (let step = 0; step < NEWTON_STEPS; step++) {
    let [first, second] = [0.5 / top - 0.5 / (1 - top), -0.5 / top ** 2 - 0.5 / (1 - top) ** 2];
    for (const [i, {trials, right, guess}] of lengths.entries()) {
      const rate = (1 - guess) * shares[i]!;
      const p = Math.min(1 - EDGE, Math.max(EDGE, guess + rate * top));
      first += rate * (right / p - (trials - right) / (1 - p));
      second -= rate * rate * (right / p ** 2 + (trials - right) / (1 - p) ** 2);
    }
    if (first > 0) low = top;
    else high = top;
    const newton = top - first / second;
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    const moved = Math.abs(next - top);
    top = next;
    if (moved < 1e-8) break;
  }
  let likelihood = 0.5 * Math.log(top * (1 - top));
  for (const [i, {trials, right, guess}] of lengths.entries()) {
    const p = Math.min(1 - EDGE, Math.max(EDGE, guess + (1 - guess) * shares[i]! * top));
    likelihood += right * Math.log(p) + (trials - right) * Math.log(1 - p);
  }
  return {top, slope: 1, likelihood};
}

// The largest value of a function of one number.

/** Shrinks the interval by this factor at each step (Kiefer 1953, doi:10.1090/S0002-9939-1953-0055639-3). */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * Where a function is largest between two ends: the best of equally spaced places, refined by golden section between its neighbours. Where
 * several are equally large, the first.
 * @param places at least 2, both ends included
 * @param tolerance width of the interval at which it ends
 */
function maximum(
  of: (x: number) => number,
  low: number,
  high: number,
  {places = 9, tolerance = 1e-4}: {places?: number; tolerance?: number} = {}
): {at: number; value: number} {
  const step = (high - low) / (places - 1);
  let best = {at: low, value: of(low)};
  for (let i = 1; i < places; i++) {
    const at = low + i * step;
    const value = of(at);
    if (value > best.value) best = {at, value};
  }
  let [left, right] = [Math.max(low, best.at - step), Math.min(high, best.at + step)];
  const inner = (x: number) => ({at: x, value: of(x)});
  let [a, b] = [inner(right - GOLDEN * (right - left)), inner(left + GOLDEN * (right - left))];
  while (right - left > tolerance) {
    if (a.value >= b.value) {
      [right, b] = [b.at, a];
      a = inner(right - GOLDEN * (right - left));
    } else {
      [left, a] = [a.at, b];
      b = inner(left + GOLDEN * (right - left));
    }
  }
  for (const each of [a, b]) if (each.value > best.value) best = each;
  return best;
}
