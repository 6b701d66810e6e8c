// Suggests the name that a mistyped one most likely stands for.
import {distance} from "fastest-levenshtein";

/**
 * The candidate that a mistyped name most likely stands for: at most one edit per three characters away, and at most four edits. Upper and
 * lower case count as equal. Undefined where none is close.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const typed = name.toLowerCase();
  let best: string | undefined;
  let least = Math.min(4, Math.max(1, Math.floor(typed.length / 3))) + 1;
  for (const candidate of candidates) {
    const edits = editsBetween(typed, candidate.toLowerCase());
    if (edits < least) [best, least] = [candidate, edits];
  }
  return best;
}

/** Levenshtein distance in which swapping two neighbouring characters counts as one edit instead of two. */
function editsBetween(a: string, b: string): number {
  const edits = distance(a, b);
  const letters = (text: string) => [...text].sort().join("");
  return edits === 2 && a.length === b.length && letters(a) === letters(b) ? 1 : edits;
}

/** The end of an error message: `; did you mean "models"?`, or the empty text where no candidate is close. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const close = nearest(name, candidates);
  return close === undefined ? "" : `; did you mean "${close}"?`;
}
