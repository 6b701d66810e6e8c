// Task "boolean": the value of a Boolean expression.

import {z} from "zod";
import {type Nest, nesting, nestingFault} from "../parts/nesting.js";
import {integerParam, refuse} from "../parts/params.js";
import type {Random} from "../seed.js";
import {task} from "../task.js";

/** The texts of [false, true] in each spelling. */
const SPELLINGS = {
  "True/False": ["False", "True"],
  "true/false": ["false", "true"],
  "TRUE/FALSE": ["FALSE", "TRUE"],
  "T/F": ["F", "T"],
  "1/0": ["0", "1"]
} as const;
const spellings = Object.keys(SPELLINGS) as (keyof typeof SPELLINGS)[];

/** Probability of a `not` in front of an operand or of a pair of parentheses. */
const NEGATION = 0.3;
/** Most draws until the expression has the value that a fair coin chose; all of them fail about once in 2^40 tests. */
const MOST_DRAWS = 40;

const params = z
  .strictObject({
    length: integerParam(2, 1000, 6, "operands in the expression"),
    max_depth: integerParam(0, 100, 2, "nesting of parentheses at its deepest, levels; always reached"),
    spelling: z
      .enum(["mixed", ...spellings])
      .default("mixed")
      .describe("how truth values are written; mixed = each test picks one of the five")
  })
  .superRefine(({length, max_depth}, context) => {
    const fault = nestingFault(length, max_depth);
    if (fault) refuse(context, fault, "length");
  });

export const boolean = task({
  name: "boolean",
  version: 1,
  summary: "The truth value of an expression with not, and, xor, or and parentheses, in five spellings.",
  params,
  generate({length, max_depth, spelling}, random) {
    const style = spelling === "mixed" ? random.pick(spellings) : spelling;
    const [no, yes] = SPELLINGS[style];
    // Rejection sampling makes both answers equally likely without a visible trace in the expression.
    const wanted = random.chance(0.5);
    let drawn = draw();
    for (let tries = 1; drawn.value !== wanted && tries < MOST_DRAWS; tries++) drawn = draw();
    const prompt = `Decide whether this logical expression is true. ${yes} means true and ${no} means false. Parentheses come first, then not, then and, then xor (exactly one of the two is true), then or.

${drawn.text}

Think it through, then finish with one of these two lines:
Answer: True
Answer: False`;
    return {prompt, expected: drawn.value ? "True" : "False", guessChance: 0.5, expression: drawn.text};

    function draw() {
      return expressionOf(nesting(random, length, max_depth), [no, yes], random);
    }
  },
  answer: {
    // A bare 1 or 0 counts only after "answer", "answer is" or \boxed, or as the whole text: elsewhere it is usually the number of a step.
    literal:
      /(?<![\p{L}\p{N}_])(?:[Tt]rue|TRUE|[Ff]alse|FALSE|[TF]|(?=[01])(?:(?<=(?:[Aa]nswer|ANSWER|boxed)[^\p{L}\p{N}\n]{0,12}(?:is[^\p{L}\p{N}\n]{0,8})?)[01]|(?<=^\W{0,8})[01](?=\W{0,8}$)))(?![\p{L}\p{N}_]|\.\d)/gu,
    normalise(text) {
      if (/^\s*(?:true|t|1)\s*$/iu.test(text)) return "True";
      return /^\s*(?:false|f|0)\s*$/iu.test(text) ? "False" : null;
    }
  }
});

function expressionOf(nest: Nest, spelling: readonly [string, string], random: Random): {text: string; value: boolean} {
  let text = "";
  let or = false; // value of the alternatives left of the current one
  let xor = false; // value of the current alternative left of the current conjunction
  let and = true; // value of the current conjunction
  for (const [i, inner] of nest.entries()) {
    let term: string;
    let value: boolean;
    if (inner) {
      ({text: term, value} = expressionOf(inner, spelling, random));
      term = `(${term})`;
    } else {
      value = random.chance(0.5);
      term = spelling[value ? 1 : 0];
    }
    if (random.chance(NEGATION)) {
      value = !value;
      term = `not ${term}`;
    }
    if (i === 0) {
      text = term;
      and = value;
      continue;
    }
    const operator = random.integer(0, 2);
    text += `${[" and ", " xor ", " or "][operator]}${term}`;
    if (operator === 0) {
      and = and && value;
      continue;
    }
    xor = xor !== and;
    and = value;
    if (operator === 2) {
      or = or || xor;
      xor = false;
    }
  }
  return {text, value: or || xor !== and};
}
