// Decodes the bytes of a text file; what is no UTF-8 is refused with the way out.
import {UserError} from "./error.js";

const LINE_FEED = 0x0a;
const SAVE = "save it as UTF-8";

/** Throws where bytes begin like UTF-16: with its mark, or with every other byte zero. */
export function refuseUtf16(bytes: Uint8Array, file: string): void {
  const [a, b, c, d] = bytes;
  const isMarked = (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff);
  if (isMarked || (a === 0 && b !== 0 && c === 0 && d !== 0) || (a !== 0 && b === 0 && c !== 0 && d === 0))
    throw new UserError(`${file} is UTF-16 text; ${SAVE}`);
}

/** The bytes after a byte order mark of UTF-8. */
export const withoutMark = (bytes: Uint8Array): Uint8Array =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;

/** Checks the parts of a file, one after the other: each must be text in UTF-8. */
export class TextCheck {
  private readonly decoder = new TextDecoder("utf-8", {fatal: true});
  private lines = 0;
  private isFirst = true;
  constructor(private readonly file: string) {}

  /** @throws UserError where the part is not UTF-8 or contains a NUL: text has none, so that the file is of another kind */
  add(part: Uint8Array): void {
    if (this.isFirst) refuseUtf16(part, this.file);
    this.isFirst = false;
    const nul = part.indexOf(0);
    if (nul >= 0)
      throw new UserError(
        `${this.file}:${this.lines + lineFeeds(part.subarray(0, nul)) + 1} contains a NUL byte, which text has not; ${SAVE}`
      );
    try {
      this.decoder.decode(part, {stream: true});
    } catch {
      throw this.fault(part);
    }
    this.lines += lineFeeds(part);
  }
  end(): void {
    try {
      this.decoder.decode();
    } catch {
      throw this.fault(new Uint8Array());
    }
  }
  private fault(part: Uint8Array): UserError {
    const read = new TextDecoder().decode(part);
    const at = read.indexOf("\ufffd", 1); // a character that began in the part before may be the first
    const line = this.lines + read.slice(0, at < 0 ? 0 : at).split("\n").length;
    return new UserError(`${this.file}:${line} is not UTF-8 text (perhaps Latin-1); ${SAVE}`);
  }
}

/** The text of a whole file. @throws UserError where it is no text */
export function decoded(bytes: Uint8Array, file: string): string {
  const check = new TextCheck(file);
  check.add(bytes);
  check.end();
  return new TextDecoder().decode(bytes);
}

function lineFeeds(bytes: Uint8Array): number {
  let found = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) found++;
  return found;
}
