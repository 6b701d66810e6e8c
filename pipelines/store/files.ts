// Files that either change whole or not at all.
import {open, readdir, rename, rm} from "node:fs/promises";
import {basename, dirname, join} from "node:path";

/** A hidden name beside the target, so that the rename stays on one file system. */
export const temporaryBeside = (file: string): string =>
  join(dirname(file), `.tmp-${process.pid}-${Math.random().toString(36).slice(2)}-${basename(file)}`);

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
    if (/^\.?tmp-/.test(name)) await rm(join(folder, name), {recursive: true, force: true});
  }
}
