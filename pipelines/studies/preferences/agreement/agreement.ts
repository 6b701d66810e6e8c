// Agreement of judges beyond chance, whoever they are: Fleiss' κ, Krippendorff's α and the share of pairs of votes that agree.

import {byName, type Votes} from "../votes/votes.js";
import {betweenOf, type SidedUnit} from "./between.js";
import {type Agreed, type AgreedOver, agreedOf, type Disagreement, nothing, panelOf, type RatingPanel} from "./coefficient.js";
import {corners, disagreement, midranksOf, onLine, type Places, totalsOf} from "./disagreement.js";

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
  if (panel.units === 0) return nothing("no unit has votes of two judges");
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

/** The votes on units that at least two judges judged, of each judge the first one. */
export const panelOfVotes = (votes: Votes, {ties = true}: {ties?: boolean} = {}): RatingPanel =>
  panelOf(votes, v => (!ties && votes.outcome[v] === 1 ? -1 : byName(votes, v)), {categories: CATEGORIES.length});

/**
 * Agreement of all judges, treated alike. Units are question × turn × unordered pair of models; "first" is the alphabetically first model.
 * Of a judge that voted on a unit again the first vote counts.
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

// Cohen's κ of each pair of judges that judged the same answers.

/** Two judges and their κ on the n units that both judged. */
export interface JudgePair extends Agreed {
  first: string;
  second: string;
}

/** Most pairs of votes for which pairs of judges are compared: with more, there are too many for a table. */
export const MOST_PAIRS = 2_000_000;

/**
 * Cohen's κ (1960) of pairs of judges with at least `least` units in common, those with the most units first, at most `most` pairs. Only a
 * judge's first vote on a unit counts; base rates are those on the common units. Intervals are over prompts, or units: they generalise to
 * other questions, not to other judges. Null where there are too many pairs of votes.
 */
export function kappaByPair(
  votes: Votes,
  {least = 10, most = 100, over}: {least?: number; most?: number; over?: AgreedOver} = {}
): JudgePair[] | null {
  const panel = panelOfVotes(votes);
  let pairs = 0;
  for (let u = 0; u < panel.units; u++) {
    const m = panel.starts[u + 1]! - panel.starts[u]!;
    pairs += (m * (m - 1)) / 2;
  }
  if (pairs > MOST_PAIRS) return null;
  const met = new Map<number, number>();
  eachPair(panel, key => met.set(key, (met.get(key) ?? 0) + 1));
  const chosen = [...met].filter(([, units]) => units >= least).sort(([k, m], [l, n]) => n - m || k - l);
  const alike = new Map<number, SidedUnit[]>(chosen.slice(0, most).map(([key]) => [key, []]));
  eachPair(panel, (key, first, second, prompt) => {
    const unit: SidedUnit = {prompt, one: [0, 0, 0], other: [0, 0, 0]};
    unit.one[first] = unit.other[second] = 1;
    alike.get(key)?.push(unit);
  });
  return [...alike].map(([key, units]) => ({
    first: votes.judges[Math.floor(key / panel.judges)]!,
    second: votes.judges[key % panel.judges]!,
    ...betweenOf(units, {over})
  }));
}

type Category = 0 | 1 | 2;

/** Calls back with each pair of votes on one unit: a key of the two judges, their categories in the order of the key, and the prompt. */
function eachPair(
  {starts, judge, category, prompt, judges, units}: RatingPanel,
  visit: (key: number, first: Category, second: Category, prompt: number) => void
): void {
  for (let u = 0; u < units; u++)
    for (let r = starts[u]!; r < starts[u + 1]!; r++)
      for (let s = r + 1; s < starts[u + 1]!; s++) {
        const [i, j] = judge[r]! < judge[s]! ? [r, s] : [s, r];
        visit(judge[i]! * judges + judge[j]!, category[i]! as Category, category[j]! as Category, prompt[i]!);
      }
}
