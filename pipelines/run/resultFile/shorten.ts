// Makes texts safe and short enough for a result file.
import {inert} from "../../store/show.js";

/** Shortest length to which a text is cut, characters. */
const SHORTEST = 80;
/** Share of a shortened text that is taken from its beginning; answers are mostly at the end. */
const HEAD = 0.4;

/** Returns the text without control and direction characters but line breaks and tabs, and without halves of characters; its length stays. */
export const inertText = (text: string): string => text.replace(/[^\n\t]+/gu, inert).replace(/\p{Surrogate}/gu, "\ufffd");

/** Bytes of a text in the file's JSON. */
const bytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text)) + 5 * (text.split("<").length - 1);

/** A shortened text, and the function that maps a span of the original to it; null if the span was left out. */
export interface Shortened {
  text: string;
  spanOf(span: {start: number; end: number}): [number, number] | null;
}

/** Returns the text with at most so many characters of it, from its beginning and its end. */
export function shorten(text: string, most: number): Shortened {
  if (text.length <= most) return {text, spanOf: ({start, end}) => [start, end]};
  const head = wholeAt(text, Math.round(most * HEAD));
  const tail = wholeAt(text, text.length - (most - Math.round(most * HEAD)));
  const gap = `\n… ${(tail - head).toLocaleString("en")} characters left out …\n`;
  const moved = head + gap.length - tail;
  return {
    text: `${text.slice(0, head)}${gap}${text.slice(tail)}`,
    spanOf: ({start, end}) => (end <= head ? [start, end] : start >= tail ? [start + moved, end + moved] : null)
  };
}

/** Returns the position, moved back by one if it would halve a character. */
const wholeAt = (text: string, position: number): number =>
  position > 0 && /[\ud800-\udbff]/.test(text[position - 1]!) ? position - 1 : position;

/** Returns the largest length to which all texts can be cut so that they have at most so many bytes together. */
export function lengthFor(texts: Iterable<string>, bytes: number): number {
  const sizes = [...texts].map(text => ({length: text.length, bytes: bytesOf(text)}));
  const total = (length: number): number =>
    sizes.reduce((sum, each) => sum + (each.length <= length ? each.bytes : (each.bytes * length) / each.length), 0);
  const longest = sizes.reduce((most, {length}) => Math.max(most, length), 0);
  if (total(longest) <= bytes) return longest;
  let [low, high] = [SHORTEST, longest];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (total(middle) <= bytes) low = middle;
    else high = middle;
  }
  return low;
}
