// Agreement of judges on ratings of single answers: Krippendorff's α with three metrics, and Cohen's κ with quadratic weights.

import {alphas, type Metric} from "../agreement/agreement.js";
import {type Agreed, type AgreedOver, nothing} from "../agreement/coefficient.js";
import {pooledAgreed} from "../agreement/cohen.js";
import {onLine} from "../agreement/disagreement.js";
import {panelOf} from "../agreement/panel.js";
import {distributionOf, type Ratings} from "./ratings.js";

export interface RatingAgreement {
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
  const all = panelOf(ratings, r => at.get(ratings.value[r]!)!, {categories: every.length, once: true});
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
