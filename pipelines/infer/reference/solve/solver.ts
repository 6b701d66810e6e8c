// The interface of the solvers of simulated models.
import type {Mind} from "../mind.js";

/** The result of working on a question. */
export interface Solution {
  /** The reasoning, one line of plain text for each step. */
  steps: string[];
  answer: string;
  /** The probability with which this mind gets such a question right, where the solver knows it. */
  chance?: number;
  /** The confidence in the answer, 0 to 1, where the question asks for it. */
  confidence?: number;
  /** Text in front of the answer, "Réponse : "; absent = "Answer: ". */
  label?: string;
  /** Set where the answer is the whole visible reply, as the question asks. */
  whole?: true;
}

/** How simulated models work on one kind of question. A solver sees only the prompt's text. */
export interface Solver {
  /** The bare question in a prompt, or null where the prompt is of another kind. */
  read(prompt: string): string | null;
  /** Longest question that is worked on, characters, far above what the task generates. For work that grows faster than the question. */
  longest?: number;
  /** Works step by step, with errors where the mind errs. Throws on a malformed question. */
  solve(question: string, mind: Mind): Solution;
}

/** The last line of a text that matches the pattern as a whole, trimmed; null if none does. */
export function lastLine(text: string, pattern: RegExp): string | null {
  for (let end = text.length; end >= 0; ) {
    const start = text.lastIndexOf("\n", end - 1);
    const line = text.slice(start + 1, end).trim();
    if (line !== "" && pattern.test(line)) return line;
    if (start < 0) return null;
    end = start;
  }
  return null;
}
