// What `--store` refuses, and how tables of stores that were given by hand are joined.
import {spawn} from "node:child_process";
import {once} from "node:events";
import {mkdir, readFile, rm, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {joinTables} from "../../pipelines/store/joined.node.js";
import {siteCache} from "../../pipelines/store/places.node.js";
import {isShown, showStore} from "../../pipelines/store/publish.node.js";
import {query} from "../../pipelines/store/sql.node.js";
import {type Workbook, workbook} from "../workbook.js";

const line = (model: string, prompt: string, answer: string, expected: string) =>
  JSON.stringify({
    model,
    base_task: "quiz",
    prompt,
    expected,
    text: `Answer: ${answer}`,
    finish_reason: "stop",
    prompt_tokens: 9,
    completion_tokens: 3
  });
const A = [line("m", "1 + 1?", "2", "2"), line("m", "same?", "yes", "yes"), line("n", "1 + 1?", "3", "2")];
const B = [line("m", "2 + 2?", "4", "4"), line("m", "same?", "no", "yes")];
let book: Workbook;
beforeAll(async () => {
  book = await workbook({
    "a.jsonl": A.join("\n"),
    "b.jsonl": B.join("\n"),
    "datasets/real.yaml": "title: t\nstore: data/store/a\nevaluations: [{model: nobody}]\n",
    "datasets/absent.yaml": "title: t\nstore: data/store/gone\nevaluations: [{model: m}]\n"
  });
  for (const name of ["a", "b"]) {
    const {code, stderr} = await book.command("score", "--dataset", `data/${name}.jsonl`, "--out", `data/store/${name}`);
    expect(code, stderr).toBe(0);
  }
}, 300_000);
afterAll(() => book[Symbol.asyncDispose]());

test.each([
  [["nowhere"], "--store nowhere: no such folder or dataset's file"],
  [["data/book.yaml"], 'data/book.yaml:2:1 unknown key "models"'],
  [
    ["data/suites"],
    "--store data/suites: no tables there; npm run run -- --out data/suites or npm run score -- --out data/suites writes some"
  ],
  [["data/a.jsonl"], "--store data/a.jsonl is not a folder; expected a store, or a dataset's file that ends in .yaml"],
  [["data/store/a", "data/datasets/none.yaml"], 'cannot read "data/datasets/none.yaml": no such file'],
  [["data/datasets/absent.yaml"], "data/datasets/absent.yaml:1:8 store data/store/gone: no such folder"],
  [
    ["data/datasets/real.yaml"],
    "data/datasets/real.yaml:3:15 no evaluation of data/store/a is model nobody, template *, sampler *"
  ]
])("--store %j is refused in one line, with exit code 2", async (paths, message) => {
  const {code, stderr} = await book.command("build", ...paths.flatMap(path => ["--store", path]));
  expect([code, stderr.trim().split("\n")]).toEqual([2, [message]]);
});

test("a store that lacks a table which pages need is refused by its name", async () => {
  const folder = join(book.root, "data/store/part");
  await mkdir(folder);
  await writeFile(join(folder, "points.parquet"), await readFile(join(book.root, "data/store/a/points.parquet")));
  const {code, stderr} = await book.command("build", "--store", "data/store/part");
  expect([code, stderr.trim()]).toEqual([
    2,
    "--store data/store/part: no manifest.json and no samples.parquet there, which pages need"
  ]);
});

test("a question that both stores asked is one test, and every answer stands beside its own question", async () => {
  const [a, b] = ["a", "b"].map(name => ({name, folder: join(book.root, "data/store", name)})) as [Part, Part];
  const evaluations = [];
  for (const part of [a, b])
    for (const [eval_id, model, template, sampler] of (
      await query("select distinct eval_id, model, template, sampler from points order by all", part)
    ).rows as string[][])
      evaluations.push({
        part,
        eval_id: eval_id!,
        model: model!,
        template: template!,
        sampler: sampler!,
        as: {eval_id: `${part.name}-${eval_id}`, sampler: part.name},
        groups: [],
        tags: []
      });
  const folder = join(book.root, "joined");
  await mkdir(folder);
  const {tables, totals} = await joinTables({parts: [a, b], evaluations, folder});
  expect(tables.samples!.rows).toBe(5);
  expect(totals).toMatchObject({samples: 5, simulated: false});
  const rows = async (text: string) => (await query(text, {folder})).rows;
  expect(
    await rows(
      "select i.prompt, r.text, s.sampler, s.model, status from samples s join items i using (item_id) join responses r using (eval_id, item_id) order by all"
    )
  ).toEqual([
    ["1 + 1?", "Answer: 2", "a", "m", 1],
    ["1 + 1?", "Answer: 3", "a", "n", 0],
    ["2 + 2?", "Answer: 4", "b", "m", 1],
    ["same?", "Answer: no", "b", "m", 0],
    ["same?", "Answer: yes", "a", "m", 1]
  ]);
  expect(await rows("select count(*), count(distinct item_id) from items")).toEqual([[3, 3]]);
  for (const table of ["responses", "timings"])
    expect(await rows(`select count(*) from ${table} semi join items using (item_id)`)).toEqual([[5]]);
});

/** A process that shows a store until its input ends, as a workbook that is open does. */
const OPEN = `import(${JSON.stringify(new URL("../../pipelines/store/publish.node.ts", import.meta.url).href)}).then(async ({showStore}) => {
  await showStore("data/store/a");
  console.log("open");
  process.stdin.on("end", () => process.exit()).resume();
})`;
type Part = {name: string; folder: string};

test("pages show one store at a time: kept tables of another are dropped, and not while a workbook shows it", async () => {
  const root = join(book.root, "pages");
  const kept = join(siteCache(root), "points.parquet");
  const put = async () => {
    await mkdir(join(kept, ".."), {recursive: true});
    await writeFile(kept, "rows");
  };
  await put();
  expect(await isShown("data/store", {root})).toBe(true);
  {
    await using _book = await showStore("data/store", {root});
    expect(await readFile(kept, "utf8")).toBe("rows");
  }
  {
    await using _other = await showStore("data/store/a", {root});
    await expect(readFile(kept)).rejects.toThrow("ENOENT");
    expect([await isShown("data/store", {root}), await isShown(join(root, "data/store/a"), {root})]).toEqual([false, true]);
  }
  const open = spawn(process.execPath, ["--import", import.meta.resolve("tsx"), "-e", OPEN], {
    cwd: root,
    stdio: ["pipe", "pipe", "inherit"]
  });
  await once(open.stdout, "data");
  await put();
  await using _same = await showStore("data/store/a", {root});
  await expect(showStore("data/store", {root})).rejects.toThrow("works on the pages");
  expect(await readFile(kept, "utf8")).toBe("rows");
  open.stdin.end();
  await once(open, "close");
  await using _back = await showStore("data/store", {root});
  await expect(readFile(kept)).rejects.toThrow("ENOENT");
  await rm(root, {recursive: true});
});
