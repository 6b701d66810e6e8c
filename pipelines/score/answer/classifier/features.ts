// Plain features of candidates: place, cue words, format and repetition; and of a text that may state no answer.
import type {Text} from "../claims.js";
import type {Value} from "../values.js";

// The values of a text that may be its answer, one for each distinct value, with the sentences of the part that is read.

/** Characters of a text that are read, at its start and at its end. */
const START_READ = 2_000;
const END_READ = 6_000;
/** Most mentions that are considered, from the start and from the end. */
const FIRST_VALUES = 8;
const LAST_VALUES = 40;

/** A mention of a value, and the sentence that it is in, counted from the end of the text. */
interface Mention extends Value {
  answer: string;
  sentence: number;
}

/** A distinct value with its mentions in their order. */
interface Candidate {
  answer: string;
  mentions: Mention[];
}

interface Reading {
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
function candidatesIn({text, kind, context}: Text): Reading {
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

/** Names of the features of each candidate, and last of no answer. */
export interface Features {
  candidates: Candidate[];
  names: string[][];
}

const CONCLUDES =
  /\b(?:so|therefore|thus|hence|consequently|in conclusion|finally|this means|which means|overall|in total|altogether)\b|\\(?:implies|Rightarrow|therefore)\b|[⇒∴]/iu;
const RESULT = /\b(?:total|result|answer|solution|final|remain\w*|altogether|value|left|correct|best|most likely)\b/iu;
const HEDGES =
  /\b(?:or|either|maybe|perhaps|possibly|might|could|unsure|not sure|cannot|can't|unknown|unclear|torn|between|guess)\b|\?/iu;
const DENIES =
  /\b(?:not|no|never|neither|nor|incorrect|wrong|false|rather|instead|except|unlike|but|however|although|while)\b|n't\b/iu;
const SUPPOSES = /\b(?:if|suppose|assume|let|when|given|since|because|each|every|per)\b/iu;
const STARTS =
  /^[\s\d.)*#-]*(?:first|second|third|next|then|now|step|to find|let|we need|we can|calculate|after|since|given)\b/iu;
const ASKS = /\b(?:we need|need to|to find|calculate|determine|let us|let's|next|we have to|consider)\b/iu;

/** Most marks at the beginning of a line. */
const MAX_MARKS = 40;

const bin = (value: number, ends: readonly number[]): number => {
  const index = ends.findIndex(end => value <= end);
  return index < 0 ? ends.length : index;
};
const few = (count: number, most = 3): number => Math.min(count, most);

/** The last word or sign before a position, as features name it. */
function before(text: string, at: number): string {
  const near = text
    .slice(Math.max(0, at - 24), at)
    .replace(/[\s*_$`"'({[\\~]+$|(?:\\(?:text|mathbf|mathrm|boxed)\{|\\[([])\s*$/gu, "");
  const found = /(?:(\p{L}+)|(\p{N}+)|([^\s\p{L}\p{N}]))$/u.exec(near);
  if (!found) return "^";
  const word = found[1]?.toLowerCase();
  if (word) return BEFORE.has(word) ? word : "w";
  return found[2] ? "0" : signOf(found[3]!);
}

/** Signs by their role. */
const signOf = (sign: string): string =>
  "=≈→⇒".includes(sign)
    ? "="
    : "+-*/×÷^<>–—−·".includes(sign)
      ? "+"
      : ",;".includes(sign)
        ? ","
        : ":.?".includes(sign)
          ? sign
          : "sign";
const BEFORE = new Set(
  "is are was be equals of by in to the a an and or than as that option choice gives get gets have has at for with makes make total only costs cost step need needs called approximately about therefore so".split(
    " "
  )
);

/** What follows a value, as features name it. */
function after(text: string, at: number, end: number): string {
  if (at >= end || !/[\p{L}\p{N}]/u.test(text.slice(at, end))) return /[.!]/u.test(text.slice(at, end + 2)) ? "end." : "end";
  const near = text.slice(at, at + 24).replace(/^(?:[*_$`"')}\]]|\\[)\]])+/u, "");
  if (/^\s*[.!](?:\s|$)/u.test(near)) return ".";
  if (/^\s*\n/u.test(near)) return "n";
  const sign = /^\s*([^\s\p{L}\p{N}])/u.exec(near)?.[1];
  if (sign) return signOf(sign);
  return /^\s*(?:is|are|was|were)\b/iu.test(near) ? "is" : /^\s*\p{N}/u.test(near) ? "0" : "w";
}

/** How a text ends: complete, with a sign, or within a sentence. */
function endingOf(text: string): string {
  const plain = text.slice(-80).trimEnd();
  if (/[.!]["')\]*_`$}\s]*$/u.test(plain)) return "full";
  if (/\?["')\]*_`$}\s]*$/u.test(plain)) return "asks";
  if (/[=+*×÷^<>:,;&/(–—-]$/u.test(plain)) return "open";
  if (/(?:\\\]|\$\$?|\\\))$/u.test(plain)) return "math";
  return /[}\]`"']$/u.test(plain) ? "closed" : "word";
}

/** The features of a text's candidates and of no answer. */
export function featuresOf(whole: Text): Features {
  const reading = candidatesIn(whole);
  const {candidates, mentions, sentences, end} = reading;
  const ending = endingOf(whole.text);
  const names = candidates.map(candidate => candidateFeatures(whole, candidate, reading, ending));
  const last = sentences[0];
  const lastText = last ? whole.text.slice(last.start, last.end) : "";
  const inLast = new Set(mentions.filter(({sentence}) => sentence === 0).map(({answer}) => answer)).size;
  names.push([
    "none",
    `none ending ${ending}`,
    `none values ${few(candidates.length)}`,
    `none in last ${few(inLast)} ${ending}`,
    `none length ${bin(end, [100, 300, 800, 2_000])}`,
    `none concludes ${CONCLUDES.test(lastText)} ${few(inLast, 1)}`,
    `none asks ${ASKS.test(lastText)}`,
    `none hedges ${HEDGES.test(lastText)}`,
    `none denies ${DENIES.test(lastText)}`
  ]);
  return {candidates, names};
}

function candidateFeatures(
  {text, kind}: Text,
  {answer, mentions: own}: Candidate,
  {candidates, mentions, sentences, end}: Reading,
  ending: string
): string[] {
  const last = own.at(-1)!;
  const {start, end: to, sentence} = last;
  const span = sentences[sentence] ?? {start: Math.max(0, start - 200), end: Math.min(end, to + 200)};
  const lead = text.slice(Math.max(span.start, start - 300), start);
  const rest = text.slice(to, Math.min(span.end, to + 200));
  const beyond = text.slice(Math.max(to, span.end), Math.min(end, span.end + 200));
  const place = few(sentence);
  const later = new Set(mentions.filter(each => each.start > start && each.answer !== answer).map(each => each.answer)).size;
  const inSentence = new Set(mentions.filter(each => each.sentence === sentence).map(each => each.answer)).size;
  const same = own.length;
  const others = Math.max(0, ...candidates.filter(each => each.answer !== answer).map(each => each.mentions.length));
  const previous = before(text, start);
  const next = after(text, to, end);
  const concludes = CONCLUDES.test(lead);
  const opening = text.slice(Math.max(0, start - MAX_MARKS), start);
  const beginsLine = /(?:^|\n)[\s*_#>-]*$/u.test(opening) && (opening.includes("\n") || start < MAX_MARKS);
  const marked =
    /[*_]{2}[^*\n]{0,30}$/u.test(text.slice(Math.max(0, start - 32), start)) &&
    /^[^*\n]{0,30}[*_]{2}/u.test(text.slice(to, to + 32));
  const shape = kind.name === "option" ? optionShape(text, last) : "";
  return [
    `place ${place} ${ending}`,
    `distance ${bin(end - to, [3, 12, 40, 100, 200, 400, 1_000])}`,
    `later ${few(later)}`,
    `later ${few(later)} place ${place}`,
    `in sentence ${few(inSentence)} later ${few(later, 1)}`,
    `same ${few(same, 4)} others ${few(others, 4)}`,
    `of ${few(candidates.length, 5)}`,
    `before ${previous}`,
    `before ${previous} later ${few(later, 1)}`,
    `after ${next}`,
    `after ${next} place ${place}`,
    `between ${previous} ${next}`,
    `concludes ${concludes} place ${place}`,
    `concludes ${concludes} after ${next}`,
    `result ${RESULT.test(lead)} place ${place}`,
    `result ${RESULT.test(rest)} after`,
    `hedges ${HEDGES.test(lead)} ${HEDGES.test(rest)}`,
    `denies ${DENIES.test(lead)} ${DENIES.test(rest)}`,
    `supposes ${SUPPOSES.test(lead)}`,
    `starts ${STARTS.test(lead)}`,
    `equation ${/=/u.test(lead)} ${/[=]/u.test(rest)}`,
    `beyond ${beyond.trim() === "" ? "nothing" : CONCLUDES.test(beyond) ? "concludes" : STARTS.test(beyond) || ASKS.test(beyond) ? "goes on" : "text"}`,
    `line ${beginsLine}`,
    `bold ${marked}`,
    `list ${/(?:^|\n)\s*$/u.test(text.slice(Math.max(0, start - 20), start)) && /^[.)]/u.test(text.slice(to, to + 1))}`,
    `rest ${bin((rest.match(/\p{L}+/gu) ?? []).length, [0, 2, 5, 10])}`,
    `lead ${bin((lead.match(/\p{L}+/gu) ?? []).length, [0, 2, 5, 10])}`,
    ...(shape
      ? [
          ...optionFeatures(text, last, span, {place, later, of: candidates.length, sentences: sentences.length, concludes}),
          `shape ${shape}`,
          `shape ${shape} of ${few(candidates.length)}`,
          `shape ${shape} later ${few(later, 1)} place ${place}`,
          `shape ${shape} same ${few(same)}`
        ]
      : [])
  ];
}

/** How an option is named: by a letter, in parentheses or not, or by its text, short or long. */
function optionShape(text: string, {start, end}: Mention): string {
  const named = text.slice(start, end);
  if (/^\([A-Za-z]\)/u.test(named)) return "(letter)";
  if (named.length === 1) return "letter";
  if (/^[\d.,\s%$-]+$/u.test(named)) return `number ${bin(named.length, [1, 2, 4])}`;
  return `text ${bin(named.length, [4, 8, 16, 32, 64])}`;
}

/** How much of its sentence the text of an option is, and where in it. */
function optionFeatures(
  text: string,
  {start, end}: Mention,
  span: {start: number; end: number},
  {place, later, of, sentences, concludes}: {place: number; later: number; of: number; sentences: number; concludes: boolean}
): string[] {
  const words = bin((text.slice(start, end).match(/[\p{L}\p{N}]+/gu) ?? []).length, [1, 2, 3, 5, 8]);
  const share = bin((end - start) / Math.max(1, span.end - span.start), [0.1, 0.2, 0.35, 0.5, 0.8]);
  const front = text.slice(span.start, start).match(/\p{L}+/gu)?.length ?? 0;
  const back = text.slice(end, Math.max(end, span.end)).match(/\p{L}+/gu)?.length ?? 0;
  const where = `${bin(front, [0, 2, 6])} ${bin(back, [0, 2, 6])}`;
  return [
    `words ${words}`,
    `words ${words} where ${where}`,
    `words ${words} place ${place} of ${few(of)}`,
    `share ${share} place ${place}`,
    `share ${share} words ${words}`,
    `sentences ${few(sentences, 5)} words ${words}`,
    `sentences ${few(sentences, 5)} share ${share}`,
    `sentences ${few(sentences, 5)} concludes ${concludes} place ${place}`,
    `where ${where} later ${few(later, 1)} place ${place}`
  ];
}
