// A claim that names several answers or none is no answer; one that names an answer and explains it is.
import {describe, expect, test} from "vitest";
import {letterForm} from "../../../pipelines/generate/parts/choice.js";
import {tasks} from "../../../pipelines/generate/registry.node.js";
import type {AnswerForm} from "../../../pipelines/generate/task.js";

import {kindOf} from "../../../pipelines/score/answer/kinds.js";
import type {ValueKind} from "../../../pipelines/score/answer/values.js";
import {answerOf} from "./reading.js";

const task = (name: string): AnswerForm => tasks.get(name)!.answer;
const number = kindOf("4.5");
const yesNo = kindOf("yes");
const truth = kindOf("true");
const line = kindOf("the hallway");

describe("no answer", () => {
  test.each([
    "So the answer is (A) or (B).",
    "So the answer is (A) and (B).",
    "So the answer is (None of the above).",
    "(A) is red. (B) is blue. So the answer is neither option.",
    "So the answer is A/B.",
    "So the answer is both A and B.",
    "Answer: either A or B",
    "Answer: A, B and C",
    "Answer: (A)(B)",
    "Answer: A & B",
    "Answer: (A), but it could also be (B).",
    "Answer: (A), although (B) is also possible.",
    "The answer is neither (A) nor (B).",
    "The answer is none of (A), (B), (C).",
    "The answer is (A). Or (B).",
    "The answer: (A)\nor (B)",
    "Either the answer is (A), or the answer is (B).",
    "The answer is (A) circle or (B) square.",
    "The answer is (A) or something else.",
    "\\boxed{A} or \\boxed{B}",
    "\\boxed{A \\text{ or } B}",
    "The answer is \\boxed{A} or B.",
    "\\boxed{\\text{None}}",
    "The answers are (A) and (B).",
    "The correct option is (A) or (B).",
    "(A) or (B)",
    "(A) is larger. The answer is not (A).",
    "I don't think the answer is (A).",
    "The answer is (A). No, the answer is (B) or (C).",
    "The answer is (A). No, the answer is not (A).",
    "Answer: A or B\n\nLet me explain: (A) is red.",
    "(A) is red, so the answer is the second one.",
    "It cannot be (B), so the answer is",
    "Answer: I don't know."
  ])("of the letters: %j", text => expect(answerOf(text, letterForm)).toBeNull());

  test.each([
    "Answer: 12 or 13",
    "The answer is between 12 and 13.",
    "Answer: 12-13",
    "Answer: 12–13 apples",
    "Answer: 12 to 13",
    "Answer: -13 to -12",
    "Answer: $12 to $13",
    "Answer: 12 apples or 13 apples",
    "Answer: 12 (or 13)",
    "Answer: 12 or thirteen",
    "Answer: 12, 13",
    "Answer: 12±1",
    "Answer: 3 + 4",
    "Answer: x = 3 or x = 4",
    "Answer: x = 3 and y = 4",
    "\\boxed{12}, \\boxed{13}",
    "A: 18 or 19",
    "3 + 4 = 7, but the answer is unknown.",
    "So it is 12 or 13."
  ])("of the numbers: %j", text => expect(answerOf(text, number)).toBeNull());

  test.each([
    [yesNo, "The answer is yes and no."],
    [yesNo, "The answer is yes or no."],
    [yesNo, "Answer: yes/no"],
    [yesNo, "Answer: Yes, no."],
    [yesNo, "Yes, it may. So the answer is maybe."],
    [yesNo, "Is it yes or no?"],
    [truth, "So the answer is True and False."],
    [truth, "Answer: not True"],
    [task("boolean"), "Answer: 1 or 0"],
    [task("boolean"), "Answer: T/F"],
    [task("dates"), "Answer: 2024-01-05 or 2024-01-06"],
    [task("sort"), "Answer: ant, bee, cat or bee, ant, cat"],
    [task("brackets"), "Answer: ]] or ]>"],
    [line, "\\boxed{the hallway} or \\boxed{the kitchen}"],
    [line, "Answer: the hallway\nor the kitchen"]
  ])("of two words, dates and lists: %j %j", (form, text) => expect(answerOf(text, form)).toBeNull());
});

describe("one answer, explained", () => {
  test.each([
    ["The answer is (A), not (B).", "A"],
    ["(A), not (B)", "A"],
    ["The answer is (A) rather than (B).", "A"],
    ["The answer is (A) because (B) is wrong.", "A"],
    ["So it is (A) because (B) is wrong.", "A"],
    ["The answer is (A), and (B) is wrong.", "A"],
    ["The answer is (A), which is larger than (B) or (C).", "A"],
    ["The answer is (A). (B) is too small and (C) is too large.", "A"],
    ["Answer: A\n\nA is right and B is wrong.", "A"],
    ["Answer: B, C and D are wrong.", "B"],
    ["The answer is not (A) but (B).", "B"],
    ["The answer is (B). The answer is not (A).", "B"],
    ["The answer is (A) or (B). On reflection, the answer is (B).", "B"],
    ["Both (A) and (B) look right. The answer is (B).", "B"],
    ["The answer is (B) cats or dogs.", "B"],
    ["Answer: (C) None of the above", "C"],
    ["Answer: (C) Both (A) and (B)", "C"],
    ["The answer is (B) Vitamin C.", "B"],
    ["So, the answer (B) is correct.", "B"],
    ["## Answer\n\n(B)", "B"],
    ["\\boxed{B}\n\nThis answer is correct.", "B"]
  ])("%j is %s", (text, answer) => expect(answerOf(text, letterForm)).toBe(answer));

  test.each([
    ["The answer is 12 (not 13).", "12"],
    ["12 (not 13)", "12"],
    ["The answer is 12 of 15.", "12"],
    ["The answer is 12 to the nearest 10.", "12"],
    ["The answer is 12, 3 more than 9.", "12"],
    ["The answer is 12 and there are 3 left over.", "12"],
    ["The answer is 12 or 13. So the answer is 13.", "13"],
    ["Answer: $1,234.50", "1234.5"],
    ["Answer: = 12", "12"],
    ["Answer: x = 12", "12"],
    ["Answer: 7 = 3 + 4", "7"],
    ["Answer: 7 because 2 + 2 = 4 plus 3", "7"],
    ["The answer is 7. Check: 3 + 3 = 6.", "7"],
    ["The answer is 3 apples (red) + 4 pears (green) = 7", "7"],
    ["The answer is 5 - 12 = -7", "-7"],
    ["Answer: −12", "-12"],
    ["Answer: 12%", "12"],
    ["Answer: 12 m^2", "12"],
    ["The answer is approx. 12.", "12"],
    ["Answer: 12 or 12.0", "12"],
    ["Answer: 12 or more", "12"],
    ["\\boxed{7}\nWait. The answer is 8.", "8"],
    ["Write the answer as \\boxed{answer}. It is 5.", "5"],
    ["Answer: Let's think step by step. 3 + 4 = 7. So 7.", "7"],
    ["A: 16 eggs minus 3 eggs is 13", "13"]
  ])("%j is %s", (text, answer) => expect(answerOf(text, number)).toBe(answer));

  test.each([
    [yesNo, "The answer is no, not yes.", "no"],
    [yesNo, "Answer: Yes, no doubt about it.", "yes"],
    [yesNo, "So the answer is yes. No doubt.", "yes"],
    [truth, "So the answer is A or B = False or True = True.", "true"],
    [task("boolean"), "Answer: 1 because of that", "True"],
    [task("dates"), "Answer: January 5, 2024 (2024-01-05)", "2024-01-05"],
    [task("sort"), "Answer: ant, answer, bee", "ant, answer, bee"],
    [line, "Answer: trick or treat", "trick or treat"],
    [line, "A: the hallway", "hallway"]
  ])("%j %j is %s", (form, text, answer) => expect(answerOf(text, form)).toBe(answer));
});

/** Two values of a form, the first of them right, with its canonical spelling. */
const VALUES: [name: string, AnswerForm | ValueKind, right: string, other: string, canonical: string][] = [
  ["letters in parentheses", letterForm, "(B)", "(C)", "B"],
  ["letters", letterForm, "A", "B", "A"],
  ["numbers", number, "12", "13", "12"],
  ["negative numbers", number, "-12", "-13", "-12"],
  ["amounts", number, "$1,200", "$1,300", "1200"],
  ["yes and no", yesNo, "No", "Yes", "no"],
  ["truth values", task("boolean"), "True", "False", "True"],
  ["whole numbers", task("arithmetic"), "12", "-7", "12"],
  ["lists", task("sort"), "ant, bee, cat", "bee, ant, cat", "ant, bee, cat"],
  ["brackets", task("brackets"), "])", "]>", "])"],
  ["dates", task("dates"), "2024-01-05", "2024-01-06", "2024-01-05"],
  ["words with numbers", task("jsonpath"), "willow-295", "basil-383", "willow-295"],
  ["lines", line, "hallway", "kitchen", "hallway"]
];
const isWhole = (form: AnswerForm | ValueKind): boolean => "valuesIn" in form && form.whole;
const CLAIMS = [
  ...["The answer is {}.", "So the answer is {}", "Answer: {}", "**Answer: {}**", "Therefore, the answer is: {}", "{}"],
  ...[
    "## Answer\n\n{}",
    "The answer should be {}.",
    "\\boxed{{}}",
    "The answer is \\boxed{{}}.",
    "So it is {}",
    "Final answer: {}."
  ]
];
const HEDGES = [
  ...[
    "R or W",
    "W or R",
    "R and W",
    "W and R",
    "R/W",
    "R / W",
    "R & W",
    "R, W",
    "R; W",
    "R | W",
    "either R or W",
    "both R and W"
  ],
  ...["R or maybe W", "R, possibly W", "R (or W)", "R, but it could also be W", "R as well as W", "R and/or W", "R versus W"],
  ...["between R and W", "neither R nor W", "not R", "R or something else", "R. Or W", "R\nor W", "none of these"]
];

test.each(VALUES)("a hedge around a right answer is never right: %s", (_, form, right, other, canonical) => {
  for (const claim of CLAIMS) {
    const said = (words: string) => `We look at it closely.\n${claim.replace("{}", () => words)}`;
    if (claim !== "So it is {}" || !isWhole(form)) expect(answerOf(said(right), form), said(right)).toBe(canonical);
    for (const hedge of HEDGES) {
      const text = said(hedge.replace(/[RW]/gu, each => (each === "R" ? right : other)));
      const answer = answerOf(text, form);
      // What is left of a list, or of a line, is another list or line.
      if (isWhole(form) || right.includes(",")) expect(answer, text).not.toBe(canonical);
      // A quotient of two numbers is a number, and another one.
      else if (/[RW] ?\/ ?[RW]/u.test(hedge)) expect(answer, text).not.toBe(canonical);
      else expect(answer, text).toBeNull();
    }
  }
});
