import type {Mind} from "../mind.js";

/** What came of working on a question. */
export interface Solution {
  /** The work, one line of plain text a step. */
  steps: string[];
  answer: string;
}

/** How simulated models go about one kind of question. Sees only the prompt's text. */
export interface Solver {
  /** The bare question in a prompt, or null where the prompt asks for something else. */
  read(prompt: string): string | null;
  /** Longest question that is worked on, characters: far above what the task asks. For work that grows faster than the question. */
  longest?: number;
  /** Works step by step, wrong where the mind errs. Throws on a question that is malformed. */
  solve(question: string, mind: Mind): Solution;
}

/** The last line of a text that consists only of what the pattern allows, trimmed; null if none does. */
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
