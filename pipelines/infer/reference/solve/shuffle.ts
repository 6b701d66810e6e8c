// Solver of the task "shuffle".
import {block, optionsIn} from "./block.js";
import type {Solver} from "./solver.js";

const START = /^(\w+) (?:gets|is to dance with|takes|has|holds) (.+)\.$/;
const SWAP = /\b(?:swap|trades?|exchange|switch|changes places)\b/;
const NO_SWAP = /\b(?:but|nearly)\b/;
/** Number of swaps beyond which only some of them are written down. */
const MOST_STEPS = 24;

/** Remembers what everybody has and carries out one swap after the other. */
export const shuffle: Solver = {
  read: prompt => block(prompt, "Only a swap that is said to happen changes anything."),
  longest: 65_536,
  solve(question, mind) {
    const {random} = mind;
    const [start, story, asked] = question.split("\n");
    const options = optionsIn(question);
    if (!start || !story || !asked || options.length === 0) throw new SyntaxError("no story or no options");
    const held = new Map<string, string>();
    for (const sentence of start.split(/(?<=\.) /)) {
      const [, name, thing] = START.exec(sentence) ?? [];
      if (name && thing) held.set(name, thing);
    }
    const names = [...held.keys()];
    const first = new Map(held);
    const sentences = story.split(/(?<=\.) /);
    const every = Math.ceil(sentences.length / MOST_STEPS);
    const steps: string[] = [];
    for (const [i, sentence] of sentences.entries()) {
      const about = namesIn(sentence, held);
      const a = about[0];
      let b = about[1];
      if (a === undefined || mind.overlooks(sentences.length)) continue;
      if (sentence.startsWith("Remember")) {
        // The memory of the start may overwrite the present state.
        if (mind.errs({load: 0.5, remembered: names.length * 0.5, depth: 0})) held.set(a, first.get(a)!);
        continue;
      }
      if (b === undefined) continue;
      const real = SWAP.test(sentence) && !NO_SWAP.test(sentence);
      const wrong = mind.errs({load: real ? 0.9 : 0.5, remembered: names.length * 0.8, depth: 0});
      if (!real && !wrong) continue;
      if (real && wrong) b = random.pick(names.filter(name => name !== a && (name !== about[1] || names.length === 2)));
      if (real && wrong && names.length === 2) continue; // with two people the only possible mistake is to omit the swap
      const [had, gets] = [held.get(a)!, held.get(b)!];
      held.set(a, gets).set(b, had);
      if (i % every === 0) steps.push(`Now ${a} has ${gets} and ${b} has ${had}`);
    }
    const whose = namesIn(asked, held)[0];
    const answer = options.find(({text}) => text === held.get(whose ?? ""));
    if (!whose || !answer) throw new SyntaxError("nobody is asked about");
    steps.push(`In the end ${whose} has ${answer.text}`);
    return {steps, answer: answer.letter};
  }
};

const namesIn = (sentence: string, held: ReadonlyMap<string, string>) =>
  (sentence.match(/\b[A-Z]\w+/g) ?? []).filter(word => held.has(word));
