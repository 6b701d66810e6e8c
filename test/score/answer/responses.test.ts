// Answers of real models: they must be read as those who published them read them. Skipped where the data is absent.
import {describe, expect, test} from "vitest";

import {kindOf} from "../../../pipelines/score/answer/kinds.js";
import {absent, rows, title} from "../realAnswers.js";
import {answerOf, isRight} from "./reading.js";

/** Accuracy in % of code-davinci-002 with chains of thought (Suzgun et al. 2022, arXiv:2210.09261, and the repository's metrics). */
const PUBLISHED = {
  boolean_expressions: 92.8,
  date_understanding: 87.2,
  dyck_languages: 56.8,
  geometric_shapes: 54.4,
  logical_deduction_five_objects: 54.8,
  logical_deduction_three_objects: 87.6,
  multistep_arithmetic_two: 47.6,
  object_counting: 93.2,
  reasoning_about_colored_objects: 91.6,
  salient_translation_error_detection: 60.8,
  sports_understanding: 97.6,
  tracking_shuffled_objects_five_objects: 89.6,
  tracking_shuffled_objects_three_objects: 78.4,
  word_sorting: 40.4
};

/** The published evaluation: what follows "the answer is", without its full stop, is the target or it is not. */
function publishedRight(response: string, target: string): boolean {
  const said = (response.split("the answer is ")[1] ?? response).trim();
  return said.replace(/\.$/u, "") === target;
}

// Written here in the manner of the published ones, so that every clone reads some; what is right was decided by hand.
test.each([
  ["Not ( True ) and ( True ) = False and True = False. So the answer is False.", "False", true],
  ["The day before 03/02/2020 is 03/01/2020. So the answer is 03/01/2020.", "03/02/2020", false],
  ["Three apples and two pears are five pieces of fruit. So the answer is 5.", "5", true],
  ["First I thought the answer is 7. But two of them are vegetables. So the answer is 5.", "5", true],
  ["The options are (A), (B) and (C). Ann is the oldest. So the answer is (B).", "(B)", true],
  ["The options are (A), (B) and (C). Ann is the oldest. So the answer is (C).", "(B)", false],
  ["I cannot tell from what is given.", "5", false]
])("%s: held against %s it is right: %s", (response, expected, right) => {
  expect(isRight(response, expected)).toBe(right);
});

describe("chains of thought of code-davinci-002", () => {
  test.skipIf(absent).each(Object.entries(PUBLISHED))(title("%s: %d %% are right, and the same ones"), (task, accuracy) => {
    const answers = rows<{response: string; target: string}>(`bbh-cot/${task}.jsonl`);
    const right = answers.map(({response, target}) => isRight(response, target));
    expect((100 * right.filter(Boolean).length) / answers.length).toBeCloseTo(accuracy, 9);
    expect(right).toEqual(answers.map(({response, target}) => publishedRight(response, target)));
  });

  test.skipIf(absent)(title("a loop that is cut at any place gives no answer that its last literal would give"), () => {
    const loops = rows<{response: string}>("bbh-cot/boolean_expressions.jsonl")
      .map(({response}) => response)
      .filter(response => !response.includes("the answer is"));
    expect(loops.length).toBeGreaterThan(0);
    for (const loop of loops)
      for (let cut = 0; cut < 120; cut++)
        expect(answerOf(loop.slice(0, loop.length - cut), kindOf("True")), loop.slice(-120, loop.length - cut)).toBeNull();
  });
});

test.skipIf(absent)(title("all 5,276 solutions of GSM8K are right where their authors say so"), () => {
  type Solved = {ground_truth: string; [model: string]: string | {solution: string; is_correct: boolean}};
  let solutions = 0;
  for (const row of rows<Solved>("gsm8k-solutions.jsonl")) {
    const expected = row.ground_truth.split("A: ").at(-1)!;
    for (const solved of Object.values(row)) {
      if (typeof solved === "string") continue;
      solutions++;
      expect(isRight(solved.solution, expected), solved.solution).toBe(solved.is_correct);
    }
  }
  expect(solutions).toBe(5276);
});

test.skipIf(absent)(title("of 36,832 BABILong answers those are right that are nothing but the target"), () => {
  for (const {output, target} of rows<{output: string; target: string}>("babilong/gemini-3-flash-preview.jsonl")) {
    const last = output.trim().split("\n").at(-1)!;
    const bare = last.replace(/^.*\banswer(?:\s+is)?\s*:?\s*/iu, "").replace(/^[\s"*`]+|[\s"*`.,;!]+$/gu, "");
    if (bare.toLowerCase() === target.toLowerCase()) expect(isRight(output, target), output).toBe(true);
    else if (!output.toLowerCase().includes(target.toLowerCase())) expect(isRight(output, target), output).toBe(false);
  }
});
