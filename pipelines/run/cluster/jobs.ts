// The coordinator's jobs: put into the queue, waited for, put there again when they got lost, and given up when workers cannot do them.
import {Queue} from "bullmq";
import type {Redis} from "ioredis";
import {batched} from "./batched.js";
import type {ResultFrame} from "./frames.js";
import {type Job, jobId} from "./job.js";
import {QUEUES, queueOf} from "./keys.js";
import type {Persist} from "./persist.js";

/** Age from which a job is looked for, so that one that was just added or answered is left in peace. */
const LOOK_AFTER_MS = 3_000;
/** How often in a row a job must be missing before it is put into the queue again: its result may be on the way. */
const MISSING = 2;
/** How often a job is put into the queue at most. */
const MOST_TRIES = 3;

export interface Jobs extends AsyncDisposable {
  /** Puts a job into the queue; resolves with its result, or with null where workers cannot do it. Rejects with the stop signal's reason. */
  done(job: Job): Promise<ResultFrame | null>;
  /** Hands over a result; false where nobody waits for it. */
  result(frame: ResultFrame): boolean;
  /** A worker could not finish a job. @param failed whether that was the job's fault */
  unfinished(job: string, failed: boolean): void;
  /** Ends all jobs, and those to come. */
  fail(error: Error): void;
  /** Looks for jobs that got lost. */
  sweep(): Promise<void>;
  counts(): Promise<{waiting: number; running: number}>;
  readonly outstanding: number;
  readonly givenAgain: number;
}

interface Pending {
  job: Job;
  since: number;
  tries: number;
  missing: number;
  /** Set where it is to be put into the queue again as soon as its predecessor is out of it. */
  again: boolean;
  resolve(frame: ResultFrame | null): void;
  reject(error: Error): void;
}

/** @param signal ends waiting for Redis */
export function openJobs(
  connection: Redis,
  {digest, persist, stop, signal}: {digest: string; persist: Persist; stop: AbortSignal; signal: AbortSignal}
): Jobs {
  const queue = new Queue(queueOf(digest), {connection, prefix: QUEUES});
  queue.on("error", () => {}); // told by the connection
  const pending = new Map<string, Pending[]>();
  let givenAgain = 0;
  let fault: Error | null = null;
  const add = batched((jobs: readonly Job[]) =>
    persist(
      () =>
        queue.addBulk(
          jobs.map(job => ({name: "tests", data: job, opts: {jobId: jobId(job), removeOnComplete: true, attempts: 1}}))
        ),
      signal
    )
  );
  const settle = (id: string, act: (each: Pending) => void): boolean => {
    const all = pending.get(id);
    if (!all) return false;
    pending.delete(id);
    for (const each of all) act(each);
    return true;
  };
  const put = (id: string, job: Job) => {
    add(job).catch((error: Error) => settle(id, ({reject}) => reject(error)));
  };
  const again = async (id: string, [first]: Pending[]): Promise<void> => {
    if (!first) return;
    first.tries++;
    if (first.tries >= MOST_TRIES) return void settle(id, ({resolve}) => resolve(null));
    Object.assign(first, {again: false, missing: 0, since: performance.now()});
    givenAgain++;
    put(id, first.job);
  };
  const onStop = async () => {
    // What no worker has taken is taken back; what is under way is waited for.
    for (const id of [...pending.keys()]) {
      const removed = await queue.remove(id).catch(() => 0);
      const gone = removed === 1 || (await queue.getJobState(id).catch(() => "active")) === "unknown";
      if (gone) settle(id, ({reject}) => reject(stop.reason as Error));
    }
  };
  const stopped = () => void onStop();
  if (stop.aborted) stopped();
  else stop.addEventListener("abort", stopped, {once: true});
  return {
    done(job) {
      if (fault) return Promise.reject(fault);
      if (stop.aborted) return Promise.reject(stop.reason);
      const id = jobId(job);
      return new Promise((resolve, reject) => {
        const own: Pending = {job, since: performance.now(), tries: 0, missing: 0, again: false, resolve, reject};
        const known = pending.get(id);
        if (known) return void known.push(own);
        pending.set(id, [own]);
        put(id, job);
      });
    },
    result: frame => settle(frame.job, ({resolve}) => resolve(frame)),
    unfinished(id, failed) {
      const first = pending.get(id)?.[0];
      if (!first) return;
      if (stop.aborted) return void settle(id, ({reject}) => reject(stop.reason as Error));
      first.again = true;
      if (!failed) first.tries--; // a worker that ends is no fault of the job
    },
    fail(error) {
      fault ??= error;
      for (const id of [...pending.keys()]) settle(id, ({reject}) => reject(error));
    },
    async sweep() {
      if (connection.status !== "ready") return;
      const now = performance.now();
      for (const [id, all] of [...pending]) {
        const [first] = all;
        if (!first || (!first.again && now - first.since < LOOK_AFTER_MS)) continue;
        const state = await queue.getJobState(id);
        if (!pending.has(id)) continue;
        if (state === "failed" || state === "completed") {
          await queue.remove(id);
          await again(id, all);
        } else if (state !== "unknown") first.missing = 0;
        else if (first.again || ++first.missing >= MISSING) {
          if (stop.aborted) settle(id, ({reject}) => reject(stop.reason as Error));
          else await again(id, all);
        }
      }
    },
    async counts() {
      const {waiting = 0, prioritized = 0, active = 0} = await queue.getJobCounts("waiting", "prioritized", "active");
      return {waiting: waiting + prioritized, running: active};
    },
    get outstanding() {
      return pending.size;
    },
    get givenAgain() {
      return givenAgain;
    },
    async [Symbol.asyncDispose]() {
      stop.removeEventListener("abort", stopped);
      await queue.close().catch(() => {});
    }
  };
}
