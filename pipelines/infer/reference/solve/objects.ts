// Solver of the task "objects".
import {inWords} from "../../../generate/words/numbers.js";
import {thingsOf} from "../../../generate/words/things.js";
import {block} from "./block.js";
import type {Solver} from "./solver.js";

/** The group of each thing, under its singular and plural names. */
const groupOf = new Map([...thingsOf.values()].flat().flatMap(({group, one, many}) => [one, many].map(name => [name, group])));
const numberOf = new Map([["a", 1], ["an", 1], ...Array.from({length: 100}, (_, n) => [inWords(n), n] as const)]);
const QUESTION = /^I have (.+)\.\nHow many (.+) do I have in all\?(?: My neighbour's guess is (\d+)\.)?$/;

export const objects: Solver = {
  read: prompt => block(prompt, "even where two entries name the same thing."),
  longest: 32_768,
  solve(question, mind) {
    const [, list, wanted, guess] = QUESTION.exec(question) ?? [];
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
