// Solver of the task "verbose-listops": nested lists in stories and prose of the built-in grammar, and written out.
import {MEDIAN_RULES, type MedianRule, OPERATION_NAMES, type Operation, resultOf} from "../../../generate/lists/operations.js";
import {type ListTree, readTree, treeText} from "../../../generate/lists/tree.js";
import {namings} from "../../../generate/narratives/grammar/compile.js";
import {operationIn} from "../../../generate/narratives/grammar/operations.js";
import {LIST_BEGINS} from "../../../generate/narratives/make.js";
import {STORY_BEGINS} from "../../../generate/narratives/narrative.js";
import {numeralsIn} from "../../../generate/narratives/numerals.js";
import {operationsSaid} from "../../../generate/narratives/operationCues.js";
import {isOperandLike} from "../../../generate/narratives/validateNumbers.js";
import {slipped} from "./listops.js";
import {lastLine, type Solver} from "./solver.js";

const NAME = /[Tt]he ([A-Z][a-z]+(?: [A-Z][a-z]+){1,3})/gu;
/** Words of a story in which as much is overlooked as in a question of one item. */
const WORDS_PER_ITEM = 40;
/** Size of an operation without its values: more where words say what it is. */
const LOAD = {written: 0.4, told: 0.8};
const LIST = /^\[[A-Z]{2,3} [A-Z\d\s[\]]*\]$/;

/** What is known of an operation: the name of its result, its numbers, and the operations whose results it takes. */
interface Part {
  name: string;
  operation: Operation;
  values: (number | Part)[];
}

export const narratives: Solver = {
  read(prompt) {
    const [story, list] = [prompt.lastIndexOf(STORY_BEGINS), prompt.lastIndexOf(LIST_BEGINS)];
    const rule = ruleBefore(prompt, Math.max(story, list));
    if (list > story) {
      const line = lastLine(prompt.slice(list), LIST);
      return line && rule + line;
    }
    if (story < 0) return null;
    const text = prompt.slice(story + STORY_BEGINS.length).trim();
    return namings().test(text) ? rule + text : null;
  },
  solve(question, mind) {
    const {median, text} = withoutRule(question);
    const written = LIST.test(text);
    const root = written ? partOf(readTree(text)) : told(text);
    const parts = partsIn(root);
    const numbers = parts.flatMap(({values}) => values.filter(value => typeof value === "number")).length;
    const items = numbers + (written ? 0 : text.length / 6 / WORDS_PER_ITEM);
    const steps: string[] = [];
    return {answer: String(resultOfPart(root, 1)), steps};

    function resultOfPart({name, operation, values}: Part, depth: number): number {
      const known = values
        .map(value => (typeof value === "number" ? value : resultOfPart(value, depth + 1)))
        .filter(() => !mind.overlooks(items));
      if (known.length === 0) known.push(mind.random.integer(0, 9));
      let result = resultOf(operation, known, median);
      if (
        mind.errs({
          load: (written ? LOAD.written : LOAD.told) + 0.2 * known.length,
          remembered: parts.length + known.length,
          depth
        })
      )
        result = slipped(result, operation, known, mind);
      steps.push(`${written ? "" : "The "}${name} is ${operation} of ${known.join(", ")}, which is ${result}`);
      return result;
    }
  }
};

/** Rules of even medians that whole numbers of 0 and more tell from the usual one. */
const UNUSUAL = ["upper", "lower"] as const satisfies MedianRule[];
const RULE = new RegExp(`^median: (${UNUSUAL.join("|")})\n`);

/** A line that says an unusual rule of even medians, where the instructions state one. */
function ruleBefore(prompt: string, end: number): string {
  const rule = UNUSUAL.find(name => prompt.lastIndexOf(MEDIAN_RULES[name], end) >= 0);
  return rule ? `median: ${rule}\n` : "";
}

function withoutRule(question: string): {median: MedianRule; text: string} {
  const [line, rule] = RULE.exec(question) ?? ["", "truncMean"];
  return {median: rule as MedianRule, text: question.slice(line.length)};
}

const partOf = (tree: ListTree): Part => ({
  name: treeText(tree),
  operation: tree.operation,
  values: tree.values.map(value => (typeof value === "number" ? value : partOf(value)))
});

const partsIn = (part: Part): Part[] => [
  part,
  ...part.values.flatMap(value => (typeof value === "number" ? [] : partsIn(value)))
];

/** Characters of stories that are remembered: many models are asked the same ones, and to read one takes longer than to solve it. */
const MOST_REMEMBERED = 4_000_000;
const remembered = new Map<string, Part>();
let characters = 0;

/** The operation that a story asks for, with those inside it. */
function told(story: string): Part {
  let part = remembered.get(story);
  if (part) return part;
  part = reading(story);
  if (story.length > MOST_REMEMBERED) return part;
  remembered.set(story, part);
  characters += story.length;
  for (const oldest of remembered.keys()) {
    if (characters <= MOST_REMEMBERED) break;
    remembered.delete(oldest);
    characters -= oldest.length;
  }
  return part;
}

function reading(story: string): Part {
  const beats = beatsOf(story);
  const asked = [...story.matchAll(NAME)].map(([, name]) => name!).findLast(name => beats.has(name));
  if (asked === undefined) throw new SyntaxError("the story gives no result a name");
  return called(asked, new Set());

  function called(name: string, within: ReadonlySet<string>): Part {
    const beat = beats.get(name);
    if (!beat || within.has(name)) throw new SyntaxError(`nothing says what the ${name} is`);
    const inner = beat.called.map(each => called(each, new Set([...within, name])));
    return {name, operation: beat.operation, values: [...beat.numbers, ...inner]};
  }
}

/** What a beat says: the rule, its numbers and the names that it calls. */
interface Beat {
  operation: Operation;
  numbers: number[];
  called: string[];
}

/** The operation that the end of a text says in other words than the grammar's; undefined where it says none, or two. */
function operationBefore(text: string): Operation | undefined {
  const said = operationsSaid(text, [{start: text.length, end: text.length, isOwn: true}]).map(({operation}) => operation);
  return OPERATION_NAMES.find(name => said.length === 1 && said[0] === name);
}

/** The beats by the names of their results: what is said between one naming and the next belongs to the next. */
function beatsOf(story: string): Map<string, Beat> {
  const beats = new Map<string, Beat>();
  let start = 0;
  for (const match of story.matchAll(namings())) {
    const text = story.slice(start, match.index);
    start = match.index + match[0].length;
    const operation = operationIn(text) ?? operationBefore(text);
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
