// The tables of docs/extraction.md hold what the reader does.
import {readFileSync} from "node:fs";
import {join} from "node:path";
import {expect, test} from "vitest";
import {kindOf} from "../../../pipelines/score/answer/kinds.js";
import {readAnswer} from "../../../pipelines/score/answer/read.js";
import {ANSWER_RULES, NO_ANSWER_REASONS} from "../../../pipelines/score/answer/reading.js";

const text = readFileSync(join(import.meta.dirname, "../../../docs/extraction.md"), "utf8");
/** The cells of the rows of the table under a heading, without its head. */
const rowsUnder = (heading: string): string[][] =>
  text
    .split(`\n${heading}\n`)[1]!
    .split("\n## ")[0]!
    .split("\n")
    .filter(line => line.startsWith("| ") && !line.startsWith("| ---"))
    .map(line =>
      line
        .slice(2, -2)
        .split(" | ")
        .map(cell => cell.trim())
    );

const [, ...pairs] = rowsUnder("## Two claims in one text");

test("the table has at least twenty pairs", () => expect(pairs.length).toBeGreaterThanOrEqual(20));

test.each(pairs)("%s (%s) is read as %s", (code, kind, reading) => {
  const expected = kind === "number" ? "4.5" : "D";
  const choices = kind === "option" ? ["London", "Paris", "Rome", "Berlin"] : undefined;
  const {answer, reason} = readAnswer(code!.replace(/^`|`$/gu, ""), kindOf(expected, choices));
  expect(answer ?? reason).toBe(reading);
});

test("every rule and every reason is described", () => {
  const names = rowsUnder("## Rules").flatMap(([names]) => [...names!.matchAll(/`([^`]+)`/gu)].map(match => match[1]!));
  for (const name of [...ANSWER_RULES, ...Object.keys(NO_ANSWER_REASONS)]) expect(names).toContain(name);
});
