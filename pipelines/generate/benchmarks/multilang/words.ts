// The words of ZenMultilang by language, read from its table.
import {TABLE} from "./table.js";

/** The numbers that the table has in words. */
export const NUMBERS: readonly number[] = [
  ...[13, 16, 18, 21, 25, 28, 31, 34, 37, 42, 46, 49, 53, 57, 58, 62, 67, 71, 76, 79],
  ...[83, 88, 91, 95, 99, 105, 112, 117, 124, 138, 150, 163, 176, 181, 199, 204, 243, 277, 312, 365]
];
/** How many of the first numbers are below a hundred: their words are spelled in one way, or nearly so. */
export const BELOW_HUNDRED = 25;
/** Days of the relative times that the table has. */
export const DAYS: readonly number[] = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13];

export interface Words {
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
      const times = relative.split("|");
      return [
        code,
        {
          numbers: numbers.split("|"),
          dates: dates.split("|"),
          weekdays: weekdays.split("|"),
          order: order.split("|").map(Number),
          ahead: times.slice(0, DAYS.length),
          ago: times.slice(DAYS.length)
        }
      ];
    })
);
