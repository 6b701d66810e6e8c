// What ZenMultilang takes from elsewhere: number words of the package n2words; dates, days and relative times of the CLDR in Node's Intl.
import {toCardinal as ar} from "n2words/ar-SA";
import {toCardinal as cs} from "n2words/cs-CZ";
import {toCardinal as da} from "n2words/da-DK";
import {toCardinal as de} from "n2words/de-DE";
import {toCardinal as en} from "n2words/en-US";
import {toCardinal as es} from "n2words/es-ES";
import {toCardinal as fr} from "n2words/fr-FR";
import {toCardinal as hi} from "n2words/hi-IN";
import {toCardinal as hu} from "n2words/hu-HU";
import {toCardinal as it} from "n2words/it-IT";
import {toCardinal as ja} from "n2words/ja-JP";
import {toCardinal as ko} from "n2words/ko-KR";
import {toCardinal as nl} from "n2words/nl-NL";
import {toCardinal as pl} from "n2words/pl-PL";
import {toCardinal as pt} from "n2words/pt-PT";
import {toCardinal as ro} from "n2words/ro-RO";
import {toCardinal as ru} from "n2words/ru-RU";
import {toCardinal as sv} from "n2words/sv-SE";
import {toCardinal as tr} from "n2words/tr-TR";
import {toCardinal as uk} from "n2words/uk-UA";
import {toCardinal as vi} from "n2words/vi-VN";
import {toCardinal as zh} from "n2words/zh-Hans-CN";
import {DAYS, NUMBERS} from "../../../../pipelines/generate/benchmarks/multilang/multilang.js";

/** Number words by language. Where the package to-words and dictionaries differ from n2words, the spelling is corrected here. */
const words: Record<string, (n: number) => string> = {
  ar,
  cs,
  de,
  en,
  fr,
  hi,
  hu,
  it,
  ja,
  ko,
  nl,
  pl,
  pt,
  ro,
  ru,
  tr,
  vi,
  es: n => es(n).replace("dieciseis", "dieciséis"),
  da: n => da(n).replace(/(?<!halv)treds$/u, "tres"),
  // Its Ukrainian has the Latin letter i among Cyrillic ones.
  uk: n => uk(n).replaceAll("i", "і"),
  // Written together, without the "och" that it puts between hundreds and tens.
  sv: n => sv(n).replaceAll("-", "").replaceAll(" och ", " "),
  // Everyday numerals, not those of contracts; those from ten to nineteen begin with ten.
  zh: n => zh(n, {formal: false}).replace(/^一十/u, "十")
};

/** A whole number in the words of a language. */
export const numberWord = (code: string, n: number): string => words[code]!(n);

export const numberWords = (code: string): string[] => NUMBERS.map(n => numberWord(code, n));

/** The long form of the 28th of each month, with {d} and {y} in the places of day and year. */
export const dates = (code: string): string[] =>
  Array.from({length: 12}, (_, month) =>
    new Intl.DateTimeFormat(`${code}-u-nu-latn-ca-gregory`, {dateStyle: "long", timeZone: "UTC"})
      .format(Date.UTC(2024, month, 28))
      .replace("2024", "{y}")
      .replace("28", "{d}")
  );

/** Days of the week, Monday first. */
export const weekdays = (code: string): string[] =>
  Array.from({length: 7}, (_, day) =>
    new Intl.DateTimeFormat(code, {weekday: "long", timeZone: "UTC"}).format(Date.UTC(2024, 0, 1 + day))
  );

/** The place of each day in the language's dictionary order. */
export function collated(code: string): number[] {
  const names = weekdays(code);
  const sorted = names.toSorted(new Intl.Collator(code).compare);
  return names.map(name => sorted.indexOf(name));
}

/** Relative times: so many days ahead, then so many days ago. */
export const relative = (code: string): string[] => {
  const format = new Intl.RelativeTimeFormat(`${code}-u-nu-latn`, {numeric: "always"});
  return [...DAYS.map(days => format.format(days, "day")), ...DAYS.map(days => format.format(-days, "day"))];
};
