// ZenMultilang: the same questions in 22 languages, about numbers, dates, days, dictionary order, arithmetic and order of age, at five levels.
import type {Scorer} from "../../../book/scorers.js";
import {dayOf, isoDate, serial} from "../../parts/calendar.js";
import {type AnswerKind, CLOSINGS, lineForm} from "../../parts/closings.js";
import {type Random, severalOf} from "../../seed.js";
import type {Benchmark, Cell, MadeItem} from "../benchmark.js";
import {capitalize, dayOfMonth, fill, joinSentences, listOf, namesOf} from "./grammar.js";
import {LANGUAGES, type Sentences} from "./sentences.js";
import {TABLE} from "./table.js";

// The words of ZenMultilang by language, read from its table: numbers; the form of dates, then what fills its # in each month; days; the order of
// words that are sorted; relative times, where = is the one before with the next number.

/** The numbers that the table has in words. */
export const NUMBERS: readonly number[] = [
  ...[13, 16, 18, 21, 25, 28, 31, 34, 37, 42, 46, 49, 53, 57, 58, 62, 67, 71, 76, 79],
  ...[83, 88, 91, 95, 99, 105, 112, 117, 124, 138, 150, 163, 176, 181, 199, 204, 243, 277, 312, 365]
];
/** How many of the first numbers are below a hundred: their words are spelled in one way, or nearly so. */
export const BELOW_HUNDRED = 25;
/** Days of the relative times that the table has. */
export const DAYS: readonly number[] = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13];
/** Names that are sorted with the days of the week: those with one place in every dictionary. Arabic ones differ on initial hamza. */
export const SORTED_NAMES: readonly number[] = ["Adam", "Boris", "Daniel", "Felix", "Martin"].map(name =>
  namesOf("en").indexOf(name)
);

interface Words {
  /** The numbers of `NUMBERS`. */
  numbers: readonly string[];
  /** Long dates by month, with {d} and {y}. */
  dates: readonly string[];
  /** Monday first. */
  weekdays: readonly string[];
  /** The place of each day of the week, then of each of `SORTED_NAMES`, in the dictionary. */
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

/** Items of each kind in each language, by level: 182 in all, so that 22 languages have 4,004. */
const SIZES = [5, 5, 5, 5, 6];
const FIRST_YEAR = 1901;
const YEARS = 125;
/** Capital letters that name numbers: none is a word of these languages. */
const SYMBOLS = [..."BDFGHLMNPRT"];
/** Largest number that a line of a longer sum defines. */
const MAX_VALUE = 999;

/** The steps of each kind, by level. */
const LENGTHS = {
  /** lines that define a number by the one before */
  numbers: [0, 2, 4, 6, 8],
  /** times after a date */
  dates: [0, 2, 4, 6, 9],
  /** times after a day of the week */
  days: [1, 3, 5, 7, 9],
  words: [4, 5, 6, 7, 9],
  /** purchases and sales */
  trades: [2, 4, 6, 8, 11],
  people: [3, 4, 5, 7, 9]
} as const;

/** What an item asks, without its closing line. */
interface Asked {
  question: string;
  /** The form of the answer. */
  form: AnswerKind;
  expected: string;
  scorer: Scorer;
  guess_chance?: number;
}

/** The parts that an item is made from. */
interface Draw {
  language: Sentences;
  words: Words;
  /** 0 to 4. */
  level: number;
  random: Random;
  /** A number from 0 to count - 1 that no other item of the cell draws. */
  distinct(count: number): number;
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

interface Operand {
  value: number;
  text: string;
}

/**
 * Returns lines that define a number each by the one before, in random order, and the last number.
 * @param operand draws a number · @param last the value of the last number, where it is fixed: two lines or more, and small operands
 */
function linked(
  count: number,
  {first, operand, random, last}: {first: Operand; operand: () => Operand; random: Random; last?: number}
): {lines: string[]; end: Operand} {
  const symbols = severalOf(SYMBOLS, count, random);
  let end = first;
  const lines = symbols.map((symbol, i) => {
    const {value, text} = end;
    const other = operand();
    const choices: Operand[] = [
      {value: value + other.value, text: `${text} + ${other.text}`},
      {value: value + other.value, text: `${other.text} + ${text}`},
      {value: value - other.value, text: `${text} − ${other.text}`},
      {value: other.value - value, text: `${other.text} − ${text}`},
      {value: 2 * value, text: `2 × ${text}`}
    ];
    const gap = last === undefined ? 0 : last - value;
    const chosen =
      last !== undefined && i === count - 1
        ? {value: last, text: `${text} ${gap < 0 ? "−" : "+"} ${Math.abs(gap)}`}
        : random.pick(choices.slice(0, i === 0 ? 2 : undefined).filter(each => each.value > 0 && each.value <= MAX_VALUE));
    end = {value: chosen.value, text: symbol};
    return `${symbol} = ${chosen.text}`;
  });
  return {lines: random.shuffle(lines), end};
}

/** Draws times such as "in 3 days" or "5 days ago", with the days that they move by. @param place the first one, of 2 × 11 */
function timesOf(
  words: Words,
  count: number,
  random: Random,
  place = random.integer(0, 2 * DAYS.length - 1)
): [days: number, text: string][] {
  // Mostly in one direction, so that months and years end on the way.
  const isPast = place >= DAYS.length;
  return Array.from({length: count}, (_, i) => {
    const past = i === 0 ? isPast : random.chance(0.7) === isPast;
    const day = i === 0 ? place % DAYS.length : random.integer(0, DAYS.length - 1);
    return [(past ? -1 : 1) * DAYS[day]!, (past ? words.ago : words.ahead)[day]!];
  });
}

/** A question, with the sentence that says how to count where it has several times. */
const withSteps = ({code, steps}: Sentences, question: string, isLong: boolean): string =>
  isLong ? joinSentences(code, [question, steps]) : question;

const sum = (times: readonly (readonly [days: number, text: string])[]): number =>
  times.reduce((total, [days]) => total + days, 0);

const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));

const KINDS: Readonly<Record<string, (draw: Draw) => Asked>> = {
  "reading numbers"({language, words, level, random, distinct}) {
    const numberAt = (place: number): Operand => ({value: NUMBERS[place]!, text: words.numbers[place]!});
    const operand = () => numberAt(random.integer(0, NUMBERS.length - 1));
    const {lines, end} = linked(LENGTHS.numbers[level]!, {first: numberAt(distinct(NUMBERS.length)), operand, random});
    const last = operand();
    return {
      question: [...lines, fill(language.read, {x: end.text, y: last.text})].join("\n"),
      form: "digits",
      expected: String(end.value + last.value),
      scorer: localized("number")
    };
  },
  "writing numbers"({language, words, level, random, distinct}) {
    const place = distinct(BELOW_HUNDRED);
    const [result, word] = [NUMBERS[place]!, words.numbers[place]!];
    const last = random.integer(1, result - 1);
    const operand = (): Operand => {
      const value = random.integer(2, 40);
      return {value, text: String(value)};
    };
    const first = level === 0 ? {value: result - last, text: String(result - last)} : operand();
    const {lines, end} = linked(LENGTHS.numbers[level]!, {first, operand, random, last: result - last});
    const accept = (ALSO[language.code] ?? []).flatMap(([spelling, also]) =>
      spelling.test(word) ? [word.replace(spelling, also)] : []
    );
    return {
      question: [...lines, fill(language.write, {x: end.text, y: last})].join("\n"),
      form: "words",
      expected: word,
      scorer: localized("text", {accept, foreign: elsewhere(language, ({numbers}) => numbers[place]!)})
    };
  },
  dates({language, words, level, random, distinct}) {
    const {code, date} = language;
    const [year, month, day] = [FIRST_YEAR + distinct(YEARS), random.integer(1, 12), random.integer(1, 28)];
    const times = timesOf(words, LENGTHS.dates[level]!, random);
    const first = fill(words.dates[month - 1]!, {d: dayOfMonth(code, day), y: year});
    return {
      question: withSteps(language, fill(date, {x: listOf(code, [first, ...times.map(([, text]) => text)])}), level > 0),
      form: "date",
      expected: isoDate(dayOf(serial({year, month, day}) + sum(times))),
      scorer: localized("date")
    };
  },
  "relative time"({language, words, level, random, distinct}) {
    const n = distinct(7 * 2 * DAYS.length);
    const today = n % 7;
    const times = timesOf(words, LENGTHS.days[level]!, random, Math.floor(n / 7));
    const target = (((today + sum(times)) % 7) + 7) % 7;
    const listed = listOf(
      language.code,
      times.map(([, text]) => text)
    );
    return {
      question: withSteps(language, fill(language.weekday, {x: words.weekdays[today]!, y: listed}), level > 0),
      form: "weekday",
      expected: words.weekdays[target]!,
      guess_chance: 1 / 7,
      scorer: localized("text", {foreign: elsewhere(language, ({weekdays}) => weekdays[target]!)})
    };
  },
  sorting({language, words, level, random, distinct}) {
    const size = LENGTHS.words[level]!;
    const subsets = SUBSETS.get(size)!;
    const subset = subsets[distinct(subsets.length)]!;
    const list = sortedWordsOf(language.code);
    const sorted = subset.toSorted((a, b) => words.order[a]! - words.order[b]!);
    const days = new Set(words.weekdays.map(name => name.toLowerCase()));
    return {
      question: fill(language.sort, {
        x: listOf(
          language.code,
          random.shuffle(subset).map(place => list[place]!)
        )
      }),
      form: "list",
      expected: sorted.map(place => list[place]!).join(", "),
      guess_chance: 1 / factorial(size),
      scorer: localized("list", {
        foreign: language.code === "en" ? [] : sortedWordsOf("en").filter(name => !days.has(name.toLowerCase()))
      })
    };
  },
  arithmetic({language, level, random, distinct}) {
    const [start, bought, sold, ask] = language.arithmetic.split(" | ") as [string, string, string, string];
    const first = 20 + distinct(250);
    let chairs = first;
    const trades = Array.from({length: LENGTHS.trades[level]!}, (_, i) => {
      const buys = level === 0 ? i === 0 : random.chance(0.5) || chairs < 20;
      const count = buys ? random.integer(11, 99) : random.integer(3, Math.min(chairs - 1, 199));
      chairs += buys ? count : -count;
      return buys ? fill(bought, {b: count}) : fill(sold, {c: count});
    });
    return {
      question: joinSentences(language.code, [fill(start, {a: first}), ...trades, ask]),
      form: "digits",
      expected: String(chairs),
      scorer: localized("number")
    };
  },
  age({language, level, random, distinct}) {
    const [names, latin] = [namesOf(language.code), namesOf("en")];
    const n = distinct(names.length * (names.length - 1));
    const rest = names.map((_, i) => i);
    const eldest = [n % names.length, Math.floor(n / names.length)].map(place => rest.splice(place, 1)[0]!);
    // From the oldest to the youngest.
    const people = [...eldest, ...severalOf(rest, LENGTHS.people[level]! - 2, random)];
    const clauses = people.slice(1).map((younger, i) => {
      const [x, y] = [names[people[i]!]!, names[younger]!];
      return random.chance(0.5) ? fill(language.older, {x, y}) : fill(language.younger, {x: y, y: x});
    });
    // Each place of three is asked for as often: neither the name told twice nor those told once are safer guesses.
    const [ask, place] = random.pick([
      [language.oldest, 0],
      [language.middle, 1],
      [language.youngest, 2]
    ] as const);
    const answer = level === 0 ? [people[place]!] : people;
    const listed = (list: readonly string[]) => answer.map(each => list[each]!).join(", ");
    return {
      question: joinSentences(language.code, [...random.shuffle(clauses), level === 0 ? ask : language.ages]),
      form: level === 0 ? "name" : "names",
      expected: listed(names),
      guess_chance: level === 0 ? 1 / 3 : 1 / factorial(people.length),
      // Names in Latin letters are right, too.
      scorer: localized(level === 0 ? "text" : "list", {accept: names === latin ? [] : [listed(latin)]})
    };
  }
};

/** The words that are sorted: days of the week, then names. */
const sortedWordsOf = (code: string): string[] => [
  ...WORDS.get(code)!.weekdays,
  ...SORTED_NAMES.map(place => namesOf(code)[place]!)
];

/** All sets of each number of words that are sorted, with a day of the week in each. */
const SUBSETS = new Map<number, number[][]>(LENGTHS.words.map(size => [size, []]));
for (let mask = 0; mask < 1 << (7 + SORTED_NAMES.length); mask++) {
  const places = [...mask.toString(2)].reverse().flatMap((bit, place) => (bit === "1" ? [place] : []));
  if (places[0]! < 7) SUBSETS.get(places.length)?.push(places);
}

const cellOf = (language: Sentences, kind: string, level: number, size: number): Cell => ({
  facets: {kind, level, language: language.code},
  size,
  item(k, random): MadeItem {
    const distinct = (count: number): number => k + size * random.integer(0, Math.floor((count - 1 - k) / size));
    const words = WORDS.get(language.code)!;
    const {
      question,
      form,
      expected,
      scorer,
      guess_chance = 0
    } = KINDS[kind]!({language, words, level: level - 1, random, distinct});
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
  version: 4,
  summary:
    "the same questions in 22 languages: numbers in words, dates, relative time, dictionary order, arithmetic and age, at five levels",
  domain: "Language",
  category: "ZenMultilang",
  facets: {
    kind: "what is asked",
    level: "difficulty, 1 to 5: the number of steps",
    language: "in which language, by its code of ISO 639-1"
  },
  paired: ["language"],
  cells: Object.keys(KINDS).flatMap(kind =>
    SIZES.flatMap((size, i) => LANGUAGES.map(language => cellOf(language, kind, i + 1, size)))
  ),
  single: true
};
