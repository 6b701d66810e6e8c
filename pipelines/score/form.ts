// How answers look to questions that no task of ours made: told from the right answer alone.
import {letterForm} from "../generate/choice.js";
import type {AnswerForm} from "../generate/task.js";

/** A number with or without decimals; its canonical spelling is JavaScript's. */
export const numberForm: AnswerForm = {
  literal:
    /(?<![\p{N}\p{L}_]|\d[.,])(?:(?<![)\]}])[-+−–])?(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\p{L}_])/gu,
  normalise(text) {
    const plain = text.trim().replace(/[−–]/gu, "-").replaceAll(",", "");
    const value = /^[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/u.test(plain) ? Number(plain) : Number.NaN;
    return Number.isFinite(value) ? String(value + 0) : null;
  }
};

/** One of two words, in any case. */
const wordForm = (words: readonly [string, string]): AnswerForm => ({
  literal: new RegExp(String.raw`(?<![\p{L}\p{N}_])(?:${words.join("|")})(?![\p{L}\p{N}_])`, "giu"),
  normalise: text => words.find(word => word === text.trim().toLowerCase()) ?? null
});

/** A line of text: without case, outer marks and repeated spaces; of an equation its right side, as extraction reads it. */
export const lineForm: AnswerForm = {
  literal: /[^\n]+/gu,
  normalise(text) {
    const side = text.slice(text.lastIndexOf("=") + 1);
    const plain = side
      .normalize("NFKC")
      .toLowerCase()
      .replace(/\s+/gu, " ")
      .replace(/^[\s"'“”‘’*_`$]+|[\s"'“”‘’*_`$.,;!]+$/gu, "");
    return plain === "" ? null : plain;
  }
};

const WORDS = (
  [
    ["true", "false"],
    ["yes", "no"]
  ] as const
).map(words => ({words: words as readonly string[], form: wordForm(words)}));

/** The form of answers to a question, by its right answer. */
export function formOf(expected: string): AnswerForm {
  if (/^\(?[A-L]\)?$/u.test(expected.trim())) return letterForm;
  if (numberForm.normalise(expected) !== null) return numberForm;
  return WORDS.find(({words}) => words.includes(expected.trim().toLowerCase()))?.form ?? lineForm;
}
