// Waiting that can be called off, cheaply: thousands of waits share one signal.

const listeners = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Call `act` once when the signal aborts (at once if it has). Returns what takes it back.
 * One DOM listener per signal: `addEventListener` itself walks all earlier listeners, which is quadratic at 1,024 requests in flight.
 */
export function onAbort(signal: AbortSignal, act: () => void): () => void {
  if (signal.aborted) {
    act();
    return () => {};
  }
  const waiting = listeners.get(signal) ?? listen(signal);
  const entry = () => act(); // the same function may wait twice
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

/** Resolves after so many milliseconds; rejects with the signal's reason if that comes first. */
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

/** The promise's outcome, or the signal's reason if that comes first. The work behind the promise goes on. */
export function unlessAborted<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const forget = onAbort(signal, () => reject(signal.reason));
    promise.then(resolve, reject).finally(forget);
  });
}
