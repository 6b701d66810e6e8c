// What a tokenizer can do.
import type {Message} from "../completion.js";

export interface Tokenizer {
  id: string;
  /** Ids lie in 0 … size − 1. */
  size: number;
  /** Ids of a text. Control tokens spelt out in it are text. */
  encode(text: string): number[];
  /** Ids of a conversation up to where the assistant begins to write. Throws UserError where the tokenizer brings no template. */
  chat(messages: readonly Message[]): number[];
  /** UTF-8 of one id, possibly a part of a character; undefined for an id that is not in use. */
  bytes(id: number): Uint8Array | undefined;
}
