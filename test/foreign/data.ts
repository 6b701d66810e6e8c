// Answers of real models, from files that are not part of the project, as rows that `npm run score` takes: what a stranger would hand in.
import {existsSync, readFileSync} from "node:fs";
import {fileURLToPath} from "node:url";

const at = (name: string) => fileURLToPath(new URL(`../../../shared/data/responses/${name}`, import.meta.url));
const GSM8K = at("gsm8k-solutions.jsonl");
const BABILONG = at("babilong/gemini-3-flash-preview.jsonl");

/** Whether the files are there; tests that need them say why they skip. */
export const present = existsSync(GSM8K) && existsSync(BABILONG);
if (!present) console.warn("skipped without ../shared/data/responses: answers of real models");

const lines = <T>(file: string): T[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map(line => JSON.parse(line) as T);

export interface Row {
  model: string;
  base_task: string;
  prompt: string;
  text: string;
  expected: string;
  params?: Record<string, number>;
  choices?: string[];
  guess_chance?: number;
  index?: number;
}

export const SOLVERS = ["6b_finetuning", "6b_verification", "175b_finetuning", "175b_verification"] as const;
export type Solver = (typeof SOLVERS)[number];
interface Solved {
  is_correct: boolean;
  solution: string;
}
type Question = Record<Solver, Solved> & {question: string; ground_truth: string};

/** Four models' solutions of grade-school problems (Cobbe et al. 2021), and what their publishers say of each. */
export function gsm8k(): {rows: Row[]; correct: Record<Solver, boolean[]>} {
  const questions = lines<Question>(GSM8K);
  return {
    rows: questions.flatMap(each =>
      SOLVERS.map(model => ({
        model,
        base_task: "gsm8k",
        prompt: each.question,
        text: each[model].solution,
        expected: each.ground_truth
          .split(/####|A:/u)
          .at(-1)!
          .trim()
      }))
    ),
    correct: Object.fromEntries(SOLVERS.map(model => [model, questions.map(each => each[model].is_correct)])) as Record<
      Solver,
      boolean[]
    >
  };
}

export interface ReportedAnswers {
  task: string;
  length: string;
  index: number;
  question: string;
  target: string;
  output: string;
}

/** Tokens of a context as BABILong names its lengths: `4k`, `1M`. */
export const tokensOf = (length: string): number => Number.parseInt(length, 10) * ({k: 1_000, M: 1_000_000}[length.at(-1)!] ?? 1);

/** One model's answers to five tasks at eleven lengths of context (Kuratov et al. 2024); the questions come without their contexts. */
export const babilong = (): {rows: Row[]; reported: ReportedAnswers[]; labels: Map<string, string[]>} => {
  const reported = lines<ReportedAnswers>(BABILONG);
  const labels = new Map<string, string[]>();
  for (const {task, target} of reported) {
    const known = labels.get(task) ?? [];
    if (!known.includes(target)) labels.set(task, [...known, target]);
  }
  return {
    reported: reported,
    labels,
    rows: reported.map(({task, length, index, question, target, output}) => ({
      choices: labels.get(task)!.filter(label => !question.toLowerCase().includes(label.toLowerCase())),
      guess_chance: 0,
      model: "gemini-3-flash-preview",
      base_task: task,
      params: {length: tokensOf(length)},
      index,
      prompt: question.trim(),
      text: output,
      expected: target
    }))
  };
};

export const jsonLines = (rows: readonly object[]): string => rows.map(row => `${JSON.stringify(row)}\n`).join("");
