// A digest by which a large file is known again.
import {open} from "node:fs/promises";
import {sha256Hex} from "../../book/canonical.js";

/** Bytes at both ends of a file by which it is known again, beside its size. */
const ENDS = 2 ** 20;

/** A digest of a file's first and last megabyte: of a large file the whole would take too long. */
export async function digestOfEnds(path: string): Promise<string> {
  await using handle = await open(path);
  const {size: bytes} = await handle.stat();
  const first = await handle.read(Buffer.alloc(Math.min(ENDS, bytes)), 0, Math.min(ENDS, bytes), 0);
  const from = Math.max(0, bytes - ENDS);
  const last = await handle.read(Buffer.alloc(bytes - from), 0, bytes - from, from);
  return sha256Hex(`${sha256Hex(first.buffer.toString("latin1"))} ${sha256Hex(last.buffer.toString("latin1"))}`);
}
