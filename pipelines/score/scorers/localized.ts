// Scores answers in a stated language: numbers in the digits of any script, dates, words and lists; an answer in another language is told apart.
import {foldText} from "../answer/fold.js";
import {kindOfForm, numberKind, textKind} from "../answer/kinds.js";
import {readAnswer, readOptions} from "../answer/read.js";
import type {Reading} from "../answer/reading.js";
import {plainText} from "../answer/values.js";
import {type Scoring, unreadVerdict, type Verdict, verdictFields} from "./scorer.js";

/** A word in one spelling: without case, vowel marks of Arabic, hyphens, apostrophes and spaces. */
const plain = (text: string): string =>
  plainText(text)
    .normalize("NFC")
    .replace(/[\u064B-\u0652\u0640]/gu, "")
    .replace(/[\s\-­‐’'ʼ.。]+/gu, "");

const elements = (text: string): string[] =>
  text
    .split(/[,،、，;；]|\s*(?:<|→|->)\s*/u)
    .map(plain)
    .filter(Boolean);

const DATE = /(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/gu;
const dateKind = kindOfForm({
  literal: DATE,
  normalise(text: string): string | null {
    const [, year, month, day] = new RegExp(DATE.source, "u").exec(foldText(text)) ?? [];
    return year === undefined ? null : [year, month!.padStart(2, "0"), day!.padStart(2, "0")].join("-");
  }
});

export const localized: Scoring<"localized"> = (answer, {prompt, reading: settings, expected}, {form, accept, foreign}) => {
  const measures = (wrong_language: 0 | 1): Record<string, number> => (foreign.length > 0 ? {wrong_language} : {});
  const verdict = (reading: Reading, right: boolean, other: boolean): Verdict => ({
    right,
    ...verdictFields(reading),
    measures: measures(!right && other ? 1 : 0)
  });
  const kind = form === "number" ? numberKind : form === "date" ? dateKind : textKind;
  const reading = readAnswer(answer, kind, readOptions(prompt, settings));
  if (reading.answer === null) return unreadVerdict(reading, measures(0));
  if (form === "number" || form === "date") return verdict(reading, reading.answer === expected, false);
  if (form === "list") {
    const given = elements(reading.answer);
    const others = new Set(foreign.map(plain));
    return verdict(
      reading,
      given.join("\n") === elements(expected).join("\n"),
      given.length > 0 && given.every(each => others.has(each))
    );
  }
  const text = plain(reading.answer);
  return verdict(
    reading,
    [expected, ...accept, ...(settings?.accept ?? [])].some(each => plain(each) === text),
    foreign.some(each => plain(each) === text)
  );
};
