// The response cache, which is also the run's journal: what a model answered, by what it was asked.
import {hash} from "node:crypto";
import {mkdirSync, statSync} from "node:fs";
import {join} from "node:path";
import {open} from "lmdb";
import {canonicalJson} from "../generate/seed.js";
import {type ChatRequest, type Completion, completionSchema} from "./completion.js";

const DIGEST_BYTES = 32;

export interface Cache {
  /** The completion, or undefined where there is none or none that can be trusted. */
  get(key: string): Completion | undefined;
  /** Resolves when the completion is on disk. */
  put(key: string, completion: Completion): Promise<void>;
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
    async put(key, completion) {
      const payload = JSON.stringify(completion);
      const value = Buffer.allocUnsafeSlow(DIGEST_BYTES + Buffer.byteLength(payload)); // its memory is read until the commit
      value.write(payload, DIGEST_BYTES);
      digest(value.subarray(DIGEST_BYTES)).copy(value);
      await database.put(bytesOf(key), value);
    },
    has: key => database.doesExist(bytesOf(key)),
    count: () => database.getCount(),
    bytes: () => statSync(join(folder, "data.mdb")).size,
    keys: () => database.getKeys().map(key => key.toString("hex")),
    close() {
      closed = true;
      return database.close();
    }
  };
}

const digest = (bytes: Buffer): Buffer => hash("sha256", bytes, "buffer");

function bytesOf(key: string): Buffer {
  const bytes = Buffer.from(key, "hex");
  if (bytes.length !== DIGEST_BYTES || key.length !== 2 * DIGEST_BYTES)
    throw new RangeError(`expected 64 hexadecimal digits, not "${key}"`);
  return bytes;
}

/** The cache's key: SHA-256 of the request's canonical JSON (RFC 8785), 64 hexadecimal digits. */
export const requestKey = (request: ChatRequest): string => hash("sha256", requestText(request), "hex");

/** Canonical JSON of a request's own fields, whatever else the object carries; written out because the shape is known and the path is hot. */
export function requestText({base, protocol, model, messages, sampling, trial}: ChatRequest): string {
  const quote = JSON.stringify;
  let said = "";
  for (const {role, content} of messages) said += `${said && ","}{"content":${quote(content)},"role":${quote(role)}}`;
  return `{"base":${quote(base)},"messages":[${said}],"model":${quote(model)},"protocol":${quote(protocol)},"sampling":${canonicalJson(sampling)},"trial":${canonicalJson(trial)}}`;
}
