// Limits the requests in flight to one model: additive increase, multiplicative decrease (Chiu & Jain 1989), with TCP's slow start.
import {onAbort, sleep as realSleep, type Sleep} from "./abort.js";
import {EndpointError} from "./completion.js";
import {isCongestion} from "./failure.js";

/** First limit, equal to a model's default concurrency: a short run would be over before a slower start had reached it. */
const START = 64;
/** Factor by which the limit is reduced; halving is what TCP does. */
const DECREASE = 0.5;

export interface Limiter {
  /** Runs the work when a slot is free, first in first out. The signal removes it from the queue, not from its slot. */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Starts no work for this many milliseconds. */
  pause(milliseconds: number): void;
  /** Milliseconds until work is started again; 0 where there is no pause. */
  readonly paused: number;
  /** Sets how much may run at once at most, beside what the limiter has found out; work that is running goes on. */
  cap(most: number): void;
  /** Most simultaneous work at present: 1 … max. */
  readonly limit: number;
  readonly max: number;
  /** Work that is running. */
  readonly active: number;
  /** Work that is queued. */
  readonly waiting: number;
}

interface Waiter {
  start(): void;
  gone: boolean;
}

/**
 * Returns a limiter. Its limit grows by one per success until the server first refuses requests because of load (slow start), then by one
 * per round trip, and halves at most once per round trip: failures of work that started before the last reduction carry no new information.
 */
export function limiter({
  max = 64,
  start = START,
  clock = () => performance.now(),
  sleep = realSleep
}: {
  max?: number;
  start?: number;
  clock?: () => number;
  sleep?: Sleep;
} = {}): Limiter {
  let limit = Math.max(1, Math.min(start, max));
  let slowStart = true;
  let active = 0;
  let started = 0; // number of the work last started
  let lastReduction = 0; // the value of `started` when the limit was last reduced
  let pausedUntil = 0;
  let capped = Number.POSITIVE_INFINITY;
  let alarm: AbortController | null = null;
  let queue: Waiter[] = [];
  let first = 0; // index of the queue's head, because `shift` would move all elements
  let waiting = 0;

  const free = () => active < Math.min(Math.floor(limit), capped) && (pausedUntil === 0 || pausedUntil <= clock());

  function drain(): void {
    while (waiting > 0 && free()) {
      const next = queue[first]!;
      queue[first++] = gone;
      if (next.gone) continue;
      waiting--;
      next.start();
    }
    if (waiting === 0) {
      queue = [];
      first = 0;
    } else if (first > 1024 && first * 2 > queue.length) {
      queue = queue.slice(first);
      first = 0;
    }
    setAlarm();
  }

  /** Sets one timer while work waits for the end of a pause, and none otherwise, so that a finished process is not kept alive. */
  function setAlarm(): void {
    const rest = pausedUntil - (pausedUntil === 0 ? 0 : clock());
    if (waiting === 0 || rest <= 0) {
      alarm?.abort();
      alarm = null;
    } else if (!alarm) {
      const controller = new AbortController();
      alarm = controller;
      sleep(rest, controller.signal).then(
        () => {
          if (alarm !== controller) return;
          alarm = null;
          drain();
        },
        () => {}
      );
    }
  }

  function succeed(): void {
    if (limit >= max) return;
    if (active < Math.floor(limit) - 1) return; // a limit that is not used up has not been tested
    limit = Math.min(max, limit + (slowStart ? 1 : 1 / limit));
  }

  function fail(error: unknown, serial: number): void {
    if (error instanceof EndpointError && error.details.retryAfterMs) pause(error.details.retryAfterMs);
    if (!isCongestion(error) || serial <= lastReduction) return;
    limit = Math.max(1, limit * DECREASE);
    slowStart = false;
    lastReduction = started;
  }

  function pause(milliseconds: number): void {
    const until = clock() + milliseconds;
    if (until <= pausedUntil) return;
    pausedUntil = until;
    alarm?.abort();
    alarm = null;
    setAlarm();
  }

  function leave(): void {
    active--;
    if (waiting > 0) drain();
  }

  function occupy<T>(work: () => Promise<T>): Promise<T> {
    const serial = ++started;
    active++;
    return work().then(
      value => {
        succeed();
        leave();
        return value;
      },
      error => {
        fail(error, serial);
        leave();
        throw error;
      }
    );
  }

  return {
    run(work, signal) {
      if (signal?.aborted) return Promise.reject(signal.reason);
      if (waiting === 0 && free()) return occupy(work);
      return new Promise((resolve, reject) => {
        const waiter: Waiter = {
          gone: false,
          start() {
            forget?.();
            occupy(work).then(resolve, reject);
          }
        };
        queue.push(waiter);
        waiting++;
        const forget =
          signal &&
          onAbort(signal, () => {
            waiter.gone = true;
            waiting--;
            if (waiting === 0) setAlarm();
            reject(signal.reason);
          });
        setAlarm();
      });
    },
    pause,
    cap(most) {
      capped = most;
      if (waiting > 0) drain();
    },
    max,
    get paused() {
      return pausedUntil === 0 ? 0 : Math.max(0, pausedUntil - clock());
    },
    get limit() {
      return Math.floor(limit);
    },
    get active() {
      return active;
    },
    get waiting() {
      return waiting;
    }
  };
}

/** Replaces a waiter that has left the queue, so that its memory can be freed. */
const gone: Waiter = {gone: true, start: () => {}};
