// Reserves disk space for answers: a file of zeros that is deleted when the disk is full, so that answers in flight can still be stored.
import {closeSync, ftruncateSync, openSync, rmSync, statfsSync, statSync, writeSync} from "node:fs";
import {join} from "node:path";

/** Name of the file in the cache's folder. */
export const SPARE = "spare";
/** Least size of the file where the disk has that much, enough for a thousand short answers in flight. */
const BYTES = 8 * 2 ** 20;
/** Largest share of the free space that it takes, for small disks. */
const SHARE = 0.5;
/** Least size: with less, nothing is asked, because LMDB itself writes while answers are in flight. */
const LEAST = 2 ** 20;
/** Bytes that a commit writes besides the answers. */
const MARGIN = 2 ** 18;

/** Bytes of pages that one entry rewrites: keys are scattered, so that each entry has its own leaf page and shares branch pages. */
export const PAGES_PER_WRITE = 3 * 4_096;
/** Largest spare file; what more is needed has to be free, but is not occupied. */
const MAX_BYTES = 64 * 2 ** 20;

/**
 * Ensures that there is space for answers of `bytes` in all, by a file that occupies it. Throws the system's error, or one that says that
 * there is no space.
 */
function keepRoom(folder: string, bytes: number): void {
  const file = join(folder, SPARE);
  const size = sizeOf(file);
  const {bavail, bsize} = statfsSync(folder);
  const room = size + bavail * bsize;
  if (room < Math.max(2 * LEAST, bytes + MARGIN)) throw new Error("no space is left on its disk");
  const target = Math.min(Math.max(BYTES, Math.min(bytes, MAX_BYTES)), Math.floor(SHARE * room));
  if (target <= size) return;
  const handle = openSync(file, "a");
  try {
    // Zeros are written because they occupy space, which extending the file does not.
    for (let written = size; written < target; ) written += writeSync(handle, Buffer.alloc(Math.min(2 ** 20, target - written)));
  } catch (error) {
    ftruncateSync(handle, size);
    throw error;
  } finally {
    closeSync(handle);
  }
}

/** Room on the disk for answers that are in flight. */
export interface Room {
  /**
   * Reserves room for one more answer of at most `allowed` bytes, or of the largest one so far, and returns a function that ends the
   * reservation. Throws where there is no room for it in addition to all answers in flight.
   */
  reserve(allowed: number): () => void;
  /** Notes the size of an answer, bytes. */
  note(bytes: number): void;
  /** Whether a reservation has been made. */
  readonly isUsed: boolean;
}

/** @param largest size of the largest answer that is known beforehand, bytes */
export function openRoom(folder: string, largest: number): Room {
  let inFlight = 0;
  let isUsed = false;
  return {
    reserve(allowed) {
      largest = Math.max(largest, allowed);
      keepRoom(folder, (inFlight + 1) * (largest + PAGES_PER_WRITE));
      inFlight++;
      isUsed = true;
      let isEnded = false;
      return () => {
        if (!isEnded) inFlight--;
        isEnded = true;
      };
    },
    note(bytes) {
      largest = Math.max(largest, bytes);
    },
    get isUsed() {
      return isUsed;
    }
  };
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
