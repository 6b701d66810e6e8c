// Solver of the task "arithmetic".
import type {Mind} from "../mind.js";
import {lastLine, type Solver} from "./solver.js";

const TOKEN = /\d+|[-+*()]/g;
/**
 * Only signs, digits and parentheses, and somewhere an operator after an operand. The two conditions are checked one after the other, so
 * that the time is linear.
 */
const EXPRESSION = /^(?=[-+*()\d\s]+$)[\s\S]*?\d[\s)]*[-+*]/;
/** Largest value. Values beyond it result from errors and are cut back, so that numbers stay exact. */
const LARGEST = 1e14;

export const arithmetic: Solver = {
  read: prompt => (prompt.includes("arithmetic expression") ? lastLine(prompt, EXPRESSION) : null),
  solve(question, mind) {
    const tokens = question.match(TOKEN)!;
    const operands = tokens.filter(token => token >= "0").length;
    const steps: string[] = [];
    let at = 0;
    const answer = sum(0, 0);
    if (at !== tokens.length) throw new SyntaxError("unbalanced parentheses");
    return {steps, answer: String(answer)};

    /** Evaluates one level of parentheses: terms joined by + and -, from left to right. */
    function sum(depth: number, remembered: number): number {
      let total = 0;
      let first = true;
      let terms = 0;
      for (let sign = "+"; ; ) {
        const term = product(depth, remembered + Math.min(terms, 4));
        terms++;
        if (first) total = term;
        else if (!mind.overlooks(operands)) total = apply(total, sign, term, depth, remembered + terms);
        first = false;
        if (tokens[at] !== "+" && tokens[at] !== "-") return total;
        sign = tokens[at++]!;
      }
    }

    function product(depth: number, remembered: number): number {
      let value = factor(depth, remembered);
      while (tokens[at] === "*") {
        at++;
        const next = factor(depth, remembered + 1);
        value = apply(value, "*", next, depth, remembered + 1);
      }
      return value;
    }

    function factor(depth: number, remembered: number): number {
      const token = tokens[at++];
      if (token === "-") return -factor(depth, remembered);
      if (token === "(") {
        const value = sum(depth + 1, remembered + 1);
        if (tokens[at++] !== ")") throw new SyntaxError("unbalanced parentheses");
        return value;
      }
      if (token === undefined || token < "0") throw new SyntaxError("an operand is missing");
      return Number(token);
    }

    function apply(a: number, operator: string, b: number, depth: number, remembered: number): number {
      let value = operator === "*" ? a * b : operator === "+" ? a + b : a - b;
      if (mind.errs({load: loadOf(a, operator, b), remembered, depth})) value = slipped(value, a, b, mind);
      if (Math.abs(value) > LARGEST) value %= 1_000_000;
      value += 0; // turns -0 into 0
      steps.push(`${a} ${operator} ${b < 0 ? `(${b})` : b} = ${value}`);
      return value;
    }
  }
};

/** Load of an operation: a sum's grows with the digits, a product's with the digits of both factors. */
function loadOf(a: number, operator: string, b: number): number {
  const digits = digitsOf(a) + digitsOf(b);
  return operator === "*" ? 0.3 * digits : 0.25 * digits;
}

function digitsOf(value: number): number {
  const size = Math.abs(value);
  return size < 10 ? 1 : size < 100 ? 2 : size < 1000 ? 3 : size < 1e5 ? 4 : 6;
}

/** A wrong result of a kind that people make too: off by one, a lost carry, a changed sign, a neighbouring multiple. */
function slipped(value: number, a: number, b: number, {random}: Mind): number {
  const step = random.chance(0.5) ? 1 : -1;
  switch (random.integer(0, 3)) {
    case 0:
      return value + step * 10;
    case 1:
      return value === 0 ? step : -value;
    case 2:
      return value + step * (Math.abs(a) > Math.abs(b) ? b || 1 : a || 1);
    default:
      return value + step;
  }
}
