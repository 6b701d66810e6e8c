// Corrections of samples by people: made one by one or from a file, and reverted, under the store's lock.
import {join} from "node:path";
import {z} from "zod";
import {plural} from "../../book/plural.js";
import type {RecordKind} from "../../rows/columns.js";
import {UserError} from "../../rows/error.js";
import {literal} from "../../rows/literal.js";
import {openRows} from "../../rows/openRows.node.js";
import {checkedRow} from "../lines.node.js";
import {lockStore} from "../lock.node.js";
import {readManifest} from "../manifest.node.js";
import {readRows} from "../sql.node.js";
import {type Applied, applyCorrections, type FoundSample, samplesNamed} from "./apply.node.js";
import {
  appendToLog,
  type Correction,
  identified,
  type LogLine,
  readLog,
  responseDigest,
  SAMPLE,
  type SampleKey,
  STATUS_WORDS,
  type StatusWord,
  sampleId,
  standingOf,
  wordOf
} from "./log.node.js";

/** Most faulty lines of a file that are named. */
const MOST_REPORTED = 5;

/** A correction as somebody asks for it. */
interface Wish {
  /** EVALUATION/ITEM or EVALUATION/ITEM/TRIAL. */
  key: string;
  status: StatusWord;
  reason: string;
  by: string;
  at: string;
}

interface Corrected extends Applied {
  /** Lines that were added to the log. */
  added: number;
  /** Wishes that the log held already. */
  repeated: number;
}

/** Adds corrections to a store's log and applies it. All are refused where one of them names no sample. Throws a UserError. */
export async function correct(
  folder: string,
  wishes: readonly Wish[],
  {onWait}: {onWait?: (text: string) => void} = {}
): Promise<Corrected> {
  await refuseJoined(folder);
  await using _lock = await lockStore(folder, {onWait});
  const keys = await keysIn(
    folder,
    wishes.map(({key}) => key)
  );
  const found = await samplesNamed(folder, keys.values());
  const log = await readLog(folder);
  const {active} = standingOf(log);
  const added: Correction[] = [];
  for (const {key, status, reason, by, at} of wishes) {
    const sample = found.get(sampleId(keys.get(key)!))!;
    const known = active.get(sampleId(sample.sample));
    if (known && known.status === status && known.response === responseDigest(sample) && known.reason === reason) continue;
    const line = identified({
      at,
      by,
      reason,
      sample: sample.sample,
      response: responseDigest(sample),
      was: wordOf(sample.status),
      status
    });
    active.set(sampleId(sample.sample), line);
    added.push(line);
  }
  if (added.length > 0) await appendToLog(folder, added);
  return {...(await applyCorrections(folder)), added: added.length, repeated: wishes.length - added.length};
}

/** Reverts a correction: the line stays in the log, and no longer counts. Throws a UserError. */
export async function revert(
  folder: string,
  id: string,
  {by, at, reason, onWait}: {by: string; at: string; reason: string; onWait?: (text: string) => void}
): Promise<Applied> {
  await refuseJoined(folder);
  await using _lock = await lockStore(folder, {onWait});
  const log = await readLog(folder);
  const {corrections, reverted} = standingOf(log);
  if (!corrections.some(each => each.id === id))
    throw new UserError(`no correction "${id}" in ${folder}; npm run samples -- corrections lists them`);
  if (reverted.has(id)) throw new UserError(`correction ${id} was reverted before`);
  await appendToLog(folder, [identified({at, by, reason, reverts: id})]);
  return applyCorrections(folder);
}

/** Adds the lines of another store's log that a store does not have, for tables made from that store's responses. Must be called under the lock. */
export async function takeCorrections(from: string, folder: string): Promise<void> {
  const known = new Set((await readLog(folder)).map(({id}) => id));
  const lines: LogLine[] = (await readLog(from)).filter(({id}) => !known.has(id));
  if (lines.length > 0) await appendToLog(folder, lines);
}

/** Applies a log that was brought in or mended by hand. Throws a UserError. */
export async function apply(folder: string, {onWait}: {onWait?: (text: string) => void} = {}): Promise<Applied> {
  await refuseJoined(folder);
  await using _lock = await lockStore(folder, {onWait});
  return applyCorrections(folder);
}

async function refuseJoined(folder: string): Promise<void> {
  const datasets = (await readManifest(folder))?.datasets;
  if (datasets)
    throw new UserError(
      `${folder} was joined from ${[...new Set(datasets.map(({store}) => store))].join(", ")}; correct samples in the store that they come from`
    );
}

/** A sample by its key. Throws a UserError. */
export async function sampleOf(folder: string, key: string): Promise<FoundSample> {
  const keys = await keysIn(folder, [key]);
  return (await samplesNamed(folder, keys.values())).get(sampleId(keys.get(key)!))!;
}

type EvaluationName = Omit<SampleKey, "item_id" | "trial">;
const isNamed = (name: string) => (each: EvaluationName) => each.eval_id === name || each.model === name;

/** The parts of EVALUATION/ITEM or EVALUATION/ITEM/TRIAL, where names of models may have slashes of their own. Throws a UserError. */
export function partsOf(key: string, evaluations: readonly EvaluationName[]): {name: string; item_id: string; trial: number} {
  const parts = key.split("/");
  const trial = parts.at(-1)!;
  const numbered = {name: parts.slice(0, -2).join("/"), item_id: parts.at(-2) ?? "", trial: Number(trial)};
  if (/^\d+$/u.test(trial) && evaluations.some(isNamed(numbered.name))) return numbered;
  const plain = {name: parts.slice(0, -1).join("/"), item_id: trial, trial: 0};
  if (plain.name !== "" && plain.item_id !== "") return plain;
  throw new UserError(`"${key}" names no sample; expected EVALUATION/ITEM or EVALUATION/ITEM/TRIAL, as table samples has them`);
}

/** The samples that keys name, by key. An evaluation is named by its eval_id, or by its model where that has one evaluation. */
async function keysIn(folder: string, keys: readonly string[]): Promise<Map<string, SampleKey>> {
  const file = join(folder, "samples.parquet");
  const evaluations: EvaluationName[] = [];
  if (!(await readManifest(folder))) throw new UserError(`no tables with a manifest in ${folder}; npm run run writes them`);
  const query = "select distinct eval_id, model, template, sampler from t order by all";
  for await (const row of readRows(file, {query})) evaluations.push(row as unknown as EvaluationName);
  const named = new Map<string, SampleKey>();
  for (const key of new Set(keys)) {
    const {name, item_id, trial} = partsOf(key, evaluations);
    const own = evaluations.filter(isNamed(name));
    if (own.length !== 1)
      throw new UserError(
        own.length === 0
          ? `"${key}": no evaluation "${name}" in ${folder}; expected an eval_id or a model of table samples`
          : `"${key}": ${name} has ${own.length} evaluations in ${folder}; name one by its eval_id: ${own.map(({eval_id, template, sampler}) => `${eval_id} (${template}, ${sampler})`).join(", ")}`
      );
    named.set(key, {...own[0]!, item_id, trial: Number(trial)});
  }
  const present = await samplesNamed(folder, named.values());
  for (const [key, sample] of named)
    if (!present.has(sampleId(sample)))
      throw new UserError(
        `"${key}": ${sample.model} has no sample of item ${sample.item_id}, trial ${sample.trial}, in ${folder}`
      );
  return named;
}

/** One correction of a file: a row of CSV or TSV, or a JSON object a line. Rows as `samples -- corrections --json` prints them will do. */
const wishSchema = z.object({
  key: z.string().optional().describe("EVALUATION/ITEM or EVALUATION/ITEM/TRIAL; else the next three"),
  eval_id: z.string().optional(),
  item_id: z.string().optional(),
  trial: z.coerce.number().int().min(0).optional().describe("0 if absent"),
  status: z.enum(STATUS_WORDS).describe("what the sample is"),
  reason: z.string().trim().min(1).describe("why"),
  by: z.string().trim().optional().describe("who; else --by, else git's user.name"),
  at: z.iso.datetime({offset: true}).or(z.literal("")).optional().describe("when, ISO 8601; else now")
});

const WISH: RecordKind = {
  fields: Object.fromEntries(Object.keys(wishSchema.shape).map(name => [name, []])),
  required: ["status", "reason"]
};

/** The corrections of a file. Throws a UserError that names the lines that are none. */
export async function wishesIn(file: string, {by, at}: {by: () => string; at: string}): Promise<Wish[]> {
  const wishes: Wish[] = [];
  const faults: string[] = [];
  for await (const each of openRows(file, {kind: WISH})) {
    const {line} = each;
    const result = checkedRow(each, wishSchema);
    const fault = "bad" in result ? result.bad : keyOf(result.row) === null ? "neither a key, nor eval_id and item_id" : null;
    if ("bad" in result || fault !== null) {
      faults.push(`${file}:${line} ${fault}`);
      continue;
    }
    const {row} = result;
    wishes.push({...row, key: keyOf(row)!, by: row.by || by(), at: row.at || at});
  }
  if (faults.length > 0) {
    const more = faults.length > MOST_REPORTED ? [`and ${plural(faults.length - MOST_REPORTED, "more line", "more lines")}`] : [];
    throw new UserError([...faults.slice(0, MOST_REPORTED), ...more, "nothing was corrected"].join("\n"));
  }
  if (wishes.length === 0) throw new UserError(`${file} holds no correction`);
  return wishes;
}

function keyOf({key, eval_id, item_id, trial = 0}: z.infer<typeof wishSchema>): string | null {
  if (key) return key;
  return eval_id && item_id ? `${eval_id}/${item_id}/${trial}` : null;
}

/** A row of the list of corrections. */
interface ListedCorrection extends Record<string, unknown> {
  id: string;
  state: string;
}

/** The table of corrections of a store, its statuses in words; none where nobody corrected anything. */
export async function listed(folder: string): Promise<ListedCorrection[]> {
  const log = await readLog(folder);
  if (log.length === 0) return [];
  const manifest = await readManifest(folder);
  if (!manifest?.tables.corrections)
    throw new UserError(`${join(folder, "corrections.jsonl")} was not applied yet; npm run samples -- apply does it`);
  const word = (column: string) =>
    `case ${column} ${STATUS_WORDS.map((name, code) => `when ${code} then ${literal(name)}`).join(" ")} end`;
  const query = `select id, state, ${SAMPLE.join(", ")}, base_task, ${word("status")} as status, ${word("original_status")} as original_status, "by", "at", reason from t order by "at", id`;
  const rows: ListedCorrection[] = [];
  for await (const row of readRows(join(folder, "corrections.parquet"), {query})) rows.push(row as ListedCorrection);
  return rows;
}
