// Study tables of a small evaluated book: what they hold, and when they are made anew.
import {createHash} from "node:crypto";
import {cp, readFile, rm, stat, utimes, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {gzipSync} from "node:zlib";
import {afterAll, beforeAll, expect, test} from "vitest";
import {visibleText} from "../../pipelines/score/answer/visible.js";
import {query} from "../../pipelines/store/sql.node.js";
import {isCurrent, study} from "../../pipelines/studies/make.node.js";
import {registry, type Study, studiesOn, studyTables} from "../../pipelines/studies/registry.js";
import {MOST_TRACES, sharedItems} from "../../pipelines/studies/traces/make.node.js";
import {type Workbook, workbook} from "../workbook.js";

let book: Workbook;
let folder: string;
const silent = {info() {}, warn() {}, progress() {}, done() {}};
beforeAll(async () => {
  book = await workbook();
  folder = join(book.root, "data/store");
  expect((await book.command("run")).code).toBe(0);
});
afterAll(() => book?.[Symbol.asyncDispose]());

const hashOf = async (name: string) =>
  createHash("sha256")
    .update(await readFile(join(folder, name)))
    .digest("hex");
const rows = async (text: string): Promise<[unknown[], ...unknown[][]]> =>
  (await query(text, {folder})).rows as [unknown[], ...unknown[][]];

test("traces: one row per response, whose sizes are those of its text", async () => {
  expect(await isCurrent("traces", folder)).toBe(false);
  await study("traces", folder, {report: silent});
  expect(await isCurrent("trace_checks", folder)).toBe(true);
  const [[samples, traces, alike]] = (await rows(
    `select (select count(*) from samples), (select count(*) from traces),
     (select count(*) from traces join samples using (model, template, sampler, base_task, params, item_id, trial, status, trace_bytes))`
  )) as [number[]];
  expect([traces, alike]).toEqual([samples, samples]);
  const found = await rows(
    "select reasoning, text, trace_bytes, first_512, last_1024 from traces join responses using (model, template, sampler, item_id, trial) where trace_bytes >= 300"
  );
  expect(found.length).toBeGreaterThan(50);
  for (const [reasoning, text, bytes, first, last] of found as unknown as [
    string | null,
    string,
    number,
    number | null,
    number | null
  ][]) {
    const trace = Buffer.from(visibleText({reasoning, text}).trace);
    expect(trace.length).toBe(bytes);
    // gzip's header and trailer are 18 bytes (RFC 1952); its default window may find a shorter code here and there.
    for (const [size, part] of [
      [first, trace.subarray(0, 512)],
      [last, trace.subarray(-1024)]
    ] as const) {
      if (size === null) expect(bytes).toBeLessThan(part.length < 512 ? 512 : 1024);
      else expect(Math.abs(size + 18 - gzipSync(part, {level: 6}).length)).toBeLessThanOrEqual(2);
    }
  }
});

test("responses that the limit cut while they ran in circles are the loops that are found, no others", async () => {
  const [[cut, looped, both]] = (await rows(
    "select count(*) filter (status = 2), count(*) filter (loop), count(*) filter (loop and status = 2) from traces"
  )) as [number[]];
  expect(cut).toBeGreaterThan(0);
  expect([looped, both]).toEqual([cut, cut]);
});

test("a study is made once; touched, copied or cloned, a store is up to date, and other bytes make it anew", async () => {
  await study("traces", folder, {report: silent});
  const before = (await stat(join(folder, "traces.parquet"))).mtimeMs;
  await study("trace_checks", folder, {report: silent});
  const later = new Date(Date.now() + 5_000);
  for (const name of ["samples", "responses", "items"]) await utimes(join(folder, `${name}.parquet`), later, later);
  expect(await isCurrent("traces", folder)).toBe(true);
  await study("traces", folder, {report: silent});
  expect((await stat(join(folder, "traces.parquet"))).mtimeMs).toBe(before);

  const copy = join(book.root, "copy");
  await cp(folder, copy, {recursive: true}); // all files have new times
  expect(await isCurrent("traces", copy)).toBe(true);
  await rm(join(copy, "manifest.json")); // then the files' own digests are the same as those that it recorded
  expect(await isCurrent("traces", copy)).toBe(true);

  const file = join(copy, "responses.parquet");
  const bytes = await readFile(file);
  bytes[bytes.length >> 1]! ^= 1;
  await writeFile(file, bytes); // same size
  expect(await isCurrent("traces", copy)).toBe(false);
  await rm(file);
  expect(await isCurrent("traces", copy)).toBe(false);
});

test("made anew, a study has the same bytes", async () => {
  const hash = await hashOf("traces.parquet");
  const stamps = JSON.parse(await readFile(join(folder, "studies.json"), "utf8")) as Record<string, string>;
  await writeFile(join(folder, "studies.json"), JSON.stringify({...stamps, traces: "of another version"}));
  expect(await isCurrent("traces", folder)).toBe(false);
  await study("traces", folder, {report: silent});
  expect(await isCurrent("traces", folder)).toBe(true);
  expect(await hashOf("traces.parquet")).toBe(hash);
});

test("a study that rests on nothing in a store is taken from the book's store where it was made from the same, else made", async () => {
  const other = join(book.root, "beside");
  await cp(folder, other, {recursive: true});
  const [made, taken] = [folder, other].map(each => join(each, "claims.parquet")) as [string, string];
  const before = process.cwd();
  process.chdir(book.root); // whose data/store is the book's
  try {
    await study("claims", folder, {report: silent});
    const whole = await readFile(made);
    await writeFile(made, "as it stands there");
    await study("claims", other, {report: silent});
    expect(await readFile(taken, "utf8")).toBe("as it stands there");
    expect(await isCurrent("claims", other)).toBe(true);

    await rm(taken);
    const stamps = JSON.parse(await readFile(join(folder, "studies.json"), "utf8")) as Record<string, string>;
    await writeFile(join(folder, "studies.json"), JSON.stringify({...stamps, claims: "of another version"}));
    await study("claims", other, {report: silent});
    expect(await readFile(taken)).toEqual(whole);
  } finally {
    process.chdir(before);
    await rm(made, {force: true});
  }
});

test("studies are behind when a table that they rest on changes, and not otherwise", () => {
  expect(studiesOn(["responses"])).toEqual(expect.arrayContaining(["traces", "trace_checks"]));
  const ofIrt = ["dif", "fit", "information", "items", "residuals", "similarity", "variance"].map(name => `irt_${name}`);
  expect(studiesOn(["points", "live"]).toSorted()).toEqual([
    ...["adaptive_auc", "adaptive_quality", "adaptive_steps"],
    ...["adjusted_ability", "adjusted_points", "adjusted_scores", "adjusted_task_counts", "categories"],
    ...["code_rates", "code_samples", "contamination_effects"],
    "effective_lengths",
    "estimates",
    "headlines",
    "irt_ability",
    ...ofIrt,
    "item_dependence",
    "length_contrasts",
    "lengths",
    "refusal_examples",
    "refusals",
    ...["report_changes", "report_ranks", "report_scores"],
    ...["sample_bins", "sample_cells", "sample_index", "sample_list", "sample_words"],
    "spectra",
    "spectrum_features",
    "suspect_items",
    "task_counts",
    "token_examples",
    "waves"
  ]);
  expect(studiesOn(["timings", "live"])).toEqual([]);
  const ofItems = studiesOn(["items"]);
  expect(ofItems).toEqual(expect.arrayContaining(["contamination_items", "adjusted_points"]));
  expect(studiesOn(["contamination_items"])).toEqual(expect.arrayContaining(["adjusted_points", "contamination_effects"]));
  for (const {after = []} of Object.values(registry) as Study[])
    for (const table of after) expect(Object.keys(studyTables)).toContain(table);
});

test("other answers to the same tests make the adjusted tables anew and audit no corpus; other tests audit", async () => {
  await study("adjusted_points", folder, {report: silent});
  const copy = join(book.root, "other answers");
  await cp(folder, copy, {recursive: true});
  const changedIn = async (name: string) => {
    const file = join(copy, `${name}.parquet`);
    await writeFile(file, Buffer.concat([await readFile(file), Buffer.from("more")]));
    return Promise.all((["contamination_items", "adjusted_points"] as const).map(table => isCurrent(table, copy)));
  };
  expect(await changedIn("timings")).toEqual([true, true]);
  expect(await changedIn("samples")).toEqual([true, false]);
  expect(await changedIn("items")).toEqual([false, false]);
});

test("very many responses are thinned by items: about the share that is announced, the same for every model", async () => {
  expect(sharedItems(MOST_TRACES)).toBe("true");
  const [[share, models]] = (await rows(
    `select count(distinct item_id) / (select count(distinct item_id) from samples), count(distinct model) from samples where ${sharedItems(4 * MOST_TRACES)}`
  )) as [number[]];
  expect(models).toBe(3);
  expect(share).toBeGreaterThan(0.15);
  expect(share).toBeLessThan(0.35);
});
