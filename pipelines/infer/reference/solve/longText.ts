// Prompts that hold a long text and a question about it.

/** The line behind which the text stands. */
const TEXT_BEGINS = "This is the text.\n\n";
const QUESTION = "\n\nQuestion: ";
/** Characters of a token of English, about. */
export const CHARACTERS_PER_TOKEN = 4.4;

/** The text and the question of a prompt; null where it has none. */
export function textAsked(prompt: string): {text: string; question: string} | null {
  const [start, end] = [prompt.lastIndexOf(TEXT_BEGINS), prompt.lastIndexOf(QUESTION)];
  if (start < 0 || end < start) return null;
  const [question = ""] = prompt.slice(end + QUESTION.length).split("\n", 1);
  return {text: prompt.slice(start + TEXT_BEGINS.length, end), question};
}

/** The two again, of what a solver read out of a prompt. Throws a SyntaxError where there is no question. */
export function apart(read: string): {text: string; question: string} {
  const end = read.lastIndexOf(QUESTION);
  if (end < 0) throw new SyntaxError("no question");
  return {text: read.slice(0, end), question: read.slice(end + QUESTION.length)};
}
