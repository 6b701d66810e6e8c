// Schemas of item banks (data/banks/*.yaml). The field descriptions are printed into docs/reference.md.
import {z} from "zod";
import {ROW_FORMATS} from "../rows/format.js";
import {answerFormatSchema, localeSchema} from "./answerFormat.js";
import {nameSchema} from "./schemas.js";
import {scorerSchema} from "./scorers.js";

export const FORMATS = ROW_FORMATS;
export type Format = (typeof FORMATS)[number];

/** Layouts of published benchmarks; `layouts.ts` has one entry for each. */
export const LAYOUTS = [
  "plain",
  "mmlu",
  "mmlu-pro",
  "gsm8k",
  "math",
  "arc",
  "hellaswag",
  "winogrande",
  "truthfulqa-mc1",
  "truthfulqa-mc2",
  "truthfulqa-csv",
  "humaneval",
  "mbpp",
  "ifeval",
  "bbh",
  "gpqa",
  "drop",
  "pairs",
  "listops-tsv",
  "lra-listops",
  "verbose-listops",
  "babilong",
  "longreason",
  "squad",
  "longbench",
  "ruler"
] as const;
export type LayoutName = (typeof LAYOUTS)[number];

const files = z
  .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
  .describe("path or paths from the bank's file, below data/; * and ? stand for any letters of one name");
const field = z.string().min(1);

/** Names of the fields of a record, for files in no named layout. A dot leads into a map: `answer.text`. */
export const fieldsSchema = z.strictObject({
  question: field.describe("field of the question"),
  choices: z
    .union([field, z.array(field).min(2)])
    .optional()
    .describe("field with the list of options, or one field for each option"),
  answer: field.optional().describe("field of the right answer; absent where a scorer needs none"),
  answer_is: z
    .enum(["auto", "letter", "index", "number", "text"])
    .default("auto")
    .describe(
      "how a right option is written: letter = A the first, index = 0 the first, number = 1 the first, text = its text; auto = letter, index or text"
    ),
  id: field.optional().describe("field of the item's own id, checked for duplicates"),
  pair_id: field
    .optional()
    .describe("field of what an item shares with those that ask the same in another way, such as in another language"),
  domain: field.optional().describe("field of the domain"),
  category: field.optional().describe("field of the category"),
  reasoning: field.optional().describe("field of a worked solution, shown in examples that reason"),
  images: field.optional().describe("field of the images, data URLs, shown before the question"),
  tools: field.optional().describe("field of the tools that may be called, with their results"),
  turns: field.optional().describe("field of the user's further messages, of which the last one's answer is scored"),
  max_turns: field.optional().describe("field of the most requests of the dialogue; 8 if absent"),
  answer_format: field.optional().describe("field of the declared format of answers"),
  locale: field.optional().describe("field of the language in which answers write numbers"),
  accept: field.optional().describe("field of the other right answers, a list; of a list in `answer` all but the first count too")
});
export type Fields = z.infer<typeof fieldsSchema>;

const policyFields = {
  shots: z.int().min(0).max(64).optional().describe("worked examples before the question; 0 = zero-shot, the default"),
  think: z
    .boolean()
    .optional()
    .describe("true = the question asks for thought first, false = for the answer at once; absent = as the template says"),
  instruction: z
    .string()
    .optional()
    .describe("text after the question that says how to answer, instead of the workbook's own; empty = none")
};

export const policySchema = z
  .strictObject({
    ...policyFields,
    examples: z
      .union([
        z.strictObject({files: files.describe("the development split, in the bank's format and layout")}),
        z.strictObject({first: z.int().min(1).max(64).describe("the first items of each category; they are never asked")})
      ])
      .optional()
      .describe("where the examples come from: those of a question's own category, where there are enough of it"),
    by_category: z
      .record(z.string(), z.strictObject(policyFields))
      .default({})
      .describe("what is different for questions of single categories")
  })
  .refine(
    ({shots = 0, examples, by_category}) =>
      examples || Math.max(shots, ...Object.values(by_category).map(own => own.shots ?? 0)) === 0,
    {
      message: "shots need examples: name the development split (files) or set items apart (first)",
      path: ["shots"]
    }
  );
export type Policy = z.infer<typeof policySchema>;

const constantOr = (what: string) =>
  z
    .union([z.string().min(1).max(200), z.strictObject({field: field.describe("the field of a record that holds it")})])
    .describe(what);

export const bankSchema = z
  .strictObject({
    name: nameSchema.optional().describe("name in tables and suites, not that of a task; defaults to the file's name"),
    title: z.string().optional(),
    files,
    format: z
      .enum(FORMATS)
      .optional()
      .describe("of the files; by their first bytes and names if absent, where .gz or .zst may follow"),
    layout: z.enum(LAYOUTS).optional().describe("a named layout (docs/banks.md); `plain` if there are no `fields`"),
    fields: fieldsSchema.optional().describe("names of the fields, instead of a named layout"),
    imported_layout: z
      .enum(LAYOUTS)
      .optional()
      .describe("written by `items import`: the layout of the files that the items were read from"),
    faulty: z
      .enum(["refuse", "leave out"])
      .default("refuse")
      .describe("what happens to a record that cannot be read: the bank is refused, or the record is left out and counted"),
    domain: constantOr("domain of the items; the bank's name if absent and the layout gives none").optional(),
    category: constantOr("category of the items; the bank's name if absent and the layout gives none").optional(),
    prompt: policySchema.prefault({}).describe("how its questions are put"),
    scorer: scorerSchema.optional().describe("how answers are scored; as the layout says if absent"),
    guess: z
      .number()
      .min(0)
      .lt(1)
      .optional()
      .describe(
        "chance of a blind guess at a question without options, where few answers are possible: 0.1 for a digit; absent = 1 ÷ labels for the scorer label, 0.1 for the layouts listops-tsv and lra-listops, else 0"
      ),
    answer_format: answerFormatSchema.optional(),
    locale: localeSchema.optional(),
    classifier: z
      .literal(false)
      .optional()
      .describe("false = the small classifier never chooses an answer where no rule finds one"),
    judge: z
      .union([
        z.string().min(1),
        z.strictObject({
          file: z.string().min(1).describe("path of a model file below data/"),
          model: z.string().min(1).describe("id of one of its models")
        })
      ])
      .optional()
      .describe(
        "the model that grades answers to items with a rubric: path of a model file below data/, e.g. models/judge.yaml; needed where there are any"
      ),
    metric: z
      .string()
      .min(1)
      .default("accuracy")
      .describe(
        "what the bank is read by: accuracy, or a measure of its scorer such as f1; table `categories` has it as `value`"
      ),
    version: z.int().min(1).default(1).describe("increase it whenever the items change: two versions are never mixed"),
    licence: z.string().optional().describe("licence of the items"),
    source: z.string().optional().describe("where they come from: a link, a paper, a person"),
    notes: z.string().optional()
  })
  .refine(({layout, fields}) => !layout || !fields, {
    message: "layout and fields exclude each other; leave one out",
    path: ["fields"]
  });
export type BankFile = z.infer<typeof bankSchema>;
