// Room kept free for answers: a file without content, which is given up when the disk is full so that what is in flight can still be kept.
import {closeSync, ftruncateSync, openSync, rmSync, statfsSync, statSync, writeSync} from "node:fs";
import {join} from "node:path";

/** The file's name in the cache's folder. */
export const SPARE = "spare";
/** Enough for a thousand answers in flight. */
const BYTES = 8 * 2 ** 20;
/** Of what is free, on a small disk. */
const SHARE = 0.5;
/** With less than this nothing is asked: answers in flight might be lost. */
const LEAST = 2 ** 20;
/** What else a commit writes. */
const MARGIN = 2 ** 18;

/** Makes sure that there is room for what will be in flight; throws the system's error, or one that says that there is none. */
export function keepRoom(folder: string): void {
  const file = join(folder, SPARE);
  const held = sizeOf(file);
  if (held >= BYTES) return;
  const {bavail, bsize} = statfsSync(folder);
  const bytes = Math.min(BYTES, Math.floor(SHARE * (held + bavail * bsize)));
  if (bytes < LEAST) throw new Error("no space is left on its disk");
  if (bytes <= held) return;
  const handle = openSync(file, "w");
  try {
    // Zeros that are written take up space, which a file that is only made longer does not.
    for (let written = 0; written < bytes; ) written += writeSync(handle, Buffer.alloc(Math.min(2 ** 20, bytes - written)));
  } catch (error) {
    ftruncateSync(handle, 0);
    throw error;
  } finally {
    closeSync(handle);
  }
}

/** Gives the room up. */
export const giveUpRoom = (folder: string): void => rmSync(join(folder, SPARE), {force: true});

/** Is there hardly room for so many bytes more? LMDB reports a write that was cut by a full disk as an input/output error. */
export function isFull(folder: string, bytes = 0): boolean {
  const {bavail, bsize} = statfsSync(folder);
  return bavail * bsize < bytes + MARGIN;
}

function sizeOf(file: string): number {
  return statSync(file, {throwIfNoEntry: false})?.size ?? 0;
}
