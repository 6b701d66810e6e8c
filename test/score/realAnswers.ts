// Real models' answers, which stand beside the repository and may be absent.
import {existsSync, readFileSync} from "node:fs";
import {join} from "node:path";

const RESPONSES = join(import.meta.dirname, "../../../shared/data/responses");
export const absent = !existsSync(RESPONSES);

/** A test's title, which says where it is skipped. */
export const title = (name: string): string => (absent ? `${name} (skipped: no ../shared/data/responses)` : name);

/** The rows of one of their files. */
export const rows = <Row>(file: string): Row[] =>
  readFileSync(join(RESPONSES, file), "utf8")
    .trim()
    .split("\n")
    .map(line => JSON.parse(line) as Row);
