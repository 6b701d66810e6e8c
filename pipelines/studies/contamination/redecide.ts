// Verdicts under other thresholds, from what the tables hold of items and of their copies.
import {decide, type Settings, type Verdict} from "./settings.js";

/** What is needed of a row of `contamination_items`. */
export interface AuditedRow {
  item_id: string;
  verdict: Verdict;
  containment: number | null;
  jaccard_max: number | null;
  bits_per_word: number;
}

/** What is needed of a row of `contamination_hits`. */
export interface HitRow {
  item_id: string;
  containment: number;
  jaccard: number;
  run_words: number;
  subsequence: number;
  /** Words that were compared. */
  words: number;
  bits: number;
}

/**
 * The verdict on each item under other thresholds, in the order of `items`. What could not be tested stays so, unless a copy of it is found.
 * @param hits the copies that the audit kept, the strongest of each item; weaker ones than it shows are not among them
 * @param whole whether every file was read to its end: otherwise an item without a copy cannot be called clean
 */
export function redecided(
  items: readonly AuditedRow[],
  hits: readonly HitRow[],
  {settings, whole}: {settings: Settings; whole: boolean}
): Verdict[] {
  const own = new Map<string, HitRow[]>();
  for (const hit of hits) {
    const known = own.get(hit.item_id);
    if (known) known.push(hit);
    else own.set(hit.item_id, [hit]);
  }
  return items.map(({item_id, verdict, containment, bits_per_word}) => {
    if (verdict === "not_testable" && containment === null) return verdict;
    const found = (own.get(item_id) ?? []).map(hit => decide(hit, {words: hit.words, bits: bits_per_word}, settings).verdict);
    if (found.includes("exact")) return "exact";
    if (found.includes("near")) return "near";
    return whole ? "clean" : "not_testable";
  });
}
