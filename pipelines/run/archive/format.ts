// The format of an archive of responses: a tar file whose first entry, archive.json, lists every other one with its size and digest.
import {z} from "zod";

/** The entry that lists all others. */
export const LISTING = "archive.json";
/** Folder of the store's files within an archive. */
export const STORE_FOLDER = "store";

/** Entry with what judges replied, a line each, where a bank's answers are graded by a model. */
export const REPLIES = "store/judgements.jsonl";

/** Names of entries: paths below store/ and data/ that lead nowhere else. */
const entryName = z.string().regex(/^(?:store|data)(?:\/(?!\.\.?(?:\/|$))[^/\\\0]+)+$/u, "no path below store/ or data/");

export const listingSchema = z.strictObject({
  format: z.literal(1).describe("version of this format"),
  version: z.string().describe("version of reasonbook that packed it"),
  git_commit: z.string().nullable().describe("its commit; null outside a repository"),
  generators: z.record(z.string(), z.int()).describe("versions of the generators that made the tests, by task"),
  simulated: z.boolean().describe("holds responses of built-in reference models, which are simulations"),
  book: z.string().nullable().describe("the book's file among the entries; null where only the store was packed"),
  files: z
    .array(
      z.strictObject({
        name: entryName,
        bytes: z.int().min(0),
        sha256: z.string().regex(/^[0-9a-f]{64}$/u)
      })
    )
    .describe("all other entries, in their order")
});
export type Listing = z.infer<typeof listingSchema>;

/** What an archive holds of a store: all that scoring reads and writes, and what people added. */
export const STORE_FILES = [
  "manifest.json",
  "samples.parquet",
  "responses.parquet",
  "items.parquet",
  "points.parquet",
  "scores.parquet",
  "measures.parquet",
  "reference_models.parquet",
  "timings.parquet",
  "corrections.parquet",
  "corrections.jsonl",
  "labels.jsonl",
  "tags.json",
  "upserts.parquet"
] as const;

/** Files of a store without which nothing can be scored again. */
export const NEEDED_FILES = ["manifest.json", "samples.parquet", "responses.parquet", "items.parquet", "points.parquet"] as const;
