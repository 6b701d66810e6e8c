// Counts the prompt tokens of a conversation.
import type {ChatMessage, Tokenizer} from "./types.js";

/** Characters from which a text is counted in pieces, and of a piece, which ends before a blank: there tokens end too, in vocabularies of words. */
const LONG = 2 ** 20;
const PIECE = 2 ** 16;

function tokensInPieces({encode}: Tokenizer, text: string): number {
  let tokens = 0;
  for (let start = 0; start < text.length; ) {
    const blank = text.lastIndexOf(" ", start + PIECE);
    const end = start + PIECE >= text.length ? text.length : blank > start ? blank : start + PIECE;
    tokens += encode(text.slice(start, end)).length;
    start = end;
  }
  return tokens;
}

/** Tokens that chat formats add around each message and around the conversation. */
const PER_MESSAGE = 4;
const PER_CONVERSATION = 3;

/**
 * Prompt tokens by the tokenizer's chat template. Where it has none or refuses the conversation, and where a message is so long that the ids of its
 * tokens would fill the memory, the tokens of the messages plus those of a usual framing.
 */
export function promptTokens(tokenizer: Tokenizer, messages: readonly ChatMessage[]): number {
  if (messages.some(({content}) => content.length > LONG))
    return messages.reduce((sum, {content}) => sum + PER_MESSAGE + tokensInPieces(tokenizer, content), PER_CONVERSATION);
  try {
    return tokenizer.chat(messages).length;
  } catch {
    return messages.reduce((sum, {content}) => sum + PER_MESSAGE + tokenizer.encode(content).length, PER_CONVERSATION);
  }
}
