import fc from "fast-check";
import {describe, expect, test} from "vitest";
import {boolean} from "../../../pipelines/generate/tasks/boolean.js";
import {repetitions} from "../../repetitions.js";
import {many} from "./many.js";
import {depthOf, lastAnswer, question, questions, refusals} from "./testing.js";

const LITERAL = /\b(?:true|false|t|f|1|0)\b/gi;

/** Recursive descent by the grammar in the prompt: or of xors of ands of negations. */
function evaluate(expression: string): boolean {
  const tokens = expression.match(/\w+|[()]/g)!;
  const chain = (operator: string, part: () => boolean, join: (a: boolean, b: boolean) => boolean) => () => {
    let value = part();
    while (tokens[0] === operator) {
      tokens.shift();
      const next = part();
      value = join(value, next);
    }
    return value;
  };
  const unary = (): boolean => {
    const token = tokens.shift()!;
    if (token === "not") return !unary();
    if (token !== "(") return /^(true|t|1)$/i.test(token);
    const value = or();
    tokens.shift();
    return value;
  };
  const and = chain("and", unary, (a, b) => a && b);
  const xor = chain("xor", and, (a, b) => a !== b);
  const or = chain("or", xor, (a, b) => a || b);
  return or();
}

const anyParams = fc
  .record({
    max_depth: fc.integer({min: 0, max: 8}),
    extra: fc.integer({min: 1, max: 20}),
    spelling: fc.constantFrom("mixed", "True/False", "true/false", "TRUE/FALSE", "T/F", "1/0")
  })
  .map(({extra, ...rest}) => ({...rest, length: Math.max(2, rest.max_depth + extra)}));

test("the independent evaluator is right about expressions worked by hand", () => {
  expect(evaluate("T or F and F")).toBe(true);
  expect(evaluate("(T or F) and F")).toBe(false);
  expect(evaluate("true xor true or false")).toBe(false);
  expect(evaluate("1 xor 1 and 0")).toBe(true);
  expect(evaluate("not False and not (True xor False)")).toBe(false);
});

describe("answers", () => {
  test("agree with the independent evaluator on generated tests, half of them True", () => {
    const points = [{}, {length: 2, max_depth: 0}, {length: 30, max_depth: 6}, {length: 12, max_depth: 3, spelling: "1/0"}];
    let trues = 0;
    for (const {expression, expected} of many(boolean, points, repetitions(2500))) {
      if ((evaluate(expression!) ? "True" : "False") !== expected) throw new Error(`${expression} is not ${expected}`);
      if (expected === "True") trues++;
    }
    // Four standard errors of a fair coin.
    expect(Math.abs(trues / (4 * repetitions(2500)) - 0.5)).toBeLessThan(2 / Math.sqrt(4 * repetitions(2500)));
  });

  test("agree for any parameters", () => {
    fc.assert(
      fc.property(anyParams, fc.nat(), (params, seed) => {
        const {expression, expected, guessChance, prompt} = question(boolean, params, 0, seed);
        expect(evaluate(expression!) ? "True" : "False").toBe(expected);
        expect(guessChance).toBe(0.5);
        expect(prompt).toContain(`\n\n${expression}\n\n`);
        expect(prompt).toMatch(/Answer: True\nAnswer: False$/);
      }),
      {numRuns: 500}
    );
  });

  test.each([
    ["Answer: True", "True"],
    ["The result is FALSE.", "False"],
    ["\\boxed{\\text{true}}", "True"],
    ["so it is **F**", "False"],
    ["Answer: 1", "True"],
    ["The answer is **0**.", "False"],
    ["0", "False"],
    ["1. First, True and False gives False", "False"],
    ["False. That took 1 step", "False"],
    ["in step 1 I gave up", null],
    ["untrue falsehood", null]
  ])("the last literal of %j is %j", (text, answer) => expect(lastAnswer(boolean, text)).toBe(answer));
});

describe("parameters", () => {
  test("length is the number of operands and max_depth the depth, reached and never passed", () => {
    fc.assert(
      fc.property(anyParams, params => {
        const {expression} = question(boolean, params, 5);
        expect(expression!.match(LITERAL)).toHaveLength(params.length);
        expect(depthOf(expression!)).toBe(params.max_depth);
      })
    );
  });

  test("mixed uses all five spellings, one a test; a named one is kept to", () => {
    const spellings = questions(boolean, {length: 12}, 200).map(({expression}) =>
      [...new Set(expression!.match(LITERAL))].sort().join("/")
    );
    expect(spellings.every(pair => /^(False\/True|false\/true|FALSE\/TRUE|F\/T|0\/1|\w+)$/.test(pair))).toBe(true);
    expect(new Set(spellings.filter(pair => pair.includes("/"))).size).toBe(5);
    for (const {expression} of questions(boolean, {spelling: "T/F"}, 50)) expect(expression).toMatch(/^[TF andxort()]+$/);
  });

  test("impossible ones are refused with the way out", () => {
    expect(refusals(boolean, {length: 2, max_depth: 4})).toEqual([
      "length 2 is less than max_depth 4; raise length to 5 or lower max_depth"
    ]);
    expect(refusals(boolean, {spelling: "yes/no"})).toHaveLength(1);
    expect(refusals(boolean, {})).toEqual([]);
  });
});

test("test k alone is test k of a longer run", () => {
  const run = questions(boolean, {}, 50);
  for (const k of [0, 7, 49]) expect(question(boolean, {}, k)).toEqual(run[k]);
});
