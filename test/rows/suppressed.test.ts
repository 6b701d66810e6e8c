// Errors of disposals never hide the error that led to them.
import {expect, test} from "vitest";
import {errorsInOrder} from "../../pipelines/rows/suppressed.js";

const failing = (message: string): AsyncDisposable => ({
  [Symbol.asyncDispose]: () => Promise.reject(new Error(message))
});

async function work(): Promise<void> {
  await using _last = failing("third");
  await using _first = failing("second");
  throw new Error("first");
}

test("the first error comes first, then those of disposals in the order in which they occurred", async () => {
  const error = await work().catch((error: unknown) => error);
  expect(errorsInOrder(error).map(each => (each as Error).message)).toEqual(["first", "second", "third"]);
  expect(errorsInOrder("text")).toEqual(["text"]);
  expect(errorsInOrder(undefined)).toEqual([undefined]);
});
