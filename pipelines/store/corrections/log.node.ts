// The log of a store's corrections: what a person holds against a scorer's verdict, with who, when and why. Lines are only ever added.
import {existsSync} from "node:fs";
import {readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {z} from "zod";
import {canonicalJson, sha256Hex} from "../../book/canonical.js";
import {UserError} from "../../rows/error.js";
import {openRows} from "../../rows/openRows.node.js";
import {CORRECT, INCORRECT, type Status, TRUNCATED} from "../../score/status.js";
import {replaceFile} from "../files.node.js";
import {checked} from "../lines.node.js";

/** The log's file in a store. */
const LOG = "corrections.jsonl";

/** What a person writes for the codes of `samples.status`. */
export const STATUS_WORDS = ["incorrect", "correct", "truncated"] as const;
export type StatusWord = (typeof STATUS_WORDS)[number];
const CODES: Record<StatusWord, Status> = {incorrect: INCORRECT, correct: CORRECT, truncated: TRUNCATED};
export const statusOf = (word: StatusWord): Status => CODES[word];
export const wordOf = (status: number): StatusWord => STATUS_WORDS[status]!;

const said = z.string().trim().min(1);
const event = {
  id: z.string().describe("identity of the line: 12 hexadecimal digits of SHA-256 over its other fields"),
  at: z.iso.datetime({offset: true}).describe("when it was made"),
  by: said.describe("who made it"),
  reason: said.describe("why")
};
const sampleFields = {
  eval_id: z.string(),
  model: z.string(),
  template: z.string(),
  sampler: z.string(),
  item_id: z.string(),
  trial: z.int().min(0)
};
const correctionSchema = z.strictObject({
  ...event,
  sample: z.strictObject(sampleFields).describe("the identity of the sample"),
  response: z.string().describe("digest of the response that was read: another response is not corrected by this line"),
  was: z.enum(STATUS_WORDS).describe("what the tables said when the line was written"),
  status: z.enum(STATUS_WORDS).describe("what the person says")
});
const revertSchema = z.strictObject({...event, reverts: z.string().describe("id of the line that no longer counts")});
const lineSchema = z.union([correctionSchema, revertSchema]);

export type SampleKey = z.infer<typeof correctionSchema>["sample"];
export type Correction = z.infer<typeof correctionSchema>;
type Revert = z.infer<typeof revertSchema>;
export type LogLine = Correction | Revert;

/** Columns that identify a sample. */
export const SAMPLE = ["eval_id", "model", "template", "sampler", "item_id", "trial"] as const;

/** The identity of a sample as one text. */
export const sampleId = (sample: SampleKey): string => JSON.stringify(SAMPLE.map(name => sample[name]));

/** Digest of a response, so that a correction does not pass over to another answer of the same sample. */
export const responseDigest = ({text, reasoning}: {text: string | null; reasoning: string | null}): string =>
  sha256Hex(canonicalJson([text, reasoning])).slice(0, 16);

/** A line with its identity. */
export const identified = <Line extends Omit<Correction, "id"> | Omit<Revert, "id">>(line: Line): Line & {id: string} => ({
  id: sha256Hex(canonicalJson(line)).slice(0, 12),
  ...line
});

/** The lines of a store's log in order; none where there is no log. Throws a UserError, since what a person wrote must not be lost unnoticed. */
export async function readLog(folder: string): Promise<LogLine[]> {
  const file = join(folder, LOG);
  if (!existsSync(file)) return [];
  const lines: LogLine[] = [];
  const known = new Set<string>();
  for await (const {line, value, bad} of openRows(file)) {
    const result = bad === undefined ? checked<LogLine>(value, isRevert(value) ? revertSchema : correctionSchema) : {bad};
    const fault = "bad" in result ? result.bad : known.has(result.row.id) ? `id ${result.row.id} occurs twice` : null;
    if ("bad" in result || fault !== null)
      throw new UserError(`${file}:${line} ${fault}; correct the line or move the file away: npm run samples writes it`);
    known.add(result.row.id);
    lines.push(result.row);
  }
  return lines;
}

const isRevert = (value: unknown): boolean => typeof value === "object" && value !== null && "reverts" in value;

/** Adds lines to a store's log. Must be called under the store's lock. */
export async function appendToLog(folder: string, lines: readonly LogLine[]): Promise<void> {
  const file = join(folder, LOG);
  const before = existsSync(file) ? await readFile(file, "utf8") : "";
  const ended = before === "" || before.endsWith("\n") ? before : `${before}\n`;
  const text = lines.map(line => `${JSON.stringify(lineSchema.parse(line))}\n`).join("");
  await replaceFile(file, temporary => writeFile(temporary, ended + text));
}

/** SHA-256 of a store's log; null where there is none. */
export const logDigest = async (folder: string): Promise<string | null> =>
  existsSync(join(folder, LOG)) ? sha256Hex(await readFile(join(folder, LOG), "utf8")) : null;

interface Standing {
  corrections: Correction[];
  /** The line that counts for each sample, by its identity: the last one that was not reverted. */
  active: Map<string, Correction>;
  /** Ids of the lines that were reverted. */
  reverted: Set<string>;
}

/** What a log says by now. */
export function standingOf(lines: readonly LogLine[]): Standing {
  const reverted = new Set(lines.flatMap(line => ("reverts" in line ? [line.reverts] : [])));
  const corrections = lines.filter((line): line is Correction => !("reverts" in line));
  const counting = corrections.filter(({id}) => !reverted.has(id));
  return {corrections, reverted, active: new Map(counting.map(line => [sampleId(line.sample), line]))};
}
