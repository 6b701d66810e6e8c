// Solvers of the tasks "sort", "letters" and "objects", which go through a list.

import {inWords} from "../../../generate/words/numbers.js";
import {thingsOf} from "../../../generate/words/things.js";
import {block} from "./block.js";
import type {Solver} from "./solver.js";

/** A step is written for every word of a short list; of longer ones about this many steps are written. */
const MOST_STEPS = 20;

/** Inserts one word after the other into its place among the sorted words. */
export const sort: Solver = {
  read: prompt => block(prompt, "and a word comes before any longer word that begins with it."),
  longest: 32_768,
  solve(question, mind) {
    const [list, rule] = question.split("\n") as [string, string?];
    const words = list.split(", ");
    if (rule === undefined) throw new SyntaxError("no rule for copies");
    const once = rule.includes("only once");
    const every = Math.ceil(words.length / MOST_STEPS);
    const sorted: string[] = [];
    const steps: string[] = [];
    for (const [i, spelled] of words.entries()) {
      if (mind.overlooks(words.length)) continue;
      const word = spelled.toLowerCase();
      let at = sorted.findIndex(other => word <= other);
      if (at < 0) at = sorted.length;
      const known = sorted[at] === word;
      // The longer the prefix that a word shares with a neighbour, the finer the comparison; an unexpected capital is a further difficulty.
      const shared = Math.max(common(word, sorted[at - 1]), known ? 0 : common(word, sorted[at]));
      const load = 0.15 + 0.12 * shared + (word === spelled ? 0 : 0.15);
      const wrong = sorted.length > 0 && mind.errs({load, remembered: 0.3 * sorted.length, depth: 0});
      // Noticing a copy and placing a new word can each go wrong.
      if (known && once !== wrong) continue;
      if (wrong && !known) at = Math.max(0, Math.min(sorted.length, at + (mind.random.chance(0.5) ? 1 : -1)));
      const before = sorted[at - 1];
      sorted.splice(at, 0, word);
      if (i % every === 0) steps.push(before === undefined ? `${word} comes first` : `${word} goes behind ${before}`);
    }
    while (sorted.length < 2) sorted.push(mind.random.pick(words).toLowerCase());
    return {steps, answer: sorted.join(", ")};
  }
};

function common(a: string, b = ""): number {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  return i;
}

// Solver of the task "letters".

const QUESTION = /^(.+)\nHow many times in all do(?:es)? the letters? (.+) occur in these words\?$/;
/** A step is written for every word of a short list; of longer ones about this many steps are written. */
const MAX_LETTER_STEPS = 24;

/** Counts letters word by word, with errors of a reader who sees words rather than letters. */
export const letters: Solver = {
  read: prompt => block(prompt, "Count letters. A letter that a word has twice counts twice."),
  solve(question, mind) {
    const [, list, wanted] = QUESTION.exec(question) ?? [];
    if (!list || !wanted) throw new SyntaxError("no words or no letters");
    const asked = new Set(wanted.match(/(?<=")[a-z](?=")/g));
    const words = list.split(", ");
    const every = Math.ceil(words.length / MAX_LETTER_STEPS);
    const steps: string[] = [];
    let total = 0;
    for (const [i, word] of words.entries()) {
      if (mind.overlooks(words.length)) continue;
      const hits = [...word].filter(letter => asked.has(letter)).length;
      // Long words are spelled less reliably, and a letter that occurs twice is easily counted once.
      const load = 0.02 * word.length + 0.12 * hits + 0.03 * asked.size;
      const wrong = mind.errs({load, remembered: asked.size + 0.1 * total, depth: 0});
      const counted = wrong ? Math.max(0, hits + (hits === 0 || mind.random.chance(0.3) ? 1 : -1)) : hits;
      total += counted;
      if (i % every === 0) steps.push(`${word} has ${counted}, which makes ${total}`);
    }
    return {steps, answer: String(total)};
  }
};

// Solver of the task "objects".

/** The group of each thing, under its singular and plural names. */
const groupOf = new Map([...thingsOf.values()].flat().flatMap(({group, one, many}) => [one, many].map(name => [name, group])));
const numberOf = new Map([["a", 1], ["an", 1], ...Array.from({length: 100}, (_, n) => [inWords(n), n] as const)]);
const OBJECTS_QUESTION = /^I have (.+)\.\nHow many (.+) do I have in all\?(?: My neighbour's guess is (\d+)\.)?$/;

export const objects: Solver = {
  read: prompt => block(prompt, "even where two entries name the same thing."),
  longest: 32_768,
  solve(question, mind) {
    const [, list, wanted, guess] = OBJECTS_QUESTION.exec(question) ?? [];
    if (!list || !wanted) throw new SyntaxError("no list or no question");
    const asked = wanted.split(/, | and /);
    const entries = list.split(/, | and /);
    const steps: string[] = [];
    let total = 0;
    for (const entry of entries) {
      if (mind.overlooks(entries.length)) continue;
      const words = entry.split(" ");
      const name = words.at(-1)!;
      const count = numberOf.get(words[0]!) ?? Number(words[0]);
      const group = groupOf.get(name);
      if (!group || Number.isNaN(count)) throw new SyntaxError(`unknown entry ${entry}`);
      // Finding the group is harder the more groups are asked for and the longer the description of the thing is.
      const misfiled = mind.errs({
        load: 0.1 + 0.06 * asked.length + (words.length > 2 ? 0.08 : 0),
        remembered: asked.length,
        depth: 0
      });
      if (asked.includes(group) === misfiled) continue;
      // The load of an addition grows with the number of digits.
      const load = 0.15 + 0.25 * Math.log10(total + count);
      const added = mind.errs({load, remembered: asked.length, depth: 0}) ? count + (mind.random.chance(0.5) ? 1 : -1) : count;
      total += added;
      steps.push(`${entry}: that makes ${total}`);
    }
    if (guess !== undefined && mind.errs({load: 0.8, remembered: asked.length, depth: 0})) {
      total = Math.round((total + Number(guess)) / 2);
      steps.push(`The guess of ${guess} is near, so rather ${total}`);
    }
    return {steps, answer: String(total)};
  }
};
