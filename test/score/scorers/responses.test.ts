// Answers of real models with known marks: scorers must mark them as those who published them did. Skipped where the data is absent.
import {expect, test} from "vitest";
import {absent, rows, title} from "../realAnswers.js";
import {verdict} from "./scoring.js";

const MODELS = ["6b_finetuning", "6b_verification", "175b_finetuning", "175b_verification"] as const;
type Solved = {ground_truth: string} & Record<(typeof MODELS)[number], {solution: string; is_correct: boolean}>;

test.skipIf(absent)(title("GSM8K: numbers are marked as OpenAI marked the solutions of four models"), () => {
  let [n, differ, generous] = [0, 0, 0];
  for (const row of rows<Solved>("gsm8k-solutions.jsonl")) {
    const expected = row.ground_truth.split("\nA: ")[1]!;
    for (const model of MODELS) {
      const {solution, is_correct} = row[model];
      const {right} = verdict(solution, {kind: "number"}, {expected});
      n++;
      if (right !== is_correct) differ++;
      if (right && !is_correct) generous++;
    }
  }
  expect(n).toBe(4 * 1319);
  expect(differ / n).toBeLessThan(0.005);
  expect(generous / n).toBeLessThan(0.005);
});

/** Accuracy in % of code-davinci-002 with chains of thought (Suzgun et al. 2022, arXiv:2210.09261, and the repository's metrics). */
const PUBLISHED = {
  date_understanding: 87.2,
  geometric_shapes: 54.4,
  logical_deduction_five_objects: 54.8,
  reasoning_about_colored_objects: 91.6,
  tracking_shuffled_objects_three_objects: 78.4
};

test.skipIf(absent).each(Object.entries(PUBLISHED))(
  title("BIG-bench Hard, %s: choices by letter or text give %d %%"),
  (task, published) => {
    const all = rows<{question: string; response: string; target: string}>(`bbh-cot/${task}.jsonl`);
    const marked = all.map(({question, response, target}) => {
      const choices = [...question.matchAll(/^\([A-Z]\) (.*)$/gmu)].map(([, text]) => text!);
      return verdict(response, {kind: "choice"}, {expected: target, choices}).right;
    });
    expect(marked).not.toContain(null);
    expect(Math.abs((100 * marked.filter(Boolean).length) / all.length - published)).toBeLessThan(1.5);
  }
);

test.skipIf(absent)(title("BIG-bench Hard, word sorting: lists of words give 40.4 %"), () => {
  const all = rows<{response: string; target: string}>("bbh-cot/word_sorting.jsonl");
  const right = all.filter(
    ({response, target}) => verdict(response, {kind: "list", separator: " "}, {expected: target}).right
  ).length;
  expect(Math.abs((100 * right) / all.length - 40.4)).toBeLessThan(1.5);
});
