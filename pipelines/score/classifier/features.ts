// Hashed n-grams around a candidate, and of a text that may state no answer.

import {readAnswer} from "../answer/read.js";
import type {ValueKind} from "../answer/values.js";
import {type Candidate, candidatesIn} from "./candidates.js";
import {KEPT} from "./words.js";

/** Buckets into which names of features are hashed; a power of two. */
export const BUCKETS = 8_192;
/** Tokens of a sentence before and behind a candidate that are read, and of a text's end. */
const BEFORE = 14;
const BEHIND = 10;
const TAIL = 16;
/** Tokens at the end of a text that belong to its last sentence even where one of them ends a sentence. */
const ENDING = 3;

interface Token {
  word: string;
  start: number;
  end: number;
}

/** A text's options: each candidate, and last that there is no answer, with the buckets of its features. */
export interface Options {
  candidates: Candidate[];
  /** One more than candidates. */
  buckets: Uint16Array[];
}

const STOPS = new Set([".", "!", "?", "\n"]);

/** The bucket of a feature by its name: FNV-1a on 32 bits. */
function bucketOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 15;
  return hash & (BUCKETS - 1);
}

/** A token as features name it: numbers, names and words of no list are one token each, letters of options another. */
function wordOf(found: string): string {
  if (/^\p{N}/u.test(found)) return "0";
  if (!/^\p{L}/u.test(found)) return found === "’" ? "'" : found;
  const lower = found.toLowerCase().replaceAll("’", "'");
  if (KEPT.has(lower)) return lower;
  if (/\p{L}{2}ly$/u.test(lower)) return "ly";
  return found.length === 1 ? "l" : /^\p{Lu}/u.test(found) ? "W" : "w";
}

/** The words and signs of a text; numbers are one word, so that their digits are not learnt. */
const tokensOf = (text: string): Token[] =>
  [...text.matchAll(/\p{N}+(?:[.,]\p{N}+)*|\p{L}+(?:['’]\p{L}+)*|\n|[^\s\p{L}\p{N}]/gu)].map(({index, 0: found}) => ({
    word: wordOf(found),
    start: index,
    end: index + found.length
  }));

/** What kind of answer a form recognises, as far as features need it. */
const kindOf = (form: ValueKind): string =>
  form.whole ? "line" : form.name === "option" ? "letter" : form.name === "number" ? "number" : "word";

const TORN = ["()", "[]", "{}"].map(pair => [...pair]);

const few = (count: number, most = 3): number => Math.min(count, most);

/** The options of a text, each with its features. @param text as `readPart` gives it */
export function optionsOf(text: string, form: ValueKind): Options {
  const candidates = candidatesIn(text, form);
  const tokens = tokensOf(text);
  const kind = kindOf(form);
  const ending = endingOf(tokens);
  const distinct = new Set(candidates.map(({answer}) => answer)).size;
  // The sentence of each token, counted from the end of the text.
  const sentences: number[] = [];
  const lines: number[] = [];
  for (let i = tokens.length - 1, sentence = 0, line = 0, any = false, words = false; i >= 0; i--) {
    const {word} = tokens[i]!;
    if (STOPS.has(word) && any) sentence++;
    if (word === "\n" && words) line++;
    if (word === "\n") words = false;
    else words = true;
    any = !STOPS.has(word);
    sentences[i] = sentence;
    lines[i] = line;
  }
  const values = form.whole ? [] : candidates;
  const read = readAnswer(text, form);
  const rule = `${form.whole ? "line" : "value"} ${read.rule ?? "none"}`;
  const buckets = candidates.map((candidate, place) => {
    const names = around(text, tokens, candidate);
    const at = firstAt(tokens, candidate.start);
    const last = sentences[at] ?? 0;
    const shape = `${kind === "line" ? candidate.cut : kind}`;
    const same = candidates.filter(({answer}) => answer === candidate.answer).length;
    const later = values.slice(place + 1);
    const others = new Set(later.filter(({answer}) => answer !== candidate.answer).map(({answer}) => answer)).size;
    const again = later.some(({answer}) => answer === candidate.answer);
    const inSentence = new Set(values.filter(each => sentences[firstAt(tokens, each.start)] === last).map(({answer}) => answer))
      .size;
    names.push(
      `shape ${shape}`,
      `rules ${rule} ${read.answer === candidate.answer}`,
      `sentence ${few(last)} ${shape}`,
      `line ${few(lines[at] ?? 0)} ${shape}`,
      `others ${few(others)} again ${again}`,
      `others ${few(others)} sentence ${few(last)}`,
      `same ${few(same)} of ${few(distinct)}`,
      `first ${few(place)} of ${few(candidates.length)}`,
      `in sentence ${few(inSentence)} at ${few(last)}`,
      `ending ${ending} sentence ${few(last)}`,
      ...(form.whole ? inside(text.slice(candidate.start, candidate.end), shape) : gaps(text, values, place))
    );
    return hashed(names);
  });
  buckets.push(hashed(nothing(tokens, {kind, ending, distinct, rule})));
  return {candidates, buckets};
}

const hashed = (names: readonly string[]): Uint16Array => Uint16Array.from(new Set(names.map(bucketOf)));

/** How a text ends: with a full stop, dots, a question, a word, a number or a sign. */
function endingOf(tokens: readonly Token[]): string {
  const last = tokens.findLastIndex(({word}) => !/^[\s*_"”'$)\]}`]$/u.test(word));
  const word = tokens[last]?.word ?? "";
  if (word === "." && tokens[last - 1]?.word === ".") return "…";
  return /^\p{L}/u.test(word) ? "word" : word;
}

/** Place of the first token that begins at a position or behind it. */
function firstAt(tokens: readonly Token[], position: number): number {
  let [low, high] = [0, tokens.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tokens[middle]!.start < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** n-grams directly before and behind a candidate, and words of its sentence on either side. */
function around(text: string, tokens: readonly Token[], {start, end, cut}: Candidate): string[] {
  const from = firstAt(tokens, start);
  const to = firstAt(tokens, end);
  const before = tokens.slice(Math.max(0, from - BEFORE), from).map(({word}) => word);
  const behind = tokens.slice(to, to + BEHIND).map(({word}) => word);
  const stop = before.findLastIndex(word => STOPS.has(word));
  const sentence = before.slice(stop + 1);
  const stopped = behind.findIndex(word => STOPS.has(word));
  const rest = stopped < 0 ? behind : behind.slice(0, stopped);
  const left = (n: number) => (from === before.length && n > before.length ? ["^", ...before] : before.slice(-n)).join(" ");
  const right = (n: number) => (behind.length < n ? [...behind, "$"] : behind.slice(0, n)).join(" ");
  const words = sentence.filter(word => /\p{L}|[=:]/u.test(word));
  return [
    ...[1, 2, 3, 4].map(n => `left ${left(n)}`),
    ...[1, 2, 3].map(n => `right ${right(n)}`),
    `both ${left(1)} | ${right(1)}`,
    `near ${words.slice(-1).join(" ")}`,
    `near ${words.slice(-2).join(" ")}`,
    ...words.map(word => `before ${word}`),
    ...words.slice(1).map((word, i) => `before ${words[i]} ${word}`),
    ...rest.map(word => `behind ${word}`),
    ...rest.slice(1).map((word, i) => `behind ${rest[i]} ${word}`),
    ...(stopped >= 0 ? behind.slice(stopped + 1, stopped + 3).map(word => `next ${word}`) : []),
    `opens ${/^[([{]/u.test(text.slice(start, end))} ${cut}`
  ];
}

/** What stands between a value and its neighbours. */
function gaps(text: string, values: readonly Candidate[], place: number): string[] {
  const gap = (side: string, a: Candidate | undefined, b: Candidate | undefined): string[] => {
    if (!a || !b) return [`${side} none`];
    const words = tokensOf(text.slice(a.end, Math.max(a.end, Math.min(b.start, a.end + 120)))).map(({word}) => word);
    const same = a.answer === b.answer;
    if (words.length > 8) return [`${side} far ${same}`];
    return [`${side} ${words.join(" ")} ${same}`, ...words.map(word => `${side} has ${word} ${same}`)];
  };
  return [...gap("since", values[place - 1], values[place]), ...gap("until", values[place], values[place + 1])];
}

/** The shape of a span of words. */
function inside(span: string, shape: string): string[] {
  const words = tokensOf(span).map(({word}) => word);
  const letters = words.filter(word => /\p{L}/u.test(word));
  const signs = words.filter(word => /[^\p{L}\p{N}]/u.test(word) && !/\p{L}/u.test(word));
  const count = letters.length;
  return [
    `words ${count < 4 ? count : count < 8 ? "4" : count < 16 ? "8" : "16"}`,
    `words ${count < 4 ? count : count < 8 ? "4" : "8"} ${shape}`,
    `begins ${words[0]}`,
    `begins ${/^\p{Lu}/u.test(span)} ${shape}`,
    `ends ${words.at(-1)}`,
    `bare ${signs.length === 0}`,
    `signs only ${count === 0}`,
    `torn ${TORN.some(([open, close]) => span.split(open!).length !== span.split(close!).length) || span.split('"').length % 2 === 0}`,
    ...letters.slice(0, 24).map(word => `holds ${word}`),
    ...[...new Set(signs)].map(sign => `sign ${sign}`)
  ];
}

/** What speaks for a text without an answer: its last words, how it ends, and how many values it names. */
function nothing(
  tokens: readonly Token[],
  {kind, ending, distinct, rule}: {kind: string; ending: string; distinct: number; rule: string}
): string[] {
  const words = tokens.map(({word}) => word);
  // The last sentence alone: reasoning before it says nothing of what it states.
  const ended = words.findLastIndex((word, i) => STOPS.has(word) && i < words.length - ENDING);
  const tail = words.slice(Math.max(ended + 1, words.length - TAIL));
  return [
    `none ${kind}`,
    `none rules ${rule}`,
    `none rules ${rule} ${ending}`,
    `none ending ${ending}`,
    `none ending ${ending} ${kind}`,
    `none distinct ${few(distinct)}`,
    `none last ${tail.at(-1)}`,
    `none last ${tail.slice(-2).join(" ")}`,
    `none last ${tail.slice(-3).join(" ")}`,
    `none claims ${words.some(word => word === "answer" || word === "boxed" || word === "answers")} ${ending}`,
    `none long ${tokens.length > 60}`,
    ...tail.map(word => `none tail ${word}`),
    ...tail.slice(1).map((word, i) => `none tail ${tail[i]} ${word}`)
  ];
}
