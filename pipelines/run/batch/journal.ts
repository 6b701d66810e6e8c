// Batches under way, on disk beside the cache: what is in each, and its id at the server, from before it is sent until its last answer is kept.
import {once} from "node:events";
import {createReadStream, createWriteStream, existsSync} from "node:fs";
import {mkdir, open, readdir, readFile, rename, rm} from "node:fs/promises";
import {join} from "node:path";
import {finished} from "node:stream/promises";
import {z} from "zod";
import {BATCHES} from "../../book/batchSchema.js";
import {PROTOCOLS} from "../../book/schemas.js";
import type {Adapted} from "../../infer/adapt.js";
import {idSchema} from "../../infer/batch/interface.js";
import type {ChatRequest} from "../../infer/completion.js";
import type {Pieces} from "../../infer/longText.node.js";
import {UserError} from "../../rows/error.js";
import {jsonLines} from "../../rows/jsonLines.js";
import {replaceFile, temporaryIn} from "../../store/files.node.js";

/** A key is the cache's, and the id of a line in a batch: 64 hexadecimal digits, just as many as Anthropic's interface allows. */
interface Line {
  key: string;
  request: ChatRequest;
  /** Parameters that were left out or renamed for this model. */
  adapted: Adapted;
}

/** A line with its text in the upload, in pieces. */
export interface Written extends Line {
  text: Iterable<string | Pieces>;
}

const entrySchema = z.strictObject({
  version: z.literal(1),
  interface: z.enum(BATCHES),
  protocol: z.enum(PROTOCOLS),
  base: z.string().describe("base URL, as in the keys of the cache"),
  model: z.string().describe("the model's name at the endpoint"),
  url: z.string().describe("the path that the requests are for"),
  requests: z.int().min(1),
  bytes: z.int().min(1).describe("of the upload"),
  created: z.iso.datetime(),
  /** When it was first sent; from then on the server is asked for it before it is sent again. */
  tried: z.iso.datetime().nullable(),
  uploaded: idSchema.nullable().describe("id of the uploaded file"),
  batch: idSchema.nullable().describe("id of the batch")
});
export type EntryState = z.infer<typeof entrySchema>;

export interface Entry {
  /** Its folder's name. */
  name: string;
  folder: string;
  /** The file that is uploaded. */
  upload: string;
  state: EntryState;
  /** Changes its state; on disk when this resolves. */
  note(change: Partial<EntryState>): Promise<void>;
  lines(): AsyncGenerator<Line, void, undefined>;
  /** Removes it, once all its answers are in the cache. */
  remove(): Promise<void>;
}

/** Name of the journal's folder in the cache's. */
const BATCH_FOLDER = "batches";
const STATE = "batch.json";
const REQUESTS = "requests.jsonl";
const UPLOAD = "upload";
/** Characters that are gathered before they are written. */
const PIECE = 2 ** 16;

/** The folder of a cache's journal. */
export const journalOf = (cache: string): string => join(cache, BATCH_FOLDER);

/** The batches that are under way, oldest first. Throws a UserError where the state of one cannot be read: what it cost would be lost. */
export async function openEntries(journal: string): Promise<Entry[]> {
  if (!existsSync(journal)) return [];
  const names = (await readdir(journal, {withFileTypes: true})).filter(each => each.isDirectory() && !each.name.startsWith("."));
  return Promise.all(
    names
      .map(({name}) => name)
      .sort()
      .map(async name => {
        const file = join(journal, name, STATE);
        try {
          return entryOf(journal, name, entrySchema.parse(JSON.parse(await readFile(file, "utf8"))));
        } catch (error) {
          throw new UserError(
            `${file} cannot be read (${(error as Error).message.split("\n")[0]}): it holds a batch that is paid for; restore it, or discard the batch by removing ${join(journal, name)}`
          );
        }
      })
  );
}

/** Writes a batch that is about to be sent; all of it is on disk when this resolves. */
export async function newEntry(
  journal: string,
  state: Omit<EntryState, "version" | "requests" | "bytes" | "created" | "tried" | "uploaded" | "batch">,
  {
    lines,
    frame,
    now = new Date()
  }: {lines: readonly Written[]; frame: {before: string; between: string; after: string}; now?: Date}
): Promise<Entry> {
  const created = now.toISOString();
  const name = `${created.replaceAll(/[-:.]/g, "")}-${Math.random().toString(36).slice(2, 8)}`;
  const temporary = temporaryIn(journal, name);
  await mkdir(temporary, {recursive: true});
  try {
    const bytes = await writeWhole(join(temporary, UPLOAD), textOf(lines, frame));
    await writeWhole(join(temporary, REQUESTS), recordsOf(lines));
    const whole: EntryState = {
      version: 1,
      ...state,
      requests: lines.length,
      bytes,
      created,
      tried: null,
      uploaded: null,
      batch: null
    };
    await writeWhole(join(temporary, STATE), [JSON.stringify(whole, null, 2)]);
    await rename(temporary, join(journal, name));
    await syncFolder(journal);
    return entryOf(journal, name, whole);
  } catch (error) {
    await rm(temporary, {recursive: true, force: true});
    throw error;
  }
}

function entryOf(journal: string, name: string, state: EntryState): Entry {
  const folder = join(journal, name);
  const entry: Entry = {
    name,
    folder,
    upload: join(folder, UPLOAD),
    state,
    async note(change) {
      entry.state = {...entry.state, ...change};
      await replaceFile(join(folder, STATE), async temporary => {
        await writeWhole(temporary, [JSON.stringify(entry.state, null, 2)]);
      });
      await syncFolder(folder);
    },
    async *lines() {
      const file = join(folder, REQUESTS);
      const bytes = createReadStream(file) as AsyncIterable<Buffer>;
      for await (const batch of jsonLines(bytes, {file, list: "write each on a line of its own"}))
        for (const {value} of batch) if (value !== undefined) yield value as Line;
    },
    async remove() {
      // renamed first, so that a batch is there with its state, or not at all
      const gone = temporaryIn(journal, name);
      await rename(folder, gone);
      await syncFolder(journal);
      await rm(gone, {recursive: true, force: true});
    }
  };
  return entry;
}

function* textOf(lines: readonly Written[], {before, between, after}: {before: string; between: string; after: string}) {
  yield before;
  for (const [i, {text}] of lines.entries()) {
    if (i > 0) yield between;
    for (const piece of text)
      if (typeof piece === "string") yield piece;
      else yield* piece;
  }
  yield after;
}

function* recordsOf(lines: readonly Written[]) {
  for (const {key, request, adapted} of lines) yield `${JSON.stringify({key, request, adapted})}\n`;
}

/** Writes a file and syncs it. @returns its bytes */
async function writeWhole(file: string, texts: Iterable<string>): Promise<number> {
  const stream = createWriteStream(file, {flush: true});
  const done = finished(stream);
  done.catch(() => {}); // awaited below
  let gathered = "";
  for (const text of texts) {
    gathered += text;
    if (gathered.length < PIECE) continue;
    if (!stream.write(gathered)) await Promise.race([done, once(stream, "drain")]);
    gathered = "";
  }
  stream.end(gathered);
  await done;
  return stream.bytesWritten;
}

/** Makes the names in a folder durable. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return; // folders cannot be opened there
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
