// Mean ratings of models with errors over prompts, over judges and over both, and the resulting ranks.
import {tQuantile} from "../../../stats/distributions.js";
import {alphas, type Metric} from "../agreement/agreement.js";
import {type Agreed, type AgreedOver, nothing, panelOf} from "../agreement/coefficient.js";
import {pooledAgreed} from "../agreement/cohen.js";
import {onLine} from "../agreement/disagreement.js";
import {type Covariance, crossed, errorOf, intersection, meatBy} from "../bradleyTerry/errors.js";
import {type Ranks, ranksOf} from "../bradleyTerry/ranking.js";
import {distributionOf, type Ratings} from "./ratings.js";

/**
 * What errors generalise to: other prompts and judges at once, other prompts, other judges, or other ratings of the same; the broadest
 * first.
 */
const MEAN_ERRORS = ["both", "prompts", "annotators", "ratings"] as const;
export type MeanError = (typeof MEAN_ERRORS)[number];

interface ModelMean {
  model: string;
  /** number of ratings */
  n: number;
  mean: number;
  se: Record<MeanError, number | null>;
  interval: Record<MeanError, [lo: number, hi: number] | null>;
  /** null where the precision of the means cannot be estimated */
  ranks: Ranks | null;
}

export interface Means {
  /** highest mean first */
  rows: ModelMean[];
  /** kind of error that ranks and the shown interval use */
  by: MeanError;
  notes: string[];
}

/** Cluster number of each rating, by kind of error. */
type Clusters = Record<Exclude<MeanError, "both">, Int32Array> & {both: Int32Array};

const clustersOf = ({n, question, judge}: Ratings): Clusters => ({
  ratings: Int32Array.from({length: n}, (_, r) => r),
  prompts: question,
  annotators: judge,
  both: intersection(question, judge, n)
});

/** For each index, the number of clusters of its ratings, and their effective number (Σn)² ÷ Σn² (Kish 1965). */
export function spreadOf(
  index: Int32Array,
  cluster: Int32Array,
  size: number
): {clusters: Float64Array; effective: Float64Array} {
  const counts = new Map<number, number>();
  const most = cluster.reduce((largest, each) => Math.max(largest, each), 0) + 1;
  for (let r = 0; r < index.length; r++) {
    const key = index[r]! * most + cluster[r]!;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const [clusters, sum, square] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  for (const [key, n] of counts) {
    const i = Math.floor(key / most);
    clusters[i] = clusters[i]! + 1;
    sum[i] = sum[i]! + n;
    square[i] = square[i]! + n * n;
  }
  return {clusters, effective: sum.map((each, i) => (square[i]! > 0 ? (each * each) / square[i]! : 0))};
}

/**
 * Mean ratings; all ratings of a model weigh the same. Errors are the sandwich of a regression on models (Liang & Zeger 1986), clustered,
 * each model's times G/(G − 1) with G the number of clusters that rated it; two-way clustering after Cameron, Gelbach & Miller (2011),
 * never less than either way alone. The degrees of freedom of Student's t are the effective number of the model's clusters minus 1.
 */
export function modelMeans(ratings: Ratings, {by: wanted}: {by?: MeanError} = {}): Means {
  const {models, model, value, n} = ratings;
  const size = models.length;
  const [count, mean] = [new Float64Array(size), new Float64Array(size)];
  for (let r = 0; r < n; r++) {
    count[model[r]!] = count[model[r]!]! + 1;
    mean[model[r]!] = mean[model[r]!]! + value[r]!;
  }
  for (let k = 0; k < size; k++) mean[k] = mean[k]! / (count[k]! || 1);
  const clusters = clustersOf(ratings);
  const covariance = (cluster: Int32Array): Covariance & {spread: ReturnType<typeof spreadOf>} => {
    const {meat, clusters: number} = meatBy({n, size, cluster}, (r, add) =>
      add(model[r]!, (value[r]! - mean[model[r]!]!) / count[model[r]!]!)
    );
    const spread = spreadOf(model, cluster, size);
    const factor = spread.clusters.map(own => (own > 1 ? Math.sqrt(own / (own - 1)) : 0));
    const matrix = meat.map((each, at) => each * factor[Math.floor(at / size)]! * factor[at % size]!);
    return {matrix, size, df: number - 1, clusters: number, spread};
  };
  const own = {
    ratings: covariance(clusters.ratings),
    prompts: covariance(clusters.prompts),
    annotators: covariance(clusters.annotators)
  };
  const covariances: Record<MeanError, Covariance[]> = {
    ratings: [own.ratings],
    prompts: [own.prompts],
    annotators: [own.annotators],
    both: crossed(own.prompts, own.annotators, covariance(clusters.both))
  };
  const freedom = (kind: MeanError, k: number): number =>
    kind === "both"
      ? Math.min(own.prompts.spread.effective[k]!, own.annotators.spread.effective[k]!) - 1
      : own[kind].spread.effective[k]! - 1;
  const present = models.map((_, k) => k).filter(k => count[k]! > 0);
  const error = (kind: MeanError, k: number): number | null => {
    const se = freedom(kind, k) > 1e-9 ? errorOf(covariances[kind], [[k, 1]]) : 0;
    return se > 1e-12 ? se : null;
  };
  const known = (kind: MeanError) => present.filter(k => error(kind, k) !== null);
  const notes: string[] = [];
  const usable = MEAN_ERRORS.filter(kind => 2 * known(kind).length > present.length);
  const by = wanted && usable.includes(wanted) ? wanted : (usable[0] ?? "ratings");
  if (wanted && by !== wanted) notes.push(`intervals are over ${by}: there are none over ${wanted}`);
  const ranked = known(by);
  for (const k of present)
    if (!ranked.includes(k))
      notes.push(`${models[k]}: too few ratings, or all alike, to say how precise its mean is; it has no rank`);
  const ranks = ranksAmong(ranked, {mean, covariances: covariances[by], freedom: k => freedom(by, k)});
  const rows = present.map((k): ModelMean => {
    const se = {} as ModelMean["se"];
    const interval = {} as ModelMean["interval"];
    for (const kind of MEAN_ERRORS) {
      se[kind] = error(kind, k);
      const half = se[kind] === null ? 0 : se[kind] * tQuantile(0.975, freedom(kind, k));
      interval[kind] = se[kind] === null ? null : [mean[k]! - half, mean[k]! + half];
    }
    return {model: models[k]!, n: count[k]!, mean: mean[k]!, se, interval, ranks: ranks.get(k) ?? null};
  });
  return {rows: rows.sort((x, y) => y.mean - x.mean || (x.model < y.model ? -1 : 1)), by, notes};
}

/** Ranks of some of the models, from the covariance of their means. */
function ranksAmong(
  ranked: readonly number[],
  {mean, covariances, freedom}: {mean: Float64Array; covariances: readonly Covariance[]; freedom: (k: number) => number}
): Map<number, Ranks> {
  const size = ranked.length;
  const df = Math.max(1, Math.min(...ranked.map(freedom)));
  const among = covariances.map(({matrix, size: all, clusters}): Covariance => {
    const block = Float64Array.from({length: size * size}, (_, at) => {
      const [i, j] = [Math.floor(at / size), at % size];
      return matrix[ranked[i]! * all + ranked[j]!]!;
    });
    return {matrix: block, size, df, clusters};
  });
  const ranks = ranksOf({beta: ranked.map(k => mean[k]!), models: size, covariances: among});
  return new Map(ranked.map((k, i) => [k, ranks[i]!]));
}

// Agreement of judges on ratings of single answers: Krippendorff's α with three metrics, and Cohen's κ with quadratic weights.

interface RatingAgreement {
  alpha: Record<Metric, Agreed>;
  kappa: Agreed;
  /** number of repeated ratings of an answer by the same judge: only the first counts for agreement */
  repeated: number;
}

/** Most distinct values of a scale of grades: with more, ratings are measurements and no agreement is computed. */
const MOST_VALUES = 101;

/**
 * Agreement over answers (question × turn × model) that at least two judges rated. κ has quadratic weights (Cohen 1968) and is pooled over
 * all pairs of judges in the same way as in `cohenPooled`.
 * @param over what the intervals generalise to; by default other prompts and judges
 */
export function ratingAgreement(ratings: Ratings, {over}: {over?: AgreedOver | undefined} = {}): RatingAgreement {
  const every = distributionOf(ratings).map(({value}) => value);
  const at = new Map(every.map((value, i) => [value, i]));
  const all = panelOf(ratings, r => at.get(ratings.value[r]!)!, {categories: every.length});
  const {units, repeated} = all;
  const without = (why: string): RatingAgreement["alpha"] => {
    const none = nothing(why, units);
    return {nominal: none, ordinal: none, interval: none};
  };
  if (units === 0) {
    const why = "no answer was rated by two judges";
    return {alpha: without(why), kappa: nothing(why), repeated};
  }
  // Values that occur only on answers with a single rating are not part of the scale.
  const used = [...new Set(all.category)].sort((a, b) => a - b);
  const place = new Map(used.map((c, i) => [c, i]));
  const panel = {...all, category: all.category.map(c => place.get(c)!), categories: used.length};
  const values = used.map(c => every[c]!);
  const kappa = pooledAgreed(panel, onLine(values.map(value => value - values[0]!)), over);
  if (values.length > MOST_VALUES)
    return {alpha: without(`${values.length} distinct values: measurements rather than grades`), kappa, repeated};
  return {alpha: alphas(panel, {values, ...(over && {over})}), kappa, repeated};
}
