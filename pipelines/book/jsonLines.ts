// Reads JSON lines, one record a line, in pieces: the one reader of item banks and of rows from elsewhere.
import {UserError} from "./error.js";

/** A record with its line, counted from 1 (in JSON and Parquet its number), or what is wrong with the line. */
export interface Placed {
  line: number;
  value?: unknown;
  bad?: string;
}

/** Longest line, bytes: protects against a file of another kind, which may have no line breaks. */
const LONGEST_LINE = 64 * 2 ** 20;
const LINE_FEED = 0x0a;

/**
 * The records of JSON lines in batches, in order; blank lines are skipped. Lines are split only at line feeds, because JSON texts may
 * contain other line separators. Throws a UserError where the file as a whole is of another kind.
 * @param bytes the file's bytes in pieces
 * @param list what to do where the file is one JSON list, for its message
 */
export async function* jsonLines(
  bytes: AsyncIterable<Buffer>,
  {file, list}: {file: string; list: string}
): AsyncGenerator<Placed[]> {
  const decoder = new TextDecoder("utf-8", {fatal: true, ignoreBOM: false});
  let rest: Buffer[] = [];
  let buffered = 0;
  let line = 0;
  const parsed = (bytes: Buffer): Placed[] => {
    let text: string;
    try {
      text = decoder.decode(bytes);
    } catch {
      return splitBytes(bytes).flatMap(each => lineOf(each, ++line, decoder));
    }
    const found: Placed[] = [];
    for (const each of text.split("\n")) {
      line++;
      const first = each.charCodeAt(0);
      if (first === 0x7b /* { */) found.push(jsonLine(each, line));
      else if (each.trim() !== "") found.push(jsonLine(each.trim(), line));
    }
    return found;
  };
  let known = false;
  const checked = (batch: Placed[], begin: Buffer): Placed[] => {
    if (!known && batch.length > 0) refuseList(batch[0]!, begin, {file, list});
    known ||= batch.length > 0;
    return batch;
  };
  let first = true;
  for await (const chunk of bytes) {
    if (first) refuseUtf16(chunk, file);
    first = false;
    const end = chunk.lastIndexOf(LINE_FEED);
    if (end < 0) {
      rest.push(chunk);
      buffered += chunk.length;
      if (buffered > LONGEST_LINE)
        throw new UserError(`${file}:${line + 1} a line of more than ${LONGEST_LINE / 2 ** 20} MB; is it no JSON lines?`);
      continue;
    }
    const whole = chunk.subarray(0, end);
    const joined = rest.length > 0 ? Buffer.concat([...rest, whole]) : whole;
    yield checked(parsed(joined), joined);
    rest = [chunk.subarray(end + 1)];
    buffered = rest[0]!.length;
  }
  if (buffered > 0) {
    const joined = Buffer.concat(rest);
    yield checked(parsed(joined), joined);
  }
}

/** Throws where the bytes begin like UTF-16: with its mark, or with every other byte zero. */
function refuseUtf16(bytes: Buffer, file: string): void {
  const [a, b, c, d] = bytes;
  const isMarked = (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff);
  if (isMarked || (a === 0 && b !== 0 && c === 0 && d !== 0) || (a !== 0 && b === 0 && c !== 0 && d === 0))
    throw new UserError(`${file} is UTF-16 text; save it as UTF-8`);
}

/** Throws where the first line begins a list of records that the whole file is. */
function refuseList({value, bad}: Placed, bytes: Buffer, {file, list}: {file: string; list: string}): void {
  const begins = bytes
    .toString("latin1", 0, 256)
    .replace(/^\xef\xbb\xbf/, "")
    .trimStart()
    .startsWith("[");
  const ofRecords = Array.isArray(value) && typeof value[0] === "object" && value[0] !== null;
  if (begins && (bad !== undefined || ofRecords))
    throw new UserError(`${file} is one JSON list, where each line should be a record; ${list}`);
}

/** The message of JSON.parse without the text that it quotes, which may hold a key. */
export const jsonFault = (error: unknown): string =>
  (error as Error).message
    .replace(/, (?:\.\.\.)?".*"(?:\.\.\.)? is not valid JSON$/su, "")
    .replace(/\s+/gu, " ")
    .slice(0, 120);

function jsonLine(text: string, line: number): Placed {
  try {
    return {line, value: JSON.parse(text)};
  } catch (error) {
    const bare = text.trim(); // of white space that JSON does not know, too
    if (bare.length < text.length) return jsonLine(bare, line);
    return {line, bad: `no JSON: ${jsonFault(error)}`};
  }
}

function lineOf(bytes: Buffer, line: number, decoder: TextDecoder): Placed[] {
  try {
    const text = decoder.decode(bytes);
    return text.trim() === "" ? [] : [jsonLine(text, line)];
  } catch {
    return [{line, bad: "no UTF-8 text"}];
  }
}

function splitBytes(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  let from = 0;
  for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, from)) {
    lines.push(bytes.subarray(from, end));
    from = end + 1;
  }
  return [...lines, bytes.subarray(from)];
}
