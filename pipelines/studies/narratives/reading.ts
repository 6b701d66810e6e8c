// What readers find who do not follow a narrative: its scenes, its numbers, and where it gives its answer away.
import {type Operation, resultOf} from "../../generate/lists/operations.js";
import {atomsOf, depthOf, type ListTree, operationsIn, readTree} from "../../generate/lists/tree.js";
import {anchorsIn} from "../../generate/narratives/anchors.js";
import {instructionsEnd, type NarrativeLine, type Part} from "../../generate/narratives/narrative.js";
import {type Mention, numeralsIn} from "../../generate/narratives/numerals.js";
import {apartFrom} from "../../generate/narratives/validate.js";
import {isOperandLike} from "../../generate/narratives/validateNumbers.js";
import {spanProblems} from "../../generate/narratives/validateParts.js";

/** A beat with the padding behind it. */
export interface Scene {
  node: ListTree;
  beat: Span;
  /** Numbers of the beat, and those of the beat and the padding behind it. */
  told: Mention[];
  all: Mention[];
}

/** A narrative as readers take it who know neither names nor the tree. */
export interface Reading {
  id: string;
  answer: number;
  median: NarrativeLine["median"];
  tree: ListTree;
  operations: ListTree[];
  depth: number;
  text: string;
  /** Absent where the line has none. */
  parts: Part[] | undefined;
  /** In the order of the text; absent without parts. */
  scenes: Scene[] | undefined;
  /** Counting numbers outside instructions and names of results, in the order of the text. */
  numbers: Mention[];
  /** Names of results and all numbers, in the order of the text. */
  masks: Mask[];
}

/** Throws a SyntaxError where the list cannot be read, or where parts do not lie in the text. */
export function readingOf(line: NarrativeLine): Reading {
  const {id, median, ground_truth_value: answer, full_text_for_eval: text, parts, anchors = []} = line;
  const tree = readTree(line.ast_str);
  const operations = operationsIn(tree);
  const [problem] = parts ? spanProblems({text, parts}) : [];
  if (problem) throw new SyntaxError(problem.message);
  const named = anchorsIn(text, anchors);
  const numerals = apartFrom(numeralsIn(text), named).filter(({kind}) => kind !== "pronoun");
  const instructions = parts?.filter(({kind}) => kind === "instructions") ?? [{start: 0, end: instructionsEnd(text)}];
  const numbers = apartFrom(
    numerals.filter(mention => mention.certain && isOperandLike(mention)),
    instructions
  );
  const masks = [
    ...named.map(({start, end}): Mask => ({start, end, as: NAME})),
    ...numerals.map(({start, end}): Mask => ({start, end, as: NUMBER}))
  ].sort((a, b) => a.start - b.start);
  const scenes = parts && scenesOf(parts, {operations, numbers});
  return {id, answer, median, tree, operations, depth: depthOf(tree), text, parts, scenes, numbers, masks};
}

function scenesOf(parts: readonly Part[], {operations, numbers}: Pick<Reading, "operations" | "numbers">): Scene[] {
  const scenes: Scene[] = [];
  let next = 0;
  for (const {kind, operation, start, end} of parts) {
    while (next < numbers.length && numbers[next]!.start < start) next++;
    const own: Mention[] = [];
    for (; next < numbers.length && numbers[next]!.end <= end; next++) own.push(numbers[next]!);
    if (kind === "beat") {
      const node = operations[operation ?? -1];
      if (!node) throw new SyntaxError(`A beat tells operation ${operation}, and the list has ${operations.length}.`);
      scenes.push({node, beat: {start, end}, told: own, all: own});
    } else if (kind === "padding" && scenes.length > 0) {
      const scene = scenes.at(-1)!;
      scene.all = [...scene.all, ...own];
    }
  }
  return scenes;
}

type Median = Pick<Reading, "median">;
const applied = (operation: Operation, numbers: readonly Mention[], {median}: Median): number | null =>
  numbers.length === 0
    ? null
    : resultOf(
        operation,
        numbers.map(({value}) => value),
        median
      );

/** The operation of a scene over the numbers of its beat; null where it has none. */
export const sceneAnswer = (scene: Scene | undefined, of: Median): number | null =>
  scene === undefined ? null : applied(scene.node.operation, scene.told, of);

/** The outermost operation over its own numbers, without results of others; null where it has none. */
export function rootAnswer({tree, median}: Reading): number | null {
  const own = atomsOf(tree);
  return own.length === 0 ? null : resultOf(tree.operation, own, median);
}

/**
 * The answer of a reader who drops stretches of the text and then reads the last scene that has a number left, padding and all; null where
 * none has.
 * @param dropped in the order of the text
 */
export function strippedAnswer(scenes: readonly Scene[], dropped: readonly Span[], of: Median): number | null {
  for (const {node, all} of scenes.toReversed()) {
    const left = apartFrom(all, dropped);
    if (left.length > 0) return applied(node.operation, left, of);
  }
  return null;
}

/** The largest of the numbers; null for none. */
export const largestNumber = ({numbers}: Reading): number | null =>
  numbers.length === 0 ? null : numbers.reduce((most, {value}) => Math.max(most, value), Number.NEGATIVE_INFINITY);

/** The number that stands last in the text; null for none. */
export const lastNumber = ({numbers}: Reading): number | null => numbers.at(-1)?.value ?? null;

/** Whether the text gives its answer away: it has it more often than operands account for, or on a line without other words. */
export function leaksAnswer({text, answer, numbers, scenes, operations}: Reading): boolean {
  const stated = numbers.filter(({value}) => value === answer);
  if (stated.some(mention => standsAlone(text, mention))) return true;
  const times = (node: ListTree) => atomsOf(node).filter(value => value === answer).length;
  if (!scenes) return stated.length > operations.reduce((sum, node) => sum + times(node), 0);
  let accounted = 0;
  for (const {node, told} of scenes) {
    const own = told.filter(({value}) => value === answer).length;
    accounted += Math.min(own, times(node));
  }
  return stated.length > accounted;
}

const LETTERS = /[\p{L}\p{N}]/u;
function standsAlone(text: string, {start, end}: Span): boolean {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const line = text.indexOf("\n", end);
  return (
    !LETTERS.test(text.slice(start === 0 ? 0 : from, start)) && !LETTERS.test(text.slice(end, line < 0 ? text.length : line))
  );
}

const FILLER = "padding|filler|distract(?:or|ion)|noise|interlude|irrelevant";
/** What marks padding as such, the longest first: a stretch between tags, a paragraph with a label, a bracket. */
const SEGMENTS = [
  new RegExp(`<(${FILLER})\\b[^<>]*>[\\s\\S]{0,50000}?</\\1>`, "giu"),
  new RegExp(`\\[(?:begin|start)[^\\]\\n]*(?:${FILLER})[^\\]\\n]*\\][\\s\\S]{0,50000}?\\[end[^\\]\\n]*\\]`, "giu"),
  new RegExp(
    `^[ \\t]*(?:\\[[^\\]\\n]*(?:${FILLER})[^\\]\\n]*\\]|[*_#]*(?:${FILLER})[^\\n:]{0,30}:)(?:.|\\n(?!\\s*\\n))*`,
    "gimu"
  ),
  /\[[^[\]]*\]|\{[^{}]*\}/gu
];

/** What a regular expression takes for padding, in the order of the text: segments in brackets, between tags, or with a label. */
export function markedSegments(text: string): Span[] {
  const all = SEGMENTS.flatMap(pattern =>
    Array.from(text.matchAll(pattern), ({0: words, index}) => ({start: index, end: index + words.length}))
  ).sort((a, b) => a.start - b.start || b.end - a.end);
  const found: Span[] = [];
  for (const span of all) if (span.start >= (found.at(-1)?.end ?? 0)) found.push(span);
  return found;
}

// Sentences of a story, and their words with names and numbers masked.

/** A stretch of a text, UTF-16 code units; `end` is behind its last. */
export type Span = Pick<Part, "start" | "end">;

/** A line's end, or the end of a sentence with its closing quotes, where what follows does not go on in lower case. */
const SENTENCE_END = /\n|[.!?…]+["'”’)\]]*(?=\s+[^\s\p{Ll}])/gu;
/** Titles with a point that ends no sentence. */
const TITLE = /\b(?:Mr|Mrs|Ms|Dr|St|No|Prof|Capt)$/u;
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*|[^\s\p{L}\p{M}\p{N}]/gu;

/** Sentences of a stretch; a line's end ends a sentence, too. White space around them is left out. */
export function sentencesIn(text: string, {start, end}: Span): Span[] {
  const part = text.slice(start, end);
  const found: Span[] = [];
  let from = 0;
  const add = (to: number): void => {
    const words = part.slice(from, to);
    const first = from + words.length - words.trimStart().length;
    const last = first + words.trim().length;
    if (last > first) found.push({start: start + first, end: start + last});
    from = to;
  };
  for (const match of part.matchAll(SENTENCE_END)) {
    if (match[0] === "." && TITLE.test(part.slice(Math.max(0, match.index - 5), match.index))) continue;
    add(match.index + match[0].length);
  }
  add(part.length);
  return found;
}

/** What stands for a name, and for a number. */
const NAME = "@";
const NUMBER = "#";

/** A stretch that is masked as a whole. */
interface Mask extends Span {
  as: typeof NAME | typeof NUMBER;
}

/**
 * The words and signs of each sentence in lower case, names and numbers masked. Names are the given stretches, a line's speaker, and words
 * with a capital that somewhere in these sentences stands within one; runs of them count once.
 * @param masks in the order of the text; of two that overlap the first counts
 */
export function maskedSentences(text: string, sentences: readonly Span[], masks: readonly Mask[]): string[][] {
  const names = new Set<string>();
  for (const {start, end} of sentences) {
    let opens = true;
    for (const {0: word, index} of text.slice(start, end).matchAll(WORD)) {
      const capital = isCapital(word);
      if (capital && (!opens || (index === 0 && text[start + word.length] === ":"))) names.add(word);
      opens = !/^[\p{L}\p{N}]/u.test(word) && word !== "," && word !== "-";
    }
  }
  let next = 0;
  return sentences.map(({start, end}) => {
    const words: string[] = [];
    for (const {0: word, index} of text.slice(start, end).matchAll(WORD)) {
      const at = start + index;
      while (next < masks.length && masks[next]!.end <= at) next++;
      const mask = masks[next];
      const masked = mask && mask.start < at + word.length ? mask.as : names.has(word) ? NAME : word.toLowerCase();
      if ((masked === NAME || masked === NUMBER) && words.at(-1) === masked) continue;
      words.push(masked);
    }
    return words;
  });
}

/** Whether a word may be a name: a capital first, and not "I" with what hangs on it. */
const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word) && !/^I(?:$|['’])/u.test(word);
