// Why a request has no answer, and how asking about many things ends: by hand-made errors, without an endpoint.
import {lastValueFrom, toArray} from "rxjs";
import {expect, test} from "vitest";
import {BudgetReached} from "../../pipelines/infer/budget.js";
import {EndpointError} from "../../pipelines/infer/completion.js";
import {ContextExceeded} from "../../pipelines/infer/usage.js";
import {askEach, classifyFailure, isFatal} from "../../pipelines/run/failures.js";

const refused = (fatal: boolean) => new EndpointError("refused", {status: fatal ? 401 : 400, retryable: false, fatal});
const numbers = [1, 2, 3, 4, 5, 6];
/** Outcomes of asking for the squares of numbers, of which one throws. */
const squares = (bad: number, error: unknown, options: {stop?: AbortSignal} = {}) =>
  lastValueFrom(
    askEach(numbers, async n => (n === bad ? Promise.reject(error) : n * n), {concurrency: 1, ...options}).pipe(toArray())
  );
const answers = (outcomes: Awaited<ReturnType<typeof squares>>) =>
  outcomes.flatMap(each => ("answer" in each ? each.answer : []));

test("each error of a request has its reason, an interruption goes before it, and any other error is thrown on", () => {
  expect(classifyFailure(new BudgetReached("no money"), {})).toBe("budget");
  expect(classifyFailure(new ContextExceeded("too long"), {})).toBe("context");
  expect(classifyFailure(refused(false), {})).toBe("failed");
  expect(classifyFailure(refused(false), {stop: AbortSignal.abort()})).toBe("interrupted");
  expect(classifyFailure(new BudgetReached("no money"), {stop: AbortSignal.abort()})).toBe("budget");
  expect(() => classifyFailure(new TypeError("a mistake"), {})).toThrow("a mistake");
});

test("a request that fails, or whose prompt is too long, concerns its own thing alone", async () => {
  for (const error of [refused(false), new ContextExceeded("too long")]) {
    const outcomes = await squares(3, error);
    expect(answers(outcomes)).toEqual([1, 4, 16, 25, 36]);
    expect(outcomes[2]).toEqual({thing: 3, error});
  }
});

test("a budget, an interruption and an error that concerns every request leave the rest unasked", async () => {
  expect(isFatal(refused(true))).toBe(true);
  const hopeless = await squares(3, refused(true));
  expect(answers(hopeless)).toEqual([1, 4]);
  expect(hopeless.slice(3)).toEqual([4, 5, 6].map(thing => ({thing, left: true})));
  expect((await squares(3, new BudgetReached("no money"))).slice(2)).toEqual([3, 4, 5, 6].map(thing => ({thing, left: true})));
  expect(await squares(3, null, {stop: AbortSignal.abort()})).toEqual(numbers.map(thing => ({thing, left: true})));
  await expect(squares(3, new TypeError("a mistake"))).rejects.toThrow("a mistake");
});
