// A circuit breaker (Nygard 2007, "Release It!"): once a model answers nothing any more, one request at a time tries for all, and after a few the rest is not sent.
import {onAbort} from "./abort.js";
import type {EndpointError} from "./completion.js";

/** Attempts that fail in a row, without an answer between, from which on one request at a time is let through. */
const TRIP = 16;
/** Requests that use up their attempts from then on before the model is given up: about a minute of backing off, so that a restart is survived. */
const GIVE_UP = 3;
/** The same where it has never answered since the run began: nobody is there. */
const GIVE_UP_UNMET = 1;
/** The same where the server only sheds load: it lives, and its limits may be long. */
const GIVE_UP_BUSY = 32;

export interface Breaker {
  /** Resolves when this request may be sent: at once, or after others have tried. Rejects with the failure once the model is given up. */
  enter(request: object, signal?: AbortSignal): Promise<void>;
  /** Nothing has changed since it entered: it still may be sent. */
  admits(request: object): boolean;
  sent(): void;
  answered(): void;
  /** @param busy the server sheds load, and so lives */
  failed(options?: {busy?: boolean}): void;
  /** A request has used up its attempts. Rejects with `hopeless` once the model is given up; resolves if another one is answered first. */
  exhausted(request: object, hopeless: () => EndpointError, signal?: AbortSignal): Promise<void>;
  /** A request has ended, however it did. */
  left(request: object): void;
}

export function breaker(): Breaker {
  let failures = 0;
  let spent = 0;
  let met = false;
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
    // Whoever is under way may still be answered.
    if (giveUp && flying === 0 && spent >= (!tripped() ? GIVE_UP_BUSY : met ? GIVE_UP : GIVE_UP_UNMET)) hopeless ??= giveUp();
  };
  /** Waits until `look` returns true; rejects with what it throws. */
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
      spent = 0;
      met = true;
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
      spent++;
      giveUp ??= error;
      if (tries === request) tries = null;
      decide();
      wake();
      if (hopeless) return Promise.reject(hopeless);
      if (!tripped()) return Promise.resolve();
      const before = spent;
      return until(() => {
        if (hopeless) throw hopeless;
        return spent < before;
      }, signal);
    },
    left(request) {
      if (tries !== request) return;
      tries = null;
      wake();
    }
  };
}
