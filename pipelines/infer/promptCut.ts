// Finds out whether a server has cut a prompt in silence: its count of prompt tokens beside ours.
import {estimatedPromptTokens} from "../tokenizer/estimate.js";
import type {Tokenizer} from "../tokenizer/types.js";
import type {ChatRequest, Completion} from "./completion.js";

/** Characters from which a prompt is looked at: some 2,000 tokens, the smallest window that servers are set to. */
const LEAST_CHARACTERS = 8_192;
/**
 * Share of our count below which a prompt has been cut. A server's tokenizer may count less than the model file's: beside o200k, the default, the other
 * built-in ones count at least 0.77 times as many (qwen3, of Chinese), and of English the same within 1 %.
 */
const LEAST_SHARE = 2 / 3;

/** A measure's name: the share of a prompt's tokens that its server reports. */
export const PROMPT_CUT = "prompt_cut";

/** Prompt tokens by the server's word and by our estimate. */
export interface PromptCut {
  reported: number;
  counted: number;
}

/** Whether a request is so long that it may have been cut, and is one prompt rather than several texts. */
export const mayBeCut = ({messages, embed}: ChatRequest): boolean =>
  !embed && messages.reduce((sum, {content}) => sum + content.length, 0) >= LEAST_CHARACTERS;

/** Both counts where the server's is so small that it cannot have read the whole prompt; null where it is not, or where it reported none. */
export function promptCut({messages}: ChatRequest, completion: Completion, tokenizer: Tokenizer): PromptCut | null {
  const {prompt_tokens: reported} = completion.reported ?? completion;
  if (reported === null) return null;
  const counted = estimatedPromptTokens(tokenizer, messages);
  return reported < LEAST_SHARE * counted ? {reported, counted} : null;
}
