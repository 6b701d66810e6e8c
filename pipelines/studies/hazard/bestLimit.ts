// Estimates the most efficient token limit: the maximum over all limits, with the range of limits that do not differ from it significantly.
import type {Random} from "../../generate/seed.js";
import {CORRECT} from "../../score/status.js";
import {type Cohort, codeOf} from "./cohort.js";
import type {LimitAs} from "./curves.js";
import {type Design, positiveInterval, reach} from "./design.js";

/** US dollars of one answer: its prompt, on average, and each completion token. */
export interface Price {
  prompt: number;
  token: number;
}

/** A limit and the range of limits that do not differ from it significantly. */
export interface LimitRange {
  tokens: number;
  /** null where the design does not determine it */
  low: number | null;
  /** null with `open`: no limit up to the largest one tried is too large */
  high: number | null;
  open: boolean;
}

export interface Optimum extends LimitRange {
  /** expected correct answers per token, or per dollar, at that limit, with its 95 % interval */
  rate: number;
  rateLow: number | null;
  rateHigh: number | null;
}

export interface BestLimits {
  /** null where there is no correct answer */
  perToken: Optimum | null;
  /** null also where there is no price */
  perDollar: Optimum | null;
  /** the smallest limit that keeps the share KEPT of the correct answers of the largest limit */
  keeping: LimitRange | null;
  replicates: number;
}

/** Share of correct answers that a limit has to keep. */
const KEPT = 0.95;
/** Bootstrap samples. */
export const REPLICATES = 400;
const MOST_CANDIDATES = 160;
const WIDEST_STEP = 1.05;
const ROUNDING = 1e-12;

export interface LimitOptions {
  limit: LimitAs;
  design: Design;
  random: Random;
  price?: Price | null;
}

/**
 * Correct answers per token under a limit of L tokens are F(L) ÷ E min(T, L), both estimated from the same samples, since a sample that
 * ended before L would have ended there under that limit too.
 * The position of a maximum has no standard error of the usual kind: its error shrinks with the cube root of n, percentiles of resampled
 * maxima do not cover it (Abrevaya & Huang 2005, doi:10.1111/j.1468-0262.2005.00625.x), and where the curve is flat there is no single best
 * limit. The interval therefore contains the limits whose rate does not differ significantly from the best one's, by the bootstrap error of
 * the difference. For the limit that keeps 95 %, the interval is Woodruff's (1952): that of the share, inverted through the curve.
 */
export function limitEstimator(cohort: Cohort, {limit, design, random, price = null}: LimitOptions) {
  const {times, counts, n} = cohort;
  const whole = underLimits(counts, times, n, times, limit);
  const reached = whole.correct[times.length - 1] ?? 0;
  const keeping = whole.correct.findIndex(share => share >= KEPT * reached - ROUNDING);
  const best = [null, price].map(each => argmax(worth(whole, each)));
  const asked = shortlist(cohort, [keeping, ...best]);
  const here = underLimits(counts, times, n, asked, limit);
  // n samples cannot show a correct answer of probability 1/n: no difference is known more precisely than that
  const unseen = {correct: here.correct.map(() => 1 / n), tokens: here.tokens};
  const perToken = deviations(worth(here, null), worth(unseen, null));
  const perDollar = price && deviations(worth(here, price), worth(unseen, price));
  const shortfall = {sum: 0, squares: 0};
  const draw = resampler(cohort, design, random);
  const [kept, last] = [asked.indexOf(times[keeping]!), asked.length - 1];
  let replicates = 0;

  function add(more: number): void {
    for (let k = 0; k < more && reached > 0; k++, replicates++) {
      const again = draw();
      const resampled = underLimits(again.counts, times, again.n, asked, limit);
      perToken.add(worth(resampled, null));
      perDollar?.add(worth(resampled, price));
      const short = resampled.correct[kept]! - KEPT * resampled.correct[last]!;
      shortfall.sum += short;
      shortfall.squares += short * short;
    }
  }
  const known = design !== "points" || cohort.points.length > 2;
  const far = reach(cohort, design);

  function optimum(found: ReturnType<typeof deviations>): Optimum {
    const {best, rate, se, low, high} = found.result(replicates, far);
    const interval = positiveInterval({value: rate, se: known ? se : null, reach: far, n});
    const open = known && high === last;
    return {
      tokens: asked[best]!,
      low: known ? asked[low]! : null,
      high: known && !open ? asked[high]! : null,
      open,
      rate,
      rateLow: interval.low,
      rateHigh: interval.high
    };
  }
  function keeps(): LimitRange {
    const half = far * Math.max(deviation(shortfall, replicates), 1 / n);
    const reaches = (share: number) => whole.correct.findIndex(each => each >= share - ROUNDING);
    const high = reaches(KEPT * reached + half);
    return {
      tokens: times[keeping]!,
      low: known ? times[reaches(KEPT * reached - half)]! : null,
      high: known && high >= 0 ? times[high]! : null,
      open: known && high < 0
    };
  }
  return {
    add,
    result: (): BestLimits =>
      reached > 0
        ? {perToken: optimum(perToken), perDollar: perDollar && optimum(perDollar), keeping: keeps(), replicates}
        : {perToken: null, perDollar: null, keeping: null, replicates}
  };
}

/** Rates of limits for a chart: correct answers per token, and per dollar where there is a price. */
export function limitCurve(cohort: Cohort, {limit, price = null}: {limit: LimitAs; price?: Price | null}) {
  const {times, counts, n} = cohort;
  const asked = shortlist(cohort, []);
  const here = underLimits(counts, times, n, asked, limit);
  const [perToken, perDollar] = [worth(here, null), price && worth(here, price)];
  return Array.from(asked, (tokens, i) => ({
    tokens,
    correct: here.correct[i]!,
    perToken: perToken[i]!,
    perDollar: perDollar ? perDollar[i]! : null
  }));
}

interface UnderLimits {
  /** share answered correctly within each limit */
  correct: Float64Array;
  /** mean tokens under each limit */
  tokens: Float64Array;
}

/** Aalen–Johansen and the area under survival in one pass, at the ascending token counts `asked`. */
function underLimits(counts: Float64Array, times: Float64Array, n: number, asked: Float64Array, limit: LimitAs): UnderLimits {
  const [correct, tokens] = [new Float64Array(asked.length), new Float64Array(asked.length)];
  let [left, survival, f, area, before, next] = [n, 1, 0, 0, 0, 0];
  for (let time = 0; time < times.length; time++) {
    const now = times[time]!;
    for (; next < asked.length && asked[next]! < now; next++) {
      correct[next] = f;
      tokens[next] = area + survival * (asked[next]! - before);
    }
    const [wrong, right, truncated] = [counts[3 * time]!, counts[3 * time + 1]!, counts[3 * time + 2]!];
    area += survival * (now - before);
    before = now;
    if (left > 0) {
      f += (survival * right) / left;
      survival *= 1 - (wrong + right + (limit === "event" ? truncated : 0)) / left;
    }
    left -= wrong + right + truncated;
    if (asked[next] === now) {
      correct[next] = f;
      tokens[next++] = area;
    }
  }
  return {correct, tokens};
}

/** Correct answers per token or per dollar; 0 where nothing is paid, which happens only if a server does not count tokens. */
const worth = ({correct, tokens}: UnderLimits, price: Price | null): Float64Array =>
  correct.map((share, i) => {
    const paid = price ? price.prompt + price.token * tokens[i]! : tokens[i]!;
    return paid > 0 ? share / paid : 0;
  });

const argmax = (values: Float64Array): number => values.reduce((best, value, i) => (value > values[best]! ? i : best), 0);

/**
 * Limits to try: token counts of correct answers, thinned, together with `always` (positions in times) and the largest one, and geometric
 * steps where they are far apart.
 */
function shortlist({times, counts}: Cohort, always: readonly number[]): Float64Array {
  const correct = [...times.keys()].filter(time => counts[codeOf(time, CORRECT)]! > 0);
  const stride = Math.max(1, correct.length / MOST_CANDIDATES);
  const thinned = Array.from({length: Math.floor(correct.length / stride)}, (_, k) => correct[Math.floor(k * stride)]!);
  const tokens = [...thinned, ...always, times.length - 1].map(time => times[time]!).sort((a, b) => a - b);
  const between = tokens.flatMap((each, i) => {
    const from = Math.max(1, each);
    const steps = Math.floor(Math.log((tokens[i + 1] ?? from) / from) / Math.log(WIDEST_STEP));
    return Array.from({length: Math.max(0, steps)}, (_, k) => Math.floor(from * WIDEST_STEP ** (k + 1)));
  });
  return Float64Array.from(new Set([...tokens, ...between])).sort();
}

/**
 * Collects, over bootstrap samples, the deviations of each candidate's rate from the best candidate's, and of the best one's from itself.
 */
function deviations(rates: Float64Array, least: Float64Array) {
  const best = argmax(rates);
  const [sum, squares] = [new Float64Array(rates.length), new Float64Array(rates.length)];
  const own = {sum: 0, squares: 0};
  return {
    add(again: Float64Array): void {
      const top = again[best]!;
      own.sum += top;
      own.squares += top * top;
      for (let i = 0; i < rates.length; i++) {
        const behind = top - again[i]!;
        sum[i]! += behind;
        squares[i]! += behind * behind;
      }
    },
    result(replicates: number, reach: number) {
      const se = (i: number) => Math.hypot(deviation({sum: sum[i]!, squares: squares[i]!}, replicates), least[i]!);
      const alike = [...rates.keys()].filter(i => rates[best]! - rates[i]! <= reach * se(i) + ROUNDING);
      return {best, rate: rates[best]!, se: deviation(own, replicates), low: alike[0]!, high: alike[alike.length - 1]!};
    }
  };
}

const deviation = ({sum, squares}: {sum: number; squares: number}, n: number): number =>
  n > 1 ? Math.sqrt(Math.max(0, (squares - (sum * sum) / n) / (n - 1))) : 0;

/** Resamples with replacement the tests of each point, or points with all their tests, or all tests. */
function resampler({counts, codes, tests, points}: Cohort, design: Design, random: Random) {
  const groups = points.length - 1;
  const again = new Float64Array(counts.length);
  const below = (size: number) => Math.floor(random.real() * size);
  let drawn = 0;
  function take(first: number, end: number): void {
    drawn += end - first;
    for (let sample = first; sample < end; sample++) again[codes[sample]!]!++;
  }
  function takeTests(first: number, end: number): void {
    for (let k = first; k < end; k++) {
      const test = first + below(end - first);
      take(tests[test]!, tests[test + 1]!);
    }
  }
  return (): {counts: Float64Array; n: number} => {
    again.fill(0);
    drawn = 0;
    if (design === "samples") takeTests(0, tests.length - 1);
    else if (design === "tests") for (let point = 0; point < groups; point++) takeTests(points[point]!, points[point + 1]!);
    else
      for (let k = 0; k < groups; k++) {
        const point = below(groups);
        take(tests[points[point]!]!, tests[points[point + 1]!]!);
      }
    return {counts: again, n: drawn};
  };
}
