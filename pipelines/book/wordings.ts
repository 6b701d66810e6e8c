// Other wordings of a template: the same question, examples and system prompt, with another sentence around the question.
import type {Template} from "./schemas.js";

/** Text that precedes and follows the text of the template. */
const WORDINGS: readonly (readonly [lead: string, ending: string])[] = [
  ["Read the following question and answer it.\n\n", ""],
  ["Here is a task.\n\n", "\n\nThat was the task."],
  ["Please work on this:\n\n", ""],
  ["Question:\n", "\n\nAnswer the question above."],
  ["", "\n\nBe careful, and follow the question to the letter."],
  ["You are given a problem.\n\n", "\n\nGive your answer to it."],
  ["I need your help with the following.\n\n", "\n\nThank you."]
];
/** Most prompts that one template can be asked in, itself included. */
export const MAX_PROMPTS = WORDINGS.length + 1;

/**
 * The template and others that differ from it in wording alone, named after it with `-wording-1` and so on.
 * @param count number of prompts, 1 to MAX_PROMPTS
 */
export const reworded = (template: Template, count: number): Template[] => [
  template,
  ...WORDINGS.slice(0, count - 1).map(([lead, ending], i) => ({
    ...template,
    id: `${template.id}-wording-${i + 1}`,
    before: `${lead}${template.before}`,
    after: `${template.after}${ending}`
  }))
];
