// Reads documents out of corpus files with bounded memory: plain text, JSON lines, WET archives, Parquet and Arrow, each also gzipped or as zstd.
import {createHash} from "node:crypto";
import {open, stat} from "node:fs/promises";
import {oneLine} from "../../infer/failure.js";
import {rawBytes, Unreadable, unpacked} from "../../rows/bytes.node.js";
import {packingOf} from "../../rows/format.js";
import {jsonLines} from "../../rows/jsonLines.js";
import {formatOfFile, openRows} from "../../rows/openRows.node.js";
import {digestOf} from "../../store/files.node.js";
import {documentIn, textColumns} from "./recordKinds.js";

/** A document, or a piece of a long one; pieces of one document have its name and overlap. */
export interface Document {
  name: string;
  text: string;
  /** False for a piece that goes on from the one before. */
  begins: boolean;
}

/** What became of a file. */
export interface Reading {
  /** Bytes of the file, and SHA-256 of them; null where it was not read to its end. */
  bytes: number;
  sha256: string | null;
  format: string;
  /** One sentence each: what was not read, and what was read otherwise than it is written. */
  problems: string[];
  /** Whether all of its text was read. */
  whole: boolean;
}

export interface ReadOptions {
  /** UTF-16 code units by which pieces of a long document overlap: more than twice the longest item. */
  overlap: number;
  /** Called with bytes of the file that have been read since the last call. */
  onBytes?: ((bytes: number) => void) | undefined;
}

const CANNOT_BE_READ = "cannot be read";
/** Whether a problem is told in words of the system or of a package, which may name a place on this machine. */
export const isOfThisMachine = (problem: string): boolean => problem.startsWith(CANNOT_BE_READ);

/** Code units of a piece. */
const PIECE = 2 ** 20;
/** Longest line of JSON lines, and longest record of a WET archive, bytes. */
const LONGEST_LINE = 64 * 2 ** 20;
/** Bytes at the start of a file that show what it is; a zero byte among them means that it is no text. */
const LOOKED_AT = 2 ** 16;
/** Share of characters that are no UTF-8 above which a file counts as no text. */
const MOST_BROKEN = 0.1;
/**
 * The documents of a file, in order. What cannot be read is listed in `reading.problems` and nothing is thrown: the files after it are still
 * to be read. `reading` is filled in as documents come, and whole after the last.
 */
export async function* documentsOf(file: string, reading: Reading, {overlap, onBytes}: ReadOptions): AsyncGenerator<Document> {
  reading.whole = true;
  const fail = (text: string) => {
    reading.problems.push(text);
    reading.whole = false;
  };
  try {
    reading.bytes = (await stat(file)).size;
    const format = await formatOfFile(file).catch(() => null); // what is wrong with it is reported below
    if (format === "parquet" || format === "arrow") {
      reading.format = format;
      yield* tableDocuments(file, {overlap, fail});
      onBytes?.(reading.bytes);
      reading.sha256 = await digestOf(file);
      return;
    }
    const head = await headOf(file);
    const digest = createHash("sha256");
    const packing = packingOf(head);
    const stream = unpacked(rawBytes(file), packing, chunk => {
      digest.update(chunk);
      onBytes?.(chunk.length);
    });
    const suffix = packing === null ? "" : ` in ${packing}`;
    yield* byContent(stream, reading, {suffix, overlap, fail});
    if (reading.whole) reading.sha256 = digest.digest("hex");
  } catch (error) {
    if (error instanceof Unreadable) fail(error.message);
    else fail(`${CANNOT_BE_READ}: ${oneLine((error as Error).message)}`);
  }
}

async function headOf(file: string): Promise<Buffer> {
  await using handle = await open(file);
  const {buffer} = await handle.read(Buffer.alloc(4), 0, 4, 0);
  return buffer;
}

interface Reader {
  suffix?: string;
  overlap: number;
  fail: (text: string) => void;
}

/** Documents of a stream, by what its first bytes show. */
async function* byContent(
  stream: AsyncIterable<Buffer>,
  reading: Reading,
  {suffix, ...reader}: Reader
): AsyncGenerator<Document> {
  const iterator = stream[Symbol.asyncIterator]();
  const first: Buffer[] = [];
  let buffered = 0;
  let fault: unknown;
  while (buffered < LOOKED_AT) {
    const next = await iterator.next().catch((error: unknown) => {
      fault = error;
      return {done: true} as const;
    });
    if (next.done) break;
    first.push(next.value);
    buffered += next.value.length;
  }
  const head = Buffer.concat(first);
  const rest = async function* () {
    yield head;
    if (fault) throw fault;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  };
  const start = head.subarray(0, LOOKED_AT);
  reading.format = `text${suffix}`;
  if (start.length === 0 && fault) throw fault;
  if (start.length === 0) return;
  if (start.includes(0)) {
    reading.format = "binary";
    throw new Unreadable("a binary file, which was not read");
  }
  if (start.toString("latin1", 0, 5) === "WARC/") {
    reading.format = `WET${suffix}`;
    yield* archiveDocuments(rest(), reader);
  } else if (isJsonLines(start)) {
    reading.format = `JSON lines${suffix}`;
    yield* lineDocuments(rest(), reader);
  } else yield* textDocument(rest(), reading, reader);
}

/** Whether the first line is a JSON object, as far as can be seen: a JSON document of several lines is plain text. */
function isJsonLines(start: Buffer): boolean {
  const text = start.toString("utf8").trimStart();
  if (!text.startsWith("{")) return false;
  const end = text.indexOf("\n");
  if (end < 0) return true;
  try {
    JSON.parse(text.slice(0, end));
    return true;
  } catch {
    return text[1] === '"' && /^\{"[^"\n]*":/.test(text); // a broken first line among others
  }
}

/** Cuts a text that comes in parts into pieces that overlap. */
function pieces(name: string, overlap: number) {
  let buffered = "";
  let begins = true;
  const piece = (text: string): Document => {
    const document = {name, text, begins};
    begins = false;
    return document;
  };
  const length = Math.max(PIECE, 4 * overlap);
  return {
    *add(text: string): Generator<Document> {
      buffered += text;
      while (buffered.length > length) {
        yield piece(buffered.slice(0, length));
        buffered = buffered.slice(length - overlap);
      }
    },
    *end(): Generator<Document> {
      if (buffered !== "" || begins) yield piece(buffered);
    }
  };
}

function* piecesOf(name: string, text: string, overlap: number): Generator<Document> {
  const splitter = pieces(name, overlap);
  yield* splitter.add(text);
  yield* splitter.end();
}

async function* textDocument(stream: AsyncIterable<Buffer>, reading: Reading, {overlap, fail}: Reader): AsyncGenerator<Document> {
  const decoder = new TextDecoder("utf-8");
  const splitter = pieces("", overlap);
  let [broken, characters] = [0, 0];
  const counted = (text: string) => {
    characters += text.length;
    if (text.includes("\ufffd")) broken += text.split("\ufffd").length - 1;
    return text;
  };
  try {
    for await (const chunk of stream) yield* splitter.add(counted(decoder.decode(chunk, {stream: true})));
    yield* splitter.add(counted(decoder.decode()));
  } catch (error) {
    yield* splitter.end();
    throw error;
  }
  yield* splitter.end();
  if (broken > MOST_BROKEN * characters) fail("more than a tenth of it is not UTF-8: a binary file, or text in another encoding");
  else if (broken > 0) reading.problems.push(`${broken} places are not UTF-8, and were read as U+FFFD`);
}

async function* lineDocuments(stream: AsyncIterable<Buffer>, {overlap, fail}: Reader): AsyncGenerator<Document> {
  let bad = 0;
  let firstBad = "";
  const failed = (what: string) => {
    if (bad++ === 0) firstBad = what;
  };
  for await (const batch of jsonLines(stream, {file: "it", list: "", skipLonger: LONGEST_LINE}))
    for (const {line, value, bad: mistake} of batch) {
      const document = mistake === undefined ? documentIn(value, line) : null;
      if (document !== null) yield* piecesOf(document.name, document.text, overlap);
      else failed(`line ${line} ${mistake === undefined ? "holds no text" : `is ${mistake.replace(/: .*$/u, "")}`}`);
    }
  if (bad > 0) fail(`${firstBad}${bad > 1 ? `, and ${bad - 1} more such lines` : ""}: not read`);
}

/** Records of a WET archive (WARC 1.0, ISO 28500): a head of lines up to an empty one, then as many bytes as Content-Length says. */
async function* archiveDocuments(stream: AsyncIterable<Buffer>, {overlap, fail}: Reader): AsyncGenerator<Document> {
  let buffered: Buffer = Buffer.alloc(0);
  const iterator = stream[Symbol.asyncIterator]();
  const more = async (): Promise<boolean> => {
    const next = await iterator.next();
    if (!next.done) buffered = buffered.length === 0 ? next.value : Buffer.concat([buffered, next.value]);
    return !next.done;
  };
  for (let record = 1; ; record++) {
    let end = buffered.indexOf("\r\n\r\n");
    while (end < 0) {
      if (buffered.length > LOOKED_AT) throw new Unreadable(`record ${record} has no end of its head; what came before was read`);
      if (!(await more())) {
        if (buffered.toString("latin1").trim() !== "")
          throw new Unreadable(`record ${record} ends early; what came before was read`);
        return;
      }
      end = buffered.indexOf("\r\n\r\n");
    }
    const head = buffered.toString("utf8", 0, end);
    const length = Number(/^content-length:\s*(\d+)/im.exec(head)?.[1] ?? Number.NaN);
    if (!Number.isSafeInteger(length)) throw new Unreadable(`record ${record} has no Content-Length; what came before was read`);
    buffered = buffered.subarray(end + 4);
    const skip = length > LONGEST_LINE;
    const parts: Buffer[] = [];
    let missing = length;
    for (;;) {
      const part = buffered.subarray(0, missing);
      if (!skip) parts.push(part);
      missing -= part.length;
      buffered = buffered.subarray(part.length);
      if (missing === 0) break;
      buffered = Buffer.alloc(0);
      if (!(await more())) throw new Unreadable(`record ${record} ends early; what came before was read`);
    }
    while (buffered.length < 4 && (await more()));
    if (buffered.toString("latin1", 0, 4) === "\r\n\r\n") buffered = buffered.subarray(4);
    if (skip) fail(`record ${record} is longer than ${LONGEST_LINE / 2 ** 20} MB: not read`);
    else if (/^warc-type:\s*(?!warcinfo)/im.test(head)) {
      const name = /^warc-target-uri:\s*(\S+)/im.exec(head)?.[1] ?? `${record}`;
      yield* piecesOf(name, Buffer.concat(parts).toString("utf8"), overlap);
    }
  }
}

async function* tableDocuments(file: string, {overlap, fail}: Reader): AsyncGenerator<Document> {
  let empty = 0;
  for await (const {line, value} of openRows(file, {select: textColumns})) {
    const document = documentIn(value, line);
    if (document === null) empty++;
    else yield* piecesOf(document.name, document.text, overlap);
  }
  if (empty > 0) fail(`${empty} rows hold no text: not read`);
}
