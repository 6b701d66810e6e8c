// Entries of a zip archive, read one at a time: stored, deflated, or compressed by zstandard as newer logs of Inspect are.
import {promisify} from "node:util";
import {crc32, inflateRaw} from "node:zlib";
import {decompress} from "fzstd";
import {type Entry, openPromise, type ZipFile} from "yauzl";
import {formatBytes} from "../../book/bytes.js";
import {UserError} from "../../rows/error.js";

/** Largest entry that is read, unpacked: a sample's record is held as one text. */
const LARGEST_ENTRY = 450 * 2 ** 20;
/** Ways of compression by their numbers in zip archives (APPNOTE.TXT 4.4.5). */
const STORED = 0;
const DEFLATED = 8;
const ZSTANDARD = 93;
const inflated = promisify(inflateRaw);

export interface Zip extends AsyncDisposable {
  /** Names of all entries. An entry that was written twice counts once, as it was written last. */
  names: readonly string[];
  /** The bytes of an entry. Throws a UserError that names it. */
  bytes(name: string): Promise<Buffer>;
}

/** Opens an archive and reads the list of its entries. Throws a UserError where the file is none, or was not written to its end. */
export async function openZip(file: string): Promise<Zip> {
  const bad = (error: unknown, name?: string) =>
    new UserError(
      `${file}${name ? `: ${name}` : ""} is damaged, or was not written to its end: ${(error as Error).message.replace(/\s+/gu, " ").slice(0, 120)}`
    );
  const entries = new Map<string, Entry>();
  let zip: ZipFile;
  try {
    zip = await openPromise(file, {autoClose: false, lazyEntries: true});
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  } catch (error) {
    throw bad(error);
  }
  return {
    names: [...entries.keys()],
    async bytes(name) {
      const entry = entries.get(name);
      if (!entry) throw new UserError(`${file} has no entry ${name}`);
      if (entry.uncompressedSize > LARGEST_ENTRY)
        throw new UserError(
          `${file}: ${name} has ${formatBytes(entry.uncompressedSize)}, more than is read at once (${formatBytes(LARGEST_ENTRY)})`
        );
      let bytes: Buffer;
      try {
        bytes = await unpacked(zip, entry);
      } catch (error) {
        throw error instanceof UserError ? error : bad(error, name);
      }
      if (bytes.length !== entry.uncompressedSize || crc32(bytes) !== entry.crc32)
        throw bad(new Error("its checksum differs"), name);
      return bytes;
    },
    async [Symbol.asyncDispose]() {
      zip.close();
    }
  };
}

async function unpacked(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of await zip.openReadStreamPromise(entry, {decodeFileData: false})) parts.push(part as Buffer);
  const packed = Buffer.concat(parts);
  switch (entry.compressionMethod) {
    case STORED:
      return packed;
    case DEFLATED:
      return (await inflated(packed, {maxOutputLength: LARGEST_ENTRY})) as Buffer;
    case ZSTANDARD:
      return Buffer.from(decompress(packed, new Uint8Array(entry.uncompressedSize)));
    default:
      throw new UserError(
        `${entry.fileName} is compressed by method ${entry.compressionMethod}; stored, deflate and zstandard can be read`
      );
  }
}
