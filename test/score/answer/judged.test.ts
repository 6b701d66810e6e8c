// Real answers whose verdicts were written by readers who had seen neither this reader's code nor its output.
import {readFileSync} from "node:fs";
import {join} from "node:path";
import {expect, test} from "vitest";
import {equalExpressions} from "../../../pipelines/run/expressionEngine.js";
import {compareAnswer} from "../../../pipelines/score/answer/compare.js";
import {kindOf} from "../../../pipelines/score/answer/kinds.js";
import {readAnswer} from "../../../pipelines/score/answer/read.js";
import {visibleText} from "../../../pipelines/score/answer/visible.js";
import {benchmarkReaders} from "../../bench/readers.bench.js";
import {absent, type JudgedAnswer, judgedAnswers} from "./judgedAnswers.js";

const title = (name: string): string => (absent ? `${name} (skipped: no ../shared/data/responses)` : name);
/** Most answers of a sample that may be scored otherwise than judged, and that may be read as an answer where the judge reads none, or reversed. */
const MAX_MISREAD = 2;

function verdictOf({text, question, expected, options}: JudgedAnswer): "right" | "wrong" | "none" {
  const kind = kindOf(expected, options);
  const reading = readAnswer(visibleText({text, reasoning: null}).final, kind, {prompt: question});
  if (reading.answer === null) return "none";
  return compareAnswer(reading, {expected}, kind, {equal: equalExpressions}).right ? "right" : "wrong";
}

test.skipIf(absent).each([
  ["judged.json", 400],
  ["judgedLater.json", 200]
])(title("%s: of %d answers at most two are misread"), (file, n) => {
  const answers = judgedAnswers(join(import.meta.dirname, file));
  expect(answers).toHaveLength(n);
  const read = answers.map(answer => ({answer, verdict: verdictOf(answer)}));
  const misread = read.filter(({answer, verdict}) => (verdict === "right") !== (answer.verdict === "right"));
  expect(misread.length).toBeLessThanOrEqual(MAX_MISREAD);
  const sure = read.filter(({answer, verdict}) => answer.sure !== false && verdict !== answer.verdict);
  expect(sure.length).toBeLessThanOrEqual(MAX_MISREAD);
});

test.skipIf(absent)(title("the table of other readers in docs/extraction.md is the one that the bench prints"), () => {
  const document = readFileSync(join(import.meta.dirname, "../../../docs/extraction.md"), "utf8");
  const [head, , ...lines] = benchmarkReaders().split("\n");
  const cells = (line: string) => line.slice(2, -2).split(" | ");
  const short = (line: string) => `| ${[cells(line)[0], ...cells(line).slice(-3)].join(" | ")} |`;
  for (const line of [head!, ...lines.slice(0, 4)]) expect(document).toContain(short(line));
});
