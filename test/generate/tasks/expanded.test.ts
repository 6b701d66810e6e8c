// Questions of other tasks in long texts: a reader of the text derives what the short question's answer is, at every length and depth.
import {encode} from "gpt-tokenizer/encoding/o200k_base";
import {describe, expect, test} from "vitest";
import {surroundedParts} from "../../../pipelines/generate/background/surrounded.node.js";
import {tasks} from "../../../pipelines/generate/registry.node.js";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {mindOf, unlimited} from "../../../pipelines/infer/reference/mind.js";
import type {Faculties} from "../../../pipelines/infer/reference/roster.js";
import {saidIn} from "../../../pipelines/infer/reference/solve/expanded.node.js";
import {questionIn} from "../../../pipelines/infer/reference/solve/registry.node.js";
import {question, questions, refusals, spelled} from "./testing.js";

const HARD: Record<string, Record<string, unknown>> = {
  arithmetic: {length: 30, max_depth: 6, min_number: -99, max_number: 99, prob_dewhitespace: 1},
  boolean: {length: 30, max_depth: 6, spelling: "mixed"},
  brackets: {length: 80, max_depth: 20, kinds: 4},
  listops: {max_depth: 6, max_arity: 8, operations: 6},
  shapes: {split: 1, decimals: 3, choices: 12},
  sort: {length: 40, run_length: 8, prob_mutation: 0.5, prob_duplication: 0.3, duplicates: "mixed"},
  sequence: {rules: 8, ahead: 4, max_step: 50},
  cars: {places: 12, cars: 8, moves: 12, choices: 6},
  objects: {target_items: 30, max_count: 99, distractor_count: 20, target_groups: 5, prob_adjective: 1, anchor: "low"},
  jsonpath: {inner_depth: 8, width: 6, hops: 3, indent: 0},
  letters: {letters_common: 2, letters_uncommon: 2, letters_rare: 1, target_words: 25, confounders: 10, max_word_length: 12},
  tables: {target_tokens: 1500, format: "mixed"},
  shuffle: {people: 12, inner_depth: 40, confounders: 10, anchors: 10},
  dates: {tier: 4, steps: 12},
  movies: {references: 20, attributes: 8, choices: 8, distractors: 10}
};
const NAMES = Object.keys(HARD);
const expandedOf = (name: string) => tasks.get(`expanded-${name}`)!;

function answered(prompt: string, faculties: Faculties = unlimited, seed = "a reader"): string {
  const {question, solver} = questionIn(prompt)!;
  return solver.solve(question, mindOf(faculties, randomOf(seed))).answer;
}

test("every task is here that is not about long texts already", () => {
  const others = [...tasks.keys()].filter(name => !name.startsWith("expanded-"));
  expect(others.filter(name => !NAMES.includes(name))).toEqual(["verbose-listops", "facts", "needles"]);
  expect([...tasks.keys()].filter(name => name.startsWith("expanded-")).sort()).toEqual(
    NAMES.map(name => `expanded-${name}`).sort()
  );
});

describe.each(NAMES)("expanded-%s", name => {
  const [inner, task] = [tasks.get(name)!, expandedOf(name)];

  test("a reader of the text derives the expected answer", () => {
    for (const [given, count] of [
      [{context_tokens: 0}, 40],
      [{context_tokens: 8_000}, 120],
      [{context_tokens: 6_000, depth: 0}, 40],
      [{context_tokens: 6_000, depth: 1, background: "king-james"}, 40],
      [{...HARD[name], context_tokens: 16_000, depth: 0.5}, 40],
      [{...HARD[name], context_tokens: 16_000}, 40]
    ] as const)
      for (const {prompt, expected} of questions(task, given, count)) expect(answered(prompt)).toBe(expected);
  });

  test("without a context it is the other task's question; with one it asks and counts the same", () => {
    const short = questions(task, HARD[name]!, 8);
    const long = questions(task, {...HARD[name], context_tokens: 16_000, depth: 0.25}, 8);
    const named = Object.fromEntries(Object.entries(HARD[name]!).map(([key, value]) => [key.replace("inner_", ""), value]));
    expect(
      short.every(({prompt}) => prompt.includes(inner.generate(inner.params.parse(named), randomOf("any")).prompt.slice(0, 20)))
    ).toBe(true);
    for (const [i, {prompt, ...rest}] of long.entries()) {
      const {prompt: asked, ...same} = short[i]!;
      expect(rest).toEqual(same);
      expect(answered(asked)).toBe(same.expected);
      // Whatever a short question says is said in the long one too, in its order.
      const {text, question} = surroundedParts(prompt)!;
      const said = saidIn(text).map(({paragraph}) => paragraph);
      const rules = question.slice(0, question.indexOf("\n\n"));
      const words = (part: string) => part.split(/\s+/u).filter(Boolean);
      expect(words(`${rules} ${said.join(" ")} ${question.slice(rules.length)}`)).toEqual(words(asked));
    }
    expect(task.answer).toBe(inner.answer);
    expect(task.version).toBeGreaterThanOrEqual(inner.version);
  });

  test.each([
    [4_000, "stories"],
    [32_000, "king-james"]
  ])("%i tokens of %s are those within 2 %%", (context_tokens, background) => {
    for (const {prompt} of questions(task, {context_tokens, background}, 4))
      expect(Math.abs(encode(prompt).length - context_tokens)).toBeLessThanOrEqual(0.02 * context_tokens);
  });

  test("one who recalls nothing guesses an answer of the right kind", () => {
    const forgetful = {...unlimited, recall_half_tokens: 1e-6};
    const all = questions(task, {context_tokens: 4_000}, 20);
    for (const {prompt} of all) expect(spelled(task, answered(prompt, forgetful, prompt))).not.toBeNull();
    const right = all.filter(({prompt, expected}) => answered(prompt, forgetful, prompt) === expected).length;
    expect(right).toBeLessThan(18);
  });
});

test.each([0, 0.3, 1])("what a question is about stands at depth %f, and the question behind the text", depth => {
  for (const name of NAMES)
    for (const {prompt} of questions(expandedOf(name), {context_tokens: 8_000, depth}, 3)) {
      const {text} = surroundedParts(prompt)!;
      const said = saidIn(text);
      for (const {at, paragraph} of said) {
        const low = at / text.length;
        const high = (at + paragraph.length) / text.length;
        expect(Math.max(0, low - depth, depth - high)).toBeLessThan(depth === 0.3 ? 0.15 : 0.06);
      }
    }
});

test("recall falls with length by the faculty that stands: about half at its half length", () => {
  const share = (context_tokens: number) => {
    const faculties = {...unlimited, recall_half_tokens: 8_000};
    const all = questions(expandedOf("jsonpath"), {context_tokens}, 200);
    return all.filter(({prompt, expected}) => answered(prompt, faculties, prompt) === expected).length / all.length;
  };
  expect(share(0)).toBe(1);
  expect(Math.abs(share(8_000) - 1 / 2)).toBeLessThan(0.11); // three standard errors of 200
  expect(Math.abs(share(32_000) - 1 / 5)).toBeLessThan(0.09);
});

test("parameters of the other task are its own, and refused as there; those of one name are told apart", () => {
  const shuffle = expandedOf("shuffle");
  const {prompt} = question(shuffle, {inner_depth: 9, depth: 0.5, context_tokens: 3_000}, 0);
  expect(saidIn(surroundedParts(prompt)!.text)).toHaveLength(2);
  expect(refusals(shuffle, {inner_depth: 0})).toHaveLength(1);
  expect(refusals(shuffle, {depth: 4})).toHaveLength(1);
  expect(refusals(expandedOf("cars"), {places: 4, cars: 4})).toEqual([
    "cars 4 leave no free lot among places 4; raise places to 5 or lower cars to 3"
  ]);
  expect(refusals(expandedOf("tables"), {context_tokens: 600})[0]).toMatch(
    /^context_tokens 600 may be too few for 1 question of tables with its statement; give \d+ or more, or 0 for no background$/
  );
  expect(refusals(expandedOf("tables"), {context_tokens: 4_000, planes: 3})).toHaveLength(1);
});
