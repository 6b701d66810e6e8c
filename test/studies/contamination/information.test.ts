// Bits per word where items are nearly equal: the other items of their file stay testable, and copies of them are found.
import {expect, test} from "vitest";
import {randomAt} from "../../../pipelines/generate/seed.js";
import {english} from "../../../pipelines/generate/words/english.js";
import {auditedItems, auditTexts, copiesByItem} from "../../../pipelines/studies/contamination/auditText.js";
import {wordBits} from "../../../pipelines/studies/contamination/information.js";
import {itemIndex} from "../../../pipelines/studies/contamination/itemIndex.js";
import {resultOf} from "../../../pipelines/studies/contamination/results.js";
import {DEFAULTS, type Verdict} from "../../../pipelines/studies/contamination/settings.js";
import {hashOf} from "../../../pipelines/studies/contamination/words.js";

type Random = ReturnType<typeof randomAt>;
const randomWords = (random: Random, count: number): string[] => Array.from({length: count}, () => random.pick(english));

/** A text and the same with some words changed. */
function nearPair(random: Random, length: number, changes = 1): [string, string] {
  const words = randomWords(random, length);
  const copy = [...words];
  for (let i = 0; i < changes; i++) copy[random.integer(0, length - 1)] = `changed${i}`;
  return [words.join(" "), copy.join(" ")];
}

/** Copies of items among random text that are found as exact, and items that cannot be tested. */
function audit(texts: readonly string[], random: Random) {
  const items = texts.map((text, i) => ({id: `${i}`, text, group: "bank"}));
  const index = itemIndex(items);
  const audited = auditedItems(items, index);
  const around = () => randomWords(random, 50).join(" ");
  const documents = texts.map((text, i) => ({file: `${i}`, document: "", text: `${around()} ${text} ${around()}`}));
  const copies = copiesByItem(index, auditTexts(index, documents));
  const results = audited.map((item, i) =>
    resultOf(
      item,
      (copies.get(i) ?? []).filter(({file}) => file === `${i}`),
      {files: texts.length, unread: 0, documents: texts.length}
    )
  );
  const count = (verdict: Verdict) => results.filter(result => result.verdict === verdict).length;
  return {exact: count("exact"), untestable: count("not_testable")};
}

const ITEMS = 40;
test.each(
  [1, 2, 10, ITEMS / 2].flatMap(pairs => [8, 12, 30, 60].map(length => [pairs, length] as const))
)("of 40 items, %i pairs of %i words differ by one word: all can be tested, and each copy is found", (pairs, length) => {
  const random = randomAt("9a".repeat(32), pairs * 100 + length);
  const single = Array.from({length: ITEMS - 2 * pairs}, () => randomWords(random, length).join(" "));
  const pairTexts = Array.from({length: pairs}, () => nearPair(random, length)).flat();
  expect(audit([...single, ...pairTexts], random)).toEqual({exact: ITEMS, untestable: 0});
});

test("pairs that differ by two words, groups of two items, and words of another script", () => {
  const random = randomAt("9b".repeat(32), 0);
  const pairTexts = Array.from({length: 20}, () => nearPair(random, 40, 2)).flat();
  expect(audit(pairTexts, random)).toEqual({exact: 40, untestable: 0});
  expect(audit(nearPair(random, 30), random)).toEqual({exact: 2, untestable: 0});
  const chinese = Array.from({length: 20}, () =>
    Array.from({length: 24}, () => String.fromCharCode(random.integer(0x4e00, 0x9000))).join("")
  );
  const variants = chinese.map(text => `${text.slice(0, 12)}中${text.slice(13)}`);
  expect(audit([...chinese, ...variants], random).untestable).toBe(0);
});

const hashed = (words: readonly string[]): Int32Array => Int32Array.from(words, hashOf);

test("texts of few different words keep their bits: coins have 1 bit a toss, with and without near pairs", () => {
  const random = randomAt("9c".repeat(32), 0);
  const tosses = (length: number) => Array.from({length}, () => random.pick(["heads", "tails"]));
  const texts = Array.from({length: 200}, () => tosses(50));
  const bits = wordBits(texts.map(hashed), DEFAULTS);
  expect(bits).toBeGreaterThan(0.8);
  expect(bits).toBeLessThan(1.3);
  const withPairs = wordBits([...texts, ...texts.slice(0, 5).map(([_, ...rest]) => ["edge", ...rest])].map(hashed), DEFAULTS);
  expect(withPairs).toBeCloseTo(bits, 1);
});

test("items of one template, which are all alike, are no near-equal items: their bits stay few", () => {
  const random = randomAt("9d".repeat(32), 0);
  const frames = Array.from({length: 4}, () => randomWords(random, 24));
  const texts = Array.from({length: 80}, (_, i) => {
    const words = [...frames[i % 4]!];
    words[12] = random.pick(english);
    return hashed(words);
  });
  expect(wordBits(texts, DEFAULTS)).toBeLessThan(2);
});
