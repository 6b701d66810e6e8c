// Questions about facts in a long text: lengths by a tokenizer of other hands, facts in their order and place, no word of a question in the
// background.
import {encode} from "gpt-tokenizer/encoding/o200k_base";
import {describe, expect, test} from "vitest";
import {BACKGROUNDS, backgroundOf} from "../../../pipelines/generate/background/sources.node.js";
import {SKILL_NAMES, SKILLS} from "../../../pipelines/generate/facts/skills.js";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {facts} from "../../../pipelines/generate/tasks/facts.node.js";
import {mindOf, unlimited} from "../../../pipelines/infer/reference/mind.js";
import {facts as solver} from "../../../pipelines/infer/reference/solve/facts.js";
import {kindOfForm} from "../../../pipelines/score/answer/kinds.js";
import {ENGLISH} from "../../../pipelines/score/answer/values.js";
import {lastAnswer, question, questions, spelled} from "./testing.js";

const solved = (prompt: string) => solver.solve(solver.read(prompt)!, mindOf(unlimited, randomOf("a reader"))).answer;
/** The text without instructions and question. */
const textOf = (prompt: string) =>
  prompt.slice(prompt.indexOf("This is the text.\n\n") + 19, prompt.lastIndexOf("\n\nQuestion: "));

describe.each(SKILL_NAMES)("%s", skill => {
  test.each([0, 4_000])("in %i tokens, a reader of the prompt derives the expected answer", context_tokens => {
    for (const background of BACKGROUNDS)
      for (const {prompt, expected} of questions(facts, {skill, context_tokens, background}, 20)) {
        expect(spelled(facts, solved(prompt))).toBe(expected);
        expect(lastAnswer(facts, `Some thought.\nAnswer: ${expected}`)).toBe(expected);
      }
  });
});

test.each([
  [1_000, "stories"],
  [4_000, "king-james"],
  [32_000, "stories"],
  [128_000, "king-james"]
])("%i tokens of %s are those within 2 %%", (context_tokens, background) => {
  for (const {prompt} of questions(facts, {context_tokens, background}, 8)) {
    expect(Math.abs(encode(prompt).length - context_tokens)).toBeLessThanOrEqual(0.02 * context_tokens);
  }
});

test("points that differ in length, depth and background ask the same about the same facts", () => {
  const short = questions(facts, {skill: "two facts"}, 10);
  for (const given of [
    {context_tokens: 2_000},
    {context_tokens: 2_000, depth: 0.5},
    {context_tokens: 8_000, background: "king-james"}
  ]) {
    const long = questions(facts, {skill: "two facts", ...given}, 10);
    expect(long.map(({expected}) => expected)).toEqual(short.map(({expected}) => expected));
    for (const [i, {prompt}] of long.entries()) {
      expect(prompt.slice(prompt.lastIndexOf("Question: "))).toBe(
        short[i]!.prompt.slice(short[i]!.prompt.lastIndexOf("Question: "))
      );
      let from = 0;
      for (const fact of textOf(short[i]!.prompt).split(/(?<=\.) /u)) {
        from = prompt.indexOf(fact, from);
        expect(from).toBeGreaterThan(0);
      }
    }
  }
});

test.each([0, 0.25, 0.5, 1])("what the answer rests on stands at depth %f", depth => {
  for (const {prompt, expected} of questions(facts, {facts: 1, context_tokens: 8_000, depth}, 10)) {
    const text = textOf(prompt);
    const place = text.indexOf(`the ${expected}.`) / text.length;
    expect(Math.abs(place - depth)).toBeLessThan(0.03);
  }
});

test.each(BACKGROUNDS)("%s holds no answer and no name of a question", name => {
  const {passages} = backgroundOf(name, {tokens: 100_000, tokenizer: "o200k"});
  const words = new Set(
    passages
      .slice(0, 20_000)
      .join(" ")
      .toLowerCase()
      .split(/[^\p{L}'’]+/u)
  );
  const labels = Object.values(SKILLS).flatMap(({labels}) => labels as readonly string[]);
  expect(labels.filter(label => words.has(label.toLowerCase()))).toEqual([]);
  for (const {prompt} of SKILL_NAMES.flatMap(skill => questions(facts, {skill}, 5))) {
    const names = prompt.slice(prompt.lastIndexOf("Question: ")).match(/(?<!^|Question: )\b[A-Z][a-z]+\b/gu) ?? [];
    expect(names.filter(name => name !== "Think" && name !== "Answer" && words.has(name.toLowerCase()))).toEqual([]);
  }
});

test("a longer background goes on where a shorter one ends", () => {
  const {passages} = backgroundOf("stories", {tokens: 10_000, tokenizer: "llama3"});
  const short = passages.slice(0, 200);
  backgroundOf("stories", {tokens: 500_000, tokenizer: "llama3"});
  expect(backgroundOf("stories", {tokens: 10_000, tokenizer: "llama3"}).passages.slice(0, 200)).toEqual(short);
});

test("lists are compared without their order, directions with it, and hedges are no answer", () => {
  expect(spelled(facts, "Laptop, Camera")).toBe(spelled(facts, "camera and laptop"));
  expect(spelled(facts, "north, east")).not.toBe(spelled(facts, "east, north"));
  expect(spelled(facts, "the moon")).toBeNull();
  expect(kindOfForm(facts.answer).valuesIn("Answer: the camera and the laptop", ENGLISH)).toHaveLength(2);
});

test.each([
  [{skill: "three facts", facts: 2}, "needs 4 facts"],
  [{context_tokens: 200}, "may be too few for 8 facts"],
  [{context_tokens: 2_000_000, background: "king-james"}, "the background king-james has"]
])("%o is refused with the way out", (given, message) => {
  expect(() => question(facts, given, 0)).toThrow(message);
});
