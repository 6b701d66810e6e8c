// File formats of responses that were collected elsewhere: one response per row, or one test with its answers per line.
import {z} from "zod";
import {answerFormatSchema, localeSchema} from "../book/answerFormat.js";
import {nameSchema} from "../book/schemas.js";
import type {RecordKind} from "../rows/columns.js";

/** Whole numbers that tables hold as 32-bit integers. */
const whole = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);
const amount = z.number().min(0);
const names = z.array(nameSchema).optional();
const spoken = z.union([z.string(), z.number(), z.boolean()]).transform(String);

const testFields = {
  base_task: nameSchema.describe("the task's name; one of ours where our generator is to supply the answer"),
  params: z
    .union([z.record(z.string(), z.json()), z.string()])
    .default({})
    .describe("the task's parameters, or their JSON text"),
  generator_version: whole.optional().describe("version of the generator; absent: ours where it supplies the answer, else 0"),
  seed: z.int().min(0).optional().describe("global seed of a generated test"),
  index: whole
    .optional()
    .describe("position of the test in its point's stream; absent: questions are numbered as they first appear"),
  question: z.string().optional().describe("the question without what a template puts around it; defaults to prompt"),
  prompt: z.string().optional().describe("the question as it was asked; compared with ours where our generator made it"),
  expected: spoken.optional().describe("the right answer; may be absent where our generator knows it: task, params, seed, index"),
  choices: z
    .array(z.string())
    .optional()
    .describe(
      "options of a multiple-choice question; where the right answer is one of them in words, the answer is read as one of them"
    ),
  answer_format: answerFormatSchema.optional(),
  locale: localeSchema.optional(),
  accept: z.array(spoken).optional().describe("other right answers in addition to `expected`"),
  scorer: z
    .union([z.string(), z.record(z.string(), z.json())])
    .optional()
    .describe(
      "how answers are scored: a scorer's name, or an object of `kind` and settings as in a bank, or its JSON text; absent: as the test's generator says, else by the form of `expected`"
    ),
  guess_chance: z
    .number()
    .min(0)
    .lt(1)
    .optional()
    .describe("probability of being right by guessing; defaults to 1 ÷ choices, or 0"),
  tiers: names,
  surfaces: names,
  projections: names
};
const responseFields = {
  eval_id: z.string().min(1).optional().describe("identity of the evaluation; defaults to a hash of model, template and sampler"),
  model: nameSchema.describe("the model's name"),
  template: nameSchema.default("given").describe("how it was asked"),
  sampler: nameSchema.default("given").describe("how it was decoded"),
  trial: whole.optional().describe("0-based repetition of the same question; in an interview counted by itself"),
  text: z.string().describe("the response"),
  reasoning: z.string().nullable().default(null).describe("reasoning that came apart from it"),
  finish_reason: z
    .string()
    .min(1)
    .default("unknown")
    .describe("length or max_tokens = stopped by the token limit; any other word, or none = ended by itself"),
  prompt_tokens: whole.nullable().default(null).describe("tokens of the prompt; absent: not known"),
  completion_tokens: whole
    .nullable()
    .default(null)
    .describe("tokens of the response, reasoning included; absent: not known, and nothing that rests on tokens is shown"),
  max_tokens: whole.min(1).optional().describe("the limit that it ran under, for --context"),
  price: z.object({input: amount, output: amount}).optional().describe("US dollars per million tokens"),
  cost: amount.optional().describe("US dollars; defaults to what price makes of the tokens, or 0"),
  latency_ms: amount.optional(),
  groups: names,
  simulated: z.boolean().default(false)
};

/** One row of a dataset: one response to one test. */
export const transcriptSchema = z.object({...testFields, ...responseFields});
export type Transcript = z.infer<typeof transcriptSchema>;

/**
 * One line of an interview: one test with its answers. Fields that all answers share may stand beside `answers`; an answer's own fields
 * take precedence.
 */
export const interviewSchema = z.looseObject({
  ...testFields,
  answers: z.array(z.record(z.string(), z.json())).min(1).describe("responses: fields of a dataset's row")
});

/** Names of all fields that a row may have. */
export const TRANSCRIPT_FIELDS: readonly string[] = [...Object.keys(testFields), ...Object.keys(responseFields)];

/** Rows of a dataset as a kind of record. */
export const TRANSCRIPT: RecordKind = {
  fields: {...Object.fromEntries(TRANSCRIPT_FIELDS.map(name => [name, []])), answers: []},
  required: ["model", "base_task", "text"]
};
/** Lines of an interview as a kind of record. */
export const INTERVIEW: RecordKind = {...TRANSCRIPT, required: ["base_task", "answers"]};
