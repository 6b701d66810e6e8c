// The interface of a tokenizer.

/** Names of the workbook's tokenizers; llama3 and qwen3 are optional packages. Others need an installed package or a folder. */
export const BUNDLED = ["o200k", "cl100k", "llama3", "qwen3"] as const;

/** A message as chat templates read it; of a message with more fields they read what they know. */
export interface ChatMessage {
  role: "system" | "user" | "assistant" | "tool";
  content: string;
}

export interface Tokenizer {
  id: string;
  /** Size of the vocabulary; ids are 0 … size − 1. */
  size: number;
  /** Ids of a text. Control tokens spelled out in it are encoded as text. */
  encode(text: string): number[];
  /** Ids of a conversation up to the beginning of the assistant's reply. Throws UserError where the tokenizer has no chat template. */
  chat(messages: readonly ChatMessage[]): number[];
  /** UTF-8 bytes of one id, possibly part of a character; undefined for an unused id. */
  bytes(id: number): Uint8Array | undefined;
}
