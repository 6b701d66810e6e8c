// Task "dates": the date that a series of steps leads to.

import {z} from "zod";
import {
  addBusinessDays,
  addMonths,
  DATE_FORMATS,
  type Day,
  dateFormats,
  dayOf,
  daysIn,
  isoDate,
  MONTHS,
  serial,
  WEEKDAYS,
  weekdayOf
} from "../parts/calendar.js";
import {integerParam} from "../parts/params.js";
import type {Random} from "../seed.js";
import {task} from "../task.js";

/** Share of starting dates on the last days of a month, from the tier that asks about them on. */
const MONTH_ENDS = 0.5;
/** First tier that asks about the ends of months. */
const MONTH_END_TIER = 3;
const ORDINALS = ["first", "second", "third", "fourth"];

const params = z.strictObject({
  tier: integerParam(
    1,
    4,
    1,
    "hardest step: 1 = some days, 2 = weekdays, 3 = months, years and leap days, 4 = business days; always reached"
  ),
  steps: integerParam(1, 40, 1, "steps in a row, each from the date that the one before gave"),
  date_format: z
    .enum(["mixed", ...dateFormats])
    .default("mixed")
    .describe("how the first date is written; mixed = each test picks one of the four")
});

interface Step {
  text: string;
  /** Probability of guessing right where this is the only step: 1 over the number of plausible dates. */
  guess: number;
  to: Day;
}

export const dates = task({
  name: "dates",
  version: 1,
  summary: "The date some steps away: days, weekdays, months and leap years, business days.",
  params,
  generate({tier, steps, date_format}, random) {
    const start = startOf(tier, random);
    const hardest = random.integer(1, steps);
    const lines: string[] = [];
    let at = start;
    let guessChance = 0;
    for (let i = 1; i <= steps; i++) {
      const step = STEPS[(i === hardest ? tier : random.integer(1, tier)) - 1]!(at, random);
      lines.push(`${i}. ${step.text}`);
      if (steps === 1) guessChance = step.guess;
      at = step.to;
    }
    const format = date_format === "mixed" ? random.pick(dateFormats) : date_format;
    const expression = `Start from ${DATE_FORMATS[format](start)}.\n${lines.join("\n")}`;
    const prompt = `Find a date in the Gregorian calendar, which is taken to hold for all years. Each step begins at the date that the step before it gave.

${expression}

Think it through, then finish with the last date, written as year-month-day:
Answer: YYYY-MM-DD`;
    return {prompt, expected: isoDate(at), guessChance, expression};
  },
  answer: {
    // The year comes first, or the month is named: 03/04/2024 could be two dates and is not accepted.
    literal: new RegExp(
      String.raw`(?<![\p{N}\p{L}][-/.]?)(?:\d{4}([-/.‐‑–])\d{1,2}\1\d{1,2}|(?:${MONTHS.join("|")})\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4}|\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?(?:${MONTHS.join("|")}),?\s+\d{4})(?!\p{N}|\p{L})`,
      "giu"
    ),
    normalise(text) {
      const name = /\p{L}{3,}/u.exec(text.replace(/\bof\b/iu, ""))?.[0];
      const numbers = (text.match(/\d+/gu) ?? []).map(Number);
      const month = name ? 1 + MONTHS.findIndex(month => month.toLowerCase() === name.toLowerCase()) : numbers[1];
      const [year, day] = name ? [numbers[1], numbers[0]] : [numbers[0], numbers[2]];
      if (numbers.length !== (name ? 2 : 3) || !year || !month || !day || month > 12 || day > daysIn(year, month)) return null;
      return isoDate({year, month, day});
    }
  }
});

function startOf(tier: number, random: Random): Day {
  const [from, to] = tier < MONTH_END_TIER ? [1990, 2039] : [1880, 2119];
  const [year, month] = [random.integer(from, to), random.integer(1, 12)];
  const last = daysIn(year, month);
  const end = random.chance(tier < MONTH_END_TIER ? 0 : MONTH_ENDS);
  return {year, month, day: end ? random.integer(last - 2, last) : random.integer(1, last)};
}

const way = (forward: boolean) => (forward ? "forward" : "back");

/** The kind of step that each tier adds. */
const STEPS: ((at: Day, random: Random) => Step)[] = [
  (at, random) => days(at, random.integer(2, 40), random),
  weekday,
  months,
  (at, random) => {
    const [count, forward] = [random.integer(3, 40), random.chance(0.5)];
    const to = dayOf(addBusinessDays(serial(at), forward ? count : -count));
    return {text: `Go ${count} business days ${way(forward)}, counting only Mondays to Fridays.`, guess: 0, to};
  }
];

function days(at: Day, count: number, random: Random): Step {
  const forward = random.chance(0.5);
  return {text: `Go ${count} days ${way(forward)}.`, guess: 0, to: dayOf(serial(at) + (forward ? count : -count))};
}

function weekday(at: Day, random: Random): Step {
  const wanted = random.integer(0, 6);
  const [name, from] = [WEEKDAYS[wanted]!, serial(at)];
  const kind = random.integer(0, 2);
  if (kind === 2) {
    const nth = random.integer(0, 3);
    const first = serial({...at, day: 1});
    const to = dayOf(first + ((wanted - weekdayOf(first) + 7) % 7) + 7 * nth);
    return {text: `Go to the ${ORDINALS[nth]} ${name} of the same month.`, guess: 1 / 7, to};
  }
  const ahead = (wanted - weekdayOf(from) + 7) % 7 || 7;
  const behind = (weekdayOf(from) - wanted + 7) % 7 || 7;
  if (kind === 1) return {text: `Go to the last ${name} before that day.`, guess: 1 / 7, to: dayOf(from - behind)};
  return {text: `Go to the first ${name} after that day.`, guess: 1 / 7, to: dayOf(from + ahead)};
}

function months(at: Day, random: Random): Step {
  const kind = random.integer(0, 3);
  if (kind === 0) return days(at, random.integer(100, 1500), random);
  const forward = random.chance(0.5);
  if (kind === 1) {
    // The end of a neighbouring month is asked for; that of the date's own month would be too easy.
    const to = addMonths(at, forward ? 1 : -1);
    return {
      text: `Go to the last day of the month ${forward ? "after" : "before"} that date's own.`,
      guess: 1 / 4,
      to: {...to, day: daysIn(to.year, to.month)}
    };
  }
  const [unit, most, size] = kind === 2 ? ["months", 30, 1] : ["years", 9, 12];
  const count = random.integer(2, most);
  const to = addMonths(at, (forward ? count : -count) * size);
  const text = `Go ${count} ${unit} ${way(forward)} to the same day of the month, or to the month's last day where it has no such day.`;
  return {text, guess: 0, to};
}
