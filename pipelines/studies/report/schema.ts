// The format of report.json, which is published as JSON Schema (docs/report.schema.json).
import {z} from "zod";
import {SCOPES} from "./tables.js";

/** Raised whenever a field is renamed or dropped, or means something else; added fields do not raise it. */
export const SCHEMA_VERSION = 2;

const maybe = (text: string) => z.number().nullable().describe(text);
const bounds = {low: maybe("lower end of the 95 % interval; null without one"), high: maybe("upper end")};
const named = {
  eval_id: z.string().describe("identity of the evaluation"),
  model: z.string(),
  template: z.string(),
  sampler: z.string(),
  simulated: z.boolean().describe("of a built-in reference model, which is a simulation, not a language model")
};

const scoreSchema = z.strictObject({
  scope: z.enum(SCOPES).describe("what the score is of"),
  domain: z.string().describe("the domain; empty of the whole"),
  category: z.string().describe("the category; empty but for one"),
  score: maybe("0 guessing, 100 knowing, below 0 worse than guessing; null without a value"),
  ...bounds,
  n: z.int().describe("answers behind it; in full, votes too"),
  categories: z.int().describe("categories in it"),
  empty: z.int().describe("of these, categories that nothing fills; left out"),
  scored: z.int().describe("of these, categories behind the score"),
  testable: z.int().default(0).describe("items that it was asked in it and that could be looked for"),
  contaminated: z.int().default(0).describe("of these, items that are in a corpus"),
  why: z.string().describe("why there is no score or no interval; empty where both are there")
});

const rankSchema = z.strictObject({
  rank: z.int().describe("1 = best"),
  low: z.int().describe("best rank in the simultaneous 95 % interval"),
  high: z.int().describe("worst rank in it"),
  among: z.int().describe("evaluations with the same scored categories, itself among them")
});

const evaluationSchema = z.strictObject({
  ...named,
  rank: rankSchema.nullable().describe("by the overall score; null without an interval"),
  scores: z.array(scoreSchema).describe("the whole in three ways, then each domain with its categories"),
  all_items: z
    .strictObject({
      score: maybe("the overall score over all items, with those that the others leave out"),
      ...bounds,
      n: z.int().describe("answers that it is of"),
      difference: z.strictObject({score: maybe("overall score without them minus that over all items, paired"), ...bounds}),
      items: z.int().describe("items that it was asked"),
      left_out: z.int().describe("of these, items that an audit found word for word in a corpus: scores leave them out")
    })
    .nullable()
    .describe("null where the book names no corpus to look through"),
  contamination: z.strictObject({
    testable: z.int().describe("items that it was asked and that could be looked for"),
    contaminated: z.int().describe("of these, items that are in a corpus"),
    memoriser: z.boolean().nullable().describe("whether it gains by contamination; null where that was not tested")
  }),
  calibration: z
    .strictObject({
      ece: maybe("expected calibration error corrected for sampling bias"),
      ...bounds,
      n: z.int().describe("answers with a confidence"),
      source: z.string().describe("stated, choice or tokens")
    })
    .nullable()
    .describe("null where no answer has a confidence"),
  corrected: z
    .int()
    .default(0)
    .describe("samples of the store whose status a person has corrected, against what their scorer says"),
  cost: z.strictObject({
    dollars: z.number().describe("US dollars at list price"),
    answers: z.int().describe("answers to the suite's items"),
    truncated: z.int().describe("of these, truncated ones"),
    prompt_tokens: maybe("null where those of an answer are not known"),
    completion_tokens: maybe("likewise")
  })
});

const changeSchema = z.strictObject({
  ...named,
  suite_id: z.string(),
  kind: z.enum(["new", "gone", "both"]).describe("which of the reports has the evaluation"),
  before: z.strictObject({score: maybe("overall score then"), ...bounds, n: z.int()}),
  after: z.strictObject({score: maybe("overall score now"), ...bounds, n: z.int()}),
  change: z.strictObject({score: maybe("after − before"), ...bounds})
});

export const reportSchema = z.strictObject({
  schema_version: z.literal(SCHEMA_VERSION),
  date: z.string().describe("day on which the store's last run ended, YYYY-MM-DD, UTC"),
  digest: z.string().describe("SHA-256 of the tables that the report is made from, by their own digests"),
  reasonbook: z.string().describe("version of reasonbook that wrote the store"),
  git_commit: z.string().nullable().describe("commit of its working tree"),
  book_hash: z.string().describe("SHA-256 of everything that the store's tables depend on"),
  status: z.string().describe("complete if every evaluation is"),
  seed: z.number().nullable().describe("global seed of the tests"),
  simulated: z.enum(["all", "some", "none"]).describe("how many of the evaluations are of simulated models"),
  human_weight: z.number().describe("weight of the human part in the full score"),
  draws: z.int().describe("draws of the bootstrap behind the intervals of the whole"),
  tables: z
    .record(z.string(), z.strictObject({rows: z.int(), sha256: z.string().nullable()}))
    .describe("the store's tables, as its manifest has them"),
  suites: z.array(
    z.strictObject({
      suite_id: z.string(),
      domains: z.array(z.strictObject({domain: z.string(), categories: z.int(), empty: z.int()})),
      evaluations: z.array(evaluationSchema).describe("by rank, then by name")
    })
  ),
  changes: z
    .strictObject({since: z.string().describe("date of the report before"), evaluations: z.array(changeSchema)})
    .nullable()
    .describe("what changed since the report before; null where there was none")
});
export type ReportDocument = z.infer<typeof reportSchema>;
export type ReportedEvaluation = z.infer<typeof evaluationSchema>;

/** The JSON Schema of report.json. */
export const reportJsonSchema = (): object => z.toJSONSchema(reportSchema);
