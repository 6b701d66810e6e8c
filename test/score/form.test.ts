import {expect, test} from "vitest";
import {formOf} from "../../pipelines/score/form.js";
import {extractAnswer} from "./extractAnswer.js";

const right = (expected: string, response: string): boolean => {
  const form = formOf(expected);
  const answer = extractAnswer(response, form);
  return answer !== null && answer === (form.normalise(expected) ?? expected);
};

test.each([
  ["4", "2 + 2 makes\nAnswer: 4"],
  ["4", "so it is \\boxed{4.0}"],
  ["-1234.5", "The total is −1,234.50 in the end"],
  ["1e3", "Answer: 1000"],
  ["True", "It follows.\n**Answer: true**"],
  ["no", "I considered yes. Answer: No."],
  ["C", "Options (A) and (B) fail.\nAnswer: (c)"],
  ["Rosa Luxemburg", 'The author is\n\nAnswer: "rosa  luxemburg."'],
  ["x = 3", "Answer: x=3"],
  ["café", "Answer: cafe\u0301"]
])("%s is found in %j", (expected, response) => {
  expect(right(expected, response)).toBe(true);
});

test.each([
  ["4", "Answer: 14"],
  ["4", "Answer: 4.5"],
  ["4", "I do not know"],
  ["True", "Answer: False"],
  ["no", "Answer: nothing"],
  ["C", "Answer: B"],
  ["Rosa Luxemburg", "Answer: Clara Zetkin"],
  ["0.1", "Answer: 0.10000001"]
])("%s is not found in %j", (expected, response) => {
  expect(right(expected, response)).toBe(false);
});

const PLACES = ["garden", "New York", "York", "C++ (room)", "it's"];

test.each([
  ["garden", "The most recent location of John is the Garden."],
  ["New York", "Answer: New York"],
  ["York", "It is in York"],
  ["C++ (room)", "He went to c++ (room)."],
  ["it's", "Answer: It's"]
])("%s is one of the options and found in %j", (expected, response) => {
  const form = formOf(expected, PLACES);
  expect(extractAnswer(response, form)).toBe(form.normalise(expected));
});

test("an option inside another word, another option, or two of them are not it; an answer that is no option is a line of text", () => {
  const form = formOf("York", PLACES);
  for (const response of ["It is in Yorkshire.", "It is in New York.", "Answer: garden", "Answer: York or garden"])
    expect(extractAnswer(response, form) === form.normalise("York"), response).toBe(false);
  expect(formOf("attic", PLACES)).toBe(formOf("attic"));
  expect(formOf("", ["", " "])).toBe(formOf("anything"));
  expect(formOf("B", ["B", "C"])).toBe(formOf("B"));
});
