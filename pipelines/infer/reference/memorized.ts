// Planted questions simulate test items that leaked into training data: some simulated models answer them correctly whatever their ability.
import {memoizeLongText} from "../../book/memoizeLongText.js";

/** One in this many questions is planted. */
export const PLANTED_ONE_IN = 32;

/**
 * Whether a bare question (a task's expression) is planted: a fixed property of its text, by 32-bit FNV-1a. Of long questions the answer is
 * kept, since many models are asked the same.
 */
export const isMemorized = memoizeLongText((question: string): boolean => {
  let hash = 0x811c9dc5;
  for (let i = 0; i < question.length; i++) hash = Math.imul(hash ^ question.charCodeAt(i), 0x01000193);
  return (hash >>> 8) % PLANTED_ONE_IN === 0;
});
