// The response cache, which is also the run's journal: completions by the hash of their request.
import {hash} from "node:crypto";
import {existsSync, mkdirSync, statSync} from "node:fs";
import {join} from "node:path";
import {open} from "lmdb";
import {type Completion, completionSchema} from "./completion.js";
import {damageIn} from "./lmdbFile.node.js";
import {giveUpRoom, isFull, keepRoom} from "./room.node.js";

const DIGEST_BYTES = 32;
/** Length of a key; keys are SHA-256 digests too. */
export const KEY_BYTES = DIGEST_BYTES;

/** Name of the cache's file. */
export const DATA = "data.mdb";

/** The cache cannot be read or written. The message says what to do. */
export class CacheError extends Error {
  override name = "CacheError";
}

/**
 * Addresses that are set aside for the file, bytes; a larger one gets more. The package would begin with few, and map a growing file again
 * again and again while earlier maps stay: twice the mapped memory, and a seventh more time.
 */
const ADDRESSES = 2 ** 36;

/**
 * The system is not to read what stands beside an entry: keys are scattered, and where the file is larger than memory, a lookup then reads
 * 4 kB instead of 128. The package's types lack the option.
 */
const NOT_AHEAD: object = {noReadAhead: true};

export interface Cache {
  /** The completion of a request, or undefined where there is none or its checksum fails. */
  get(key: string): Completion | undefined;
  /** Resolves when the completion is on disk. Rejects with a CacheError where it cannot be. */
  put(key: string, completion: Completion): Promise<void>;
  /** Must be called before a paid request is sent. Throws a CacheError where its answer could not be stored. */
  prepare(): void;
  /** Why no further requests should be sent: a write has failed. Answers that were in flight then may still have been stored. */
  readonly failure: CacheError | null;
  /** Removes an entry; resolves when the removal is on disk. */
  remove(key: string): Promise<void>;
  /** Whether there is an entry, which may still turn out to be damaged. */
  has(key: string): boolean;
  count(): number;
  /** Size of the cache's file, bytes. */
  bytes(): number;
  /** All keys, in ascending order. */
  keys(): Iterable<string>;
  /** Closes the cache after pending writes. */
  close(): Promise<void>;
}

/**
 * Opens or creates the LMDB environment in a folder; several processes may have it open at once. Each value is SHA-256(payload) + payload
 * (UTF-8 JSON), because LMDB has no checksums. An entry that fails the check counts as missing, and `onCorrupt` is called with its key.
 */
export function openCache(folder: string, {onCorrupt = () => {}}: {onCorrupt?: (key: string) => void} = {}): Cache {
  mkdirSync(folder, {recursive: true});
  refuseDamage(folder);
  silenceLibrary();
  const database = open<Buffer, Buffer>(folder, {
    encoding: "binary",
    keyEncoding: "binary",
    noSubdir: false, // the name of a folder may contain a dot
    overlappingSync: false, // a put that was awaited is on disk
    ...(process.platform === "linux" && {mapSize: ADDRESSES}),
    ...NOT_AHEAD,
    compression: true
  });
  const writes = grouped(
    (key, value) => database.put(key, value),
    bytes => {
      // A full disk is detected before LMDB meets it, because its native part also prints to stderr when a commit fails half-way.
      if (failure === null && isFull(folder, bytes)) giveUp(null);
    }
  );
  let closed = false;
  let failure: CacheError | null = null;
  const cannotWrite = (error: unknown, consequence: string) => {
    const reason =
      error === null || isFull(folder) ? "no space is left on its disk" : error instanceof Error ? error.message : String(error);
    return new CacheError(`the cache in ${folder} cannot be written: ${reason}; ${consequence}`);
  };
  const giveUp = (cause: unknown) => {
    failure ??= cannotWrite(cause, "nothing more is asked, what was in flight is kept, and a rerun asks only what is missing");
    giveUpRoom(folder);
  };
  const write = async (id: Buffer, value: Buffer): Promise<void> => {
    try {
      await writes.put(id, value);
    } catch (error) {
      giveUp(await reasonOf(error));
      try {
        await database.put(id, value);
      } catch (again) {
        throw cannotWrite(await reasonOf(again), "an answer that was paid for is lost");
      }
    }
  };
  return {
    get(key) {
      const id = bytesOf(key);
      try {
        const value = database.get(id);
        if (!value) return undefined;
        const payload = value.subarray(DIGEST_BYTES);
        // Texts are compared faster than a buffer is made.
        if (hash("sha256", payload, "hex") === value.toString("hex", 0, DIGEST_BYTES))
          return completionSchema.parse(JSON.parse(payload.toString()));
      } catch (error) {
        if (closed) throw error;
      }
      onCorrupt(key);
      return undefined;
    },
    put(key, completion) {
      const payload = JSON.stringify(completion);
      const value = Buffer.allocUnsafe(DIGEST_BYTES + Buffer.byteLength(payload));
      value.write(payload, DIGEST_BYTES);
      digest(value.subarray(DIGEST_BYTES)).copy(value);
      return write(bytesOf(key), value);
    },
    prepare() {
      try {
        keepRoom(folder);
      } catch (error) {
        throw cannotWrite(error, "nothing was asked");
      }
    },
    get failure() {
      return failure;
    },
    async remove(key) {
      await database.remove(bytesOf(key));
    },
    has: key => database.doesExist(bytesOf(key)),
    count: () => database.getCount(),
    bytes: () => statSync(join(folder, DATA)).size,
    keys: () => database.getKeys().map(key => key.toString("hex")),
    close() {
      writes.flush();
      closed = true;
      return database.close();
    }
  };
}

let silenced = false;

/**
 * Suppresses the lmdb package's own reports of a failed commit. Callers of `put` learn of it by a rejection; the package also prints a
 * stack and rejects internal promises that nobody handles, which would end the process while answers are in flight.
 */
function silenceLibrary(): void {
  if (silenced) return;
  silenced = true;
  const ofCommit = (error: unknown) =>
    error instanceof Error &&
    ("commitError" in error ||
      (typeof (error as {code?: unknown}).code === "number" && /[\\/]lmdb[\\/]/.test(error.stack ?? "")));
  const print = console.error;
  console.error = (...args) => {
    if (!ofCommit(args[0])) print(...args);
  };
  process.on("unhandledRejection", error => {
    if (!ofCommit(error)) throw error;
  });
}

/** Throws a CacheError where the file is damaged. LMDB maps the file into memory, so damage would end the process by a signal. */
function refuseDamage(folder: string): void {
  const file = join(folder, DATA);
  const damage = existsSync(file) ? damageIn(file) : null;
  if (damage !== null)
    throw new CacheError(
      `the cache ${file} is damaged (${damage}); npm run cache -- repair --yes saves every whole answer in it`
    );
}

/** The cause of a failed commit: LMDB rejects all its writes with one error, whose reason is a promise that is itself rejected. */
async function reasonOf(error: unknown): Promise<unknown> {
  const cause = (error as {commitError?: unknown} | null)?.commitError;
  return Promise.resolve(cause).then(
    value => value ?? error,
    reason => reason
  );
}

/** Bytes of pages that one entry rewrites: keys are scattered, so that each entry has its own leaf page and shares branch pages. */
const PAGES_PER_WRITE = 3 * 4_096;

/**
 * Group commit: while the disk takes one group of writes, the next one gathers, and goes as soon as the disk is free; a free disk gets a group
 * once a turn of the event loop has brought no further write. So a busy run needs few transactions and fsyncs. Each write still resolves only
 * once its transaction is on disk.
 */
function grouped(write: (key: Buffer, value: Buffer) => Promise<unknown>, before: (bytes: number) => void) {
  let group: {key: Buffer; value: Buffer; resolve: () => void; reject: (error: unknown) => void}[] = [];
  /** Transactions that the disk has not taken yet. */
  let pending = 0;
  let planned = false;
  let known = 0; // the group's size one turn of the event loop ago
  const ended = () => {
    if (--pending === 0 && group.length > 0) flush();
  };
  const flush = () => {
    planned = false;
    const writing = group;
    group = [];
    before(writing.reduce((bytes, {value}) => bytes + value.length + PAGES_PER_WRITE, 0));
    let last: Promise<unknown> | undefined;
    let together: typeof writing = [];
    for (const each of writing) {
      const written = write(each.key, each.value);
      if (written === last)
        together.push(each); // writes of one transaction share one promise
      else {
        const own = (together = [each]);
        last = written;
        pending++;
        written.then(
          () => {
            for (const {resolve} of own) resolve();
            ended();
          },
          error => {
            for (const {reject} of own) reject(error);
            ended();
          }
        );
      }
    }
  };
  const put = (key: Buffer, value: Buffer): Promise<void> =>
    new Promise((resolve, reject) => {
      group.push({key, value, resolve, reject});
      if (pending > 0 || planned) return;
      planned = true;
      known = 0;
      setImmediate(turn);
    });
  const turn = () => {
    if (!planned) return;
    if (group.length === known) return flush();
    known = group.length;
    setImmediate(turn);
  };
  return {put, flush};
}

const digest = (bytes: Buffer): Buffer => hash("sha256", bytes, "buffer");

function bytesOf(key: string): Buffer {
  const bytes = Buffer.from(key, "hex");
  if (bytes.length !== DIGEST_BYTES || key.length !== 2 * DIGEST_BYTES)
    throw new RangeError(`expected 64 hexadecimal digits, not "${key}"`);
  return bytes;
}
