// Estimates the tokens of long texts from stretches of them, since counting ten million tokens takes many seconds.
import {memoizeLongText} from "../book/memoizeLongText.js";
import type {ChatMessage, Tokenizer} from "./types.js";

/** Stretches of a long text, spread evenly, and characters of each. A text that is no longer than they are together is counted whole. */
const STRETCHES = 64;
const STRETCH = 2 ** 10;

/**
 * The tokens of a text: exact up to 65,536 characters; of a longer one, what 64 of its stretches of 1,024 characters say of the whole.
 * @param stretches fewer of them for a rougher estimate of shorter texts too
 */
export function estimatedTokens({encode}: Pick<Tokenizer, "encode">, text: string, stretches = STRETCHES): number {
  let known = counts.get(encode);
  if (!known) counts.set(encode, (known = new Map()));
  let count = known.get(stretches);
  if (!count) known.set(stretches, (count = memoizeLongText(text => counted(encode, text, stretches))));
  return count(text);
}

/** Estimates by tokenizer and by number of stretches: one long prompt is put to many models. */
const counts = new WeakMap<Tokenizer["encode"], Map<number, (text: string) => number>>();

function counted(encode: Tokenizer["encode"], text: string, stretches: number): number {
  if (text.length <= stretches * STRETCH) return encode(text).length;
  let found = 0;
  for (let i = 0; i < stretches; i++) {
    const start = Math.floor(((text.length - STRETCH) * i) / (stretches - 1));
    found += encode(text.slice(start, start + STRETCH)).length;
  }
  return Math.round((found * text.length) / (stretches * STRETCH));
}

/** The tokens of a conversation's texts, without those of a chat format. */
export const estimatedPromptTokens = (
  tokenizer: Pick<Tokenizer, "encode">,
  messages: readonly ChatMessage[],
  stretches?: number
): number => messages.reduce((sum, {content}) => sum + estimatedTokens(tokenizer, content, stretches), 0);
