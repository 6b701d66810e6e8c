// Approximate values of expressions with a bound of their error: shows that two expressions differ, never that they are equal.
import {hash} from "./exactValue.js";
import {apply, type Tree, whole} from "./expressionTree.js";

interface Bounds {
  value: number;
  /** Largest distance to the true value. */
  error: number;
}

/** Relative error of one operation in double precision, with room for the functions of the platform. */
const UNIT = 2 ** -46;
const CONSTANTS: Readonly<Record<string, number>> = {e: Math.E, "\\pi": Math.PI};

const bounds = (value: number, error: number): Bounds | null =>
  Number.isFinite(value) && Number.isFinite(error) ? {value, error: error + Math.abs(value) * UNIT + Number.MIN_VALUE} : null;

const divide = (a: Bounds, b: Bounds): Bounds | null => {
  const least = Math.abs(b.value) - b.error;
  return least > 0 ? bounds(a.value / b.value, (a.error + Math.abs(a.value / b.value) * b.error) / least) : null;
};

/** a to the power of b; the first-order error is doubled. */
function power(a: Bounds, b: Bounds): Bounds | null {
  if (a.value <= 0 && !Number.isInteger(b.value)) return null;
  const relative = a.error / Math.abs(a.value);
  if (!(relative * Math.max(1, Math.abs(b.value)) < 1e-4)) return null;
  const exponent = Number.isInteger(b.value) ? 0 : Math.abs(Math.log(a.value)) * b.error;
  const value = a.value ** b.value;
  return exponent < 1e-4 ? bounds(value, 2 * Math.abs(value) * (Math.abs(b.value) * relative + exponent)) : null;
}

function root(a: Bounds, index: Bounds): Bounds | null {
  const inverse = divide({value: 1, error: 0}, index);
  if (!inverse) return null;
  if (a.value > 0 || index.value % 2 !== 1) return power(a, inverse);
  const positive = power({value: -a.value, error: a.error}, inverse);
  return positive && {value: -positive.value, error: positive.error};
}

function boundsAt(tree: Tree, point: number): Bounds | null {
  if (tree.kind === "number") return bounds(Number(tree.numerator) / Number(tree.denominator), 0);
  if (tree.kind === "name") {
    if (tree.name === "i") return null;
    return bounds(CONSTANTS[tree.name] ?? 0.5 + Number(hash(`${point} ${tree.name}`) % 1_000n) / 400, 0);
  }
  const operands: Bounds[] = [];
  for (const operand of tree.operands) {
    const value = boundsAt(operand, point);
    if (!value) return null;
    operands.push(value);
  }
  const [a, b] = operands as [Bounds, Bounds];
  const of = (inner: Tree): Bounds | null => boundsAt(inner, point);
  switch (tree.head) {
    case "add":
      return bounds(a.value + b.value, a.error + b.error);
    case "negate":
      return {value: -a.value, error: a.error};
    case "multiply":
      return bounds(a.value * b.value, Math.abs(a.value) * b.error + Math.abs(b.value) * a.error + a.error * b.error);
    case "divide":
      return divide(a, b);
    case "power":
      return power(a, b);
    case "root":
      return root(a, b);
    case "sin":
    case "cos":
      // Far from 0 the reduction of the argument is not trusted.
      return Math.abs(a.value) < 1e6 ? bounds(Math[tree.head](a.value), a.error + UNIT) : null;
    case "arctan":
      return bounds(Math.atan(a.value), a.error);
    case "tan":
      return of(apply("divide", apply("sin", ...tree.operands), apply("cos", ...tree.operands)));
    case "cot":
      return of(apply("divide", apply("cos", ...tree.operands), apply("sin", ...tree.operands)));
    case "sec":
      return of(apply("divide", whole(1n), apply("cos", ...tree.operands)));
    case "csc":
      return of(apply("divide", whole(1n), apply("sin", ...tree.operands)));
    case "ln":
      return a.value > 2 * a.error ? bounds(Math.log(a.value), (2 * a.error) / a.value + UNIT) : null;
    case "log":
      return of(apply("divide", apply("ln", tree.operands[0]!), apply("ln", tree.operands[1]!)));
    case "abs":
      return {value: Math.abs(a.value), error: a.error};
    default:
      return null;
  }
}

/** Whether two expressions certainly differ. */
export const differ = (a: Tree, b: Tree): boolean =>
  [1, 2].some(point => {
    const [x, y] = [boundsAt(a, point), boundsAt(b, point)];
    return x !== null && y !== null && Math.abs(x.value - y.value) > 2 * (x.error + y.error);
  });
