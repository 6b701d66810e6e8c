// The file of a store with what judges read in its answers.
import {existsSync} from "node:fs";
import {readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {sha256Hex} from "../../book/canonical.js";
import {UserError} from "../../rows/error.js";
import {replaceFile} from "../../store/files.node.js";
import {checkedRows} from "../../store/lines.node.js";
import {type JudgeReading, judgeReadingSchema} from "./judged.js";

const NAME = "extraction-judge.jsonl";

/** Digest of a text, as readings have it. */
export const textDigest = (text: string): string => sha256Hex(text).slice(0, 16);

/** The readings of a store; none where no judge was asked. Throws a UserError for a line that is none. */
export async function readJudge(folder: string): Promise<JudgeReading[]> {
  const file = join(folder, NAME);
  if (!existsSync(file)) return [];
  const readings: JudgeReading[] = [];
  const refuse = (place: string, mistake: string) =>
    new UserError(`${place} ${mistake}; delete the file, and npm run extraction writes it again from the cache`);
  for await (const reading of checkedRows(file, judgeReadingSchema, refuse)) readings.push(reading);
  return readings;
}

/** Puts readings beside those of the store; one of the same judge and answer is replaced. */
export async function writeJudge(folder: string, readings: readonly JudgeReading[]): Promise<void> {
  const idOf = ({judge, eval_id, item_id}: JudgeReading) => JSON.stringify([judge, eval_id, item_id]);
  const all = new Map([...(await readJudge(folder)), ...readings].map(each => [idOf(each), each]));
  const lines = [...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => `${JSON.stringify(each)}\n`);
  await replaceFile(join(folder, NAME), temporary => writeFile(temporary, lines.join("")));
}

/** What tables depend on of it: its digest, empty where there is no file. */
export async function judgeKey(folder: string): Promise<string> {
  const text = await readFile(join(folder, NAME), "utf8").catch(() => null);
  return text === null ? "" : sha256Hex(text).slice(0, 16);
}
