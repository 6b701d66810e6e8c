// Reads JSON that may be none, and integers that JavaScript's numbers cannot hold. Pure and browser-safe.

/** The value of a JSON text; undefined where it is none. */
export function jsonOf(text: string, parse: (text: string) => unknown = JSON.parse): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** Digits from which on an integer may be rounded: 2⁵³ has 16. */
const LONG = /\d{16}/;
const INTEGER = /^-?[1-9]\d{15,}$/;

/**
 * Parses JSON, with integers beyond ±2⁵³ as texts of their digits, since as numbers they would be rounded: an id or a right answer would
 * become another one. Throws a SyntaxError.
 * @param depth levels of lists and objects within which they become texts: deeper ones, such as bounds in a JSON schema, stay numbers
 */
export function exactJson(text: string, depth = Number.POSITIVE_INFINITY): unknown {
  const value: unknown = JSON.parse(text); // first, since quotes could make JSON of a text that is none
  return LONG.test(text) ? JSON.parse(withQuotedIntegers(text, depth)) : value;
}

/** The text with long integers outside of strings in quotes. Each character is visited once. */
function withQuotedIntegers(text: string, depth: number): string {
  let quoted = "";
  let copied = 0;
  let level = 0;
  for (let i = 0; i < text.length; ) {
    const char = text[i]!;
    if (char === '"') i = endOfString(text, i);
    else if (char === "-" || isDigit(char)) {
      const end = endOfNumber(text, i);
      const token = end - i >= 16 ? text.slice(i, end) : "";
      if (level <= depth && INTEGER.test(token) && !Number.isSafeInteger(Number(token))) {
        quoted += `${text.slice(copied, i)}"${token}"`;
        copied = end;
      }
      i = end;
    } else {
      if (char === "{" || char === "[") level++;
      else if (char === "}" || char === "]") level--;
      i++;
    }
  }
  return quoted + text.slice(copied);
}

const isDigit = (char: string | undefined): boolean => char !== undefined && char >= "0" && char <= "9";

/** The place after a string that begins at a quotation mark; the end of the text where it is not closed. */
function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === '"') return i + 1;
  }
  return text.length;
}

/** The place after a number, its fraction and exponent included. */
function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && (isDigit(text[end]) || ".eE+-".includes(text[end]!))) end++;
  return end;
}
