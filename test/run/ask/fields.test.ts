// Columns of files of questions, as people and other tools name them.
import {expect, test} from "vitest";
import {fieldsSentence, findFields} from "../../../pipelines/run/ask/fields.js";

const place = "questions.csv:2";
const fieldsOf = (record: Record<string, unknown>, named = {}) => findFields(record, named, {place});

test.each([
  [
    {question: "2 + 2?", answer: "4"},
    {question: "question", answer: "answer"}
  ],
  [
    {Prompt: "2 + 2?", Gold: "4", note: ""},
    {question: "Prompt", answer: "Gold"}
  ],
  [
    {id: 7, input: "2 + 2?", target: "4"},
    {question: "input", answer: "target", id: "id"}
  ],
  [
    {input: "2 + 2?", output: "4"},
    {question: "input", answer: "output"}
  ],
  [
    {problem: "2 + 2?", ideal: "4", subject: "sums"},
    {question: "problem", answer: "ideal", category: "subject"}
  ],
  [
    {question: "Which?", choices: ["a", "b"], answer: 1},
    {question: "question", answer: "answer", choices: "choices"}
  ],
  [
    {question: "Which?", A: "x", B: "y", C: "z", answer: "B"},
    {question: "question", answer: "answer", choices: ["A", "B", "C"]}
  ],
  [
    {question: "Which?", option_a: "x", option_b: "y", key: "b"},
    {question: "question", answer: "key", choices: ["option_a", "option_b"]}
  ],
  [
    {question: "Which?", option1: "x", option2: "y", answer: "x"},
    {question: "question", answer: "answer", choices: ["option1", "option2"]}
  ],
  [
    {prompt: "2 + 2?", answer: "4", A: "one letter is no list of options"},
    {question: "prompt", answer: "answer"}
  ]
])("%j", (record, fields) => {
  expect(fieldsOf(record)).toEqual({fields: {answer_is: "auto", ...fields}});
});

test("a public benchmark's record is read in its layout", () => {
  expect(fieldsOf({question: "2 + 2?", answer: "two and two\n#### 4"})).toEqual({layout: "gsm8k"});
  expect(fieldsOf({problem: "1 + 1?", solution: "It is $\\boxed{2}$.", type: "Algebra"})).toEqual({layout: "math"});
});

test("named columns come first, and a misspelt one is an error with a suggestion", () => {
  const record = {question: "2 + 2?", answer: "no", result: "4"};
  expect(fieldsOf(record, {answer: "result"})).toMatchObject({fields: {question: "question", answer: "result"}});
  expect(() => fieldsOf(record, {answer: "resul"})).toThrow(
    'questions.csv:2 has no column "resul"; did you mean "result"?; columns: question, answer, result'
  );
});

test("without a question or an answer the error lists the columns; a judge needs no answer", () => {
  expect(() => fieldsOf({a: 1, b: 2})).toThrow("questions.csv:2 no question column; name it with --question; columns: a, b");
  expect(() => fieldsOf({question: "2 + 2?"})).toThrow(
    "no answer column; name it with --answer, or let a model grade with --judge"
  );
  const reading = findFields({question: "2 + 2?"}, {}, {place, needsAnswer: false});
  expect(fieldsSentence(reading)).toBe('question: column "question"; answer: none');
});
