// Random histories: small runs under a seeded schedule of faults of the server, the disk, the clock and the process, then an undisturbed one.
// The last one makes the tables of an undisturbed history, and no answer that was stored is asked for again.
import {existsSync, mkdtempSync, readFileSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {setTimeout as sleep} from "node:timers/promises";
import {type Random, randomOf} from "../../../pipelines/generate/seed.js";
import {DATA} from "../../../pipelines/infer/cache.node.js";
import {inProcess} from "../../inProcess.js";
import {started} from "../../workbook.js";
import {answerServer, differingTables, type Hashes, makeBook, repairAndRun, snapshot, tear} from "./crash.js";
import {watchWrites} from "./layer.js";

/** Tests per point; a history has two points and two models. */
const SIZES = [3, 5, 10] as const;
const DAY_MS = 86_400_000;
/** About as many calls as a run of a history makes. */
const CALLS = 60;

/** A server's way with a request. */
type Reply = "answer" | "busy" | "cut" | "late";

export interface History {
  seed: number;
  /** The faults, in words. */
  events: string[];
  /** The problem at the end; null if there is none. */
  failure: string | null;
}

interface Stage {
  /** The disturbance of the run. */
  kind: "another process" | "full disk" | "interrupt" | "kill" | "server" | "torn commit";
  /** The call at which it does. */
  atCall: number;
  /** Calls that fail on a full disk. */
  length: number;
  /** Shares of requests that a server refuses for now, cuts, or answers late. */
  faults: {busy: number; cut: number; late: number};
  clockMs: number;
}

const KINDS: readonly Stage["kind"][] = [
  "full disk",
  "full disk",
  "interrupt",
  "interrupt",
  "kill",
  "kill",
  "kill",
  "server",
  "torn commit"
];
/** Share of runs during which another process runs the same book; it takes a second to start. */
const SHARED = 0.05;

function drawnStage(random: Random): Stage {
  return {
    kind: random.chance(SHARED) ? "another process" : random.pick(KINDS),
    atCall: random.integer(0, CALLS),
    length: random.integer(1, 4),
    faults: {busy: random.real() * 0.2, cut: random.chance(0.2) ? 0.05 : 0, late: random.real() * 0.2},
    clockMs: random.chance(0.3) ? random.integer(-1, 1) * DAY_MS : 0
  };
}

/** Plays histories of the seeds one after the other, and reports each. */
export async function playHistories(seeds: readonly number[], report: (history: History) => void): Promise<void> {
  let reply: () => Reply = () => "answer";
  let answered = 0;
  await using server = await answerServer(async response => {
    const kind = reply();
    if (kind === "late") await sleep(20);
    if (kind === "answer" || kind === "late") return void answered++;
    if (kind === "busy") response.writeHead(503, {"retry-after-ms": "1"}).end("{}");
    else response.writeHead(200, {"content-type": "application/json"}).write('{"choices": [', () => response.destroy());
    return "done";
  });
  const expected = new Map<number, Hashes>();
  for (const size of SIZES) {
    await using calm = await makeBook(server.url, size);
    await calm.command("run");
    expected.set(size, await calm.tableHashes());
  }
  for (const seed of seeds) {
    const folder = mkdtempSync(join(tmpdir(), "reasonbook-history-"));
    try {
      report(await played(seed, {folder, url: server.url, expected, answered: () => answered, serve: next => (reply = next)}));
    } finally {
      rmSync(folder, {recursive: true, force: true});
    }
  }
}

interface Surroundings {
  folder: string;
  url: string;
  expected: ReadonlyMap<number, Hashes>;
  answered: () => number;
  serve: (reply: () => Reply) => void;
}

async function played(seed: number, {folder, url, expected, answered, serve}: Surroundings): Promise<History> {
  const random = randomOf(`history ${seed}`);
  const size = random.pick(SIZES);
  const events: string[] = [];
  await using book = await makeBook(url, size);
  let root = book.root;
  let stored = 0; // answers whose puts have resolved, less those of a commit that was torn
  const most = 4 * size;
  const wrong = (failure: string): History => ({seed, events, failure});
  for (let i = random.integer(1, 3); i > 0; i--) {
    const stage = drawnStage(random);
    events.push(`${stage.kind} at call ${stage.atCall}`);
    serve(() => {
      const draw = random.real();
      const {busy, cut, late} = stage.faults;
      return draw < busy ? "busy" : draw < busy + cut ? "cut" : draw < busy + cut + late ? "late" : "answer";
    });
    const before = answered();
    const ended = await disturbed(root, stage, join(folder, `stage-${i}`));
    const asked = answered() - before;
    if (ended.stack) return wrong(`a stack was printed: ${ended.stack}`);
    if (asked > most - stored) return wrong(`${asked} were asked, though ${stored} of ${most} had been stored`);
    if (ended.isTorn) stored = 0;
    else if (stage.kind === "another process") stored = ended.isRefused ? stored : most;
    else stored += ended.stored;
    root = ended.root;
  }
  serve(() => "answer");
  const before = answered();
  const failure = await repairAndRun(root);
  if (failure) return wrong(failure);
  if (answered() - before > most - stored)
    return wrong(`${answered() - before} were asked at last, though ${stored} of ${most} had been stored`);
  const differ = await differingTables(root, expected.get(size)!);
  return {seed, events, failure: differ.length > 0 ? `other tables: ${differ.join(", ")}` : null};
}

interface Disturbed {
  /** The folder in which the history goes on. */
  root: string;
  /** Puts that had resolved. */
  stored: number;
  isTorn: boolean;
  /** Whether the run ended without an answer, since an earlier stage had torn the cache. */
  isRefused: boolean;
  /** A stack that was printed. */
  stack: string | null;
}

/** Runs the book of a folder, disturbed as a stage says. */
async function disturbed(root: string, stage: Stage, into: string): Promise<Disturbed> {
  const end = new AbortController();
  let [calls, stored] = [0, 0];
  let left: Omit<Disturbed, "isRefused" | "stack"> | null = null;
  let committed: Buffer | null = null;
  await using _ = await watchWrites(root, {
    before() {
      const k = calls++;
      if (stage.kind === "full disk" && k >= stage.atCall && k < stage.atCall + stage.length)
        throw Object.assign(new Error("ENOSPC: no space left on device, write"), {code: "ENOSPC"});
      if (k !== stage.atCall || left) return;
      if (stage.kind === "interrupt") end.abort();
      if (stage.kind !== "kill" && stage.kind !== "torn commit") return;
      snapshot(root, into);
      const isTorn = stage.kind === "torn commit" && committed !== null;
      if (isTorn) tear(into, committed!);
      left = {root: into, stored, isTorn};
      end.abort();
    },
    after({isLmdb, file}) {
      if (!isLmdb) return;
      stored++;
      if (stage.kind === "torn commit" && existsSync(join(file, DATA))) committed = readFileSync(join(file, DATA));
    }
  });
  const other = stage.kind === "another process" ? started(["run"], root) : null;
  const {code, stderr} = await inProcess(["run"], {cwd: root, now: () => Date.now() + stage.clockMs, signal: end.signal});
  const printed = [stderr, (await other?.ended)?.stderr ?? ""];
  const stack = printed.map(text => /^\s+at .*$/mu.exec(text)?.[0]).find(Boolean) ?? null;
  const isRefused = code !== 0 && stderr.includes("cache -- repair --yes");
  return {...(left ?? {root, stored, isTorn: false}), isRefused, stack};
}
