import {expect, test} from "vitest";
import {REGEX_OPENING, regex} from "../../../../pipelines/generate/benchmarks/code/regex.js";
import {THINK} from "../../../../pipelines/generate/task.js";
import {placedItems} from "../quality/measure.js";
import {qualityTests} from "../quality/qualityTests.js";
import {solveRegex} from "./regexSolver.js";

qualityTests({benchmark: regex, solve: solveRegex, least_rate: 200}, {size: 3_000});

test("level 5 takes at least eight steps", () => {
  for (const {item, level} of placedItems(regex, {count: 600}))
    if (level === 5) expect(item.steps!.length, item.prompt).toBeGreaterThanOrEqual(8);
});

test.each([
  // Worked out by hand.
  ["Pattern: a(b|c)+\\1\n\nabb 20\nabc 30\nacbb 7\na 9\n\nWhat?", "27"],
  [
    "Pattern: (a+)(\\d?)\nText: baa1ca\n\nFor each match take 3 times the start of group 1 plus 10 times the length of group 2. What is the total?",
    "28"
  ],
  [
    "Text: abab\n1. each match of (a)(b) by \\2\\1\n2. each match of b by cc\n\nWhat is the sum of the numbers of those that are a?",
    "9"
  ],
  ["```\n(let (x 4) (+ (let (x 2) (* x 3)) (if (< x 3) 1 x)))\n```", "10"],
  [
    `\`\`\`\n[low]\nparent = high\na = 5\n; b = 1\n[high]\na = 7\nb = \${a} * 2 - 3\n\`\`\`\nWhich number is b in the section low?`,
    "7"
  ],
  [
    'CSV\n```\nnote,amount,price\n"a, ""b""\nc",2,3\nd,4,5\n"e ""f""",6,7\n```\nWhat is the total of amount times price over the records in which the note contains a comma?',
    "6"
  ]
])("the second solver reads %j", (question, answer) => {
  expect(solveRegex(`${REGEX_OPENING}\n\n${question}\n\n${THINK}`)?.answer).toBe(answer);
});
