// The requests that a model may have in flight, shared out among workers, and the pauses that its server asks for.
import type {Redis} from "ioredis";
import type {Limiter} from "../../infer/limiter.js";
import type {Evaluation} from "../evaluation.js";
import {modelAt, sharesOf} from "./keys.js";
import type {Scripts} from "./scripts.js";

/** Time between two looks, and time until a share lapses that is not renewed. A worker that is cut off starts nothing from then on. */
const LOOK_MS = 250;
const LAPSES_MS = 10_000;
/** Shortest pause that others are told of. */
const SHORTEST_PAUSE_MS = 50;

export interface SharedLimits extends Disposable {
  /** Puts a model's limiter under the common limit. */
  add(evaluation: Evaluation, limiter: Limiter): void;
}

/** @param most of one worker's requests in flight to one model */
export function sharedLimits(
  connection: Pick<Redis, "status">,
  {worker, scripts, most = Number.POSITIVE_INFINITY}: {worker: string; scripts: Scripts; most?: number | undefined}
): SharedLimits {
  interface Shared {
    id: string;
    allowed: number;
    limiter: Limiter;
    /** How many requests it may have in flight without asking again. */
    cap: number;
    /** When the share was last granted, by a clock that nobody sets. */
    granted: number;
    asking: boolean;
    idle: boolean;
    /** What was wanted of late: halved at each look, so that a share outlasts the moment between two jobs. */
    recent: number;
  }
  const all: Shared[] = [];
  const cap = (shared: Shared, most: number) => {
    shared.cap = most;
    shared.limiter.cap(most);
  };
  /** Asks for a share, and where it is more than fair lowers it at once. */
  const ask = async (shared: Shared, wanted: number): Promise<void> => {
    const {id, allowed, limiter} = shared;
    for (;;) {
      const pause = Math.ceil(limiter.paused);
      const asked = performance.now();
      const held = Math.max(limiter.active, shared.cap);
      const [share, fair, rest] = (await scripts.share(sharesOf(id), [
        ...[worker, allowed, wanted, held, LAPSES_MS],
        pause > SHORTEST_PAUSE_MS ? pause : 0
      ])) as [number, number, number];
      shared.granted = asked;
      shared.idle = share === 0 && wanted === 0;
      cap(shared, Math.min(share, fair, most));
      if (rest > pause + LOOK_MS) limiter.pause(rest);
      if (Math.max(limiter.active, shared.cap) >= held) return;
    }
  };
  const look = async (shared: Shared): Promise<void> => {
    const {limiter} = shared;
    shared.recent = Math.max(limiter.active + limiter.waiting, Math.floor(shared.recent / 2));
    const wanted = Math.min(shared.allowed, most, shared.recent);
    if (performance.now() - shared.granted > LAPSES_MS) cap(shared, 0);
    if (shared.asking || (shared.idle && wanted === 0) || connection.status !== "ready") return;
    shared.asking = true;
    try {
      await ask(shared, wanted);
    } catch {
      // the server is away; the share lapses by itself
    } finally {
      shared.asking = false;
    }
  };
  const timer = setInterval(() => {
    for (const shared of all) void look(shared);
  }, LOOK_MS);
  timer.unref();
  return {
    add({base, model, simulated}, limiter) {
      if (simulated) return; // each worker has its own server
      limiter.cap(0);
      const shared: Shared = {
        limiter,
        cap: 0,
        granted: performance.now(),
        asking: false,
        idle: true,
        recent: 0,
        id: modelAt(base, model.model ?? model.id),
        allowed: model.concurrency
      };
      all.push(shared);
      setImmediate(() => void look(shared)); // once the first requests have been queued
    },
    [Symbol.dispose]: () => clearInterval(timer)
  };
}
