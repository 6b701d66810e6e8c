// @vitest-environment jsdom
// An opened sample: its answer is marked in the text, which is never markup, and the rule or the reason is named.
import {expect, test, vi} from "vitest";

vi.stubGlobal("ResizeObserver", undefined); // jsdom has no layout
const {answerParts, outcomeFacts} = await import("../../../src/components/shared/exchange.js");
const {answerFound, markedText} = await import("../../../src/components/shared/text.js");

const reading = {answer: "12", answer_rule: "answer is", answer_start: 14, answer_end: 16, answer_reason: null};
const exchange = (text: string, reasoning: string | null = null) => ({exchange: {prompt: "?", reasoning, text}});
const marks = (node: Element) => [...node.querySelectorAll(".rb-untrusted mark")].map(({textContent}) => textContent);
const texts = (node: Element) => [...node.querySelectorAll(".rb-text")].map(({textContent}) => textContent);

test("the span is in a mark element, and markup of a model stays text on both sides and within", () => {
  const text = "<b>so</b> it is <i>12</i> & no more";
  const node = markedText(text, {start: 16, end: 25});
  expect(node.textContent).toBe(text);
  expect(node.querySelector("mark")?.textContent).toBe("<i>12</i>");
  expect(node.querySelectorAll("*")).toHaveLength(1);
});

test("hidden characters are written out on both sides of a mark and within", () => {
  const node = markedText("a\u202eb\u0000c", {start: 2, end: 4});
  expect(node.textContent).toBe("a⟨U+202E⟩b␀c");
  expect(node.querySelector("mark")?.textContent).toBe("b␀");
});

test("the answer is marked in a response whose trace is not apart, after a trace in the text, and after a reasoning field", () => {
  const plain = answerParts(exchange("The answer is 12."), reading);
  expect(marks(plain)).toEqual(["12"]);
  expect(plain.querySelector("[data-answer=legend]")?.textContent).toBe("The answer was read from the marked text.");
  const text = "<think>is it 12?</think>The answer is 12.";
  const inText = answerParts(exchange(text), {...reading, answer_start: 38, answer_end: 40});
  expect(texts(inText)).toEqual(["is it 12?", "The answer is 12."]);
  expect(marks(inText)).toEqual(["12"]);
  const inField = answerParts(exchange("The answer is 12.", "is it 12?"), reading);
  expect(texts(inField)).toEqual(["is it 12?", "The answer is 12."]);
  expect(marks(inField)).toEqual(["12"]);
});

test.each([
  ["beyond the text", {...reading, answer_start: 16, answer_end: 18}],
  ["empty", {...reading, answer_end: 14}],
  ["of no answer", {...reading, answer: null}],
  ["absent", {answer: "12"}],
  ["unknown", undefined]
])("a span that is %s is ignored", (_, stored) => {
  const node = answerParts(exchange("The answer is 12."), stored);
  expect(marks(node)).toEqual([]);
  expect(node.querySelector("[data-answer]")).toBeNull();
  expect(texts(node)).toEqual(["The answer is 12."]);
});

test("a span in the reasoning of a response is not marked in its final part", () => {
  const node = answerParts(exchange("<think>is it 12?</think>The answer is 12."), {...reading, answer_start: 13, answer_end: 15});
  expect(marks(node)).toEqual([]);
});

test("facts name the rule, or the reason where there is no answer", () => {
  expect(answerFound(reading).textContent).toBe("12 read by rule: answer is");
  expect(answerFound({answer: "12"}).textContent).toBe("12");
  const facts = outcomeFacts({status: 0, expected: "12", answer: null, answer_reason: "cut short"});
  expect(facts.textContent).toContain("no answer: the text breaks off before an answer");
});
