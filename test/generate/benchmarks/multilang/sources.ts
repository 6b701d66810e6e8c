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
import {getOrAdd} from "../../../../pipelines/book/getOrAdd.js";
import {namesOf} from "../../../../pipelines/generate/benchmarks/multilang/grammar.js";
import {DAYS, NUMBERS, SORTED_NAMES} from "../../../../pipelines/generate/benchmarks/multilang/multilang.js";

/** Number words by language. Where the package to-words and dictionaries differ from n2words, the spelling is corrected here. */
const words: Record<string, (n: number) => string> = {
  ar,
  cs,
  de,
  en,
  fr,
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
  // 43 as dictionaries spell it.
  hi: n => hi(n).replace("तेतालीस", "तैंतालीस"),
  // Its Ukrainian has the Latin letter i among Cyrillic ones.
  uk: n => uk(n).replaceAll("i", "і"),
  // Written together, without the "och" that it puts between hundreds and tens (Svenska skrivregler).
  sv: n => sv(n).replaceAll(/-| och | /gu, ""),
  // Everyday numerals, not those of contracts; those from ten to nineteen begin with ten.
  zh: n => zh(n, {formal: false}).replace(/^一十/u, "十")
};

/** A whole number in the words of a language. */
export const numberWord = (code: string, n: number): string => words[code]!(n);

export const numberWords = (code: string): string[] => NUMBERS.map(n => numberWord(code, n));

/** Portuguese is that of Portugal, as its number words are. */
const locale = (code: string): string => (code === "pt" ? "pt-PT" : code);

/**
 * Corrections of the CLDR 48, by language. Turkish days have a capital only in a date (Türk Dil Kurumu), Vietnamese days on the syllable of the day,
 * and Vietnamese dates name the year (decree 30/2020/NĐ-CP); "within" is not "after" in Arabic and Hindi; Japanese has no spaces; Ukrainian has the
 * apostrophe of its number words everywhere.
 */
const corrections: Record<string, (text: string) => string> = {
  ar: text => text.replace("خلال", "بعد"),
  hi: text => text.replace(/ में$/u, " बाद"),
  ja: text => text.replaceAll(" ", ""),
  tr: text => (/^\p{L}+$/u.test(text) ? text.toLocaleLowerCase("tr") : text),
  uk: text => text.replace("ʼ", "'"),
  vi: text =>
    text
      .replace(/^Thứ/u, "thứ")
      .replace("Nhật", "nhật")
      .replace(/(tháng \d+), /u, "$1 năm ")
};

/** A text of the CLDR as ZenMultilang has it. */
const corrected = (code: string, text: string): string => corrections[code]?.(text) ?? text;

/** A long date, in UTC. */
const longDate = (code: string, time: number): string =>
  corrected(
    code,
    new Intl.DateTimeFormat(`${locale(code)}-u-nu-latn-ca-gregory`, {dateStyle: "long", timeZone: "UTC"}).format(time)
  );

/** A function of a language that works once for each. */
function once<T>(make: (code: string) => T): (code: string) => T {
  const made = new Map<string, T>();
  return code => getOrAdd(made, code, () => make(code));
}

/** The long form of the 28th of each month, with {d} and {y} in the places of day and year. */
export const dates = once(code =>
  Array.from({length: 12}, (_, month) =>
    longDate(code, Date.UTC(2024, month, 28))
      .replace("2024", "{y}")
      .replace("28", "{d}")
  )
);

/** Days of the week, Monday first. */
export const weekdays = once(code => {
  const {format} = new Intl.DateTimeFormat(locale(code), {weekday: "long", timeZone: "UTC"});
  return Array.from({length: 7}, (_, day) => corrected(code, format(Date.UTC(2024, 0, 1 + day))));
});

/** Days of the week as Japanese reads them: its dictionaries have the order of sounds. */
const READINGS = ["げつようび", "かようび", "すいようび", "もくようび", "きんようび", "どようび", "にちようび"];

const collator = once(code => new Intl.Collator(code, {ignorePunctuation: code === "uk"}));

/** Words in the order of the language's dictionaries. Ukrainian passes over apostrophes, as its orthography has it. */
export function dictionaryOrder(code: string, words: readonly string[]): string[] {
  const {compare} = collator(code);
  const days = weekdays("ja");
  const sound = (word: string) => (code === "ja" && days.includes(word) ? READINGS[days.indexOf(word)]! : word);
  return words.toSorted((a, b) => compare(sound(a), sound(b)));
}

/** The place of each day, then of each name that is sorted with them, in the language's dictionary order. */
export function collated(code: string): number[] {
  const words = [...weekdays(code), ...SORTED_NAMES.map(place => namesOf(code)[place]!)];
  const sorted = dictionaryOrder(code, words);
  return words.map(word => sorted.indexOf(word));
}

/** So many days ahead, or ago where negative. */
export const relativeTime = (code: string, days: number): string =>
  corrected(code, new Intl.RelativeTimeFormat(`${locale(code)}-u-nu-latn`, {numeric: "always"}).format(days, "day"));

/** Relative times: so many days ahead, then so many days ago. */
export const relative = (code: string): string[] => [
  ...DAYS.map(days => relativeTime(code, days)),
  ...DAYS.map(days => relativeTime(code, -days))
];
