// Solver of the task "boolean".
import {lastLine, type Solver} from "./solver.js";

const TOKEN = /\w+|[()]/g;
const EXPRESSION = /^(?:(?:not|and|xor|or|true|false|t|f|1|0)\b|[()\s])+$/i;

export const boolean: Solver = {
  read: prompt => (prompt.includes("logical expression") ? lastLine(prompt, EXPRESSION) : null),
  solve(question, mind) {
    const tokens = question.match(TOKEN)!;
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
