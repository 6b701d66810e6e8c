// Finds the answer in free text: the last \boxed{}, else what follows the last "answer:", else the last literal of the right kind.
import type {AnswerForm} from "../generate/task.js";

/** Longest stretch behind the word "answer" that is searched, characters. */
const REACH = 2_000;
/** Characters at the end of a text in which its last "answer" is looked for first. */
const FIRST_WINDOW = 256;
const ANSWER_WORD = /\banswer\b(?:\s+is\b)?[\s*_`"']*[:=]?/giu;

/** Splits a response into its reasoning trace and what it says in the end. */
export function splitResponse({text, reasoning}: {text: string; reasoning: string | null}): {trace: string; final: string} {
  const close = text.lastIndexOf("</think>");
  const open = text.indexOf("<think>");
  // An opened but never closed trace has no final part: whatever stands in it is thinking aloud.
  const final = close >= 0 ? text.slice(close + "</think>".length) : open >= 0 ? text.slice(0, open) : text;
  if (reasoning) return {trace: reasoning, final};
  if (close >= 0) return {trace: text.slice(open >= 0 && open < close ? open + "<think>".length : 0, close), final};
  return {trace: open >= 0 ? text.slice(open + "<think>".length) : text, final};
}

/**
 * The answer of a text in canonical spelling, or null if it holds none of the right kind.
 * @param final the part of a response behind its reasoning (see `splitResponse`)
 */
export function extractAnswer(final: string, form: AnswerForm): string | null {
  const boxed = lastBoxed(final);
  if (boxed !== null) {
    const answer = readCandidate(boxed, form);
    if (answer !== null) return answer;
  }
  const announced = lastMatch(final, ANSWER_WORD);
  if (announced !== null) {
    const rest = final.slice(announced, announced + REACH).replace(/^[\s*_`"'$]+/u, "");
    const answer = readCandidate(rest.split("\n", 1)[0]!, form) ?? firstLiteral(rest, form);
    if (answer !== null) return answer;
  }
  return lastLiteral(final, form);
}

/** One line or one box: an equation's right side, else its first literal. */
function readCandidate(text: string, form: AnswerForm): string | null {
  const equals = text.lastIndexOf("=");
  return (equals >= 0 ? firstLiteral(text.slice(equals + 1), form) : null) ?? firstLiteral(text, form);
}

function firstLiteral(text: string, form: AnswerForm): string | null {
  for (const match of text.matchAll(form.literal)) {
    const answer = form.normalise(match[0]);
    if (answer !== null) return answer;
  }
  return null;
}

function lastLiteral(text: string, form: AnswerForm): string | null {
  let last: string | null = null;
  for (const match of text.matchAll(form.literal)) last = form.normalise(match[0]) ?? last;
  return last;
}

/** Content of the last \boxed{…} with balanced braces; null if there is none. */
function lastBoxed(text: string): string | null {
  const start = text.lastIndexOf("\\boxed{");
  if (start < 0) return null;
  const from = start + "\\boxed{".length;
  for (let i = from, depth = 1; i < text.length; i++) {
    if (text[i] === "{") depth++;
    else if (text[i] === "}" && --depth === 0) return text.slice(from, i);
  }
  return text.slice(from);
}

/**
 * Position behind the last match of a global pattern; null if there is none. Looks at the text's end first, then at more and more of it:
 * answers stand at the end. The pattern's matches must not depend on where the search begins, but for the characters just before them.
 */
function lastMatch(text: string, pattern: RegExp): number | null {
  for (let window = FIRST_WINDOW; ; window *= 8) {
    const start = Math.max(0, text.length - window);
    let end: number | null = null;
    pattern.lastIndex = start;
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) end = pattern.lastIndex;
    if (end !== null || start === 0) return end;
  }
}
