import fc from "fast-check";
import {expect, test} from "vitest";
import {majorityCounted} from "../../../pipelines/studies/narratives/measures.js";
import {markedSegments, maskedSentences, sentencesIn} from "../../../pipelines/studies/narratives/reading.js";

import {distinctFourGrams, frequentSentences, novelFourGrams} from "../../../pipelines/studies/narratives/shortcuts.js";

const all = (text: string) => sentencesIn(text, {start: 0, end: text.length});
const sentences = (text: string) => all(text).map(({start, end}) => text.slice(start, end));

test("sentences end at a stop before a capital, with closing quotes, and at a line's end; titles end none", () => {
  expect(sentences('Mr. Hale said "No." Nobody moved… not yet. Why?\nRain')).toEqual([
    'Mr. Hale said "No."',
    "Nobody moved… not yet.",
    "Why?",
    "Rain"
  ]);
});

test("sentences lie in order, overlap nowhere and leave out nothing but white space", () => {
  fc.assert(
    fc.property(fc.string({unit: fc.constantFrom("a", "B", ".", "!", " ", "\n", '"', "Mr"), maxLength: 60}), text => {
      expect(sentences(text).join("").replace(/\s/gu, "")).toBe(text.replace(/\s/gu, ""));
    })
  );
});

test("names and numbers are masked: given stretches, speakers, and words with a capital within a sentence", () => {
  const text = "Orla: I saw Mara. Mara took twelve crates.";
  const at = text.indexOf("twelve");
  expect(maskedSentences(text, all(text), [{start: at, end: at + 6, as: "#"}]).map(words => words.join(" "))).toEqual([
    "@ : i saw @ .",
    "@ took # crates ."
  ]);
});

test("segments in brackets, between tags and with a label are what a regular expression takes for padding", () => {
  const found = (text: string) => markedSegments(text).map(({start, end}) => text.slice(start, end));
  expect(found("One [aside] two {note} three")).toEqual(["[aside]", "{note}"]);
  expect(found("A\n\n[Padding Segment] Rain fell.\nIt fell on.\n\nB")).toEqual(["[Padding Segment] Rain fell.\nIt fell on."]);
  expect(found("A <padding>Rain (3) fell.\n\nStill.</padding> B")).toEqual(["<padding>Rain (3) fell.\n\nStill.</padding>"]);
  expect(found("**Padding 2:** Rain.\n\nB")).toEqual(["**Padding 2:** Rain."]);
  expect(found("Nothing (at all) here: really.")).toEqual([]);
});

test("each half is guessed by the other's most frequent answer", () => {
  // 2 is guessed of the second half, whose 1 of 3 is 2; 5 of the first, whose 1 of 4 is 5
  const counted = majorityCounted([
    new Map([[2, 3], [5, 1]]), // biome-ignore format: a pair each
    new Map([[5, 2], [2, 1]]) // biome-ignore format: a pair each
  ]);
  expect(counted).toEqual({n: 7, hits: 2});
  expect(majorityCounted([new Map([[4, 9]]), new Map()])).toEqual({n: 0, hits: 0});
});

test("the most frequent sentence is found exactly, and with few counters its share is no less and at most 1 / counters more", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({min: 0, max: 30}), {minLength: 1, maxLength: 200}), numbers => {
      const [exact, rough] = [frequentSentences(), frequentSentences({counters: 5})];
      for (const number of numbers) for (const each of [exact, rough]) each.add(`s${number}`);
      const most = Math.max(...new Set(numbers.map(each => numbers.filter(other => other === each).length)));
      expect(exact.largest()!.share).toBe(most / numbers.length);
      expect(rough.largest()!.share).toBeGreaterThanOrEqual(most / numbers.length);
      expect(rough.largest()!.share).toBeLessThanOrEqual(most / numbers.length + 1 / 5);
    })
  );
  expect(frequentSentences().largest()).toBe(null);
});

test("runs of four words that repeat lower the share of different ones", () => {
  expect(distinctFourGrams("one two three four five")).toEqual({words: 5, share: 1});
  expect(distinctFourGrams("a b c d a b c d")).toEqual({words: 8, share: 4 / 5}); // five runs, of which the last is the first
  expect(distinctFourGrams("too few words")).toBe(null);
});

test("a novel repeats more the longer it is", () => {
  const shares = [1, 500, 1_290, 2_000, 50_000, 120_000].map(words => novelFourGrams(words)!);
  expect(shares).toEqual(shares.toSorted((a, b) => b - a));
  expect(novelFourGrams(2_000)).toBeCloseTo(0.9976, 12);
  expect(novelFourGrams(Math.sqrt(500 * 1_000))).toBeCloseTo((0.9988 + 0.9983) / 2, 12);
  expect(novelFourGrams(120_001)).toBe(null);
});
