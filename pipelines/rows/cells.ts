// Values of typed columns as JSON would write them. Pure and browser-safe.

/** A number where it is exact, else text: ids beyond 2⁵³ would become equal to their neighbours. */
export const exactInteger = (value: bigint): number | string =>
  Number.isSafeInteger(Number(value)) ? Number(value) : String(value);

/** The decimal `value` ÷ 10^`scale` as a number where that is written with the same digits, else as text of its digits. */
export function exactDecimal(value: bigint, scale: number): number | string {
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, "0");
  const fraction = digits.slice(digits.length - scale).replace(/0+$/u, "");
  const whole = digits.slice(0, digits.length - scale);
  const text = `${value < 0n ? "-" : ""}${whole}${fraction === "" || scale === 0 ? "" : `.${fraction}`}`;
  return String(Number(text)) === text ? Number(text) : text;
}

/** A number, or null for NaN and the infinities, which JSON has none of. */
export const finiteNumber = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** The shortest number that rounds to a 32-bit float: 0.1, not 0.10000000149011612. */
export function shortestFloat(value: number): number | null {
  if (!Number.isFinite(value)) return null;
  for (let digits = MIN_FLOAT_DIGITS; digits < MAX_FLOAT_DIGITS; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(MAX_FLOAT_DIGITS));
}
/** Decimal digits that every 32-bit float keeps, and that distinguish it from its neighbours (IEEE 754). */
const MIN_FLOAT_DIGITS = 6;
const MAX_FLOAT_DIGITS = 9;

/** Bytes as text where they are UTF-8, else as they are. */
export function textOfBytes(bytes: Uint8Array): string | Uint8Array {
  try {
    return UTF8.decode(bytes);
  } catch {
    return bytes;
  }
}
const UTF8 = new TextDecoder("utf-8", {fatal: true, ignoreBOM: true});

/** A time of day as ISO 8601 text, with as many digits of a second as it needs. @param unit units a second */
export function isoTime(value: bigint, unit: bigint): string {
  const seconds = value / unit;
  const [hours, minutes] = [seconds / 3_600n, (seconds / 60n) % 60n];
  return [hours, minutes, seconds % 60n].map(part => String(part).padStart(2, "0")).join(":") + fractionOf(value % unit, unit);
}

const fractionOf = (rest: bigint, unit: bigint): string => {
  const digits = String(rest)
    .padStart(String(unit).length - 1, "0")
    .replace(/0+$/u, "");
  return digits === "" ? "" : `.${digits}`;
};

/** A point in time as ISO 8601 text. @param value since 1970, in parts of a second · @param unit parts a second */
export function isoTimestamp(value: bigint, unit: bigint, isUtc: boolean): string {
  const day = 86_400n * unit;
  const time = ((value % day) + day) % day;
  return `${isoDate((value - time) / day)}T${isoTime(time, unit)}${isUtc ? "Z" : ""}`;
}

/** A date as ISO 8601 text. @param days since 1970; beyond the years that JavaScript has, their number */
export function isoDate(days: bigint): string {
  const date = new Date(Number(days) * 86_400_000);
  return Number.isNaN(date.getTime()) ? `${days} days since 1970` : date.toISOString().replace(/T.*$/u, "");
}

/** A span of time as ISO 8601 text. @param value seconds times `unit` */
export function isoDuration({months = 0, days = 0, value = 0n, unit = 1n}: Duration): string {
  const [years, rest] = [Math.trunc(months / 12), months % 12];
  const size = value < 0n ? -value : value;
  const seconds = `${value < 0n ? "-" : ""}${size / unit}${fractionOf(size % unit, unit)}`;
  const date = `${years ? `${years}Y` : ""}${rest ? `${rest}M` : ""}${days ? `${days}D` : ""}`;
  return `P${date}${value !== 0n || date === "" ? `T${seconds}S` : ""}`;
}
interface Duration {
  months?: number;
  days?: number;
  value?: bigint;
  unit?: bigint;
}

/** The key of a map as a field's name. */
export const keyOfMap = (key: unknown): string => (typeof key === "string" ? key : (JSON.stringify(key) ?? String(key)));

/** A struct's fields; those that are null are absent, since every row of its column has all of them. */
export const presentFields = (fields: Iterable<readonly [string, unknown]>): Record<string, unknown> =>
  Object.fromEntries([...fields].filter(([, value]) => value !== null && value !== undefined));
