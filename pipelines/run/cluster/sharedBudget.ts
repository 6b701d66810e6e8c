// A run's spending limit over several processes: what a request may cost is set aside in Redis before it is sent.
import {randomUUID} from "node:crypto";
import {setTimeout as sleep} from "node:timers/promises";
import type {Budget, Release} from "../../infer/budget.js";
import {budgetOf, SEEN} from "./keys.js";
import type {Persist} from "./persist.js";
import type {Scripts} from "./scripts.js";

/** Wait before a reservation that does not fit yet is tried again. */
const AGAIN_MS = 200;
/** No limit, as a number that Lua reads. */
export const UNLIMITED = "1e300";
/** Milliseconds without a word after which a worker counts as dead. */
export const DEAD_MS = 15_000;

interface SharedBudgetOptions {
  digest: string;
  worker: string;
  scripts: Scripts;
  persist: Persist;
  signal: AbortSignal;
}

/**
 * The budget as one process sees it. Requests that cost nothing are not sent to Redis. Requests of this process that do not fit yet wait in
 * line, so that small ones do not starve a large one.
 */
export function sharedBudget({digest, worker, scripts, persist, signal}: SharedBudgetOptions): Budget {
  const [budget, reserved, lapsed] = budgetOf(digest);
  let [spent, held] = [0, 0];
  let line: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  const attempt = async (id: string, model: string, worst: number): Promise<Release | "wait" | null> => {
    const [state, cost] = (await persist(
      () => scripts.reserve([budget, reserved, lapsed, SEEN], [id, worker, model, worst, DEAD_MS]),
      signal
    )) as [string, string?];
    if (state === "closed") throw new Error("the run's budget is not in Redis; its coordinator has ended, or Redis has lost it");
    if (state === "wait") return "wait";
    if (state === "never") return null;
    const own = Number(cost);
    held += own;
    let released = false;
    return (cost, least = 0) => {
      if (released) return;
      released = true;
      held -= own;
      const actual = cost ?? (least > own ? least : undefined);
      spent += actual ?? own;
      // A release that is lost counts as spent whole once this worker is gone.
      persist(() => scripts.release([budget, reserved, lapsed], [id, actual ?? ""]), signal).catch(() => {});
    };
  };
  const inLine = async (id: string, model: string, worst: number): Promise<Release | null> => {
    for (;;) {
      const granted = await attempt(id, model, worst);
      if (granted !== "wait") return granted;
      await sleep(AGAIN_MS, undefined, {signal});
    }
  };
  return {
    reserve(worst, model = "") {
      if (worst === 0) return (cost, least = 0) => void (spent += cost ?? least);
      const id = randomUUID();
      const name = model.replace(/\s+/g, "-");
      const turn = async (): Promise<Release | null> => {
        if (waiting === 0) {
          const granted = await attempt(id, name, worst);
          if (granted !== "wait") return granted;
        }
        waiting++;
        const mine = line.then(() => inLine(id, name, worst)).finally(() => waiting--);
        line = mine.catch(() => {});
        return mine;
      };
      return turn();
    },
    maxCost: Number.POSITIVE_INFINITY,
    get spent() {
      return spent;
    },
    get reserved() {
      return held;
    }
  };
}
