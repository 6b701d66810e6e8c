// Works side by side through a list.

/**
 * Does the work of each thing, in their order, one at a time in each lane; the first error ends it, after what is under way.
 * @param lanes what does the work of a thing, for each lane
 */
export async function inLanes<T>(things: readonly T[], lanes: readonly ((thing: T) => Promise<unknown>)[]): Promise<void> {
  let next = 0;
  let broken = false;
  const ended = await Promise.allSettled(
    lanes.map(async work => {
      while (next < things.length && !broken)
        await work(things[next++]!).catch((error: unknown) => {
          broken = true;
          throw error;
        });
    })
  );
  for (const each of ended) if (each.status === "rejected") throw each.reason;
}
