import {expect, test} from "vitest";
import {templateSchema} from "../../../pipelines/book/schemas.js";
import {MAX_PROMPTS, reworded} from "../../../pipelines/book/wordings.js";
import {comparePrompts, type PromptRow} from "../../../pipelines/studies/compare/prompts.js";

const rowsOf = (template: string, pairs: readonly (readonly [a: number, b: number])[], guess = 0): PromptRow[] =>
  pairs.map(([a, b], i) => ({template, item_id: `t${i}`, a, b, guess}));

test("only tests answered in every prompt count; a lead is counted in each prompt", () => {
  const one = rowsOf("one", [
    [1, 0],
    [1, 1],
    [0, 0],
    [1, 0]
  ]);
  const other = rowsOf("other", [
    [0, 1],
    [0, 0],
    [0, 1]
  ]);
  const {prompts, n, leads, spread} = comparePrompts([...one, ...other]);
  expect([n, leads]).toEqual([3, 1]);
  expect(prompts.map(({template}) => template)).toEqual(["one", "other"]);
  expect(prompts[0]!.value).toBeCloseTo(1 / 3, 12);
  expect(prompts[1]!.value).toBeCloseTo(-2 / 3, 12);
  expect(spread!.value).toBeCloseTo(-1 / 6, 12);
  // guessing leaves half of the range: differences are twice as large
  const guessed = comparePrompts([...one, ...other].map(row => ({...row, guess: 0.5})));
  expect(guessed.spread!.value).toBeCloseTo(-1 / 3, 12);
});

test("no rows, one prompt, or prompts without a common test have no spread", () => {
  expect(comparePrompts([])).toEqual({prompts: [], spread: null, n: 0, leads: 0});
  expect(comparePrompts(rowsOf("one", [[1, 0]]))).toMatchObject({n: 1, spread: null});
  const apart = [...rowsOf("one", [[1, 0]]), {template: "other", item_id: "x", a: 1, b: 0, guess: 0}];
  expect(comparePrompts(apart)).toMatchObject({n: 0, prompts: [], spread: null});
});

test("wordings differ from each other and keep the template's system prompt, examples and way of thinking", () => {
  const template = {...templateSchema.parse({system: "Reason.", before: "Q: ", think: false}), id: "mine"};
  const all = reworded(template, MAX_PROMPTS);
  expect(all).toHaveLength(MAX_PROMPTS);
  expect(all[0]).toBe(template);
  expect(new Set(all.map(each => `${each.before}|${each.after}`)).size).toBe(MAX_PROMPTS);
  expect(new Set(all.map(({id}) => id)).size).toBe(MAX_PROMPTS);
  for (const {system, think, before} of all) {
    expect([system, think]).toEqual(["Reason.", false]);
    expect(before.endsWith("Q: ")).toBe(true);
  }
  expect(reworded(template, 1)).toEqual([template]);
});
