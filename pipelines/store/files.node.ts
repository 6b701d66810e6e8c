// Atomic replacement of files: a file changes completely or not at all.
import {createHash} from "node:crypto";
import {createReadStream} from "node:fs";
import {open, readdir, rename, rm, rmdir, stat} from "node:fs/promises";
import {dirname, extname, join} from "node:path";
import {pipeline} from "node:stream/promises";

/** Prefix of the names of unfinished files and folders; no other files should have it. */
const TEMPORARY = ".reasonbook-tmp-";

/** A name below a folder for an unfinished file. A killed process leaves it behind, for `sweepTemporary` to remove. */
export const temporaryIn = (folder: string, name: string): string => join(folder, `${TEMPORARY}${name}`);

/** A hidden name in the target's folder, so that the rename stays within one file system. It is short, as the target's may be as long as names can be. */
const temporaryBeside = (file: string): string =>
  temporaryIn(dirname(file), `${process.pid}-${Math.random().toString(36).slice(2)}${extname(file).slice(0, MAX_ENDING)}`);
/** Characters of a file's ending that its temporary name repeats. */
const MAX_ENDING = 16;

/**
 * Writes to a temporary file in the same folder, syncs it and renames it. On failure the old file is kept and the temporary one removed.
 */
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

/** Folder of files that are to replace those of the folder that it is in, all together. */
const REPLACEMENT = ".replacing";

/**
 * Moves all files of a folder into their target in the same file system, where they replace others: all or none. A process that is killed in
 * between leaves the rest to `finishReplacing`.
 */
export async function replaceTogether(fresh: string, folder: string): Promise<void> {
  await finishReplacing(folder);
  await rename(fresh, join(folder, REPLACEMENT));
  await finishReplacing(folder);
}

/** Moves files to which a killed process did not come. May be called only under the store's lock. */
export async function finishReplacing(folder: string): Promise<void> {
  const names = await readdir(join(folder, REPLACEMENT)).catch(() => null);
  if (names === null) return;
  for (const name of names) await rename(join(folder, REPLACEMENT, name), join(folder, name));
  await rmdir(join(folder, REPLACEMENT));
}

/** Removes unfinished files of killed runs. May be called only under the store's lock. */
export async function sweepTemporary(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith(TEMPORARY)) await rm(join(folder, name), {recursive: true, force: true});
  }
}

/** A table's file as recorded in a manifest. */
export interface Written {
  rows: number;
  bytes: number;
  /** SHA-256 of the file, in hexadecimal. */
  sha256: string;
}

/** The description of a file with its number of rows, for a manifest. */
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
