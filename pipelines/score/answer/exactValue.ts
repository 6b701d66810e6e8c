// Decides equality of expressions in integers of any size: at fixed points, with each root or function as one more unknown.
import type {Head, Tree} from "./expressionTree.js";

/** (re + im·i) ÷ den, not in lowest terms. */
interface Exact {
  re: bigint;
  im: bigint;
  den: bigint;
  /** Depends on no variable and no unknown. */
  constant: boolean;
  /** Depends on a root or function, which is taken as an unknown. */
  opaque: boolean;
}

/** Raised where a number grows beyond the bounds. */
export class TooLong extends Error {}

const MAX_EXPONENT = 1_000n;
/** About 300,000 decimal digits. */
const MAX_INTEGER = 1n << 1_000_000n;
/** Points at which two expressions are compared; by chance two rational functions agree at none of them. */
const POINTS = [1, 2, 3, 4];

const abs = (value: bigint): bigint => (value < 0n ? -value : value);
const real = (re: bigint, den = 1n): Exact => ({re, im: 0n, den, constant: true, opaque: false});
const isWhole = ({re, im, den}: Exact): boolean => im === 0n && re % den === 0n;

function combine(a: Exact, b: Exact, re: bigint, im: bigint, den: bigint): Exact {
  if (abs(re) > MAX_INTEGER || abs(im) > MAX_INTEGER || abs(den) > MAX_INTEGER) throw new TooLong();
  return {re, im, den, constant: a.constant && b.constant, opaque: a.opaque || b.opaque};
}
const add = (a: Exact, b: Exact): Exact =>
  a.den === b.den
    ? combine(a, b, a.re + b.re, a.im + b.im, a.den)
    : combine(a, b, a.re * b.den + b.re * a.den, a.im * b.den + b.im * a.den, a.den * b.den);
const multiply = (a: Exact, b: Exact): Exact =>
  combine(a, b, a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re, a.den * b.den);
const isZero = ({re, im}: Exact): boolean => re === 0n && im === 0n;
function invert(a: Exact): Exact | null {
  if (isZero(a)) return null;
  return combine(a, a, a.re * a.den, -a.im * a.den, a.re * a.re + a.im * a.im);
}

function power(base: Exact, exponent: bigint): Exact | null {
  if (abs(exponent) > MAX_EXPONENT) throw new TooLong();
  if (exponent <= 0n && isZero(base)) return null;
  if (exponent < 0n) {
    const inverse = invert(base);
    return inverse && power(inverse, -exponent);
  }
  let [result, square] = [{...base, re: 1n, im: 0n, den: 1n}, base];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = multiply(result, square);
    if (rest > 1n) square = multiply(square, square);
  }
  return result;
}

/** FNV-1a of a text: the value of an unknown at a point. */
export function hash(text: string): bigint {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return BigInt(value >>> 0) + 2n;
}

function lowestTerms({re, im, den}: Exact): string {
  let [x, y] = [abs(re), abs(im)];
  while (y > 0n) [x, y] = [y, x % y];
  y = abs(den);
  while (y > 0n) [x, y] = [y, x % y];
  const factor = den < 0n ? -x : x;
  return `${re / factor} ${im / factor} ${den / factor}`;
}

const unknown = (point: number, head: Head, operands: readonly Exact[]): Exact => ({
  ...real(hash([point, head, ...operands.map(lowestTerms)].join(" "))),
  constant: false,
  opaque: true
});

/** A function of whole numbers. */
function wholeFunction(head: Head, [a, b]: readonly Exact[]): Exact | null {
  const n = a!.re / a!.den;
  if (n > MAX_EXPONENT) throw new TooLong();
  if (n < 0n) return null;
  const product = (from: bigint, to: bigint): bigint => {
    let result = 1n;
    for (let i = from; i <= to; i++) result *= i;
    return result;
  };
  if (head === "factorial") return real(product(1n, n));
  const k = b!.re / b!.den;
  return k < 0n || k > n ? real(0n) : real(product(n - k + 1n, n) / product(1n, k));
}

/** The value at a point; null where there is none. */
function valueAt(tree: Tree, point: number): Exact | null {
  if (tree.kind === "number") return real(tree.numerator, tree.denominator);
  if (tree.kind === "name")
    return tree.name === "i" ? {...real(0n), im: 1n} : {...real(hash(`${point} ${tree.name}`)), constant: false};
  const operands: Exact[] = [];
  for (const operand of tree.operands) {
    const value = valueAt(operand, point);
    if (!value) return null;
    operands.push(value);
  }
  const [a, b] = operands as [Exact, Exact];
  switch (tree.head) {
    case "add":
      return add(a, b);
    case "multiply":
      return multiply(a, b);
    case "negate":
      return {...a, re: -a.re, im: -a.im};
    case "divide": {
      const inverse = invert(b);
      return inverse && multiply(a, inverse);
    }
    case "power": {
      if (b.constant && isWhole(b)) return power(a, b.re / b.den);
      const index = invert(b);
      return index?.constant && isWhole(index) ? unknown(point, "root", [a, index]) : unknown(point, "power", operands);
    }
    case "abs":
      return a.constant && a.im === 0n ? {...a, re: abs(a.re), den: abs(a.den)} : unknown(point, tree.head, operands);
    case "floor":
    case "ceil": {
      if (!a.constant || a.im !== 0n) return unknown(point, tree.head, operands);
      const [re, den] = a.den < 0n ? [-a.re, -a.den] : [a.re, a.den];
      const rest = ((re % den) + den) % den;
      return real((re - rest) / den + (tree.head === "ceil" && rest > 0n ? 1n : 0n));
    }
    case "factorial":
    case "binomial":
      if (operands.every(operand => operand.constant && isWhole(operand))) return wholeFunction(tree.head, operands);
      return unknown(point, tree.head, operands);
    default:
      return unknown(point, tree.head, operands);
  }
}

const isSame = (a: Exact, b: Exact): boolean => a.re * b.den === b.re * a.den && a.im * b.den === b.im * a.den;

/** Whether two expressions are equal; null where this cannot be decided without the values of their roots and functions. */
export function isIdentical(a: Tree, b: Tree): boolean | null {
  let points = 0;
  for (const point of POINTS) {
    const [x, y] = [valueAt(a, point), valueAt(b, point)];
    if (!x || !y) continue;
    points++;
    if (!isSame(x, y)) return x.opaque || y.opaque ? null : false;
  }
  return points > 0 ? true : null;
}

/** Whether one expression is the other times a constant other than 0; null where this cannot be decided. */
export function isMultiple(a: Tree, b: Tree): boolean | null {
  let first: Exact | null = null;
  for (const point of POINTS) {
    const [x, y] = [valueAt(a, point), valueAt(b, point)];
    const inverse = y && invert(y);
    if (!x || !inverse || isZero(x)) return null;
    const ratio = multiply(x, inverse);
    first ??= ratio;
    if (!isSame(first, ratio)) return x.opaque || y.opaque ? null : false;
  }
  return true;
}
