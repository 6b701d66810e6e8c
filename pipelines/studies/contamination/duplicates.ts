// Duplicates among items, within and between benchmarks: MinHash and locality-sensitive hashing propose pairs, exact Jaccard similarity decides.
import type {ItemIndex} from "./itemIndex.js";
import {PERMUTATIONS, signer} from "./minhash.js";
import {hashOf} from "./words.js";

export interface Banding {
  bands: number;
  rows: number;
}
/** 32 bands of 4 rows propose all but 1 in 6,500 pairs of similarity 0.7; 16 bands of 8 rows would lose 4 in 10 of them. */
export const BANDING: Banding = {bands: 32, rows: 4};

/** Chance that two sets of a Jaccard similarity agree in all rows of at least one band (Leskovec, Rajaraman and Ullman 2014, 3.4). */
export const proposed = (similarity: number, {bands, rows}: Banding = BANDING): number => 1 - (1 - similarity ** rows) ** bands;

/**
 * Pairs of signatures that agree in all rows of a band, each once.
 * @param signatures PERMUTATIONS values a set, one set behind the other
 */
export function* candidatePairs(
  signatures: Uint32Array,
  {bands, rows}: Banding = BANDING
): Generator<[first: number, second: number]> {
  const count = signatures.length / PERMUTATIONS;
  const agree = (a: number, b: number, band: number): boolean => {
    for (let row = band * rows; row < (band + 1) * rows; row++)
      if (signatures[a * PERMUTATIONS + row] !== signatures[b * PERMUTATIONS + row]) return false;
    return true;
  };
  const order = Uint32Array.from({length: count}, (_, i) => i);
  for (let band = 0; band < bands; band++) {
    order.sort((a, b) => {
      for (let row = band * rows; row < (band + 1) * rows; row++) {
        const difference = signatures[a * PERMUTATIONS + row]! - signatures[b * PERMUTATIONS + row]!;
        if (difference !== 0) return difference;
      }
      return a - b;
    });
    for (let from = 0; from < count; ) {
      let to = from + 1;
      while (to < count && agree(order[from]!, order[to]!, band)) to++;
      for (let i = from; i < to; i++)
        for (let k = i + 1; k < to; k++) {
          let earlier = 0;
          while (earlier < band && !agree(order[i]!, order[k]!, earlier)) earlier++;
          if (earlier === band) yield [order[i]!, order[k]!];
        }
      from = to;
    }
  }
}

/** Jaccard similarity of two sets, 0…1; two empty ones have none. */
export function jaccard<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): number {
  let shared = 0;
  for (const each of a) if (b.has(each)) shared++;
  return shared === 0 ? 0 : shared / (a.size + b.size - shared);
}

export interface Duplicate {
  /** Numbers of the items. */
  a: number;
  b: number;
  jaccard: number;
}

/**
 * Pairs of items whose n-gram sets, boilerplate left out, are more similar than the published threshold, sorted. An item shorter than an
 * n-gram counts as one: only the same words are its duplicate. Of several items with the same words each makes a pair with the first, and
 * only the first with others. Items without a word of their own are left out.
 */
export function duplicates(index: ItemIndex, banding: Banding = BANDING): Duplicate[] {
  const {first, offsets, characters, settings} = index;
  const firstOf = new Map<string, number>();
  const found: Duplicate[] = [];
  const different: number[] = [];
  const wordsOf = (item: number): string[] =>
    Array.from({length: first[item + 1]! - first[item]!}, (_, k) => {
      const w = first[item]! + k;
      return String.fromCharCode(...characters.subarray(offsets[w]!, offsets[w + 1]!));
    });
  for (let item = 0; item + 1 < first.length; item++) {
    const text = wordsOf(item).join(" ");
    if (text === "") continue;
    const earlier = firstOf.get(text);
    if (earlier !== undefined) found.push({a: earlier, b: item, jaccard: 1});
    else {
      firstOf.set(text, item);
      different.push(item);
    }
  }
  const gramsOf = (item: number): Set<string> => {
    const words = wordsOf(item);
    const last = Math.max(0, words.length - settings.n);
    return new Set(Array.from({length: last + 1}, (_, i) => words.slice(i, i + settings.n).join(" ")));
  };
  const sign = signer();
  const signatures = new Uint32Array(different.length * PERMUTATIONS);
  for (const [place, item] of different.entries()) {
    const hashes = Int32Array.from(gramsOf(item), hashOf);
    sign(hashes, hashes.length, signatures.subarray(place * PERMUTATIONS, (place + 1) * PERMUTATIONS));
  }
  for (const [i, k] of candidatePairs(signatures, banding)) {
    const [a, b] = [Math.min(different[i]!, different[k]!), Math.max(different[i]!, different[k]!)];
    const similarity = jaccard(gramsOf(a), gramsOf(b));
    if (similarity > settings.published) found.push({a, b, jaccard: similarity});
  }
  return found.sort((x, y) => x.a - y.a || x.b - y.b);
}
