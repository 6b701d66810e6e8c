// Task "listops": the value of nested operations on lists of digits.

import {z} from "zod";
import {OPERATION_NAMES, OPERATIONS, type Operation, resultOf} from "../lists/operations.js";
import {integerForm} from "../parts/forms.js";
import {integerParam, namesParam} from "../parts/params.js";
import type {Random} from "../seed.js";
import {task} from "../task.js";

const params = z.strictObject({
  max_depth: integerParam(1, 64, 3, "nesting of lists at its deepest, levels; the outermost is 1; always reached"),
  max_arity: integerParam(2, 64, 4, "most values in a list; each list draws evenly from 2 to this"),
  operations: namesParam(
    OPERATION_NAMES,
    "operation",
    "MAX MIN MED SM",
    `names out of ${OPERATION_NAMES.join(" ")}, separated by spaces or commas, or how many of them from the left`
  )
});

export const listops = task({
  name: "listops",
  version: 1,
  summary: "The value of nested lists of digits, each headed by an operation such as MAX, MED or SM.",
  params,
  generate({max_depth, max_arity, operations}, random) {
    const allowed = operations.split(" ") as Operation[];
    const {text, value, digit} = listOf(max_depth, true, {arity: max_arity, allowed, random});
    const prompt = `Work out the value of this nested list. Each pair of square brackets holds an operation and the values that it is applied to; inner lists come first.
${allowed.map(name => `${name}: ${OPERATIONS[name]}`).join("\n")}

${text}

Think it through, then finish with a line of the form
Answer: <integer>`;
    return {prompt, expected: String(value), guessChance: digit ? 0.1 : 0, expression: text};
  },
  answer: integerForm
});

/**
 * A list expression. Returns `digit`: whether the value is 0–9 whatever the digits inside are.
 * @param deepest whether this list must reach the full `depth`
 */
function listOf(depth: number, deepest: boolean, shape: {arity: number; allowed: Operation[]; random: Random}) {
  const {arity, allowed, random} = shape;
  const operation = random.pick(allowed);
  const size = random.integer(2, arity);
  const spine = depth > 1 && deepest ? random.integer(0, size - 1) : -1;
  const values: number[] = [];
  let text = `[${operation}`;
  let digit = operation !== "SUM";
  for (let i = 0; i < size; i++) {
    // Off the deepest branch one value in `arity` is a list, so about every second list contains another and the size grows in proportion
    // to depth rather than exponentially.
    if (i === spine || (depth > 1 && random.chance(1 / arity))) {
      const inner = listOf(depth - 1, i === spine, shape);
      text += ` ${inner.text}`;
      values.push(inner.value);
      digit &&= operation === "SM" || inner.digit;
    } else {
      const value = random.integer(0, 9);
      text += ` ${value}`;
      values.push(value);
    }
  }
  return {text: `${text}]`, value: resultOf(operation, values), digit};
}
