import type {z} from "zod";
import type {Random} from "./seed.js";

/** What a task makes of one stream of random numbers. */
export interface Question {
  /** The text that the model reads. Says how to answer. */
  prompt: string;
  /** The one right answer, in the task's canonical spelling. */
  expected: string;
  /** Probability of being right by guessing, 0…1 (exclusive of 1). */
  guessChance: number;
  /** The options of a multiple-choice question, in the order shown. */
  choices?: string[];
  /** The bare expression, where the task has one, for independent checkers. */
  expression?: string;
}

/** How an answer to a task looks in free text. */
export interface AnswerForm {
  /** Matches one literal of the right kind anywhere in a text. Must have the flags `g` and `u`. */
  literal: RegExp;
  /** A literal is a whole line, so that a statement is taken word for word. */
  whole?: true;
  /** Canonical spelling of a literal, or null where it is none. Two answers are equal when their canonical spellings are. */
  normalise(text: string): string | null;
}

/** A parametric family of questions. A task is one file and one line in `registry.ts`. */
export interface Task<Params = unknown> {
  name: string;
  /** Raised whenever the same parameters, seed and index would give another question. */
  version: number;
  /** One sentence for the docs. */
  summary: string;
  /** Strict schema of the parameters: every field has a default and a description; impossible combinations are refused with the reason. */
  params: z.ZodType<Params>;
  /** Pure: equal parameters and equal streams give equal questions. */
  generate(params: Params, random: Random): Question;
  answer: AnswerForm;
}

/** Keeps a task's parameter type while it is defined; the registry forgets it again. */
export const task = <Params>(definition: Task<Params>): Task => definition as Task;

/** One generated question with its identity. Field names are those of the `items` table. */
export interface Test {
  item_id: string;
  base_task: string;
  /** Every parameter, defaults filled in. */
  params: Record<string, unknown>;
  generator_version: number;
  seed: number;
  /** 0-based position in the point's stream. */
  index: number;
  prompt: string;
  expected: string;
  guess_chance: number;
  choices?: string[];
  expression?: string;
}
