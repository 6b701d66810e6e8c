// Prompts with examples of a set before a text of it.

/** Between two examples, and between the last one and the text: no item of a benchmark is likely to have it. */
export const EXAMPLE_SEPARATOR = "\n\n---\n\n";

/** A prompt with examples before a text, and the number of its characters before the text. */
export function withExamples(examples: readonly string[], text: string): {prompt: string; before: number} {
  const context = examples.map(example => example + EXAMPLE_SEPARATOR).join("");
  return {prompt: context + text, before: context.length};
}
