// The position of an answer in a response: that of the scorer's text, moved by what comes before it.
import {afterEach, expect, test} from "vitest";
import {z} from "zod";
import {scorerSchema} from "../../pipelines/book/scorers.js";
import {equalExpressions} from "../../pipelines/run/expressionEngine.js";
import {patternSearch} from "../../pipelines/run/patternSearch.js";
import {type Score, scoreTest} from "../../pipelines/score/score.node.js";
import {scorer, setOwnScorers, verdictFault} from "../../pipelines/score/scorers/own.js";
import type {Verdict} from "../../pipelines/score/scorers/scorer.js";

const ANSWERED = {finish_reason: "stop", prompt_tokens: 1, completion_tokens: 1, billed: null, latency_ms: 1, retries: 0};

afterEach(() => setOwnScorers([]));

const read = (text: string, verdict: (answer: string) => Partial<Verdict>, reasoning: string | null = null): Score => {
  const found = {right: true, parsed: true, answer: "12", answer_rule: "answer is", measures: {}} as const;
  const score = (answer: string) => ({...found, ...verdict(answer)});
  setOwnScorers([scorer({name: "twelve", version: 1, summary: "Twelve.", settings: z.strictObject({}), score})]);
  return scoreTest(
    {...ANSWERED, text, reasoning},
    {prompt: "?", expected: "12", scorer: scorerSchema.parse({kind: "own", name: "twelve"})},
    {simulated: false, effects: {search: patternSearch, equal: equalExpressions}}
  ) as Score;
};
const spanOf = (answer: string) => ({span: {start: answer.indexOf("12"), end: answer.indexOf("12") + 2}});

test.each([
  ["It is 12.", null],
  ["It is 12.", "12 of 12?"],
  ["<think>12?</think>It is 12.", null],
  ["<think>a</think> 12 <think>b 12</think>\n\u{1f600} It is 12.", null]
])("the span of %j contains the answer in the whole text", (text, reasoning) => {
  const {answer_start, answer_end} = read(text, spanOf, reasoning);
  expect(text.slice(answer_start!, answer_end!)).toBe("12");
  expect(answer_start).toBe(text.lastIndexOf("12"));
});

test("a span beyond the text, or none, is no position", () => {
  for (const span of [{start: 0, end: 10}, null, undefined])
    expect(read("It is 12.", () => ({span: span as null}))).toMatchObject({answer_start: null, answer_end: null});
});

test("an answer has no reason for none, and no answer has no span", () => {
  expect(read("It is 12.", answer => ({...spanOf(answer), answer_reason: "several"})).answer_reason).toBeNull();
  const unread = read("12 or 13", answer => ({...spanOf(answer), answer: null, answer_reason: "several"}));
  expect(unread).toMatchObject({answer_start: null, answer_end: null, answer_reason: "several"});
});

test.each([
  [{span: {start: 1}}, "span"],
  [{span: {start: 3, end: 1}}, "span"],
  [{span: {start: 0.5, end: 1}}, "span"],
  [{span: "12"}, "span"],
  [{answer_reason: 3}, "answer_reason"]
])("a custom scorer's %j is refused", (part, name) => {
  const verdict = {right: true, parsed: true, answer: "12", answer_rule: null, measures: {}};
  expect(verdictFault(verdict)).toBeNull();
  expect(verdictFault({...verdict, ...part})).toContain(name);
});
