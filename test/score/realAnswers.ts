// Real models' answers, which stand beside the repository and may be absent.
import {existsSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {gunzipSync} from "node:zlib";

const RESPONSES = join(import.meta.dirname, "../../../shared/data/responses");
export const absent = !existsSync(RESPONSES);

/** A test's title, which says where it is skipped. */
export const title = (name: string): string => (absent ? `${name} (skipped: no ../shared/data/responses)` : name);

/** The rows of one of their files, packed (.gz) or not. */
export function rows<Row>(file: string): Row[] {
  const bytes = readFileSync(join(RESPONSES, file));
  return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes)
    .toString()
    .trim()
    .split("\n")
    .map(line => JSON.parse(line) as Row);
}
