// Real models' answers with what their publishers' evaluations read in them, as labelled texts. None is used for training.
import {label} from "../../../pipelines/score/scorers/label.js";
import type {Labelled} from "../../../pipelines/studies/extraction/fixtures/expand.js";
import {babilong} from "../../foreign/data.js";
import {rows} from "../realAnswers.js";

const TASKS =
  "boolean_expressions date_understanding dyck_languages geometric_shapes logical_deduction_five_objects logical_deduction_three_objects multistep_arithmetic_two object_counting reasoning_about_colored_objects salient_translation_error_detection sports_understanding tracking_shuffled_objects_five_objects tracking_shuffled_objects_three_objects word_sorting";

/** Chains of thought of code-davinci-002: what follows "the answer is" is the answer (Suzgun et al. 2022); without these words there is none. */
export const bbh = (): Labelled[] =>
  TASKS.split(" ").flatMap(task =>
    rows<{response: string; target: string}>(`bbh-cot/${task}.jsonl`).map(({response, target}) => ({
      ...{text: response, target, task},
      answer: response.split("the answer is ")[1]?.trim().replace(/\.$/u, "") ?? null
    }))
  );

/** Solutions of four models: the number of a line "A: …" is the answer (Cobbe et al. 2021); without such a line there is none. */
export const gsm8k = (): Labelled[] => {
  type Solved = {ground_truth: string; [model: string]: string | {solution: string}};
  return rows<Solved>("gsm8k-solutions.jsonl").flatMap(row =>
    Object.entries(row).flatMap(([task, solved]) => {
      if (typeof solved === "string") return [];
      const line = solved.solution.split("\n").findLast(each => each.startsWith("A:")) ?? "";
      const answer = /^A: *\$?(-?[\d.,]*\d)/u.exec(line)?.[1] ?? null;
      return [{text: solved.solution, target: row.ground_truth.split("A: ").at(-1)!, answer, task}];
    })
  );
};

/**
 * Answers of one model to BABILong, without options, as free text: the label that the published evaluation finds in them. Answers in which
 * it finds none or several are left out, since it does not say what they state.
 */
export const babi = (): Labelled[] => {
  const {rows: answers, labels} = babilong();
  return answers.flatMap(({text, expected, base_task, prompt}) => {
    const scorer = {kind: "label", labels: labels.get(base_task)!, asked: prompt} as Parameters<typeof label>[2];
    const {right, answer} = label(text, {expected} as Parameters<typeof label>[1], scorer, {} as never);
    const stated = right ? expected : answer;
    return stated === null || stated.includes(",") ? [] : [{text, target: expected, answer: stated, task: base_task}];
  });
};
