/** Where the question ends in the prompts of most tasks. */
const CLOSING = "\n\nThink it through, then finish";

/** What stands between the sentence that opens a task's prompts and the sentence that asks for thought; null where either is missing. */
export function block(prompt: string, opening: string): string | null {
  const from = prompt.indexOf(opening);
  if (from < 0) return null;
  const end = prompt.indexOf(CLOSING, from);
  return end < 0 ? null : prompt.slice(from + opening.length, end).trim();
}

/** The options of a multiple-choice question by letter: "(A) circle". */
export const optionsIn = (question: string): {letter: string; text: string}[] =>
  [...question.matchAll(/^\(([A-L])\) (.+)$/gm)].map(([, letter, text]) => ({letter: letter!, text: text!}));
