// Works on several items of a list at a time.

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
