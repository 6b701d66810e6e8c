// MinHash signatures, locality-sensitive hashing and duplicates among items, against definitions and exact similarities.
import {expect, test} from "vitest";
import {randomAt} from "../../../pipelines/generate/seed.js";
import {english} from "../../../pipelines/generate/words/english.js";
import {
  candidatePairs,
  duplicates,
  jaccard,
  PERMUTATIONS,
  proposed,
  signer
} from "../../../pipelines/studies/contamination/duplicates.js";
import {itemIndex} from "../../../pipelines/studies/contamination/itemIndex.js";
import {DEFAULTS} from "../../../pipelines/studies/contamination/settings.js";

import {plainSigner} from "./plainSigner.js";

const random = () => randomAt("5e".repeat(32), 0);

test("the WebAssembly function gives the signatures of plain JavaScript, of none, one and very many hashes", () => {
  const draw = random();
  const sign = signer();
  const [fast, plain] = [new Uint32Array(PERMUTATIONS), new Uint32Array(PERMUTATIONS)];
  for (const count of [0, 1, 3, 488, 200_000, 5]) {
    const hashes = Int32Array.from({length: count}, () => draw.integer(-(2 ** 31), 2 ** 31 - 1));
    sign(hashes, count, fast);
    plainSigner(hashes, count, plain);
    expect(fast).toEqual(plain);
    if (count === 0) expect(new Set(fast)).toEqual(new Set([2 ** 32 - 1]));
  }
});

/** Two sets of consecutive numbers, which hash functions like least, of a given similarity. */
function pairOf(similarity: number, size: number, from: number): [Int32Array, Int32Array] {
  const shared = Math.round((2 * size * similarity) / (1 + similarity));
  const one = Int32Array.from({length: size}, (_, i) => from + i);
  return [one, Int32Array.from({length: size}, (_, i) => (i < shared ? from + i : from + 10 * size + i))];
}

test("agreement of signatures estimates Jaccard similarity without bias, with the binomial's spread", () => {
  const sign = signer();
  const [a, b] = [new Uint32Array(PERMUTATIONS), new Uint32Array(PERMUTATIONS)];
  for (const similarity of [0.1, 0.5, 0.9]) {
    const errors: number[] = [];
    for (let round = 0; round < 300; round++) {
      const [one, other] = pairOf(similarity, 400, round * 100_003);
      sign(one, one.length, a);
      sign(other, other.length, b);
      errors.push(
        a.reduce((sum, value, i) => sum + (value === b[i] ? 1 : 0), 0) / PERMUTATIONS - jaccard(new Set(one), new Set(other))
      );
    }
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
    const sd = Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length);
    const expected = Math.sqrt((similarity * (1 - similarity)) / PERMUTATIONS);
    expect(Math.abs(mean)).toBeLessThan((4 * expected) / Math.sqrt(300));
    expect(sd / expected).toBeGreaterThan(0.8);
    expect(sd / expected).toBeLessThan(1.25);
  }
});

test("32 bands of 4 rows propose at least 999 of 1,000 pairs of similarity 0.7; 16 of 8 about 61 in 100", () => {
  // 1 − (1 − 0.7⁴)³² and 1 − (1 − 0.7⁸)¹⁶, by hand
  expect(proposed(0.7)).toBeCloseTo(0.999_847, 6);
  expect(proposed(0.7, {bands: 16, rows: 8})).toBeCloseTo(0.613_3, 3);
  const sign = signer();
  const pairs = 3_000;
  const signatures = new Uint32Array(2 * pairs * PERMUTATIONS);
  for (let i = 0; i < pairs; i++)
    for (const [k, hashes] of pairOf(0.7, 400, i * 100_003).entries())
      sign(hashes, hashes.length, signatures.subarray((2 * i + k) * PERMUTATIONS, (2 * i + k + 1) * PERMUTATIONS));
  const recall = (banding?: {bands: number; rows: number}) => {
    const found = new Set([...candidatePairs(signatures, banding)].filter(([a, b]) => a >> 1 === b >> 1).map(([a]) => a >> 1));
    return found.size / pairs;
  };
  expect(recall()).toBeGreaterThanOrEqual(0.999);
  expect(Math.abs(recall({bands: 16, rows: 8}) - 0.613)).toBeLessThan(0.04);
});

test("duplicates: the same words, nearly the same, within and between benchmarks, and nothing else", () => {
  const draw = random();
  const prose = (words: number) => Array.from({length: words}, () => draw.pick(english));
  const texts = Array.from({length: 60}, () => prose(120));
  const changed = texts[3]!.map((word, i) => (i === 100 ? "zzz" : word)); // 13 of 108 n-grams are others: J = 95 ÷ 121
  const much = texts[4]!.map((word, i) => (i === 40 || i === 80 ? "zzz" : word)); // 26 others: J = 82 ÷ 134, below 0.7
  const items = [
    ...texts,
    changed,
    much,
    texts[5]!.map(word => word.toUpperCase()),
    ["short", "one"],
    ["Short", "one!"],
    [],
    []
  ].map((words, i) => ({id: `${i}`, text: words.join(" "), group: i < 60 ? "a" : "b"}));
  const found = duplicates(itemIndex(items, {...DEFAULTS, passage_words: 0}));
  expect(found.map(({a, b}) => [a, b])).toEqual([
    [3, 60],
    [5, 62],
    [63, 64]
  ]);
  expect(found[0]!.jaccard).toBeCloseTo(95 / 121, 12);
  expect(found[1]!.jaccard).toBe(1);
});

test("ten thousand items all alike are as many pairs with the first, not fifty million", () => {
  const items = Array.from({length: 10_000}, (_, i) => ({
    id: `${i}`,
    text: "the same nine words stand in each of these",
    group: "a"
  }));
  const found = duplicates(itemIndex(items, {...DEFAULTS, passage_words: 0}));
  expect(found.length).toBe(9_999);
  expect(new Set(found.map(({a}) => a))).toEqual(new Set([0]));
});
