// Reads JSON lines, one record a line, in pieces: the one reader of item banks and of rows from elsewhere.
import {UserError} from "./error.js";
import {columnOfField, jsonFault, pythonJson, RECORD_DEPTH} from "./json.js";
import type {Row} from "./row.js";
import {refuseUtf16} from "./text.js";

/** Longest line, bytes: as many characters as a string of V8 may have, in megabytes 512. */
const MAX_LINE = 2 ** 29 - 24;
const megabytes = (bytes: number): number => Math.ceil(bytes / 2 ** 20);
const LINE_FEED = 0x0a;
const decoder = new TextDecoder("utf-8", {fatal: true, ignoreBOM: false});

/** How runs of whole lines are cut from a file. */
interface Cutting {
  file: string;
  /** Lines of all runs so far, for the message about a line that is too long. */
  lines: () => number;
  /** Gives null for a line of more bytes and skips it, instead of throwing. */
  skipLonger?: number | undefined;
}

/**
 * Cuts a file's bytes into runs of whole lines, without the last line feed of each. Lines are split only at line feeds, because JSON texts
 * may contain other line separators. Throws a UserError where the file is UTF-16 text, or has a line that is too long.
 */
async function* wholeLines(
  bytes: AsyncIterable<Buffer>,
  {file, lines, skipLonger}: Cutting
): AsyncGenerator<Buffer | null, undefined, undefined> {
  let held: Buffer[] = [];
  let size = 0;
  /** Place of the last line feed in what is held. */
  let end = -1;
  let isFirst = true;
  let isSkipping = false;
  for await (const part of bytes) {
    if (isFirst) refuseUtf16(part, file);
    isFirst = false;
    const skipped = isSkipping ? part.indexOf(LINE_FEED) : -1;
    if (isSkipping && skipped < 0) continue;
    isSkipping = false;
    const chunk = part.subarray(skipped + 1);
    const feed = chunk.lastIndexOf(LINE_FEED);
    if (feed >= 0) end = size + feed;
    held.push(chunk);
    size += chunk.length;
    const isLong = feed < 0 && size - end - 1 > (skipLonger ?? MAX_LINE);
    if (end >= 0) {
      const joined = held.length > 1 ? Buffer.concat(held) : chunk;
      yield joined.subarray(0, end);
      held = [joined.subarray(end + 1)];
      size = held[0]!.length;
      end = -1;
    }
    if (isLong && skipLonger !== undefined) {
      yield null;
      [held, size, end, isSkipping] = [[], 0, -1, true];
    } else if (isLong)
      throw new UserError(
        `${file}:${lines() + 1} a line of more than ${megabytes(MAX_LINE)} MB, more than can be held at once; is it not JSON lines?`
      );
  }
  if (size > 0) yield Buffer.concat(held);
}

/**
 * Reads the records of whole lines, one after the other, so that not all of them are in memory at once; blank lines are no records.
 * @param use is called with each record, its line counted from 1 at the beginning of the run · returns the number of lines
 */
function eachRecord(run: Uint8Array, use: (record: Row) => void, depth?: number): number {
  let text: string;
  try {
    text = decoder.decode(run);
  } catch {
    const each = splitBytes(run);
    for (const [i, bytes] of each.entries()) for (const record of lineOf(bytes, i + 1, depth)) use(record);
    return each.length;
  }
  return eachLine(text, use, depth);
}

/** Reads the records of a text, as `eachRecord` those of bytes. */
export function eachLine(text: string, use: (record: Row) => void, depth?: number): number {
  let line = 0;
  const isOld = !text.includes("\n") && text.trimEnd().includes("\r"); // lines end in CR alone
  for (const each of text.split(isOld ? "\r" : "\n")) {
    line++;
    const first = each.charCodeAt(0);
    if (first === 0x7b /* { */) use(jsonLine(each, line, depth));
    else if (each.trim() !== "") use(jsonLine(each.trim(), line, depth));
  }
  return line;
}

/**
 * The records of JSON lines in batches, in order; blank lines are skipped. Throws a UserError where the file as a whole is of another kind.
 * @param bytes the file's bytes in pieces
 * @param list what to do where the file is one JSON list, for its message
 */
export async function* jsonLines(
  bytes: AsyncIterable<Buffer>,
  {file, list, depth, skipLonger}: {file: string; list: string; depth?: number | undefined; skipLonger?: number | undefined}
): AsyncGenerator<Row[]> {
  let line = 0;
  let known = false;
  for await (const run of wholeLines(bytes, {file, lines: () => line, skipLonger})) {
    if (run === null) {
      yield [{line: ++line, bad: `longer than ${megabytes(skipLonger!)} MB`}];
      continue;
    }
    const records: Row[] = [];
    const before = line;
    line += eachRecord(
      run,
      record => {
        record.line += before;
        records.push(record);
      },
      depth
    );
    if (!known && records.length > 0) refuseList(records[0]!, run, {file, list});
    known ||= records.length > 0;
    yield records;
  }
}

/** Throws where the first line begins a list of records that the whole file is. */
function refuseList({value, bad}: Row, bytes: Buffer, {file, list}: {file: string; list: string}): void {
  const begins = bytes
    .toString("latin1", 0, 256)
    .replace(/^\xef\xbb\xbf/, "")
    .trimStart()
    .startsWith("[");
  const ofRecords = Array.isArray(value) && typeof value[0] === "object" && value[0] !== null;
  if (begins && (bad !== undefined || ofRecords))
    throw new UserError(`${file} is one JSON list, where each line should be a record; ${list}`);
}

/** A record that is a line of JSON. */
class LineRow implements Row {
  readonly #text: string;
  constructor(
    public line: number,
    public value: unknown,
    text: string
  ) {
    this.#text = text;
  }
  column(field: string): number | undefined {
    return columnOfField(this.#text, field);
  }
}

function jsonLine(text: string, line: number, depth = RECORD_DEPTH): Row {
  try {
    return new LineRow(line, pythonJson(text, depth), text);
  } catch (error) {
    const bare = text.trim(); // of white space that JSON does not know, too
    if (bare.length < text.length) return jsonLine(bare, line, depth);
    return {line, bad: `not JSON: ${jsonFault(error)}`};
  }
}

function lineOf(bytes: Uint8Array, line: number, depth?: number): Row[] {
  if (bytes.length > MAX_LINE) return [{line, bad: `longer than ${megabytes(MAX_LINE)} MB`}];
  try {
    const text = decoder.decode(bytes);
    return text.trim() === "" ? [] : [jsonLine(text, line, depth)];
  } catch {
    return [{line, bad: "not UTF-8 text"}];
  }
}

function splitBytes(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  let from = 0;
  for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, from)) {
    lines.push(bytes.subarray(from, end));
    from = end + 1;
  }
  return [...lines, bytes.subarray(from)];
}
