// Reserves disk space for answers: a file of zeros that is deleted when the disk is full, so that answers in flight can still be stored.
import {closeSync, ftruncateSync, openSync, rmSync, statfsSync, statSync, writeSync} from "node:fs";
import {join} from "node:path";

/** Name of the file in the cache's folder. */
export const SPARE = "spare";
/** Size of the file, enough for a thousand answers in flight. */
const BYTES = 8 * 2 ** 20;
/** Largest share of the free space that it takes, for small disks. */
const SHARE = 0.5;
/** Least size: with less, nothing is asked, because answers in flight might be lost. */
const LEAST = 2 ** 20;
/** Bytes that a commit writes besides the answers. */
const MARGIN = 2 ** 18;

/** Ensures that there is space for answers that will be in flight. Throws the system's error, or one that says that there is no space. */
export function keepRoom(folder: string): void {
  const file = join(folder, SPARE);
  const size = sizeOf(file);
  if (size >= BYTES) return;
  const {bavail, bsize} = statfsSync(folder);
  const bytes = Math.min(BYTES, Math.floor(SHARE * (size + bavail * bsize)));
  if (bytes < LEAST) throw new Error("no space is left on its disk");
  if (bytes <= size) return;
  const handle = openSync(file, "w");
  try {
    // Zeros are written because they occupy space, which extending the file does not.
    for (let written = 0; written < bytes; ) written += writeSync(handle, Buffer.alloc(Math.min(2 ** 20, bytes - written)));
  } catch (error) {
    ftruncateSync(handle, 0);
    throw error;
  } finally {
    closeSync(handle);
  }
}

/** Deletes the file and so frees the space. */
export const giveUpRoom = (folder: string): void => rmSync(join(folder, SPARE), {force: true});

/** Whether there is hardly space for `bytes` more. LMDB reports a write that fails on a full disk as an input/output error. */
export function isFull(folder: string, bytes = 0): boolean {
  const {bavail, bsize} = statfsSync(folder);
  return bavail * bsize < bytes + MARGIN;
}

function sizeOf(file: string): number {
  return statSync(file, {throwIfNoEntry: false})?.size ?? 0;
}
