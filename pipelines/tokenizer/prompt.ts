// Counts the prompt tokens of a conversation.
import type {ChatMessage, Tokenizer} from "./types.js";

/** Tokens that chat formats add around each message and around the conversation. */
const PER_MESSAGE = 4;
const PER_CONVERSATION = 3;

/**
 * Prompt tokens by the tokenizer's chat template. Where it has none or refuses the conversation, the tokens of the messages plus those of a
 * usual framing.
 */
export function promptTokens(tokenizer: Tokenizer, messages: readonly ChatMessage[]): number {
  try {
    return tokenizer.chat(messages).length;
  } catch {
    return messages.reduce((sum, {content}) => sum + PER_MESSAGE + tokenizer.encode(content).length, PER_CONVERSATION);
  }
}
