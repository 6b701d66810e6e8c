// Step-level scoring: the value that a response states for each intermediate result, and the first that departs from the right one.

import {OPERATION_NAMES} from "../generate/lists/operations.js";
import {type ListTree, readTree, treeText} from "../generate/lists/tree.js";
import type {Step} from "../generate/task.js";
import {inWords} from "../generate/words/numbers.js";
import {groupBy} from "../stats/groupBy.js";

// Finds where a text speaks of intermediate results: by their names, or by the lists that they are the results of.

/** A place at which a text speaks of steps: several where equal lists stand in several places, none where it is a list of its own. */
interface Mention {
  steps: readonly number[];
  start: number;
  end: number;
}

/** Finds mentions in a text, in their order. One pass: the time grows with the text alone. */
type FindMentions = (text: string) => Mention[];

/** Steps are called by a name, with or without its article, or by a list in square brackets. */
function mentionsOf(steps: readonly Step[]): FindMentions {
  const lists = steps.flatMap(({name}, step) => (name.startsWith("[") ? [{step, tree: readTree(name)}] : []));
  const named = steps.flatMap(({name}, step) => (name.startsWith("[") ? [] : [{step, words: wordsIn(name)}]));
  const results = steps.map(({value}) => value);
  const [ofWords, ofLists] = [byWords(named), byLists(lists, results)];
  return text =>
    [...(named.length > 0 ? ofWords(text) : []), ...(lists.length > 0 ? ofLists(text) : [])].sort((a, b) => a.start - b.start);
}

const NAME_WORD = /[\p{L}\p{N}]+/gu;
const wordsIn = (name: string): string[] =>
  name
    .replace(/^the\s+/iu, "")
    .toLowerCase()
    .match(NAME_WORD) ?? [];

/** Most characters between two words of one name: a blank, a line's end, marks of emphasis. */
const GAP = 4;

/** Names of one or more words; of two names that begin alike the longer one is meant. */
function byWords(named: readonly {step: number; words: readonly string[]}[]): FindMentions {
  const byFirst = new Map<string, {step: number; words: readonly string[]}[]>();
  for (const each of named.toSorted((a, b) => b.words.length - a.words.length))
    byFirst.set(each.words[0] ?? "", [...(byFirst.get(each.words[0] ?? "") ?? []), each]);
  return text => {
    const found: Mention[] = [];
    const next = new RegExp(NAME_WORD);
    for (let match = next.exec(text); match; match = next.exec(text)) {
      for (const {step, words} of byFirst.get(match[0].toLowerCase()) ?? []) {
        const end = endOf(text, words, match.index);
        if (end === undefined) continue;
        found.push({steps: [step], start: match.index, end});
        next.lastIndex = end;
        break;
      }
    }
    return found;
  };
}

/** Where these words end that begin at a place; undefined where others stand there. */
function endOf(text: string, words: readonly string[], start: number): number | undefined {
  const word = new RegExp(NAME_WORD);
  word.lastIndex = start;
  let end = start;
  for (const expected of words) {
    const match = word.exec(text);
    if (!match || match[0].toLowerCase() !== expected || (end > start && match.index - end > GAP)) return undefined;
    end = match.index + match[0].length;
  }
  return end;
}

/** An operation, with an inner list where one is open and what stands in it so far: numbers, and steps whose lists stood there. */
interface Open {
  start: number;
  operation: string;
  values: (number | {steps: readonly number[]})[];
  broken: boolean;
}

const TOKEN = /[[\]]|-?\d+|[A-Za-z_]+|[^\s,\\]/gu;
/** `MAX(3, 9)`, `max of 3, 9 and 2`: an operation with its numbers outside of brackets. */
const CALL =
  /\b(MAX|MIN|MED|MEDIAN|SM|SUM|AVG)\b(?:\s+of\s+|\s*\(\s*)(-?\d+(?:(?:\s*,\s*|\s+and\s+|\s*,\s*and\s+)-?\d+){0,63})\s*\)?/giu;

/** A step with its list, and for each value of the list the steps whose result it is; none for a number. */
interface Candidate {
  step: number;
  name: string;
  inner: (readonly number[])[];
}

/**
 * Lists in square brackets, whole or with inner lists replaced by numbers: `[SM 8 1 [MAX 9 2]]` and `[SM 8 1 9]` are the same step. Which
 * number stands for an inner list does not matter where one step alone can be meant; otherwise it must be the right one.
 */
function byLists(lists: readonly {step: number; tree: ListTree}[], results: readonly Step["value"][]): FindMentions {
  const masks = new Map<string, Set<string>>();
  const index = new Map<string, Candidate[]>();
  const named = groupBy(
    lists.map(({step, tree}) => ({step, name: treeText(tree)})),
    ({name}) => name
  );
  for (const {step, tree} of lists) {
    const {operation, values} = tree;
    const shape = `${operation} ${values.length}`;
    masks.set(shape, (masks.get(shape) ?? new Set()).add(values.map(value => (typeof value === "number" ? "." : "#")).join("")));
    const inner = values.map(value =>
      typeof value === "number" ? [] : (named.get(treeText(value)) ?? []).map(({step}) => step)
    );
    const key = `${operation} ${values.map(value => (typeof value === "number" ? value : "#")).join(" ")}`;
    index.set(key, [...(index.get(key) ?? []), {step, name: treeText(tree), inner}]);
  }

  return text => {
    const mentions: Mention[] = [];
    const open: Open[] = [];
    for (const {0: token, index: at} of text.matchAll(TOKEN)) {
      const top = open.at(-1);
      if (token === "[") open.push({start: at, operation: "", values: [], broken: false});
      else if (!top) continue;
      else if (token === "]") {
        open.pop();
        const steps = top.broken ? [] : found(top.operation, top.values);
        mentions.push({steps, start: top.start, end: at + 1});
        open.at(-1)?.values.push({steps});
      } else if (/^-?\d/u.test(token)) top.values.push(Number(token));
      else if (top.operation === "" && top.values.length === 0) top.operation = operationNamed(token);
      else top.broken = true;
    }
    for (const {0: words, 1: name, 2: numbers, index: start} of text.matchAll(CALL)) {
      const steps = found(operationNamed(name!), numbers!.match(/-?\d+/gu)!.map(Number));
      if (steps.length > 0) mentions.push({steps, start, end: start + words.length});
    }
    return mentions;
  };

  /** The steps that a list can be; none where it could be different ones. */
  function found(operation: string, values: Open["values"]): readonly number[] {
    const fitting = [...(masks.get(`${operation} ${values.length}`) ?? [])].flatMap(mask => {
      const key = values.map((value, i) => (mask[i] === "#" ? "#" : typeof value === "number" ? value : "?")).join(" ");
      return index.get(`${operation} ${key}`) ?? [];
    });
    if (fitting.length < 2 || fitting.every(({name}) => name === fitting[0]!.name)) return fitting.map(({step}) => step);
    const exact = fitting.filter(({inner}) =>
      inner.every((steps, i) => {
        const value = values[i]!;
        if (steps.length === 0) return true;
        return typeof value === "number" ? results[steps[0]!] === value : value.steps.some(step => steps.includes(step));
      })
    );
    return exact.every(({name}) => name === exact[0]!.name) ? exact.map(({step}) => step) : [];
  }
}

const operationNamed = (word: string): string => {
  const name = word.toUpperCase();
  if (name === "MEDIAN") return "MED";
  if (name === "SUM_MOD") return "SM";
  return (OPERATION_NAMES as readonly string[]).includes(name) ? name : "?";
};

/** Most characters behind a name within which its value is looked for, and before it. */
const AHEAD = 400;
const BEHIND = 80;

/** What stands before a name with which another is compared: "2 more than Ann: 7 + 2 = 9" says nothing of Ann. */
const COMPARED = /\b(?:than|after|before|(?:north|south|east|west)\s+of)\s+(?:the\s+)?["'“‘]?$/iu;
const COMPARED_BEHIND = 16;

/** The values that a text states for steps, by the step's place: of several statements about a step the last one holds. */
export function statedValues(response: string, steps: readonly Step[]): Map<number, Step["value"]> {
  const text = plain(response);
  const mentions = mentionsOf(steps)(text).filter(
    ({start}) => !COMPARED.test(text.slice(Math.max(0, start - COMPARED_BEHIND), start))
  );
  const stated = new Map<number, Step["value"]>();
  const starts = mentions.map(({start}) => start);
  mentions.forEach((mention, i) => {
    const next = mentions[firstFrom(starts, mention.end)];
    let [number, wording]: [number | undefined, string | undefined] = [undefined, undefined];
    for (const step of mention.steps) {
      const {value} = steps[step]!;
      if (typeof value === "number") number ??= valueBehind(text, mention, next) ?? valueBefore(text, mention, mentions[i - 1]);
      else wording = wordsBehind(text, mention, {next, value});
      const found = typeof value === "number" ? number : wording;
      if (found !== undefined) stated.set(step, found);
    }
  });
  return stated;
}

/**
 * Measures of a response's way to its answer: `steps` in the question, how many of them it states a value of (`steps_stated`), how many
 * rightly (`steps_right`), and the 1-based place of the first that departs (`first_wrong_step`), in the order in which results can be had;
 * without it where none departs.
 */
export function stepMeasures(response: string, steps: readonly Step[]): Record<string, number> {
  const stated = statedValues(response, steps);
  const wrong = steps.findIndex(({value}, step) => stated.has(step) && stated.get(step) !== value);
  const right = steps.filter(({value}, step) => stated.get(step) === value).length;
  return {
    steps: steps.length,
    steps_stated: stated.size,
    steps_right: right,
    ...(wrong >= 0 && {first_wrong_step: wrong + 1})
  };
}

/** The place of the first of ascending numbers that is no less than a bound. */
function firstFrom(ascending: readonly number[], bound: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A text without marks of emphasis, code and LaTeX; a box is what it holds. */
const plain = (text: string): string =>
  text
    .replace(/\\(?:boxed|text|mathrm|mathbf|textbf|operatorname)\s*\{([^{}\\]{0,400})\}/gu, "$1")
    .replace(/\\(?:rightarrow|Rightarrow|to|implies)\b/gu, "→")
    .replace(/\\[()[\],;! ]/gu, " ")
    .replace(/[*_`$]+/gu, "");

const NUMBER = String.raw`-?\d{1,3}(?:,\d{3})+(?!\d)|-?\d+(?:\.\d+)?`;
const WORDS = new Map(Array.from({length: 100}, (_, number) => [inWords(number), number]));
const WORD = `(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-[a-z]+)?|${[...WORDS.keys()]
  .slice(0, 20)
  .toSorted((a, b) => b.length - a.length)
  .join("|")}`;

/** What leads from a name to its value. */
const LEADS =
  /^["'”’)]*(?:['’]s)?\s*(?:\([^()]{0,200}\)\s*)?,?\s*(?:which|that|it)?\s*(?:(?:then|therefore|thus|now|itself|also|must|value|result|total|figure|number)\s+){0,3}(?:=>?|:=?|→|->|⇒|≈|\||—|–|is\b|was\b|are\b|be\b|equals\b|becomes\b|gives\b|gets\b|yields\b|has\b|holds\b|comes to\b|evaluates to\b|works out (?:to|as)\b|stands for\b|amounts to\b|means\b)/iu;
/** What parts a statement into what a value is made of, and the value. */
const PARTS =
  /=>?|→|->|⇒|\||[:—–]|\b(?:is|was|are|equals|becomes|gives|yields|which|so|thus|hence|therefore|namely|i\.e\.|the value|value)\b/iu;
const ALONE = new RegExp(
  String.raw`^[\s"'“‘(]*(?:(?:of|to|as|the|just|exactly|simply|now|figure|number)\s+){0,3}(?<number>${NUMBER}|(?:${WORD})(?![\p{L}-]))(?<rest>[\s\S]*)$`,
  "iu"
);
/** What may not follow a value: it is then part of a calculation, a list, or a question. */
const GOES_ON =
  /^\s*(?:[\p{L}]+\s+)?(?:[+×·/÷%*^−]|-\s*\d|,?\s*(?:and|or)\s+-?\d|,\s*-?\d|(?:plus|minus|times|mod|modulo|divided|more|less|of|out|out of)\b|\?)/iu;

/** The value behind a name: what its sentence says last of it. */
function valueBehind(text: string, {start, end}: Mention, next: Mention | undefined): number | undefined {
  const bracket = text[start - 1] === "[" && text[end] === "]" ? 1 : 0; // a name in brackets of its own
  const window = text.slice(end + bracket, Math.min(next ? next.start : Number.POSITIVE_INFINITY, end + AHEAD));
  const bracketed = /^["'”’]*\s*\(\s*(?:=|is|value:?)?\s*(-?\d[\d,]*)\s*\)/u.exec(window);
  if (bracketed) return numberOf(bracketed[1]!);
  const lead = LEADS.exec(window);
  if (!lead) return undefined;
  const said = sentenceIn(window.slice(lead[0].length));
  return said
    .split(PARTS)
    .map(part => alone(part))
    .findLast(value => value !== undefined);
}

/** The rest of a sentence or line; the next line where there is none. */
function sentenceIn(text: string): string {
  const line = /^\s*\n\s*(?:[-•]\s*)?/u.exec(text)?.[0] ?? "";
  const rest = text.slice(line.length);
  const end = rest.search(/\n|[.!;](?=\s|$)|\?|,?\s+(?:since|because)\b/u);
  return end < 0 ? rest : rest.slice(0, rest[end] === "?" ? end + 1 : end);
}

/** The value that a part of a sentence is; undefined where it is a calculation, or something else. */
function alone(part: string): number | undefined {
  const {number, rest} = ALONE.exec(part)?.groups ?? {};
  if (number === undefined || GOES_ON.test(rest!)) return undefined;
  return WORDS.get(number.toLowerCase()) ?? numberOf(number);
}

const numberOf = (text: string): number | undefined => {
  const value = Number(text.replaceAll(",", ""));
  return Number.isNaN(value) ? undefined : value;
};

/** What may stand in front of a text that is a value, and behind a date. */
const FILLER =
  /^[\s"'“‘(]*(?:(?:it|is|it['’]s|thus|so|then|also|on|in|at|to|as|the|just|exactly|simply|now|a|an|date|square|person|kind)\s+)*["'“‘]*/iu;
const YEAR = /[\s,]+(?:1\d|20)\d\d\b/u;

/** A text as steps compare it: its words without case, order and the endings of ordinals, so that "March 3rd" is "3 March". */
const canonical = (words: string): string[] =>
  (words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(word => word.replace(/^(\d+)(?:st|nd|rd|th)$/u, "$1")).sort();

/**
 * The text that stands behind a name in its sentence, where it is as many words as the right one and nothing else; the right one where it is
 * that.
 */
function wordsBehind(
  text: string,
  {end}: Mention,
  {next, value}: {next: Mention | undefined; value: string}
): string | undefined {
  const window = text.slice(end, end + AHEAD);
  const lead = LEADS.exec(window);
  if (!lead) return undefined;
  const said = sentenceIn(window.slice(lead[0].length));
  const from = end + lead[0].length + window.slice(lead[0].length).indexOf(said);
  const right = canonical(value);
  for (const part of said.split(PARTS)) {
    // What stands behind the name of another result is said of that one; the name alone may be a value.
    const at = from + said.indexOf(part) + FILLER.exec(part)![0].length;
    if (next && next.start < at) return undefined;
    const [words = ""] = part
      .replace(FILLER, "")
      .replace(YEAR, "")
      .split(/[,;()]|\s(?:and|but|or|not)\s/iu, 1);
    const found = canonical(words);
    if (found.length === right.length) return found.join(" ") === right.join(" ") ? value : words.trim();
  }
  return undefined;
}

/** What leads from a value to the name that it is given: "9 becomes the Silver Harbor", "call 9 the Silver Harbor". */
const NAMED = new RegExp(
  String.raw`(?<![\d.,])(?<number>${NUMBER})\s*[,.;)]*\s*(?:(?:and|so|which|that|this|it|we|I|the|result)\s+){0,3}(?:→|->|=>|⇒|becomes|is called|is named|is known as|known as|called|named|call (?:it|this)|name (?:it|this)|is|as|goes (?:down |into the book )?(?:as|under)|is (?:recorded|stored|noted|labelled|labeled) as)\s*(?:under\s+)?(?:the\s+name\s+)?["'“‘]?(?:the\s+)?["'“‘]?$`,
  "iu"
);
const CALLED = new RegExp(String.raw`\b(?:call|name|label)\s+(?<number>${NUMBER})\s+["'“‘]?(?:the\s+)?["'“‘]?$`, "iu");

/** The value in front of a name, in the same line. */
function valueBefore(text: string, {start}: Mention, before: Mention | undefined): number | undefined {
  const window = text.slice(Math.max(before ? before.end : 0, start - BEHIND), start);
  const line = window.slice(window.lastIndexOf("\n") + 1);
  const number = (NAMED.exec(line) ?? CALLED.exec(line))?.groups?.number;
  return number === undefined ? undefined : numberOf(number);
}
