// The spans of a text that may be its answer: values of the kind, or parts of lines where an answer may be any text.
import {ENGLISH, type ValueKind} from "../answer/values.js";

/** How a span was cut: a value of the kind; a whole line or sentence; what follows a colon, a verb or a preposition; or what marks enclose. */
type Cut = "value" | "line" | "sentence" | "colon" | "verb" | "place" | "marked";

export interface Candidate {
  /** In canonical spelling, so that two mentions of one value are equal. */
  answer: string;
  start: number;
  end: number;
  cut: Cut;
}

/** Characters of a text that are read, at its end and at its start: answers stand at either. */
const END_READ = 12_000;
const START_READ = 2_000;
/** Most values that are considered, from the end and from the start. A chain of thought with more of them states its answer at an end. */
const LAST_VALUES = 40;
const FIRST_VALUES = 8;
/** Lines of text that are considered, from the end and from the start. */
const LAST_LINES = 5;
const FIRST_LINES = 2;
/** Longest answer in words of a line, characters: a sorted list of twenty words has some 200. */
const LONGEST = 400;
const ARTICLE = /^(?:the|an?)\s+(?=\p{L})/iu;
const VERB =
  /(?<![\p{L}\p{N}])(?:is|are|was|were|be|been|equals|becomes|reads|says|named|called|choose|pick|chose|picked|but)(?![\p{L}\p{N}])/giu;
const PLACE = /(?<![\p{L}\p{N}])(?:in|at|to|on|by|into|inside|as|into|for|with|from)(?![\p{L}\p{N}])/giu;
const MARKED = /\\boxed\s*\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}|\*\*([^*\n]+)\*\*|"([^"\n]+)"|“([^”\n]+)”|`([^`\n]+)`/gu;
const SENTENCE = /[^.!?]+(?:[.!?]+(?!\s|$)[^.!?]*)*[.!?]*\s*/gu;
const BULLET = /^\s*(?:#+\s+|[-*•]\s+|\d+[.)]\s+)?/u;
const COLON = /[=-]+>|[→⇒=]|:(?!\d)/gu;
/** Where an explanation or a contrast begins behind an answer. */
const CLAUSE =
  /\s*[,;(–—]\s*(?:because|since|as|not|which|but|and not|rather|instead|see|given|so|that|from|for|with)\b|\s+(?:because|since|rather than|instead of)\s|\s[–—]\s/iu;

const PARTS = [
  [COLON, "colon", 2],
  [VERB, "verb", 3],
  [PLACE, "place", 3]
] as const;

/** The part of a text that is read: all of it, or its start and its end where it is long. */
export const readPart = (text: string): string =>
  text.length <= START_READ + END_READ ? text : `${text.slice(0, START_READ)}\n…\n${text.slice(-END_READ)}`;

/** The candidates of a text in their order, of equal spans one. @param text as `readPart` gives it */
export function candidatesIn(text: string, form: ValueKind): Candidate[] {
  if (form.whole) return spansIn(text, form);
  const values = form
    .valuesIn(text, ENGLISH)
    .flatMap(({answer, ...place}) => (answer === null ? [] : [{...place, answer, cut: "value" as const}]));
  return values.length <= LAST_VALUES + FIRST_VALUES ? values : [...values.slice(0, FIRST_VALUES), ...values.slice(-LAST_VALUES)];
}

function spansIn(text: string, form: ValueKind): Candidate[] {
  const lines = [...text.matchAll(/[^\n]*\p{L}[^\n]*|[^\n]*\S[^\n]*/gu)].map(({index, 0: line}) => ({index, line}));
  const read = lines.length <= LAST_LINES + FIRST_LINES ? lines : [...lines.slice(0, FIRST_LINES), ...lines.slice(-LAST_LINES)];
  const found = new Map<string, Candidate>();
  const add = (from: number, to: number, cut: Cut): void => {
    let [start, end] = [from, to];
    while (start < end && /[\s:*_"“`'’]/u.test(text[start]!)) start++;
    start += ARTICLE.exec(text.slice(start, end))?.[0].length ?? 0;
    while (end > start && /[\s.!?,;*_"”`'’]/u.test(text[end - 1]!)) end--;
    if (end <= start || end - start > LONGEST) return;
    const answer = form.spell(text.slice(start, end), ENGLISH);
    const key = `${start} ${end}`;
    if (answer !== null && !found.has(key)) found.set(key, {answer, start, end, cut});
  };
  /** The parts of a stretch behind a colon, a verb or a preposition, to its end and to where an explanation begins. */
  const parts = (start: number, end: number): void => {
    const stretch = text.slice(start, end);
    for (const [pattern, cut, most] of PARTS)
      for (const behind of lastOf(stretch, pattern, most)) {
        add(start + behind, end, cut);
        const clause = CLAUSE.exec(stretch.slice(behind));
        if (clause && clause.index > 0) add(start + behind, start + behind + clause.index, cut);
      }
  };
  for (const {index, line} of read) {
    for (const match of line.matchAll(MARKED)) {
      const inner = match.slice(1).find(each => each !== undefined)!;
      const at = index + match.index + match[0].indexOf(inner);
      const plain = /^\\text\w*\{(.*)\}$/u.exec(inner);
      add(plain ? at + inner.indexOf("{") + 1 : at, at + inner.length - (plain ? 1 : 0), "marked");
      parts(at, at + inner.length);
    }
    const bullet = BULLET.exec(line)![0].length;
    for (const match of line.slice(bullet).matchAll(SENTENCE)) {
      const start = index + bullet + match.index;
      parts(start, start + match[0].length);
      if (match[0].length < line.length - bullet) add(start, start + match[0].length, "sentence");
    }
    for (const behind of lastOf(line, COLON, 2)) add(index + behind, index + line.length, "colon");
    for (const behind of lastOf(line, /\b(?:is|are)\b/gu, 1)) add(index + behind, index + line.length, "verb");
    add(index + bullet, index + line.length, "line");
  }
  return [...found.values()].sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Ends of the last matches of a pattern in a text. */
const lastOf = (text: string, pattern: RegExp, most: number): number[] =>
  [...text.matchAll(pattern)].slice(-most).map(({index, 0: found}) => index + found.length);
