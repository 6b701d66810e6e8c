// manifest.json, which records the origin of a store's tables. It is the only file with clock times.
import {readFile, stat, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {z} from "zod";
import {answerFormatSchema} from "../book/answerFormat.js";
import {PROTOCOLS} from "../book/schemas.js";
import {digestOf, replaceFile} from "./files.node.js";

const STATUSES = ["complete", "failed", "budget", "interrupted", "limited"] as const;
const status = z.enum(STATUSES);
export type Status = z.infer<typeof status>;
/** Whose verdict on imported answers counts, where both have one: the other program's, or that of our rules. */
export const VERDICTS = ["theirs", "ours"] as const;
export type Verdict = (typeof VERDICTS)[number];

export const manifestSchema = z.object({
  version: z.string().describe("version of reasonbook"),
  git_commit: z.string().nullable().describe("commit of the working tree, null outside a repository"),
  book_hash: z
    .string()
    .describe("SHA-256 of everything that the tables depend on: of a run's store, over what its evaluations were made from"),
  suite: z.string().describe("the suite's id; of several, all"),
  seed: z.number().nullable().describe("global seed of the tests; null if they have several, or none"),
  models: z.array(z.string()),
  evaluations: z
    .array(
      z.object({
        eval_id: z.string(),
        model: z.string(),
        template: z.string(),
        sampler: z.string(),
        max_tokens: z.number().nullable().describe("limit of completion tokens; null = the model's own, which is not known"),
        adapted: z
          .record(z.string(), z.string().nullable())
          .optional()
          .describe(
            "parameters that the endpoint refused by name, of any answer: the name that each was sent under instead, null = left out; absent if all were sent as asked"
          ),
        served: z
          .array(z.string())
          .optional()
          .describe(
            "names other than the one that was asked for, and fingerprints, under which the endpoint said that it answered; absent if none"
          ),
        unscored: z
          .number()
          .optional()
          .describe(
            "first answers of its last run that are neither right nor wrong: not answered, or not scored; absent if none"
          ),
        unasked: z
          .number()
          .optional()
          .describe("tests of its last run that were not asked, since their prompts do not fit into the context; absent if none"),
        price: z
          .object({input: z.number(), output: z.number(), cached_input: z.number().optional()})
          .describe("US dollars per million tokens, list price"),
        unpriced: z.boolean().optional().describe("true where its price is not known, so that costs count as 0; else absent"),
        made_from: z
          .string()
          .optional()
          .describe(
            "SHA-256 of everything that its rows depend on: its part of the book, versions of generators and simulated models, columns; absent where no run made them"
          ),
        reader: z
          .int()
          .optional()
          .describe("version of the answer reader that scored it, the oldest where its points have several; absent = 1"),
        answer_format: answerFormatSchema.optional().describe("format of answers that its template declares; absent if none"),
        simulated: z.boolean().optional().describe("of a built-in reference model; absent in manifests of older versions"),
        status: status.optional().describe("how its last run ended; limited also where points of several runs stand together"),
        suites: z.array(z.string()).optional().describe("keys of `suites`: what it was to be asked"),
        corrected: z.number().optional().describe("samples whose status a person has corrected; absent if none")
      })
    )
    .default([])
    .describe("what was compared, with what a replay needs to know; empty in stores of older versions"),
  suites: z
    .record(z.string(), z.object({id: z.string(), tiers: z.record(z.string(), z.array(z.string()))}))
    .optional()
    .describe("what evaluations were to be asked: the tasks of each tier, under the first 12 digits of their SHA-256"),
  metrics: z
    .record(z.string(), z.string())
    .optional()
    .describe("what item banks are read by where that is not accuracy: a measure's name, by the bank's"),
  judges: z
    .array(
      z.object({
        bank: z.string(),
        id: z.string().describe("the judging model"),
        base: z.string().describe("its endpoint, as in cache keys"),
        protocol: z.enum(PROTOCOLS),
        name: z.string().describe("the name that the endpoint was asked for"),
        sampling: z.record(z.string(), z.json()),
        simulated: z.boolean().describe("a built-in reference model"),
        own: z.array(z.string()).describe("eval_id of each evaluation whose model is the judge itself")
      })
    )
    .optional()
    .describe("who graded the answers to banks with rubrics; absent where nobody did"),
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
  datasets: z
    .array(
      z.object({
        name: z.string().describe("as it is in a page's address"),
        title: z.string(),
        store: z.string().describe("the folder that its tables come from"),
        evaluations: z.array(z.string()).describe("eval_id of each")
      })
    )
    .optional()
    .describe("what a store holds that was joined from others, to show them side by side; absent in others"),
  imported: z
    .object({
      formats: z.array(z.string()).describe("of the files, as npm run import names them"),
      files: z.number().describe("logs or result files that were read"),
      verdict: z.enum(VERDICTS).describe("whose verdict the samples' status is")
    })
    .optional()
    .describe("that its results were imported from another program's files (docs/import.md); absent in others"),
  corrections: z
    .object({log: z.string().nullable().describe("SHA-256 of corrections.jsonl as it was applied; null where it is gone")})
    .optional()
    .describe("that samples and points hold people's corrections (docs/corrections.md); absent where nobody corrected anything"),
  points: z.number().describe("points of the store that were asked or given; upserted ones are not counted"),
  samples: z.number().describe("samples of these points"),
  requests: z.number().describe("answers that were asked for in the last run"),
  cached: z.number().describe("answers that the cache held in the last run"),
  failed: z.number().describe("requests of the last run without an answer"),
  tokens: z
    .object({prompt: z.number().nullable(), completion: z.number().nullable()})
    .describe("tokens of all samples; null where those of a sample are not known"),
  cost: z.number().describe("US dollars at list price, all samples"),
  started: z.string().describe("start of the last run"),
  finished: z.string().describe("end of the last run"),
  status: status.describe("complete if every evaluation is"),
  simulated: z.boolean().describe("at least one model is a simulated reference model"),
  tables: z.record(
    z.string(),
    z.object({
      rows: z.number(),
      bytes: z.number(),
      sha256: z.string().optional().describe("of the file; absent in manifests of older versions")
    })
  )
});
export type Manifest = z.infer<typeof manifestSchema>;

const at = (folder: string) => join(folder, "manifest.json");

/** The manifest of a store; null where there is none or it cannot be read. */
export const readManifest = async (folder: string): Promise<Manifest | null> => (await reading(folder)).manifest;

/** Why an existing manifest cannot be read, in one line; null where it can be read or there is none. */
export const manifestFault = async (folder: string): Promise<string | null> => (await reading(folder)).fault;

async function reading(folder: string): Promise<{manifest: Manifest | null; fault: string | null}> {
  const bad = (what: string) => ({manifest: null, fault: `${at(folder)} ${what}`});
  let text: string;
  try {
    text = await readFile(at(folder), "utf8");
  } catch (error) {
    const {code, message} = error as NodeJS.ErrnoException;
    return code === "ENOENT" ? {manifest: null, fault: null} : bad(`cannot be read: ${message}`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return bad("is not JSON");
  }
  const {data, error} = manifestSchema.safeParse(value);
  if (data) return {manifest: data, fault: null};
  const {path, message} = error!.issues[0]!;
  return bad(`is not one of this version: ${path.join(".")}: ${message}`);
}

/** Writes a store's manifest atomically. */
export const writeManifest = (folder: string, manifest: Manifest): Promise<void> =>
  replaceFile(at(folder), temporary => writeFile(temporary, `${JSON.stringify(manifest, null, 2)}\n`));

/** The worst of several statuses of runs. */
export const worstOf = (statuses: readonly (Status | undefined)[]): Status =>
  (["interrupted", "budget", "failed", "limited"] as const).find(candidate => statuses.includes(candidate)) ?? "complete";

/**
 * Digests of tables' contents, for what is made from them: "samples 3f2a…", or "scores absent". A digest is the one that the manifest
 * records where the file has the recorded size (`publish` refuses damaged files of that size), else that of the file itself; no file time
 * enters, so that a copied store counts as the same.
 */
export async function contentOf(folder: string, names: readonly string[]): Promise<string[]> {
  const manifest = names.length > 0 ? await readManifest(folder) : null;
  return Promise.all(
    names.map(async name => {
      const file = join(folder, `${name}.parquet`);
      const found = await stat(file).catch(() => null);
      if (!found) return `${name} absent`;
      const recorded = manifest?.tables[name];
      return `${name} ${(recorded?.bytes === found.size && recorded.sha256) || (await digestOf(file))}`;
    })
  );
}

const ANEW = "npm run run writes the tables anew, with the answers of the cache";

/**
 * What is wrong with a store whose tables are not the files that its manifest describes, and the way out; null where nothing is wrong.
 * Sizes are compared, and digests on request. Such a store results when a process is killed while it replaces tables, or from a damaged
 * disk.
 * @param names tables to check; by default all tables of the manifest
 */
export async function changedTable(
  folder: string,
  {tables}: Pick<Manifest, "tables">,
  {names = Object.keys(tables), digests = false}: {names?: readonly string[]; digests?: boolean} = {}
): Promise<string | null> {
  for (const name of names) {
    const recorded = tables[name];
    if (!recorded) continue;
    const file = join(folder, `${name}.parquet`);
    const size = await stat(file).then(
      ({size}) => size,
      () => null
    );
    if (size === null) return `${file} is missing, which its manifest describes; ${ANEW}`;
    if (size !== recorded.bytes)
      return `${file} has ${size} bytes, its manifest says ${recorded.bytes}: it was not written completely with the others; ${ANEW}`;
    if (digests && recorded.sha256 !== undefined && (await digestOf(file)) !== recorded.sha256)
      return `${file} is not the file that its manifest describes: it is damaged, or was not written together with the others; ${ANEW}`;
  }
  return null;
}
