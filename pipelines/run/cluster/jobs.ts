// The coordinator's jobs: put into the queue, waited for, put there again when they got lost, and given up when workers cannot do them.
import {Queue} from "bullmq";
import type {Redis} from "ioredis";
import {batched} from "./batched.js";
import {QUEUES} from "./keys.js";
import type {Persist} from "./persist.js";

/** Age from which a job is looked for, so that one that was just added or answered is left in peace. */
const LOOK_AFTER_MS = 3_000;
/** How often in a row a job must be missing before it is put into the queue again: its result may be on the way. */
const MISSING = 2;
/** How often a job is put into the queue at most. */
const MOST_TRIES = 3;

/** Jobs of one kind. @template J what a job says @template R its result, which names the job */
export interface Jobs<J, R> extends AsyncDisposable {
  /** Puts a job into the queue; resolves with its result, or with null where workers cannot do it. Rejects with the stop signal's reason. */
  done(job: J): Promise<R | null>;
  /** Hands over a result; false where nobody waits for it. */
  result(result: R): boolean;
  /** A job's result has come and is being kept: it is no longer looked for. */
  arrived(job: string): void;
  /** A worker could not finish a job. @param failed whether that was the job's fault */
  unfinished(job: string, failed: boolean): void;
  /** Counts jobs among those that workers cannot do, and takes back what none has taken; absent = all jobs. */
  giveUp(job?: string): Promise<void>;
  /** Ends all jobs, and those to come. */
  fail(error: Error): void;
  /** Looks for jobs that got lost. */
  sweep(): Promise<void>;
  counts(): Promise<{waiting: number; running: number}>;
  readonly outstanding: number;
  readonly givenAgain: number;
}

interface Pending<J, R> {
  job: J;
  since: number;
  tries: number;
  missing: number;
  /** Set where it is to be put into the queue again as soon as its predecessor is out of it. */
  again: boolean;
  resolve(result: R | null): void;
  reject(error: Error): void;
}

interface JobsOptions<J> {
  /** The queue's name. */
  queue: string;
  /** What its jobs do, as Redis has it. */
  name: string;
  /** The identity of a job by its content: equal work has one name, whoever adds it. */
  idOf: (job: J) => string;
  persist: Persist;
  stop: AbortSignal;
  /** Ends waiting for Redis. */
  signal: AbortSignal;
}

export function openJobs<J, R extends {job: string}>(
  connection: Redis,
  {name, idOf, persist, stop, signal, ...options}: JobsOptions<J>
): Jobs<J, R> {
  const queue = new Queue(options.queue, {connection, prefix: QUEUES});
  queue.on("error", () => {}); // told by the connection
  const pending = new Map<string, Pending<J, R>[]>();
  let givenAgain = 0;
  let fault: Error | null = null;
  const add = batched((jobs: readonly J[]) =>
    persist(
      () => queue.addBulk(jobs.map(job => ({name, data: job, opts: {jobId: idOf(job), removeOnComplete: true, attempts: 1}}))),
      signal
    )
  );
  const settle = (id: string, act: (each: Pending<J, R>) => void): boolean => {
    const all = pending.get(id);
    if (!all) return false;
    pending.delete(id);
    for (const each of all) act(each);
    return true;
  };
  const put = (id: string, job: J) => {
    add(job).catch((error: Error) => settle(id, ({reject}) => reject(error)));
  };
  const again = async (id: string, [first]: Pending<J, R>[]): Promise<void> => {
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
      const id = idOf(job);
      return new Promise((resolve, reject) => {
        const own: Pending<J, R> = {job, since: performance.now(), tries: 0, missing: 0, again: false, resolve, reject};
        const known = pending.get(id);
        if (known) return void known.push(own);
        pending.set(id, [own]);
        put(id, job);
      });
    },
    result: result => settle(result.job, ({resolve}) => resolve(result)),
    arrived(id) {
      for (const each of pending.get(id) ?? []) each.since = Number.POSITIVE_INFINITY;
    },
    unfinished(id, failed) {
      const first = pending.get(id)?.[0];
      if (!first) return;
      if (stop.aborted) return void settle(id, ({reject}) => reject(stop.reason as Error));
      first.again = true;
      if (!failed) first.tries--; // a worker that ends is no fault of the job
    },
    async giveUp(job) {
      for (const id of job === undefined ? [...pending.keys()] : [job]) {
        if (!settle(id, ({resolve}) => resolve(null))) continue;
        await queue.remove(id).catch(() => 0); // one that a worker has taken stays
      }
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
