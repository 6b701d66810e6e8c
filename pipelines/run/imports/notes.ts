// What an import could not map, counted: one line for each kind, and nothing dropped in silence.
import {plural} from "../../book/plural.js";

export interface Notes {
  /** Counts one more of a kind. @param what follows the count: "ended with an error" · @param example is told of the first */
  add(noun: string, what: string, options?: {count?: number; example?: string | undefined}): void;
  /** Counts fields that have no place in a store. */
  unmapped(noun: string, fields: Iterable<string>): void;
  /** The lines, the most frequent kind first. */
  lines(): string[];
}

export function openNotes(): Notes {
  const kinds = new Map<string, {noun: string; what: string; count: number; example: string | undefined}>();
  const add: Notes["add"] = (noun, what, {count = 1, example} = {}) => {
    const key = `${noun} ${what}`;
    const known = kinds.get(key);
    if (known) known.count += count;
    else kinds.set(key, {noun, what, count, example});
  };
  return {
    add,
    unmapped(noun, fields) {
      for (const field of fields) add(noun, `with "${field}", which has no place in a store: left out`);
    },
    lines: () =>
      [...kinds.values()]
        .sort((a, b) => b.count - a.count)
        .map(
          ({noun, what, count, example}) =>
            `${plural(count, noun)} ${what}${example === undefined ? "" : ` (${count > 1 ? "first: " : ""}${example})`}`
        )
  };
}
