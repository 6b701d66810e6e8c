import {describe, expect, test} from "vitest";
import {BudgetReached, budget, worstCost} from "../../pipelines/infer/budget.js";
import {complete} from "../../pipelines/infer/complete.node.js";
import type {ChatRequest, Completion} from "../../pipelines/infer/completion.js";
import {EndpointError} from "../../pipelines/infer/completion.js";
import type {AskOptions} from "../../pipelines/infer/endpoint.node.js";
import {AttemptError} from "../../pipelines/infer/failure.js";
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
  return {
    kept,
    get: (key: string) => kept.get(key),
    put: async (key: string, value: Completion) => void kept.set(key, value),
    reserve: () => () => {}
  };
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
    const runBudget = budget({maxCost});
    const reserve = (asked: ChatRequest) => runBudget.reserve(worstCost(asked, price, {contextTokens: 100}));
    return {runBudget, effects: {cache: memory(), endpoint, price, reserve}};
  };

  test("what was paid for is counted at its real cost; the cache costs nothing; the request too many is not sent", async () => {
    const endpoint = held();
    const {runBudget, effects} = guarded(45, endpoint);
    for (const text of ["a", "b"]) {
      const answered = complete(request(text), effects);
      await turn();
      endpoint.open.at(-1)!.answer();
      await answered;
    }
    expect((await complete(request("a"), effects)).cached).toBe(true);
    expect(runBudget.spent).toBe(20);
    const third = complete(request("c"), effects);
    await turn();
    endpoint.open.at(-1)!.answer();
    await third;
    expect(await errorOf(complete(request("d"), effects))).toBeInstanceOf(BudgetReached);
    expect(endpoint.asked).toEqual(["a", "b", "c"]);
  });

  test("a refusal is free, a cut answer counts in full", async () => {
    const endpoint = held();
    const {runBudget, effects} = guarded(100, endpoint);
    for (const billable of [false, true]) {
      const failed = errorOf(complete(request(`${billable}`), effects));
      await turn();
      endpoint.open.at(-1)!.fail(new AttemptError("x", {status: 0, retryable: false}, billable));
      await failed;
      expect(runBudget.spent).toBe(billable ? 20 : 0);
    }
  });
});

describe("signals", () => {
  const all = (count: number, effects: Parameters<typeof complete>[1]) =>
    Promise.allSettled(Array.from({length: count}, (_, i) => complete(ask(`q${i}`), effects)));
  const answered = (results: PromiseSettledResult<unknown>[]) => results.filter(({status}) => status === "fulfilled").length;

  test("stop: nothing new starts, what is in flight is finished and kept", async () => {
    const endpoint = held();
    const cache = memory();
    const stop = new AbortController();
    const ended = all(100, {cache, endpoint, limiter: limiter({max: 4}), stop: stop.signal});
    await turn();
    stop.abort();
    await turn();
    for (const {answer} of endpoint.open) answer();
    expect([answered(await ended), cache.kept.size, endpoint.asked.length]).toEqual([4, 4, 4]);
  });

  test("abort: the transfers end too, with the signal's reason", async () => {
    const endpoint = held();
    const abort = new AbortController();
    const ended = all(100, {cache: memory(), endpoint, limiter: limiter({max: 4}), signal: abort.signal});
    await turn();
    abort.abort(new Error("second Ctrl-C"));
    for (const result of await ended) expect(result).toMatchObject({reason: {message: "second Ctrl-C"}});
    expect(endpoint.asked.length).toBe(4);
  });

  test("one failure leaves the others alone", async () => {
    const {base} = await serve((response, {body}) =>
      body.includes('q1"') ? json(response, "{}", 422) : json(response, chat("ok"))
    );
    const results = await all(4, {cache: memory(), endpoint: quick({base})});
    expect(results.map(({status}) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
  });
});
