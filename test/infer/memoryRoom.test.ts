import fc from "fast-check";
import {expect, test} from "vitest";
import {openMemoryRoom} from "../../pipelines/infer/memoryRoom.js";

test("who comes first goes first, and nobody waits for ever, however sizes and endings fall", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({max: 50}), {maxLength: 40}), fc.integer({min: 1, max: 60}), async (sizes, most) => {
      const room = openMemoryRoom(most);
      const begun: number[] = [];
      let [held, peak] = [0, 0];
      await Promise.all(
        sizes.map(async (size, i) => {
          const wait = room.enter();
          if (wait) await wait;
          begun.push(i);
          held += size;
          peak = Math.max(peak, held);
          room.hold(size);
          await new Promise(resolve => setImmediate(resolve));
          held -= size;
          room.release(size);
        })
      );
      expect(begun).toEqual(sizes.map((_, i) => i));
      expect(peak).toBeLessThan(most + Math.max(1, ...sizes)); // the last that came in may exceed it
    }),
    {numRuns: 50}
  );
});

test("one is let in, however large; where it could not be made after all, the next is let in", async () => {
  const room = openMemoryRoom(10);
  expect(room.enter()).toBeNull();
  room.hold(1_000);
  const [second, third] = [room.enter(), room.enter()];
  room.release(1_000);
  await second;
  room.release(0);
  await third;
  room.hold(3);
  expect(room.enter()).toBeNull();
});
