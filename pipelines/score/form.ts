// Forms of answers to questions that no built-in task generated, inferred from the right answer alone.
import {letterForm} from "../generate/parts/choice.js";
import type {AnswerForm, Task, Test} from "../generate/task.js";

/** A number with or without decimals; its canonical spelling is that of JavaScript. */
const numberForm: AnswerForm = {
  literal:
    /(?<![\p{N}\p{L}_]|\d[.,])(?:(?<![)\]}])[-+−–])?(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\p{L}_])/gu,
  normalise(text) {
    const plain = text.trim().replace(/[−–]/gu, "-").replaceAll(",", "");
    const value = /^[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/u.test(plain) ? Number(plain) : Number.NaN;
    return Number.isFinite(value) ? String(value + 0) : null;
  }
};

/** One of two words, in upper or lower case. */
const wordForm = (words: readonly [string, string]): AnswerForm => ({
  literal: new RegExp(String.raw`(?<![\p{L}\p{N}_])(?:${words.join("|")})(?![\p{L}\p{N}_])`, "giu"),
  normalise: text => words.find(word => word === text.trim().toLowerCase()) ?? null
});

/** Marks around a line that do not belong to it; the last four are removed only at its end. */
const MARKS = " \"'“”‘’*_`$.,;!";
const OPENING_MARKS = MARKS.slice(0, -4);

/** A line of text, compared without case, outer marks and repeated spaces; of a single equation, its right side. */
const lineForm: AnswerForm = {
  literal: /[^\n]+/gu,
  whole: true,
  normalise(text) {
    const equals = text.lastIndexOf("=");
    // Several statements are kept whole: "x = 2 or x = 3" is not 3.
    const single = !/\b(?:or|and)\b|[,;]/iu.test(text.slice(0, Math.max(0, equals)));
    const plain = (single ? text.slice(equals + 1) : text).normalize("NFKC").toLowerCase().replace(/\s+/gu, " ");
    let [start, end] = [0, plain.length];
    while (start < end && OPENING_MARKS.includes(plain[start]!)) start++;
    while (end > start && MARKS.includes(plain[end - 1]!)) end--;
    return start === end ? null : plain.slice(start, end);
  }
};

const WORDS = (
  [
    ["true", "false"],
    ["yes", "no"]
  ] as const
).map(words => ({words: words as readonly string[], form: wordForm(words)}));

/** One of several texts, anywhere in the answer, in upper or lower case. */
function optionForm(options: readonly string[]): AnswerForm {
  const known = new Set(options.flatMap(option => lineForm.normalise(option) ?? []));
  // The longest text comes first: a text that contains "New York" also contains "York".
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

/**
 * The form of answers to a question, inferred from its right answer, and from its options where the right answer is one of them in words.
 */
export function formOf(expected: string, options: readonly string[] = []): AnswerForm {
  if (/^\(?[A-L]\)?$/u.test(expected.trim())) return letterForm;
  if (numberForm.normalise(expected) !== null) return numberForm;
  const right = lineForm.normalise(expected);
  const isOption = right !== null && options.some(option => lineForm.normalise(option) === right);
  return (
    WORDS.find(({words}) => words.includes(expected.trim().toLowerCase()))?.form ?? (isOption ? optionForm(options) : lineForm)
  );
}

/** The form of answers to a test: its task's, or for an item of a bank the one inferred from its right answer. */
export const formOfTest = (
  {expected, choices}: Pick<Test, "expected" | "choices">,
  {answer, items}: Pick<Task, "answer" | "items">
): AnswerForm => (items ? formOf(expected, choices) : answer);
