// The response cache, which is also the run's journal: completions by the hash of their request.
import {hash} from "node:crypto";
import {existsSync, mkdirSync, statSync} from "node:fs";
import {join} from "node:path";
import {open} from "lmdb";
import {z} from "zod";
import {plural} from "../book/plural.js";
import {UserError} from "../rows/error.js";
import {type Completion, completionSchema} from "./completion.js";
import {damageIn} from "./lmdbFile.node.js";
import {giveUpRoom, isFull, openRoom, PAGES_PER_WRITE, type Room} from "./room.node.js";
import {openSpill, readSpill, removeSpill} from "./spill.node.js";

const DIGEST_BYTES = 32;
/** Length of a key; keys are SHA-256 digests too. */
export const KEY_BYTES = DIGEST_BYTES;

const NOTHING_MORE = "nothing more is asked, what was in flight is kept, and a rerun asks only what is missing";

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
  /**
   * Resolves when the completion is on disk. Rejects with a CacheError where it cannot be.
   * @param model name by which the model was asked
   * @param base base URL that was asked
   */
  put(key: string, completion: Completion, model?: string, base?: string): Promise<void>;
  /** Whether the cache holds an answer of a model. Looks through all entries; those of older versions do not say by whom they are. */
  hasAnswerOf(origin: {model: string; base: string}): boolean;
  /** Copies an entry to a separate key, so that another answer can be stored; resolves when the copy is on disk. */
  copyAside(key: string): Promise<void>;
  /** The origin of an entry; entries of older versions have none. */
  originOf(key: string): Origin | null;
  /**
   * Reserves room for the answer of a request that is about to be sent; the function that it returns ends the reservation. Throws a
   * CacheError where the answer could not be stored.
   * @param allowed size that the answer may have, bytes
   */
  reserve(allowed: number): () => void;
  /** Why no further requests should be sent: there is no room, or a write has failed. Answers that were in flight then may still have been stored. */
  readonly failure: CacheError | null;
  /** Resolves once answers of spill files are in the cache, or stay in their files where there is no room. */
  settled(): Promise<void>;
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

const originSchema = z.object({model: z.string().optional(), base: z.string().optional(), time: z.number()});
/** The model of an answer by the name that was asked for, the base URL that was asked, and the time at which the answer was stored, milliseconds since 1970. */
export type Origin = z.infer<typeof originSchema>;
const storedSchema = z.object({origin: originSchema});
/** Most bytes of an origin. */
const ORIGIN_BYTES = 4096;
const ORIGIN_FIELD = ',"origin":';

/** The origin in the payload of an entry, where it is the last field; null where there is none. */
function originIn(payload: string): Origin | null {
  try {
    return originSchema.parse(JSON.parse(payload.slice(payload.lastIndexOf(ORIGIN_FIELD) + ORIGIN_FIELD.length, -1)));
  } catch {
    return null; // of an older version, or damaged
  }
}

interface CacheOptions {
  onCorrupt?: (key: string) => void;
  /** Folder for answers for which the cache has no room; they are read from there too. */
  spill?: string | undefined;
  /** Called with a sentence where answers go into a spill file, or are read from one. If given, those that are read are moved into the cache. */
  onSpill?: (sentence: string) => void;
  /** Milliseconds since 1970. */
  clock?: () => number;
}

/** Number of entries whose sizes show how large answers are; keys are hashes, so that the first ones are a random sample. */
const SIZE_SAMPLE = 256;

/**
 * Opens or creates the LMDB environment in a folder; several processes may have it open at once. Each value is SHA-256(payload) + payload
 * (UTF-8 JSON), because LMDB has no checksums. An entry that fails the check counts as missing, and `onCorrupt` is called with its key.
 */
export function openCache(folder: string, {onCorrupt = () => {}, spill, onSpill, clock = Date.now}: CacheOptions = {}): Cache {
  const database = openDatabase(folder);
  const writes = grouped(
    (key, value) => database.put(key, value),
    bytes => {
      // A full disk is detected before LMDB meets it, because its native part also prints to stderr when a commit fails half-way.
      if (isFull(folder, bytes)) giveUp(null);
    }
  );
  const spilled = readSpill(folder, spill);
  const appendSpill = openSpill(folder, spill);
  let room: Room | null = null;
  const openedRoom = (): Room =>
    (room ??= openRoom(folder, Math.max(0, ...[...database.getRange({limit: SIZE_SAMPLE})].map(({value}) => value.length))));
  let closed = false;
  let failure: CacheError | null = null;
  const cannotWrite = (error: unknown, consequence: string) => {
    const reason =
      error === null || isFull(folder) ? "no space is left on its disk" : error instanceof Error ? error.message : String(error);
    return new CacheError(`the cache in ${folder} cannot be written: ${reason}; ${consequence}`);
  };
  const giveUp = (cause: unknown) => {
    failure ??= cannotWrite(cause, NOTHING_MORE);
    giveUpRoom(folder);
  };
  const spillFiles = new Set<string>();
  const write = async (key: string, value: Buffer): Promise<void> => {
    const id = bytesOf(key);
    try {
      await writes.put(id, value);
    } catch (error) {
      giveUp(await reasonOf(error));
      try {
        await database.put(id, value);
      } catch (again) {
        const payload = value.toString("utf8", DIGEST_BYTES);
        try {
          const file = appendSpill(key, payload);
          spilled.answers.set(key, payload);
          if (!spillFiles.has(file))
            onSpill?.(`answers that find no room in ${folder} go into ${file}, which the next run reads`);
          spillFiles.add(file);
        } catch {
          throw cannotWrite(await reasonOf(again), "an answer that was paid for is lost");
        }
      }
    }
  };
  /** Moves answers of spill files into the cache if there is room for them. */
  const moveSpilled = async (): Promise<void> => {
    const entries = [...spilled.answers].map(([key, payload]) => ({id: bytesOf(key), value: checkedValue(payload)}));
    if (
      isFull(
        folder,
        entries.reduce((bytes, {value}) => bytes + value.length + PAGES_PER_WRITE, 0)
      )
    )
      return;
    await Promise.all(entries.map(({id, value}) => database.put(id, value)));
    removeSpill(spilled.files);
  };
  const spilledAnswer = (key: string): Completion | undefined => {
    const payload = spilled.answers.get(key);
    return payload === undefined ? undefined : completionSchema.parse(JSON.parse(payload));
  };
  const spilledKeys = () => [...spilled.answers.keys()].filter(key => !database.doesExist(bytesOf(key))).sort();
  let moved: Promise<void> = Promise.resolve();
  if (onSpill && spilled.files.length > 0) {
    const names = spilled.files.map(({path}) => path).join(", ");
    onSpill(
      `${plural(spilled.answers.size, "answer")} that found no room in ${folder} ${spilled.answers.size === 1 ? "is" : "are"} read from ${names}`
    );
    moved = moveSpilled().catch(() => {}); // they stay in their files
  }
  return {
    get(key) {
      const id = bytesOf(key);
      try {
        const value = database.get(id);
        if (!value) return spilledAnswer(key);
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
    put(key, completion, model, base) {
      const origin: Origin = {...(model !== undefined && {model}), ...(base !== undefined && {base}), time: clock()};
      const value = checkedValue(JSON.stringify({...completion, origin}));
      room?.note(value.length);
      return write(key, value);
    },
    hasAnswerOf({model, base}) {
      const isOf = (payload: string): boolean => {
        const origin = originIn(payload);
        return origin?.model === model && (origin.base ?? base) === base;
      };
      for (const {value} of database.getRange())
        if (isOf(value.toString("utf8", Math.max(DIGEST_BYTES, value.length - ORIGIN_BYTES)))) return true;
      return [...spilled.answers.values()].some(isOf);
    },
    async copyAside(key) {
      const value = database.get(bytesOf(key)) ?? (spilled.answers.has(key) ? checkedValue(spilled.answers.get(key)!) : null);
      if (value === null) return;
      let free: string;
      for (let i = 1; ; i++) {
        free = hash("sha256", `${key} ${i}`);
        if (!database.doesExist(bytesOf(free))) break;
      }
      await write(free, Buffer.from(value));
    },
    originOf(key) {
      const payload = database.get(bytesOf(key))?.toString("utf8", DIGEST_BYTES) ?? spilled.answers.get(key);
      try {
        return storedSchema.parse(JSON.parse(payload ?? "")).origin;
      } catch {
        return null; // of an older version, or damaged
      }
    },
    reserve(allowed) {
      if (failure) throw failure;
      const reserving = openedRoom();
      try {
        return reserving.reserve(allowed);
      } catch (error) {
        throw (failure ??= cannotWrite(error, reserving.isUsed ? NOTHING_MORE : "nothing was asked"));
      }
    },
    get failure() {
      return failure;
    },
    settled: () => moved,
    async remove(key) {
      await database.remove(bytesOf(key));
    },
    has: key => database.doesExist(bytesOf(key)) || spilled.answers.has(key),
    count: () => database.getCount() + spilledKeys().length,
    bytes: () => statSync(join(folder, DATA)).size,
    *keys() {
      const others = spilledKeys();
      for (const bytes of database.getKeys()) {
        const key = bytes.toString("hex");
        while (others.length > 0 && others[0]! < key) yield others.shift()!;
        yield key;
      }
      yield* others;
    },
    async close() {
      writes.flush();
      await moved;
      closed = true;
      await database.close();
      if (failure && room?.isUsed) giveUpRoom(folder);
    }
  };
}

function openDatabase(folder: string) {
  try {
    mkdirSync(folder, {recursive: true});
    refuseDamage(folder);
    silenceLibrary();
    return open<Buffer, Buffer>(folder, {
      encoding: "binary",
      keyEncoding: "binary",
      noSubdir: false, // the name of a folder may contain a dot
      overlappingSync: false, // a put that was awaited is on disk
      ...(process.platform === "linux" && {mapSize: ADDRESSES}),
      ...NOT_AHEAD,
      compression: true
    });
  } catch (error) {
    if (error instanceof CacheError) throw error;
    throw new UserError(`the cache in ${folder} cannot be opened: ${(error as Error).message}`);
  }
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

/** SHA-256(payload) + payload; a payload is the JSON text of a completion. */
function checkedValue(payload: string): Buffer {
  const value = Buffer.allocUnsafe(DIGEST_BYTES + Buffer.byteLength(payload));
  value.write(payload, DIGEST_BYTES);
  hash("sha256", value.subarray(DIGEST_BYTES), "buffer").copy(value);
  return value;
}

function bytesOf(key: string): Buffer {
  const bytes = Buffer.from(key, "hex");
  if (bytes.length !== DIGEST_BYTES || key.length !== 2 * DIGEST_BYTES)
    throw new RangeError(`expected 64 hexadecimal digits, not "${key}"`);
  return bytes;
}
