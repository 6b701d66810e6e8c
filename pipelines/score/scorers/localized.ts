// Scores answers in a stated language: numbers in the digits of any script, dates, words and lists; an answer in another language is told apart.
import {CLOSINGS} from "../../generate/parts/closings.js";
import {type ExtractedAnswer, findAnswer} from "../extract.js";
import {lineForm, numberForm} from "../form.js";
import {type Scoring, type Verdict, wrong} from "./scorer.js";

/** The zero of each script whose digits are read; nine more follow it. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20, 0x1040, 0x17e0];

/** A text with all digits in ASCII. Full-width ones are compatibility characters. */
export const asciiDigits = (text: string): string =>
  text.normalize("NFKC").replace(/\p{Nd}/gu, digit => {
    const code = digit.codePointAt(0)!;
    const zero = ZEROS.find(each => code >= each && code < each + 10);
    return zero === undefined ? digit : String(code - zero);
  });

/** A word in one spelling: without case, vowel marks of Arabic, hyphens, apostrophes and spaces. */
const plain = (text: string): string =>
  (lineForm.normalise(text) ?? "")
    .normalize("NFC")
    .replace(/[\u064B-\u0652\u0640]/gu, "")
    .replace(/[\s\-­‐’'ʼ.。]+/gu, "");

const elements = (text: string): string[] =>
  text
    .split(/[,،、，;；]|\s*(?:<|→|->)\s*/u)
    .map(plain)
    .filter(Boolean);

const DATE = /(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/gu;
const dateForm = {
  literal: DATE,
  normalise(text: string): string | null {
    const [, year, month, day] = new RegExp(DATE.source, "u").exec(text) ?? [];
    return year === undefined ? null : [year, month!.padStart(2, "0"), day!.padStart(2, "0")].join("-");
  }
};

/** Labels of answer lines in the languages of ZenMultilang. */
const LABELS = [...CLOSINGS.values()].map(({label}) => label.replace(/\s*[:：]$/u, "")).join("|");
const LABEL = new RegExp(String.raw`^([^\S\n]*[*_#>]*)(?:${LABELS})([*_]*)\s*[:：]`, "gimu");
/** A text whose answer lines have the English label, which is the one that the rules read. */
const withEnglishLabel = (text: string): string => text.replace(LABEL, "$1Answer$2:");

export const localized: Scoring<"localized"> = (response, {expected}, {form, accept, foreign}) => {
  const answer = withEnglishLabel(response);
  const measures = (wrong_language: 0 | 1): Record<string, number> => (foreign.length > 0 ? {wrong_language} : {});
  const verdict = ({answer: text, rule}: ExtractedAnswer, right: boolean, other: boolean): Verdict => ({
    ...{right, parsed: true, answer: text, answer_rule: rule},
    measures: measures(!right && other ? 1 : 0)
  });
  if (form === "number" || form === "date") {
    const found = findAnswer(asciiDigits(answer), form === "number" ? numberForm : dateForm);
    return found ? verdict(found, found.answer === expected, false) : wrong(measures(0));
  }
  const found = findAnswer(answer, lineForm);
  if (!found) return wrong(measures(0));
  if (form === "list") {
    const given = elements(found.answer);
    const others = new Set(foreign.map(plain));
    return verdict(
      found,
      given.join("\n") === elements(expected).join("\n"),
      given.length > 0 && given.every(each => others.has(each))
    );
  }
  const text = plain(found.answer);
  return verdict(
    found,
    [expected, ...accept].some(each => plain(each) === text),
    foreign.some(each => plain(each) === text)
  );
};
