// Schemas of the request bodies that the built-in server reads, and its rule for counting tokens.
import {z} from "zod";

/** Characters (UTF-16 units) per token, rounded up to whole tokens; the same rule for usage and for limits. */
export const TOKEN_CHARACTERS = 4;
/** Number of tokens of a text. */
export const tokensOf = (text: string): number => Math.ceil(text.length / TOKEN_CHARACTERS);

const limit = z.int().min(1).nullish();
const sampling = {
  model: z.string().min(1),
  max_tokens: limit,
  n: z.literal(1, "only n = 1 is served").nullish(),
  seed: z.int().nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({include_usage: z.boolean().nullish()}).nullish()
};
const content = z.union([
  z.string(),
  z.array(
    z.union([
      z.looseObject({type: z.literal("text"), text: z.string()}),
      z.looseObject({type: z.literal("image_url"), image_url: z.looseObject({url: z.string()})})
    ])
  )
]);
const tools = z.array(
  z.looseObject({
    type: z.literal("function"),
    function: z.looseObject({
      name: z.string().min(1),
      description: z.string().default(""),
      parameters: z.record(z.string(), z.unknown()).default({})
    })
  })
);

export const chatSchema = z.looseObject({
  ...sampling,
  messages: z.array(z.looseObject({role: z.string(), content: content.nullish()})).min(1, "messages is empty"),
  max_completion_tokens: limit,
  tools: tools.nullish(),
  logprobs: z.boolean().nullish()
});
export const completionSchema = z.looseObject({
  ...sampling,
  prompt: z.union([z.string(), z.tuple([z.string()])]),
  echo: z.boolean().nullish(),
  logprobs: z.int().min(0).max(5).nullish()
});
const embedded = z.string().min(1, "an empty text has no embedding");
export const embeddingSchema = z.looseObject({
  model: z.string().min(1),
  input: z.union([embedded, z.array(embedded).min(1, "input is empty").max(2048)]),
  encoding_format: z.enum(["float", "base64"]).nullish()
});

export type Chat = z.infer<typeof chatSchema>;
export type Sampling = Pick<Chat, "model" | "stream" | "stream_options">;

/** The text of a message, whether it is one string or a list of parts. */
export function textOf(given: Chat["messages"][number]["content"]): string {
  return typeof given === "string" ? given : (given ?? []).map(part => (part.type === "text" ? part.text : "")).join("");
}

/** The URLs of a message's images. */
export const imagesOf = (given: Chat["messages"][number]["content"]): string[] =>
  typeof given === "string"
    ? []
    : (given ?? []).flatMap(part => (part.type === "image_url" ? [(part.image_url as {url: string}).url] : []));

/** Characters per event of a stream. */
const CHUNK_CHARACTERS = 256;

/** A text in the pieces of a stream. */
export function chunks(text: string): string[] {
  const parts: string[] = [];
  for (let i = 0; i < text.length; i += CHUNK_CHARACTERS) parts.push(text.slice(i, i + CHUNK_CHARACTERS));
  return parts;
}
