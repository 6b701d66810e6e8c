// The settings of a set of narratives that a language model tells: those of every set, and how the model is asked.
import {z} from "zod";
import {modelSchema, nameSchema} from "../../book/schemas.js";
import {narratorFile, refuseImpossible} from "../../generate/narratives/settings.js";
import {MOST_EXAMPLES} from "../../infer/narrating.js";

const temperature = (value: number) => z.number().min(0).max(5).nullable().default(value);
const tokens = (value: number) => z.int().min(1).max(1_000_000).nullable().default(value);

/** Keys beside those of the built-in narrator. */
const asking = {
  models: z
    .array(modelSchema)
    .default([])
    .describe(
      "models that are defined here, with the fields of a model file; `narrator` and `judge` name one of these or of the book"
    ),
  judge: nameSchema
    .optional()
    .describe("a model that is asked of each beat whether it tells its operation rightly; none if absent"),
  temperature: z
    .strictObject({
      world: temperature(0.9),
      anchors: temperature(0.75),
      introduction: temperature(0.75),
      beat: temperature(0.2),
      padding: temperature(0.75),
      question: temperature(0.2)
    })
    .prefault({})
    .describe("temperature of each part; null = not sent"),
  max_tokens: z
    .strictObject({
      world: tokens(4096),
      anchors: tokens(4096),
      introduction: tokens(2048),
      beat: tokens(2048),
      padding: tokens(2048),
      question: tokens(1024)
    })
    .prefault({})
    .describe(
      "limit of completion tokens of a request for each part, reasoning included; null = the model's own. A reply that reaches it is not accepted"
    ),
  min_characters: z.int().min(1).max(20).default(5).describe("fewest people of a story"),
  max_characters: z.int().min(1).max(20).default(9).describe("most people of a story"),
  anchors: z
    .enum(["model", "grammar"])
    .default("model")
    .describe("who invents the names of results: the model, or lists of the built-in narrator"),
  max_anchor_words: z.int().min(1).max(12).default(4).describe("most words of such a name"),
  question: z.enum(["grammar", "model"]).default("grammar").describe("who words the closing question"),
  beat_context: z.int().min(0).max(100_000).default(400).describe("characters of the text before that a beat is asked with"),
  padding_context: z.int().min(0).max(100_000).default(400).describe("characters of the text before that padding is asked with"),
  padding_tokens: z
    .int()
    .min(20)
    .max(100_000)
    .default(400)
    .describe("tokens of padding that are asked for at a time, by `tokenizer`"),
  max_padding_pieces: z
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .describe("most pieces of padding behind one beat; three times as many as its tokens take if absent"),
  prompt_examples: z
    .int()
    .min(0)
    .max(MOST_EXAMPLES)
    .default(1)
    .describe("scenes shown to the model as examples when it is asked for a beat"),
  retries: z
    .int()
    .min(0)
    .max(100)
    .default(5)
    .describe(
      "further attempts at a part that is not accepted; each is told what was wrong. Failed requests have the model's own `retries`"
    ),
  retry_delay: z
    .number()
    .min(0)
    .max(3600)
    .default(0.5)
    .describe("seconds before the first further attempt at a part; doubled with each, at most a minute"),
  log_folder: z.string().min(1).optional().describe("folder of a log of all prompts and replies; none if absent"),
  log_size: z
    .string()
    .regex(/^[1-9]\d{0,5}[KMG]$/u, "expected a size such as 500K, 5M or 1G")
    .default("5M")
    .describe("size at which the log's file is replaced by a new one"),
  log_files: z.int().min(1).max(1000).default(3).describe("older files of the log that are kept")
};

/** Keys that only a model needs, for the reference, which describes the fields of models elsewhere. */
export const askingFile = z.strictObject({
  ...asking,
  models: z
    .array(z.record(z.string(), z.unknown()))
    .default([])
    .describe(asking.models.description ?? "")
});

/** The file of a set of narratives that a model tells. */
export const modelNarratorFile = z
  .strictObject({
    ...narratorFile.shape,
    narrator: nameSchema.default("grammar").describe("who tells: a model of `models` or of the book"),
    ...asking
  })
  .superRefine((file, context) => {
    refuseImpossible(file, context);
    const {min_characters: fewest, max_characters: most} = file;
    if (fewest > most)
      context.addIssue({
        code: "custom",
        path: ["min_characters"],
        message: `min_characters ${fewest} is greater than max_characters ${most}`
      });
  });
export type ModelNarratorFile = z.infer<typeof modelNarratorFile>;
