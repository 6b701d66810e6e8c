// Words of `irt`, run in this process: what they print, and how they end.
import {mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {UserError} from "../../../pipelines/rows/error.js";
import type {Responses} from "../../../pipelines/studies/irt/item.js";
import {inProcess} from "../../inProcess.js";

/** Returns the stdout of the command. Throws its stderr if it fails, as a `UserError` if the user is at fault. */
export async function irt(...args: string[]): Promise<string> {
  const {code, stdout, stderr} = await inProcess(["irt", ...args]);
  if (code === 2) throw new UserError(stderr.trimEnd());
  if (code !== 0) throw new Error(stderr);
  return stdout;
}

/** A folder for a test's files, which goes when the test file ends. */
export function folderOf(name: string, after: (end: () => void) => void) {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  after(() => rmSync(folder, {recursive: true}));
  const given = (file: string, text: string): string => {
    writeFileSync(join(folder, file), text);
    return join(folder, file);
  };
  return {folder, given};
}

/** A matrix as CSV; 2 is missing. */
export const csvOf = ({persons, items, cells}: Responses): string =>
  [
    ["model", ...items],
    ...persons.map((id, i) => [
      id,
      ...Array.from(cells.subarray(i * items.length, (i + 1) * items.length), c => (c > 1 ? "" : c))
    ])
  ]
    .map(line => line.join())
    .join("\n");
