import {mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, expect, test} from "vitest";
import {title} from "../realAnswers.js";
import {absent, judgedAnswers} from "./judgedAnswers.js";

const folder = mkdtempSync(join(tmpdir(), "judged-"));
afterAll(() => rmSync(folder, {recursive: true}));

function judged(...judgements: object[]) {
  const file = join(folder, "judged.json");
  writeFileSync(file, JSON.stringify(judgements));
  return judgedAnswers(file);
}

test("without a file there are no judged answers", () => {
  expect(judgedAnswers(join(folder, "absent.json"))).toEqual([]);
});

test("a verdict of another name is refused", () => {
  expect(() => judged({set: "gsm", model: "yi-large", id: "0", kind: "one", verdict: "maybe"})).toThrow(/verdict/u);
});

test.skipIf(absent)(title("judged answers of all sets have text, question and expected value, in the file's order"), () => {
  const answers = judged(
    {set: "gsm8k-solutions", model: "175b_verification", id: 0, kind: "one", verdict: "right"},
    {set: "gsm", model: "yi-large", id: "gsm8k-main-test-#2", kind: "one", verdict: "right"},
    {set: "math-l5", model: "gpt-4-0314", id: "1", kind: "one", verdict: "wrong"},
    {set: "mmlu-pro", model: "gemma-7b", id: "70", kind: "one", verdict: "none"},
    {set: "bbh-cot", model: "object_counting", id: "7", kind: "one", verdict: "right"},
    {set: "babilong", model: "gemini-3-flash-preview", id: "29000", kind: "one", verdict: "right"},
    {set: "gsm", model: "yi-large", id: "gsm8k-main-test-#0", kind: "one", verdict: "right"}
  );
  expect(answers.map(({set, verdict}) => `${set} ${verdict}`)).toEqual([
    "gsm8k-solutions right",
    "gsm right",
    "math-l5 wrong",
    "mmlu-pro none",
    "bbh-cot right",
    "babilong right",
    "gsm right"
  ]);
  for (const {text, question} of answers) expect(Math.min(text.length, question.length)).toBeGreaterThan(0);
  expect(answers.map(({expected}) => expected)).toEqual([
    "18",
    "70000",
    "18",
    "I",
    expect.stringMatching(/^\d+$/u),
    expect.stringMatching(/^\w+$/u),
    "18"
  ]);
  expect(answers[0]!.question).toBe(answers[6]!.question);
  expect(answers.map(({options}) => options?.length)).toEqual([
    undefined,
    undefined,
    undefined,
    9,
    undefined,
    undefined,
    undefined
  ]);
});

test.skipIf(absent)(title("a judgement of a response that does not exist is refused"), () => {
  expect(() => judged({set: "gsm", model: "yi-large", id: "x", kind: "one", verdict: "right"})).toThrow(
    "gsm/yi-large has no response x"
  );
});
