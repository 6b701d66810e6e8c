// Multiple choice: lettered options, and how a letter is recognised in free text.
import type {AnswerForm} from "../task.js";

/** Letters of the options; no task offers more. */
export const LETTERS = "ABCDEFGHIJKL";

/** The options as they appear in a prompt, one on each line: "(A) circle". */
export const optionLines = (options: readonly string[]): string =>
  options.map((option, i) => `(${LETTERS[i]}) ${option}`).join("\n");

/** A letter in parentheses or alone; its canonical spelling is the bare capital. */
export const letterForm: AnswerForm = {
  // A and I are also words: in front of a word in lower case they count only where that word continues a statement about the letter.
  literal:
    /\([A-La-l]\)|(?<![\p{L}\p{N}_'’])(?:[B-HJ-L]|[AI](?!\s(?!(?:is|because|since|as|matches|fits|or|and|nor|but|not|rather|instead|versus|vs)\b)\p{Ll}))(?!_*[\p{L}\p{N}]|['’]\p{L})/gu,
  normalise(text) {
    const match = /^\(?([A-La-l])\)?$/u.exec(text.trim());
    return match ? match[1]!.toUpperCase() : null;
  }
};
