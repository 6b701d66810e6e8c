// Episodes of which a request fails midway: what was paid for stays, the next run goes on from there, and a full context ends an episode.
import type {ServerResponse} from "node:http";
import {expect, test} from "vitest";
import {query} from "../../../pipelines/store/sql.node.js";
import type {Started} from "../../workbook.js";
import {bookOf, planner, runOf, scripted} from "./scripted.js";

const EPISODES = 8;
const PRICED = ", price: {input: 1, output: 2}";

/** Refuses a request as a server does whose model's context is full. */
function full(response: ServerResponse): void {
  response.statusCode = 400;
  response.end(
    JSON.stringify({
      error: {
        message: "This model's maximum context length is 4096 tokens. However, your messages resulted in 4310 tokens.",
        type: "invalid_request_error",
        code: "context_length_exceeded"
      }
    })
  );
}
const FAILURES = {
  "a failure of the server": (response: ServerResponse) => {
    response.statusCode = 500;
    response.end("{}");
  },
  "a connection that is cut": (response: ServerResponse) => void response.destroy(),
  "an answer that breaks off": (response: ServerResponse) => {
    response.setHeader("content-length", "1000");
    response.write('{"choices": [');
    setTimeout(() => response.destroy(), 20);
  }
};

test.each(
  Object.entries(FAILURES)
)("%s at the third turn fails the episode; the next run pays for no turn twice", async (_, fail) => {
  let broken = true;
  const server = await scripted(planner, (turn, response) => {
    if (!broken || turn < 3) return false;
    fail(response);
    return true;
  });
  const {first, ran, rows} = await runOf(server.url, {model: PRICED});
  // two turns of each were paid for: they are counted, kept, and no answer of a model
  expect(first).toMatchObject({samples: 0, failed: EPISODES, requests: 2 * EPISODES, cached: 0, status: "failed"});
  const asked = server.requests.length;
  broken = false;
  const second = await ran();
  expect(second).toMatchObject({samples: EPISODES, failed: 0, cached: 2 * EPISODES, status: "complete"});
  expect(server.requests.length - asked).toBe(second.requests);
  expect(await rows("select correct, incorrect, truncated from points")).toEqual([[EPISODES, 0, 0]]);
});

test("a failure in some episodes leaves the others theirs, and all of them theirs after the next run", async () => {
  const doomed = new Set<string>();
  let broken = true;
  const server = await scripted(planner, (turn, response, prompt) => {
    if (turn === 1 && doomed.size < 3) doomed.add(prompt);
    if (!broken || turn < 2 || !doomed.has(prompt)) return false;
    FAILURES["a connection that is cut"](response);
    return true;
  });
  const {first, ran, rows} = await runOf(server.url);
  expect(first).toMatchObject({samples: EPISODES - 3, failed: 3, status: "failed"});
  expect(await rows("select correct, incorrect, truncated, stopped from points")).toEqual([[EPISODES - 3, 0, 0, "failed"]]);
  broken = false;
  expect(await ran()).toMatchObject({samples: EPISODES, failed: 0, status: "complete"});
  expect(await rows("select correct, incorrect, truncated, stopped from points")).toEqual([[EPISODES, 0, 0, "max"]]);
});

test("a context that is full at the third turn ends the episode as truncated, with its calls measured, and a rerun writes the same", async () => {
  const server = await scripted(planner, (turn, response) => {
    if (turn >= 3) full(response);
    return turn >= 3;
  });
  const {place, first, ran, rows, sums} = await runOf(server.url, {model: PRICED});
  expect(first).toMatchObject({samples: EPISODES, failed: 0, requests: 2 * EPISODES, status: "complete"});
  expect(await rows("select correct, incorrect, truncated from points")).toEqual([[0, 0, EPISODES]]);
  expect(
    await rows("select distinct status::int, finish_reason, prompt_tokens::int, completion_tokens::int from samples")
  ).toEqual([[2, "length", 100, 20]]);
  expect(await rows("select sum(cost) > 0 from samples")).toEqual([[true]]);
  expect((await sums()).calls).toBe(2 * EPISODES);
  const before = await place.tableHashes();
  expect(await ran()).toMatchObject({samples: EPISODES, requests: 0, cached: 2 * EPISODES});
  expect(await place.tableHashes()).toEqual(before);
});

test("so does a context that the workbook knows to be full, of which nothing is sent; one too small for the task is not asked", async () => {
  const server = await scripted(planner);
  const {first, rows} = await runOf(server.url, {model: ", context_tokens: 600"});
  expect(first).toMatchObject({samples: EPISODES, failed: 0, status: "complete", requests: server.requests.length});
  const ends = await rows("select finish_reason, status::int, count(*)::int from samples group by all order by 1");
  expect(ends.map(([reason, status]) => [reason, status])).toEqual([
    ["length", 2],
    ["stop", 1]
  ]);
  const none = await runOf(server.url, {model: ", context_tokens: 64"});
  expect(none.first).toMatchObject({samples: 0, failed: 0, requests: 0});
});

test("a full context at the first turn is no answer: the episode has not begun", async () => {
  const server = await scripted(planner, (_, response) => {
    full(response);
    return true;
  });
  expect((await runOf(server.url)).first).toMatchObject({samples: 0, failed: EPISODES, requests: 0, status: "failed"});
});

test.each([
  "SIGKILL",
  "SIGINT"
] as const)("episodes that %s ends in their midst go on with the next run; at most what was in flight is asked twice", async signal => {
  let underWay: Started | undefined;
  const server = await scripted(planner, turn => {
    if (turn === 3) underWay?.child.kill(signal);
    return false;
  });
  const place = await bookOf(server.url, {model: PRICED});
  underWay = place.start(["run"]);
  await underWay.ended;
  const before = server.requests.map(body => JSON.stringify(body));
  expect(before.length).toBeGreaterThan(2);
  const {code, stderr} = await place.command("run");
  expect(code, stderr).toBe(0);
  const all = server.requests.map(body => JSON.stringify(body));
  // four requests at a time may be under way when the process ends; each of the others was on disk
  expect(all.length - new Set(all).size).toBeLessThanOrEqual(signal === "SIGKILL" ? 4 : 0);
  const {rows} = await query("select correct, incorrect, truncated from points", {folder: `${place.root}/data/store`});
  expect(rows).toEqual([[EPISODES, 0, 0]]);
});
