// Searches a text for a pattern from a file, with a time limit.
import {withinTime} from "../book/timeLimit.node.js";

/** Whether the pattern is found; null where the search takes longer than allowed. */
export const patternSearch = (pattern: RegExp, text: string, milliseconds: number): boolean | null =>
  withinTime(() => pattern.test(text), milliseconds)?.value ?? null;
