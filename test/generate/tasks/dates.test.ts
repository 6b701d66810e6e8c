import {describe, expect, test} from "vitest";
import {addBusinessDays, dayOf, isoDate, serial, weekdayOf} from "../../../pipelines/generate/parts/calendar.js";
import {dates} from "../../../pipelines/generate/tasks/dates.js";
import {repetitions} from "../../repetitions.js";
import {many} from "./many.js";
import {lastAnswer, question, questions, refusals} from "./testing.js";

const DAY_MS = 86_400_000;
const MONTHS = "January February March April May June July August September October November December".split(" ");
const WEEKDAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
const POINTS = [{}, {tier: 2}, {tier: 3}, {tier: 4}, {tier: 4, steps: 8}, {tier: 3, steps: 20, date_format: "eu"}];

const utc = (year: number, month: number, day: number) => new Date(Date.UTC(year, month - 1, day));
const on = (date: Date, days: number) => new Date(date.getTime() + days * DAY_MS);
const text = (date: Date) => date.toISOString().slice(0, 10);

/** The first date, by the way in which it is written. */
function startOf(line: string): Date {
  const iso = /(\d{4})-(\d\d)-(\d\d)/.exec(line);
  if (iso) return utc(+iso[1]!, +iso[2]!, +iso[3]!);
  const slashes = /(\d\d)\/(\d\d)\/(\d{4}) \((month|day)\//.exec(line);
  if (slashes?.[4] === "month") return utc(+slashes[3]!, +slashes[1]!, +slashes[2]!);
  if (slashes) return utc(+slashes[3]!, +slashes[2]!, +slashes[1]!);
  const [, month, day, year] = /from (\w+) (\d+), (\d{4})\.$/.exec(line)!;
  return utc(+year!, 1 + MONTHS.indexOf(month!), +day!);
}

/** One step in JavaScript's own calendar, walking day by day. */
function step(line: string, from: Date): Date {
  const sign = line.includes(" back") ? -1 : 1;
  const count = Number(/Go (\d+) /.exec(line)?.[1]);
  const name = WEEKDAYS.find(day => line.includes(`${day} `))!;
  if (/^\d+\. Go \d+ days /.test(line)) return on(from, sign * count);
  if (line.includes("business days")) {
    let date = from;
    for (let left = count; left > 0; ) {
      date = on(date, sign);
      if (![0, 6].includes(date.getUTCDay())) left--;
    }
    return date;
  }
  if (line.includes("that day.")) {
    const way = line.includes("after") ? 1 : -1;
    let date = on(from, way);
    while (WEEKDAYS[date.getUTCDay()] !== name) date = on(date, way);
    return date;
  }
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + 1];
  const nth = ["first", "second", "third", "fourth"].findIndex(word => line.includes(`the ${word} `));
  if (nth >= 0) {
    const fitting = [];
    for (let date = utc(year, month, 1); date.getUTCMonth() + 1 === month; date = on(date, 1))
      if (WEEKDAYS[date.getUTCDay()] === name) fitting.push(date);
    return fitting[nth]!;
  }
  if (line.includes("last day of the month")) return utc(year, month + (line.includes("after") ? 2 : 0), 0);
  const months = sign * count * (line.includes(" years ") ? 12 : 1);
  const last = utc(year, month + months + 1, 0);
  return utc(year, month + months, Math.min(from.getUTCDate(), last.getUTCDate()));
}

describe("the calendar", () => {
  test("agrees with JavaScript's on every day of 1600 to 2400", () => {
    const offset = serial({year: 1970, month: 1, day: 1});
    const end = utc(2401, 1, 1).getTime() / DAY_MS;
    for (let day = utc(1600, 1, 1).getTime() / DAY_MS; day < end; day++) {
      const date = new Date(day * DAY_MS);
      const ours = dayOf(day + offset);
      if (isoDate(ours) !== text(date) || serial(ours) !== day + offset || (weekdayOf(day + offset) + 1) % 7 !== date.getUTCDay())
        throw new Error(text(date));
    }
  });

  test("known days: the first Gregorian one was a Friday, the century rule holds", () => {
    expect(weekdayOf(serial({year: 1582, month: 10, day: 15}))).toBe(4);
    expect(serial({year: 1900, month: 3, day: 1}) - serial({year: 1900, month: 2, day: 28})).toBe(1);
    expect(serial({year: 2000, month: 3, day: 1}) - serial({year: 2000, month: 2, day: 28})).toBe(2);
  });

  test("business days from a weekend count from the next weekday, either way", () => {
    const saturday = serial({year: 2024, month: 3, day: 16});
    const go = (days: number) => isoDate(dayOf(addBusinessDays(saturday, days)));
    expect([go(1), go(5), go(-1), go(-5)]).toEqual(["2024-03-18", "2024-03-22", "2024-03-15", "2024-03-11"]);
  });
});

describe("answers", () => {
  test("are what JavaScript's calendar gives step by step on generated tests", () => {
    for (const {expression, expected} of many(dates, POINTS, repetitions(2000))) {
      const [first, ...lines] = expression!.split("\n");
      const end = lines.reduce((date, line) => step(line, date), startOf(first!));
      if (text(end) !== expected) throw new Error(`${text(end)}, not ${expected}: ${expression}`);
    }
  });

  test("are dates of four-digit years, however many steps", () => {
    for (const {expected} of many(dates, [{tier: 3, steps: 40}], 1000))
      expect(expected).toMatch(/^(1[6-9]|2[0-3])\d\d-\d\d-\d\d$/);
  });

  test("the guess is one in seven where a weekday is asked for, one in four for a month's end, else none", () => {
    for (const {expression, guessChance} of many(dates, [{tier: 1}, {tier: 2}, {tier: 3}, {tier: 4}], 200)) {
      const line = expression!.split("\n")[1]!;
      const wanted =
        /[A-Z]\w+day /.test(line) && !line.includes("business") ? 1 / 7 : line.includes("last day of the") ? 1 / 4 : 0;
      expect(guessChance).toBe(wanted);
    }
    expect(questions(dates, {tier: 2, steps: 2}, 50).every(({guessChance}) => guessChance === 0)).toBe(true);
  });

  test.each([
    ["Answer: 2024-03-05", "2024-03-05"],
    ["Answer: 2024/3/5.", "2024-03-05"],
    ["\\boxed{2024-02-29}", "2024-02-29"],
    ["Answer: March 5th, 2024", "2024-03-05"],
    ["that is **5 march 2024**", "2024-03-05"],
    ["the 1st of May, 1999", "1999-05-01"],
    ["2023-02-29", null],
    ["03/04/2024", null],
    ["2024-03-051", null],
    ["in 31 days", null]
  ])("the last literal of %j is %j", (said, answer) => expect(lastAnswer(dates, said)).toBe(answer));
});

describe("parameters", () => {
  const KINDS = [
    /Go \d+ days/,
    /of the same month\.|that day\./,
    /Go \d{3,4} days|last day|same day of the month/,
    /business days/
  ];

  test("the tier is reached and not passed; steps is their number", () => {
    for (const tier of [1, 2, 3, 4])
      for (const {expression} of questions(dates, {tier, steps: 5}, 100)) {
        const lines = expression!.split("\n").slice(1);
        expect(lines).toHaveLength(5);
        expect(lines.some(line => KINDS[tier - 1]!.test(line))).toBe(true);
        for (const line of lines) expect(KINDS.slice(0, tier).some(kind => kind.test(line))).toBe(true);
      }
  });

  test("the first date is written in the format; mixed has all four", () => {
    const forms = {
      iso: /from \d{4}-\d\d-\d\d\.$/,
      us: /\(month\/day\/year\)\.$/,
      eu: /\(day\/month\/year\)\.$/,
      long: /from [A-Z][a-z]+ \d+, \d{4}\.$/
    };
    for (const [date_format, form] of Object.entries(forms)) {
      for (const {expression} of questions(dates, {date_format}, 20)) expect(expression!.split("\n")[0]).toMatch(form);
      expect(questions(dates, {}, 100).some(({expression}) => form.test(expression!.split("\n")[0]!))).toBe(true);
    }
  });

  test("impossible ones are refused", () => {
    expect(refusals(dates, {tier: 5})).toHaveLength(1);
    expect(refusals(dates, {steps: 0})).toHaveLength(1);
    expect(refusals(dates, {date_format: "roman"})).toHaveLength(1);
    expect(refusals(dates, {})).toEqual([]);
  });
});

test("test k alone is test k of a longer run", () => {
  const run = questions(dates, {tier: 4, steps: 3}, 50);
  for (const k of [0, 7, 49]) expect(question(dates, {tier: 4, steps: 3}, k)).toEqual(run[k]);
});
