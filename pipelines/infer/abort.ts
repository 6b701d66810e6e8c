// Waiting that can be aborted, inexpensively enough for thousands of waits that share one signal.

const listeners = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `act` once when the signal aborts, or at once if it already has. Returns a function that removes the listener. There is one DOM
 * listener per signal, because `addEventListener` walks all earlier listeners, which is quadratic at 1,024 requests in flight.
 */
export function onAbort(signal: AbortSignal, act: () => void): () => void {
  if (signal.aborted) {
    act();
    return () => {};
  }
  const waiting = listeners.get(signal) ?? listen(signal);
  const entry = () => act(); // a new function for each call, because the same `act` may be registered twice
  waiting.add(entry);
  return () => waiting.delete(entry);
}

function listen(signal: AbortSignal): Set<() => void> {
  const waiting = new Set<() => void>();
  listeners.set(signal, waiting);
  signal.addEventListener(
    "abort",
    () => {
      for (const act of [...waiting]) if (waiting.delete(act)) act();
    },
    {once: true}
  );
  return waiting;
}

export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** Resolves after a number of milliseconds; rejects with the signal's reason if it aborts first. */
export const sleep: Sleep = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const timer = setTimeout(() => {
      forget?.();
      resolve();
    }, milliseconds);
    const forget =
      signal &&
      onAbort(signal, () => {
        clearTimeout(timer);
        reject(signal.reason);
      });
  });

/** The outcome of the promise, or a rejection with the signal's reason if it aborts first. The work behind the promise continues. */
export function unlessAborted<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const forget = onAbort(signal, () => reject(signal.reason));
    promise.then(resolve, reject).finally(forget);
  });
}
