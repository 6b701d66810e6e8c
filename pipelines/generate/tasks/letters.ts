// Task "letters": how often certain letters occur in a list of words.

import {z} from "zod";
import {integerForm} from "../parts/forms.js";
import {integerParam, refuse} from "../parts/params.js";
import {type Random, randomOf} from "../seed.js";
import {type Question, task} from "../task.js";
import {english} from "../words/english.js";

// Selects English words by the letters that they contain and lack.

/** Lengths of the shortest and the longest word of the list, letters. */
const SHORTEST = 3;
const LONGEST = 14;

/** All words, shorter ones first; `starts` holds the position at which each length begins. */
const words = [...english].sort((a, b) => a.length - b.length);
const starts = Array.from({length: LONGEST + 2}, (_, size) => words.filter(word => word.length < size).length);
/** Letters of each word as a bit set, one bit for each letter. */
const sets = Int32Array.from(words, setOf);
const WITH = new Int32Array(words.length);
const WITHOUT = new Int32Array(words.length);

/** Words with and without certain letters, as positions in `words`. */
interface Pools {
  having: Int32Array;
  lacking: Int32Array;
  /** The words of `having` with a certain letter, by the letter's bit; computed on first use. */
  byLetter: Map<number, Int32Array>;
}

/** Most pools that are kept in memory: tests of one point draw the same few sets of letters again and again. */
const MOST_KEPT = 128;
const kept = new Map<string, Pools | null>();

/**
 * Words of certain lengths with and without the letters; null where one of the letters occurs in none of them.
 * @param lengths shortest and longest word, letters, 3 to 14
 */
function pools(letters: Iterable<string>, [shortest, longest]: readonly [number, number]): Pools | null {
  const mask = setOf(letters);
  const id = `${mask} ${shortest} ${longest}`;
  let found = kept.get(id);
  if (found !== undefined) return found;
  found = split(mask, starts[shortest]!, starts[longest + 1]!);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(id, found);
  return found;
}

function split(mask: number, from: number, to: number): Pools | null {
  let missing = mask;
  let count = 0;
  let others = 0;
  // Typed arrays that are kept between calls are ten times as fast as growing arrays.
  for (let i = from; i < to; i++) {
    const shared = sets[i]! & mask;
    missing &= ~shared;
    if (shared === 0) WITHOUT[others++] = i;
    else WITH[count++] = i;
  }
  if (missing !== 0) return null;
  return {having: WITH.slice(0, count), lacking: WITHOUT.slice(0, others), byLetter: new Map()};
}

/** A random word that contains a letter. */
function pickWith(letter: string, {having, byLetter}: Pools, random: Random): string {
  const bit = setOf(letter);
  const fitting = byLetter.get(bit) ?? having.filter(word => sets[word]! & bit);
  byLetter.set(bit, fitting);
  return words[fitting[random.integer(0, fitting.length - 1)]!]!;
}

/** Adds words of a pool to `chosen` until it has `size`, none twice. The pool must hold enough words and is unchanged afterwards. */
function fill(chosen: Set<string>, size: number, pool: Int32Array, random: Random): void {
  const swaps: number[] = [];
  for (let i = 0; chosen.size < size; i++) {
    const j = random.integer(i, pool.length - 1);
    swap(pool, i, j);
    swaps.push(j);
    chosen.add(words[pool[i]!]!);
  }
  for (let i = swaps.length - 1; i >= 0; i--) swap(pool, i, swaps[i]!);
}

function swap(pool: Int32Array, i: number, j: number): void {
  const word = pool[i]!;
  pool[i] = pool[j]!;
  pool[j] = word;
}

/** Number of characters of a text that are among the letters, repeated ones counted each time. */
function occurrences(text: string, letters: Iterable<string>): number {
  const mask = setOf(letters);
  let count = 0;
  for (let i = 0; i < text.length; i++) count += (mask >> (text.charCodeAt(i) - 97)) & 1;
  return count;
}

function setOf(letters: Iterable<string>): number {
  let set = 0;
  for (const letter of letters) set |= 1 << (letter.charCodeAt(0) - 97);
  return set;
}

/** The alphabet by frequency in English text: the first ten letters make up three quarters of it, the last eight a twentieth. */
const COMMON = [..."etaoinshrd"];
const UNCOMMON = [..."lcumwfgy"];
const RARE = [..."pbvkjxqz"];

/** Number of letter sets that are tried before parameters are refused, and how many of them must leave enough words. */
const PROBES = 60;
const FEASIBLE = 6;
/** Most draws of letters; if a tenth of all sets is feasible, all draws fail once in 10^18 tests. */
const MOST_DRAWS = 400;

const letterCount = (which: string, most: number) =>
  z.int().min(0).max(most).describe(`letters asked for out of ${which}, letters`);
const length = (what: string) => z.int().min(SHORTEST).max(LONGEST).describe(`${what} word, letters`);
const params = z
  .strictObject({
    letters_common: letterCount(`the ${COMMON.length} most common ones (${COMMON.join("")})`, 5).default(1),
    letters_uncommon: letterCount(`the next ${UNCOMMON.length} (${UNCOMMON.join("")})`, 5).default(1),
    letters_rare: letterCount(`the ${RARE.length} rarest (${RARE.join("")})`, 5).default(0),
    min_word_length: length("shortest").default(4),
    max_word_length: length("longest").default(8),
    target_words: integerParam(1, 200, 5, "words with at least one of the letters; each letter is in one at least"),
    confounders: integerParam(0, 200, 3, "words with none of the letters")
  })
  .superRefine((given, context) => {
    const {letters_common, letters_uncommon, letters_rare, min_word_length, max_word_length, target_words} = given;
    const letters = letters_common + letters_uncommon + letters_rare;
    if (letters === 0)
      return refuse(context, "no letter is asked for; raise letters_common, letters_uncommon or letters_rare", "letters_common");
    if (min_word_length > max_word_length)
      return refuse(
        context,
        `min_word_length ${min_word_length} is more than max_word_length ${max_word_length}; swap them`,
        "min_word_length"
      );
    if (target_words < letters)
      return refuse(
        context,
        `target_words ${target_words} is fewer than the ${letters} letters asked for; raise target_words to ${letters} or ask for fewer letters`,
        "target_words"
      );
    const random = randomOf("letters: probes");
    let feasible = 0;
    for (let i = 0; i < PROBES; i++) if (enough(draw(given, random), given)) feasible++;
    if (feasible < FEASIBLE)
      refuse(
        context,
        `too few words of ${min_word_length} to ${max_word_length} letters for target_words ${target_words} and confounders ${given.confounders}; lower one of them, ask for fewer letters or widen the lengths`,
        "target_words"
      );
  });
type Params = z.infer<typeof params>;

export const letters = task({
  name: "letters",
  version: 2,
  summary: "How often some letters occur in a list of words.",
  params,
  generate(given, random) {
    for (let tries = 0; tries < MOST_DRAWS; tries++) {
      const asked = draw(given, random);
      const found = enough(asked, given);
      if (found) return questionOf(asked, found, given, random);
    }
    throw new RangeError("no letters were found that leave words enough; ask for fewer letters or widen the lengths");
  },
  answer: integerForm
});

/** Randomly drawn letters of each frequency class, the rarest last. */
function draw({letters_common, letters_uncommon, letters_rare}: Params, random: Random): string[] {
  const some = (list: string[], count: number) => random.shuffle(list).slice(0, count);
  return [...some(COMMON, letters_common), ...some(UNCOMMON, letters_uncommon), ...some(RARE, letters_rare)];
}

/** The words to choose from; null where there are too few for the parameters. */
function enough(asked: string[], {min_word_length, max_word_length, target_words, confounders}: Params): Pools | null {
  const found = pools(asked, [min_word_length, max_word_length]);
  return found && found.having.length >= target_words && found.lacking.length >= confounders ? found : null;
}

function questionOf(asked: string[], found: Pools, {target_words, confounders}: Params, random: Random): Question {
  // First one word for each letter, starting with the rarest letter, which has the fewest words to choose from.
  const chosen = new Set<string>();
  for (const letter of asked.toReversed()) {
    if ([...chosen].some(word => word.includes(letter))) continue;
    chosen.add(pickWith(letter, found, random));
  }
  fill(chosen, target_words, found.having, random);
  fill(chosen, target_words + confounders, found.lacking, random);
  const list = random.shuffle([...chosen]);
  const quoted = random.shuffle(asked).map(letter => `"${letter}"`);
  const named = quoted.length > 1 ? `letters ${quoted.slice(0, -1).join(", ")} and ${quoted.at(-1)}` : `letter ${quoted[0]}`;
  const all = list.join("");
  const expected = occurrences(all, asked);
  const expression = `${list.join(", ")}\nHow many times in all ${quoted.length > 1 ? "do" : "does"} the ${named} occur in these words?`;
  const prompt = `Count letters. A letter that a word has twice counts twice.

${expression}

Think it through, then finish with the number in digits:
Answer: <number>`;
  // A guesser is assumed to choose a number uniformly between none and all letters of the list.
  return {prompt, expected: String(expected), guessChance: 1 / (all.length + 1), expression};
}
