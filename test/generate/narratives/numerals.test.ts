import {readFileSync} from "node:fs";
import fc from "fast-check";
import {toCardinal as german} from "n2words/de-DE";
import {toCardinal, toOrdinal} from "n2words/en-GB";
import {toCardinal as spanish} from "n2words/es-ES";
import {toCardinal as french} from "n2words/fr-FR";
import {toCardinal as italian} from "n2words/it-IT";
import {toCardinal as dutch} from "n2words/nl-NL";
import {toCardinal as portuguese} from "n2words/pt-PT";
import {expect, test} from "vitest";
import {numeralsIn} from "../../../pipelines/generate/narratives/numerals.js";

const lines = readFileSync(new URL("numerals.txt", import.meta.url), "utf8")
  .split("\n")
  .filter(line => line !== "" && !line.startsWith("#"))
  .map(line => line.split(" =>").map(side => side.trim()) as [string, string]);

/** What is found, as numerals.txt writes it. */
const written = (text: string): string =>
  numeralsIn(text)
    .map(({kind, value, certain}) => `${kind}${certain ? "" : "?"}${Number.isNaN(value) ? "" : ` ${value}`}`)
    .join("; ");

test.each(lines)("%s", (phrase, expected) => {
  expect(written(phrase)).toBe(expected);
});

/** Every number below 1,100, and a prime step through the rest: all places of ones, tens, hundreds and thousands. */
const sampled = [...Array(1_100).keys(), ...Array.from({length: 9_900}, (_, i) => 1_100 + 101 * i).filter(n => n < 1_000_000)];

test("every number that another speller writes is read back, alone and among words", () => {
  const wrong = sampled.filter(n => {
    const phrase = toCardinal(n);
    const american = phrase.replaceAll(" and ", " ");
    const spaced = phrase.replaceAll("-", " ");
    return [
      phrase,
      american,
      spaced,
      `They had ${phrase} lamps, no more.`,
      `${phrase[0]!.toUpperCase()}${phrase.slice(1)} lamps.`
    ].some(text => {
      const [first, ...others] = numeralsIn(text);
      const isOne = n === 1 && first?.certain === false; // alone it may be a pronoun
      return others.length > 0 || first?.kind !== "cardinal" || first.value !== n || !(first.certain || isOne);
    });
  });
  expect(wrong).toEqual([]);
});

test("ordinals of another speller are read back", () => {
  const wrong = sampled.filter(n => {
    if (n === 0 || n % 100_000 === 0) return false; // "one hundred thousandth" is no word of a story
    const [first, ...others] = numeralsIn(`the ${toOrdinal(n)} lamp`);
    return others.length > 0 || first?.kind !== "ordinal" || first.value !== n;
  });
  expect(wrong).toEqual([]);
});

/** Numbers of other languages that are words of English, or names, as well. */
const ALSO_ENGLISH = "dix dos doze due elf once sei sept twee um un één".split(" ");

test("numbers up to twelve of another speller in six languages are read, but those that are English words as well", () => {
  const spellers = {german, spanish, french, italian, dutch, portuguese};
  const unread = Object.values(spellers).flatMap(speller =>
    Array.from({length: 12}, (_, i) => ({n: i + 1, word: speller(i + 1)}))
      .filter(({n, word}) => numeralsIn(`the ${word} lamps`)[0]?.value !== n)
      .map(({word}) => word)
  );
  expect([...new Set(unread)].sort()).toEqual(ALSO_ENGLISH);
});

test("digits with and without separators are read back, with their place", () => {
  fc.assert(
    fc.property(fc.nat(999_999_999), fc.boolean(), (n, isNegative) => {
      const value = isNegative ? -n : n;
      for (const digits of [String(value), value.toLocaleString("en-US")]) {
        const text = `it is ${digits} here`;
        const mentions = numeralsIn(text);
        const expected = {
          start: 6,
          end: 6 + digits.length,
          kind: "cardinal",
          value: isNegative && n > 0 ? value : n,
          certain: true
        };
        if (!isNegative || n > 0) expect(mentions).toEqual([expected]);
      }
    })
  );
});

const pieces = [
  "one",
  "two",
  "twenty",
  "hundred",
  "and",
  "a",
  "half",
  "-",
  " ",
  "  ",
  "\n",
  "3",
  "4",
  ",",
  ".",
  ":",
  "/",
  "–",
  "of",
  "May",
  "past",
  "to",
  "é",
  "٣",
  "½",
  "_",
  "’s",
  "first",
  "dozen",
  "minus",
  "𝟕"
];

test("mentions of any text lie in it, in order and apart, and what stands beyond a paragraph does not change them", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), {maxLength: 40}), words => {
      const text = words.join("");
      const mentions = numeralsIn(text);
      let end = 0;
      for (const mention of mentions) {
        expect(mention.start).toBeGreaterThanOrEqual(end);
        expect(mention.end).toBeGreaterThan(mention.start);
        end = mention.end;
      }
      expect(end).toBeLessThanOrEqual(text.length);
      const apart = "\n\n.\n\n";
      expect(numeralsIn(text + apart + text).length).toBe(2 * mentions.length);
    })
  );
});
