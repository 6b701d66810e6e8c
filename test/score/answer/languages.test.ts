// The words of the answer reader in 22 languages: complete, in one spelling, and number words as two packages spell them.
import {ToWords} from "to-words";
import {expect, test} from "vitest";
import {ALSO, BELOW_HUNDRED, NUMBERS, WORDS} from "../../../pipelines/generate/benchmarks/multilang/multilang.js";
import {LANGUAGES as QUESTIONS} from "../../../pipelines/generate/benchmarks/multilang/sentences.js";
import {CLOSINGS} from "../../../pipelines/generate/parts/closings.js";
import {LANGUAGES} from "../../../pipelines/score/answer/languages.js";
import {readNumberWords} from "../../../pipelines/score/answer/numberWords.js";
import {numberWord} from "../../generate/benchmarks/multilang/sources.js";

const languages = [...LANGUAGES.values()];
const LISTS = ["answer", "is", "not", "or", "and", "so", "correct", "refuse", "yes", "no", "true", "false"] as const;

test("the languages are those of ZenMultilang, by the same names", () => {
  expect(languages.map(({code, name}) => ({code, name}))).toEqual(QUESTIONS.map(({code, name}) => ({code, name})));
  for (const [code, language] of LANGUAGES) expect(language.code).toBe(code);
});

test("every list has words, each once, in lower case, NFC and without marks around them", () => {
  for (const language of languages)
    for (const list of LISTS) {
      const words = language[list];
      expect([language.code, list, words.length > 0, new Set(words).size]).toEqual([language.code, list, true, words.length]);
      const odd = words.filter(
        word => word === "" || word !== word.toLowerCase().normalize("NFC").trim() || /\s\s|[:;,!?"“”’/=]/u.test(word)
      );
      expect([language.code, list, odd]).toEqual([language.code, list, []]);
    }
});

test("no word both announces an answer and denies one, and none means both yes and no, or both true and false", () => {
  for (const {code, answer, not, yes, no, true: right, false: wrong} of languages)
    for (const [one, other] of [
      [answer, not],
      [yes, no],
      [right, wrong]
    ] as const)
      expect([code, one.filter(word => other.includes(word))]).toEqual([code, []]);
});

test("decimals are marked as by this Node's CLDR", () => {
  const marks = languages.map(({code}) => new Intl.NumberFormat(`${code}-u-nu-latn`).format(1.5)[1]);
  expect(languages.map(({decimal}) => decimal)).toEqual(marks);
});

test("numbers from 0 to 1,000 are those of one package in all languages, and of another where it writes them alike", () => {
  // In the other ten languages its blanks are in other places.
  const alike = new Set(["en", "fr", "es", "pt", "sv", "da", "pl", "cs", "ru", "uk", "hi", "ko"]);
  const locales: Record<string, string> = {cs: "CZ", da: "DK", en: "US", hi: "IN", ko: "KR", sv: "SE", uk: "UA"};
  for (const {code, numbers} of languages) {
    const other = new ToWords({localeCode: `${code}-${locales[code] ?? code.toUpperCase()}` as "en-US"});
    const differ = Array.from({length: 1_001}, (_, number) => number).flatMap(number =>
      [numberWord(code, number), ...(alike.has(code) ? [other.convert(number)] : [])].filter(
        word => numbers.get(word.toLowerCase().replaceAll("’", "'").normalize("NFC")) !== number
      )
    );
    expect([code, differ]).toEqual([code, []]);
  }
});

test("number words of ZenMultilang and their other right spellings have their values", () => {
  for (const {code, numbers} of languages)
    for (const [i, word] of WORDS.get(code)!.numbers.entries()) {
      const also = (ALSO[code] ?? []).filter(([spelling]) => i < BELOW_HUNDRED && spelling.test(word));
      for (const spelling of [word, ...also.map(([pattern, other]) => word.replace(pattern, other))])
        expect([code, spelling, numbers.get(spelling.normalize("NFC"))]).toEqual([code, spelling, NUMBERS[i]]);
    }
});

test("the label of the answer's line in ZenMultilang announces an answer", () => {
  for (const {code, label} of CLOSINGS.values())
    expect([code, LANGUAGES.get(code)!.answer]).toEqual([
      code,
      expect.arrayContaining([label.toLowerCase().replace(/\s*[:：]$/u, "")])
    ]);
});

test("every number word is in lower case and NFC, with a whole number of at least 0", () => {
  for (const {code, numbers} of languages)
    for (const [word, value] of numbers)
      if (
        word !== word.toLowerCase().normalize("NFC").trim() ||
        !/^[^{}]+$/u.test(word) ||
        !Number.isSafeInteger(value) ||
        value < 0
      )
        expect([code, word, value]).toBeNull();
});

test("English number words are read alike by the table and by the reader that composes them", () => {
  for (const [word, value] of LANGUAGES.get("en")!.numbers) expect([word, readNumberWords(word)]).toEqual([word, value]);
});

test("other spellings of everyday use", () => {
  const spellings: Record<string, Record<string, number>> = {
    de: {dreissig: 30, zwo: 2, hundertundeins: 101},
    fr: {"septante-deux": 72, "vingt-et-un": 21, "soixante et onze": 71, "quatre-vingt-onze": 91},
    it: {ventuno: 21, ventotto: 28, centotto: 108, centottanta: 180},
    pt: {dezesseis: 16, quatorze: 14, "vinte e uma": 21},
    nl: {tweeëntwintig: 22, driehonderd: 300},
    cs: {jednadvacet: 21, pětadvacet: 25},
    ar: {"خمسة وعشرين": 25, مئة: 100},
    zh: {两: 2, 二十四: 24, 两百零三: 203},
    ja: {ゼロ: 0, 四十二: 42},
    ko: {스물다섯: 25, 열둘: 12, 사십이: 42},
    vi: {"hai mươi lăm": 25, "hai mươi tư": 24, "một trăm linh năm": 105}
  };
  for (const [code, words] of Object.entries(spellings))
    for (const [word, value] of Object.entries(words))
      expect([word, LANGUAGES.get(code)!.numbers.get(word.normalize("NFC"))]).toEqual([word, value]);
});
