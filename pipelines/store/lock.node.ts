// Ensures that only one process writes to a store. The lock is the one that DuckDB's file system layer takes on a database that is open for
// writing. The kernel releases it when the process dies, so `kill -9` leaves nothing to clean up, which lock files with a time-out cannot
// guarantee.
import {access, constants, mkdir, readdir, rm, rmdir, stat} from "node:fs/promises";
import {dirname, join} from "node:path";
import {setTimeout as sleep} from "node:timers/promises";
import {DuckDBInstance} from "@duckdb/node-api";
import {UserError} from "../rows/error.js";
import {finishReplacing, sweepTemporary} from "./files.node.js";
import {readManifest} from "./manifest.node.js";

const FILE = "lock.duckdb";
/** Time between two attempts to take the lock. */
const POLL_MS = 200;
/**
 * DuckDB's message where another process, or another part of this one, has the file open. Any other message is a fault of the file or its
 * disk.
 */
const HELD = /Conflicting lock is held|Could not set lock on file|Unique file handle conflict|already (?:open|attached)/i;
/** DuckDB's message where the system denies writing. All other messages concern the contents of the file, which are not needed. */
const SYSTEM =
  /Cannot open file|Permission denied|Read-only file system|No space left|quota|Too many open files|Input\/output error/i;
/** Age at which the folder of a repair counts as left behind; the repair of a lock takes milliseconds. */
const REPAIR_MS = 10_000;

interface LockOptions {
  /**
   * Called once if another process holds the lock, with that process (`lockFolder`) or with a sentence on who writes where (`lockStore`).
   */
  onWait?: ((text: string) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Waits until this process is the only one that writes to a store, then removes unfinished files of killed processes. Rejects with the
 * signal's reason if it is aborted while waiting, and with a UserError where the folder holds other files or cannot be written to.
 */
export async function lockStore(folder: string, options: LockOptions = {}): Promise<AsyncDisposable> {
  await refuseForeign(folder);
  const onWait = (holder: string) => options.onWait?.(`waiting for ${holder}, which writes to ${folder}`);
  const lock = await lockFolder(folder, {...options, onWait});
  try {
    await finishReplacing(folder);
    await sweepTemporary(folder);
    return lock;
  } catch (error) {
    await lock[Symbol.asyncDispose]();
    throw error;
  }
}

/** Takes the lock of any folder of the project, without the checks of a store. */
export async function lockFolder(folder: string, {onWait, signal}: LockOptions = {}): Promise<AsyncDisposable> {
  const file = join(folder, FILE);
  const refused = (error: unknown) =>
    new UserError(`cannot write to ${folder}: ${(error as Error).message.split("\n")[0]!.replaceAll(file, FILE)}`);
  try {
    await mkdir(folder, {recursive: true});
  } catch (error) {
    throw refused((await unwritable(folder)) ?? error);
  }
  for (let waited = false, repaired = false; ; ) {
    signal?.throwIfAborted();
    try {
      const instance = await DuckDBInstance.create(file, {threads: "1"});
      return {[Symbol.asyncDispose]: async () => instance.closeSync()};
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (HELD.test(message)) {
        if (!waited) onWait?.(/PID \d+/.exec(message)?.[0] ?? "another process");
        waited = true;
        await sleep(POLL_MS, undefined, {signal});
      } else if (!SYSTEM.test(message) && !repaired) {
        repaired = await repair(file).catch((error: unknown) => {
          throw refused(error);
        });
        if (!repaired) await sleep(POLL_MS, undefined, {signal});
      } else throw refused(error);
    }
  }
}

/**
 * Why the nearest existing folder cannot be written to; null if it can. On a read-only disk Node reports a folder to be created below it as
 * missing.
 */
async function unwritable(folder: string): Promise<Error | null> {
  try {
    await access(folder, constants.W_OK);
    return null;
  } catch (error) {
    const {code} = error as NodeJS.ErrnoException;
    return code === "ENOENT" && dirname(folder) !== folder ? unwritable(dirname(folder)) : (error as Error);
  }
}

/**
 * Removes a damaged lock file. Only one process at a time does so, after another check: otherwise a second process could remove the intact
 * file that the first one has created and holds. False where another process is repairing.
 */
async function repair(file: string): Promise<boolean> {
  const guard = `${file}.repair`;
  try {
    await mkdir(guard);
  } catch {
    const made = await stat(guard).catch(() => null);
    if (made && Date.now() - made.mtimeMs > REPAIR_MS) await rmdir(guard).catch(() => {});
    return false;
  }
  try {
    (await DuckDBInstance.create(file, {threads: "1"})).closeSync();
  } catch (error) {
    if (!HELD.test((error as Error).message)) for (const name of [file, `${file}.wal`]) await rm(name, {force: true});
  } finally {
    await rmdir(guard);
  }
  return true;
}

/** Names that a store's folder may contain before tables have been written to it. */
const OURS = /^(?:asks|runs|joined|cache|adaptive|\..*)$/;

/** Throws a UserError where a folder contains files but is not a store, because tables would be mixed with other files. */
async function refuseForeign(folder: string): Promise<void> {
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw new UserError(`${folder} is not a folder that tables can be written to: ${(error as Error).message}`);
  }
  const foreign = names.find(name => !OURS.test(name));
  if (foreign === undefined || names.includes(FILE) || names.includes("points.parquet") || (await readManifest(folder))) return;
  throw new UserError(
    `${folder} holds ${names.length === 1 ? foreign : `${foreign} and more`} and is not a store; name a folder that is empty or does not exist yet`
  );
}
