// A pool of things: no more are made than allowed, and who came first has one first.
import {expect, test} from "vitest";
import {pool} from "../../pipelines/book/concurrency.js";

test("as many are made as are needed, at most so many, and each is used by one at a time in order of arrival", async () => {
  let made = 0;
  const {use} = pool(2, () => ({number: made++, busy: false}));
  await use(() => {});
  await use(() => {});
  expect(made).toBe(1);
  const order: number[] = [];
  await Promise.all(
    Array.from({length: 20}, (_, i) =>
      use(async thing => {
        expect(thing.busy).toBe(false);
        thing.busy = true;
        order.push(i);
        await new Promise(resolve => setImmediate(resolve));
        thing.busy = false;
      })
    )
  );
  expect(made).toBe(2);
  expect(order).toEqual(Array.from({length: 20}, (_, i) => i));
});

test("work that fails gives back what it used, also to one who waits", async () => {
  const {use} = pool(1, () => null);
  const results = await Promise.allSettled([
    use(async () => {
      throw new Error("first");
    }),
    use(() => {
      throw new Error("second");
    }),
    use(() => "third")
  ]);
  expect(results.map(result => (result.status === "fulfilled" ? result.value : result.reason.message))).toEqual([
    "first",
    "second",
    "third"
  ]);
});
