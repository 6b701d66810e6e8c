// The bytes of a file as a stream, unpacked where it is packed, and stopped where it is damaged or becomes too long.
import {createReadStream} from "node:fs";
import {open} from "node:fs/promises";
import {createGunzip} from "node:zlib";
import {Decompress} from "fzstd";
import {sha256Hex} from "../../book/canonical.js";
import {oneLine} from "../../infer/failure.js";

/** Bytes that one compressed byte may become, once a file has become EXPANDED bytes; text seldom reaches 20, zeros reach 1,000. */
const MOST_RATIO = 200;
const EXPANDED = 64 * 2 ** 20;

/** A reason to stop reading a file, as a sentence. */
export class Unreadable extends Error {}

/**
 * The bytes of a file, in parts. Throws Unreadable where the packing is damaged, ends early or becomes too many bytes.
 * @param each called with each part of the file as it is read
 */
export function bytesOf(file: string, packing: "gzip" | "zstd" | null, each: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  let bytes = 0;
  const raw = counted(file, chunk => {
    bytes += chunk.length;
    each(chunk);
  });
  if (packing === null) return raw;
  return withinRatio(packing === "gzip" ? gunzipped(raw) : unzstd(raw), () => bytes);
}

async function* counted(file: string, each: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(file, {highWaterMark: 2 ** 18}) as AsyncIterable<Buffer>) {
    each(chunk);
    yield chunk;
  }
}

async function* gunzipped(raw: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({chunkSize: 2 ** 18});
  const fed = (async () => {
    try {
      for await (const chunk of raw) {
        if (gunzip.destroyed) return;
        if (!gunzip.write(chunk)) await new Promise(resolve => gunzip.once("drain", resolve).once("close", resolve));
      }
      gunzip.end();
    } catch (error) {
      gunzip.destroy(error as Error);
    }
  })();
  try {
    yield* gunzip as AsyncIterable<Buffer>;
  } catch (error) {
    throw new Unreadable(`gzip ends early or is damaged (${oneLine((error as Error).message)}); what came before was read`);
  } finally {
    gunzip.destroy();
  }
  await fed;
}

async function* unzstd(raw: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let ready: Uint8Array[] = [];
  let ended = false;
  const stream = new Decompress((data, final) => {
    if (data.length > 0) ready.push(data.slice());
    ended ||= final === true;
  });
  const push = (chunk: Uint8Array, final = false) => {
    try {
      stream.push(chunk, final);
    } catch (error) {
      throw new Unreadable(`zstd ends early or is damaged (${oneLine((error as Error).message)}); what came before was read`);
    }
  };
  for await (const chunk of raw) {
    push(chunk);
    for (const data of ready) yield Buffer.from(data.buffer, data.byteOffset, data.length);
    ready = [];
  }
  push(new Uint8Array(0), true);
  for (const data of ready) yield Buffer.from(data.buffer, data.byteOffset, data.length);
  if (!ended) throw new Unreadable("zstd ends early; what came before was read");
}

/** Stops a stream that becomes many times longer than what it is made from. */
async function* withinRatio(plain: AsyncIterable<Buffer>, compressed: () => number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of plain) {
    bytes += chunk.length;
    if (bytes > EXPANDED && bytes > MOST_RATIO * compressed())
      throw new Unreadable(
        `one compressed byte becomes more than ${MOST_RATIO}; it was left after ${Math.round(bytes / 2 ** 20)} MB of text`
      );
    yield chunk;
  }
}

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
