// How many requests a run keeps under way, counted by the server that it asks.
import {setTimeout as sleep} from "node:timers/promises";
import {expect, test} from "vitest";
import {stubServer, workbook} from "./workbook.js";

const LATENCY_MS = 1_000;
/** The first answers leave one after the other, so that no wave of them empties the server at a stroke. */
const APART_MS = 30;

/** A server that answers after a fixed time and counts, for each model, what it holds. */
async function countingServer() {
  let met = 0;
  const held = new Map<string, number>();
  const peaks = new Map<string, number>();
  const atLeaving: number[] = [];
  const stub = await stubServer(async body => {
    const model = String(body.model);
    const now = (held.get(model) ?? 0) + 1;
    held.set(model, now);
    peaks.set(model, Math.max(now, peaks.get(model) ?? 0));
    await sleep(LATENCY_MS + (met < 64 ? APART_MS * met++ : 0));
    atLeaving.push([...held.values()].reduce((a, b) => a + b, 0));
    held.set(model, held.get(model)! - 1);
    return "Answer: 4";
  });
  return {stub, peaks, atLeaving, [Symbol.asyncDispose]: () => stub[Symbol.asyncDispose]()};
}

const range = (count: number) => `[${Array.from({length: count}, (_, i) => i + 4).join(", ")}]`;
/** 75 points of three tasks. */
const wide = `tasks:\n${["boolean", "sort", "arithmetic"].map(task => `  - {task: ${task}, params: {length: ${range(25)}}}\n`).join("")}`;
const one = "tasks:\n  - {task: sort, params: {length: 8}}\n";
const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

async function asked(suite: string, ...words: string[]) {
  await using server = await countingServer();
  await using book = await workbook({"suites/small.yaml": suite});
  const ended = await book.command("run", "--base-url", server.stub.url, "--model", "m", ...words);
  expect(ended.code, ended.stderr).toBe(0);
  return {requests: server.stub.requests.length, peak: server.peaks.get("m")!, atLeaving: server.atLeaving};
}

test("75 points with one test each fill the limiter", async () => {
  const {requests, peak} = await asked(wide, "--limit", "75");
  expect([requests, peak]).toEqual([75, 64]);
});

test("points of one test keep it full on average, so long as there is work", async () => {
  const {requests, atLeaving} = await asked(wide, "--samples", "4");
  expect(requests).toBe(300);
  expect(mean(atLeaving.slice(0, 300 - 64))).toBeGreaterThanOrEqual(60);
});

test("a point of many tests fills it alone", async () => {
  const {requests, peak} = await asked(one, "--samples", "100");
  expect([requests, peak]).toEqual([100, 64]);
});

test("two models with concurrencies of their own each get theirs, over one server", async () => {
  await using server = await countingServer();
  await using book = await workbook({
    "suites/small.yaml": wide,
    "models/reference.yaml": `endpoint: ${server.stub.url}\nmodels: [{id: narrow, concurrency: 5}, {id: broad, concurrency: 40}, {id: twin, concurrency: 40}]\n`
  });
  const ended = await book.command("run", "--limit", "50");
  expect(ended.code, ended.stderr).toBe(0);
  expect(Object.fromEntries(server.peaks)).toEqual({narrow: 5, broad: 40, twin: 40});
});

test("tables do not depend on how many requests are under way", async () => {
  const tables = await Promise.all(
    [1, 7, 64].map(async concurrency => {
      await using book = await workbook({
        "models/reference.yaml": `endpoint: "reference:"\nconcurrency: ${concurrency}\nmodels: [{id: sim-cedar-01}, {id: sim-heron-08}]\n`
      });
      expect((await book.command("run")).code).toBe(0);
      return book.tableHashes();
    })
  );
  expect(tables[1]).toEqual(tables[0]);
  expect(tables[2]).toEqual(tables[0]);
});
