// Measures of a pair of texts by which the detector of paraphrases decides: overlap of terms, weighted by their rarity.
import {hashOf} from "../words.js";
import {type Profile, stem} from "./terms.js";

/** Texts that the prior of a term's rarity counts for; few items say little about which words are rare. */
const PRIOR_TEXTS = 1_000;
/** Of these, texts that have a common word, and any other. */
const PRIOR_COMMON = 300;
const PRIOR_OTHER = 1;
const COMMON = new Set(
  "a about after all also am an and any are as at be been before being both but by can could did do does each for from get given had has have he her him his how i if in into is it its just make many may more most much must my no not number of on one only or other our out over per she should so some such than that the their them then there these they this those through to total true false two under up us used using was we were what when where which while who whom whose why will with would you your answer question following return value function def list string int none self import print var let const else elif"
    .split(" ")
    .map(word => hashOf(stem(word)))
);

/** Rarity of terms in a pool of texts: nats, larger for rarer terms. */
export type Rarity = (hash: number) => number;

/**
 * The rarity of words: ln ((N + N₀) ÷ (df + df₀)), N texts of which df have the term, and prior counts of which common English words have more.
 * @param frequency texts of the pool with the term
 */
export const rarityOf =
  (frequency: (hash: number) => number, texts: number): Rarity =>
  hash =>
    Math.max(
      0.05,
      Math.log((texts + PRIOR_TEXTS) / (Math.min(frequency(hash), texts) + (COMMON.has(hash) ? PRIOR_COMMON : PRIOR_OTHER)))
    );

/** Shares of the weight of one set that the other has, both ways, and the weight in common. */
interface Overlap {
  /** Weight in common ÷ weight of the item's, 0…1. */
  recall: number;
  /** Weight in common ÷ weight of the candidate's, 0…1. */
  precision: number;
  /** Cosine of the weighted counts, 0…1. */
  cosine: number;
  common: number;
}

function overlap(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>, weight: (hash: number) => number): Overlap {
  let [common, weightA, weightB, dot, normA, normB] = [0, 0, 0, 0, 0, 0];
  for (const [hash, times] of a) {
    const w = weight(hash);
    const u = w * Math.sqrt(times);
    weightA += w;
    normA += u * u;
    const other = b.get(hash);
    if (other === undefined) continue;
    common += w;
    dot += u * w * Math.sqrt(other);
  }
  for (const [hash, times] of b) {
    const w = weight(hash);
    weightB += w;
    normB += w * w * times;
  }
  return {
    recall: weightA > 0 ? common / weightA : 0,
    precision: weightB > 0 ? common / weightB : 0,
    cosine: normA > 0 && normB > 0 ? dot / Math.sqrt(normA * normB) : 0,
    common
  };
}

/** Cosine of the words of two texts, weighted by their rarity, 0…1. */
export const wordsCosine = (a: Profile, b: Profile, words: Rarity): number => overlap(a.words, b.words, words).cosine;

/** Length of the longest common subsequence of two lists. */
function commonInOrder(a: readonly number[], b: readonly number[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const x of a) {
    const next = [0];
    for (const [k, y] of b.entries()) next.push(x === y ? row[k]! + 1 : Math.max(row[k + 1]!, next[k]!));
    row = next;
  }
  return row[b.length]!;
}

/** Numbers beyond these are not compared in order. */
const MAX_NUMBERS = 200;

/** Names of the measures of a pair. */
export const MEASURES = [
  "lead_recall",
  "lead_cosine",
  "evidence",
  "pairs_cosine",
  "grams_precision",
  "grams_cosine",
  "lead_grams_cosine",
  "numbers_in_order",
  "formulas_cosine",
  "structure_cosine",
  "item_length"
] as const;
export type Measure = (typeof MEASURES)[number];

/** Rarities of the terms of a profile: of words and numbers, of grams of letters, and of pairs, formulas and structure. */
export interface Rarities {
  words: Rarity;
  grams: Rarity;
  sequences: Rarity;
}

/** Measures of an item and a candidate text, all finite. */
export function measurePair(item: Profile, candidate: Profile, {words, grams, sequences}: Rarities): Record<Measure, number> {
  const inGrams = overlap(item.grams, candidate.grams, grams);
  const [a, b] = [item.numbers.slice(0, MAX_NUMBERS), candidate.numbers.slice(0, MAX_NUMBERS)];
  return {
    lead_recall: overlap(item.lead, candidate.words, words).recall,
    lead_cosine: overlap(item.lead, candidate.lead, words).cosine,
    evidence: Math.log1p(overlap(item.words, candidate.words, words).common),
    pairs_cosine: overlap(item.pairs, candidate.pairs, sequences).cosine,
    grams_precision: inGrams.precision,
    grams_cosine: inGrams.cosine,
    lead_grams_cosine: overlap(item.leadGrams, candidate.leadGrams, grams).cosine,
    numbers_in_order: a.length === 0 ? 0 : commonInOrder(a, b) / a.length,
    formulas_cosine: overlap(item.formulas, candidate.formulas, sequences).cosine,
    structure_cosine: overlap(item.structure, candidate.structure, sequences).cosine,
    item_length: Math.log1p(item.length)
  };
}
