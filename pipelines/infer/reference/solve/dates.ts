// Solver of the task "dates".
import {
  addBusinessDays,
  addMonths,
  type Day,
  dayOf,
  daysIn,
  isoDate,
  MONTHS,
  serial,
  WEEKDAYS,
  weekdayOf
} from "../../../generate/parts/calendar.js";
import type {Mind} from "../mind.js";
import {block} from "./block.js";
import type {Solver} from "./solver.js";

const ORDINALS = ["first", "second", "third", "fourth"];
/** Load on memory of each step that has been taken. */
const HELD_PER_STEP = 0.5;

export const dates: Solver = {
  read: prompt => block(prompt, "Each step begins at the date that the step before it gave."),
  solve(question, mind) {
    const [first, ...lines] = question.split("\n");
    let at = startOf(first ?? "", mind);
    const steps = [`The start is ${isoDate(at)}`];
    for (const [i, line] of lines.entries()) {
      if (mind.overlooks(lines.length)) continue;
      at = go(line, at, {mind, held: 1 + i * HELD_PER_STEP});
      steps.push(`${line.replace(/^\d+\. |\.$/g, "")}: ${isoDate(at)}`);
    }
    return {steps, answer: isoDate(at)};
  }
};

/** The first date; day and month may be confused where both are small numbers. */
function startOf(line: string, mind: Mind): Day {
  const [, a, b, year, order] = /(\d\d)\/(\d\d)\/(\d{4}) \((month|day)\//.exec(line) ?? [];
  if (a && b && year) {
    const [x, y] = [Number(a), Number(b)];
    const swapped = x <= 12 && y <= 12 && mind.errs({load: 0.3, remembered: 1, depth: 0});
    const [month, day] = (order === "month") !== swapped ? [x, y] : [y, x];
    return {year: Number(year), month, day};
  }
  const named = /from (\w+) (\d+), (\d{4})/.exec(line);
  if (named) return {year: Number(named[3]), month: 1 + MONTHS.indexOf(named[1]!), day: Number(named[2])};
  const iso = /(\d{4})-(\d\d)-(\d\d)/.exec(line);
  if (!iso) throw new SyntaxError(`no date in ${line}`);
  return {year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3])};
}

function go(line: string, at: Day, {mind, held: remembered}: {mind: Mind; held: number}): Day {
  const errs = (load: number) => mind.errs({load, remembered, depth: 0});
  const either = (...offsets: number[]) => mind.random.pick(offsets) * (mind.random.chance(0.5) ? 1 : -1);
  const count = Number(/Go (\d+) /.exec(line)?.[1]) * (line.includes(" back") ? -1 : 1);
  const from = serial(at);
  if (line.includes("business")) {
    // The length of a weekend is a likelier error than a single day.
    return dayOf(addBusinessDays(from, count) + (errs(0.8 + Math.abs(count) / 20) ? either(1, 2, 2, 3) : 0));
  }
  if (/Go \d+ days/.test(line)) {
    // Each month that is passed is an opportunity to misremember its length.
    return dayOf(from + count + (errs(0.4 + 0.3 * Math.log2(1 + Math.abs(count) / 15)) ? either(1, 1, 1, 2, 10) : 0));
  }
  const name = WEEKDAYS.findIndex(day => line.includes(`${day} `));
  if (name >= 0) {
    const wanted = name + (errs(1.1) ? either(1, 1, 2) : 0); // wrong by as much as the start's weekday was
    const behind = (weekdayOf(from) - wanted + 14) % 7 || 7;
    if (line.includes("before that day")) return dayOf(from - behind);
    if (line.includes("after that day")) return dayOf(from + 7 - (behind % 7));
    const start = serial({...at, day: 1});
    const nth = ORDINALS.findIndex(word => line.includes(`the ${word} `));
    return dayOf(start + ((wanted - weekdayOf(start) + 14) % 7) + 7 * nth);
  }
  if (line.includes("last day of the month")) {
    const {year, month} = addMonths({...at, day: 1}, line.includes("after") ? 1 : -1);
    const last = serial({year, month, day: daysIn(year, month)});
    return dayOf(last + (errs(0.8) ? either(1) : 0));
  }
  if (Number.isNaN(count)) throw new SyntaxError(`unknown step ${line}`);
  const to = addMonths(at, count * (line.includes(" years ") ? 12 : 1));
  if (!errs(1 + 0.02 * Math.abs(count))) return to;
  return mind.random.chance(0.5) ? addMonths(to, either(1)) : dayOf(serial(to) + either(1));
}
