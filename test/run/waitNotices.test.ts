import {afterEach, beforeEach, expect, test, vi} from "vitest";
import {EndpointError} from "../../pipelines/infer/completion.js";
import {openWaitNotices} from "../../pipelines/run/waitNotices.js";

const error = new EndpointError("m at http://x: 503 busy", {status: 503, retryable: true});
let now = 0;
let said: string[] = [];
let waits: ReturnType<typeof openWaitNotices>;
beforeEach(() => {
  vi.useFakeTimers();
  [now, said] = [0, []];
  waits = openWaitNotices(text => said.push(text), {clock: () => now});
});
afterEach(() => {
  waits.close();
  vi.useRealTimers();
});
const pass = (ms: number) => {
  now += ms;
  vi.advanceTimersByTime(1_000);
};

test("a thousand retries are a line each ten seconds, with the time left and how many it stands for", () => {
  for (let i = 0; i < 1_000; i++) waits.retry("m", {error, retry: 1, retries: 6, delayMs: 200});
  expect(said).toEqual([]); // a first retry within a second is not worth a line
  for (let i = 0; i < 1_000; i++) waits.retry("m", {error, retry: 2, retries: 6, delayMs: 4_000});
  expect(said).toEqual(["m at http://x: 503 busy; asked again in 4 s (2 of 6); so were 1,000 requests since the last such line"]);
  pass(10_000);
  waits.retry("m", {error, retry: 3, retries: 6, delayMs: 16_000});
  expect(said.at(-1)).toContain("asked again in 16 s (3 of 6); so were 999 requests");
});

test("a long first wait, such as a server may ask for, is told at once", () => {
  waits.retry("m", {error, retry: 1, retries: 6, delayMs: 300_000});
  expect(said).toEqual(["m at http://x: 503 busy; asked again in 5 min (1 of 6)"]);
});

test("a silent server is told after half a minute, then ever more seldom, with what is in flight and when it is given up", () => {
  waits.sent("m", 600_000);
  waits.sent("m", 600_000);
  pass(29_000);
  expect(said).toEqual([]);
  pass(2_000);
  pass(10_000);
  expect(said).toEqual(["m has answered nothing for 31 s; 2 requests in flight, each given up after 10 min (timeout_seconds)"]);
  pass(30_000);
  expect(said).toHaveLength(2);
  waits.ended("m");
  pass(29_000);
  expect(said).toHaveLength(2);
  pass(2_000);
  expect(said.at(-1)).toContain("1 request in flight");
  waits.ended("m");
  pass(1e6);
  expect(said).toHaveLength(3);
});

test("a budget that holds requests back says so once, and what would let more through", () => {
  for (let i = 0; i < 3; i++) waits.budget("m", {inFlight: 4, worst: 2.5, left: 9.9});
  expect(said).toEqual([
    "the budget holds m to 4 requests at a time: each could cost $2.5 of the $9.90 that is left; a smaller limit of tokens or a larger --max-cost lets more through"
  ]);
});
