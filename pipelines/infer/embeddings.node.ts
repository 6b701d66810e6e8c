// The wire format of embeddings: several texts in one request, a vector for each.
import {z} from "zod";
import {bearer} from "./openai.node.js";
import {amount, type Wire} from "./wire.js";

/** https://platform.openai.com/docs/api-reference/embeddings/object; some servers send base64 though floats are asked for. */
const answerSchema = z
  .object({
    data: z.array(
      z.object({index: z.number().nullish(), embedding: z.union([z.array(z.number()).min(1), z.string().min(1)])}).loose()
    ),
    usage: z.object({prompt_tokens: z.unknown(), total_tokens: z.unknown(), cost: z.unknown()}).partial().loose().nullish()
  })
  .loose();

/** The wire format of /v1/embeddings; each message of a request is one text. */
export const embeddings: Wire = {
  path: base => `${base}/embeddings`,
  headers: bearer,
  parameters: sampling => sampling,
  body: ({model, messages}, parameters) =>
    JSON.stringify({...parameters, model, input: messages.map(({content}) => content), encoding_format: "float"}),
  read(draft, json) {
    const parsed = answerSchema.safeParse(json);
    if (!parsed.success) return false;
    const {data, usage} = parsed.data;
    const vectors: Float32Array[] = [];
    for (const [i, {index, embedding}] of data.entries()) {
      const vector = typeof embedding === "string" ? decoded(embedding) : Float32Array.from(embedding);
      if (!vector?.every(Number.isFinite)) return false;
      vectors[index ?? i] = vector;
    }
    // An index that is named twice, or is none, leaves a gap or a longer list; vectors of one answer have one length.
    if (vectors.length !== data.length || !data.every((_, i) => vectors[i]?.length === vectors[0]!.length)) return false;
    draft.vectors = vectors;
    draft.promptTokens = amount(usage?.prompt_tokens) ?? amount(usage?.total_tokens);
    draft.billed = amount(usage?.cost);
    draft.finish = "stop";
    draft.done = true;
    return true;
  },
  event: () => false
};

/** Little-endian 32-bit floats in base64; null where their bytes are no whole number of them. */
export function decoded(base64: string): Float32Array | null {
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length === 0 || bytes.length % 4 !== 0) return null;
  return Float32Array.from({length: bytes.length / 4}, (_, i) => bytes.readFloatLE(4 * i));
}

/** The same the other way, the encoding that the official client asks for. */
export function encoded(vector: ArrayLike<number>): string {
  const bytes = Buffer.alloc(4 * vector.length);
  for (let i = 0; i < vector.length; i++) bytes.writeFloatLE(vector[i]!, 4 * i);
  return bytes.toString("base64");
}
