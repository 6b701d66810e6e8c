// The study of ratings, one part per aspect, in the form of `ratings` in study.json (docs/human-formats.md).

import type {Metric} from "../agreement/agreement.js";
import {agreedOver, type PlainAgreed, plainAgreed} from "../agreement/coefficient.js";
import {type Correlation, correlationsOf} from "../benchmarks/against.js";
import type {Leaderboard} from "../benchmarks/leaderboard.js";
import type {ErrorKind, Strength} from "../bradleyTerry/strengths.js";
import type {Votes} from "../votes/votes.js";
import {ratingAgreement} from "./agreement.js";
import {type AspectCorrelation, aspectCorrelation} from "./aspects.js";
import {type MeanError, modelMeans} from "./means.js";
import {type RatingPreference, ratingPreference} from "./preference.js";
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
