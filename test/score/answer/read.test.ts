import fc from "fast-check";
import {describe, expect, test} from "vitest";
import {tasks} from "../../../pipelines/generate/registry.node.js";
import {kindOfForm} from "../../../pipelines/score/answer/kinds.js";
import {visibleText as splitResponse} from "../../../pipelines/score/answer/visible.js";
import {scoreCompletion} from "../../../pipelines/score/score.node.js";
import {answerOf as extractAnswer} from "./reading.js";

const form = tasks.get("arithmetic")!.answer;
const read = (text: string) => extractAnswer(splitResponse({text, reasoning: null}).final, form);

describe("an integer is found where a reader would find it", () => {
  test.each([
    ["The answer is 42.", "42"],
    ["Answer: **-7**", "-7"],
    ["**Final Answer:** $1,234$", "1234"],
    ["so \\boxed{17} it is, not 18", "17"],
    ["\\boxed{3} wait, \\boxed{\\text{total } 5}", "5"],
    ["Answer: 3 + 4 = 7", "7"],
    ["Answer: 7 (because 3 + 4)", "7"],
    ["first 12, then 13", "13"],
    ["<think>Answer: 9</think>Answer: 8", "8"],
    ["thinking aloud 5</think>\n6", "6"],
    ["answer: 1\nSo, checked again:\nAnswer: 2", "2"],
    ["The answer\nis\n−12", "-12"]
  ])("%j", (text, expected) => expect(read(text)).toBe(expected));

  test.each([["I do not know."], [""], ["<think>Answer: 9"]])("%j holds none", text => expect(read(text)).toBeNull());
});

test("of several answers the last one announced holds, however much is said before, between and behind", () => {
  const talk = fc.nat(3000).map(length => "lorem 7 ipsum unanswered. ".repeat(length / 26 + 1));
  const announced = fc.constantFrom("Answer: ", "the answer is ", "**ANSWER**: ", "Answer =");
  fc.assert(
    fc.property(fc.array(fc.tuple(talk, announced, fc.nat(9999)), {minLength: 1, maxLength: 4}), talk, (parts, tail) => {
      const text = parts.map(([before, words, number]) => `${before}\n${words}${number}.\n`).join("");
      expect(read(`${text}${tail}`)).toBe(String(parts.at(-1)![2]));
    })
  );
});

test("the trace is the server's reasoning, else what stands between the tags, else everything", () => {
  expect(splitResponse({text: "b", reasoning: "a"})).toMatchObject({trace: "a", final: "b"});
  expect(splitResponse({text: "<think>a</think>b", reasoning: null})).toMatchObject({trace: "a", final: "b"});
  expect(splitResponse({text: "ab", reasoning: null})).toMatchObject({trace: "ab", final: "ab"});
});

const question = {prompt: "", kind: kindOfForm(form)};
const engine = {equal: () => false};
const completion = {
  text: "Answer: 4",
  reasoning: null,
  finish_reason: "stop",
  prompt_tokens: 1,
  completion_tokens: 1,
  billed: null,
  latency_ms: 0,
  retries: 0
};

test("a truncated response is neither right nor wrong, whatever it holds", () => {
  expect(scoreCompletion(completion, {...question, expected: "4"}, engine)).toMatchObject({status: 1});
  expect(scoreCompletion(completion, {...question, expected: "5"}, engine)).toMatchObject({status: 0});
  expect(scoreCompletion({...completion, finish_reason: "length"}, {...question, expected: "4"}, engine)).toMatchObject({
    status: 2
  });
});

test("an unparsed answer is wrong and counted apart", () => {
  expect(scoreCompletion({...completion, text: "no idea"}, {...question, expected: "4"}, engine)).toMatchObject({
    status: 0,
    parsed: false,
    answer: null
  });
});
