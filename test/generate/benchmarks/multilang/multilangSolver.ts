// Second solver of ZenMultilang: reads the question in each language by separate cues, with words of n2words and of the CLDR in Node's Intl.
import {getOrAdd} from "../../../../pipelines/book/getOrAdd.js";
import {namesOf} from "../../../../pipelines/generate/benchmarks/multilang/grammar.js";
import {NUMBERS} from "../../../../pipelines/generate/benchmarks/multilang/multilang.js";
import {CLOSINGS} from "../../../../pipelines/generate/parts/closings.js";
import type {Solved} from "../quality/measure.js";
import {dates, dictionaryOrder, numberWord, relativeTime, weekdays} from "./sources.js";

/** Parts of words by language: of an older man and of a younger one, of what was bought and of what was sold. */
const CUES: Readonly<Record<string, readonly [older: string, younger: string, bought: string, sold: string]>> = {
  en: ["old", "young", "Bought", "Sold"],
  de: ["lte", "jüng", "Gekauft", "Verkauft"],
  fr: ["âgé", "jeune", "Achet", "Vend"],
  es: ["mayor", "menor", "Comprad", "Vendid"],
  it: ["vecchi", "giovan", "Comprat", "Vendut"],
  pt: ["velho", "novo", "Comprad", "Vendid"],
  nl: ["oud", "jong", "Gekocht", "Verkocht"],
  sv: ["äld", "yng", "Köpt", "Såld"],
  da: ["æld", "yng", "Købt", "Solgt"],
  pl: ["starsz", "młodsz", "Kupion", "Sprzedan"],
  cs: ["starší", "mladší", "Koupen", "Prodán"],
  ru: ["старш", "младш", "Куплен", "Продан"],
  uk: ["старш", "молодш", "Куплен", "Продан"],
  tr: ["yaşlı", "genç", "Satın alın", "Satıl"],
  ro: ["în vârstă", "tânăr", "Cumpăr", "Vând"],
  hu: ["idős", "fiatal", "Vett", "Eladt"],
  ar: ["أكبر", "أصغر", "المشترا", "المبيع"],
  hi: ["बड़ा", "छोटा", "खरीदी", "बेची"],
  zh: ["年长", "年轻", "买进", "卖出"],
  ja: ["年上", "年下", "仕入れ", "売れ"],
  ko: ["많", "적", "사들", "판 "],
  vi: ["lớn tuổi", "nhỏ tuổi", "Mua", "Bán"]
};

/** Relative times that are looked for, in days. */
const MAX_DAYS = 15;

/** A pattern of any of some texts, the longest first, so that none is read within another. */
const anyOf = (texts: Iterable<string>): RegExp =>
  new RegExp(
    [...texts]
      .toSorted((a, b) => b.length - a.length)
      .map(text => text.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&").replace(/\s+/gu, "\\s+"))
      .join("|"),
    "giu"
  );
const plain = (text: string): string => text.replace(/\s+/gu, " ");

/** Texts of a language by what they mean, and the pattern that finds them. */
class Lexicon {
  readonly pattern: RegExp;
  readonly #meanings: ReadonlyMap<string, number>;

  constructor(
    private readonly code: string,
    meanings: Iterable<readonly [text: string, meaning: number]>
  ) {
    this.#meanings = new Map([...meanings].map(([text, meaning]) => [this.#lower(text), meaning]));
    this.pattern = anyOf(this.#meanings.keys());
  }

  /** Meanings of the texts in a question, in order. */
  in(question: string): number[] {
    return [...this.#lower(question).matchAll(this.pattern)].map(([text]) => this.#meanings.get(text)!);
  }

  #lower = (text: string): string => plain(text).toLocaleLowerCase(this.code);
}

const lexicons = new Map<string, Lexicon>();
function lexicon(key: string, code: string, meanings: () => Iterable<readonly [string, number]>): Lexicon {
  return getOrAdd(lexicons, `${key} ${code}`, () => new Lexicon(code, meanings()));
}

const numbersOf = (code: string) =>
  lexicon("numbers", code, () => NUMBERS.map(number => [numberWord(code, number), number] as const));
const daysOf = (code: string) => lexicon("days", code, () => weekdays(code).map((day, i) => [day, i] as const));
const timesOf = (code: string) =>
  lexicon("times", code, () =>
    Array.from({length: 2 * MAX_DAYS + 1}, (_, i) => i - MAX_DAYS)
      .filter(days => Math.abs(days) > 1)
      .map(days => [relativeTime(code, days), days] as const)
  );

/** The date that a text has in its language's words. */
function dateIn(code: string, question: string): number {
  for (const [month, form] of dates(code).entries()) {
    const [before, after] = form.indexOf("{d}") < form.indexOf("{y}") ? ["d", "y"] : ["y", "d"];
    const pattern = plain(form)
      .replace(/[.]/gu, "\\.")
      .replace(`{${before}}`, "(\\d+)(?:er|º)?")
      .replace(`{${after}}`, "(\\d+)(?:er|º)?");
    const match = new RegExp(`(?<!\\d)${pattern}`, "u").exec(plain(question));
    if (!match) continue;
    const [y, d] = (before === "y" ? [match[1], match[2]] : [match[2], match[1]]).map(Number) as [number, number];
    return Date.UTC(y, month, d);
  }
  return Number.NaN;
}

/** The sum of the last line, whose letter the lines before define. @param read numbers of a text, in words or digits */
function sumOf(question: string, read: (text: string) => number[]): Solved {
  const lines = question.split("\n");
  const values = new Map<string, number>();
  const numberOf = (text: string): number => values.get(text.trim()) ?? read(text)[0] ?? Number(text);
  let left = lines.slice(0, -1).map(line => line.split(" = ") as [string, string]);
  const steps = left.length + 1;
  while (left.length > 0) {
    const [symbol, text] = left.find(
      ([, expression]) => !left.some(([other]) => new RegExp(`(?<!\\p{L})${other}(?!\\p{L})`, "u").test(expression))
    )!;
    const [, first = "", sign, second = ""] = /^(.+) ([+−×]) (.+)$/u.exec(text)!;
    const [a, b] = [numberOf(first), numberOf(second)];
    values.set(symbol, sign === "+" ? a + b : sign === "−" ? a - b : a * b);
    left = left.filter(([each]) => each !== symbol);
  }
  const last = lines.at(-1)!;
  const defined = [...values].find(([symbol]) => new RegExp(`(?<![A-Za-z])${symbol}(?![\\p{Script=Latin}])`, "u").test(last));
  const sum = [...(defined ? [defined[1]] : []), ...read(last)].reduce((a, b) => a + b, 0);
  return {answer: String(sum), steps};
}

const digitsIn = (text: string): number[] => (text.match(/\d+/gu) ?? []).map(Number);

/** People from the oldest to the youngest, by sentences with two names each. */
function orderOf(code: string, sentences: readonly string[]): string[] {
  const names = anyOf(namesOf(code));
  const younger = new Map<string, string>();
  for (const sentence of sentences) {
    const [x, y] = sentence.match(names) as [string, string];
    if (sentence.includes(CUES[code]![0])) younger.set(x, y);
    else younger.set(y, x);
  }
  const below = new Set(younger.values());
  const order = [...younger.keys()].filter(name => !below.has(name));
  while (younger.has(order.at(-1)!)) order.push(younger.get(order.at(-1)!)!);
  return order;
}

const METHODS: Readonly<Record<string, (code: string, question: string) => Solved>> = {
  digits(code, question) {
    const [, , bought, sold] = CUES[code]!;
    if (!question.includes(sold)) return sumOf(question, text => numbersOf(code).in(text));
    const sentences = question.split(/[.。।]/u).filter(sentence => /\d/u.test(sentence));
    const amounts = sentences.map(
      sentence => digitsIn(sentence)[0]! * (sentence.includes(sold) && !sentence.includes(bought) ? -1 : 1)
    );
    return {answer: String(amounts.reduce((a, b) => a + b)), steps: amounts.length - 1};
  },
  words(code, question) {
    const {answer, steps} = sumOf(question, digitsIn);
    return {answer: numberWord(code, Number(answer)), steps};
  },
  date(code, question) {
    const times = timesOf(code).in(question);
    const day = new Date(dateIn(code, question));
    for (const days of times) day.setUTCDate(day.getUTCDate() + days);
    return {answer: day.toISOString().slice(0, 10), steps: 1 + times.length};
  },
  weekday(code, question) {
    const times = timesOf(code).in(question);
    const [today = 0] = daysOf(code).in(question);
    // 1 January 2024 was a Monday.
    const day = new Date(Date.UTC(2024, 0, 1 + today + times.reduce((a, b) => a + b, 0)));
    return {answer: weekdays(code)[(day.getUTCDay() + 6) % 7]!, steps: times.length};
  },
  list(code, question) {
    const words = /[:：]\s?(.+)[.。।]$/u.exec(question)![1]!.split(/[,،、] ?/u);
    return {answer: dictionaryOrder(code, words).join(", "), steps: words.length - 1};
  },
  name(code, question) {
    const sentences = question.split(/(?<=[.。।]) ?/u);
    const order = orderOf(code, sentences.slice(0, -1));
    const [old, young] = CUES[code]!.slice(0, 2).map(cue => sentences.at(-1)!.toLowerCase().includes(cue));
    return {answer: order[old && young ? 1 : old ? 0 : 2]!, steps: sentences.length - 1};
  },
  names(code, question) {
    const sentences = question.split(/(?<=[.。।]) ?/u);
    return {answer: orderOf(code, sentences.slice(0, -1)).join(", "), steps: sentences.length - 1};
  }
};

/** Answers a question of ZenMultilang from its text; null for other texts. Its language is that of the sentence that says how to finish. */
export function solveMultilang(prompt: string): Solved | null {
  const lines = prompt.split("\n");
  const closing = [...CLOSINGS.values()].find(({think}) => think === lines.at(-2));
  const described = /<(.+)>$/u.exec(lines.at(-1)!)?.[1];
  const form = Object.entries(closing?.forms ?? {}).find(([, text]) => text === described)?.[0];
  return form === undefined ? null : METHODS[form]!(closing!.code, lines.slice(0, -2).join("\n"));
}
