// Solver of stories that hide nested lists, as the built-in grammar tells them.

import {namings} from "../../../generate/narratives/grammar/compile.js";
import {operationIn} from "../../../generate/narratives/grammar/operations.js";
import {STORY_BEGINS} from "../../../generate/narratives/make.js";
import {numeralsIn} from "../../../generate/narratives/numerals.js";
import {isOperandLike} from "../../../generate/narratives/validateNumbers.js";
import type {Mind} from "../mind.js";
import {apply, slipped} from "./listops.js";
import type {Solver} from "./solver.js";

const NAME = /[Tt]he ((?:[A-Z][a-z]+) (?:[A-Z][a-z]+))/gu;
/** Words of a story in which as much is overlooked as in a question of one item. */
const WORDS_PER_ITEM = 250;

/** What a beat says: the rule, its numbers and the names that it calls. */
interface Beat {
  operation: string;
  numbers: number[];
  called: string[];
}

export const narratives: Solver = {
  read(prompt) {
    const start = prompt.lastIndexOf(STORY_BEGINS);
    if (start < 0) return null;
    const story = prompt.slice(start + STORY_BEGINS.length).trim();
    return namings().test(story) ? story : null;
  },
  solve(question, mind) {
    const beats = beatsOf(question);
    const asked = [...question.matchAll(NAME)].map(([, name]) => name!).findLast(name => beats.has(name));
    if (asked === undefined) throw new SyntaxError("the story gives no result a name");
    const items = 1 + question.length / 6 / WORDS_PER_ITEM;
    const steps: string[] = [];
    return {answer: String(resultNamed(asked, 1, new Set())), steps};

    function resultNamed(name: string, depth: number, within: ReadonlySet<string>): number {
      const beat = beats.get(name);
      if (!beat || within.has(name)) throw new SyntaxError(`nothing says what the ${name} is`);
      const inner = beat.called.map(each => resultNamed(each, depth + 1, new Set([...within, name])));
      const values = [...beat.numbers, ...inner].filter(() => !mind.overlooks(items));
      if (values.length === 0) values.push(mind.random.integer(0, 9));
      let result = apply(beat.operation, values);
      if (mind.errs({load: 0.4 + 0.2 * values.length, remembered: beats.size + values.length, depth}))
        result = slipped(result, beat.operation, values, mind as Mind);
      steps.push(`The ${name} is ${beat.operation} of ${values.join(", ")}, which is ${result}`);
      return result;
    }
  }
};

/** The beats by the names of their results: what is said between one naming and the next belongs to the next. */
function beatsOf(story: string): Map<string, Beat> {
  const beats = new Map<string, Beat>();
  let start = 0;
  for (const match of story.matchAll(namings())) {
    const text = story.slice(start, match.index);
    start = match.index + match[0].length;
    const operation = operationIn(text);
    if (operation === undefined) continue;
    beats.set(match[1]!, {
      operation,
      numbers: numeralsIn(text)
        .filter(isOperandLike)
        .map(({value}) => value),
      called: [...text.matchAll(NAME)].map(([, name]) => name!)
    });
  }
  for (const beat of beats.values()) beat.called = [...new Set(beat.called)].filter(name => beats.has(name));
  return beats;
}
