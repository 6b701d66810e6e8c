// The algebra engine: compares the values of two expressions in LaTeX with at least 80 digits, at fixed values of their variables.
import {parentPort, workerData} from "node:worker_threads";
import {type BoxedExpression, ComputeEngine} from "@cortex-js/compute-engine";

const signal = workerData as Int32Array;
const algebra = new ComputeEngine();

/** Significant digits of an evaluation, of which the last are left to rounding. */
const DIGITS = 80;
const ROUNDED_DIGITS = 25;
/** Digits before the point of intermediate results from which an evaluation is repeated with more digits. */
const MAX_SCALE = DIGITS / 8;
/** Most digits of an evaluation; the engine reduces the argument of a trigonometric function in twice as many, of 1,025. */
const MAX_DIGITS = 1_000;
const MAX_TRIGONOMETRIC_DIGITS = 450;

/** Values of the k-th variable: either sign, near 0 and beyond 1. */
const POINTS: readonly ((k: number) => [number, number])[] = [
  k => [3 * k + 5, 7],
  k => [-3 * k - 4, 5],
  k => [k + 2, 3 * k + 11],
  k => [k % 2 ? -2 * k - 3 : 2 * k + 3, 5 * k + 13]
];

/** A complex number, whose parts are real: the engine's own division of complex numbers is wrong. */
interface Complex {
  re: BoxedExpression;
  im: BoxedExpression | null;
}

/** Raised where an expression has no value at a point. */
class Undefined extends Error {}

/** Largest power of ten of all intermediate results. */
let scale = 0;

/** Minus infinity for 0. */
const powerOfTen = (value: BoxedExpression): number => {
  const decimal = value.bignumRe ?? algebra.bignum(value.re);
  return decimal.isZero() ? Number.NEGATIVE_INFINITY : decimal.e;
};

/** Applies one operation to numbers. Whole expressions are not evaluated at once, since the engine rounds some of them to doubles. */
function compute(operator: string, ...operands: BoxedExpression[]): BoxedExpression {
  const value = algebra.function(operator, operands).N();
  if (value.numericValue === null || value.im !== 0 || !value.isFinite) throw new Undefined();
  scale = Math.max(scale, powerOfTen(value));
  return value;
}
const add = (a: BoxedExpression, b: BoxedExpression) => compute("Add", a, b);
const multiply = (a: BoxedExpression, b: BoxedExpression) => compute("Multiply", a, b);
const negate = (a: BoxedExpression) => compute("Negate", a);
const isNegative = (a: BoxedExpression): boolean => a.isNegative === true;

function addComplex(a: Complex, b: Complex): Complex {
  return {re: add(a.re, b.re), im: a.im && b.im ? add(a.im, b.im) : (a.im ?? b.im)};
}

function multiplyComplex(a: Complex, b: Complex): Complex {
  if (!a.im && !b.im) return {re: multiply(a.re, b.re), im: null};
  const [p, q] = [a.im ?? zero(), b.im ?? zero()];
  return {re: add(multiply(a.re, b.re), negate(multiply(p, q))), im: add(multiply(a.re, q), multiply(p, b.re))};
}

function invert({re, im}: Complex): Complex {
  if (!im) return {re: compute("Divide", algebra.number(1), re), im: null};
  const norm = add(multiply(re, re), multiply(im, im));
  return {re: compute("Divide", re, norm), im: negate(compute("Divide", im, norm))};
}

function raise(base: Complex, exponent: Complex, isEuler: boolean): Complex {
  if (exponent.im) {
    if (!isEuler) throw new Undefined();
    const size = compute("Exp", exponent.re);
    return {re: multiply(size, compute("Cos", exponent.im)), im: multiply(size, compute("Sin", exponent.im))};
  }
  if (!base.im && !isNegative(base.re)) return {re: compute("Power", base.re, exponent.re), im: null};
  const times = exponent.re.re;
  if (!Number.isInteger(times) || Math.abs(times) > 1_000) throw new Undefined();
  let result: Complex = {re: algebra.number(1), im: null};
  for (let [rest, square] = [Math.abs(times), base]; rest > 0; rest >>= 1) {
    if (rest & 1) result = multiplyComplex(result, square);
    if (rest > 1) square = multiplyComplex(square, square);
  }
  return times < 0 ? invert(result) : result;
}

const zero = () => algebra.number(0);
const half = (value: BoxedExpression) => compute("Divide", value, algebra.number(2));
const sizeOf = ({re, im}: Complex): BoxedExpression =>
  im ? compute("Sqrt", add(multiply(re, re), multiply(im, im))) : compute("Abs", re);

/** The root of an odd degree of a negative number is negative; a square root has no negative real part. */
function takeRoot(radicand: Complex, index: Complex): Complex {
  const {re, im} = radicand;
  const degree = index.re.re;
  if (index.im || !Number.isInteger(degree) || degree < 2) throw new Undefined();
  if (degree === 2 && im) {
    const size = sizeOf(radicand);
    const side = compute("Sqrt", half(add(size, negate(re))));
    return {re: compute("Sqrt", half(add(size, re))), im: isNegative(im) ? negate(side) : side};
  }
  if (im) throw new Undefined();
  if (!isNegative(re)) return {re: degree === 2 ? compute("Sqrt", re) : compute("Root", re, index.re), im: null};
  if (degree % 2 === 1) return {re: negate(compute("Root", negate(re), index.re)), im: null};
  if (degree > 2) throw new Undefined();
  return {re: zero(), im: compute("Sqrt", negate(re))};
}

const REAL_FUNCTIONS = new Set("Floor Ceil Factorial Sin Cos Tan Cot Sec Csc Arcsin Arccos Arctan Sinh Cosh Tanh Ln".split(" "));

function evaluate(expression: BoxedExpression, values: ReadonlyMap<string, BoxedExpression>): Complex {
  const {operator, ops} = expression;
  if (!ops || ops.length === 0) {
    const {symbol} = expression;
    if (symbol === "i") return {re: zero(), im: algebra.number(1)};
    const value = symbol === null ? expression : (values.get(symbol) ?? algebra.symbol(symbol === "e" ? "ExponentialE" : symbol));
    return {re: compute("Add", value.canonical, zero()), im: null};
  }
  const operands = ops.map(operand => evaluate(operand, values));
  const [a, b] = operands as [Complex, Complex];
  switch (operator) {
    case "Delimiter":
      return a;
    case "Add":
      return operands.reduce(addComplex);
    case "Multiply":
      return operands.reduce(multiplyComplex);
    case "Negate":
      return {re: negate(a.re), im: a.im && negate(a.im)};
    case "Divide":
      return multiplyComplex(a, invert(b));
    case "Power":
      return raise(a, b, ops[0]!.symbol === "e" || ops[0]!.ops?.[0]?.symbol === "e");
    case "Sqrt":
      return takeRoot(a, {re: algebra.number(2), im: null});
    case "Root":
      return takeRoot(a, b);
    case "Abs":
      return {re: sizeOf(a), im: null};
    default:
      if (!REAL_FUNCTIONS.has(operator) || a.im) throw new Undefined();
      return {re: compute(operator, a.re), im: null};
  }
}

interface Precision {
  digits: number;
  most: number;
}

/** Digits with which values as small or large as the text can name are told apart. */
function precisionFor(text: string): Precision {
  let digits = DIGITS;
  for (const [, exponent, number] of text.matchAll(/\^\{[-(]*(\d{2,4})|(\d{16,})/gu))
    digits += exponent ? 3 * Number(exponent) : number!.length;
  const most = /\\(?:arc)?(?:sin|cos|tan|cot|sec|csc)|\^\{[^{}]*i/u.test(text) ? MAX_TRIGONOMETRIC_DIGITS : MAX_DIGITS;
  return {digits: Math.min(digits, most), most};
}

/** Whether two expressions have the same value at a point; null where one has none. */
function agreeAt(a: string, b: string, point: (k: number) => [number, number], {digits, most}: Precision): boolean | null {
  if (digits > most) return null;
  algebra.precision = digits; // which resets the tolerance, within which small numbers would become 0
  algebra.tolerance = 0;
  scale = 0;
  const values = new Map([..."xyzabcpqrstuvw"].map((name, k) => [name, algebra.number(point(k))]));
  try {
    const [x, y] = [a, b].map(text => evaluate(algebra.parse(text, {canonical: false}), values)) as [Complex, Complex];
    if (2 * (scale - MAX_SCALE) + DIGITS > digits) return agreeAt(a, b, point, {digits: 2 * scale + DIGITS, most});
    return powerOfTen(sizeOf(addComplex(x, {re: negate(y.re), im: y.im && negate(y.im)}))) < scale - digits + ROUNDED_DIGITS;
  } catch (error) {
    if (error instanceof Undefined) return null;
    throw error;
  }
}

function isEqual(a: string, b: string): boolean {
  const hasVariables = /(?<![a-zA-Z\\])[a-df-hj-z](?![a-zA-Z])/u.test(`${a} ${b}`);
  const precision = precisionFor(`${a} ${b}`);
  let agreements = 0;
  for (const point of hasVariables ? POINTS : POINTS.slice(0, 1)) {
    const agree = agreeAt(a, b, point, precision);
    if (agree === false) return false;
    if (agree) agreements++;
  }
  return agreements >= (hasVariables ? 2 : 1);
}

let answered = 0;
parentPort!.on("message", ([a, b]: [string, string]) => {
  let equal = false;
  try {
    equal = isEqual(a, b);
  } catch {} // an error of the engine: the texts differ, and nothing shows that their values are equal
  Atomics.store(signal, 1, equal ? 1 : 0);
  Atomics.store(signal, 0, ++answered);
  Atomics.notify(signal, 0);
});
Atomics.store(signal, 0, 0);
Atomics.notify(signal, 0);
