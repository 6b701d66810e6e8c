import fc from "fast-check";
import {describe, expect, test} from "vitest";
import {arithmetic} from "../../../pipelines/generate/tasks/arithmetic.js";
import {repetitions} from "../../repetitions.js";
import {many} from "./many.js";
import {depthOf, lastAnswer, question, questions, refusals} from "./testing.js";

/** Dijkstra's shunting yard over BigInt: shares nothing with the generator. */
function evaluate(expression: string): bigint {
  const values: bigint[] = [];
  const operators: string[] = [];
  const rank: Record<string, number> = {"+": 1, "-": 1, "*": 2, "(": 0};
  const apply = () => {
    const [b, a] = [values.pop()!, values.pop()!];
    const operator = operators.pop();
    values.push(operator === "+" ? a + b : operator === "-" ? a - b : a * b);
  };
  let operandNext = true;
  for (const token of expression.match(/\d+|[-+*()]/g)!) {
    if (/\d/.test(token)) {
      const negative = operators.at(-1) === "negate";
      if (negative) operators.pop();
      values.push(negative ? -BigInt(token) : BigInt(token));
      operandNext = false;
    } else if (token === "(") {
      operators.push(token);
    } else if (token === ")") {
      while (operators.at(-1) !== "(") apply();
      operators.pop();
      operandNext = false;
    } else if (operandNext) {
      operators.push("negate");
    } else {
      while (operators.length && rank[operators.at(-1)!]! >= rank[token]!) apply();
      operators.push(token);
      operandNext = true;
    }
  }
  while (operators.length) apply();
  return values[0]!;
}

const operands = (expression: string) => expression.match(/\d+/g)!.length;
const anyParams = fc
  .record({
    max_depth: fc.integer({min: 0, max: 8}),
    extra: fc.integer({min: 1, max: 30}),
    min_number: fc.integer({min: -1e9, max: 0}),
    max_number: fc.integer({min: 0, max: 1e9}),
    prob_open: fc.constantFrom(0, 0.25, 1),
    prob_close: fc.constantFrom(0, 0.5, 1),
    prob_dewhitespace: fc.constantFrom(0, 0.5, 1)
  })
  .map(({extra, ...rest}) => ({...rest, length: Math.max(2, rest.max_depth + extra)}));

test("the independent evaluator is right about expressions worked by hand", () => {
  expect(evaluate("2 + 3 * 4 - 5")).toBe(9n);
  expect(evaluate("2 - 3 - -4*(5 - -(1))".replace("-(1)", "-1"))).toBe(23n);
  expect(evaluate("((7-2)*3 - 1)*2")).toBe(28n);
});

describe("answers", () => {
  test("agree with the independent evaluator on generated tests", () => {
    const points = [
      {},
      {length: 2, max_depth: 0},
      {length: 30, max_depth: 6, prob_open: 0.8, prob_close: 0.2},
      {length: 12, max_depth: 3, min_number: -99, max_number: 99, prob_dewhitespace: 1}
    ];
    for (const {expression, expected} of many(arithmetic, points, repetitions(2500))) {
      if (`${evaluate(expression!)}` !== expected) throw new Error(`${expression} is not ${expected}`);
    }
  });

  test("agree for any parameters, stay exact and are no guess", () => {
    fc.assert(
      fc.property(anyParams, fc.nat(), (params, seed) => {
        const {expression, expected, guessChance, prompt} = question(arithmetic, params, 0, seed);
        expect(`${evaluate(expression!)}`).toBe(expected);
        expect(Math.abs(Number(expected))).toBeLessThanOrEqual(1e12);
        expect(guessChance).toBe(0);
        expect(prompt).toContain(`\n\n${expression}\n\n`);
      }),
      {numRuns: 500}
    );
  });

  test.each([
    ["The answer is \\boxed{42}.", "42"],
    ["so **-1,234**", "-1234"],
    ["Answer: −7", "-7"],
    ["Answer: +007", "7"],
    ["= 12.00 in the end", "12"],
    ["$1{,}000$", "1000"],
    ["9 - 4 = 5-3", "3"],
    ["-0", "0"],
    ["about 4.5", null],
    ["none", null]
  ])("the last literal of %j is %j", (text, answer) => expect(lastAnswer(arithmetic, text)).toBe(answer));
});

describe("parameters", () => {
  test("length is the number of operands and max_depth the depth, reached and never passed", () => {
    fc.assert(
      fc.property(anyParams, params => {
        const {expression} = question(arithmetic, params, 3);
        expect(operands(expression!)).toBe(params.length);
        expect(depthOf(expression!)).toBe(params.max_depth);
      })
    );
  });

  test("prob_open makes parentheses off the deepest ones: none at 0, more at 1", () => {
    const pairs = (prob_open: number) =>
      questions(arithmetic, {length: 20, max_depth: 2, min_number: 0, prob_open}, 300)
        .map(({expression}) => expression!.split("(").length - 1)
        .reduce((a, b) => a + b) / 300;
    expect(pairs(0)).toBe(2);
    expect(pairs(0.25) - pairs(0)).toBeGreaterThan(0.5);
    expect(pairs(1) - pairs(0.25)).toBeGreaterThan(1);
  });

  test("prob_close makes such parentheses short: of two operands at 1, open to the end at 0", () => {
    const inner = (prob_close: number) =>
      questions(arithmetic, {length: 20, max_depth: 1, min_number: 0, prob_open: 1, prob_close}, 300).map(({expression}) =>
        [...expression!.matchAll(/\(([^()]+)\)/g)].map(match => operands(match[1]!))
      );
    // All pairs but the deepest one hold two, and an operand without a neighbour stays outside.
    for (const sizes of inner(1)) expect(sizes.filter(size => size !== 2).length).toBeLessThanOrEqual(1);
    // In front of the deepest pair stands at most one other, and behind it too.
    for (const sizes of inner(0)) expect(sizes.length).toBeLessThanOrEqual(3);
    // Halfway, a pair is of two operands half of the time, of three a quarter: the geometric distribution, cut where operands run out.
    const twos = inner(0.5).flat();
    expect(twos.filter(size => size === 2).length / twos.length).toBeGreaterThan(0.4);
  });

  test("operands span their range", () => {
    const all = questions(arithmetic, {min_number: 3, max_number: 6}, 200).flatMap(({expression}) => expression!.match(/\d+/g)!);
    expect([...new Set(all)].sort()).toEqual(["3", "4", "5", "6"]);
  });

  test("prob_dewhitespace removes that share of the spaces", () => {
    const spaces = (prob_dewhitespace: number) =>
      questions(arithmetic, {min_number: 0, prob_dewhitespace}, 400)
        .map(({expression}) => expression!.split(" ").length - 1)
        .reduce((a, b) => a + b);
    expect(spaces(0)).toBe(400 * 10);
    expect(spaces(0.5) / 4000).toBeCloseTo(0.5, 1);
    expect(spaces(1)).toBe(0);
  });

  test("a negative number keeps its distance from the operator", () => {
    for (const {expression} of questions(arithmetic, {prob_dewhitespace: 1}, 200)) expect(expression).not.toMatch(/[-+*]-/);
  });

  test("impossible ones are refused with the way out", () => {
    expect(refusals(arithmetic, {length: 2, max_depth: 4})).toEqual([
      "length 2 is less than max_depth 4; raise length to 5 or lower max_depth"
    ]);
    expect(refusals(arithmetic, {min_number: 5, max_number: 1})[0]).toMatch(/^min_number 5 is greater than max_number 1/);
    expect(refusals(arithmetic, {prob_open: 1.5})).toHaveLength(1);
    expect(refusals(arithmetic, {prob_close: -0.1})).toHaveLength(1);
    expect(refusals(arithmetic, {lenght: 3})).toHaveLength(1);
    expect(refusals(arithmetic, {})).toEqual([]);
  });
});

test("test k alone is test k of a longer run, and seeds differ", () => {
  const run = questions(arithmetic, {}, 50);
  for (const k of [0, 7, 49]) expect(question(arithmetic, {}, k)).toEqual(run[k]);
  expect(questions(arithmetic, {}, 20)).toEqual(run.slice(0, 20));
  expect(question(arithmetic, {}, 0, 43)).not.toEqual(run[0]);
});
