import fc from "fast-check";
import {describe, expect, test} from "vitest";
import {listops} from "../../../pipelines/generate/tasks/listops.js";
import {repetitions} from "../../repetitions.js";
import {many} from "./many.js";
import {depthOf, lastAnswer, question, questions, refusals} from "./testing.js";

const NAMES = ["MAX", "MIN", "MED", "SM", "SUM", "AVG"];

/** A stack machine in whole numbers (BigInt division truncates). */
function evaluate(expression: string): bigint {
  const stack: {name: string; values: bigint[]}[] = [{name: "root", values: []}];
  for (const token of expression.match(/\[\w+|\d+|\]/g)!) {
    if (token.startsWith("[")) stack.push({name: token.slice(1), values: []});
    else if (token === "]") {
      const {name, values} = stack.pop()!;
      stack.at(-1)!.values.push(apply(name, values));
    } else stack.at(-1)!.values.push(BigInt(token));
  }
  return stack[0]!.values[0]!;
}

function apply(name: string, values: bigint[]): bigint {
  const total = values.reduce((a, b) => a + b, 0n);
  const sorted = [...values].sort((a, b) => Number(a - b));
  const n = sorted.length;
  if (name === "MAX") return sorted[n - 1]!;
  if (name === "MIN") return sorted[0]!;
  if (name === "MED") return (sorted[Math.ceil(n / 2) - 1]! + sorted[Math.floor(n / 2)]!) / 2n;
  if (name === "SM") return total % 10n;
  if (name === "SUM") return total;
  return total / BigInt(n);
}

const arities = (expression: string) => {
  const open: number[] = [];
  const closed: number[] = [];
  for (const token of expression.match(/\[\w+|\d+|\]/g)!) {
    if (token === "]") {
      closed.push(open.pop()!);
      continue;
    }
    if (open.length) open[open.length - 1]!++;
    if (token.startsWith("[")) open.push(0);
  }
  return closed;
};

const anyParams = fc.record({
  max_depth: fc.integer({min: 1, max: 8}),
  max_arity: fc.integer({min: 2, max: 10}),
  operations: fc.subarray(NAMES, {minLength: 1}).map(names => names.join(" "))
});

test("the published example has the published answer", () => {
  expect(evaluate("[SM 8 1 4 [MAX 9 2 7]]")).toBe(2n);
});

test("the independent evaluator truncates medians and means", () => {
  expect(evaluate("[MED 1 4]")).toBe(2n);
  expect(evaluate("[MED 9 1 4]")).toBe(4n);
  expect(evaluate("[AVG 9 9 5]")).toBe(7n);
  expect(evaluate("[SUM 9 [SUM 9 9]]")).toBe(27n);
});

describe("answers", () => {
  test("agree with the independent evaluator on generated tests", () => {
    const points = [
      {},
      {operations: 6},
      {max_depth: 1, max_arity: 2, operations: "MED AVG"},
      {max_depth: 6, max_arity: 8, operations: 6}
    ];
    for (const {expression, expected} of many(listops, points, repetitions(2500))) {
      if (`${evaluate(expression!)}` !== expected) throw new Error(`${expression} is not ${expected}`);
    }
  });

  test("agree for any parameters; every operation in the list is defined in the prompt", () => {
    fc.assert(
      fc.property(anyParams, fc.nat(), (params, seed) => {
        const {expression, expected, prompt} = question(listops, params, 0, seed);
        expect(`${evaluate(expression!)}`).toBe(expected);
        expect(prompt).toContain(`\n\n${expression}\n\n`);
        for (const name of expression!.match(/[A-Z]+/g)!) {
          expect(params.operations.split(" ")).toContain(name);
          expect(prompt).toContain(`\n${name}: the `);
        }
      }),
      {numRuns: 500}
    );
  });

  test("the guess is a digit's where the value must be a digit, else none", () => {
    const all = questions(listops, {operations: 6}, 500);
    for (const {expression, expected, guessChance} of all) {
      if (guessChance === 0.1) expect(expected).toMatch(/^\d$/);
      if (expression!.startsWith("[SM ") || !expression!.includes("SUM")) expect(guessChance).toBe(0.1);
      if (expression!.startsWith("[SUM ")) expect(guessChance).toBe(0);
    }
    expect(new Set(all.map(({guessChance}) => guessChance))).toEqual(new Set([0, 0.1]));
    expect(questions(listops, {}, 100).every(({guessChance}) => guessChance === 0.1)).toBe(true);
  });

  test.each([
    ["Answer: 7", "7"],
    ["\\boxed{ 12 }", "12"],
    ["[SM 8 1] = **9**", "9"],
    ["-3", "-3"],
    ["2.5", null]
  ])("the last literal of %j is %j", (text, answer) => expect(lastAnswer(listops, text)).toBe(answer));
});

describe("parameters", () => {
  test("max_depth is reached and never passed; max_arity bounds each list and is used", () => {
    fc.assert(
      fc.property(anyParams, params => {
        const run = questions(listops, params, 20);
        for (const {expression} of run) {
          expect(depthOf(expression!, ["[", "]"])).toBe(params.max_depth);
          const sizes = arities(expression!);
          expect(Math.min(...sizes)).toBeGreaterThanOrEqual(2);
          expect(Math.max(...sizes)).toBeLessThanOrEqual(params.max_arity);
        }
      }),
      {numRuns: 50}
    );
    const sizes = questions(listops, {max_arity: 5}, 100).flatMap(({expression}) => arities(expression!));
    expect(new Set(sizes)).toEqual(new Set([2, 3, 4, 5]));
  });

  test("operations may be names in any order, with commas, or a count; one set is one point", () => {
    const parse = (operations: unknown) => (listops.params.parse({operations}) as {operations: string}).operations;
    expect(parse("SM, MAX")).toBe("MAX SM");
    expect(parse(2)).toBe("MAX MIN");
    expect(parse(parse("AVG SUM"))).toBe("SUM AVG");
  });

  test("impossible ones are refused with the way out", () => {
    expect(refusals(listops, {operations: "MAX MEAN"})).toEqual(['unknown operation "MEAN"; choose from MAX MIN MED SM SUM AVG']);
    expect(refusals(listops, {operations: "toString"})).toHaveLength(1);
    expect(refusals(listops, {operations: 9})[0]).toBe("operations 9 is out of range; give 1 to 6");
    expect(refusals(listops, {operations: " "})[0]).toMatch(/^no operation given/);
    expect(refusals(listops, {max_arity: 1})).toHaveLength(1);
    expect(refusals(listops, {})).toEqual([]);
  });
});

test("test k alone is test k of a longer run", () => {
  const run = questions(listops, {}, 50);
  for (const k of [0, 7, 49]) expect(question(listops, {}, k)).toEqual(run[k]);
});
