// The interface of a tokenizer.
import type {Message} from "../completion.js";

export interface Tokenizer {
  id: string;
  /** Size of the vocabulary; ids are 0 … size − 1. */
  size: number;
  /** Ids of a text. Control tokens spelled out in it are encoded as text. */
  encode(text: string): number[];
  /** Ids of a conversation up to the beginning of the assistant's reply. Throws UserError where the tokenizer has no chat template. */
  chat(messages: readonly Message[]): number[];
  /** UTF-8 bytes of one id, possibly part of a character; undefined for an unused id. */
  bytes(id: number): Uint8Array | undefined;
}
