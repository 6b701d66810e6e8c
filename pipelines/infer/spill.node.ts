// Answers for which the cache has no room: plain files of JSON lines, from which later runs move them into the cache.
import {hash, randomUUID} from "node:crypto";
import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync
} from "node:fs";
import {basename, dirname, join, resolve} from "node:path";
import {z} from "zod";

/** Only the owner may read the answers. */
const MODE = 0o600;
const ENDING = ".jsonl";

const lineSchema = z.strictObject({
  cache: z.string().describe("absolute path of the cache's folder"),
  key: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe("hash of the request"),
  sha256: z.string().describe("of the answer's JSON text"),
  answer: z.string().describe("JSON text of the answer, as in the cache")
});

/** Answers of the spill files of a cache. */
interface SpilledAnswers {
  /** JSON texts of answers by the hash of their request. */
  answers: Map<string, string>;
  files: {path: string; bytes: number}[];
}

const prefixOf = (cache: string): string => `${basename(resolve(cache))}.spill-`;

/** Folders of spill files: the one that the book names, the cache's own, and the one that contains it. */
const foldersOf = (cache: string, named: string | undefined): string[] => [
  ...new Set([...(named === undefined ? [] : [named]), cache, dirname(resolve(cache))].map(folder => resolve(folder)))
];

/** Reads all spill files of a cache; lines that are cut or damaged are left out. */
export function readSpill(cache: string, named?: string): SpilledAnswers {
  const result: SpilledAnswers = {answers: new Map(), files: []};
  for (const folder of foldersOf(cache, named))
    for (const name of namesIn(folder)) {
      if (!name.startsWith(prefixOf(cache)) || !name.endsWith(ENDING)) continue;
      const path = join(folder, name);
      const bytes = readFileSync(path);
      const lines = bytes.toString().split("\n").flatMap(lineOf);
      // A folder that a book names may be shared by workbooks; files elsewhere move with their cache.
      const isShared = named !== undefined && folder === resolve(named);
      const ownLines = lines.filter(line => !isShared || line.cache === resolve(cache) || !isFolder(line.cache));
      if (ownLines.length === 0) continue;
      result.files.push({path, bytes: bytes.length});
      for (const {key, answer} of ownLines) result.answers.set(key, answer);
    }
  return result;
}

/** Deletes spill files whose answers are in the cache, but for those that have grown since. */
export function removeSpill(files: SpilledAnswers["files"]): void {
  for (const {path, bytes} of files) if (statSync(path, {throwIfNoEntry: false})?.size === bytes) rmSync(path, {force: true});
}

/**
 * Returns a function that appends an answer to a spill file of this process, in the first folder that has room, and returns the file's path
 * once the answer is on disk. It throws the system's error where no folder has room.
 */
export function openSpill(cache: string, named?: string): (key: string, answer: string) => string {
  const name = `${prefixOf(cache)}${randomUUID()}${ENDING}`;
  return (key, answer) => {
    const line: z.infer<typeof lineSchema> = {cache: resolve(cache), key, sha256: hash("sha256", answer), answer};
    let failure: unknown;
    for (const folder of foldersOf(cache, named)) {
      const path = join(folder, name);
      try {
        mkdirSync(folder, {recursive: true});
        while (!append(path, Buffer.from(`${JSON.stringify(line)}\n`)));
        return path;
      } catch (error) {
        failure ??= error;
      }
    }
    throw failure;
  };
}

/** Appends bytes and syncs them; returns whether the file still has its name, which another process may have removed. */
function append(path: string, bytes: Buffer): boolean {
  const handle = openSync(path, "a", MODE);
  const {size} = fstatSync(handle);
  try {
    for (let written = 0; written < bytes.length; ) written += writeSync(handle, bytes, written);
    fsyncSync(handle);
    return fstatSync(handle).nlink > 0;
  } catch (error) {
    ftruncateSync(handle, size);
    if (size === 0) rmSync(path, {force: true});
    throw error;
  } finally {
    closeSync(handle);
  }
}

function lineOf(text: string): z.infer<typeof lineSchema>[] {
  try {
    const line = lineSchema.parse(JSON.parse(text));
    return hash("sha256", line.answer) === line.sha256 ? [line] : [];
  } catch {
    return [];
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return []; // it does not exist, or may not be read
  }
}

const isFolder = (path: string): boolean => statSync(path, {throwIfNoEntry: false})?.isDirectory() ?? false;
