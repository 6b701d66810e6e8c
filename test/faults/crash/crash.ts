// Faults at every call of a run that changes files: the call fails, or the process ends before, in or after it. After each, a rerun
// makes the tables of an undisturbed run, and asks again only what was in flight.
import {createHash} from "node:crypto";
import {closeSync, cpSync, existsSync, openSync, readFileSync, readSync, rmSync, truncateSync, writeFileSync} from "node:fs";
import type {ServerResponse} from "node:http";
import {basename, join, relative} from "node:path";
import {DATA, openCache} from "../../../pipelines/infer/cache.node.js";
import {SPARE} from "../../../pipelines/infer/room.node.js";
import {command, hashesOf, type Stub, stubServer, type Workbook, workbook} from "../../workbook.js";
import {type Call, type Handler, watchWrites} from "./layer.js";

/** Tests per point: two models and five points make 200 answers. */
const TESTS = 20;
const ANSWERS = 10 * TESTS;
const SUITE =
  "tasks:\n  - {task: arithmetic, params: {length: [4, 12]}}\n  - {task: boolean, params: {length: 6}}\n  - {task: listops, params: {max_depth: [1, 2]}}\n";
const LMDB_PAGE = 4_096;
const STORE = "data/store";

/** A fault at a call: it fails, the process ends before or after it, a file has half its bytes, or LMDB's last commit is torn. */
export const MODES = ["ENOSPC", "EIO", "before", "after", "torn"] as const;
export type Mode = (typeof MODES)[number];

export interface Outcome {
  /** Number of the call in the run, from 0. */
  k: number;
  mode: Mode;
  /** The call: its name and file. */
  call: string;
  /** The problem after the rerun; null if there is none. */
  failure: string | null;
}

/** A folder as a process leaves it that ends now. */
interface Snapshot {
  k: number;
  mode: Mode;
  call: string;
  folder: string;
  /** Answers whose puts had resolved. */
  stored: number;
}

/** A workbook of two models and `tests` tests at each point of its suite. */
export const makeBook = (
  url: string,
  tests: number,
  suite = "tasks: [{task: arithmetic, params: {length: [4, 12]}}]\n"
): Promise<Workbook> =>
  workbook({
    "book.yaml": `suite: suites/small.yaml\nmodels: [models/two.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: ${tests}, step: ${tests}, max: ${tests}}\nseed: 7\n`,
    "models/two.yaml": `endpoint: ${url}\nmodels: [{id: one}, {id: two}]\n`,
    "suites/small.yaml": suite
  });

/** A server whose answer depends on the question alone. @param reply writes another response, and returns something then */
export const answerServer = (reply?: (response: ServerResponse) => Promise<unknown>): Promise<Stub> =>
  stubServer(async ({messages, model}, _, response) => {
    if ((await reply?.(response)) !== undefined) return undefined;
    const digest = createHash("sha256")
      .update(JSON.stringify([model, messages]))
      .digest();
    return `I think so.\nAnswer: ${digest[0]! % 2 === 0 ? digest[1]! % 10 : "True"}`;
  });

/**
 * Plays the run once for snapshots and once for each failing call, and reports each outcome as it is known.
 * @param wants whether call k is tried in a mode
 * @param forgets takes the stored answers away after each fault
 */
export async function enumerateFaults(
  wants: (k: number, mode: Mode) => boolean,
  report: (outcome: Outcome) => void,
  {forgets = false}: {forgets?: boolean} = {}
): Promise<number> {
  await using stub = await answerServer();
  await using calm = await makeBook(stub.url, TESTS, SUITE);
  const expected = await complete(calm, stub);
  const snapshots: Snapshot[] = [];
  await using book = await makeBook(stub.url, TESTS, SUITE);
  const calls = await snapshotsOf(book, {wants, into: snapshots, scratch: calm.root});
  for (const snapshot of snapshots) {
    const {k, mode, call, folder, stored} = snapshot;
    if (forgets) await forgetAll(folder);
    report({k, mode, call, failure: await failureOf({root: folder, stub, expected, stored, isTorn: mode === "torn"})});
    rmSync(folder, {recursive: true});
  }
  for (const mode of ["ENOSPC", "EIO"] as const)
    for (let k = 0; k < calls; k++) {
      if (!wants(k, mode)) continue;
      await using failing = await makeBook(stub.url, TESTS, SUITE);
      report({k, mode, ...(await failedAt(failing, {k, mode, stub, expected}))});
    }
  return calls;
}

export type Hashes = Record<string, string>;

async function complete(book: Workbook, stub: Stub): Promise<Hashes> {
  const before = stub.requests.length;
  const {code, stderr} = await book.command("run");
  if (code !== 0 || stub.requests.length - before !== ANSWERS) throw new Error(`the undisturbed run failed: ${stderr}`);
  return book.tableHashes();
}

/** Names of the tables in which a folder's store differs from others; all of them where there is no store. */
export async function differingTables(root: string, expected: Hashes): Promise<string[]> {
  const made: Hashes = await hashesOf(join(root, STORE)).catch(() => ({}));
  return Object.keys({...expected, ...made}).filter(name => made[name] !== expected[name]);
}

interface SnapshotRequest {
  wants: (k: number, mode: Mode) => boolean;
  into: Snapshot[];
  scratch: string;
}

/** Runs the book undisturbed, and copies its folder before and after each call that is wanted. Resolves with the number of calls. */
async function snapshotsOf(book: Workbook, {wants, into, scratch}: SnapshotRequest): Promise<number> {
  let [calls, stored] = [0, 0];
  let committed: Buffer | null = null; // the cache's file after the commit before the last one
  let committedNext: Buffer | null = null;
  const numbers = new Map<Call, number>();
  const take = (k: number, mode: Mode, call: Call, change?: (folder: string) => void) => {
    const folder = join(scratch, `crash-${k}-${mode}`);
    snapshot(book.root, folder);
    change?.(folder);
    into.push({k, mode, call: nameOf(call, book.root), folder, stored});
  };
  const handler: Handler = {
    before(call) {
      const k = calls++;
      numbers.set(call, k);
      if (wants(k, "before")) take(k, "before", call);
      if (call.name === "sync" && wants(k, "torn"))
        take(k, "torn", call, folder => halve(join(folder, relative(book.root, call.file))));
    },
    after(call) {
      const k = numbers.get(call)!;
      numbers.delete(call);
      if (call.isLmdb) stored++;
      if (wants(k, "after")) take(k, "after", call);
      if (!call.isLmdb) return;
      if (wants(k, "torn") && committed) {
        const old = committed;
        take(k, "torn", call, folder => tear(folder, old));
      }
      [committed, committedNext] = [committedNext, readFileSync(join(call.file, DATA))];
    }
  };
  await using _ = await watchWrites(book.root, handler);
  const {code, stderr} = await book.command("run");
  if (code !== 0) throw new Error(`the run that is copied failed: ${stderr}`);
  return calls;
}

/** Takes the answers out of a folder's cache. */
async function forgetAll(folder: string): Promise<void> {
  const cache = openCache(join(folder, "data/cache"));
  for (const key of [...cache.keys()]) await cache.remove(key);
  await cache.close();
}

const nameOf = ({name, file}: Call, root: string): string => `${name} ${relative(root, file).replace(/\.[\w-]{8,}/, "")}`;

/** Copies a workbook's folder; the cache's file as of one commit. */
export function snapshot(root: string, folder: string): void {
  cpSync(root, folder, {recursive: true, filter: source => basename(source) !== SPARE});
  const [from, to] = [root, folder].map(each => join(each, "data/cache", DATA)) as [string, string];
  if (!existsSync(from)) return;
  for (let metas = metasOf(from); ; ) {
    cpSync(from, to);
    const now = metasOf(from);
    if (now.equals(metas)) return;
    metas = now;
  }
}

function metasOf(file: string): Buffer {
  const handle = openSync(file, "r");
  const bytes = Buffer.alloc(2 * LMDB_PAGE);
  readSync(handle, bytes, 0, bytes.length, 0);
  closeSync(handle);
  return bytes;
}

const halve = (file: string): void => truncateSync(file, Math.floor(readFileSync(file).length / 2));

/** The cache as it was after an earlier commit, its last page lost. */
export function tear(folder: string, old: Buffer): void {
  const bytes = Buffer.from(old);
  bytes.fill(0, bytes.length - LMDB_PAGE);
  writeFileSync(join(folder, "data/cache", DATA), bytes);
}

interface Rerun {
  root: string;
  stub: Stub;
  expected: Hashes;
  /** Answers whose puts had resolved. */
  stored: number;
  isTorn?: boolean;
}

/** Runs a folder's book, with the command that a refusal names before it. Returns the problem, or null. */
export async function repairAndRun(root: string): Promise<string | null> {
  let ended = await command(["run"], root);
  if (ended.code !== 0 && ended.stderr.includes("npm run cache -- repair --yes")) {
    const {code, stderr} = await command(["cache", "repair", "--yes"], root);
    if (code !== 0) return `the repair that was named failed: ${stderr}`;
    ended = await command(["run"], root);
  }
  return ended.code === 0 ? null : `the rerun ended with ${ended.code}: ${ended.stderr.slice(-300)}`;
}

/** Runs a folder's book again. Returns the problem, or null. */
async function failureOf({root, stub, expected, stored, isTorn = false}: Rerun): Promise<string | null> {
  const before = stub.requests.length;
  const failure = await repairAndRun(root);
  if (failure) return failure;
  const asked = stub.requests.length - before;
  if (!isTorn && asked > ANSWERS - stored) return `${asked} were asked, though ${stored} of ${ANSWERS} had been stored`;
  const differ = await differingTables(root, expected);
  return differ.length > 0 ? `other tables than those of an undisturbed run: ${differ.join(", ")}` : null;
}

interface FailingRun {
  k: number;
  mode: "ENOSPC" | "EIO";
  stub: Stub;
  expected: Hashes;
}

/** Runs a book whose call k fails, then again. */
async function failedAt(book: Workbook, {k, mode, stub, expected}: FailingRun): Promise<{call: string; failure: string | null}> {
  let [calls, stored] = [0, 0];
  let call = "none";
  const ended = await (async () => {
    await using _ = await watchWrites(book.root, {
      before(each) {
        if (calls++ !== k) return;
        call = nameOf(each, book.root);
        throw Object.assign(new Error(`${mode}: made by a test, ${each.name}`), {code: mode});
      },
      after({isLmdb}) {
        if (isLmdb) stored++;
      }
    });
    return book.command("run");
  })();
  if (/^\s+at /m.test(ended.stderr)) return {call, failure: `a stack was printed: ${ended.stderr.slice(-300)}`};
  return {call, failure: await failureOf({root: book.root, stub, expected, stored})};
}
