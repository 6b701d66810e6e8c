// Codes in long texts: the answer follows from the text by rules written apart, lengths hold, and points that differ in length ask the same.
import {encode} from "gpt-tokenizer/encoding/o200k_base";
import {describe, expect, test} from "vitest";
import {needles} from "../../../pipelines/generate/tasks/needles.node.js";
import {lastAnswer, question, questions, spelled} from "./testing.js";

const KINDS = ["one value", "all values", "records", "variables", "frequent codes"] as const;

/** The answer by text alone, in the order of the alphabet. */
function solved(prompt: string): string {
  const end = prompt.lastIndexOf("Question: ");
  const [text, asked] = [prompt.slice(prompt.indexOf("This is the text."), end), prompt.slice(end)];
  const value = /What is the code of (.+)\?/u.exec(asked)?.[1];
  const all = /What are all codes of (.+)\?/u.exec(asked)?.[1];
  const record = /What does record (\w+) hold/u.exec(asked)?.[1];
  const number = /have the value (\d+)/u.exec(asked)?.[1];
  const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, code]) => code!);
  if (value) return found(new RegExp(`The code of ${value} is (\\w+)`, "gu")).join();
  if (all)
    return found(new RegExp(`codes of ${all} is (\\w+)`, "gu"))
      .sort()
      .join(", ");
  if (record) return found(new RegExp(`Record ${record} holds (\\w+)`, "gu")).join();
  if (number) {
    const names = found(new RegExp(`Variable (\\w+) = ${number}\\.`, "gu"));
    for (const name of names) names.push(...found(new RegExp(`Variable (\\w+) = variable ${name}\\.`, "gu")));
    return names.sort().join(", ");
  }
  const counts = new Map<string, number>();
  for (const code of text.match(/[A-Z]{2}\d{4}/gu) ?? []) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([code]) => code)
    .sort()
    .join(", ");
}

describe.each(KINDS)("%s", kind => {
  test.each([
    [1, 0],
    [4, 0],
    [4, 8_000],
    [12, 16_000],
    [1, 128_000]
  ])("%i needles in %i tokens: a reader of the text finds the expected answer", (count, context_tokens) => {
    for (const {prompt, expected} of questions(
      needles,
      {kind, needles: count, context_tokens},
      context_tokens > 100_000 ? 3 : 20
    )) {
      expect(solved(prompt)).toBe(expected);
      expect(lastAnswer(needles, `I looked at each. Answer: ${expected}`)).toBe(expected);
      if (context_tokens > 0) expect(Math.abs(encode(prompt).length - context_tokens)).toBeLessThanOrEqual(0.02 * context_tokens);
    }
  });

  test("points that differ in length ask the same", () => {
    const [short, long] = [0, 12_000].map(context_tokens => questions(needles, {kind, context_tokens}, 10));
    expect(long!.map(({expected}) => expected)).toEqual(short!.map(({expected}) => expected));
  });
});

/** The place of a word in the text of a prompt, as a share of its tokens. */
function depthOf(word: string, prompt: string): number {
  const begin = "This is the text.\n\n";
  const text = prompt.slice(prompt.indexOf(begin) + begin.length, prompt.lastIndexOf("\n\nQuestion: "));
  const sentence = text.slice(text.lastIndexOf("The code", text.indexOf(word)));
  const tokens = (text: string) => encode(text).length;
  const before = tokens(text) - tokens(sentence);
  return before / (tokens(text) - tokens(sentence.slice(0, sentence.indexOf(word) + word.length + 1)));
}

test.each([0, 0.1, 0.25, 0.5, 0.75, 0.9, 1])("a needle stands at depth %f, to 3 points of 2,000 tokens and 1 of 8,000", depth => {
  for (const background of ["stories", "king-james"])
    for (const [context_tokens, nearest] of [
      [2_000, 0.03],
      [8_000, 0.01]
    ] as const)
      for (const {prompt, expected} of questions(needles, {context_tokens, depth, background, needles: 1}, 10))
        expect(Math.abs(depthOf(expected, prompt) - depth), `${background} ${context_tokens}`).toBeLessThan(nearest);
});

test("codes are compared without order and case, and other words are no answer", () => {
  expect(spelled(needles, "qx0001 and AB0002")).toBe("AB0002, QX0001");
  expect(spelled(needles, "AB0002, AB0002")).toBe("AB0002");
  expect(spelled(needles, "AB0002 or so")).toBeNull();
});

test.each([
  [{needles: 200, context_tokens: 4_000}, "may be too few for 200 codes"],
  [{kind: "frequent codes", context_tokens: 1_000}, "is too few for a list of 7 codes"],
  [{needles: 0}, "needles"]
])("%o is refused with the way out", (given, message) => {
  expect(() => question(needles, given, 0)).toThrow(message);
});
