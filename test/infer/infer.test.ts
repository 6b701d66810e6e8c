import {from, lastValueFrom, NEVER, Observable, startWith, take, toArray} from "rxjs";
import {describe, expect, test} from "vitest";
import {budget, worstCost} from "../../pipelines/infer/budget.js";
import type {ChatRequest, Completion} from "../../pipelines/infer/completion.js";
import {EndpointError} from "../../pipelines/infer/completion.js";
import type {AskOptions} from "../../pipelines/infer/endpoint.js";
import {AttemptError} from "../../pipelines/infer/failure.js";
import {mergeWork} from "../../pipelines/infer/flow.js";
import {BudgetReached, complete, type Inferred, infer} from "../../pipelines/infer/infer.js";
import {limiter} from "../../pipelines/infer/limiter.js";
import {ask, chat, errorOf, json, quick, serve} from "./loopback.js";

const answerTo = (request: ChatRequest): Completion => ({
  text: `re: ${request.messages[0]!.content}`,
  reasoning: null,
  finish_reason: "stop",
  prompt_tokens: 10,
  completion_tokens: 10,
  billed: null,
  latency_ms: 1,
  retries: 0
});

function memory() {
  const kept = new Map<string, Completion>();
  return {kept, get: (key: string) => kept.get(key), put: async (key: string, value: Completion) => void kept.set(key, value)};
}

/** An endpoint that answers when told to; counts what it was asked. */
function held() {
  const asked: string[] = [];
  const open: {text: string; answer: () => void; fail: (error: unknown) => void}[] = [];
  const attempt = (request: ChatRequest, signal?: AbortSignal) =>
    new Promise<Completion>((resolve, reject) => {
      const text = request.messages[0]!.content;
      asked.push(text);
      signal?.addEventListener("abort", () => reject(signal.reason));
      open.push({text, answer: () => resolve(answerTo(request)), fail: reject});
    });
  return {
    asked,
    open,
    ask: (request: ChatRequest, {gate, signal}: AskOptions = {}) =>
      gate ? gate(() => attempt(request, signal)) : attempt(request, signal)
  };
}
const turn = () => new Promise(setImmediate);
const items = (count: number) => Array.from({length: count}, (_, i) => ({request: ask(`q${i}`), index: i}));

describe("complete", () => {
  test("asks once, then answers from the cache", async () => {
    const {base, calls} = await serve(response => json(response, chat("42")));
    const effects = {cache: memory(), endpoint: quick({base}), limiter: limiter()};
    expect(await complete(ask(), effects)).toMatchObject({cached: false, completion: {text: "42"}});
    expect(await complete(ask(), effects)).toMatchObject({cached: true, completion: {text: "42"}});
    expect(await complete(ask("other"), effects)).toMatchObject({cached: false});
    expect(calls.length).toBe(2);
  });

  test("equal requests in flight at once are asked once, and fail together", async () => {
    const endpoint = held();
    const cache = memory();
    const both = Promise.all([
      complete(ask(), {cache, endpoint}),
      complete(ask(), {cache, endpoint}),
      complete(ask("x", {trial: 1}), {cache, endpoint})
    ]);
    await turn();
    expect(endpoint.asked.length).toBe(2);
    for (const {answer} of endpoint.open) answer();
    expect((await both).map(({cached}) => cached)).toEqual([false, true, false]);
    const failing = [complete(ask("bad"), {cache, endpoint}), complete(ask("bad"), {cache, endpoint})].map(errorOf);
    await turn();
    endpoint.open.at(-1)!.fail(new EndpointError("no", {status: 400, retryable: false}));
    expect((await Promise.all(failing)).map(({message}) => message)).toEqual(["no", "no"]);
    expect(endpoint.asked.length).toBe(3);
    expect(cache.kept.size).toBe(2);
  });

  test("whoever waits for another's request asks itself when that one gives up", async () => {
    const endpoint = held();
    const cache = memory();
    const impatient = new AbortController();
    const first = errorOf(complete(ask(), {cache, endpoint, signal: impatient.signal}));
    const second = complete(ask(), {cache, endpoint});
    await turn();
    impatient.abort();
    expect((await first).name).toBe("AbortError");
    await turn();
    expect(endpoint.asked.length).toBe(2);
    endpoint.open.at(-1)!.answer();
    expect(await second).toMatchObject({cached: false});
  });

  test("a failure is not kept", async () => {
    const {base, calls} = await serve((response, {number}) =>
      number === 0 ? json(response, "{}", 400) : json(response, chat("42"))
    );
    const effects = {cache: memory(), endpoint: quick({base})};
    await errorOf(complete(ask(), effects));
    expect(effects.cache.kept.size).toBe(0);
    expect(await complete(ask(), effects)).toMatchObject({cached: false});
    expect(calls.length).toBe(2);
  });
});

describe("budget", () => {
  const price = {input: 0, output: 1e6}; // a dollar per completion token
  const request = (text: string) => ask(text, {sampling: {max_tokens: 20}});
  const guarded = (maxCost: number, endpoint: {ask: ReturnType<typeof held>["ask"]}) => {
    const purse = budget({maxCost});
    const reserve = (asked: ChatRequest) => purse.reserve(worstCost(asked, price, {contextTokens: 100}));
    return {purse, effects: {cache: memory(), endpoint, price, reserve}};
  };

  test("what was paid for is counted at its real cost; the cache costs nothing; the request too many is not sent", async () => {
    const endpoint = held();
    const {purse, effects} = guarded(45, endpoint);
    for (const text of ["a", "b"]) {
      const answered = complete(request(text), effects);
      await turn();
      endpoint.open.at(-1)!.answer();
      await answered;
    }
    expect((await complete(request("a"), effects)).cached).toBe(true);
    expect(purse.spent).toBe(20);
    const third = complete(request("c"), effects);
    await turn();
    endpoint.open.at(-1)!.answer();
    await third;
    expect(await errorOf(complete(request("d"), effects))).toBeInstanceOf(BudgetReached);
    expect(endpoint.asked).toEqual(["a", "b", "c"]);
  });

  test("a refusal is free, a cut answer counts in full", async () => {
    const endpoint = held();
    const {purse, effects} = guarded(100, endpoint);
    for (const billable of [false, true]) {
      const failed = errorOf(complete(request(`${billable}`), effects));
      await turn();
      endpoint.open.at(-1)!.fail(new AttemptError("x", {status: 0, retryable: false}, billable));
      await failed;
      expect(purse.spent).toBe(billable ? 20 : 0);
    }
  });
});

describe("infer", () => {
  const collect = <T>(source: Observable<T>) => {
    const seen: T[] = [];
    const end = new Promise<unknown>(resolve =>
      source.subscribe({next: item => seen.push(item), error: resolve, complete: () => resolve("complete")})
    );
    return {seen, end};
  };

  test("keeps each item's fields and never has more under way than its concurrency", async () => {
    const endpoint = held();
    const {seen, end} = collect(from(items(10)).pipe(infer({cache: memory(), endpoint}, {concurrency: 3})));
    for (let i = 0; i < 10; i++) {
      await turn();
      expect(endpoint.open.length).toBeLessThanOrEqual(3);
      endpoint.open.shift()!.answer();
    }
    expect(await end).toBe("complete");
    expect(seen.map(({index, completion}) => [index, completion.text])).toEqual(
      items(10).map(({index}) => [index, `re: q${index}`])
    );
  });

  test("stop: nothing new starts, what is in flight is finished, kept and emitted", async () => {
    const endpoint = held();
    const cache = memory();
    const stop = new AbortController();
    const source = from(items(1000)).pipe(
      infer({cache, endpoint, limiter: limiter({max: 4})}, {concurrency: 64, stop: stop.signal})
    );
    const {seen, end} = collect(source);
    await turn();
    stop.abort();
    await turn();
    expect(endpoint.asked.length).toBe(4);
    for (const {answer} of endpoint.open) answer();
    expect(await end).toBe("complete");
    expect([seen.length, cache.kept.size, endpoint.asked.length]).toEqual([4, 4, 4]);
  });

  test("stop ends a stream whose source is silent", async () => {
    const endpoint = held();
    const stop = new AbortController();
    const {end} = collect(NEVER.pipe(startWith(items(1)[0]!), infer({cache: memory(), endpoint}, {stop: stop.signal})));
    await turn();
    stop.abort();
    endpoint.open[0]!.answer();
    expect(await end).toBe("complete");
  });

  test("abort: the transfers end too, and the stream fails with the signal's reason", async () => {
    const endpoint = held();
    const abort = new AbortController();
    const {seen, end} = collect(
      from(items(100)).pipe(infer({cache: memory(), endpoint, limiter: limiter({max: 4})}, {signal: abort.signal}))
    );
    await turn();
    abort.abort(new Error("second Ctrl-C"));
    expect(await end).toMatchObject({message: "second Ctrl-C"});
    expect([seen.length, endpoint.asked.length]).toEqual([0, 4]);
  });

  test("an error lets what is in flight finish before it is passed on", async () => {
    const endpoint = held();
    const cache = memory();
    const {seen, end} = collect(from(items(100)).pipe(infer({cache, endpoint}, {concurrency: 3})));
    await turn();
    endpoint.open[1]!.fail(new EndpointError("refused", {status: 400, retryable: false}));
    await turn();
    endpoint.open[0]!.answer();
    endpoint.open[2]!.answer();
    expect(await end).toMatchObject({message: "refused"});
    expect([seen.length, cache.kept.size, endpoint.asked.length]).toEqual([2, 2, 3]);
  });

  test("with onError a request that cannot be answered is reported and left out; the budget's end still ends the stream", async () => {
    const {base} = await serve((response, {body}) =>
      body.includes('q1"') ? json(response, "{}", 422) : json(response, chat("ok"))
    );
    const endpoint = quick({base});
    const lost: number[] = [];
    const option = {onError: (_: EndpointError, item: {request: ChatRequest; index?: number}) => void lost.push(item.index!)};
    const seen = await lastValueFrom(from(items(4)).pipe(infer({cache: memory(), endpoint}, option), toArray()));
    expect([seen.length, lost]).toEqual([3, [1]]);
    const {end} = collect(from(items(4)).pipe(infer({cache: memory(), endpoint, reserve: () => null}, option)));
    expect(await end).toBeInstanceOf(BudgetReached);
  });

  test("whoever unsubscribes starts nothing more", async () => {
    const endpoint = held();
    const done = lastValueFrom(
      from(items(50)).pipe(infer({cache: memory(), endpoint, limiter: limiter({max: 2})}), take(1))
    ) as Promise<Inferred>;
    await turn();
    endpoint.open[0]!.answer();
    await done;
    const before = endpoint.asked.length;
    expect(before).toBeLessThanOrEqual(3); // the first one's slot was free before its answer was on disk
    for (const {answer} of endpoint.open) answer();
    await turn();
    await turn();
    expect(endpoint.asked.length).toBe(before);
  });

  test("effects may differ per item", async () => {
    const [left, right] = [
      await serve(response => json(response, chat("L"))),
      await serve(response => json(response, chat("R")))
    ];
    const cache = memory();
    const [a, b] = [quick({base: left.base}), quick({base: right.base})];
    const seen = await lastValueFrom(
      from(items(6)).pipe(
        infer(({index}) => ({cache, endpoint: index % 2 ? a : b})),
        toArray()
      )
    );
    expect(seen.map(({index, completion}) => completion.text === (index % 2 ? "L" : "R"))).toEqual(Array(6).fill(true));
  });
});

test("a synchronous source of 200,000 items neither overflows the stack nor slows down with its length", async () => {
  let ended = 0;
  const count = await lastValueFrom(
    from(Array.from({length: 200_000}, (_, i) => i)).pipe(
      mergeWork(
        async i => {
          ended++;
          return i % 2 ? undefined : i;
        },
        {concurrency: 8}
      ),
      toArray()
    )
  );
  expect([ended, count.length]).toEqual([200_000, 100_000]);
});

test("a source's error waits for what is in flight", async () => {
  const order: string[] = [];
  const source = new Observable<number>(subscriber => {
    subscriber.next(1);
    subscriber.error(new Error("source"));
  });
  const end = errorOf(
    lastValueFrom(
      source.pipe(
        mergeWork(async i => {
          await turn();
          order.push("work");
          return i;
        })
      )
    )
  );
  order.push((await end).message);
  expect(order).toEqual(["work", "source"]);
});
