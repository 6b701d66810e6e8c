import {expect, test} from "vitest";
import {EndpointError} from "../../pipelines/infer/completion.js";
import {limiter} from "../../pipelines/infer/limiter.js";

interface Job {
  done: () => void;
  fail: (error: unknown) => void;
}

/** Work that ends when the test says so. */
function bench(limits: ReturnType<typeof limiter>, {signal}: {signal?: AbortSignal} = {}) {
  const running: Job[] = [];
  const outcomes: Promise<unknown>[] = [];
  const submit = (count: number) => {
    for (let i = 0; i < count; i++) {
      const outcome = limits.run(() => new Promise<void>((done, fail) => running.push({done, fail})), signal);
      outcomes.push(outcome.catch(error => error));
    }
  };
  /** Ends everything that runs, as one round trip would. */
  const round = async (end: (job: Job) => void = job => job.done()) => {
    for (const job of running.splice(0)) end(job);
    await new Promise(setImmediate);
  };
  return {running, submit, round, outcomes};
}
const overloaded = (retryAfterMs?: number) =>
  new EndpointError("busy", {status: 429, retryable: true, ...(retryAfterMs === undefined ? {} : {retryAfterMs})});

test("starts at what a book allows by default, or at the most of the model, and never runs more than its limit", async () => {
  expect([limiter({max: 4}).limit, limiter({max: 64}).limit, limiter({max: 200}).limit]).toEqual([4, 64, 64]);
  const limits = limiter({max: 64, start: 16});
  const {running, submit, round} = bench(limits);
  submit(500);
  expect([running.length, limits.active, limits.waiting]).toEqual([16, 16, 484]);
  for (let i = 0; i < 8; i++) {
    await round();
    expect(running.length).toBeLessThanOrEqual(limits.limit);
    expect(limits.limit).toBeLessThanOrEqual(64);
  }
  expect(limits.limit).toBe(64);
});

test("a burst of refusals from one round trip halves the limit once; a later one halves it again; recovery is one per round trip", async () => {
  const limits = limiter({max: 64, start: 32});
  const {submit, round} = bench(limits);
  submit(400);
  await round(job => job.fail(overloaded()));
  expect(limits.limit).toBe(16);
  await round(job => job.fail(overloaded()));
  expect(limits.limit).toBe(8);
  await round();
  expect(limits.limit).toBe(8 + 0); // eight successes add a little less than one: each step divides by the limit as it is
  await round();
  expect(limits.limit).toBe(9);
  for (let i = 0; i < 60; i++) {
    submit(64);
    await round();
  }
  expect(limits.limit).toBeGreaterThan(40);
});

test("never falls below one, and one is enough to go on", async () => {
  const limits = limiter({max: 8});
  const {running, submit, round} = bench(limits);
  submit(200);
  for (let i = 0; i < 20; i++) await round(job => job.fail(overloaded()));
  expect([limits.limit, running.length]).toEqual([1, 1]);
});

test("what is the request's own fault does not slow the others", async () => {
  const limits = limiter({max: 16});
  const {submit, round} = bench(limits);
  submit(64);
  await round(job => job.fail(new EndpointError("bad", {status: 400, retryable: false})));
  await round(job => job.fail(new EndpointError("empty", {status: 200, retryable: true})));
  await round(job => job.fail(new Error("no space left on device")));
  expect(limits.limit).toBe(16);
});

test("a limit that is not used up does not grow", async () => {
  const limits = limiter({max: 64, start: 16});
  const {submit, round} = bench(limits);
  for (let i = 0; i < 100; i++) {
    submit(2);
    await round();
  }
  expect(limits.limit).toBe(16);
});

test("Retry-After holds everything back until it has passed", async () => {
  let now = 0;
  const alarms: {ms: number; ring: () => void}[] = [];
  const limits = limiter({max: 4, clock: () => now, sleep: ms => new Promise(ring => alarms.push({ms, ring}))});
  const {running, submit, round} = bench(limits);
  submit(10);
  running.shift()!.fail(overloaded(5000));
  await round();
  expect([running.length, limits.waiting]).toEqual([0, 6]);
  expect(alarms.map(({ms}) => ms)).toEqual([5000]);
  now = 4999;
  submit(1);
  expect(running.length).toBe(0);
  now = 5000;
  alarms[0]!.ring();
  await new Promise(setImmediate);
  expect(running.length).toBe(limits.limit);
});

test("no timer is left when nobody waits", async () => {
  const signals: AbortSignal[] = [];
  const limits = limiter({
    max: 1,
    sleep: (_, signal) => {
      signals.push(signal!);
      return new Promise(() => {});
    }
  });
  limits.pause(60_000);
  expect(signals).toEqual([]);
  const stop = new AbortController();
  const outcome = limits.run(async () => 1, stop.signal).catch(error => error.name);
  expect(signals.map(signal => signal.aborted)).toEqual([false]);
  stop.abort();
  expect(await outcome).toBe("AbortError");
  expect(signals.map(signal => signal.aborted)).toEqual([true]);
});

test("order is kept, also past aborted waiters and with a long queue", async () => {
  const limits = limiter({max: 3});
  const stop = new AbortController();
  const order: number[] = [];
  const all: Promise<unknown>[] = [];
  for (let i = 0; i < 20_000; i++) {
    const work = async () => {
      await null;
      order.push(i);
    };
    all.push(limits.run(work, i % 2 && i > 100 ? stop.signal : undefined).catch(() => null));
  }
  stop.abort();
  await Promise.all(all);
  expect(order).toEqual(Array.from({length: 20_000}, (_, i) => i).filter(i => !(i % 2 && i > 100)));
  expect([limits.active, limits.waiting]).toEqual([0, 0]);
});

test("a share of others' limit holds beside its own: nothing starts above it, what runs goes on, and a larger one starts what waits", async () => {
  const limits = limiter({max: 8, start: 8});
  const {running, submit, round} = bench(limits);
  limits.cap(3);
  submit(20);
  expect([running.length, limits.waiting, limits.limit]).toEqual([3, 17, 8]);
  limits.cap(1);
  expect(limits.active).toBe(3);
  await round();
  expect([running.length, limits.active]).toEqual([1, 1]);
  limits.cap(0);
  await round();
  expect([running.length, limits.waiting]).toEqual([0, 16]);
  limits.cap(99);
  expect(running.length).toBe(8);
});

test("how long a pause still lasts can be told to others", () => {
  let now = 1_000;
  const limits = limiter({clock: () => now, sleep: () => new Promise(() => {})});
  expect(limits.paused).toBe(0);
  limits.pause(500);
  now += 200;
  expect(limits.paused).toBe(300);
  now += 400;
  expect(limits.paused).toBe(0);
});
