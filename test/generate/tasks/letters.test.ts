import {describe, expect, test} from "vitest";
import {letters} from "../../../pipelines/generate/tasks/letters.js";
import {english} from "../../../pipelines/generate/words/english.js";
import {repetitions} from "../../repetitions.js";
import {many} from "./many.js";
import {lastAnswer, question, questions, refusals} from "./testing.js";

const POINTS = [
  {},
  {letters_common: 0, letters_uncommon: 0, letters_rare: 1, target_words: 1, confounders: 0},
  {
    letters_common: 2,
    letters_uncommon: 2,
    letters_rare: 2,
    target_words: 20,
    confounders: 10,
    min_word_length: 3,
    max_word_length: 14
  },
  {
    letters_common: 1,
    letters_uncommon: 1,
    letters_rare: 1,
    target_words: 12,
    confounders: 4,
    min_word_length: 8,
    max_word_length: 12
  }
];
const dictionary = new Set(english);

/** Words and letters as a reader finds them in the prompt's text. */
function read(prompt: string) {
  const [, list, wanted] = /\n\n(.+)\nHow many times in all do(?:es)? the letters? (.+) occur in these words\?\n\n/.exec(prompt)!;
  return {words: list!.split(", "), asked: wanted!.split(/, | and /).map(quoted => JSON.parse(quoted) as string)};
}
const occurrences = (text: string, letter: string) => text.split(letter).length - 1;

describe("answers", () => {
  test("are the sum over the letters of how often each splits the text on generated tests", () => {
    for (const {prompt, expected, guessChance} of many(letters, POINTS, repetitions(2500))) {
      const {words, asked} = read(prompt);
      const text = words.join(" ");
      const total = asked.map(letter => occurrences(text, letter)).reduce((a, b) => a + b);
      if (String(total) !== expected) throw new Error(`${total}, not ${expected}: ${prompt}`);
      const guesses = words.map(word => word.length).reduce((a, b) => a + b) + 1;
      if (Math.abs(guessChance * guesses - 1) > 1e-12) throw new Error(`guess ${guessChance}`);
      if (new Set(words).size !== words.length || !words.every(word => dictionary.has(word))) throw new Error(`words: ${words}`);
    }
  });

  test.each([
    ["Answer: 7", "7"],
    ["There are 3 + 4 = **7** of them", "7"],
    ["Answer: none", null]
  ])("the last literal of %j is %j", (text, answer) => expect(lastAnswer(letters, text)).toBe(answer));
});

describe("parameters", () => {
  test("letters of each kind, targets, confounders and lengths are what they say", () => {
    const kinds = {common: "etaoinshrd", uncommon: "lcumwfgy", rare: "pbvkjxqz"};
    const given = {
      letters_common: 1,
      letters_uncommon: 2,
      letters_rare: 3,
      target_words: 9,
      confounders: 4,
      min_word_length: 5,
      max_word_length: 9
    };
    const seen = new Set<string>();
    for (const {prompt} of many(letters, [given], 200)) {
      const {words, asked} = read(prompt);
      const among = (kind: string) => asked.filter(letter => kind.includes(letter)).length;
      expect([among(kinds.common), among(kinds.uncommon), among(kinds.rare)]).toEqual([1, 2, 3]);
      const targets = words.filter(word => asked.some(letter => word.includes(letter)));
      expect([targets.length, words.length]).toEqual([9, 13]);
      for (const letter of asked) expect(targets.some(word => word.includes(letter))).toBe(true);
      for (const word of words) expect(word.length >= 5 && word.length <= 9).toBe(true);
      for (const letter of asked) seen.add(letter);
    }
    expect(seen.size).toBe(26);
    expect(
      [kinds.common, kinds.uncommon, kinds.rare]
        .flatMap(kind => [...kind])
        .sort()
        .join("")
    ).toBe("abcdefghijklmnopqrstuvwxyz");
  });

  test("impossible ones are refused with the way out", () => {
    expect(refusals(letters, {letters_common: 3, target_words: 3})).toEqual([
      "target_words 3 is fewer than the 4 letters asked for; raise target_words to 4 or ask for fewer letters"
    ]);
    expect(refusals(letters, {letters_common: 0, letters_uncommon: 0})[0]).toMatch(/^no letter is asked for; raise/);
    expect(refusals(letters, {min_word_length: 9, max_word_length: 4})[0]).toMatch(
      /^min_word_length 9 is more than max_word_length 4/
    );
    expect(
      refusals(letters, {letters_common: 4, min_word_length: 12, max_word_length: 14, target_words: 80, confounders: 60})[0]
    ).toMatch(/^too few words of 12 to 14/);
    expect(refusals(letters, {min_word_length: 14, max_word_length: 14, target_words: 50})[0]).toMatch(
      /^too few words of 14 to 14/
    );
    expect(refusals(letters, {})).toEqual([]);
  });

  test("whatever is not refused can be made", () => {
    for (const letters_common of [1, 3, 5])
      for (const min_word_length of [3, 8, 11, 14])
        for (const confounders of [0, 5, 60]) {
          const given = {letters_common, min_word_length, max_word_length: 14, confounders};
          if (letters.params.safeParse({...given, target_words: 6}).success)
            expect([...many(letters, [{...given, target_words: 6}], 5)]).toHaveLength(5);
        }
  });
});

test("test k alone is test k of a longer run", () => {
  const run = questions(letters, {}, 30);
  for (const k of [0, 7, 29]) expect(question(letters, {}, k)).toEqual(run[k]);
});
