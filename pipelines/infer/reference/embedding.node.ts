// The built-in models of /v1/embeddings, each named as what it is.
import {lexical} from "./lexical.js";
import {sentenceEncoder} from "./sentenceEncoder.node.js";

/** A model that gives texts unit vectors. */
export interface Embedder {
  id: string;
  owned_by: string;
  /** @param texts at least one, none of them empty */
  embed: (texts: readonly string[]) => number[][] | Promise<number[][]>;
}

export const embedders: readonly Embedder[] = [
  {
    id: "lexical-trigrams-768",
    owned_by: "reasonbook: hashed counts of letter trigrams, no model of language",
    embed: texts => texts.map(lexical)
  },
  {
    id: "universal-sentence-encoder-lite-512",
    owned_by: "Google: Universal Sentence Encoder lite (English), Apache-2.0",
    embed: sentenceEncoder
  }
];
