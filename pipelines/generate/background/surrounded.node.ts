// A question in a long text: what it speaks of among passages of a background, what it asks behind them.
import type {Random} from "../seed.js";
import {amongPassages, type Placed} from "./insert.node.js";

/** The line behind which the text stands, and the one behind which the question does. Simulated models look for them. */
const TEXT_BEGINS = "This is the text.\n\n";
const QUESTION_BEGINS = "\n\nThis is the question.\n\n";
const HEAD = `The text below says, in paragraphs of their own and in their order, what the question behind it is about, among much else that has nothing to do with it.\n\n${TEXT_BEGINS}`;

/**
 * The prompt that asks a question in a long text.
 * @param pieces what it speaks of, each a paragraph
 */
export function surrounded(
  {pieces, asked}: {pieces: readonly string[]; asked: string},
  {placed, random}: {placed: Placed; random: Random}
): string {
  const tail = `${QUESTION_BEGINS}${asked}`;
  const supporting = pieces.map((_, i) => i);
  const text = amongPassages(pieces, {supporting, outside: HEAD + tail, random, placed, paragraphs: true});
  return `${HEAD}${text}${tail}`;
}

/** The text and the question of such a prompt; null of any other. */
export function surroundedParts(prompt: string): {text: string; question: string} | null {
  const end = prompt.lastIndexOf(QUESTION_BEGINS);
  const start = end < 0 ? -1 : prompt.indexOf(HEAD);
  if (start < 0 || start > end) return null;
  return {text: prompt.slice(start + HEAD.length, end), question: prompt.slice(end + QUESTION_BEGINS.length)};
}
