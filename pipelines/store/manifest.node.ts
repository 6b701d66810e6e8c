// manifest.json, which records the origin of a store's tables. It is the only file with clock times.
import {existsSync} from "node:fs";
import {readFile, rm, stat, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {z} from "zod";
import {answerFormatSchema} from "../book/answerFormat.js";
import {PROTOCOLS} from "../book/schemas.js";
import {digestOf, replaceFile, type Written} from "./files.node.js";

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
          .object({input: z.number(), output: z.number(), cached_input: z.number().optional(), list_date: z.string().optional()})
          .describe("US dollars per million tokens, list price; with its date if it is not the user's"),
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
        counted: z
          .string()
          .optional()
          .describe("vocabulary by which we counted its completion tokens, since the raw answers have no counts; else absent"),
        stated: z
          .object({
            parameters: z.string().optional().describe("such as 70B or 8x7B"),
            date: z.string().optional().describe("of the version, YYYY-MM-DD")
          })
          .optional()
          .describe("facts that the name of a published store's model states; what it does not state is unknown"),
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
      verdict: z.enum(VERDICTS).describe("whose verdict the samples' status is"),
      truncated: z.literal("scored").optional().describe("that cut answers count as they were scored (`--truncated scored`)")
    })
    .optional()
    .describe("that its results were imported from another program's files (docs/import.md); absent in others"),
  published: z
    .array(
      z.object({
        suite: z.string().describe("id of the benchmark's suite"),
        source: z.string().describe("project that published the answers"),
        address: z.string(),
        licence: z.string().describe("SPDX expression, or words"),
        state: z.string().describe("date or commit of the files"),
        notes: z.array(z.string()).describe("how its answers were taken"),
        models: z.number(),
        answers: z.number().describe("answers that were scored"),
        unscored: z
          .number()
          .describe("answers without a verdict: with a share as score, or of a form that our rules do not read"),
        revised: z.number().describe("items with another question or expected answer than an item of the same id"),
        raw: z
          .array(z.object({model: z.string().optional(), base_task: z.string().optional(), address: z.string()}))
          .describe("address of the file with the raw answers, of which samples.line is the record; absent fields are any"),
        files: z.record(z.string(), z.string()).describe("SHA-256 of each raw file, by its path in the folder of all data")
      })
    )
    .optional()
    .describe("benchmarks whose raw answers of real models were scored, without their texts; absent in others"),
  figures: z
    .array(
      z.object({
        set: z.string(),
        source: z.string().describe("project that published them"),
        address: z.string(),
        licence: z.string().describe("SPDX expression, or words"),
        tables: z.array(z.string()).describe("tables that were made of them"),
        files: z.record(z.string(), z.string()).describe("SHA-256 of each raw file, by its path in the folder of all data")
      })
    )
    .optional()
    .describe("others' figures and people's votes of which tables were made; absent in others"),
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
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await replaceFile(at(folder), temporary => writeFile(temporary, `${JSON.stringify(manifest, null, 2)}\n`));
  await rm(join(folder, REPLACING), {force: true});
}

/** File with the digests of tables that are renamed into place while the manifest does not describe them yet. */
const REPLACING = ".replacing.json";
const replacingSchema = z.record(z.string(), z.array(z.string()));

async function readReplacing(folder: string): Promise<z.infer<typeof replacingSchema>> {
  try {
    return replacingSchema.parse(JSON.parse(await readFile(join(folder, REPLACING), "utf8")));
  } catch {
    return {};
  }
}

/**
 * Records tables before they replace others. After a kill between the tables and the manifest, their digests distinguish whole tables from
 * damaged ones. Several kills leave tables of several runs, so earlier records stay until a manifest is written.
 */
export async function recordReplacing(folder: string, written: Readonly<Record<string, Written>>): Promise<void> {
  const digests = await readReplacing(folder);
  for (const [name, {sha256}] of Object.entries(written)) digests[name] = [...new Set([...(digests[name] ?? []), sha256])];
  await replaceFile(join(folder, REPLACING), temporary => writeFile(temporary, JSON.stringify(digests)));
}

/**
 * How the tables of a store and its manifest fit together. `fault`: a sentence on a store whose contents cannot be trusted, without a manifest
 * that can be read next to its tables, or with a table that is neither the manifest's nor of a killed run; else null. `isAhead`: the tables
 * are those of a run that was killed before it wrote the manifest.
 */
export async function storeState(folder: string): Promise<{fault: string | null; isAhead: boolean}> {
  const {manifest, fault} = await reading(folder);
  const bad = (fault: string) => ({fault, isAhead: false});
  if (fault !== null) return bad(fault);
  const exists = (table: string) => existsSync(join(folder, `${table}.parquet`));
  if (!manifest && (exists("samples") || (exists("points") && !exists("upserts")))) return bad(`${at(folder)} is missing`);
  if (manifest && manifest.samples > 0 && !manifest.tables.samples) return bad(`${at(folder)} does not describe samples.parquet`);
  const replacing = await readReplacing(folder);
  let isAhead = false;
  for (const [name, {bytes, sha256}] of Object.entries(manifest?.tables ?? {})) {
    const file = join(folder, `${name}.parquet`);
    const stats = await stat(file).catch(() => null);
    if (!stats) return bad(`${file} is missing`);
    const digest = sha256 === undefined ? null : await digestOf(file);
    if (digest === null ? stats.size === bytes : digest === sha256) continue;
    if (digest === null || !replacing[name]?.includes(digest)) return bad(`${file} is damaged, or of another run`);
    isAhead = true;
  }
  return {fault: null, isAhead};
}

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

/** The command that writes a store's tables again, by their origin in the manifest. */
export function mendingCommand(folder: string, manifest: Manifest | null): string {
  const out = folder === join("data", "store") ? "" : ` --out ${folder}`;
  const ran = manifest?.evaluations.some(({made_from}) => made_from !== undefined);
  if (manifest?.published) return "npm run published -- make writes the tables again";
  if (manifest?.datasets) return `delete ${folder}, and npm run build joins its stores again`;
  if (manifest?.imported) return `npm run import -- FILES${out} writes the tables again`;
  if (manifest && !ran && manifest.evaluations.length > 0)
    return `npm run score --${out} with the same input writes the tables again`;
  return `npm run run${out && ` --${out}`} writes the tables again, with the answers of the cache`;
}

/**
 * What is wrong with a store whose tables are not the files that its manifest describes, and the way out; null where nothing is wrong.
 * Sizes are compared, and digests on request. Such a store results when a process is killed while it replaces tables, or from a damaged
 * disk.
 * @param names tables to check; by default all tables of the manifest
 */
export async function changedTable(
  folder: string,
  manifest: Manifest,
  {names = Object.keys(manifest.tables), digests = false}: {names?: readonly string[]; digests?: boolean} = {}
): Promise<string | null> {
  for (const name of names) {
    const recorded = manifest.tables[name];
    if (!recorded) continue;
    const file = join(folder, `${name}.parquet`);
    const size = await stat(file).then(
      ({size}) => size,
      () => null
    );
    if (size === null) return `${file} is missing, which its manifest describes; ${mendingCommand(folder, manifest)}`;
    if (size !== recorded.bytes)
      return `${file} has ${size} bytes, its manifest says ${recorded.bytes}: it was not written completely with the others; ${mendingCommand(folder, manifest)}`;
    if (digests && recorded.sha256 !== undefined && (await digestOf(file)) !== recorded.sha256)
      return `${file} is not the file that its manifest describes: it is damaged, or was not written together with the others; ${mendingCommand(folder, manifest)}`;
  }
  return null;
}
