import fc from "fast-check";
import {describe, expect, test} from "vitest";
import {brackets} from "../../../pipelines/generate/tasks/brackets.js";
import {repetitions} from "../../repetitions.js";
import {many} from "./many.js";
import {lastAnswer, question, questions, refusals} from "./testing.js";

/** Cancels adjacent pairs until none is left; what stays is open. */
function closing(prefix: string): string {
  let text = prefix;
  for (let shorter = ""; shorter !== text; ) {
    shorter = text;
    text = text.replace(/\(\)|\[\]|\{\}|<>/g, "");
  }
  const partner: Record<string, string> = {"(": ")", "[": "]", "{": "}", "<": ">"};
  return [...text]
    .map(bracket => partner[bracket] ?? "!")
    .reverse()
    .join("");
}

function depths(prefix: string): number[] {
  let depth = 0;
  return [...prefix].map(bracket => (depth += "([{<".includes(bracket) ? 1 : -1));
}

const anyParams = fc
  .record({length: fc.integer({min: 1, max: 60}), max_depth: fc.integer({min: 1, max: 12}), kinds: fc.integer({min: 1, max: 4})})
  .filter(params => brackets.params.safeParse(params).success);

describe("answers", () => {
  test("agree with cancelling pairs on generated tests", () => {
    const points = [
      {},
      {length: 5, max_depth: 1, kinds: 4},
      {length: 80, max_depth: 20, kinds: 4},
      {length: 31, max_depth: 6, kinds: 1}
    ];
    for (const {expression, expected} of many(brackets, points, repetitions(2500))) {
      if (closing(expression!) !== expected) throw new Error(`${expression} is not closed by ${expected}`);
    }
  });

  test("agree for any parameters, are never empty, and the guess is honest", () => {
    fc.assert(
      fc.property(anyParams, fc.nat(), (params, seed) => {
        const {expression, expected, guessChance, prompt} = question(brackets, params, 0, seed);
        expect(closing(expression!)).toBe(expected);
        expect(expected.length).toBeGreaterThan(0);
        expect(guessChance).toBeGreaterThanOrEqual(0);
        expect(guessChance).toBeLessThanOrEqual(0.5);
        expect(prompt).toContain(`\n\n${expression}\n\n`);
      }),
      {numRuns: 500}
    );
  });

  test("two kinds and two levels leave six possible answers", () => {
    expect(question(brackets, {kinds: 2, max_depth: 2}, 0).guessChance).toBeCloseTo(1 / 6, 12);
  });

  test.each([
    ["Answer: ])}", "])}"],
    ["Answer:])", "])"],
    ["**`) ] }`** it is", ")]}"],
    ["$)]\\}$", ")]}"],
    ["Answer: )] (that closes all) -> done", ")]"],
    ["nothing (at all)", null]
  ])("the last literal of %j is %j", (text, answer) => expect(lastAnswer(brackets, text)).toBe(answer));
});

describe("parameters", () => {
  test("length is the number of characters and max_depth the depth, reached and never passed", () => {
    fc.assert(
      fc.property(anyParams, params => {
        const {expression} = question(brackets, params, 2);
        expect(expression).toHaveLength(params.length);
        expect(Math.max(...depths(expression!))).toBe(params.max_depth);
        expect(Math.min(...depths(expression!))).toBeGreaterThanOrEqual(0);
      })
    );
  });

  test("kinds bounds the alphabet and all of it is used", () => {
    const used = (kinds: number) =>
      new Set(questions(brackets, {kinds}, 100).flatMap(({expression}) => [..."([{<"].filter(b => expression!.includes(b)))).size;
    expect([2, 3, 4].map(used)).toEqual([2, 3, 4]);
  });

  test("impossible ones are refused with the way out", () => {
    expect(refusals(brackets, {length: 2, max_depth: 4})).toEqual([
      "length 2 is less than max_depth 4; raise length to 4 or lower max_depth"
    ]);
    expect(refusals(brackets, {length: 4, max_depth: 1})[0]).toMatch(/use an odd length or raise max_depth to 2/);
    expect(refusals(brackets, {length: 3, max_depth: 1, kinds: 1})[0]).toMatch(/always has the same answer/);
    expect(refusals(brackets, {kinds: 5})).toHaveLength(1);
    expect(refusals(brackets, {})).toEqual([]);
  });
});

test("test k alone is test k of a longer run", () => {
  const run = questions(brackets, {}, 50);
  for (const k of [0, 7, 49]) expect(question(brackets, {}, k)).toEqual(run[k]);
});
