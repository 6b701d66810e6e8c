// The seed from which the published method would draw a point's tests. It is only reported (column `published_seed`); docs/results.md says
// why.
import {sha256Hex} from "../book/canonical.js";

/** Number of hexadecimal digits of the hash that are used: 32 bits. */
const DIGITS = 8;

/**
 * The sum of `seed` and the last 8 hexadecimal digits of the SHA-256 of Python's `json.dumps(params, sort_keys=True)`, with `params`
 * without `count`.
 */
export function publishedSeed(params: Record<string, unknown>, seed: number): number {
  const {count: _, ...rest} = params;
  return seed + Number.parseInt(sha256Hex(pythonJson(rest)).slice(-DIGITS), 16);
}

// Reproduces Python's json.dumps with default settings and sort_keys=True, character by character, so that hashes of it equal Python's.
// Sources: Lib/json/encoder.py (ESCAPE_ASCII, separators), float.__repr__ (shortest digits that round-trip; "r" switches to an exponent
// below 1e-04 and from 1e+16 on).

/** A whole number that Python holds as a float: 3.0 is written "3.0", the int 3 is written "3". */
export class PythonFloat {
  constructor(readonly value: number) {}
}

/**
 * The text of `json.dumps(value, sort_keys=True)`. JavaScript does not distinguish 3 from 3.0: a whole number is written as a Python int,
 * any other number (and −0, which no int equals) as a float. Wrap a whole float in `PythonFloat`. Throws a TypeError on values that JSON
 * cannot represent.
 */
export function pythonJson(value: unknown): string {
  if (value === null) return "null";
  if (value instanceof PythonFloat) return pythonFloat(value.value);
  switch (typeof value) {
    case "boolean":
      return value ? "true" : "false";
    case "number":
      return Number.isInteger(value) && !Object.is(value, -0) ? BigInt(value).toString() : pythonFloat(value);
    case "bigint":
      return value.toString();
    case "string":
      return quoted(value);
    case "object": {
      if (Array.isArray(value)) return `[${value.map(pythonJson).join(", ")}]`;
      const members = Object.entries(value).sort(([a], [b]) => byCodePoint(a, b));
      return `{${members.map(([key, each]) => `${quoted(key)}: ${pythonJson(each)}`).join(", ")}}`;
    }
    default:
      throw new TypeError(`${typeof value} has no JSON form`);
  }
}

/** `repr` of a Python float. JavaScript finds the same shortest digits and only formats them differently. */
function pythonFloat(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "Infinity" : "-Infinity";
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  const [, head, tail = "", power] = /^(\d)(?:\.(\d+))?e([-+]\d+)$/.exec(Math.abs(value).toExponential())!;
  const digits = `${head}${tail}`;
  const exponent = Number(power);
  if (exponent < -4 || exponent >= 16) {
    const size = String(Math.abs(exponent)).padStart(2, "0");
    return `${sign}${head}${tail && `.${tail}`}e${exponent < 0 ? "-" : "+"}${size}`;
  }
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  return `${sign}${whole}.${digits.slice(exponent + 1) || "0"}`;
}

const SHORT: Record<string, string> = {
  '"': '\\"',
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\f": "\\f",
  "\b": "\\b"
};

/** ensure_ascii: all but the printable ASCII characters as \uXXXX, in UTF-16 units. */
const quoted = (text: string): string =>
  `"${text.replace(/["\\]|[^ -~]/g, unit => SHORT[unit] ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)}"`;

/** Python compares strings by code points; JavaScript compares UTF-16 units, which sorts characters beyond the first plane too low. */
function byCodePoint(a: string, b: string): number {
  const [x, y] = [[...a], [...b]];
  for (let i = 0; i < x.length && i < y.length; i++) {
    const difference = x[i]!.codePointAt(0)! - y[i]!.codePointAt(0)!;
    if (difference !== 0) return difference;
  }
  return x.length - y.length;
}
