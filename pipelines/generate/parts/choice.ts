// Multiple choice: lettered options, and how a letter is recognised in free text.
import {OPTION_LETTERS} from "../../book/letters.js";
import type {AnswerForm} from "../task.js";

/** Letters of the options; no task offers more. */
export const LETTERS = OPTION_LETTERS.slice(0, 12);

/** The options as they appear in a prompt, one on each line: "(A) circle". */
export const optionLines = (options: readonly string[]): string =>
  options.map((option, i) => `(${LETTERS[i]}) ${option}`).join("\n");

/** A pattern, for the flag `u`, of one of the first letters in parentheses or alone. @param count number of letters, at least one */
export function letterPattern(count: number): string {
  const letters = OPTION_LETTERS.slice(0, count);
  const last = letters.at(-1)!;
  // A and I are also words: in front of a word in lower case they count only where that word continues a statement about the letter.
  const words = ["A", "I"].filter(letter => letter <= last);
  const others = [...letters].filter(letter => !words.includes(letter)).join("");
  const statement = String.raw`(?:${others ? `[${others}]|` : ""}[${words.join("")}](?!\s(?!(?:is|because|since|as|matches|fits|or|and|nor|but|not|rather|instead|versus|vs)\b)\p{Ll}))`;
  return String.raw`\([A-${last}a-${last.toLowerCase()}]\)|(?<![\p{L}\p{N}_'’])${statement}(?!_*[\p{L}\p{N}]|['’]\p{L})`;
}

/** A letter in parentheses or alone; its canonical spelling is the bare capital. */
export const letterForm: AnswerForm = {values: "letter"};
