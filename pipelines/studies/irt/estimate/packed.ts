// Packs several answers of a person into a byte, so that a person's likelihood is a few additions of tabulated sums ("four Russians",
// Arlazarov, Dinic, Kronrod & Faradžev 1970). Persons with identical answers are one pattern with a count.
import {MISSING} from "../item.js";

export interface Packed {
  persons: number;
  items: number;
  /** Number of values that an answer can take: 2, or 3 where some are missing. */
  radix: number;
  /** Number of items per byte. */
  width: number;
  groups: number;
  patterns: number;
  /** groups of items × patterns, group by group: the answers of a byte as digits, those of its first item the highest */
  codes: Uint8Array;
  /** Number of persons with each pattern. */
  counts: Float64Array;
  /** Index of each person's pattern. */
  patternOf: Int32Array;
}

/** Most items for which patterns are merged: with more, they are hardly ever shared, and looking would cost more than it saves. */
const LONGEST_SHARED = 40;

export function pack({persons, items, cells}: {persons: number; items: number; cells: Uint8Array}): Packed {
  const radix = cells.includes(MISSING) ? 3 : 2;
  const width = radix === 2 ? 8 : 5;
  const groups = Math.ceil(items / width);
  const patternOf = new Int32Array(persons);
  const rows: Uint8Array[] = [];
  const known = new Map<string, number>();
  const counts: number[] = [];
  for (let i = 0; i < persons; i++) {
    const row = codesOf(cells.subarray(i * items, (i + 1) * items), {radix, width, groups});
    const key = items <= LONGEST_SHARED ? String.fromCharCode(...row) : String(i);
    let pattern = known.get(key);
    if (pattern === undefined) {
      pattern = rows.length;
      rows.push(row);
      counts.push(0);
      known.set(key, pattern);
    }
    patternOf[i] = pattern;
    counts[pattern]!++;
  }
  const codes = new Uint8Array(groups * rows.length);
  for (const [p, row] of rows.entries()) for (let g = 0; g < groups; g++) codes[g * rows.length + p] = row[g]!;
  return {
    persons,
    items,
    radix,
    width,
    groups,
    patterns: rows.length,
    codes,
    counts: Float64Array.from(counts),
    patternOf
  };
}

function codesOf(answers: Uint8Array, {radix, width, groups}: {radix: number; width: number; groups: number}): Uint8Array {
  const codes = new Uint8Array(groups);
  for (let g = 0; g < groups; g++) {
    let code = 0;
    for (let j = g * width; j < Math.min(answers.length, (g + 1) * width); j++) code = code * radix + answers[j]!;
    codes[g] = code;
  }
  return codes;
}
