// The files of corpora that a worker holds: which it searches, and how it tells others without naming them.

import {stat} from "node:fs/promises";
import type {Redis} from "ioredis";
import {z} from "zod";
import type {Corpus} from "../../../book/types.js";
import {UserError} from "../../../rows/error.js";
import {type CompressedJson, compressed, uncompressed} from "../../../store/compressedJson.node.js";
import {AUDIT_VERSION} from "../../../studies/contamination/audit.node.js";
import {type CorpusFile, corpusFiles} from "../../../studies/contamination/corpora.node.js";
import {digestOfEnds} from "../../../studies/contamination/fileDigest.node.js";
import {holdingsOf} from "../keys.js";
import {AUDIT_PROTOCOL, fileId, idOf, type Search} from "./job.js";

/** Most bytes of what a worker says of its files, as JSON and compressed: half a million files. */
const MOST_BYTES = 2 ** 24;
/** Time for which it is kept after its workers have ended, seconds. */
const HELD_SECONDS = 3_600;

const holdingsSchema = z.strictObject({
  protocol: z.literal(AUDIT_PROTOCOL),
  search: z.literal(AUDIT_VERSION).describe("version of the search"),
  version: z.string().max(64).describe("of reasonbook"),
  files: z.array(fileId).describe("digests of names and sizes, sorted")
});

export interface Holdings {
  /** By the digest of name and size, which several may share. */
  files: ReadonlyMap<string, readonly CorpusFile[]>;
  /** What is told of them; its digest names the queue of their searches. */
  said: CompressedJson;
}

/**
 * The files of corpora, as they are at present; null where there are none.
 * @param onMissing is told of a corpus without files
 */
export async function holdingsIn(
  corpora: readonly Corpus[],
  {version, onMissing}: {version: string; onMissing: (sentence: string) => void}
): Promise<Holdings | null> {
  const found = new Map<string, CorpusFile>();
  for (const corpus of corpora)
    try {
      for (const file of await corpusFiles([corpus])) found.set(file.path, file);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      onMissing(error.message);
    }
  const files = new Map<string, CorpusFile[]>();
  for (const file of found.values()) files.set(idOf(file), [...(files.get(idOf(file)) ?? []), file]);
  if (files.size === 0) return null;
  const said = await compressed(
    {protocol: AUDIT_PROTOCOL, search: AUDIT_VERSION, version, files: [...files.keys()].sort()},
    {most: MOST_BYTES, mostCompressed: MOST_BYTES}
  );
  if (!said) throw new UserError(`${files.size} files are too many for one worker; name fewer of them`);
  return {files, said};
}

/** The file that a search names, or why it is not here. */
export async function fileOf({file, bytes, ends}: Search, {files}: Holdings): Promise<CorpusFile | {refused: string}> {
  const named = (files.get(file) ?? []).filter(each => each.bytes === bytes);
  if (named.length === 0) return {refused: `no corpus of this worker has the file (${file.slice(0, 8)}, ${bytes} bytes)`};
  let refused = "its first or last megabyte is another one here";
  for (const each of named) {
    const now = await stat(each.path).catch(() => null);
    if (now?.size !== each.bytes || now.mtimeMs !== each.changed) refused = "it has changed here since this worker was started";
    else if ((await digestOfEnds(each.path).catch(() => null)) === ends) return each;
  }
  return {refused};
}

/** Tells others what a worker holds, and keeps that from expiring. */
export async function tellHoldings(connection: Redis, {digest, bytes}: CompressedJson): Promise<void> {
  const key = holdingsOf(digest);
  if ((await connection.expire(key, HELD_SECONDS)) === 0) await connection.set(key, Buffer.from(bytes), "EX", HELD_SECONDS);
}

/** The files that workers of a digest hold; null where that is not told, or they are of another version. */
export async function holdingsBy(connection: Redis, digest: string, version: string): Promise<ReadonlySet<string> | null> {
  const key = holdingsOf(digest);
  if ((await connection.strlen(key)) > MOST_BYTES) return null;
  const bytes = await connection.getBuffer(key);
  if (!bytes) return null;
  const said = holdingsSchema.safeParse(await uncompressed({digest, bytes}, MOST_BYTES).catch(() => null));
  return said.success && said.data.version === version ? new Set(said.data.files) : null;
}
