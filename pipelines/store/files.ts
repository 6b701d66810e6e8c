// Files that either change whole or not at all.
import {createHash} from "node:crypto";
import {createReadStream} from "node:fs";
import {open, readdir, rename, rm, stat} from "node:fs/promises";
import {basename, dirname, join} from "node:path";
import {pipeline} from "node:stream/promises";

/** What names of files and folders begin with that are ours and half done; nobody else's should. */
const TEMPORARY = ".reasonbook-tmp-";

/** A name below a folder for something that is half done. A killed process leaves it there, for `sweepTemporary`. */
export const temporaryIn = (folder: string, name: string): string => join(folder, `${TEMPORARY}${name}`);

/** A hidden name beside the target, so that the rename stays on one file system. */
export const temporaryBeside = (file: string): string =>
  temporaryIn(dirname(file), `${process.pid}-${Math.random().toString(36).slice(2)}-${basename(file)}`);

/** Writes to a temporary file in the same folder, syncs it, renames it. On failure the old file stays and the temporary one goes. */
export async function replaceFile(file: string, write: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = temporaryBeside(file);
  try {
    await write(temporary);
    const handle = await open(temporary, "r+");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, {force: true});
    throw error;
  }
}

/** Removes what killed runs left behind. Call it only under the store's lock. */
export async function sweepTemporary(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith(TEMPORARY)) await rm(join(folder, name), {recursive: true, force: true});
  }
}

/** A table's file as a manifest describes it. */
export interface Written {
  rows: number;
  bytes: number;
  /** of the file, in hexadecimal */
  sha256: string;
}

export const writtenAs = async (file: string, rows: number): Promise<Written> => ({
  rows,
  bytes: (await stat(file)).size,
  sha256: await digestOf(file)
});

/** SHA-256 of a file, in hexadecimal. */
export async function digestOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file, {highWaterMark: 1 << 20}), hash);
  return hash.digest("hex");
}
