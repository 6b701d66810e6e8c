// Estimates the tokens of long texts from stretches of them, since counting ten million tokens takes many seconds.
import type {ChatMessage, Tokenizer} from "./types.js";

/** Longest text that is counted whole, characters. */
const COUNTED_WHOLE = 2 ** 16;
/** Stretches of a longer one, spread evenly, and characters of each: as many together as of the longest that is counted whole. */
const STRETCHES = 64;
const STRETCH = 2 ** 10;

/** The tokens of a text: exact up to 65,536 characters; of a longer one, what 64 of its stretches of 1,024 characters say of the whole. */
export function estimatedTokens({encode}: Pick<Tokenizer, "encode">, text: string): number {
  if (text.length <= COUNTED_WHOLE) return encode(text).length;
  let counted = 0;
  for (let i = 0; i < STRETCHES; i++) {
    const start = Math.floor(((text.length - STRETCH) * i) / (STRETCHES - 1));
    counted += encode(text.slice(start, start + STRETCH)).length;
  }
  return Math.round((counted * text.length) / (STRETCHES * STRETCH));
}

/** The tokens of a conversation's texts, without those of a chat format. */
export const estimatedPromptTokens = (tokenizer: Pick<Tokenizer, "encode">, messages: readonly ChatMessage[]): number =>
  messages.reduce((sum, {content}) => sum + estimatedTokens(tokenizer, content), 0);
