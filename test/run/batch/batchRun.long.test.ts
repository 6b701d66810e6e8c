import {existsSync, readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {setTimeout as sleep} from "node:timers/promises";
import {afterAll, beforeAll, beforeEach, describe, expect, test} from "vitest";
import {type Workbook, workbook} from "../../workbook.js";
import {type BatchServer, BOOK, batchServer, modelFile} from "./server.js";

const FORMS = ["openai", "anthropic"] as const;
const bookOf = ({url}: BatchServer, form: (typeof FORMS)[number]) =>
  workbook({"book.yaml": BOOK, "models/cedar.yaml": modelFile(url, form)});
const openBatches = ({root}: Workbook) => {
  const folder = join(root, "data/cache/batches");
  return existsSync(folder) ? readdirSync(folder, {withFileTypes: true}).filter(each => each.isDirectory()) : [];
};

// Most of the time passes in waiting for batches, so that both forms are tested side by side, each with a server of its own.
describe.concurrent.each(FORMS)("%s", form => {
  let server: BatchServer;
  /** The tables of the book, asked one by one. */
  let tables: Record<string, string>;
  beforeAll(async () => {
    server = await batchServer();
    await using singly = await bookOf(server, form);
    expect((await singly.command("run")).code).toBe(0);
    tables = await singly.tableHashes();
  });
  afterAll(() => server[Symbol.asyncDispose]());
  beforeEach(() => server.begin());

  test.sequential("in batches a book gives the tables that it gives one by one, in a few rounds", async () => {
    await using batched = await bookOf(server, form);
    const many = await batched.command("run", "--batch");
    expect(many.code, many.stderr).toBe(0);
    expect(await batched.tableHashes()).toEqual(tables);
    expect(many.stderr).toMatch(/requests to sim-cedar-01 sent .*; Ctrl-C leaves it running/);
    // 5 points of 8 to 24 tests: three rounds, each of them one upload
    expect(server.batches().length).toBeLessThanOrEqual(3);
    expect(server.mostAsked()).toBe(1);
    expect(openBatches(batched)).toEqual([]);
    const again = await batched.command("run", "--batch");
    expect(again.stderr).toMatch(/ 0 asked/);
    const timings = await batched.command("sql", "--json", "select count(*) as n, count(latency_ms) as known from timings");
    expect(JSON.parse(timings.stdout)).toEqual([{n: expect.any(Number), known: 0}]);
  });

  // Anthropic's requests go with the submission
  test.sequential.each(
    form === "openai" ? (["upload", "submit", "state", "results"] as const) : (["submit", "results"] as const)
  )("kill -9 at %s: nothing is sent twice or lost", async stage => {
    server.begin({delayMs: stage === "state" ? 300 : 0});
    await using troubled = await bookOf(server, form);
    let kill = () => {};
    let killed = false;
    server.settings.on = async asked => {
      if (asked !== stage || killed) return undefined;
      killed = true;
      kill(); // before the answer, which may hold the id of what is now paid for
      await sleep(50);
      return "drop";
    };
    const {child, ended} = troubled.start(["run", "--batch"]);
    kill = () => child.kill("SIGKILL");
    expect((await ended).signal).toBe("SIGKILL");
    expect(openBatches(troubled)).toHaveLength(1);
    const last = await troubled.command("run", "--batch");
    expect(last.code, last.stderr).toBe(0);
    expect(await troubled.tableHashes()).toEqual(tables);
    expect(server.mostAsked()).toBe(1);
    expect(openBatches(troubled)).toEqual([]);
  });

  test.sequential("an answer to a submission that is lost on its way is looked for, not sent again", async () => {
    await using book = await bookOf(server, form);
    let dropped = 0;
    server.settings.on = stage => (stage === "submit" && dropped++ === 0 ? "drop" : undefined);
    const ended = await book.command("run", "--batch");
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stderr).toMatch(/the server is asked whether it has the batch/);
    expect(server.mostAsked()).toBe(1);
  });

  test.sequential("failed and expired requests are asked again, and no failure is kept", async () => {
    await using book = await bookOf(server, form);
    let n = 0;
    server.settings.fate = (_, batch) => (batch === 0 ? ([500, "expired", undefined] as const)[n++ % 3] : undefined);
    const ended = await book.command("run", "--batch");
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stderr).toMatch(/\d+ failed/);
    expect(await book.tableHashes()).toEqual(tables);
  });

  test.sequential("requests that are refused count as failed, and a rerun asks them", async () => {
    await using book = await bookOf(server, form);
    let n = 0;
    server.settings.fate = () => (n++ % 10 === 0 ? 400 : undefined);
    const ended = await book.command("run", "--batch");
    expect(ended.code, ended.stderr).toBe(1);
    server.settings.fate = undefined;
    const before = server.batches().length;
    expect((await book.command("run", "--batch")).code).toBe(0);
    expect(server.batches().length).toBeGreaterThan(before);
  });

  test.sequential("hostile results: doubled, missing, foreign and broken lines", async () => {
    await using book = await bookOf(server, form);
    server.settings.lines = (lines, batch) => {
      if (batch > 0) return lines;
      const foreign = lines[1]!.replace(/"custom_id":"[^"]+"/, '"custom_id":"../../etc"');
      return [lines[0]!, lines[0]!, foreign, "{broken", '{"custom_id": 3}', ...lines.slice(2).toReversed()];
    };
    const ended = await book.command("run", "--batch");
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stderr).toMatch(
      /1 missing from its results, 1 line for a request that had one, 1 line for requests that it does not have, 2 lines that cannot be read/
    );
    expect(await book.tableHashes()).toEqual(tables);
  });

  test.sequential("Ctrl-C leaves the batch running and says how to go on; cancel ends it, and what was answered is fetched", async () => {
    server.begin({delayMs: 60_000});
    await using book = await bookOf(server, form);
    const {child, ended} = book.start(["run", "--batch"]);
    while (server.batches().length === 0) await sleep(20);
    await sleep(400);
    child.kill("SIGINT");
    const stopped = await ended;
    expect(stopped.code, stopped.stderr).toBe(130);
    expect(stopped.stderr).toMatch(/goes on at its server: the same command fetches it, npm run batches -- cancel (msg)?batch_/);
    const {id} = server.batches()[0]!;
    const listed = await book.command("batches");
    expect(listed.stdout).toContain(id);
    const cancelled = await book.command("batches", "cancel", id);
    expect(cancelled.code, cancelled.stderr).toBe(0);
    expect(server.batches()[0]!.cancelled).toBe(true);
    const single = await book.command("run", "--limit", "1");
    expect(single.stderr).toMatch(/in progress in a batch/);
  });
});

test("a limit of cost is kept at the price of batches, before anything is uploaded", async () => {
  await using server = await batchServer();
  await using book = await bookOf(server, "openai");
  // a request may cost 2,048 × $2 and a bit per million, half of it in a batch: one fits into $0.0025, and at the list price none would
  const ended = await book.command("run", "--batch", "--max-cost", "0.0025");
  expect(ended.code, ended.stderr).toBe(3);
  expect(server.batches()[0]!.lines.length).toBe(1);
  const plan = await book.command("plan");
  expect(plan.stdout).toMatch(/cost in batches +\$/);
  expect(plan.stdout).toMatch(/With --batch cedar would be asked in batches/);
  const {cost, in_batches} = JSON.parse((await book.command("plan", "--json")).stdout);
  expect(in_batches.cost.high).toBeCloseTo(cost.high / 2, 12);
  expect(in_batches.expected.estimate).toBeGreaterThan(0);
});

test("no key stands in what is kept of a batch", async () => {
  await using server = await batchServer({delayMs: 60_000});
  await using book = await workbook({
    "book.yaml": BOOK,
    "models/cedar.yaml": `${modelFile(server.url, "openai")}api_key_env: BATCH_TEST_KEY\n`
  });
  const {child, ended} = book.start(["run", "--batch"], {BATCH_TEST_KEY: "sk-very-secret-0815"});
  while (server.batches().length === 0) await sleep(20);
  await sleep(400);
  child.kill("SIGKILL");
  await ended;
  const [entry] = openBatches(book);
  const folder = join(book.root, "data/cache/batches", entry!.name);
  for (const name of readdirSync(folder)) expect(readFileSync(join(folder, name), "utf8")).not.toContain("very-secret");
});

test("a model without a batch interface is refused with --batch, and one of another form named", async () => {
  await using book = await workbook({
    "book.yaml": BOOK,
    "models/cedar.yaml": "id: cedar\nendpoint: http://127.0.0.1:9/v1\n"
  });
  const none = await book.command("run", "--batch");
  expect(none.code).toBe(2);
  expect(none.stderr).toMatch(/--batch: no model of the book has a batch interface; write batch: openai/);
  await using other = await workbook({
    "book.yaml": BOOK,
    "models/cedar.yaml": "id: cedar\nendpoint: http://127.0.0.1:9/v1\nbatch: anthropic\n"
  });
  const wrong = await other.command("run", "--batch");
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toMatch(/batch: anthropic does not go with protocol openai; write batch: openai/);
});
