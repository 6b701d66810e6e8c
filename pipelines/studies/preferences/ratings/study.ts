// The study of ratings, one part per aspect, in the form of `ratings` in study.json (docs/human-formats.md).

import {clusteredProportion} from "../../../stats/clustered.js";
import {pearson} from "../../../stats/correlation.js";
import {tQuantile} from "../../../stats/distributions.js";
import type {Metric} from "../agreement/agreement.js";
import {agreedOver, type PlainAgreed, plainAgreed} from "../agreement/coefficient.js";
import {type Correlation, correlationsOf} from "../benchmarks/against.js";
import type {Leaderboard} from "../benchmarks/leaderboard.js";
import type {ErrorKind, Strength} from "../bradleyTerry/strengths.js";
import type {Votes} from "../votes/votes.js";
import {type MeanError, modelMeans, ratingAgreement} from "./means.js";

import {distributionOf, type Ratings, type Scale} from "./ratings.js";
import {type JudgeSeverity, severities} from "./severity.js";

export interface RatedModel {
  model: string;
  mean: number;
  /** 95 % interval over the clusters named in `intervals_over` */
  lo: number | null;
  hi: number | null;
  /** number of ratings */
  n: number;
  se_by_prompt: number | null;
  se_by_annotator: number | null;
  se_by_both: number | null;
  /** rank with simultaneous 95 % interval; null where the precision of the means cannot be estimated */
  rank: number | null;
  rank_lo: number | null;
  rank_hi: number | null;
  /** the mean adjusted to all judges and prompts, with the interval of its difference from the models' average */
  adjusted: number | null;
  adjusted_lo: number | null;
  adjusted_hi: number | null;
}

export interface AspectStudy {
  aspect: string;
  /** numbers of ratings, of judges, of rated answers (question × turn × model) and of prompts */
  n: number;
  judges: number;
  units: number;
  prompts: number;
  scale: Scale;
  /** the values that occur, in ascending order, and how often each does */
  distribution: {value: number; n: number}[];
  alpha_ordinal: PlainAgreed;
  alpha_interval: PlainAgreed;
  alpha_nominal: PlainAgreed;
  kappa_weighted: PlainAgreed;
  intervals_over: MeanError;
  models: RatedModel[];
  /** most severe first; empty where judges are confounded with models, with the reason in `notes` */
  severity: JudgeSeverity[];
  /** consistency with the preferences of the same votes; null without votes */
  preference: RatingPreference | null;
  /** of the models' means with the strengths of the votes, and with the benchmarks of a table */
  correlations: Correlation[];
  /** correlations with the other aspects, over answers */
  aspects: AspectCorrelation[];
  notes: string[];
}

export interface RatingStudyOptions {
  /** strengths of the votes, with which the means are correlated */
  strengths?: readonly Pick<Strength, "model" | "beta">[];
  /** the votes that contain the ratings */
  votes?: Votes | null;
  against?: Leaderboard | null;
  by?: ErrorKind | undefined;
}

const SAME_JUDGES = "the same judges gave both, on the same answers: they agree more than others' ratings would";
export const OF_VOTES = "strengths of the votes";

/** The kind of error of ratings that matches a kind of error of strengths; `information` and `votes` correspond to single ratings. */
const errorOfRatings = (by: ErrorKind): MeanError => (by === "information" || by === "votes" ? "ratings" : by);

export const ratingStudy = (list: readonly Ratings[], options: RatingStudyOptions = {}): AspectStudy[] =>
  list.map(ratings => aspectStudy(ratings, list, options));

function aspectStudy(
  ratings: Ratings,
  all: readonly Ratings[],
  {strengths = [], votes = null, against = null, by}: RatingStudyOptions
): AspectStudy {
  const {aspect, n, judge, question, unit, scale} = ratings;
  const means = modelMeans(ratings, by ? {by: errorOfRatings(by)} : {});
  const {alpha, kappa, repeated} = ratingAgreement(ratings, {over: agreedOver(by ?? "both")});
  const severity = severities(ratings);
  const notes = [...means.notes];
  if (!scale.given) notes.push(`the scale is taken from the ratings: ${scale.min} to ${scale.max}`);
  if (alpha.ordinal.value === null) notes.push(`no agreement among judges: ${alpha.ordinal.why}`);
  if (repeated > 0)
    notes.push(`ratings by a judge who had rated the answer before: ${repeated}; agreement takes the first, means take all`);
  if ("why" in severity) notes.push(`no severity of judges: ${severity.why}`);
  const tables: Leaderboard[] = [];
  if (strengths.length > 0)
    tables.push({
      models: strengths.map(({model}) => model),
      benchmarks: [{name: OF_VOTES, values: strengths.map(({beta}) => beta)}],
      notes: []
    });
  if (against) tables.push(against);
  const mean = new Map(means.rows.map(row => [row.model, row.mean]));
  const alphas = Object.fromEntries(
    (["ordinal", "interval", "nominal"] as const).map((metric: Metric) => [`alpha_${metric}`, plainAgreed(alpha[metric])])
  ) as Record<`alpha_${Metric}`, PlainAgreed>;
  return {
    aspect,
    n,
    judges: new Set(judge).size,
    units: new Set(unit).size,
    prompts: new Set(question).size,
    scale,
    distribution: distributionOf(ratings),
    ...alphas,
    kappa_weighted: plainAgreed(kappa),
    intervals_over: means.by,
    models: means.rows.map(({model, n, mean, se, interval, ranks}) => {
      const adjusted = "why" in severity ? undefined : severity.adjusted.get(model);
      return {
        model,
        mean,
        ...within(interval[means.by], scale),
        n,
        se_by_prompt: se.prompts,
        se_by_annotator: se.annotators,
        se_by_both: se.both,
        rank: ranks?.rank ?? null,
        rank_lo: ranks?.lo ?? null,
        rank_hi: ranks?.hi ?? null,
        adjusted: adjusted?.value ?? null,
        adjusted_lo: adjusted?.lo ?? null,
        adjusted_hi: adjusted?.hi ?? null
      };
    }),
    severity: "why" in severity ? [] : severity.judges,
    preference: votes && ratingPreference(votes, aspect),
    correlations: tables
      .flatMap(table => correlationsOf(mean, table, {criterion: `mean ${aspect}`}))
      .map(row => (votes && row.benchmark === OF_VOTES ? {...row, warnings: [...row.warnings, SAME_JUDGES]} : row)),
    aspects: all.filter(other => other !== ratings).map(other => aspectCorrelation(ratings, other)),
    notes
  };
}

/** Limits an interval of a mean to the scale, where that is known. */
const within = (interval: [lo: number, hi: number] | null, {min, max, given}: Scale): {lo: number | null; hi: number | null} =>
  interval
    ? {lo: given ? Math.max(min, interval[0]) : interval[0], hi: given ? Math.min(max, interval[1]) : interval[1]}
    : {lo: null, hi: null};

// Consistency of ratings and preferences in the same votes: does a judge prefer the answer that it rates higher?

interface RatingPreference {
  /**
   * share of votes for the answer with the higher rating, among votes for either answer with unequal ratings; its 95 % interval over
   * prompts
   */
  share: number | null;
  lo: number | null;
  hi: number | null;
  /** number of votes in the denominator of `share` */
  n: number;
  /** votes for either answer with equal ratings; ties with unequal ratings; ties with equal ratings */
  equal_ratings: number;
  tied_votes: number;
  both_tied: number;
}

/** From votes whose judges rated both answers in an aspect; null where none did. */
export function ratingPreference(votes: Votes, aspect: string): RatingPreference | null {
  const ratings = votes.ratings[aspect];
  if (!ratings) return null;
  const prompts = new Map<number, {n: number; k: number}>();
  const counts = {equal_ratings: 0, tied_votes: 0, both_tied: 0};
  for (let v = 0; v < votes.n; v++) {
    const ahead = Math.sign(ratings.a[v]! - ratings.b[v]!);
    if (Number.isNaN(ahead)) continue;
    const preferred = 1 - votes.outcome[v]!;
    if (ahead === 0 && preferred === 0) counts.both_tied++;
    else if (ahead === 0) counts.equal_ratings++;
    else if (preferred === 0) counts.tied_votes++;
    else {
      const own = prompts.get(votes.question[v]!) ?? {n: 0, k: 0};
      prompts.set(votes.question[v]!, {n: own.n + 1, k: own.k + (ahead === preferred ? 1 : 0)});
    }
  }
  const sums = {clusters: prompts.size, n: 0, k: 0, kk: 0, kn: 0, nn: 0};
  for (const {n, k} of prompts.values()) {
    sums.n += n;
    sums.k += k;
    sums.kk += k * k;
    sums.kn += k * n;
    sums.nn += n * n;
  }
  if (sums.n + counts.equal_ratings + counts.tied_votes + counts.both_tied === 0) return null;
  const {value, low, high} = clusteredProportion(sums);
  return {share: Number.isNaN(value) ? null : value, lo: low, hi: high, n: sums.n, ...counts};
}

// Correlations between two aspects of ratings over answers, for example helpfulness and correctness.

interface AspectCorrelation {
  aspect: string;
  /** Pearson's r of the answers' mean ratings, and its 95 % interval over prompts */
  value: number | null;
  lo: number | null;
  hi: number | null;
  /** number of answers that were rated in both */
  n: number;
}

/** Mean rating of each answer, by question × turn × model, with its question. */
function answersOf({
  n,
  questions,
  models,
  question,
  turn,
  model,
  value
}: Ratings): Map<string, {question: string; sum: number; n: number}> {
  const answers = new Map<string, {question: string; sum: number; n: number}>();
  for (let r = 0; r < n; r++) {
    const name = questions[question[r]!]!;
    const key = JSON.stringify([name, turn[r], models[model[r]!]]);
    const own = answers.get(key);
    if (own) {
      own.sum += value[r]!;
      own.n++;
    } else answers.set(key, {question: name, sum: value[r]!, n: 1});
  }
  return answers;
}

/**
 * Pearson's r over the answers' mean ratings. The interval is on Fisher's scale, with the standard error from r's influence function
 * (Devlin, Gnanadesikan & Kettenring 1975, doi:10.1093/biomet/62.3.531) summed over prompts, and Student's t.
 */
export function aspectCorrelation(one: Ratings, other: Ratings): AspectCorrelation {
  const found = answersOf(other);
  const pairs = [...answersOf(one)].flatMap(([key, {question, sum, n}]) => {
    const match = found.get(key);
    return match ? [{question, x: sum / n, y: match.sum / match.n}] : [];
  });
  const n = pairs.length;
  const r = pearson(
    pairs.map(({x}) => x),
    pairs.map(({y}) => y)
  );
  const none = {aspect: other.aspect, value: Number.isNaN(r) ? null : r, lo: null, hi: null, n};
  if (Number.isNaN(r) || n < 4 || 1 - Math.abs(r) < 1e-12) return none;
  const [zx, zy] = [standard(pairs.map(({x}) => x)), standard(pairs.map(({y}) => y))];
  const sums = new Map<string, number>();
  pairs.forEach(({question}, i) => {
    const influence = zx[i]! * zy[i]! - (r * (zx[i]! ** 2 + zy[i]! ** 2)) / 2;
    sums.set(question, (sums.get(question) ?? 0) + influence);
  });
  const clusters = sums.size;
  if (clusters < 2) return none;
  const variance = (clusters / (clusters - 1)) * [...sums.values()].reduce((sum, each) => sum + each * each, 0);
  const half = (tQuantile(0.975, clusters - 1) * Math.sqrt(variance)) / n / (1 - r * r);
  return {...none, lo: Math.tanh(Math.atanh(r) - half), hi: Math.tanh(Math.atanh(r) + half)};
}

function standard(values: readonly number[]): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
  return values.map(value => (value - mean) / sd);
}
