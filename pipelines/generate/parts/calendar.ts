// Arithmetic with days of the proleptic Gregorian calendar, in whole numbers and without time zones.

export const MONTHS = "January February March April May June July August September October November December".split(" ");
/** Names of weekdays from Monday, the first day of the week in ISO 8601. */
export const WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" ");

export interface Day {
  year: number;
  /** 1 to 12. */
  month: number;
  /** 1 to 31. */
  day: number;
}

const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** Number of days of a month. */
export const daysIn = (year: number, month: number): number =>
  month === 2 ? (isLeap(year) ? 29 : 28) : month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;

/**
 * Days since 1 March of the year 0. Years are counted from March, so that a leap day is the last day of its year (Hinnant's
 * days_from_civil).
 */
export function serial({year, month, day}: Day): number {
  const y = month <= 2 ? year - 1 : year;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  return 365 * y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + dayOfYear;
}

/** The day of a serial number, the inverse of `serial` (Hinnant's civil_from_days). */
export function dayOf(serial: number): Day {
  const era = Math.floor(serial / 146_097);
  const inEra = serial - era * 146_097;
  const y = Math.floor((inEra - Math.floor(inEra / 1460) + Math.floor(inEra / 36_524) - Math.floor(inEra / 146_096)) / 365);
  const dayOfYear = inEra - (365 * y + Math.floor(y / 4) - Math.floor(y / 100));
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  return {year: era * 400 + y + (month <= 2 ? 1 : 0), month, day: dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1};
}

/** Weekday of a serial number, 0 = Monday to 6 = Sunday. 1 March of the year 0 was a Wednesday. */
export const weekdayOf = (serial: number): number => (((serial + 2) % 7) + 7) % 7;

/** The day so many months later, or earlier if negative. A day that the month does not have becomes its last day. */
export function addMonths({year, month, day}: Day, months: number): Day {
  const count = year * 12 + month - 1 + months;
  const [y, m] = [Math.floor(count / 12), (((count % 12) + 12) % 12) + 1];
  return {year: y, month: m, day: Math.min(day, daysIn(y, m))};
}

/** The serial number so many business days (Monday to Friday) later, or earlier if negative; the day itself does not count. */
export function addBusinessDays(serial: number, days: number): number {
  const step = Math.sign(days);
  const weeks = Math.floor(Math.abs(days) / 5);
  let at = serial;
  // Counted from a weekend, whole weeks would end on a weekend: move first to the adjacent weekday opposite to the direction of counting.
  while (weekdayOf(at) > 4) at -= step;
  at += 7 * step * weeks;
  for (let left = Math.abs(days) % 5; left > 0; ) {
    at += step;
    if (weekdayOf(at) < 5) left--;
  }
  return at;
}

const two = (number: number) => String(number).padStart(2, "0");
/** A date as YYYY-MM-DD. */
export const isoDate = ({year, month, day}: Day): string => `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;

/** Formats of dates in questions, with the order of the parts where it must be stated. */
export const DATE_FORMATS = {
  iso: isoDate,
  us: ({year, month, day}) => `${two(month)}/${two(day)}/${year} (month/day/year)`,
  eu: ({year, month, day}) => `${two(day)}/${two(month)}/${year} (day/month/year)`,
  long: ({year, month, day}) => `${MONTHS[month - 1]} ${day}, ${year}`
} as const satisfies Record<string, (day: Day) => string>;
export const dateFormats = Object.keys(DATE_FORMATS) as (keyof typeof DATE_FORMATS)[];
