// Real models' answers, which stand beside the repository and may be absent.
import {existsSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {gunzipSync} from "node:zlib";

export const RESPONSES = join(import.meta.dirname, "../../../shared/data/responses");
export const absent = !existsSync(RESPONSES);

/** A test's title, which says where it is skipped. */
export const title = (name: string): string => (absent ? `${name} (skipped: no ../shared/data/responses)` : name);

/** The rows of one of their files, packed (.gz) or not. */
export function rows<Row>(file: string): Row[] {
  return read(file)
    .trim()
    .split("\n")
    .map(line => JSON.parse(line) as Row);
}

/** The value of one of their files that is a single JSON value. */
export const value = <Value>(file: string): Value => JSON.parse(read(file)) as Value;

function read(file: string): string {
  const bytes = readFileSync(join(RESPONSES, file));
  return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString();
}
