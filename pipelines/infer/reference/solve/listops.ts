// Solver of the task "listops".
import {OPERATIONS, type Operation, resultOf} from "../../../generate/lists/operations.js";
import {LIST_BEGINS} from "../../../generate/narratives/make.js";
import type {Mind} from "../mind.js";
import {lastLine, type Solver} from "./solver.js";

const TOKEN = /\[[A-Z]+|\d+|\]/g;
const LIST = /^\[[A-Z]{2,3} [A-Z\d\s[\]]*\]$/;

export const listops: Solver = {
  read: prompt => (prompt.includes("nested list") && !prompt.includes(LIST_BEGINS) ? lastLine(prompt, LIST) : null),
  solve(question, mind) {
    const tokens = question.match(TOKEN)!;
    const items = tokens.filter(token => token >= "0" && token <= "9~").length;
    const steps: string[] = [];
    let at = 0;
    const answer = list(1, 0);
    if (at !== tokens.length) throw new SyntaxError("unbalanced brackets");
    return {steps, answer: String(answer)};

    function list(depth: number, remembered: number): number {
      const operation = tokens[at++]!.slice(1);
      const values: number[] = [];
      for (let token = tokens[at]; token !== "]"; token = tokens[at]) {
        if (token === undefined) throw new SyntaxError("unbalanced brackets");
        const value = token.startsWith("[") ? list(depth + 1, remembered + values.length + 1) : Number(tokens[at++]);
        if (!mind.overlooks(items)) values.push(value);
      }
      at++;
      if (values.length === 0) values.push(mind.random.integer(0, 9));
      const load = 0.4 + 0.2 * values.length;
      let result = apply(operation, values);
      if (mind.errs({load, remembered: remembered + values.length, depth})) result = slipped(result, operation, values, mind);
      steps.push(`${operation} of ${values.join(", ")} is ${result}`);
      return result;
    }
  }
};

function apply(operation: string, values: number[]): number {
  if (!(operation in OPERATIONS)) throw new SyntaxError(`unknown operation ${operation}`);
  return resultOf(operation as Operation, values);
}

/** A wrong result: sums are off by a little, selections land on another value. */
export function slipped(right: number, operation: string, values: number[], {random}: Mind): number {
  const step = random.chance(0.5) ? 1 : -1;
  if (operation === "SM") return (right + step + 10) % 10;
  if (operation === "SUM") return Math.max(0, right + step * random.pick([1, 1, 10]));
  const others = values.filter(value => value !== right);
  return others.length > 0 && random.chance(0.8) ? random.pick(others) : Math.max(0, right + step);
}
