// Thresholds of the contamination study, each a setting, and the verdict on an item that follows from them.
import {shareOf, type WilsonShare} from "../../stats/intervals.js";

export interface Settings {
  /** Words of the n-grams by which items are found and containment is counted. */
  n: number;
  /** Words below which an item is also looked for by shorter n-grams. */
  short_words: number;
  /** Words, and characters, of those. */
  short_n: number;
  characters: number;
  /** Share of a group's items above which an n-gram of `n` words counts as boilerplate; and of `short_n` words. */
  boilerplate: number;
  boilerplate_short: number;
  /** Least words of a passage, which several items of a group share; 0 = passages are not looked for. */
  passage_words: number;
  /** Least words, and bits (see `wordBits`), of an item that can be tested; a finding rests on as many bits. */
  min_words: number;
  min_bits: number;
  /** Containment from which a copy is exact. */
  exact: number;
  /** Ratio of the longest common subsequence from which a copy is near. */
  near: number;
  /** Share of the item's bits that the runs of a near copy have at least. */
  near_bits: number;
  /** Probability of a paraphrase from which an item is near; null where paraphrases are not searched for. */
  probability: number | null;
  /** Jaccard similarity above which the published rule calls an item contaminated. */
  published: number;
}

export const DEFAULTS: Settings = {
  n: 13,
  short_words: 26, // two n-grams of 13 words: with one word changed, one of them is still whole
  short_n: 5,
  characters: 20,
  boilerplate: 0.05,
  boilerplate_short: 0.5, // texts of few different words share 5 % of their short n-grams by chance
  passage_words: 26, // two n-grams of 13 words; shorter stretches are alike in items of one template
  min_words: 8,
  min_bits: 40, // 8 words of prose at 5 bits
  exact: 0.7,
  near: 0.8,
  near_bits: 0.75, // items of one template have longer subsequences in common, but in shorter runs
  probability: null,
  published: 0.7
};

/** Most bits that one word counts for: prose carries more, but 8 words shall be needed of any text. */
export const MOST_BITS_A_WORD = 5;

export const VERDICTS = ["exact", "near", "clean", "not_testable"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Verdicts that say that an item is in a corpus. */
const CONTAMINATED: readonly Verdict[] = ["exact", "near"];
export const isContaminated = (verdict: Verdict | undefined): boolean => verdict !== undefined && CONTAMINATED.includes(verdict);
/** The same as a condition in SQL, on a column `verdict`. */
export const CONTAMINATED_SQL = `verdict in (${CONTAMINATED.map(verdict => `'${verdict}'`).join(", ")})`;

/** How much of an item stands in a document, boilerplate left out of both. */
export interface Likeness {
  /** Share of the item's distinct n-grams within a window of twice its words, 0…1. */
  containment: number;
  /** Words of the longest run that both have. */
  run_words: number;
  /** Longest common subsequence in such a window ÷ the item's words, 0…1. */
  subsequence: number;
  /** Bits of the best chain of common runs in that window. */
  bits: number;
}

export interface Finding {
  verdict: Verdict;
  reason: string;
}

/** Whether an item can be tested at all: null, or why not. @param words words of it that are no boilerplate, of `all` words */
export function untestable(
  {words, all, bits, characters}: {words: number; all: number; bits: number; characters: number},
  settings: Settings = DEFAULTS
): string | null {
  if (all === 0) return "no word";
  if (words === 0) return "only text that other items share";
  const left = words < all ? ` that other items do not share` : "";
  if (words < settings.min_words) return `${words} words${left}, fewer than ${settings.min_words}`;
  if (characters < settings.characters) return `${characters} characters${left}, fewer than ${settings.characters}`;
  if (words * bits < settings.min_bits)
    return `${words} words${left} of ${roundedDown(bits, 2)} bits each, fewer than ${settings.min_bits} bits, which other items may share by chance`;
  return null;
}

/**
 * The verdict on a testable item from its likeness to one document: `exact`, `near`, or `clean` as far as this document goes.
 * @param item its words without boilerplate, and the bits of each
 */
export function decide(
  likeness: Likeness,
  {words, bits: perWord}: {words: number; bits: number},
  settings: Settings = DEFAULTS
): Finding {
  const {containment, run_words, subsequence, bits} = likeness;
  const enough = bits >= settings.min_bits;
  const nearEnough = enough && bits >= settings.near_bits * words * perWord;
  if (enough && run_words >= words) return {verdict: "exact", reason: "all words in one run"};
  if (enough && containment >= settings.exact) return {verdict: "exact", reason: `containment ${containment.toFixed(2)}`};
  if (nearEnough && subsequence >= settings.near) return {verdict: "near", reason: `subsequence ${subsequence.toFixed(2)}`};
  if (containment >= settings.exact || subsequence >= settings.near)
    return {verdict: "clean", reason: tooFewBits(bits, words * perWord, settings)};
  return {verdict: "clean", reason: "no copy found"};
}

/** The reason why a document that is like an item contains no copy of it: too few bits, of all or of the item's. */
function tooFewBits(bits: number, all: number, {min_bits, near_bits}: Settings): string {
  const few = roundedDown(bits, 1);
  if (bits < min_bits) return `alike, but only by ${few} bits, fewer than ${min_bits}, as texts of its kind are by chance`;
  return `alike, but its common runs have only ${few} of its ${all.toFixed(1)} bits, less than ${100 * near_bits} %`;
}

/** Spells a number so that one below a bound does not read as the bound. */
const roundedDown = (value: number, digits: number): string => (Math.floor(value * 10 ** digits) / 10 ** digits).toFixed(digits);

// Shares with Wilson's interval: of contaminated items among those that can be tested, and of simulated runs in which something was found.

/** Items by verdict, and the share of contaminated ones among the `n` that can be tested. */
export type ContaminationRate = Record<Verdict, number> & WilsonShare;

/** Counts verdicts; exact and near ones are contaminated. */
export function contaminationRate(verdicts: Iterable<Verdict>): ContaminationRate {
  const counts = Object.fromEntries(VERDICTS.map(verdict => [verdict, 0])) as Record<Verdict, number>;
  for (const verdict of verdicts) counts[verdict]++;
  const found = counts.exact + counts.near;
  return {...counts, ...shareOf(found, found + counts.clean)};
}
