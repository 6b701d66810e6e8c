// The values of a text that may be its answer, one for each distinct value, with the sentences of the part that is read.
import type {Text} from "../claims.js";
import type {Value} from "../values.js";

/** Characters of a text that are read, at its start and at its end. */
const START_READ = 2_000;
const END_READ = 6_000;
/** Most mentions that are considered, from the start and from the end. */
const FIRST_VALUES = 8;
const LAST_VALUES = 40;

/** A mention of a value, and the sentence that it is in, counted from the end of the text. */
export interface Mention extends Value {
  answer: string;
  sentence: number;
}

/** A distinct value with its mentions in their order. */
export interface Candidate {
  answer: string;
  mentions: Mention[];
}

export interface Reading {
  candidates: Candidate[];
  /** All mentions in their order. */
  mentions: Mention[];
  /** Spans of the sentences of the end, the last one first. */
  sentences: {start: number; end: number}[];
  /** End of the text without trailing blanks and closing marks. */
  end: number;
}

const BOUNDARY = /[.!?]+["')\]*_`$}]*(?=\s)|\n\s*/gu;

/** Sentences and lines from a position to the end of a text, the last one first. */
function sentencesOf(text: string, from: number, end: number): {start: number; end: number}[] {
  const found: {start: number; end: number}[] = [];
  let start = from;
  const add = (to: number) => {
    if (/[\p{L}\p{N}]/u.test(text.slice(start, to))) found.push({start, end: to});
    start = to;
  };
  BOUNDARY.lastIndex = from;
  for (let match = BOUNDARY.exec(text); match && match.index < end; match = BOUNDARY.exec(text))
    add(Math.min(end, BOUNDARY.lastIndex));
  add(end);
  return found.reverse();
}

/** Candidates of a text whose kind of values is not a whole line. */
export function candidatesIn({text, kind, context}: Text): Reading {
  const end = text.length - /[\s`"'|}\],;]*$/u.exec(text.slice(-256))![0].length;
  const tail = Math.max(0, text.length - END_READ);
  const head = Math.min(START_READ, tail);
  const first = head > 0 ? kind.valuesIn(text.slice(0, head), context) : [];
  const values = [...first, ...kind.valuesIn(text, context, tail)].filter(
    (value): value is Value & {answer: string} => value.answer !== null
  );
  const read =
    values.length <= FIRST_VALUES + LAST_VALUES ? values : [...values.slice(0, FIRST_VALUES), ...values.slice(-LAST_VALUES)];
  const sentences = sentencesOf(text, tail, end);
  const mentions = read.map(value => {
    const sentence = sentences.findIndex(({start}) => value.start >= start);
    return {...value, sentence: sentence < 0 ? sentences.length : sentence};
  });
  const byAnswer = new Map<string, Mention[]>();
  for (const mention of mentions) {
    const same = byAnswer.get(mention.answer);
    if (same) same.push(mention);
    else byAnswer.set(mention.answer, [mention]);
  }
  return {candidates: [...byAnswer].map(([answer, own]) => ({answer, mentions: own})), mentions, sentences, end};
}
