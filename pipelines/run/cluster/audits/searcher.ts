// A worker's part in audits: it searches files of its own corpora for items that stand in Redis, in a thread, and sends what it found to the coordinator.
import {randomUUID} from "node:crypto";
import {type Job as QueuedJob, UnrecoverableError} from "bullmq";
import type {Redis} from "ioredis";
import {plural} from "../../../book/plural.js";
import {oneLine} from "../../../infer/failure.js";
import type {Report} from "../../../infer/progress.node.js";
import type {FileResult} from "../../../studies/contamination/auditFile.node.js";
import {isOfThisMachine} from "../../../studies/contamination/documents.node.js";
import {RefusedItems, type SearchThread, searchThread} from "../../../studies/contamination/searchThreads.node.js";
import {MOST_COMPRESSED} from "../../../studies/contamination/sentItems.node.js";
import {senderTo} from "../inbox.js";
import {itemsOf, searchesOf} from "../keys.js";
import {join} from "../members.js";
import type {Persist} from "../persist.js";
import type {Scripts} from "../scripts.js";
import {takeJobs} from "../takeJobs.js";
import {type AuditFrame, sentResult} from "./frames.js";
import {fileOf, type Holdings, tellHoldings} from "./holdings.js";
import {AUDIT_PROTOCOL, type Search, searchSchema} from "./job.js";

/** Time between two moments at which it is told again what this worker holds, in case Redis has lost it. */
const TELL_MS = 5_000;
/** Time without a search after which the thread and its items are given up. */
const IDLE_MS = 60_000;

interface SearcherOptions {
  version: string;
  connection: Redis;
  /** The connection of queues, which wait on it. */
  queueConnection: Redis;
  scripts: Scripts;
  persist: Persist;
  report: Report;
  lockSeconds?: number | undefined;
  /** Ends a search under way, which is handed back. */
  stop: AbortSignal;
  /** Ends waiting for Redis. */
  signal: AbortSignal;
}

export interface Searcher {
  /** Files that it has searched. */
  readonly files: number;
  /** Takes nothing more, and hands back what it has not finished. */
  close(): Promise<void>;
}

/** Searches one file at a time; further ones are for further workers. */
export async function openSearcher(
  holdings: Holdings,
  {version, connection, queueConnection, scripts, persist, report, lockSeconds, stop, signal}: SearcherOptions
): Promise<Searcher> {
  const id = randomUUID();
  const send = senderTo(connection, {persist, signal});
  const threads = openThread();
  const counts = {jobs: 0, running: 0, tests: 0, asked: 0, failed: 0, refused: 0, in_flight: 0};

  /** The thread that searches for the items of a search, or why there is none. */
  const threadFor = async ({audit, items}: Search): Promise<SearchThread | {refused: string}> => {
    const ready = threads.of(items);
    if (ready) return ready;
    const key = itemsOf(audit);
    if ((await persist(() => connection.strlen(key), signal)) > MOST_COMPRESSED) return {refused: "its items are too long"};
    const bytes = await persist(() => connection.getBuffer(key), signal);
    return bytes ? threads.start({digest: items, bytes}) : {refused: "its items are not in Redis (any more)"};
  };
  const perform = async (search: Search, job: string): Promise<AuditFrame | {refused: string}> => {
    const file = await fileOf(search, holdings);
    if ("refused" in file) return file;
    const thread = await threadFor(search);
    if ("refused" in thread) return thread;
    const unfinished = (message: string | null, hopeless = false): AuditFrame => ({
      kind: "unfinished",
      job,
      worker: id,
      message: message && oneLine(message, {longest: 1_000}),
      hopeless
    });
    try {
      const result: FileResult = await thread.search(file.path);
      if (result.problems.some(isOfThisMachine)) return unfinished("it cannot be read there", true);
      const sent = await sentResult(result);
      return sent ? {kind: "searched", job, worker: id, ...sent} : unfinished("its result is too long to be sent", true);
    } catch (error) {
      threads.end();
      if (error instanceof RefusedItems) return {refused: `its items are none: ${error.message}`};
      return unfinished(stop.aborted ? null : (error as Error).message);
    }
  };
  const take = async (queued: QueuedJob): Promise<void> => {
    const job = queued.id ?? "";
    const refuse = (why: string) => {
      counts.refused++;
      report.warn(`refused search ${job.slice(0, 12)}: ${why}`);
      return new UnrecoverableError(why);
    };
    const search = searchSchema.safeParse(queued.data);
    if (!search.success) throw refuse(`it does not have the form of protocol ${AUDIT_PROTOCOL}`);
    counts.running++;
    try {
      const frame = await perform(search.data, job);
      if ("refused" in frame) {
        await send(search.data.audit, {kind: "unfinished", job, worker: id, message: frame.refused, hopeless: false});
        throw refuse(frame.refused);
      }
      await send(search.data.audit, frame);
      if (frame.kind === "searched") counts.jobs++;
    } finally {
      counts.running--;
    }
  };

  await persist(() => tellHoldings(connection, holdings.said), signal);
  const timer = setInterval(() => {
    if (connection.status === "ready") tellHoldings(connection, holdings.said).catch(() => {}); // in five seconds again
  }, TELL_MS);
  timer.unref();
  const worker = takeJobs(searchesOf(holdings.said.digest), take, {connection: queueConnection, concurrency: 1, lockSeconds});
  const membership = await join(
    {id, role: "searcher", version, plan: holdings.said.digest},
    {connection, scripts, counts: () => ({...counts})}
  );
  const end = () => threads.end();
  stop.addEventListener("abort", end, {once: true});
  report.info(`searches ${plural([...holdings.files.values()].flat().length, "file")} of its corpora for audits`);
  return {
    get files() {
      return counts.jobs;
    },
    async close() {
      clearInterval(timer);
      stop.removeEventListener("abort", end);
      threads.end();
      await worker.close().catch(() => {});
      await membership[Symbol.asyncDispose]();
    }
  };
}

/** The thread of the last items that were searched for, which is given up when it has not been asked for a while. */
function openThread() {
  let open: {items: string; thread: SearchThread} | null = null;
  let idle: NodeJS.Timeout | undefined;
  const end = () => {
    clearTimeout(idle);
    open?.thread.end().catch(() => {});
    open = null;
  };
  const watched = (thread: SearchThread): SearchThread => ({
    ...thread,
    async search(file) {
      clearTimeout(idle);
      try {
        return await thread.search(file);
      } finally {
        idle = setTimeout(end, IDLE_MS);
        idle.unref();
      }
    }
  });
  return {
    of: (items: string): SearchThread | null => (open?.items === items ? open.thread : null),
    start(sent: {digest: string; bytes: Uint8Array}): SearchThread {
      end();
      open = {items: sent.digest, thread: watched(searchThread(sent))};
      return open.thread;
    },
    end
  };
}
