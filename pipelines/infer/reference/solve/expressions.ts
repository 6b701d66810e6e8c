// Solvers of the tasks "arithmetic", "boolean" and "brackets", which read an expression from left to right.
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

// Solver of the task "boolean".

const TRUTH_TOKEN = /\w+|[()]/g;
const TRUTH_EXPRESSION = /^(?:(?:not|and|xor|or|true|false|t|f|1|0)\b|[()\s])+$/i;

export const boolean: Solver = {
  read: prompt => (prompt.includes("logical expression") ? lastLine(prompt, TRUTH_EXPRESSION) : null),
  solve(question, mind) {
    const tokens = question.match(TRUTH_TOKEN)!;
    const operands = tokens.filter(token => /^[tf10]/i.test(token)).length;
    const steps: string[] = [];
    let at = 0;
    const value = chain(0, 0, 0);
    if (at !== tokens.length) throw new SyntaxError("unbalanced parentheses");
    return {steps, answer: word(value)};

    /**
     * Evaluates a chain of operators.
     * @param rank the loosest operator that may occur here: 0 for or, 1 for xor, 2 for and
     */
    function chain(rank: number, depth: number, remembered: number): boolean {
      if (rank === 3) return term(depth, remembered);
      let value = chain(rank + 1, depth, remembered);
      const operator = ["or", "xor", "and"][rank];
      for (let parts = 1; tokens[at] === operator; parts++) {
        at++;
        const next = chain(rank + 1, depth, remembered + 1);
        if (mind.overlooks(operands)) continue;
        const right = rank === 0 ? value || next : rank === 1 ? value !== next : value && next;
        const result = mind.errs({load: 1.2, remembered: remembered + parts, depth}) ? !right : right;
        steps.push(`${word(value)} ${operator} ${word(next)} gives ${word(result)}`);
        value = result;
      }
      return value;
    }

    function term(depth: number, remembered: number): boolean {
      const token = tokens[at++];
      if (token === undefined || token === ")") throw new SyntaxError("an operand is missing");
      if (token === "not") {
        const right = !term(depth, remembered);
        return mind.errs({load: 0.6, remembered, depth}) ? !right : right;
      }
      if (token !== "(") return /^[t1]/i.test(token);
      const value = chain(0, depth + 1, remembered + 1);
      if (tokens[at++] !== ")") throw new SyntaxError("unbalanced parentheses");
      return value;
    }
  }
};

const word = (value: boolean) => (value ? "True" : "False");

// Solver of the task "brackets".

const OPENING = "([{<";
const CLOSING = ")]}>";
const SEQUENCE = /^[()[\]{}<>]+$/;
/** A step is written for every bracket of a short sequence; of longer ones about this many steps are written. */
const MAX_BRACKET_STEPS = 40;
/** Only this many of the innermost open brackets are written down. */
const SHOWN = 12;

export const brackets: Solver = {
  read: prompt => (prompt.includes("sequence of brackets") ? lastLine(prompt, SEQUENCE) : null),
  solve(question, mind) {
    const {random} = mind;
    const kinds = [...new Set([...question].map(kindOf))];
    const every = Math.ceil(question.length / MAX_BRACKET_STEPS);
    const open: number[] = [];
    const steps: string[] = [];
    for (const [i, bracket] of [...question].entries()) {
      if (mind.overlooks(question.length)) continue;
      // Reading a bracket is easier than an operation, and an open bracket is easier to remember than a pending result.
      const wrong = mind.errs({load: 0.2, remembered: open.length * 0.6, depth: open.length * 0.4});
      if (OPENING.includes(bracket)) {
        open.push(wrong ? random.pick(kinds) : kindOf(bracket));
      } else {
        open.pop();
        if (wrong && random.chance(0.5)) open.pop();
        else if (wrong) open.push(random.pick(kinds));
      }
      if (i % every === 0) steps.push(`${bracket} leaves open: ${shown(open)}`);
    }
    if (open.length === 0) open.push(random.pick(kinds)); // the question states that a bracket is open
    return {
      steps,
      answer: open
        .map(kind => CLOSING[kind])
        .reverse()
        .join("")
    };
  }
};

function kindOf(bracket: string): number {
  const kind = OPENING.indexOf(bracket);
  return kind < 0 ? CLOSING.indexOf(bracket) : kind;
}

function shown(open: readonly number[]): string {
  if (open.length === 0) return "nothing";
  const inner = open
    .slice(-SHOWN)
    .map(kind => OPENING[kind])
    .join("");
  return open.length > SHOWN ? `… ${inner}` : inner;
}
