// The interface of tasks, their questions and their answers.
import type {z} from "zod";
import type {Scorer} from "../book/scorers.js";
import type {Random} from "./seed.js";

/** A question that a task generates from a stream of random numbers. */
export interface Question {
  /** The text that the model reads. It states how to answer. */
  prompt: string;
  /** The single correct answer, in the task's canonical spelling. */
  expected: string;
  /** Probability of a correct answer by guessing, at least 0 and less than 1. */
  guessChance: number;
  /** The options of a multiple-choice question, in the order shown. */
  choices?: string[];
  /** The bare expression, where the task has one, for independent checks. */
  expression?: string;
}

/** How an answer to a task is recognised in free text. */
export interface AnswerForm {
  /** Matches one literal of the right kind anywhere in a text. Must have the flags `g` and `u`. */
  literal: RegExp;
  /** Set where a literal is a whole line, so that a statement is taken verbatim. */
  whole?: true;
  /** Canonical spelling of a literal, or null where the text is not one. Two answers are equal when their canonical spellings are. */
  normalise(text: string): string | null;
}

/** A parametric family of questions. A task is one file and one line in `registry.ts`. */
export interface Task<Params = unknown> {
  name: string;
  /** Increased whenever the same parameters, seed and index would produce a different question. */
  version: number;
  /** One sentence for the documentation. */
  summary: string;
  /** Strict schema of the parameters. Every field has a default and a description; impossible combinations are refused with the reason. */
  params: z.ZodType<Params>;
  /** Pure: equal parameters and equal streams give equal questions. */
  generate(params: Params, random: Random): Question;
  answer: AnswerForm;
}

/** Checks a task's parameter type at its definition and returns the task without that type, as the registry holds it. */
export const task = <Params>(definition: Task<Params>): Task => definition as Task;

/** One generated question with its identity. Field names are those of the `items` table. */
export interface Test {
  item_id: string;
  base_task: string;
  /** Every parameter, defaults filled in. */
  params: Record<string, unknown>;
  generator_version: number;
  seed: number;
  /** 0-based position of the test in the point's stream. */
  index: number;
  prompt: string;
  expected: string;
  guess_chance: number;
  /** The options of a multiple-choice question, in the order shown. */
  choices?: string[];
  expression?: string;
  /** How its answers are scored; absent = as answers to its task are. */
  scorer?: Scorer;
}
