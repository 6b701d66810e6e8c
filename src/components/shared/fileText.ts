// Reads a reader's file as text, piece by piece, unpacked where it is packed: with progress, and so that reading can be cancelled.
import {formatOf, packingOf} from "../../pipelines/rows/format.js";
import {refuseUtf16} from "../../pipelines/rows/text.js";
import {Unzstd} from "../../pipelines/rows/zstd.js";

/** How far the work on a file is: bytes that were read, or records (or steps) that were worked through. */
export interface FileProgress {
  unit: "bytes" | "records";
  done: number;
  /** 0 where it is not known, as for a file whose records are worked through in one go */
  of: number;
}

export interface Reading {
  /** cancels reading: it then rejects with the signal's reason */
  signal?: AbortSignal;
  report?: (progress: FileProgress) => void;
}

interface TextOptions extends Reading {
  /** refuse bytes that are not UTF-8 instead of replacing them */
  isStrict?: boolean;
  /** longest text, in bytes when unpacked, and the way out where it is longer */
  most?: {bytes: number; instead: string};
}

/** An error of a file whose message begins with the file's name and says all that there is to say. */
export class FileError extends Error {
  override name = "FileError";
}

/** Time between two reports, in milliseconds: a reader sees no more of them. */
const REPORT_MS = 100;
/** Longest text of a browser is 2²⁹ − 24 UTF-16 units, no more than as many bytes of UTF-8; a round number below that. */
const LONGEST = {bytes: 500e6, instead: "split it into smaller files, or save it as Parquet where that is accepted"};

/**
 * The text of a file.
 * @throws FileError for a file that is empty, cannot be read, is too long or is no text
 */
export async function textOf(
  file: File,
  {signal, report = () => {}, isStrict = false, most = LONGEST}: TextOptions = {}
): Promise<string> {
  signal?.throwIfAborted();
  const {name, size} = file;
  if (size === 0) throw new FileError(`${name} is empty`);
  const packing = packingOf(await headOf(file));
  const isPacked = packing !== null;
  if (!isPacked && size > most.bytes) throw tooLong(name, most);
  let [done, length, lines, last] = [0, 0, 1, Number.NEGATIVE_INFINITY];
  const tell = () => report({unit: "bytes", done, of: size});
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      done += chunk.length;
      controller.enqueue(chunk);
    }
  });
  const packed = file.stream().pipeThrough(counted) as ReadableStream<Uint8Array<ArrayBuffer>>;
  const reader = (packing === null ? packed : packed.pipeThrough(unpacking(packing))).getReader();
  const decoder = new TextDecoder("utf-8", {fatal: isStrict});
  const texts: string[] = [];
  try {
    for (;;) {
      const piece = await reader.read().catch(error => {
        throw unreadable(name, isPacked && !(error instanceof DOMException));
      });
      signal?.throwIfAborted();
      if (piece.done) break;
      if (length === 0) refuseOtherBytes(name, piece.value, isPacked);
      length += piece.value.length;
      if (length > most.bytes) throw tooLong(name, most);
      try {
        texts.push(decoder.decode(piece.value, {stream: true}));
      } catch {
        throw notText(name, lines);
      }
      if (isStrict) for (const byte of piece.value) if (byte === LINE_FEED) lines++;
      if (!isStrict && texts.length === 1) refuseBinary(name, texts[0]!); // before all of it is read
      const now = performance.now();
      if (now - last < REPORT_MS) continue;
      last = now;
      tell();
    }
    texts.push(lastOf(decoder, name, lines));
    tell();
    return texts.join("");
  } finally {
    reader.cancel().catch(() => {}); // the rest of the file is not wanted
  }
}

const LINE_FEED = 0x0a;

function lastOf(decoder: TextDecoder, name: string, lines: number): string {
  try {
    return decoder.decode();
  } catch {
    throw notText(name, lines);
  }
}

/** The first bytes of a file, which show its format. @throws FileError where it cannot be read */
export async function headOf(file: File): Promise<Uint8Array> {
  const head = await file
    .slice(0, HEAD)
    .arrayBuffer()
    .catch(() => {
      throw unreadable(file.name);
    });
  return new Uint8Array(head);
}
const HEAD = 16;

/** Unpacked bytes that wait for their reader. */
const MAX_WAITING = 16e6;

function unpacking(packing: "gzip" | "zstd"): ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  if (packing === "gzip") return new DecompressionStream("gzip");
  const stream = new Unzstd();
  let waiting = 0;
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    async transform(chunk, controller) {
      for (const part of stream.push(chunk)) {
        controller.enqueue(part);
        waiting += part.length;
        if (waiting < MAX_WAITING) continue;
        waiting = 0;
        await new Promise(resolve => setTimeout(resolve)); // the reader may have had enough, and the next part then throws
      }
    },
    flush(controller) {
      for (const part of stream.end()) controller.enqueue(part);
    }
  });
}

const notText = (name: string, lines: number) => new FileError(`${name} is not text in UTF-8, from about line ${lines} on`);
export const tooLong = (name: string, {bytes, instead}: {bytes: number; instead: string}) =>
  new FileError(`${name} is longer than ${bytes / 1e6} MB, the most that this page reads: ${instead}`);
const unreadable = (name: string, isDamaged = false) =>
  new FileError(
    isDamaged
      ? `${name} is damaged: it cannot be unpacked to its end`
      : `${name} cannot be read: it may have been changed, moved or deleted since it was chosen, or you may not read it; choose it again`
  );

/**
 * Refuses a file that is empty or is not text.
 * @throws FileError whose message begins with the file's name
 */
export function refuseNoText(name: string, text: string): void {
  if (text.trim() === "") throw new FileError(`${name} is empty`);
  refuseBinary(name, text);
}

/** Refuses, by its first bytes, what is no text: UTF-16, and Parquet or Arrow in a packed file. */
function refuseOtherBytes(name: string, bytes: Uint8Array, isPacked: boolean): void {
  const format = formatOf(bytes, "");
  if (isPacked && (format === "parquet" || format === "arrow"))
    throw new FileError(
      `${name} is packed ${format === "arrow" ? "Arrow" : "Parquet"}: unpack it first, since pages read Parquet and Arrow unpacked only`
    );
  refuseUtf16(bytes, name);
}

function refuseBinary(name: string, text: string): void {
  // A NUL, or bytes that are not valid UTF-8, do not occur in text files.
  if (/[\u0000\ufffd]/.test(text.slice(0, 4_000)))
    throw new FileError(`${name} is neither text nor Parquet: choose a file of JSON lines, JSON, CSV or Parquet`);
}
