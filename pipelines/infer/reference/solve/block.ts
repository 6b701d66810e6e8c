/** End of the question in the prompts of most tasks: the sentence that asks for reasoning, or for none. */
const CLOSING = /\n\n(?:Think it through, then|Do not write out your reasoning, just) finish/;

/**
 * The text between the sentence that opens a task's prompts and the one that says how to finish; null where either is missing. Of several
 * questions in one prompt the last one is returned, because the others are examples.
 */
export function block(prompt: string, opening: string): string | null {
  const from = prompt.lastIndexOf(opening);
  if (from < 0) return null;
  const rest = prompt.slice(from + opening.length);
  const end = rest.search(CLOSING);
  return end < 0 ? null : rest.slice(0, end).trim();
}

/** The options of a multiple-choice question with their letters, from lines such as "(A) circle". */
export const optionsIn = (question: string): {letter: string; text: string}[] =>
  [...question.matchAll(/^\(([A-L])\) (.+)$/gm)].map(([, letter, text]) => ({letter: letter!, text: text!}));
