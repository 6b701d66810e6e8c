// A worker's way to a queue: jobs are taken a few at a time, and given to others when this process shows no sign of life.
import {type Job as QueuedJob, Worker} from "bullmq";
import type {Redis} from "ioredis";
import {QUEUES} from "./keys.js";

/** Seconds without a sign of life after which a worker's jobs are given to others, where no option says otherwise. */
export const LOCK_SECONDS = 15;
/** How often a job may be taken from workers that died of it. */
const MOST_STALLS = 2;
/** Refused jobs that are kept to be looked at. */
const REFUSED_KEPT = {count: 100, age: 86_400};

interface TakeOptions {
  connection: Redis;
  /** Jobs at a time. */
  concurrency: number;
  lockSeconds?: number | undefined;
}

/** @param take does a job; throws an UnrecoverableError where it is refused */
export function takeJobs(
  queue: string,
  take: (job: QueuedJob) => Promise<void>,
  {connection, concurrency, lockSeconds = LOCK_SECONDS}: TakeOptions
): Worker {
  const worker = new Worker(queue, take, {
    connection,
    prefix: QUEUES,
    concurrency,
    lockDuration: 1_000 * lockSeconds,
    stalledInterval: 500 * lockSeconds,
    maxStalledCount: MOST_STALLS,
    runRetryDelay: 500,
    drainDelay: 1,
    removeOnComplete: {count: 0},
    removeOnFail: REFUSED_KEPT
  });
  worker.on("error", () => {}); // told by the connection, or tried again by the queue
  return worker;
}
