// What a process of a distributed run shares with the others when it asks models: the budget, limits of requests in flight, equal requests.

import {setTimeout as sleep} from "node:timers/promises";
import type {Redis} from "ioredis";
import type {Budget} from "../../infer/budget.js";
import {type Completion, completionSchema} from "../../infer/completion.js";
import type {Limiter} from "../../infer/limiter.js";
import {samplingText} from "../../infer/request.node.js";
import type {Evaluation} from "../evaluation.js";
import type {Others} from "../modelClient.js";
import {batched} from "./batched.js";
import {claimOf, SEEN} from "./keys.js";
import type {Persist} from "./persist.js";
import type {Scripts} from "./scripts.js";
import {DEAD_MS, sharedBudget} from "./sharedBudget.js";
import {sharedLimits} from "./sharedLimits.js";

/** Longest life of a claim whose worker neither dies nor ends it. */
const CLAIM_MS = 3_600_000;
/** How long an answer is kept for those who want it, and how often they look. */
const ANSWER_MS = 600_000;
const LOOK_MS = 200;

interface SharedRequestsOptions {
  worker: string;
  scripts: Scripts;
  persist: Persist;
  /** Whether evaluations ask equal requests, so that an answer may be wanted later: each is kept in Redis for a time. */
  again: boolean;
  /** Ends waiting for Redis. */
  signal: AbortSignal;
  /** Answers from the coordinator's cache, by key; those that it has. */
  lookup: (keys: readonly string[]) => Promise<Readonly<Record<string, Completion>>>;
}

/** Whether some of a plan's evaluations ask one model with the same parameters, which makes equal requests of equal texts. */
function asksAgain(evaluations: readonly Evaluation[]): boolean {
  const names = evaluations.map(({base, model, sampling}) => `${base} ${model.model ?? model.id} ${samplingText(sampling)}`);
  return new Set(names).size < names.length;
}

/** Built-in models are neither looked up nor claimed: they cost nothing, and each worker has its own. */
function sharedRequests({worker, scripts, persist, again, signal: ending, lookup}: SharedRequestsOptions): Others {
  const held = new Map<string, number>();
  const known = batched(async (keys: readonly string[]) => {
    const found = await lookup(keys);
    return keys.map(key => found[key]);
  });
  const claim = batched(async (keys: readonly string[]) => {
    const names = keys.flatMap(key => claimOf(key));
    return (await persist(() => scripts.claim([SEEN, ...names], [worker, DEAD_MS, CLAIM_MS]), ending)) as string[];
  });
  const end = batched(async (ended: readonly {key: string; completion?: Completion | undefined}[]) => {
    const names = ended.flatMap(({key}) => claimOf(key).slice(0, 2));
    const waited = (await persist(() => scripts.done(names, [worker, again ? 1 : 0]), ending)) as number[];
    for (const [i, {key, completion}] of ended.entries())
      if (waited[i] === 1)
        await persist(
          () => scripts.handOn(claimOf(key), [worker, completion ? JSON.stringify(completion) : "", ANSWER_MS]),
          ending
        );
    return ended;
  });
  return {
    async answerOf(key, {simulated}, signal) {
      if (simulated) return null;
      signal.throwIfAborted();
      const there = await known(key);
      if (there) return there;
      for (;;) {
        const state = await claim(key);
        if (state === "mine") {
          held.set(key, (held.get(key) ?? 0) + 1);
          return null;
        }
        if (state !== "other") return completionSchema.parse(JSON.parse(state));
        await sleep(LOOK_MS); // without the signal, which many may be waiting under
        signal.throwIfAborted();
      }
    },
    done(key, {simulated}, completion) {
      if (simulated) return;
      const others = (held.get(key) ?? 0) - 1;
      if (others > 0) return void held.set(key, others); // an equal request of this process is still under way
      held.delete(key);
      end({key, completion}).catch(() => {}); // the claim ends with this worker
    }
  };
}

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
