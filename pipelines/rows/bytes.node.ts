// The bytes of a file as a stream, unpacked where it is packed, and stopped where it is damaged or becomes too long.
import {createReadStream} from "node:fs";
import {createGunzip, type Gunzip} from "node:zlib";
import {currentIo} from "../io/current.node.js";
import type {Packing} from "./format.js";
import {Unzstd} from "./zstd.js";

/** Bytes that one compressed byte may become, once a file has become EXPANDED bytes; text seldom reaches 20, zeros reach 1,000. */
export const MAX_RATIO = 200;
export const EXPANDED = 64 * 2 ** 20;
const CHUNK = 2 ** 18;

/** A reason to stop reading a file, as a sentence. */
export class Unreadable extends Error {}

/** The bytes of a file, or of standard input for `-`, as they are. */
export const rawBytes = (file: string): AsyncIterable<Buffer> =>
  (file === "-" ? currentIo().stdin : createReadStream(file, {highWaterMark: CHUNK})) as AsyncIterable<Buffer>;

/**
 * The bytes of a file, in parts. Throws Unreadable where the packing is damaged, ends early or becomes too many bytes.
 * @param each is called with each part of the file as it is read
 */
export function unpacked(raw: AsyncIterable<Buffer>, packing: Packing, each?: (chunk: Buffer) => void): AsyncIterable<Buffer> {
  let bytes = 0;
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of raw) {
      bytes += chunk.length;
      each?.(chunk);
      yield chunk;
    }
  };
  if (packing === null) return counted();
  return withinRatio(packing === "gzip" ? gunzipped(counted()) : unzstd(counted()), () => bytes);
}

async function* gunzipped(raw: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({chunkSize: CHUNK});
  const fed = (async () => {
    try {
      for await (const chunk of raw) {
        if (gunzip.destroyed) return;
        if (!gunzip.write(chunk)) await drained(gunzip);
      }
      gunzip.end();
    } catch (error) {
      gunzip.destroy(error as Error);
    }
  })();
  try {
    yield* gunzip as AsyncIterable<Buffer>;
  } catch (error) {
    throw new Unreadable(`gzip ends early or is damaged (${oneLine(error)}); what came before was read`);
  } finally {
    gunzip.destroy();
  }
  await fed;
}

/** Resolves once a stream takes more, or is closed. */
const drained = (stream: Gunzip): Promise<void> =>
  new Promise(resolve => {
    const done = () => {
      stream.off("drain", done).off("close", done);
      resolve();
    };
    stream.on("drain", done).on("close", done);
  });

async function* unzstd(raw: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const stream = new Unzstd();
  for await (const chunk of raw) yield* undamaged(stream.push(chunk));
  yield* undamaged(stream.end());
}

function* undamaged(parts: Iterable<Uint8Array>): Generator<Buffer> {
  try {
    for (const {buffer, byteOffset, length} of parts) yield Buffer.from(buffer, byteOffset, length);
  } catch (error) {
    throw new Unreadable(`zstd ends early or is damaged (${oneLine(error)}); what came before was read`);
  }
}

/** Stops a stream that becomes many times longer than what it is made from. */
async function* withinRatio(plain: AsyncIterable<Buffer>, compressed: () => number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of plain) {
    bytes += chunk.length;
    if (bytes > EXPANDED && bytes > MAX_RATIO * compressed())
      throw new Unreadable(
        `one compressed byte becomes more than ${MAX_RATIO}; it was left after ${Math.round(bytes / 2 ** 20)} MB of text`
      );
    yield chunk;
  }
}

const oneLine = (error: unknown): string => (error as Error).message.replace(/\s+/gu, " ").trim();
