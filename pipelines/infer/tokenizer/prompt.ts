// How long a conversation is.
import type {Message} from "../completion.js";
import type {Tokenizer} from "./types.js";

/** Tokens around a message and around a conversation, as chat formats add them. */
const PER_MESSAGE = 4;
const PER_CONVERSATION = 3;

/** Prompt tokens as the tokenizer's chat template has them; where it has none, or refuses the conversation, those of the messages and a usual frame. */
export function promptTokens(tokenizer: Tokenizer, messages: readonly Message[]): number {
  try {
    return tokenizer.chat(messages).length;
  } catch {
    return messages.reduce((sum, {content}) => sum + PER_MESSAGE + tokenizer.encode(content).length, PER_CONVERSATION);
  }
}
