import {type AddressInfo, createServer} from "node:net";
import {describe, expect, test} from "vitest";
import {breaker} from "../../pipelines/infer/breaker.js";
import {EndpointError} from "../../pipelines/infer/completion.js";
import {limiter} from "../../pipelines/infer/limiter.js";
import {ask, chat, errorOf, json, quick, serve} from "./loopback.js";

const turn = () => new Promise(setImmediate);
const dead = () => new EndpointError("dead", {status: 0, retryable: false, fatal: true});

/** Fails so many attempts in a row. */
const fail = (guard: ReturnType<typeof breaker>, attempts: number, options = {}) => {
  for (let i = 0; i < attempts; i++) guard.sent();
  for (let i = 0; i < attempts; i++) guard.failed(options);
};

test("sixteen failures in a row let one through at a time; an answer lets all go on", async () => {
  const guard = breaker();
  fail(guard, 15);
  await guard.enter({});
  fail(guard, 1);
  const [first, second, third] = [{}, {}, {}];
  await guard.enter(first);
  const entered: string[] = [];
  guard.enter(second).then(() => entered.push("second"));
  guard.enter(third).then(() => entered.push("third"));
  await turn();
  expect([entered, guard.admits(first), guard.admits(second)]).toEqual([[], true, false]);
  guard.sent();
  guard.answered();
  await turn();
  expect(entered).toEqual(["second", "third"]);
});

test("a request that ends without an answer leaves its turn to the next", async () => {
  const guard = breaker();
  fail(guard, 16);
  const [first, second] = [{}, {}];
  await guard.enter(first);
  const next = guard.enter(second);
  guard.left(first);
  await next;
  expect(guard.admits(second)).toBe(true);
});

test("a wait is called off by its signal", async () => {
  const guard = breaker();
  fail(guard, 16);
  await guard.enter({});
  const control = new AbortController();
  const waiting = errorOf(guard.enter({}, control.signal));
  control.abort();
  expect((await waiting).name).toBe("AbortError");
});

test("where it never answered, the first to use up its attempts ends all; where it did, the third; not while one is under way", async () => {
  const unmet = breaker();
  fail(unmet, 16);
  const waiting = errorOf(unmet.enter({}).then(() => unmet.enter({})));
  expect((await errorOf(unmet.exhausted({}, dead))).message).toBe("dead");
  expect((await waiting).message).toBe("dead");
  expect((await errorOf(unmet.enter({}))).message).toBe("dead");

  const met = breaker();
  met.sent();
  met.answered();
  fail(met, 16);
  met.sent();
  const ends = [{}, {}, {}].map(request => errorOf(met.exhausted(request, dead)));
  let over = false;
  Promise.all(ends).then(() => (over = true));
  await turn();
  expect(over).toBe(false);
  met.failed();
  expect((await Promise.all(ends)).map(({message}) => message)).toEqual(["dead", "dead", "dead"]);
});

test("a server that sheds load lives: nobody is held back, and it is given up later", async () => {
  const guard = breaker();
  fail(guard, 500, {busy: true});
  await guard.enter({});
  for (let i = 0; i < 31; i++) await guard.exhausted({}, dead);
  expect((await errorOf(guard.exhausted({}, dead))).message).toBe("dead");
});

describe("over loopback", () => {
  const asking = async (base: string, {questions = 500, retries = 6} = {}) => {
    const model = quick({base, retries});
    const {run: gate} = limiter({max: 64});
    const all = await Promise.allSettled(Array.from({length: questions}, (_, i) => model.ask(ask(`q${i}`), {gate})));
    const errors = all.flatMap(each => (each.status === "rejected" ? [each.reason as EndpointError] : []));
    return {answers: all.length - errors.length, messages: new Set(errors.map(({message}) => message)), errors};
  };

  test("a server that is down is asked by those under way and seven times more, not seven times by each, and told in one message", async () => {
    const {base, calls} = await serve(response => json(response, "{}", 503));
    const {errors, messages} = await asking(base);
    expect(errors).toHaveLength(500);
    expect(calls.length).toBeLessThanOrEqual(64 + 7);
    expect([...messages]).toEqual([
      expect.stringMatching(/503 .*it has answered nothing since, and is asked no more; a rerun asks only what is missing$/)
    ]);
    expect(errors[0]!.details).toMatchObject({fatal: true, retryable: false});
  });

  test("nobody at the port", async () => {
    const server = createServer();
    await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
    const {port} = server.address() as {port: number};
    await new Promise(resolve => server.close(resolve));
    const {messages} = await asking(`http://127.0.0.1:${port}/v1`);
    expect([...messages]).toEqual([expect.stringMatching(/ECONNREFUSED .*asked any more/)]);
  });

  test("a server that comes back while one tries loses nobody an answer", async () => {
    let refused = 0;
    const {base} = await serve(response => (++refused <= 68 ? json(response, "{}", 503) : json(response, chat("42"))));
    expect(await asking(base)).toMatchObject({answers: 500, errors: []});
  });

  test("one that dies in the middle keeps what it has answered", async () => {
    const {base, calls} = await serve((response, {number}) =>
      number < 200 ? json(response, chat("42")) : json(response, "{}", 500)
    );
    const {answers, messages} = await asking(base);
    expect(answers).toBe(200);
    expect(messages.size).toBe(1);
    expect(calls.length).toBeLessThanOrEqual(200 + 64 + 3 * 7);
  });

  test("one that refuses every request lives: each is asked once, as its error may be its own", async () => {
    const {base, calls} = await serve(response =>
      json(response, '{"error":{"message":"too long","code":"context_length_exceeded"}}', 400)
    );
    expect((await asking(base, {questions: 50})).errors).toHaveLength(50);
    expect(calls).toHaveLength(50);
  });
});

test("where nobody listens, the models of an endpoint are given up together, in one sentence", async () => {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  const {port} = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  const endpoint = quick({base: `http://127.0.0.1:${port}/v1`, concurrency: 8, retries: 2});
  const models = ["one", "two", "three"];
  const asked = Array.from({length: 30}, (_, at) => errorOf(endpoint.ask(ask(`question ${at}`, {model: models[at % 3]!}))));
  const last = new Set((await Promise.all(asked)).filter(({details}) => details!.fatal).map(({message}) => message));
  expect([...last]).toEqual([expect.stringMatching(/nobody has answered there since, and no model there is asked any more/)]);
  const later = await errorOf(endpoint.ask(ask("one more", {model: "four"})));
  expect([...last]).toEqual([later.message]);
});
