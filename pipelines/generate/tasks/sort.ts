// Task "sort": words in alphabetical order.

import {z} from "zod";
import {integerParam, probabilityParam, refuse} from "../parts/params.js";
import {type Random, severalOf} from "../seed.js";
import {task} from "../task.js";
import {english} from "../words/english.js";

/** Number of first letters that the words of a run share; no two runs of a test share them. */
const PREFIX_LETTERS = 3;

const groups: readonly (readonly string[])[] = groupsOf(english);
/** For each run length, the groups of words that are large enough to fill a run. */
const groupsFor = [...Array(1 + Math.max(...groups.map(({length}) => length))).keys()].map(run =>
  groups.filter(({length}) => length >= run)
);

const params = z
  .strictObject({
    length: integerParam(2, 800, 8, "entries of the list, words, duplicates included"),
    run_length: integerParam(
      1,
      groupsFor.length - 1,
      2,
      `words that share their first ${PREFIX_LETTERS} letters, words; 1 = no two words do`
    ),
    prob_mutation: probabilityParam(
      0,
      "probability that a word is written with capitals at its head, throughout or at random, 0 to 1"
    ),
    prob_duplication: z
      .number()
      .min(0)
      .max(0.5)
      .default(0)
      .describe("probability that an entry is the exact copy of another one, 0 to 0.5"),
    duplicates: z
      .enum(["keep", "remove", "mixed"])
      .default("keep")
      .describe("whether copies are to be kept in the answer or written once; mixed = each test says which")
  })
  .superRefine(({length, run_length}, context) => {
    const most = (groupsFor[run_length]?.length ?? 0) * run_length;
    if (length <= most || most === 0) return;
    refuse(
      context,
      `length ${length} is more than the ${most} words in runs of ${run_length}; lower length to ${most} or lower run_length`,
      "length"
    );
  });

export const sort = task({
  name: "sort",
  version: 2,
  summary: "Words put in alphabetical order, with shared beginnings, stray capitals and duplicates.",
  params,
  generate({length, run_length, prob_mutation, prob_duplication, duplicates}, random) {
    let copies = 0;
    for (let i = 2; i < length; i++) if (random.chance(prob_duplication)) copies++;
    const distinct = wordsOf(length - copies, run_length, random);
    const spelled = distinct.map(word => (random.chance(prob_mutation) ? mutated(word, random) : word));
    const list = random.shuffle([...spelled, ...Array.from({length: copies}, () => random.pick(spelled))]);
    const remove = duplicates === "mixed" ? random.chance(0.5) : duplicates === "remove";
    // Without copies the rule about copies stays in the prompt, so that it does not reveal whether there are any.
    const rule = remove
      ? "Write a word that occurs more than once only once."
      : "Write a word that occurs more than once as often as it occurs.";
    const expression = `${list.join(", ")}\n${rule}`;
    const prompt = `Sort these words into alphabetical order. Capital and small letters count as the same letter, and a word comes before any longer word that begins with it.

${expression}

Think it through, then finish with all words on one line, separated by commas:
Answer: <word>, <word>, …`;
    const sorted = (remove ? spelled : list).map(word => word.toLowerCase()).sort();
    return {prompt, expected: sorted.join(", "), guessChance: 1 / orders(sorted), expression};
  },
  answer: {
    // Two or more words separated by commas; quotation marks around a word and brackets around the list are not part of it.
    literal: /(?<![\p{L}\p{N}])\p{L}+["'`*_]*(?:\s*,\s*["'`*_]*\p{L}+(?![\p{N}])["'`*_]*)+/gu,
    normalise(text) {
      const words = text.toLowerCase().replace(/[\s"'`*_]+/gu, "");
      return /^\p{L}+(?:,\p{L}+)+$/u.test(words) ? words.replaceAll(",", ", ") : null;
    }
  }
});

/** Runs of words with a common prefix, each run with its own; only the last run may be shorter. */
function wordsOf(count: number, run: number, random: Random): string[] {
  const words: string[] = [];
  const free = [...groupsFor[run]!];
  while (words.length < count) {
    const at = random.integer(0, free.length - 1);
    const group = free[at]!;
    free[at] = free.at(-1)!;
    free.pop();
    words.push(...severalOf(group, Math.min(run, count - words.length), random));
  }
  return words;
}

/** The same letters in another case. */
function mutated(word: string, random: Random): string {
  const kind = random.integer(0, 2);
  if (kind === 0) return word[0]!.toUpperCase() + word.slice(1);
  if (kind === 1) return word.toUpperCase();
  const mixed = [...word].map(letter => (random.chance(0.5) ? letter.toUpperCase() : letter)).join("");
  return mixed === word ? word.slice(0, -1) + word.at(-1)!.toUpperCase() : mixed;
}

/** Number of orders in which the entries can be written; a blind guess is right with probability 1 over it. */
function orders(sorted: readonly string[]): number {
  let count = 1;
  for (let i = 1, same = 1; i < sorted.length; i++) {
    same = sorted[i] === sorted[i - 1] ? same + 1 : 1;
    count *= (i + 1) / same;
  }
  return count;
}

function groupsOf(words: readonly string[]): string[][] {
  const found = new Map<string, string[]>();
  for (const word of words) {
    const key = word.slice(0, PREFIX_LETTERS);
    const group = found.get(key);
    if (group) group.push(word);
    else found.set(key, [word]);
  }
  return [...found.values()];
}
