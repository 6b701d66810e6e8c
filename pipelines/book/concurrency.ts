// Work on several items at a time, and resources that several callers share.

/** A limited number of resources: each is used by one caller at a time, first come, first served. */
export interface Pool<T> {
  /** Works with a resource once one is free. */
  use<R>(work: (resource: T) => R | Promise<R>): Promise<R>;
}

/** @param make makes a resource when it is first needed, at most `max` times */
export function pool<T>(max: number, make: () => T): Pool<T> {
  const free: T[] = [];
  const waiting: ((resource: T) => void)[] = [];
  let made = 0;
  const acquire = (): T | Promise<T> => {
    if (free.length > 0) return free.pop()!;
    if (made >= max) return new Promise(resolve => waiting.push(resolve));
    made++;
    return make();
  };
  return {
    async use(work) {
      const resource = await acquire();
      try {
        return await work(resource);
      } finally {
        const next = waiting.shift();
        if (next) next(resource);
        else free.push(resource);
      }
    }
  };
}

/**
 * Does the work of each item, in their order, one item at a time in each of so many lanes. The first error ends it, after what is under way.
 * @param work is given the number of its lane, from 0
 */
export async function forEachConcurrent<T>(
  items: readonly T[],
  lanes: number,
  work: (item: T, lane: number) => Promise<unknown>
): Promise<void> {
  let next = 0;
  const results = await Promise.allSettled(
    Array.from({length: lanes}, async (_, lane) => {
      try {
        while (next < items.length) await work(items[next++]!, lane);
      } catch (error) {
        next = items.length;
        throw error;
      }
    })
  );
  for (const result of results) if (result.status === "rejected") throw result.reason;
}
