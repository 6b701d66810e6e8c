// Kinds of values by the right answer, and what is found of them.
import {expect, test} from "vitest";
import {kindOf, spellExpected} from "../../../pipelines/score/answer/kinds.js";
import {answerOf, isRight} from "./reading.js";

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
  expect(isRight(response, expected)).toBe(true);
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
  expect(isRight(response, expected)).toBe(false);
});

const PLACES = ["garden", "New York", "York", "C++ (room)", "it's"];

test.each([
  ["garden", "The most recent location of John is the Garden."],
  ["New York", "Answer: New York"],
  ["York", "It is in York"],
  ["C++ (room)", "He went to c++ (room)."],
  ["it's", "Answer: It's"]
])("%s is one of the options and found in %j", (expected, response) => {
  const kind = kindOf(expected, PLACES);
  expect(answerOf(response, kind)).toBe(spellExpected(expected, kind));
});

test("an option inside another word, another option, or two of them are not it; an answer that is no option is a line of text", () => {
  const kind = kindOf("York", PLACES);
  for (const response of ["It is in Yorkshire.", "It is in New York.", "Answer: garden", "Answer: York or garden"])
    expect(answerOf(response, kind) === spellExpected("York", kind), response).toBe(false);
  expect(kindOf("attic", PLACES)).toBe(kindOf("attic"));
  expect(kindOf("", ["", " "]).name).toBe("text");
  expect(kindOf("B", ["B", "C"]).name).toBe(kindOf("B").name);
});
