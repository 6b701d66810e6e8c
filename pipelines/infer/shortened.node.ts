// Long texts in tables for reading: their beginning and end, with their length and digest between.
import {digestOf} from "./longText.node.js";

/**
 * Longest text that is kept whole, characters: about 16,000 tokens. DuckDB reads 2,048 rows at a time, which then are less than a third of
 * what it may use.
 */
export const KEPT_WHOLE = 2 ** 16;
/** Characters of a longer one that are kept at either end. */
const KEPT_AT_END = 2 ** 14;
/** The same of a prompt in the table of responses, of whose test the table of items keeps more, once for all answers: instructions and question fit. */
export const KEPT_OF_RESPONSE = 2 ** 11;

/**
 * The text, or of one of more than 65,536 characters the first and last 16,384 with a line between them that says how many are left out and
 * what SHA-256 (of UTF-8) the whole has. No surrogate pair is cut. What has been shortened stays as it is.
 * @param ends characters that are kept at either end
 */
export function shortened(text: string, ends = KEPT_AT_END): string {
  if (text.length <= KEPT_WHOLE) return text;
  const head = text.slice(0, ends).replace(/[\ud800-\udbff]$/u, "");
  const tail = text.slice(-ends).replace(/^[\udc00-\udfff]/u, "");
  const left = (text.length - head.length - tail.length).toLocaleString("en");
  return `${copied(head)}\n\n[… ${left} characters are left out here; the whole has SHA-256 ${digestOf(text)} …]\n\n${copied(tail)}`;
}

/** Whether a text has been shortened. */
export const isShortened = (text: string): boolean => MARK.test(text);

const MARK = /\n\n\[… [\d,]+ characters are left out here; the whole has SHA-256 [\da-f]{64} …\]\n\n/u;

/** The text in memory of its own: a slice would keep the whole in memory. */
const copied = (slice: string): string => Buffer.from(slice, "utf8").toString("utf8");
