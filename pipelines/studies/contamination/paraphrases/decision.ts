// Decides which candidate of each item is a paraphrase of it: measures of the pair, and how it compares with the item's other candidates
// and with other items of the audit.
import {normalised} from "../words.js";
import {type Measure, measurePair, rarityOf, wordsCosine} from "./features.js";
import {type DecisionWeights, type Logistic, logOdds, probabilityOf} from "./logistic.js";
import type {Candidate, CandidateSearch, CandidateWindow} from "./search.js";
import {type Profile, profileOf} from "./terms.js";
import {WEIGHTS} from "./weights.js";

/** Probability from which a text counts as a paraphrase, by default. */
export const LIKELY = 0.9;

/** Profiles that are kept at a time. */
const MAX_PROFILES = 20_000;
/** Log odds beyond which they count as equal, and those of a candidate that is missing. */
const MAX_ODDS = 30;
const MISSING_ODDS = -10;
/** Log odds below which a pair alone speaks against a paraphrase, and the lead over the item's next candidate beyond which it says no more. */
const LOW_ODDS = 2;
const HIGH_ODDS = 6; // from here on a pair alone says no more: items of one template all reach it
const MAX_LEAD = 6;
/** Items of an audit from which more of them change nothing; the weights are learnt from 5 to 659. */
const MAX_RIVALS = 500;
/** Windows of the largest corpora from which the weights are learnt. */
const LEARNT_WINDOWS = 2_000;
/** An item's most alike candidates may be copies of each other; its background is those after them. */
const BACKGROUND_FROM = 3;
/** Cosine of weighted words above which two items ask the same, so that neither excludes the other. */
const SAME_ITEM = 0.8;

/** A candidate with the measures on which the decision is based. */
export interface MeasuredCandidate {
  window: CandidateWindow;
  measures: Record<Measure, number>;
}

/** Names of the measures of a candidate among others. */
export const RELATIVE_MEASURES = [
  "odds",
  "odds_low",
  "has_rival",
  "over_items",
  "over_items_low",
  "over_candidates",
  "over_second",
  "items"
] as const;
export type RelativeMeasure = (typeof RELATIVE_MEASURES)[number];

/** Counts of texts by term. */
function frequencies() {
  const counts = new Map<number, number>();
  return {
    add(terms: Iterable<number>) {
      for (const hash of terms) counts.set(hash, (counts.get(hash) ?? 0) + 1);
    },
    of: (hash: number) => counts.get(hash) ?? 0
  };
}

export interface MeasuredItems {
  candidates: MeasuredCandidate[][];
  /** Cosine of the weighted words of two items. */
  likenessOf: (item: number, other: number) => number;
}

/** Measures all candidates. Rarity is that among items and candidates. */
export function measureCandidates(
  items: readonly string[],
  candidates: readonly (readonly Candidate[])[],
  {toProfile = profileOf}: {toProfile?: typeof profileOf} = {}
): MeasuredItems {
  const profiles = new Map<CandidateWindow | number, Profile>();
  const profile = (key: CandidateWindow | number): Profile => {
    let cached = profiles.get(key);
    if (cached) return cached;
    cached = toProfile(typeof key === "number" ? normalised(items[key]!) : key.text);
    if (profiles.size >= MAX_PROFILES) profiles.delete(profiles.keys().next().value!);
    profiles.set(key, cached);
    return cached;
  };
  const windows = new Set(candidates.flatMap(list => list.map(({window}) => window)));
  const [words, grams, sequences] = [frequencies(), frequencies(), frequencies()];
  for (const key of [...items.keys(), ...windows]) {
    const terms = profile(key);
    words.add(terms.words.keys());
    grams.add(terms.grams.keys());
    for (const list of [terms.pairs, terms.formulas, terms.structure]) sequences.add(list.keys());
  }
  const texts = items.length + windows.size;
  const rarity = {
    words: rarityOf(words.of, texts),
    grams: rarityOf(grams.of, texts),
    sequences: rarityOf(sequences.of, texts)
  };
  return {
    candidates: candidates.map((list, item) =>
      list.map(({window}) => ({window, measures: measurePair(profile(item), profile(window), rarity)}))
    ),
    likenessOf: (item, other) => wordsCosine(profile(item), profile(other), rarity.words)
  };
}

/**
 * How each candidate compares with the item's other candidates, and its item with the other items whose candidate it is, in log odds of
 * the pair alone.
 */
export function relativeMeasures({candidates, likenessOf}: MeasuredItems, pair: Logistic): Record<RelativeMeasure, number>[][] {
  const clamp = (odds: number) => Math.max(MISSING_ODDS, Math.min(MAX_ODDS, odds));
  const odds = candidates.map(list => list.map(({measures}) => clamp(logOdds(pair, measures))));
  const rivals = new Map<CandidateWindow, {item: number; odds: number}[]>();
  for (const [item, list] of candidates.entries())
    for (const [k, {window}] of list.entries()) {
      const rival = {item, odds: odds[item]![k]!};
      const others = rivals.get(window);
      if (others) others.push(rival);
      else rivals.set(window, [rival]);
    }
  for (const list of rivals.values()) list.sort((a, b) => b.odds - a.odds || a.item - b.item);
  const same = new Map<string, boolean>();
  const areSame = (a: number, b: number) => {
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    let isSame = same.get(key);
    if (isSame === undefined) same.set(key, (isSame = likenessOf(a, b) > SAME_ITEM));
    return isSame;
  };
  return candidates.map((list, item) => {
    const sorted = [...odds[item]!].sort((a, b) => b - a);
    const background = sorted.slice(BACKGROUND_FROM);
    const others = background.length > 0 ? background.reduce((sum, value) => sum + value, 0) / background.length : MISSING_ODDS;
    return list.map(({window}, k) => {
      const pairOdds = odds[item]![k]!;
      const rival = rivals.get(window)!.find(other => other.item !== item && !areSame(item, other.item));
      const overItems = rival ? pairOdds - rival.odds : 0;
      const nearest = pairOdds === sorted[0] ? (sorted[1] ?? MISSING_ODDS) : sorted[0]!;
      return {
        odds: Math.min(pairOdds, HIGH_ODDS),
        odds_low: Math.min(0, pairOdds + LOW_ODDS),
        has_rival: rival ? 1 : 0,
        over_items: overItems,
        over_items_low: Math.min(0, overItems),
        over_candidates: pairOdds - others,
        over_second: Math.max(-MAX_LEAD, Math.min(MAX_LEAD, pairOdds - nearest)),
        items: Math.log(Math.min(MAX_RIVALS, candidates.length))
      };
    });
  });
}

/** The candidate of an item that is most likely a paraphrase of it. */
export interface Paraphrase {
  /** Probability that the window is a paraphrase, 0…1. */
  probability: number;
  window: CandidateWindow;
}

/**
 * The most likely paraphrase of each item; null for an item without candidates. Of equally likely ones the first counts. The more windows
 * were compared, the more alike the nearest of them is by chance: log odds are lowered by ln (windows ÷ 2,000) beyond 2,000.
 * @param search a finished search for these items
 */
export function judgeCandidates(
  items: readonly string[],
  {candidates, windows}: Pick<CandidateSearch, "candidates" | "windows">,
  {pair, among}: DecisionWeights = WEIGHTS
): (Paraphrase | null)[] {
  const measured = measureCandidates(items, candidates);
  const byChance = Math.log(Math.max(1, windows() / LEARNT_WINDOWS));
  return relativeMeasures(measured, pair).map((list, item) => {
    let best: Paraphrase | null = null;
    for (const [k, measures] of list.entries()) {
      const probability = probabilityOf(logOdds(among, measures) - byChance);
      if (best === null || probability > best.probability) best = {probability, window: measured.candidates[item]![k]!.window};
    }
    return best;
  });
}
