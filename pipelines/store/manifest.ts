// manifest.json: where a store's tables come from. The only place for clock times.
import {readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {z} from "zod";
import {replaceFile} from "./files.js";

export const manifestSchema = z.object({
  version: z.string().describe("version of reasonbook"),
  git_commit: z.string().nullable().describe("commit of the working tree, null outside a repository"),
  book_hash: z
    .string()
    .describe("SHA-256 of everything that the tables depend on: the book, versions of generators and simulated models, columns"),
  suite: z.string(),
  seed: z.number().nullable().describe("global seed of the tests; null if they have several, or none"),
  models: z.array(z.string()),
  evaluations: z
    .array(
      z.object({
        eval_id: z.string(),
        model: z.string(),
        template: z.string(),
        sampler: z.string(),
        max_tokens: z.number().nullable().describe("limit of completion tokens; null = the model's own, which nobody told us"),
        price: z.object({input: z.number(), output: z.number()}).describe("US dollars per million tokens, list price")
      })
    )
    .default([])
    .describe("what was compared, with what a replay needs to know; empty in stores of older versions"),
  slices: z
    .array(
      z.object({
        task: z.string(),
        kind: z.enum(["surface", "projection"]),
        name: z.string(),
        x: z.string(),
        y: z.string().optional()
      })
    )
    .optional()
    .describe("the suite's named surfaces and projections with their axes; absent in manifests of older versions"),
  points: z.number(),
  samples: z.number(),
  requests: z.number().describe("answers that were asked for in the last run"),
  cached: z.number().describe("answers that the cache held"),
  failed: z.number().describe("requests without an answer"),
  tokens: z
    .object({prompt: z.number().nullable(), completion: z.number().nullable()})
    .describe("tokens of all samples; null where those of a sample are not known"),
  cost: z.number().describe("US dollars at list price, all samples"),
  started: z.string(),
  finished: z.string(),
  status: z.enum(["complete", "failed", "budget", "interrupted", "limited"]),
  simulated: z.boolean().describe("at least one model is a simulated reference model"),
  tables: z.record(z.string(), z.object({rows: z.number(), bytes: z.number()}))
});
export type Manifest = z.infer<typeof manifestSchema>;

const at = (folder: string) => join(folder, "manifest.json");

/** The manifest of a store; null where there is none or it cannot be read. */
export async function readManifest(folder: string): Promise<Manifest | null> {
  try {
    return manifestSchema.parse(JSON.parse(await readFile(at(folder), "utf8")));
  } catch {
    return null;
  }
}

export const writeManifest = (folder: string, manifest: Manifest): Promise<void> =>
  replaceFile(at(folder), temporary => writeFile(temporary, `${JSON.stringify(manifest, null, 2)}\n`));
