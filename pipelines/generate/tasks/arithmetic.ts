// Task "arithmetic": the value of an arithmetic expression.

import {z} from "zod";
import {integerForm} from "../parts/forms.js";
import {type Nest, nesting, nestingFault} from "../parts/nesting.js";
import {integerParam, probabilityParam, refuse} from "../parts/params.js";
import type {Random} from "../seed.js";
import {task} from "../task.js";

/**
 * Bound of every product, so that a value stays below length × 1e9 ≤ 1e12, far below the largest exact integer of a double (2^53 ≈ 9e15).
 */
const LARGEST_PRODUCT = 1e9;
/** Largest magnitude of an operand. */
const LARGEST_NUMBER = 1e9;

const params = z
  .strictObject({
    length: integerParam(2, 1000, 6, "operands in the expression"),
    max_depth: integerParam(0, 100, 2, "nesting of parentheses at its deepest, levels; always reached"),
    min_number: integerParam(-LARGEST_NUMBER, LARGEST_NUMBER, -9, "smallest operand"),
    max_number: integerParam(-LARGEST_NUMBER, LARGEST_NUMBER, 9, "largest operand"),
    prob_open: probabilityParam(
      0.25,
      "probability that an operand off the deepest parentheses opens parentheses of its own, 0–1"
    ),
    prob_close: probabilityParam(0.5, "probability that such parentheses close behind an operand, from the second one on, 0–1"),
    prob_dewhitespace: probabilityParam(
      0,
      "probability that a space is removed, 0–1; the one in front of a negative number always stays"
    )
  })
  .superRefine(({length, max_depth, min_number, max_number}, context) => {
    const fault = nestingFault(length, max_depth);
    if (fault) refuse(context, fault, "length");
    if (min_number > max_number) {
      refuse(
        context,
        `min_number ${min_number} is greater than max_number ${max_number}; swap them or widen the range`,
        "min_number"
      );
    }
  });
type Params = z.infer<typeof params>;

export const arithmetic = task({
  name: "arithmetic",
  version: 2,
  summary: "The value of an expression of integers with +, -, * and parentheses.",
  params,
  generate(params, random) {
    const {length, max_depth, prob_open, prob_close} = params;
    const nest = nesting(random, length, max_depth, {open: prob_open, close: prob_close});
    const {text, value} = expressionOf(nest, params, random);
    const prompt = `Work out the value of this arithmetic expression. Parentheses come first, then multiplication, then addition and subtraction from left to right.

${text}

Think it through, then finish with a line of the form
Answer: <integer>`;
    return {prompt, expected: String(value), guessChance: 0, expression: text};
  },
  answer: integerForm
});

function expressionOf(nest: Nest, params: Params, random: Random): {text: string; value: number} {
  const space = () => (params.prob_dewhitespace > 0 && random.chance(params.prob_dewhitespace) ? "" : " ");
  let text = "";
  let sum = 0;
  let product = 0; // value of the current run of multiplications, with the sign of the + or - in front of it
  for (const [i, inner] of nest.entries()) {
    let term: string;
    let value: number;
    if (inner) {
      ({text: term, value} = expressionOf(inner, params, random));
      term = `(${term})`;
    } else {
      value = random.integer(params.min_number, params.max_number);
      term = String(value);
    }
    if (i === 0) {
      text = term;
      product = value;
      continue;
    }
    let operator = "+-*"[random.integer(0, 2)]!;
    if (operator === "*" && Math.abs(product * value) > LARGEST_PRODUCT) operator = "+";
    text += `${space()}${operator}${term.startsWith("-") ? " " : space()}${term}`;
    if (operator === "*") {
      product *= value;
    } else {
      sum += product;
      product = operator === "-" ? -value : value;
    }
  }
  return {text, value: sum + product + 0};
}
