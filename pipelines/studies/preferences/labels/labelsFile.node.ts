// Files of labels, and those that a store keeps: lines are only ever added.
import {existsSync} from "node:fs";
import {readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {canonicalJson, sha256Hex} from "../../../book/canonical.js";
import {plural} from "../../../book/plural.js";
import {UserError} from "../../../rows/error.js";
import {openRows} from "../../../rows/openRows.node.js";
import {replaceFile} from "../../../store/files.node.js";
import {checkedRow} from "../../../store/lines.node.js";
import {lockStore} from "../../../store/lock.node.js";
import {answerKey, isBlank, LABEL_KIND, type LabelRecord, labelSchema} from "./label.js";

const NAME = "labels.jsonl";
/** Most faulty lines of a file that are named. */
const MAX_FAULTS = 5;

/** The labels of a file; rows whose label is still blank are passed over. Throws a UserError that names other lines that are none. */
export async function labelsFrom(file: string): Promise<LabelRecord[]> {
  const labels: LabelRecord[] = [];
  const faults: string[] = [];
  for await (const row of openRows(file, {kind: LABEL_KIND})) {
    if (isBlank(row.value)) continue;
    const result = checkedRow(row, labelSchema);
    const fault = "bad" in result ? result.bad : answerKey(result.row) === null ? "neither a key, nor eval_id and item_id" : null;
    if ("row" in result && fault === null) labels.push(result.row);
    else faults.push(`${file}:${row.line} ${fault}`);
  }
  if (faults.length > 0) {
    const more = faults.length > MAX_FAULTS ? [`and ${plural(faults.length - MAX_FAULTS, "more line", "more lines")}`] : [];
    throw new UserError([...faults.slice(0, MAX_FAULTS), ...more].join("\n"));
  }
  if (labels.length === 0) throw new UserError(`${file} holds no label`);
  return labels;
}

/** The labels that a store keeps; none where nobody labelled. */
export const storedLabels = async (folder: string): Promise<LabelRecord[]> =>
  existsSync(join(folder, NAME)) ? labelsFrom(join(folder, NAME)) : [];

/** Adds labels to those of a store, under its lock; a line that it has already is not added twice. Resolves with the number of added lines. */
export async function storeLabels(
  folder: string,
  labels: readonly LabelRecord[],
  {onWait}: {onWait?: (text: string) => void} = {}
): Promise<number> {
  await using _lock = await lockStore(folder, {onWait});
  const before = await storedLabels(folder);
  const lines = new Set(before.map(each => canonicalJson(each)));
  const added = labels.filter(each => {
    const line = canonicalJson(each);
    return !lines.has(line) && lines.add(line);
  });
  if (added.length === 0) return 0;
  const text = [...before, ...added].map(each => `${JSON.stringify(each)}\n`).join("");
  await replaceFile(join(folder, NAME), temporary => writeFile(temporary, text));
  return added.length;
}

/** Digest of a store's labels, on which tables depend; empty where there are none. */
export async function labelsDigest(folder: string): Promise<string> {
  const text = await readFile(join(folder, NAME), "utf8").catch(() => null);
  return text === null ? "" : sha256Hex(text).slice(0, 16);
}
