// A circuit breaker (Nygard 2007, "Release It!"): after many failures in a row only one request at a time is sent to a model, and after a
// few more the model's other requests are abandoned.
import {onAbort} from "./abort.js";
import type {EndpointError} from "./completion.js";

/** Failed attempts in a row from which on only one request at a time is sent. */
const TRIP = 16;
/**
 * Requests that must use up all attempts after that before the model is given up: about a minute of waiting between attempts, enough to
 * survive a server's restart.
 */
const GIVE_UP = 3;
/** The same number for a model that has never answered in this run: its server is probably not there. */
const GIVE_UP_UNMET = 1;
/** The same number for a server that only refuses requests because of load: it works, and its limits may last long. */
const GIVE_UP_BUSY = 32;

export interface Breaker {
  /**
   * Resolves when this request may be sent: at once, or after another request has been tried. Rejects with the failure once the model is
   * given up.
   */
  enter(request: object, signal?: AbortSignal): Promise<void>;
  /** Whether nothing has changed since the request entered, so that it may still be sent. */
  admits(request: object): boolean;
  sent(): void;
  answered(): void;
  /** @param busy whether the server only refuses requests because of load */
  failed(options?: {busy?: boolean}): void;
  /**
   * Reports a request that has used up its attempts. Rejects with `hopeless` once the model is given up; resolves if another request is
   * answered first.
   */
  exhausted(request: object, hopeless: () => EndpointError, signal?: AbortSignal): Promise<void>;
  /** Reports that a request has ended, whatever its outcome. */
  left(request: object): void;
}

/** Returns the circuit breaker of one model. */
export function breaker(): Breaker {
  let failures = 0;
  let exhaustedRequests = 0;
  let everAnswered = false;
  let flying = 0;
  let tries: object | null = null;
  let hopeless: EndpointError | null = null;
  let giveUp: (() => EndpointError) | null = null;
  const waiting = new Set<() => void>();

  const tripped = () => failures >= TRIP;
  const wake = () => {
    for (const look of [...waiting]) look();
  };
  const decide = () => {
    // Requests that are under way may still be answered.
    if (giveUp && flying === 0 && exhaustedRequests >= (!tripped() ? GIVE_UP_BUSY : everAnswered ? GIVE_UP : GIVE_UP_UNMET))
      hopeless ??= giveUp();
  };
  /** Waits until `look` returns true; rejects with whatever it throws. */
  const until = (look: () => boolean, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        waiting.delete(again);
        forget?.();
        settle();
      };
      const again = () => {
        try {
          if (look()) end(resolve);
        } catch (error) {
          end(() => reject(error));
        }
      };
      waiting.add(again);
      const forget = signal && onAbort(signal, () => end(() => reject(signal.reason)));
      again();
    });
  const mayGo = (request: object): boolean => {
    if (hopeless) throw hopeless;
    if (tripped()) tries ??= request;
    return !tripped() || tries === request;
  };

  return {
    enter: (request, signal) => (tripped() || hopeless ? until(() => mayGo(request), signal) : Promise.resolve()),
    admits: request => hopeless === null && (!tripped() || tries === request),
    sent() {
      flying++;
    },
    answered() {
      flying--;
      failures = 0;
      exhaustedRequests = 0;
      everAnswered = true;
      tries = null;
      wake();
    },
    failed({busy = false} = {}) {
      flying--;
      if (!busy) failures++;
      decide();
      if (hopeless) wake();
    },
    exhausted(request, error, signal) {
      exhaustedRequests++;
      giveUp ??= error;
      if (tries === request) tries = null;
      decide();
      wake();
      if (hopeless) return Promise.reject(hopeless);
      if (!tripped()) return Promise.resolve();
      const before = exhaustedRequests;
      return until(() => {
        if (hopeless) throw hopeless;
        return exhaustedRequests < before;
      }, signal);
    },
    left(request) {
      if (tries !== request) return;
      tries = null;
      wake();
    }
  };
}
