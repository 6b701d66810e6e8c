// Verifies an archive: every entry against its digest, then all tables against what scoring its responses again gives.
import {createHash} from "node:crypto";
import {createReadStream, createWriteStream, existsSync} from "node:fs";
import {mkdir, mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {text as textOf} from "node:stream/consumers";
import {pipeline} from "node:stream/promises";
import {extract} from "tar-stream";
import type {Report} from "../../infer/progress.node.js";
import {UserError} from "../../rows/error.js";
import {openRows} from "../../rows/openRows.node.js";
import {READER_VERSION} from "../../score/answer/version.js";
import {olderReader} from "../../store/readerVersion.node.js";
import type {TableName} from "../../store/tables.js";
import type {Reply} from "../rescore/judgements.js";
import {rescore} from "../rescore/rescore.js";
import {type Compared, compared} from "./compare.js";
import {LISTING, type Listing, listingSchema, REPLIES, STORE_FOLDER} from "./format.js";

/** Tables that scoring makes from responses. The others of an archive (timings, manifest) cannot repeat, or are what people wrote. */
const SCORED = [
  "samples",
  "measures",
  "items",
  "responses",
  "points",
  "scores",
  "reference_models",
  "corrections"
] as const satisfies readonly TableName[];

export interface Verified {
  listing: Listing;
  tables: Compared[];
  /** Whether all tables are the same. */
  same: boolean;
}

/**
 * Verifies an archive without any other file of a workbook. Throws a UserError that names the entry which is damaged, missing or not
 * listed.
 * @param out keeps the store that was scored again
 */
export async function verify(file: string, {out, report}: {out?: string | undefined; report: Report}): Promise<Verified> {
  const home = await mkdtemp(join(tmpdir(), "reasonbook-archive-"));
  try {
    const listing = await unpack(file, home);
    const before = join(home, STORE_FOLDER);
    const after = out ?? join(home, "anew");
    await mkdir(after, {recursive: true});
    const brought = await repliesOf(join(home, REPLIES));
    const reader = await olderReader(before);
    if (reader !== null)
      report.warn(
        `the archive was scored by reader ${reader}, and this is reader ${READER_VERSION}: answers may be read in another way`
      );
    await rescore({source: {store: before}, folder: after, replies: {brought}, report});
    const tables: Compared[] = [];
    for (const table of SCORED) tables.push(await compared(table, {before, after}));
    return {listing, tables, same: tables.every(({same}) => same)};
  } finally {
    await rm(home, {recursive: true, force: true});
  }
}

/** What judges replied, by the key of their request; nothing where no model graded any answer. */
async function repliesOf(file: string): Promise<Map<string, Reply>> {
  const replies = new Map<string, Reply>();
  if (!existsSync(file)) return replies;
  for await (const {value} of openRows(file)) {
    const {key, reply} = value as {key: string; reply: Reply};
    replies.set(key, reply);
  }
  return replies;
}

/** Unpacks an archive into a folder, each entry held against its digest. Throws a UserError that names the entry. */
async function unpack(file: string, folder: string): Promise<Listing> {
  let listing: Listing | null = null;
  const seen = new Set<string>();
  const entries = extract();
  const reading = pipeline(createReadStream(file), entries);
  reading.catch(() => {}); // told where the entries are read
  try {
    for await (const entry of entries) {
      const {name} = entry.header;
      if (!listing) {
        if (name !== LISTING) throw new UserError(`${file} is not an archive of responses: its first entry is not ${LISTING}`);
        listing = listingOf(await textOf(entry), file);
        continue;
      }
      const expected = listing.files.find(each => each.name === name);
      if (!expected) throw new UserError(`${file}: ${name} is not listed in ${LISTING}; the archive was edited`);
      if (seen.has(name)) throw new UserError(`${file}: ${name} is in it twice; the archive was edited`);
      seen.add(name);
      const target = join(folder, name);
      await mkdir(dirname(target), {recursive: true});
      const hash = createHash("sha256");
      let bytes = 0;
      await pipeline(
        entry,
        async function* (chunks: AsyncIterable<unknown>) {
          for await (const piece of chunks) {
            const chunk = piece as Buffer;
            hash.update(chunk);
            bytes += chunk.length;
            yield chunk;
          }
        },
        createWriteStream(target)
      );
      if (bytes !== expected.bytes || hash.digest("hex") !== expected.sha256)
        throw new UserError(`${file}: ${name} is not what ${LISTING} lists: it is damaged, or was edited`);
    }
    await reading;
  } catch (error) {
    if (error instanceof UserError) throw error;
    const {code, message} = error as NodeJS.ErrnoException;
    throw new UserError(
      code === "ENOENT" && !listing
        ? `no such file: ${file}`
        : `${file} is damaged${seen.size > 0 ? ` after ${[...seen].at(-1)}` : ""}: ${message}`
    );
  }
  if (!listing) throw new UserError(`${file} is not an archive of responses: it is empty`);
  const missing = listing.files.filter(({name}) => !seen.has(name)).map(({name}) => name);
  if (missing.length > 0) throw new UserError(`${file}: ${missing.join(", ")} is missing; the archive is cut off, or was edited`);
  return listing;
}

function listingOf(text: string, file: string): Listing {
  try {
    return listingSchema.parse(JSON.parse(text));
  } catch {
    throw new UserError(
      `${file}: ${LISTING} is not a list of entries as npm run archive writes it; it is damaged, or of another version`
    );
  }
}
