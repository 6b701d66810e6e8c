// Exact rational numbers and their canonical spelling, so that integers of any size and fractions compare without rounding.

export interface Rational {
  /** Carries the sign. */
  numerator: bigint;
  /** Positive; shares no factor with the numerator. */
  denominator: bigint;
}

/** Longest integer that is computed with, decimal digits. */
const MAX_DIGITS = 400;

const abs = (value: bigint): bigint => (value < 0n ? -value : value);

function commonFactor(a: bigint, b: bigint): bigint {
  let [x, y] = [abs(a), abs(b)];
  while (y > 0n) [x, y] = [y, x % y];
  return x;
}

/** Returns a fraction in lowest terms, or null where the denominator is 0. */
export function rational(numerator: bigint, denominator = 1n): Rational | null {
  if (denominator === 0n) return null;
  if (denominator === 1n) return {numerator, denominator};
  const factor = commonFactor(numerator, denominator) || 1n;
  const sign = denominator < 0n ? -1n : 1n;
  return {numerator: (sign * numerator) / factor, denominator: (sign * denominator) / factor};
}

const TEN = 10n;

/** Returns the value of digits with a decimal point and a power of ten, or null beyond `MAX_DIGITS`. */
export function decimal(whole: string, fraction = "", exponent = 0): Rational | null {
  if (whole.length + fraction.length + Math.abs(exponent) > MAX_DIGITS) return null;
  const digits = BigInt(`${whole}${fraction}` || "0");
  const places = fraction.length - exponent;
  return places <= 0 ? rational(digits * TEN ** BigInt(-places)) : rational(digits, TEN ** BigInt(places));
}

export const negate = ({numerator, denominator}: Rational): Rational => ({numerator: -numerator, denominator});
export const add = (a: Rational, b: Rational): Rational | null =>
  rational(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
export const multiply = (a: Rational, b: Rational): Rational | null =>
  rational(a.numerator * b.numerator, a.denominator * b.denominator);
export const divide = (a: Rational, b: Rational): Rational | null =>
  rational(a.numerator * b.denominator, a.denominator * b.numerator);

/** Returns the power with a whole exponent, or null where its digits are beyond `MAX_DIGITS`. */
export function power(base: Rational, exponent: number): Rational | null {
  const digits = Math.max(String(base.numerator).length, String(base.denominator).length);
  if (!Number.isInteger(exponent) || Math.abs(exponent) * digits > MAX_DIGITS * 2) return null;
  const raised = {
    numerator: base.numerator ** BigInt(Math.abs(exponent)),
    denominator: base.denominator ** BigInt(Math.abs(exponent))
  };
  return exponent < 0 ? rational(raised.denominator, raised.numerator) : raised;
}

/** Returns the canonical spelling: a decimal fraction where it ends, else `p/q` in lowest terms. */
export function spell({numerator, denominator}: Rational): string {
  if (denominator === 1n) return String(numerator);
  let [rest, places] = [denominator, 0];
  let scale = 1n;
  for (; rest % TEN === 0n; rest /= TEN, places++) scale *= TEN;
  for (; rest % 2n === 0n; rest /= 2n, places++) scale *= TEN;
  for (; rest % 5n === 0n; rest /= 5n, places++) scale *= TEN;
  if (rest !== 1n) return `${numerator}/${denominator}`;
  const digits = String(abs((numerator * scale) / denominator)).padStart(places + 1, "0");
  const fraction = digits.slice(-places).replace(/0+$/u, "");
  return `${numerator < 0n ? "-" : ""}${digits.slice(0, -places)}${fraction ? `.${fraction}` : ""}`;
}

/** Returns the nearest double of a canonical spelling. */
export function toNumber(spelling: string): number {
  const [numerator, denominator] = spelling.split("/");
  return denominator === undefined ? Number(numerator) : Number(numerator) / Number(denominator);
}
