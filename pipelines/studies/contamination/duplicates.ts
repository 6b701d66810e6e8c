// Duplicates among items, within and between benchmarks: MinHash and locality-sensitive hashing propose pairs, exact Jaccard similarity decides.

import {assemble, type Code, get, i32, i32x4, type Routine, set, upTo, V128, v128} from "../../stats/assembler.js";
import type {ItemIndex} from "./itemIndex.js";
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
 * @param index built with `passage_words` 0, since items of one passage are alike by it
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

// MinHash signatures: 128 permutations of a set's hashes, computed four at a time by a WebAssembly function that is assembled here.
// The share of places in which two signatures agree estimates the sets' Jaccard similarity (Broder 1997).

/** Permutations of a signature. */
export const PERMUTATIONS = 128;
/** Permutations of one pass over a set: four vectors of four, whose factors and minima stay in registers. */
const LANES = 16;
const VECTORS = 4;

/**
 * `sign(from, to, factors, signature)` reads the hashes at from ≤ address < to, and writes to `signature` the least of hash × a + b modulo
 * 2³² for 16 pairs (a, b), of which `factors` holds the a and, 64 bytes further, the b.
 */
function signing(): Routine {
  const [from, to, factors, signature] = [0, 1, 2, 3];
  const [x, a, b, least] = [4, 5, 5 + VECTORS, 5 + 2 * VECTORS];
  const each = (code: (vector: number) => Code) => Array.from({length: VECTORS}, (_, vector) => code(vector)).flat();
  const pass = upTo(from, get(to), i32.constant(4), [
    ...set(x, v128.loadSplat32(get(from))),
    ...each(k => set(least + k, i32x4.leastUnsigned(get(least + k), i32x4.add(i32x4.multiply(get(x), get(a + k)), get(b + k)))))
  ]);
  return {
    name: "sign",
    parameters: 4,
    locals: new Array<number>(1 + 3 * VECTORS).fill(V128),
    body: [
      ...each(k => set(a + k, v128.load(get(factors), 16 * k))),
      ...each(k => set(b + k, v128.load(get(factors), 64 + 16 * k))),
      ...each(k => set(least + k, i32x4.largest)),
      ...pass,
      ...each(k => v128.store(get(signature), get(least + k), 16 * k))
    ]
  };
}

const PAGE = 2 ** 16;
const FACTORS_AT = 0;
const SIGNATURE_AT = FACTORS_AT + 8 * PERMUTATIONS;
const HASHES_AT = SIGNATURE_AT + 4 * PERMUTATIONS;

/** Pseudo-random 32-bit numbers (a Weyl sequence, mixed as in MurmurHash3). */
const mixed = (i: number): number => {
  let z = Math.imul(i + 1, 0x9e3779b9);
  z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
  z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
  return (z ^ (z >>> 16)) >>> 0;
};

/** Factor and summand of a permutation x ↦ a·x + b modulo 2³²; a is odd, so that no two hashes become one. */
export const permutation = (i: number): {a: number; b: number} => ({a: mixed(2 * i) | 1, b: mixed(2 * i + 1)});

/** The bits of a hash spread, since the permutations are linear. */
export const spread = (hash: number): number => {
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return hash ^ (hash >>> 16);
};

/** Writes the signature of a set: the least value of each permutation; all ones for an empty set. Equal hashes count once. */
export type Signer = (hashes: Int32Array, count: number, into: Uint32Array) => void;

/** Makes a signer, with memory of its own that grows with the largest set. */
export function signer(): Signer {
  const memory = new WebAssembly.Memory({initial: 1});
  const sign = assemble(memory, [signing()]).sign!;
  let words = new Int32Array(memory.buffer);
  const prepare = () => {
    words = new Int32Array(memory.buffer);
  };
  for (let i = 0; i < PERMUTATIONS; i++) {
    const {a, b} = permutation(i);
    const block = (FACTORS_AT >> 2) + 2 * LANES * Math.floor(i / LANES) + (i % LANES);
    words[block] = a;
    words[block + LANES] = b;
  }
  return (hashes, count, into) => {
    const end = HASHES_AT + 4 * count;
    if (end > memory.buffer.byteLength) {
      memory.grow(Math.ceil((end - memory.buffer.byteLength) / PAGE));
      prepare();
    }
    for (let i = 0; i < count; i++) words[(HASHES_AT >> 2) + i] = spread(hashes[i]!);
    for (let pass = 0; pass < PERMUTATIONS / LANES; pass++)
      sign(HASHES_AT, end, FACTORS_AT + 8 * LANES * pass, SIGNATURE_AT + 4 * LANES * pass);
    into.set(new Uint32Array(memory.buffer, SIGNATURE_AT, PERMUTATIONS));
  };
}
