// Finds where a text speaks of intermediate results: by their names, or by the lists that they are the results of.
import {OPERATION_NAMES} from "../generate/lists/operations.js";
import {type ListTree, readTree, treeText} from "../generate/lists/tree.js";
import type {Step} from "../generate/task.js";
import {groupBy} from "../stats/groupBy.js";

/** A place at which a text speaks of steps: several where equal lists stand in several places, none where it is a list of its own. */
export interface Mention {
  steps: readonly number[];
  start: number;
  end: number;
}

/** Finds mentions in a text, in their order. One pass: the time grows with the text alone. */
export type FindMentions = (text: string) => Mention[];

/** Steps are called by a name, with or without its article, or by a list in square brackets. */
export function mentionsOf(steps: readonly Step[]): FindMentions {
  const lists = steps.flatMap(({name}, step) => (name.startsWith("[") ? [{step, tree: readTree(name)}] : []));
  const named = steps.flatMap(({name}, step) => (name.startsWith("[") ? [] : [{step, words: wordsIn(name)}]));
  const results = steps.map(({value}) => value);
  const [ofWords, ofLists] = [byWords(named), byLists(lists, results)];
  return text =>
    [...(named.length > 0 ? ofWords(text) : []), ...(lists.length > 0 ? ofLists(text) : [])].sort((a, b) => a.start - b.start);
}

const WORD = /[\p{L}\p{N}]+/gu;
const wordsIn = (name: string): string[] =>
  name
    .replace(/^the\s+/iu, "")
    .toLowerCase()
    .match(WORD) ?? [];

/** Most characters between two words of one name: a blank, a line's end, marks of emphasis. */
const GAP = 4;

/** Names of one or more words; of two names that begin alike the longer one is meant. */
function byWords(named: readonly {step: number; words: readonly string[]}[]): FindMentions {
  const byFirst = new Map<string, {step: number; words: readonly string[]}[]>();
  for (const each of named.toSorted((a, b) => b.words.length - a.words.length))
    byFirst.set(each.words[0] ?? "", [...(byFirst.get(each.words[0] ?? "") ?? []), each]);
  return text => {
    const found: Mention[] = [];
    const next = new RegExp(WORD);
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
  const word = new RegExp(WORD);
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
