// Solver of the task "sort".
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
