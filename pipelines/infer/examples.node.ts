// Worked examples for prompts: questions of the same task with answers, drawn from a seed that no test uses.
import {questionsOf} from "../generate/question.js";
import {randomAt} from "../generate/seed.js";
import type {Question, Task} from "../generate/task.js";
import {mindOf, unlimited} from "./reference/mind.js";
import {questionIn} from "./reference/solve/registry.node.js";

export interface Example {
  question: string;
  /** The last line of an answer, in the form that the question asks for. */
  answer: string;
  /** The derivation, one sentence without its full stop for each step; empty where no solver is available. */
  steps: string[];
}

/** Seed of examples. Seeds of books are 0 or more, so no test is ever drawn from this one. */
export const EXAMPLE_SEED = -1;
/**
 * Parameters of examples that differ from a task's defaults: a small table shows as much as one of a thousand tokens, a list written out
 * the same rules as a long story, and sequences with small steps are so few that a test might happen to be equal to an example.
 */
export const EXAMPLE_PARAMS: Readonly<Record<string, Record<string, unknown>>> = {
  tables: {target_tokens: 300, format: "csv"},
  sequence: {length: 8, max_step: 97},
  "verbose-listops": {form: "expression", num_operations: 3, max_depth: 2, examples: 0}
};
/** Most questions that are tried for one more example, before fewer examples are given than requested. */
const MOST_DRAWS = 100;

const streams = new WeakMap<Task, () => Example>();
const made = new WeakMap<Task, Example[]>();

/** `count` examples of a task, none of which is the question `besides`: always the first suitable ones of one sequence. */
export function examplesOf(task: Task, {count, besides}: {count: number; besides: string}): Example[] {
  const next = streams.get(task) ?? streamOf(task);
  const known = made.get(task) ?? [];
  streams.set(task, next);
  made.set(task, known);
  const found: Example[] = [];
  for (let i = 0; found.length < count && i < count + MOST_DRAWS; i++) {
    known[i] ??= next();
    const {question} = known[i]!;
    if (question !== besides && found.every(earlier => earlier.question !== question)) found.push(known[i]!);
  }
  return found;
}

function streamOf(task: Task): () => Example {
  const params = task.params.parse(EXAMPLE_PARAMS[task.name] ?? {}) as Record<string, unknown>;
  const question = questionsOf(task, {params, seed: EXAMPLE_SEED});
  let index = 0;
  return () => exampleOf(question(index++));
}

function exampleOf({prompt, expected}: Question): Example {
  const letter = prompt.includes("Answer: (<letter>)");
  return {question: prompt, answer: `Answer: ${letter ? `(${expected})` : expected}`, steps: stepsOf(prompt, expected)};
}

/** The reasoning steps of a simulated model that makes no errors. */
function stepsOf(prompt: string, expected: string): string[] {
  const read = questionIn(prompt);
  if (!read) return [];
  const {steps, answer} = read.solver.solve(read.question, mindOf(unlimited, randomAt("", 0)));
  return answer === expected ? steps : [];
}
