// JSON that other processes send, compressed: read only up to a length, since nobody knows how long it becomes, and only as what it says it is.
import {promisify} from "node:util";
import {gunzip, gzip} from "node:zlib";
import {sha256Hex} from "../book/canonical.js";

export interface CompressedJson {
  /** SHA-256 of the JSON, in hexadecimal. */
  digest: string;
  /** The JSON by gzip. */
  bytes: Uint8Array;
}

/** Compresses a value's JSON; null where that is longer than `most` bytes, or `mostCompressed` afterwards. */
export async function compressed(
  value: unknown,
  {most, mostCompressed}: {most: number; mostCompressed: number}
): Promise<CompressedJson | null> {
  const json = jsonOf(value);
  if (json === null || json.length > most) return null;
  const bytes = await promisify(gzip)(json);
  return bytes.length > mostCompressed ? null : {digest: sha256Hex(json), bytes};
}

/** A value's JSON; null where it is longer than a string can be. */
function jsonOf(value: unknown): Buffer | null {
  try {
    return Buffer.from(JSON.stringify(value));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Reads such JSON. Throws an Error that says why not, where it is damaged, longer than `most` bytes, or of another digest. */
export async function uncompressed({digest, bytes}: CompressedJson, most: number): Promise<unknown> {
  const json = await promisify(gunzip)(bytes, {maxOutputLength: most}).catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === "ERR_BUFFER_TOO_LARGE" ? `it is longer than ${most} bytes` : "it is not gzip, or damaged");
  });
  if (sha256Hex(json) !== digest) throw new Error("it has another digest");
  return JSON.parse(json.toString("utf8")) as unknown;
}
