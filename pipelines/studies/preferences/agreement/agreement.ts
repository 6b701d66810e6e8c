// Agreement of judges beyond chance, whoever they are: Fleiss' κ, Krippendorff's α and the share of pairs of votes that agree.

import {byName, type Votes} from "../votes/votes.js";
import {type Agreed, type AgreedOver, agreedOf, type Disagreement, nothing} from "./coefficient.js";
import {corners, disagreement, midranksOf, onLine, type Places, totalsOf} from "./disagreement.js";
import {panelOf, type RatingPanel} from "./panel.js";

/** Metrics of Krippendorff's α: the squared difference between two categories, given how often each occurs (Krippendorff 2004, ch. 11). */
export const METRICS = ["nominal", "ordinal", "interval"] as const;
export type Metric = (typeof METRICS)[number];

export const ONE_CATEGORY = "only one category was ever chosen";

/**
 * Fleiss' κ (1971, doi:10.1037/h0031619). Where units differ in their number of ratings, the agreement of a unit is the share of its own
 * pairs that agree, all units weigh the same, and base rates are over all ratings; with equal numbers this is Fleiss' formula.
 */
export const fleissOf = (panel: RatingPanel): Disagreement =>
  disagreement(panel, {places: corners(panel.categories), weightOf: () => 1, without: false});

/** The share of a unit's pairs of votes that disagree, averaged over units: 1 minus it is the observed agreement of Fleiss' κ. */
const shareApart = (panel: RatingPanel): Disagreement =>
  disagreement(panel, {places: corners(panel.categories), weightOf: () => 1, without: false, alone: true});

/**
 * Krippendorff's α (2011, "Computing Krippendorff's Alpha-Reliability"). `interval` uses the `values` of the categories, which are equally
 * spaced by default; `ordinal` uses the squared difference of middle ranks: the sum of frequencies between two categories plus half of
 * their own.
 */
export function krippendorffOf(panel: RatingPanel, metric: Metric, values?: ArrayLike<number>): Disagreement {
  const ranked = metric === "ordinal";
  const places = metric === "nominal" ? corners(panel.categories) : ranked ? onLine(midranksOf(totalsOf(panel))) : spaced();
  return disagreement(panel, {places, weightOf: m => m, without: true, ranked});

  function spaced(): Places {
    const all = values ?? Array.from({length: panel.categories}, (_, c) => c);
    return onLine(Array.from(all, value => value - all[0]!)); // shifted to start at 0, so that squares do not lose precision
  }
}

/** The estimate of a coefficient with its interval, or the reason why there is none. */
export function agreed(panel: RatingPanel, of: (panel: RatingPanel) => Disagreement, over?: AgreedOver): Agreed {
  if (panel.units === 0) return nothing("no unit has two votes");
  if (panel.category.every(c => c === panel.category[0])) return nothing(ONE_CATEGORY, panel.units);
  return agreedOf(of(panel), over);
}

/** Krippendorff's α by each metric. */
export const alphas = (
  panel: RatingPanel,
  {values, over}: {values?: ArrayLike<number>; over?: AgreedOver} = {}
): Record<Metric, Agreed> =>
  Object.fromEntries(METRICS.map(metric => [metric, agreed(panel, own => krippendorffOf(own, metric, values), over)])) as Record<
    Metric,
    Agreed
  >;

/** The categories of votes, in the order that ordinal measures use. */
const CATEGORIES = ["first", "tie", "second"] as const;

export interface VoteAgreement {
  fleiss: Agreed;
  krippendorff: Record<Metric, Agreed>;
  /** share of each category among the votes on units with at least two votes */
  rates: Record<(typeof CATEGORIES)[number], number>;
  /** share of pairs of votes on one unit that agree, averaged over units, and the same expected by chance; null without such pairs */
  observed: Agreed;
  chance: number | null;
  units: number;
  votes: number;
}

/** The votes on units that were judged at least twice. */
export const panelOfVotes = (votes: Votes, {ties = true, once = false}: {ties?: boolean; once?: boolean} = {}): RatingPanel =>
  panelOf(votes, v => (!ties && votes.outcome[v] === 1 ? -1 : byName(votes, v)), {categories: CATEGORIES.length, once});

/**
 * Agreement of all judges, treated alike. Units are question × turn × unordered pair of models; "first" is the alphabetically first model.
 * @param over what the intervals generalise to; by default other prompts and other judges
 */
export function voteAgreement(votes: Votes, {ties = true, over}: {ties?: boolean; over?: AgreedOver} = {}): VoteAgreement {
  const panel = panelOfVotes(votes, {ties});
  const totals = totalsOf(panel);
  const ratings = panel.category.length;
  const whole = agreed(panel, shareApart, over);
  return {
    fleiss: agreed(panel, fleissOf, over),
    krippendorff: alphas(panel, over ? {over} : {}),
    rates: Object.fromEntries(
      CATEGORIES.map((name, c) => [name, ratings > 0 ? totals[c]! / ratings : 0])
    ) as VoteAgreement["rates"],
    observed: whole.why === ONE_CATEGORY ? {...whole, value: 1} : whole,
    chance: ratings > 0 ? totals.reduce((sum, k) => sum + (k / ratings) ** 2, 0) : null,
    units: panel.units,
    votes: ratings
  };
}
