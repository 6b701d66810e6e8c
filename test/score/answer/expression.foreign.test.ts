// Verdicts on real models' answers to MATH level 5 (ZeroEval), whose right answers are integers but for two numbers in base 3.
import {readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {gunzipSync} from "node:zlib";
import {expect, test} from "vitest";
import {equalExpressions} from "../../../pipelines/run/expressionEngine.js";
import {compareExpressions} from "../../../pipelines/score/answer/expression.js";
import {absent, title} from "../realAnswers.js";

const FOLDER = join(import.meta.dirname, "../../../../shared/data/responses/zeroeval/math-l5");

/** The last value of the field `answer`, else the last \boxed{…}. */
function lastAnswer(text: string): string | null {
  const quoted = [...text.matchAll(/"answer"\s*:\s*("(?:[^"\\]|\\.)*"|[^\s,}]+)/gu)].at(-1)?.[1];
  if (quoted === undefined) return lastBox(text);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.replace(/^"|"$/gu, "");
  }
}

function lastBox(text: string): string | null {
  const start = text.lastIndexOf("\\boxed{") + "\\boxed{".length;
  if (start < "\\boxed{".length) return null;
  for (let [depth, end] = [1, start]; end < text.length; end++) {
    if (text[end] === "{") depth++;
    else if (text[end] === "}" && --depth === 0) return text.slice(start, end);
  }
  return null;
}

test.skipIf(absent)(title("real answers are compared within the limit, and numbers as an independent reading has them"), () => {
  let answers = 0;
  const wrong: string[] = [];
  for (const file of readdirSync(FOLDER))
    for (const line of gunzipSync(readFileSync(join(FOLDER, file)))
      .toString()
      .trim()
      .split("\n")) {
      const {expected, text} = JSON.parse(line) as {expected: string; text: unknown};
      const answer = lastAnswer(typeof text === "string" ? text : JSON.stringify(text));
      if (answer === null) continue;
      answers++;
      const {right} = compareExpressions(answer, expected, {equal: equalExpressions});
      const [, numerator, denominator = "1"] = /^\$?(-?\d[\d,]*(?:\.\d+)?)(?:\s*\/\s*(\d+))?\$?$/u.exec(answer.trim()) ?? [];
      const listed = /\d,(?!\d{3}(?!\d))/u.test(answer) || expected.includes("_");
      const number = numerator === undefined || listed ? null : Number(numerator.replaceAll(",", "")) / Number(denominator);
      if (right === null || (number !== null && right !== (number === Number(expected))))
        wrong.push(`${file}: ${answer}, ${expected}`);
      if (answer.trim() === expected && right !== true) wrong.push(`${file}: ${answer}`);
    }
  expect(wrong).toEqual([]);
  expect(answers).toBeGreaterThan(15_000);
});
