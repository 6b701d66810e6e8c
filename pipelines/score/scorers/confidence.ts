// Scores answers with a stated confidence: the confidence is read and taken out, and the rest is scored by another scorer.
import type {Scorer} from "../../book/scorers.js";
import {inWords} from "../../generate/words/numbers.js";
import {compareAnswer} from "../answer/compare.js";
import {foldText} from "../answer/fold.js";
import {kindOf} from "../answer/kinds.js";
import {readAnswer, readOptions} from "../answer/read.js";
import {type ScoredTest, type ScorerEffects, type Scoring, type Verdict, verdictFields} from "./scorer.js";

export type VerdictOf = (answer: string, test: ScoredTest, scorer: Scorer, effects: ScorerEffects) => Verdict;

/** @param verdictOf how the answer itself is scored */
export const withConfidence =
  (verdictOf: VerdictOf): Scoring<"confidence"> =>
  (answer, test, {of}, effects) => {
    const {confidence, rest} = statedConfidence(answer);
    const verdict = of ? verdictOf(rest, test, of, effects) : plainVerdict(rest, test, effects);
    return {
      ...verdict,
      measures: {...verdict.measures, ...(confidence === null ? {confidence_missing: 1} : {confidence})}
    };
  };

/** Scores an answer by the kind of the right one, as answers without a scorer are. */
export function plainVerdict(
  answer: string,
  {prompt, reading: settings, expected, choices}: ScoredTest,
  effects: ScorerEffects
): Verdict {
  const kind = kindOf(expected, choices);
  const reading = readAnswer(answer, kind, readOptions(prompt, settings));
  return {
    right: compareAnswer(reading, {expected, accept: settings?.accept}, kind, effects).right,
    ...verdictFields(reading),
    measures: {}
  };
}

// Reads the confidence that a text states: a percentage, a probability, or a share of 10 or 100. What is no single number in range is none.

/** A confidence, 0 to 1; null where none is stated, or none that is one number in range. */
interface StatedConfidence {
  confidence: number | null;
  /** The text without the words that state it. */
  rest: string;
}

const IN_WORDS = new Map([
  ...Array.from({length: 100}, (_, number): [string, number] => [inWords(number), number]),
  ...["hundred", "one hundred", "a hundred"].map((words): [string, number] => [words, 100])
]);
const WORDS = [...IN_WORDS.keys()].toSorted((a, b) => b.length - a.length).join("|");
const NUMBER = String.raw`(?<![\d.,])(?<sign>[-−])?(?<number>\d{1,6}(?:[.,]\d{1,12})?(?!\d)|\.\d{1,12}(?!\d)|(?:${WORDS})(?=\s{1,3}per\s?cent\b))`;
/** Blanks of one line; few, so that no run of them is tried in many ways. */
const BLANKS = String.raw`[^\S\n]{0,3}`;
const UNIT = String.raw`(?<unit>%|\bper\s?cent\b|\/${BLANKS}100\b|\/${BLANKS}10\b|\bout of (?:100|10|ten|a hundred|one hundred)\b)?`;
/** Words that leave the number as it is. */
const ABOUT = String.raw`(?:(?:about|around|roughly|approximately|approx\.?|circa|~|≈|=|is|of|at|was|as|my|in|this|that|the|answer|level|score|rating|estimated?)${BLANKS}){0,8}`;
/** "Confidence: 80 %", "Confidence (0-100) = 80", "my confidence in this answer is about 0.8" */
const BEHIND = new RegExp(
  String.raw`(?<name>\bconfiden(?:ce|t)\b(?:${BLANKS}(?:level|score|rating|estimate))?)${BLANKS}(?:\([^()\n]{0,40}\)${BLANKS})?["'”’]?${BLANKS}(?:[:=–—-]\s{0,3})?["'“‘]?(?<words>${ABOUT})${NUMBER}${BLANKS}${UNIT}(?<after>[^\n]{0,24})`,
  "giu"
);
/** "80 % confident", "I am 80% sure" */
const BEFORE = new RegExp(
  String.raw`${NUMBER}${BLANKS}${UNIT}[^\S\n]{1,3}(?:confident|confidence|sure|certain)\b(?<after>)`,
  "giu"
);
/** What makes a number behind the confidence another end of a range, or another confidence. */
const RANGE = /^\s*(?:[-–—]|to\b|or\b|and\b)\s*\d/u;
/** A line that says nothing but the confidence, whatever it says of it. */
const LINE = /^[\s>*_#'-]*(?:my\s+)?confidence\b(?!\s+interval)(?![^\n]*\banswer\s*:)[^\n]{0,80}$/iu;

/** The last confidence that a text states. */
export function statedConfidence(given: string): StatedConfidence {
  const text = given
    .replace(/\\(?=%)|\\[()]|\$/gu, "")
    .replace(/(?<=\bconfidence\b[^\n]{0,20})\\boxed\{([^{}\n]{1,20})\}/giu, "$1")
    .replace(/(?<=confidence)[*_`]{1,4}|(?<![*_`])[*_`]{1,4}(?=\s{0,3}\d{1,6}(?:[.,]\d{1,12})?\s{0,3}%)/giu, "");
  const found = [...text.matchAll(BEHIND), ...text.matchAll(BEFORE)].sort((a, b) => a.index - b.index).at(-1);
  if (!found) {
    const ascii = foldText(given);
    return {confidence: ascii === given ? null : statedConfidence(ascii).confidence, rest: withoutLines(given)};
  }
  const {sign, number, unit, words = "", after = ""} = found.groups as Record<string, string | undefined>;
  // "My confidence that the answer is 4": a number without a unit may be the answer itself.
  const answer = unit === undefined && /\banswer\b/iu.test(words);
  const confidence = sign === undefined && !answer && !RANGE.test(after) ? shareOf(number!, unit) : null;
  // A field of a JSON document stays, since the document would be none without it.
  if (text[found.index - 1] === '"') return {confidence, rest: given};
  const start = text.lastIndexOf("\n", found.index) + 1;
  if (LINE.test(text.slice(start).split("\n", 1)[0]!)) return {confidence, rest: withoutLines(given)};
  const end = found.index + found[0].length - after.length;
  return {confidence, rest: withoutLines(`${text.slice(0, found.index)}${text.slice(end)}`.replace(/[([]\s*[)\]]/gu, ""))};
}

const withoutLines = (text: string): string =>
  text
    .split("\n")
    .filter(line => !LINE.test(line))
    .join("\n");

/** A number with its unit as a share. Without a unit, 1 may mean all or one hundredth, and is none. */
function shareOf(text: string, unit: string | undefined): number | null {
  const value = IN_WORDS.get(text.toLowerCase()) ?? Number(text.replace(",", "."));
  const whole = !/[.,]/u.test(text);
  if (unit === undefined) {
    if (whole && value === 1) return null;
    return within(whole && value > 1 ? value / 100 : value);
  }
  return within(value / (/10\b(?!0)|\bten\b/u.test(unit) && !/100|hundred/u.test(unit) ? 10 : 100));
}

const within = (share: number): number | null => (share >= 0 && share <= 1 ? share : null);
