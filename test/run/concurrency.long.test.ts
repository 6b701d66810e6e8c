// How many requests a run keeps under way, counted by the server that it asks.
import {expect, test} from "vitest";
import {stubServer, workbook} from "../workbook.js";

/** Longest that the server waits for a request that should come; a machine that is merely busy is quicker. */
const PATIENCE_MS = 30_000;

/**
 * A server that answers a model's oldest request only once it holds as many as the model may be asked at a time, or once all have come.
 * Whoever asks for less at a time is starved, which is told.
 * @param total requests that each model will get
 */
async function demandingServer(room: Record<string, number>, total: number) {
  const held = () => ({waiting: [] as (() => void)[], received: 0, open: 0, peak: 0});
  const models = new Map(Object.keys(room).map(name => [name, held()]));
  const starved: string[] = [];
  let patience: NodeJS.Timeout | undefined;
  const starve = () => {
    for (const [name, {waiting, open}] of models) {
      if (waiting.length > 0) starved.push(`${name} with ${open}`);
      for (const answer of waiting.splice(0)) answer();
    }
  };
  const stub = await stubServer(async (body, _, response) => {
    const name = String(body.model);
    const own = models.get(name)!;
    own.received++;
    own.peak = Math.max(own.peak, ++own.open);
    response.once("finish", () => own.open--);
    clearTimeout(patience);
    patience = setTimeout(starve, PATIENCE_MS);
    const turn = new Promise<void>(answer => own.waiting.push(answer));
    while (own.waiting.length > 0 && (own.waiting.length >= room[name]! || own.received === total)) own.waiting.shift()!();
    await turn;
    return "Answer: 4";
  });
  return {
    stub,
    starved,
    peaks: () => Object.fromEntries([...models].map(([name, {peak}]) => [name, peak])),
    async [Symbol.asyncDispose]() {
      clearTimeout(patience);
      await stub[Symbol.asyncDispose]();
    }
  };
}

const range = (count: number) => `[${Array.from({length: count}, (_, i) => i + 4).join(", ")}]`;
/** 75 points of three tasks. */
const wide = `tasks:\n${["boolean", "sort", "arithmetic"].map(task => `  - {task: ${task}, params: {length: ${range(25)}}}\n`).join("")}`;
const one = "tasks:\n  - {task: sort, params: {length: 8}}\n";

async function asked(suite: string, total: number, ...words: string[]) {
  await using server = await demandingServer({m: 64}, total);
  await using book = await workbook({"suites/small.yaml": suite});
  const ended = await book.command("run", "--base-url", server.stub.url, "--model", "m", ...words);
  expect(ended.code, ended.stderr).toBe(0);
  return {requests: server.stub.requests.length, peak: server.peaks().m, starved: server.starved};
}

test("75 points with one test each fill the limiter", async () => {
  expect(await asked(wide, 75, "--limit", "75")).toEqual({requests: 75, peak: 64, starved: []});
});

test("points of few tests keep it full, so long as there is work", async () => {
  expect(await asked(wide, 300, "--samples", "4")).toEqual({requests: 300, peak: 64, starved: []});
});

test("a point of many tests fills it alone", async () => {
  expect(await asked(one, 100, "--samples", "100")).toEqual({requests: 100, peak: 64, starved: []});
});

test("models with concurrencies of their own each get theirs, over one server", async () => {
  const room = {narrow: 5, broad: 40, twin: 40};
  await using server = await demandingServer(room, 50);
  const models = Object.entries(room).map(([id, concurrency]) => `{id: ${id}, concurrency: ${concurrency}}`);
  await using book = await workbook({
    "suites/small.yaml": wide,
    "models/reference.yaml": `endpoint: ${server.stub.url}\nmodels: [${models.join(", ")}]\n`
  });
  const ended = await book.command("run", "--limit", "50");
  expect(ended.code, ended.stderr).toBe(0);
  expect(server.peaks()).toEqual(room);
  expect(server.starved).toEqual([]);
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
