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
  refuseDeep(text);
  const value: unknown = JSON.parse(text); // first, since quotes could make JSON of a text that is none
  return LONG.test(text) ? JSON.parse(withQuotedIntegers(text, depth)) : value;
}

/** Most levels of lists and objects: functions that walk a value call themselves once for each, some 10,000 times at most. */
export const MAX_LEVELS = 1_000;

/** Throws a SyntaxError where lists and objects are nested too deeply. */
function refuseDeep(text: string): void {
  if (text.length <= 2 * MAX_LEVELS) return; // each level has a bracket at either end
  let level = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    if (char === '"') i = endOfString(text, i) - 1;
    else if (char === "}" || char === "]") level--;
    else if ((char === "{" || char === "[") && ++level > MAX_LEVELS)
      throw new SyntaxError(`nested deeper than ${MAX_LEVELS} levels at position ${i}`);
  }
}

/** Levels of a record whose integers may become texts: its fields, those of an object in it, and the elements of a list in that. */
export const RECORD_DEPTH = 3;
/** Levels of a document around its records: an object with a list of them. */
const LIST_DEPTH = 2;
/** A string of JSON, or a number that only Python knows. */
const TOKEN = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|-?\b(?:NaN|Infinity)\b/gu;

/** Parses JSON in which numbers may be NaN or Infinity, as Python writes them, which become null; else as `exactJson`. */
export function pythonJson(text: string, depth = Number.POSITIVE_INFINITY): unknown {
  try {
    return exactJson(text, depth);
  } catch (error) {
    if (!/NaN|Infinity/u.test(text)) throw error;
    return exactJson(
      text.replace(TOKEN, token => (token.startsWith('"') ? token : "null")),
      depth
    );
  }
}

/** Parses a document of records, of which so many levels are exact. */
export const parseRecords = (text: string, depth = RECORD_DEPTH): unknown => pythonJson(text, depth + LIST_DEPTH);

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

/** Column at which a field's name appears in a line of JSON; undefined where it does not. */
export function columnOfField(text: string, field: string): number | undefined {
  const at = text.search(new RegExp(`"${field.replace(/[^\w]/gu, "\\$&")}"\\s*:`));
  return at < 0 ? undefined : at + 1;
}

/** The message of JSON.parse without the text that it quotes, which may hold a key. */
export const jsonFault = (error: unknown): string =>
  (error as Error).message
    .replace(/, (?:\.\.\.)?".*"(?:\.\.\.)? is not valid JSON$/su, "")
    .replace(/\s+/gu, " ")
    .slice(0, 120);
