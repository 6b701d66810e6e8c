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

/** One of several texts, anywhere in what is said, in any case. */
export function optionForm(options: readonly string[]): AnswerForm {
  const known = new Set(options.flatMap(option => lineForm.normalise(option) ?? []));
  // The longest first: of "New York" and "York" the first is what a text says that holds it.
  const texts = options
    .map(option => option.trim())
    .filter(Boolean)
    .sort((a, b) => b.length - a.length);
  const any = texts.map(text => text.replace(/[\\^$.*+?()[\]{}|]/gu, "\\$&")).join("|");
  return {
    literal: new RegExp(String.raw`(?<![\p{L}\p{N}_])(?:${any})(?![\p{L}\p{N}_])`, "giu"),
    normalise(text) {
      const plain = lineForm.normalise(text);
      return plain !== null && known.has(plain) ? plain : null;
    }
  };
}

/** The form of answers to a question, by its right answer, and by its options where that is one of them in words. */
export function formOf(expected: string, options: readonly string[] = []): AnswerForm {
  if (/^\(?[A-L]\)?$/u.test(expected.trim())) return letterForm;
  if (numberForm.normalise(expected) !== null) return numberForm;
  const right = lineForm.normalise(expected);
  const isOption = options.some(option => lineForm.normalise(option) === right);
  return (
    WORDS.find(({words}) => words.includes(expected.trim().toLowerCase()))?.form ?? (isOption ? optionForm(options) : lineForm)
  );
}
