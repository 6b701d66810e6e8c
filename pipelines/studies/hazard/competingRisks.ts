// Competing risks over completion tokens: correct, incorrect, truncated. The page and the command print the same rows.
import {concatMap, delay, filter, from, map, type Observable, of} from "rxjs";
import {randomOf} from "../../generate/seed.js";
import {isTruncationUnknown} from "../../score/pool.js";
import {CORRECT, INCORRECT, type Status, TRUNCATED} from "../../score/status.js";
import {type BestLimits, type LimitRange, limitEstimator, type Optimum, REPLICATES} from "./bestLimit.js";
import {type Cohort, cohort, type Exit, longest} from "./cohort.js";
import {type Curve, incidence, influence, type LimitAs, restrictedMean} from "./curves.js";
import {type CurveEstimate, type Design, designVariance, positiveInterval, reach, shareInterval, spreadAt} from "./design.js";

/** A point of one evaluation, with the number that exits refer to. */
export interface HazardPoint {
  point: number;
  base_task: string;
  tiers: readonly string[];
  /** prompt tokens of all its samples */
  prompt_tokens: number;
  samples: number;
  /** samples of which nothing is known of their end; absent: none */
  ended_unknown?: number;
}

/** One evaluation's samples. */
export interface HazardData {
  points: readonly HazardPoint[];
  exits: readonly Exit[];
}

export interface HazardOptions {
  limit: LimitAs;
  design: Design;
  /** the token limit for which shares are reported; by default, and at most, the largest count observed */
  budget?: number | null;
  /** US dollars per million tokens; without a price, or if free, nothing is computed per dollar */
  price?: {input: number; output: number} | null;
  replicates?: number;
}

/** One task, or all (`base_task` empty), of one evaluation. Shares are of all n samples; low and high are ends of 95 % intervals. */
export interface HazardRow {
  base_task: string;
  n: number;
  points: number;
  budget: number;
  correct: number;
  correct_low: number | null;
  correct_high: number | null;
  incorrect: number;
  incorrect_low: number | null;
  incorrect_high: number | null;
  /** truncated by its own limit; null where truncation is treated as censoring, or nothing is known of any end */
  truncated: number | null;
  truncated_low: number | null;
  truncated_high: number | null;
  /** would be truncated by the budget */
  unfinished: number;
  unfinished_low: number | null;
  unfinished_high: number | null;
  /** mean tokens of a sample under the budget */
  tokens: number;
  tokens_low: number | null;
  tokens_high: number | null;
  /** the limit with the most correct answers per token; `open`: no larger one is significantly worse */
  best: number | null;
  best_low: number | null;
  best_high: number | null;
  best_open: boolean;
  /** correct answers per 1,000 tokens under that limit */
  per_1000_tokens: number | null;
  per_1000_tokens_low: number | null;
  per_1000_tokens_high: number | null;
  /** the limit with the most correct answers per dollar */
  best_dollar: number | null;
  best_dollar_low: number | null;
  best_dollar_high: number | null;
  best_dollar_open: boolean;
  per_dollar: number | null;
  per_dollar_low: number | null;
  per_dollar_high: number | null;
  /** the smallest limit that keeps 95 % of the correct answers of the largest */
  keep95: number | null;
  keep95_low: number | null;
  keep95_high: number | null;
  keep95_open: boolean;
  /** number of bootstrap samples for the limits */
  replicates: number;
}

/** The part of an evaluation with this task and tier; "" stands for all. */
export function choose({points, exits}: HazardData, {task = "", tier = ""} = {}): HazardData {
  const chosen = points.filter(point => (!task || point.base_task === task) && (!tier || point.tiers.includes(tier)));
  const numbers = new Set(chosen.map(({point}) => point));
  return {points: chosen, exits: exits.filter(({point}) => numbers.has(point))};
}

/** The row of all samples, then one per task, with all bootstrap samples. */
export function hazardRows(data: HazardData, options: HazardOptions): HazardRow[] {
  const parts = partsOf(data, options);
  for (const part of parts) part.estimator.add(options.replicates ?? REPLICATES);
  return parts.map(part => part.row());
}

/** Numbers of bootstrap samples at which rows are emitted, and about how many samples are drawn between two pauses. */
const SHOWN_AT = [40, 100, 200];
const DRAWS_AT_A_TIME = 200_000;
const MOST_AT_A_TIME = 20;

/** Emits the same rows repeatedly while the bootstrap proceeds, with pauses for other work. */
export function narrowingRows(data: HazardData, options: HazardOptions): Observable<HazardRow[]> {
  const parts = partsOf(data, options);
  const all = options.replicates ?? REPLICATES;
  const samples = data.exits.reduce((sum, {count = 1}) => sum + count, 0);
  const atATime = Math.max(1, Math.min(MOST_AT_A_TIME, Math.floor(DRAWS_AT_A_TIME / Math.max(1, samples))));
  const marks = [...SHOWN_AT.filter(mark => mark < all), all];
  const stops = marks.flatMap((mark, i) => {
    const before = marks[i - 1] ?? 0;
    return Array.from({length: Math.ceil((mark - before) / atATime)}, (_, k) => Math.min(mark, before + (k + 1) * atATime));
  });
  return from(stops).pipe(
    concatMap(done => of(done).pipe(delay(1))),
    map((done, i) => {
      for (const part of parts) part.estimator.add(done - (stops[i - 1] ?? 0));
      return done;
    }),
    filter(done => marks.includes(done)),
    map(() => parts.map(part => part.row()))
  );
}

function partsOf(data: HazardData, options: HazardOptions) {
  const tasks = [...new Set(data.points.map(({base_task}) => base_task))].sort();
  return ["", ...tasks].map(task => {
    const part = choose(data, {task});
    const samples = cohort(part.exits);
    const {limit, design} = options;
    const estimator = limitEstimator(samples, {limit, design, random: randomOf("hazard"), price: priceOf(part, options)});
    const shares = {...shareRow(samples, options), ...(hasUnknownEnds(part) && named("truncated", NOTHING))};
    return {estimator, row: () => ({base_task: task, ...shares, ...limitRow(estimator.result())})};
  });
}

/** Price of a sample's prompt, averaged over the points, and of a completion token, in dollars. */
function priceOf({points}: HazardData, {price}: HazardOptions) {
  if (!price || (price.input <= 0 && price.output <= 0)) return null;
  const samples = points.reduce((sum, point) => sum + point.samples, 0);
  const prompts = points.reduce((sum, point) => sum + point.prompt_tokens, 0);
  return {prompt: samples > 0 ? ((prompts / samples) * price.input) / 1e6 : 0, token: price.output / 1e6};
}

const NOTHING = {value: null, low: null, high: null};

/** Whether nothing is known of the end of any sample. */
const hasUnknownEnds = ({points, exits}: HazardData): boolean =>
  isTruncationUnknown({
    samples: points.reduce((sum, point) => sum + point.samples, 0),
    truncated: exits.filter(({status}) => status === TRUNCATED).length,
    ended_unknown: points.reduce((sum, point) => sum + (point.ended_unknown ?? 0), 0)
  });

function shareRow(samples: Cohort, {limit, design, budget}: HazardOptions) {
  const end = longest(samples);
  const t = Math.min(budget ?? end, end);
  const share = (causes: readonly Status[]): CurveEstimate =>
    shareInterval(spreadAt(samples, incidence(samples, causes, limit), t, design));
  const done = share([CORRECT, INCORRECT, TRUNCATED]);
  const mean = positiveInterval(spreadAt(samples, restrictedMean(samples, limit), t, design));
  const still = {value: 1 - done.value, low: done.high && 1 - done.high, high: done.low === null ? null : 1 - done.low};
  return {
    n: samples.n,
    points: samples.points.length - 1,
    budget: t,
    ...named("correct", share([CORRECT])),
    ...named("incorrect", share([INCORRECT])),
    ...named("truncated", limit === "event" ? share([TRUNCATED]) : NOTHING),
    ...named("unfinished", still),
    ...named("tokens", {...mean, high: mean.high && Math.min(t, mean.high)})
  };
}

function limitRow({perToken, perDollar, keeping, replicates}: BestLimits) {
  const optimum = (found: Optimum | null, scale: number) =>
    found && {
      value: found.rate * scale,
      low: found.rateLow && found.rateLow * scale,
      high: found.rateHigh && found.rateHigh * scale
    };
  return {
    ...ranged("best", perToken),
    ...named("per_1000_tokens", optimum(perToken, 1000) ?? NOTHING),
    ...ranged("best_dollar", perDollar),
    ...named("per_dollar", optimum(perDollar, 1) ?? NOTHING),
    ...ranged("keep95", keeping),
    replicates
  };
}

type Named<Name extends string, Value> = Record<Name, Value> & Record<`${Name}_low` | `${Name}_high`, number | null>;

function named<Name extends string, Value extends number | null>(
  name: Name,
  {value, low, high}: {value: Value; low: number | null; high: number | null}
): Named<Name, Value> {
  return {[name]: value, [`${name}_low`]: low, [`${name}_high`]: high} as Named<Name, Value>;
}

function ranged<Name extends string>(name: Name, range: LimitRange | null) {
  const {tokens = null, low = null, high = null, open = false} = range ?? {};
  return {...named(name, {value: tokens, low, high}), [`${name}_open`]: open} as Named<Name, number | null> &
    Record<`${Name}_open`, boolean>;
}

// Difference between two evaluations on the tests that both answered, as curves over tokens.

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
