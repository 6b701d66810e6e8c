// The response cache, which is also the run's journal: what a model answered, by what it was asked.
import {hash} from "node:crypto";
import {mkdirSync, statSync} from "node:fs";
import {join} from "node:path";
import {open} from "lmdb";
import {type Completion, completionSchema} from "./completion.js";

const DIGEST_BYTES = 32;

export interface Cache {
  /** The completion, or undefined where there is none or none that can be trusted. */
  get(key: string): Completion | undefined;
  /** Resolves when the completion is on disk. */
  put(key: string, completion: Completion): Promise<void>;
  /** Takes an entry out; resolves when that is on disk. */
  remove(key: string): Promise<void>;
  /** Is there an entry? It may still turn out damaged. */
  has(key: string): boolean;
  count(): number;
  /** Size of the file. */
  bytes(): number;
  /** All keys, in order. */
  keys(): Iterable<string>;
  /** Waits for writes under way. */
  close(): Promise<void>;
}

/**
 * Opens or creates the LMDB environment in a folder; several processes may have it open at once.
 * Each value is SHA-256(payload) + payload (UTF-8 JSON), because LMDB has no checksums: what fails the check is a miss,
 * and `onCorrupt` is told its key.
 */
export function openCache(folder: string, {onCorrupt = () => {}}: {onCorrupt?: (key: string) => void} = {}): Cache {
  mkdirSync(folder, {recursive: true});
  const database = open<Buffer, Buffer>(folder, {
    encoding: "binary",
    keyEncoding: "binary",
    noSubdir: false, // a folder's name may hold a dot
    overlappingSync: false, // an awaited put is on disk
    compression: true
  });
  const writes = grouped((key, value) => database.put(key, value));
  let closed = false;
  return {
    get(key) {
      const id = bytesOf(key);
      try {
        const value = database.get(id);
        if (!value) return undefined;
        const payload = value.subarray(DIGEST_BYTES);
        if (digest(payload).equals(value.subarray(0, DIGEST_BYTES)))
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
      return writes.put(bytesOf(key), value);
    },
    async remove(key) {
      await database.remove(bytesOf(key));
    },
    has: key => database.doesExist(bytesOf(key)),
    count: () => database.getCount(),
    bytes: () => statSync(join(folder, "data.mdb")).size,
    keys: () => database.getKeys().map(key => key.toString("hex")),
    close() {
      writes.flush();
      closed = true;
      return database.close();
    }
  };
}

const LARGEST_GROUP = 256;
const LONGEST_WAIT_MS = 10;

/**
 * Group commit: writes wait until a turn of the event loop brings no further one, so that a busy run pays for fewer transactions and fsyncs
 * (half of the processor time per write at 256 in flight). Each still resolves only once its own transaction is on disk.
 */
function grouped(write: (key: Buffer, value: Buffer) => Promise<unknown>) {
  let group: {key: Buffer; value: Buffer; resolve: () => void; reject: (error: unknown) => void}[] = [];
  let known = 0; // the group's size one turn ago
  let since = 0;
  const flush = () => {
    const writing = group;
    group = [];
    let last: Promise<unknown> | undefined;
    let together: typeof writing = [];
    for (const each of writing) {
      const written = write(each.key, each.value);
      if (written === last)
        together.push(each); // writes of one transaction share one promise
      else {
        const own = (together = [each]);
        last = written;
        written.then(
          () => {
            for (const {resolve} of own) resolve();
          },
          error => {
            for (const {reject} of own) reject(error);
          }
        );
      }
    }
  };
  const turn = () => {
    if (group.length === 0) return;
    if (group.length === known || group.length >= LARGEST_GROUP || performance.now() - since > LONGEST_WAIT_MS) return flush();
    known = group.length;
    setImmediate(turn);
  };
  const put = (key: Buffer, value: Buffer): Promise<void> =>
    new Promise((resolve, reject) => {
      group.push({key, value, resolve, reject});
      if (group.length > 1) return;
      known = 0;
      since = performance.now();
      setImmediate(turn);
    });
  return {put, flush};
}

const digest = (bytes: Buffer): Buffer => hash("sha256", bytes, "buffer");

function bytesOf(key: string): Buffer {
  const bytes = Buffer.from(key, "hex");
  if (bytes.length !== DIGEST_BYTES || key.length !== 2 * DIGEST_BYTES)
    throw new RangeError(`expected 64 hexadecimal digits, not "${key}"`);
  return bytes;
}
