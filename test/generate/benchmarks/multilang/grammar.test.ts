// Grammar of all generated questions, by checks that share no code with the rules that write them.
import {expect, test} from "vitest";
import {benchmarkTask} from "../../../../pipelines/generate/benchmarks/benchmark.js";
import {
  capitalize,
  dayOfMonth,
  fill,
  namesOf,
  withAblative,
  withQue,
  withTopic
} from "../../../../pipelines/generate/benchmarks/multilang/grammar.js";
import {multilang} from "../../../../pipelines/generate/benchmarks/multilang/multilang.js";
import {LANGUAGES} from "../../../../pipelines/generate/benchmarks/multilang/sentences.js";
import {CLOSINGS} from "../../../../pipelines/generate/parts/closings.js";
import {verdict} from "../../../score/scorers/scoring.js";
import {numberWord} from "./sources.js";

const EDITIONS = [1, 2, 3];
const {items} = benchmarkTask(multilang);
/** Questions of all editions. */
const questions = EDITIONS.flatMap(edition =>
  multilang.cells.flatMap(({facets}) =>
    [...(items.places(facets) as Uint32Array)].map(place => {
      const item = items.at(place, {edition});
      return {
        kind: String(facets.kind),
        code: String(facets.language),
        level: Number(facets.level),
        item,
        question: item.prompt.split("\n").slice(0, -2).join("\n")
      };
    })
  )
);
const codes = LANGUAGES.map(({code}) => code);
/** Questions of a language, of one kind or all. */
const asked = (code: string, kind?: string) =>
  questions.filter(each => each.code === code && (kind === undefined || each.kind === kind));
/** Prompts of a language in which a pattern occurs, instructions included. */
const faults = (code: string, pattern: RegExp): string[] =>
  asked(code).flatMap(({item}) => (pattern.test(item.prompt) ? [item.prompt] : []));

test("there are 546 questions of each language", () => {
  for (const code of codes) expect([code, asked(code).length]).toEqual([code, EDITIONS.length * 7 * 26]);
});

test("French elides and contracts, and the first of a month is an ordinal", () => {
  expect(faults("fr", /(?<!\p{L})(?:que|de|le|la|ne|je|me|te|se|ce) [aeiouyhàâéèêîôû]/iu)).toEqual([]);
  expect(faults("fr", /qu'[^aeiouyhàâéèêîôû]/iu)).toEqual([]);
  expect(faults("fr", /(?<!\p{L})(?:de les?|à les?|si ils?)(?!\p{L})/iu)).toEqual([]);
  expect(faults("fr", /\S[?!:;](?:\s|$)/u)).toEqual([]);
  const names = asked("fr", "age").map(({question}) => question);
  for (const word of ["qu'Adam", "qu'Emil", "qu'Oliver", "que Boris", "que Felix", "que Leon"])
    expect([word, names.some(text => text.includes(word))]).toEqual([word, true]);
  expect([withQue("Élise"), withQue("Yves"), withQue("Zoé")]).toEqual(["qu'Élise", "qu'Yves", "que Zoé"]);
});

test("the first of a month is an ordinal in French and Italian, and other days are cardinals", () => {
  const firsts = asked("es", "dates").map(({question}) => question.includes(": 1 de "));
  expect(firsts).toContain(true);
  for (const code of ["fr", "it"]) {
    const ordinal = code === "fr" ? /: 1er \p{Ll}/u : /: 1º \p{Ll}/u;
    expect(asked(code, "dates").map(({question}) => ordinal.test(question))).toEqual(firsts);
    expect(faults(code, /: 1 /u)).toEqual([]);
    expect([11, 21, 28, 31].map(day => dayOfMonth(code, day))).toEqual(["11", "21", "28", "31"]);
  }
  expect(["de", "es", "pt", "ro"].map(code => dayOfMonth(code, 1))).toEqual(["1", "1", "1", "1"]);
});

test("Italian, Portuguese and Spanish contract prepositions with articles", () => {
  expect(faults("it", /(?<!\p{L})(?:di|a|da|in|su) (?:il|lo|la|i|gli|le|l')(?!\p{L})/iu)).toEqual([]);
  expect(faults("pt", /(?<!\p{L})(?:de|em|por|a) (?:o|a|os|as|um|uma)(?!\p{L})/iu)).toEqual([]);
  expect(faults("es", /(?<!\p{L})(?:a|de) el(?!\p{L})/iu)).toEqual([]);
  expect(faults("es", /(?<!\p{L})(?:y h?i(?!e)|o h?o)\p{L}/iu)).toEqual([]);
  for (const {question} of asked("es"))
    expect([question, question.split("¿").length]).toEqual([question, question.split("?").length]);
});

/** Whether a Korean syllable ends in a consonant: its canonical decomposition has a third letter. */
const isClosed = (syllable: string): boolean => [...syllable.normalize("NFD")].length === 3;

test("Korean particles agree with the sound before them", () => {
  // 있는, 않은: participles, whose endings do not follow this rule; 누가: who.
  const participles = new Set(["있는", "않은", "누가"]);
  let n = 0;
  for (const {question} of asked("ko")) {
    expect(question).not.toMatch(/[은이을과]\s?\([는가를와]\)/u);
    for (const [, word = "", particle = ""] of question.matchAll(/(?<![\p{L}\d])([\p{L}\d]+)([은는이가을를])(?= )/gu)) {
      if (participles.has(word + particle)) continue;
      const read = /\d/u.test(word) ? numberWord("ko", Number(word)) : word;
      expect([question, "은이을".includes(particle)]).toEqual([question, isClosed(read.at(-1)!)]);
      n++;
    }
  }
  expect(n).toBeGreaterThan(EDITIONS.length * 100);
  for (let i = 0; i <= 1_000; i++) expect(withTopic(String(i)).at(-1)).toBe(isClosed(numberWord("ko", i).at(-1)!) ? "은" : "는");
  expect(() => withTopic("Adam")).toThrow(RangeError);
  expect(() => withTopic("")).toThrow(RangeError);
});

test("Turkish suffixes are in harmony, after an apostrophe", () => {
  // Türk Dil Kurumu, Yazım Kılavuzu, and its rules applied by hand.
  const forms = "Adam'dan Boris'ten Daniel'den Emil'den Felix'ten Leon'dan Martin'den Oliver'den Robert'ten Simon'dan".split(" ");
  const used = new Set(asked("tr", "age").flatMap(({question}) => question.match(/\p{L}+'\p{L}+/gu) ?? []));
  expect([...used].sort()).toEqual(forms);
  const others = "Ahmet'ten Türkiye'den Samsun'dan Kerkük'ten Sinop'tan Kars'tan Iğdır'dan Ürgüp'ten Gönç'ten Barış'tan".split(
    " "
  );
  expect(others.map(form => withAblative(form.split("'")[0]!))).toEqual(others);
});

test("Turkish has a dotted capital, days have a small letter, and no letter has a dot that is a character by itself", () => {
  const first = asked("tr", "reading numbers").map(({question}) => question);
  for (const question of first) {
    const [start = ""] = question;
    expect(start.toLocaleLowerCase("tr").toLocaleUpperCase("tr")).toBe(start);
  }
  expect(faults("tr", /\u0307|(?<!\p{L})Iki/u)).toEqual([]);
  expect(faults("tr", /Bugün \p{Lu}/u)).toEqual([]);
  expect([capitalize("tr", "ırmak"), capitalize("tr", "iki yüz"), capitalize("vi", "một")]).toEqual(["Irmak", "İki yüz", "Một"]);
});

test("Hungarian articles agree with the next sound", () => {
  let n = 0;
  for (const {item} of asked("hu"))
    for (const [text, article = "", next = ""] of item.prompt.matchAll(/(?<!\p{L})(az?) (\p{L})/giu)) {
      expect([text, article.length === 2]).toEqual([text, /[aáeéiíoóöőuúüű]/iu.test(next)]);
      n++;
    }
  expect(n).toBeGreaterThan(0);
});

/**
 * "Day" after a number, by class of `Intl.PluralRules`: ahead, then ago if that is another case. Written from grammars: after numerals Hungarian
 * and Turkish have the singular, Czech "před" takes the instrumental, Romanian counts from 20 on with "de", German "in" and "vor" take the dative.
 */
const DAY_FORMS: Readonly<Record<string, readonly Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>[]>> = {
  en: [{one: "day", other: "days"}],
  de: [{one: "Tag", other: "Tagen"}],
  fr: [{one: "jour", other: "jours"}],
  es: [{one: "día", other: "días"}],
  it: [{one: "giorno", other: "giorni"}],
  pt: [{one: "dia", other: "dias"}],
  nl: [{one: "dag", other: "dagen"}],
  sv: [{one: "dag", other: "dagar"}],
  da: [{one: "dag", other: "dage"}],
  pl: [{one: "dzień", few: "dni", many: "dni"}],
  cs: [
    {one: "den", few: "dny", other: "dní"},
    {one: "dnem", few: "dny", other: "dny"}
  ],
  ru: [{one: "день", few: "дня", many: "дней"}],
  uk: [{one: "день", few: "дні", many: "днів"}],
  tr: [{one: "gün", other: "gün"}],
  ro: [{one: "zi", few: "zile", other: "de zile"}],
  hu: [
    {one: "nap", other: "nap"},
    {one: "nappal", other: "nappal"}
  ],
  ar: [{two: "يومين", few: "أيام", many: "يومًا"}],
  hi: [{one: "दिन", other: "दिन"}],
  zh: [{other: "天"}],
  ja: [{other: "日"}],
  ko: [{other: "일"}],
  vi: [{other: "ngày"}]
};

test("numbers of days and their noun agree, in each language's plural classes", () => {
  expect(Object.keys(DAY_FORMS)).toEqual(codes);
  for (const code of codes) {
    const rules = new Intl.PluralRules(code);
    const classes = new Set<string>();
    for (const {question, level} of asked(code, "relative time")) {
      // Arabic has a dual, without a number; Chinese, Japanese and Korean write on without a space.
      const times = [...question.matchAll(code === "ar" ? /(?:بعد|قبل) (\d+)? ?([\p{L}\p{M}]+)/gu : /(\d+) ?([\p{L}\p{M}]+)/gu)];
      expect([question, times.length]).toEqual([question, 2 * level - 1]);
      for (const {0: time, 1: days = "2", 2: noun = "", index} of times) {
        const plural = rules.select(Number(days));
        classes.add(plural);
        const word = noun.slice(0, ["zh", "ja", "ko"].includes(code) ? 1 : undefined);
        const [ahead, ago = ahead] = DAY_FORMS[code]!;
        const isAgo = question.slice(0, index).endsWith("před ") || question.slice(index + time.length).startsWith(" ezelőtt");
        expect([question, word]).toEqual([question, (isAgo ? ago : ahead)![plural]]);
      }
    }
    if (["cs", "ru", "uk"].includes(code))
      expect([code, [...classes].sort()]).toEqual([code, code === "cs" ? ["few", "other"] : ["few", "many"]]);
    if (code === "ar") expect([...classes].sort()).toEqual(["few", "many", "two"]);
  }
});

test("questions are in the language's script, with its marks", () => {
  const scripts: Record<string, string> = {ar: "Arab", hi: "Deva", ko: "Hang", ru: "Cyrl", uk: "Cyrl", zh: "Hani"};
  for (const code of codes) {
    const script = code === "ja" ? "[\\p{sc=Hani}\\p{sc=Hira}\\p{scx=Kana}]" : `\\p{scx=${scripts[code] ?? "Latn"}}`;
    const strangeLetter = new RegExp(`(?!${script}|º)\\p{L}`, "gu");
    for (const {question} of asked(code)) {
      // Capital letters name numbers, as in every language's mathematics.
      const words = question.replaceAll(/(?<!\p{Script=Latin})[B-T](?!\p{Script=Latin})/gu, "");
      // º of Italian ordinals is a letter of every script.
      expect([question, words.match(strangeLetter)]).toEqual([question, null]);
      expect([question, question.normalize("NFC") === question, /\s\s|\s$/u.test(question)]).toEqual([question, true, false]);
      expect([question, /^\p{Ll}/u.test(question)]).toEqual([question, false]);
    }
  }
  expect(faults("ar", /[,?;](?!\n)/u)).toEqual([]);
  expect(asked("hi").filter(({question}) => /\d\.|\p{L}\./u.test(question))).toEqual([]);
  for (const code of ["zh", "ja"])
    expect(asked(code).filter(({question}) => /[,.?:;]|[。？、] |\p{L} \p{L}/u.test(question))).toEqual([]);
});

test("names are ten in each language, and those in Latin letters are right answers, too, in the right order", () => {
  for (const code of codes) {
    const names = namesOf(code);
    expect([code, names.length, new Set(names).size]).toEqual([code, 10, 10]);
    for (const {item} of asked(code, "age").filter((_, i) => i % 13 === 0)) {
      const {label} = CLOSINGS.get(code)!;
      const places = item.expected.split(", ").map(name => names.indexOf(name));
      const latin = (step: number) => places.map(place => namesOf("en")[(place + step) % 10]).join(", ");
      const right = [0, 1].map(step => verdict(`${label} ${latin(step)}`, item.scorer!, item).right);
      expect([code, item.expected, right]).toEqual([code, item.expected, [true, false]]);
    }
  }
});

test("braces take any text as it is", () => {
  expect(fill("{x} {y|que} {z}", {x: "$&", y: "$1", z: 0})).toBe("$& que $1 0");
});
