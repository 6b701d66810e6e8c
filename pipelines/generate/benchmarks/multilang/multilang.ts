// ZenMultilang: the same questions in 22 languages, about numbers, dates, days, dictionary order, arithmetic and order of age.
import type {Scorer} from "../../../book/scorers.js";
import {type AnswerKind, CLOSINGS, lineForm} from "../../parts/closings.js";
import type {Random} from "../../seed.js";
import type {Benchmark, Cell, MadeItem} from "../benchmark.js";
import {capitalize, dayOfMonth, fill, joinSentences, listOf, namesOf} from "./grammar.js";
import {LANGUAGES, type Sentences} from "./sentences.js";
import {TABLE} from "./table.js";

// The words of ZenMultilang by language, read from its table: numbers; the form of dates, then what fills its # in each month; days; their order;
// relative times, where = is the one before with the next number.

/** The numbers that the table has in words. */
export const NUMBERS: readonly number[] = [
  ...[13, 16, 18, 21, 25, 28, 31, 34, 37, 42, 46, 49, 53, 57, 58, 62, 67, 71, 76, 79],
  ...[83, 88, 91, 95, 99, 105, 112, 117, 124, 138, 150, 163, 176, 181, 199, 204, 243, 277, 312, 365]
];
/** How many of the first numbers are below a hundred: their words are spelled in one way, or nearly so. */
export const BELOW_HUNDRED = 25;
/** Days of the relative times that the table has. */
export const DAYS: readonly number[] = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13];

interface Words {
  /** The numbers of `NUMBERS`. */
  numbers: readonly string[];
  /** Long dates by month, with {d} and {y}. */
  dates: readonly string[];
  /** Monday first. */
  weekdays: readonly string[];
  /** The place of each day of the week in the dictionary. */
  order: readonly number[];
  /** So many days ahead, by `DAYS`. */
  ahead: readonly string[];
  ago: readonly string[];
}

/** Further right spellings of some words. */
export const ALSO: Readonly<Record<string, readonly (readonly [spelling: RegExp, also: string])[]>> = {
  cs: [[/jedna$/u, "jeden"]],
  da: [[/(?<!halv)tres$/u, "treds"]],
  hi: [
    [/^तिरपन$/u, "तिरेपन"],
    [/^उन्यासी$/u, "उनासी"],
    [/^अट्ठासी$/u, "अठासी"],
    [/^इक्यानवे$/u, "इक्यानबे"]
  ],
  ro: [[/ și doi$/u, " și două"]],
  zh: [[/^十/u, "一十"]]
};

/** The words of each language by its code. */
export const WORDS: ReadonlyMap<string, Words> = new Map(
  TABLE.trim()
    .split("\n\n")
    .map(block => {
      const [code = "", ...lines] = block.split("\n");
      const [numbers = "", dates = "", weekdays = "", order = "", relative = ""] = lines
        .join("")
        .split("||")
        .map(part => part.trim());
      const [date = "", ...months] = dates.split("|");
      const times: string[] = [];
      for (const [i, text] of relative.split("|").entries()) {
        const place = i % DAYS.length;
        times.push(text === "=" ? times[i - 1]!.replace(String(DAYS[place - 1]), String(DAYS[place])) : text);
      }
      return [
        code,
        {
          numbers: numbers.split("|"),
          dates: months.map(month => date.replace("#", month)),
          weekdays: weekdays.split("|"),
          order: order.split("|").map(Number),
          ahead: times.slice(0, DAYS.length),
          ago: times.slice(DAYS.length)
        }
      ];
    })
);

/** Items of each kind in each language. */
const SIZE = 25;
const FIRST_YEAR = 1901;

/** What an item asks, without its closing line. */
interface Asked {
  question: string;
  /** The form of the answer. */
  form: AnswerKind;
  expected: string;
  scorer: Scorer;
  guess_chance?: number;
}

const localized = (form: "number" | "date" | "text" | "list", given: {accept?: string[]; foreign?: string[]} = {}): Scorer => ({
  kind: "localized",
  form,
  accept: [],
  foreign: [],
  ...given
});

/** What the other languages say, where this one says otherwise. */
const elsewhere = (own: Sentences, of: (words: Words) => string): string[] => {
  const right = of(WORDS.get(own.code)!).toLowerCase();
  const others = LANGUAGES.filter(({code}) => code !== own.code).map(({code}) => of(WORDS.get(code)!));
  return [...new Set(others)].filter(each => each.toLowerCase() !== right);
};

const KINDS: Readonly<Record<string, (language: Sentences, words: Words, k: number, random: Random) => Asked>> = {
  "reading numbers": ({read}, words, k, random) => {
    const [a, b] = [k, random.integer(0, NUMBERS.length - 1)];
    return {
      question: fill(read, {x: words.numbers[a]!, y: words.numbers[b]!}),
      form: "digits",
      expected: String(NUMBERS[a]! + NUMBERS[b]!),
      scorer: localized("number")
    };
  },
  "writing numbers": (language, words, k, random) => {
    const [sum, word] = [NUMBERS[k % BELOW_HUNDRED]!, words.numbers[k % BELOW_HUNDRED]!];
    const first = random.integer(1, sum - 1);
    const accept = (ALSO[language.code] ?? []).flatMap(([spelling, also]) =>
      spelling.test(word) ? [word.replace(spelling, also)] : []
    );
    return {
      question: fill(language.write, {x: first, y: sum - first}),
      form: "words",
      expected: word,
      scorer: localized("text", {accept, foreign: elsewhere(language, ({numbers}) => numbers[k % BELOW_HUNDRED]!)})
    };
  },
  dates: ({code, date}, words, k, random) => {
    const [y, month, d] = [FIRST_YEAR + 5 * k + random.integer(0, 4), random.integer(0, 11), random.integer(1, 28)];
    const two = (n: number) => String(n).padStart(2, "0");
    return {
      question: fill(date, {x: fill(words.dates[month]!, {d: dayOfMonth(code, d), y})}),
      form: "date",
      expected: `${y}-${two(month + 1)}-${two(d)}`,
      scorer: localized("date")
    };
  },
  "relative time": (language, words, k, random) => {
    const n = k + SIZE * random.integer(0, Math.floor((7 * 2 * DAYS.length - 1 - k) / SIZE));
    const [today, past, place] = [n % 7, Math.floor(n / 7) % 2 === 1, Math.floor(n / 14)];
    const target = (((today + (past ? -1 : 1) * DAYS[place]!) % 7) + 7) % 7;
    const day = words.weekdays[target]!;
    return {
      question: fill(language.weekday, {x: words.weekdays[today]!, y: (past ? words.ago : words.ahead)[place]!}),
      form: "weekday",
      expected: day,
      guess_chance: 1 / 7,
      scorer: localized("text", {foreign: elsewhere(language, ({weekdays}) => weekdays[target]!)})
    };
  },
  sorting: (language, words, k, random) => {
    // Numbers of k apart have other subsets, and orders are drawn.
    const subset = subsetAt(k);
    const shown = random.shuffle(subset);
    const named = shown.map(day => words.weekdays[day]!);
    const sorted = subset.toSorted((a, b) => words.order[a]! - words.order[b]!);
    const english = WORDS.get("en")!.weekdays;
    const own = new Set(words.weekdays.map(name => name.toLowerCase()));
    return {
      question: fill(language.sort, {x: listOf(language.code, named)}),
      form: "list",
      expected: sorted.map(day => words.weekdays[day]!).join(", "),
      guess_chance: 1 / 24,
      scorer: localized("list", {foreign: english.filter(name => !own.has(name.toLowerCase()))})
    };
  },
  arithmetic: ({arithmetic}, _, k, random) => {
    const [a, b] = [20 + 10 * k + random.integer(0, 9), random.integer(11, 99)];
    const c = random.integer(3, a - 1);
    return {
      question: fill(arithmetic, {a, b, c}),
      form: "digits",
      expected: String(a + b - c),
      scorer: localized("number")
    };
  },
  age: (language, _, k, random) => {
    const n = k + SIZE * random.integer(0, Math.floor((120 - 1 - k) / SIZE));
    const names = namesOf(language.code);
    const rest = names.map((_, i) => i);
    const places = [n % 6, Math.floor(n / 6) % 5, Math.floor(n / 30)].map(place => rest.splice(place, 1)[0]!);
    const [a, b, c] = places.map(place => names[place]!) as [string, string, string];
    const told = (elder: string, younger: string) =>
      random.chance(0.5) ? fill(language.older, {x: elder, y: younger}) : fill(language.younger, {x: younger, y: elder});
    const clauses = random.shuffle([told(a, b), told(b, c)]);
    // Each place of the three is asked for as often: neither the name told twice nor those told once are safer guesses.
    const [question, expected] = random.pick([
      [language.oldest, a],
      [language.middle, b],
      [language.youngest, c]
    ] as const);
    return {
      question: joinSentences(language.code, [...clauses, question]),
      form: "name",
      expected,
      guess_chance: 1 / 3,
      // A name in Latin letters is right, too.
      scorer: localized("text", {accept: names === namesOf("en") ? [] : [namesOf("en")[names.indexOf(expected)]!]})
    };
  }
};

/** Four of seven days, the subset of a number from 0 to 34. */
function subsetAt(number: number): number[] {
  let left = number % 35;
  for (let mask = 0; ; mask++) {
    const days = [0, 1, 2, 3, 4, 5, 6].filter(day => mask & (1 << day));
    if (days.length === 4 && left-- === 0) return days;
  }
}

const cellOf = (language: Sentences, kind: string): Cell => ({
  facets: {kind, language: language.code},
  size: SIZE,
  item(k, random): MadeItem {
    const {question, form, expected, scorer, guess_chance = 0} = KINDS[kind]!(language, WORDS.get(language.code)!, k, random);
    const closing = CLOSINGS.get(language.code)!;
    return {
      prompt: `${capitalize(language.code, question)}\n${closing.think}\n${lineForm(closing, form)}`,
      expected,
      guess_chance,
      scorer,
      reading: {locale: language.code}
    };
  }
});

export const multilang: Benchmark = {
  name: "zen-multilang",
  version: 3,
  summary: "the same questions in 22 languages: numbers in words, dates, relative time, dictionary order, arithmetic and age",
  domain: "Language",
  category: "ZenMultilang",
  facets: {kind: "what is asked", language: "in which language, by its code of ISO 639-1"},
  paired: ["language"],
  cells: Object.keys(KINDS).flatMap(kind => LANGUAGES.map(language => cellOf(language, kind))),
  single: true
};
