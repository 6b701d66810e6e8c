// Runs leave rows in the history, and the study compares them: with endpoints that change, caches that answer, and files that are torn.
import {appendFile, readdir, readFile, rm} from "node:fs/promises";
import {join} from "node:path";
import {expect, test} from "vitest";
import {answering} from "../../answering.js";
import {stubServer, type Workbook, workbook} from "../../workbook.js";

const filesIn = async (book: Workbook): Promise<string[]> => readdir(join(book.root, "data/history")).catch(() => []);
const rowsIn = async (book: Workbook): Promise<Record<string, unknown>[]> => {
  const texts = await Promise.all(
    (await filesIn(book)).sort().map(name => readFile(join(book.root, "data/history", name), "utf8"))
  );
  return texts
    .join("")
    .trim()
    .split("\n")
    .map(line => JSON.parse(line) as Record<string, unknown>);
};
const ran = async (book: Workbook, ...args: string[]) => {
  const ended = await book.command(...args);
  expect(ended.code, `${args.join(" ")}\n${ended.stderr}`).toBe(0);
  return ended;
};

test("an endpoint that gets worse: two dates, paired on the same items, the change is named; what the cache answers leaves no row", async () => {
  let model = "m-large";
  await using endpoint = await answering(60, {reply: () => ({model, ...(model !== "m-large" && {system_fingerprint: "fp_7"})})});
  const {book} = endpoint;
  const first = await ran(book, "run");
  expect(first.stderr).toContain("history: 1 row in data/history/");
  const [row] = await rowsIn(book);
  expect(row).toMatchObject({
    model: "m",
    claimed: "m-large",
    simulated: false,
    n: 60,
    correct: 60,
    truncated: 0,
    refused: 0,
    suite: "small"
  });
  expect(JSON.stringify(row)).not.toMatch(/What is|Answer/u);

  // the same again, from the cache, and into another store
  expect((await ran(book, "run")).stderr).not.toContain("history:");
  expect((await ran(book, "run", "--out", "data/store/runs/again")).stderr).not.toContain("history:");
  expect(await filesIn(book)).toHaveLength(1);
  expect((await ran(book, "analyze", "history", "--format", "json")).stdout).toContain('"common": null');
  expect((await ran(book, "sql", "from history_changes")).stdout).toContain("(0 rows)");

  endpoint.isRight = index => index % 3 > 0;
  model = "m-large-2026-05";
  await rm(join(book.root, "data/cache"), {recursive: true});
  await ran(book, "run");
  expect(await filesIn(book)).toHaveLength(2);
  const shown = JSON.parse((await ran(book, "analyze", "history", "--format", "json")).stdout) as Record<string, unknown>[];
  expect(shown.map(({n, common}) => [n, common])).toEqual([
    [60, null],
    [60, 60]
  ]);
  expect(shown.map(({served}) => served)).toEqual([[], ["m-large-2026-05 fp_7"]]);
  const lost = 20;
  const changes = JSON.parse(
    (
      await ran(
        book,
        "sql",
        "select kind, measure, n, value, low, high, only_before, only_after, named, served_changed from history_changes where measure = 'accuracy' order by kind",
        "--json"
      )
    ).stdout
  ) as Record<string, unknown>[];
  expect(changes.map(({kind, n, named}) => [kind, n, named])).toEqual([
    ["change point", 60, true],
    ["step", 60, true]
  ]);
  expect(changes[1]).toMatchObject({only_before: lost, only_after: 0, served_changed: true});
  expect(changes[1]!.value).toBeCloseTo(-lost / 60, 10);
  expect(changes[1]!.high).toBeLessThan(0);
});

test("a model that was tried in another store appears in no table of this one", async () => {
  await using endpoint = await answering(10);
  const {book} = endpoint;
  await ran(book, "run");
  await using server = await stubServer(() => "Answer: 4");
  const tried = ["--base-url", server.url, "--model", "private-model", "--limit", "5", "--out", "data/runs/tried"];
  expect((await ran(book, "run", ...tried)).stderr).toContain("history: 1 row");
  expect((await rowsIn(book)).map(({model}) => model)).toContain("private-model");
  const models = async (store: string) =>
    (JSON.parse((await ran(book, "analyze", "history", "--format", "json", "--store", store)).stdout) as {model: string}[]).map(
      ({model}) => model
    );
  expect(await models("data/store")).toEqual(["m"]);
  expect(await models("data/runs/tried")).toEqual(["private-model"]);
  const files = await readdir(join(book.root, "data/store"));
  for (const file of files.filter(name => /\.(?:parquet|json|arrow)$/u.test(name)))
    expect((await readFile(join(book.root, "data/store", file))).includes("private-model"), file).toBe(false);
});

test("simulated models leave no row unless a folder is named; --no-history leaves none; stores elsewhere are trials", async () => {
  await using book = await workbook();
  expect((await ran(book, "run", "--limit", "24")).stderr).not.toContain("history:");
  expect(await filesIn(book)).toEqual([]);
  await ran(book, "run", "--limit", "24", "--history", "data/history");
  const rows = await rowsIn(book);
  expect(rows.map(({model, simulated, n}) => [model, simulated, n])).toEqual([
    ["sim-cedar-01", true, 24],
    ["sim-comet-05", true, 24],
    ["sim-heron-08", true, 24]
  ]);
  await using endpoint = await answering(20);
  const real = endpoint.book;
  await ran(real, "run", "--no-history");
  await rm(join(real.root, "data/cache"), {recursive: true});
  await ran(real, "run", "--out", "elsewhere");
  expect(await filesIn(real)).toEqual([]);
});

test("a torn last line is left out and told; two runs that end at once both stay; lines of later versions do not stop the study", async () => {
  await using endpoint = await answering(60);
  const {book} = endpoint;
  const both = [
    book.start(["run", "--out", "data/runs/a", "--limit", "10"]),
    book.start(["run", "--out", "data/runs/b", "--limit", "20"])
  ];
  for (const {ended} of both) expect((await ended).code).toBe(0);
  expect(await filesIn(book)).toHaveLength(2);
  await ran(book, "run");
  const names = await filesIn(book);
  expect(names).toHaveLength(3);
  const file = join(book.root, "data/history", names.sort().at(-1)!);
  await appendFile(file, '{"schema": 9}\n{"schema": 1, "date": "2026-');
  const {stderr, stdout} = await ran(book, "analyze", "history", "--format", "json");
  expect(stderr).toMatch(/:2 was written by a later version \(schema 9\); left out/u);
  expect(stderr).toMatch(/:3 is not JSON \(a torn last line\); left out/u);
  expect((JSON.parse(stdout) as {n: number}[]).map(({n}) => n).sort((a, b) => a - b)).toEqual([10, 20, 60]);
  // nothing of one run has changed since, so no row comes of it
  expect((await ran(book, "run")).stderr).not.toContain("history: ");
});
