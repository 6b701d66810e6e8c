// Solver of the task "letters".
import {block} from "./block.js";
import type {Solver} from "./solver.js";

const QUESTION = /^(.+)\nHow many times in all do(?:es)? the letters? (.+) occur in these words\?$/;
/** A step is written for every word of a short list; of longer ones about this many steps are written. */
const MOST_STEPS = 24;

/** Counts letters word by word, with errors of a reader who sees words rather than letters. */
export const letters: Solver = {
  read: prompt => block(prompt, "Count letters. A letter that a word has twice counts twice."),
  solve(question, mind) {
    const [, list, wanted] = QUESTION.exec(question) ?? [];
    if (!list || !wanted) throw new SyntaxError("no words or no letters");
    const asked = new Set(wanted.match(/(?<=")[a-z](?=")/g));
    const words = list.split(", ");
    const every = Math.ceil(words.length / MOST_STEPS);
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
