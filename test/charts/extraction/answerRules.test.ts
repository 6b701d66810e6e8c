// @vitest-environment jsdom
// How answers were read, as counts, a sentence and bars.
import fc from "fast-check";
import {expect, test} from "vitest";
import {
  answeredSentence,
  meaningOf,
  readingBars,
  readingCounts,
  readingSentence
} from "../../../pipelines/charts/extraction/answerRules.js";
import {kindOfChoices, numberKind} from "../../../pipelines/score/answer/kinds.js";
import {readAnswer} from "../../../pipelines/score/answer/read.js";
import {ANSWER_RULES, NO_ANSWER_REASONS} from "../../../pipelines/score/answer/reading.js";

const row = (rule: string, reason: string, n: number, correct = 0) => ({rule, reason, n, correct, simulated: false});
const rows = [
  row("", "several", 3),
  row("last line", "", 20, 10),
  row("box, declared format absent", "", 5, 5),
  row("unknown", "", 1),
  row("", "unknown", 1),
  row("", "empty", 6),
  row("box", "", 40, 30),
  row("a custom rule", "", 4),
  row("last line", "", 20, 20)
];

test("rules are in the reader's order, then others; reasons follow, and what is not kept is last of either", () => {
  expect(readingCounts(rows).map(({label, n, correct}) => [label, n, correct])).toEqual([
    ["box", 40, 30],
    ["box, declared format absent", 5, 5],
    ["last line", 40, 30],
    ["a custom rule", 4, 0],
    ["rule not kept", 1, 0],
    ["no answer: several", 3, 0],
    ["no answer: empty", 6, 0],
    ["no answer: reason not kept", 1, 0]
  ]);
});

test("counts add up, and their order does not depend on that of the rows", () => {
  const any = fc.array(
    fc.record({
      rule: fc.constantFrom("", "box", "hash", "x", "unknown"),
      reason: fc.constantFrom("several", "y", "unknown"),
      n: fc.nat(1_000),
      correct: fc.nat(10),
      simulated: fc.boolean()
    })
  );
  fc.assert(
    fc.property(any, drawn => {
      const all = drawn.map(each => (each.rule === "" ? each : {...each, reason: ""}));
      const counts = readingCounts(all);
      expect(counts.reduce((sum, {n}) => sum + n, 0)).toBe(all.reduce((sum, {n}) => sum + n, 0));
      expect(readingCounts([...all].reverse())).toEqual(counts);
    })
  );
});

test("the sentence names each rule and reason with its number and share", () => {
  const counts = "Of 100 samples, 90 (90.0 %) have an answer and 10 (10.0 %) have none.";
  expect(answeredSentence(rows)).toBe(counts);
  expect(readingSentence(rows)).toBe(
    `${counts} By rule: box 40 (40.0 %), last line 40 (40.0 %), box, declared format absent 5 (5.0 %), a custom rule 4 (4.0 %), rule not kept 1 (1.0 %). ` +
      "By reason for no answer: no text after the reasoning 6 (6.0 %), the text states several answers 3 (3.0 %), reason not kept 1 (1.0 %)."
  );
  expect(readingSentence([row("hash", "", 2)])).toBe(
    "Of 2 samples, 2 (100.0 %) have an answer and 0 (0.0 %) have none. By rule: hash 2 (100.0 %)."
  );
});

test("a store that keeps nothing of it, and one without samples, are described as such", () => {
  expect(readingSentence([row("unknown", "", 8), row("", "unknown", 2)])).toMatch(
    /^This store does not keep how the answers of its 10 samples were read[^.]+\.$/u
  );
  expect(readingSentence([])).toBe("No sample is stored.");
});

test("a bar has its name, number and share written above it", () => {
  const figure = readingBars(rows, {width: 300});
  const texts = [...figure.querySelectorAll("text")].map(({textContent}) => textContent);
  expect(texts).toEqual(expect.arrayContaining(["box · 40 · 40.0 %", "no answer: several · 3 · 3.0 %"]));
  expect(figure.querySelectorAll("rect")).toHaveLength(8);
});

test("every rule and reason has a meaning, and foreign names have none", () => {
  for (const rule of ANSWER_RULES) expect(meaningOf({rule, reason: ""}).meaning, rule).not.toBe("");
  for (const reason of Object.keys(NO_ANSWER_REASONS)) expect(meaningOf({rule: "", reason}).meaning, reason).not.toBe("");
  expect(meaningOf({rule: "a custom rule", reason: ""})).toEqual({meaning: "", example: ""});
  expect(meaningOf({rule: "", reason: "unknown"})).toEqual({meaning: "", example: ""});
  expect(meaningOf({rule: "box, declared format absent", reason: ""}).meaning).toContain("asks for is absent");
});

test("the reader reads each example by the rule that it illustrates", () => {
  const notRead = ["whole text", "likelihood", "reported"]; // by scorers, or not from a text
  const options = kindOfChoices(["Gold floats on water", "Iron rusts in air", "Salt melts ice"]);
  for (const rule of ANSWER_RULES.filter(each => !notRead.includes(each)))
    expect(readAnswer(meaningOf({rule, reason: ""}).example, rule === "letter first" ? options : numberKind).rule).toBe(rule);
  for (const reason of Object.keys(NO_ANSWER_REASONS)) {
    const {example} = meaningOf({rule: "", reason});
    if (example !== "") expect(readAnswer(example, numberKind).reason).toBe(reason);
  }
});
