// What a process of a distributed run shares with the others when it asks models: the budget, limits of requests in flight, equal requests.
import type {Redis} from "ioredis";
import type {Budget} from "../../infer/budget.js";
import type {Limiter} from "../../infer/limiter.js";
import type {Evaluation} from "../evaluation.js";
import type {Others} from "../modelClient.js";
import type {Persist} from "./persist.js";
import type {Scripts} from "./scripts.js";
import {sharedBudget} from "./sharedBudget.js";
import {sharedLimits} from "./sharedLimits.js";
import {asksAgain, type SharedRequestsOptions, sharedRequests} from "./sharedRequests.js";

interface SharedOptions extends Pick<SharedRequestsOptions, "lookup"> {
  evaluations: readonly Evaluation[];
  digest: string;
  /** Name of this process for the run. */
  worker: string;
  scripts: Scripts;
  persist: Persist;
  /** Ends waiting for Redis. */
  signal: AbortSignal;
  /** Most requests of this process in flight to one model. */
  most?: number | undefined;
}

/** What a model client needs to keep the run's common limits; to be disposed of after it. */
export interface Shared extends Disposable {
  budget: Budget;
  others: Others;
  onLimiter: (evaluation: Evaluation, limiter: Limiter) => void;
}

export function openShared(
  connection: Redis,
  {evaluations, digest, worker, scripts, persist, signal, lookup, most}: SharedOptions
): Shared {
  const limits = sharedLimits(connection, {worker, scripts, most});
  return {
    budget: sharedBudget({digest, worker, scripts, persist, signal}),
    others: sharedRequests({worker, scripts, persist, again: asksAgain(evaluations), signal, lookup}),
    onLimiter: limits.add,
    [Symbol.dispose]: () => limits[Symbol.dispose]()
  };
}
