import fc from "fast-check";
import {expect, test} from "vitest";
import {LONGEST_WORD, markPlaces, termsOf, WordIndex, wordsOf} from "../../../pipelines/studies/samples/words.js";

test("words are runs of letters, marks and digits; letters of scripts without spaces stand alone", () => {
  expect(wordsOf("The answer: 3.14, don't <b>STOP</b>")).toEqual(["the", "answer", "3", "14", "don", "t", "b", "stop", "b"]);
  expect(wordsOf("abc漢字 हिन्दी")).toEqual(["abc", "漢", "字", "हिन्दी"]);
  expect(wordsOf(" …!")).toEqual([]);
});

test("a letter, mark or digit of any script is in a word, and nothing else is", () => {
  const unspaced =
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
  const unit = fc.oneof(
    fc.constantFrom("a", "Z", "7", " ", "-", "–", "é", "\u0301", "漢", "ก", "𝔸", "İ", "“"),
    fc.string({unit: "binary", maxLength: 1})
  );
  fc.assert(
    fc.property(fc.array(unit, {maxLength: 12}), units => {
      const text = units.join("");
      const words: string[] = [];
      let inside = false;
      for (const letter of text.toLowerCase()) {
        if (unspaced.test(letter)) words.push(letter);
        else if (/[\p{L}\p{N}\p{M}]/u.test(letter)) inside ? (words[words.length - 1] += letter) : words.push(letter);
        inside = /[\p{L}\p{N}\p{M}]/u.test(letter) && !unspaced.test(letter);
      }
      expect(wordsOf(text)).toEqual(words);
    }),
    {numRuns: 2_000}
  );
});

test("a million letters without a space, and texts of one word, are no trouble", () => {
  expect(wordsOf("漢".repeat(1_000_000))).toHaveLength(1_000_000);
  expect(wordsOf("é".repeat(1_000_000))).toHaveLength(1);
  expect(wordsOf("x ".repeat(1_000_000))).toHaveLength(1_000_000);
  expect(wordsOf("")).toEqual([]);
});

test("a query is words that must all occur, with a star for the beginning of one", () => {
  expect(termsOf("Wrong token* wrong")).toEqual([
    {word: "wrong", prefix: false},
    {word: "token", prefix: true}
  ]);
  expect(termsOf("a-b*")).toEqual([
    {word: "a", prefix: false},
    {word: "b", prefix: true}
  ]);
  expect(termsOf(" * ")).toEqual([]);
});

test("a word's places are those of the samples that hold it, in whatever order they came", () => {
  const places = fc.uniqueArray(fc.integer({min: 0, max: 2_000_000_000}), {maxLength: 50});
  fc.assert(
    fc.property(places, fc.integer({min: 1, max: 300}), (given, longest) => {
      const index = new WordIndex(longest);
      for (const place of given) for (const text of ["word and word", "and another word"]) index.add(place, text);
      const rows = [...index.rows()];
      expect(new Set(rows.map(({word, part}) => `${word} ${part}`)).size).toBe(rows.length);
      for (const each of given.length > 0 ? ["word", "and"] : []) {
        const parts = rows.filter(({word}) => word === each);
        expect(parts.map(({part}) => part)).toEqual(parts.map((_, i) => i));
        expect(parts.reduce((sum, {n}) => sum + n, 0)).toBe(given.length);
        for (const {places} of parts) expect(Buffer.from(places, "base64").length).toBeLessThan(longest + 5);
        const hits = new Map<number, number>();
        const found = new Proxy({length: 2 ** 31} as unknown as Uint8Array, {
          set: (_, at, value) => Boolean(hits.set(Number(at), value as number))
        });
        for (const {places} of parts) markPlaces(places, found);
        expect([...hits.keys()].sort((a, b) => a - b)).toEqual(given.toSorted((a, b) => a - b));
      }
    })
  );
});

test("a long word is found by its head, and places beyond the store are ignored", () => {
  const index = new WordIndex();
  index.add(9, "x".repeat(100));
  const [row] = [...index.rows()];
  expect(row!.word).toBe("x".repeat(LONGEST_WORD));
  expect(termsOf("x".repeat(100))[0]!.word).toBe(row!.word);
  const found = new Uint8Array(5);
  markPlaces(row!.places, found);
  expect(Array.from(found)).toEqual([0, 0, 0, 0, 0]);
});

test("words are in the order of their bytes in UTF-8", () => {
  const word = fc.string({
    unit: fc.constantFrom("a", "z", "é", "語", "\u{e000}", "\u{ffdc}", "𐐨", "𝒳"),
    minLength: 1,
    maxLength: 4
  });
  fc.assert(
    fc.property(fc.array(word), words => {
      const index = new WordIndex();
      for (const [place, text] of words.entries()) index.add(place, text);
      const found = [...index.rows()].map(({word}) => word);
      expect(found).toEqual(found.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
    })
  );
});
