import {readFileSync} from "node:fs";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import fc from "fast-check";
import {expect, test} from "vitest";
import {tasks} from "../../pipelines/generate/registry.js";
import {tag, upsert} from "../../pipelines/store/edit.js";
import {identityOf, readPoints, withUpserts} from "../../pipelines/store/overlay.js";
import {FACETS, type PointRow} from "../../pipelines/store/rows.js";
import {workbook} from "../workbook.js";
import {points, storeOf} from "./some-points.js";

const runs = {numRuns: 10};
const sorted = (rows: readonly PointRow[]) => [...rows].sort((a, b) => (identityOf(a) < identityOf(b) ? -1 : 1));
const plain = (rows: readonly PointRow[]) => JSON.parse(JSON.stringify(sorted(rows)));
/** A row as somebody would write it: what is derived is left out. */
const written = ({
  params,
  params_map: _,
  published_seed: __,
  accuracy: ___,
  center,
  margin,
  ci_low,
  ci_high,
  ...row
}: PointRow) => {
  const {truncated_ratio: ____, ...rest} = row;
  return JSON.stringify({...rest, params: JSON.parse(params)});
};

test("upsert: equal identity replaces, never doubles; doing it twice changes nothing", async () => {
  await fc.assert(
    fc.asyncProperty(points, points, async (standing, incoming) => {
      await using store = await storeOf(standing);
      const file = join(store.folder, "incoming.jsonl");
      await writeFile(file, incoming.map(written).join("\n"));
      const first = await upsert(store.folder, file);
      const known = new Set(standing.map(identityOf));
      const replaced = incoming.filter(row => known.has(identityOf(row))).length;
      expect(first).toMatchObject({added: incoming.length - replaced, replaced, repeated: 0});
      const fresh = new Set(incoming.map(identityOf));
      const expected = [...standing.filter(row => !fresh.has(identityOf(row))), ...incoming];
      const after = await readPoints(store.folder);
      expect(plain(after)).toEqual(plain(expected));
      const bytes = readFileSync(join(store.folder, "points.parquet"));
      expect(await upsert(store.folder, file)).toMatchObject({added: 0, replaced: incoming.length});
      expect(readFileSync(join(store.folder, "points.parquet")).equals(bytes)).toBe(true);
      // A rerun that measures the standing points keeps what was brought in beside them.
      const rerun = withUpserts(standing, await readPoints(store.folder, "upserts"), {leaveOut: expect.unreachable});
      expect(plain(rerun)).toEqual(plain([...standing, ...incoming.filter(row => !known.has(identityOf(row)))]));
    }),
    runs
  );
});

test("another store's points.parquet can be brought in as it is", async () => {
  const [standing, incoming] = fc.sample(points, {numRuns: 2, seed: 4});
  await using store = await storeOf(standing!);
  await using other = await storeOf(incoming!);
  await upsert(store.folder, join(other.folder, "points.parquet"));
  const rows = await readPoints(store.folder);
  for (const row of plain(incoming!)) expect(plain(rows)).toContainEqual(row);
});

test("two versions of a generator are refused, naming both, and nothing is written", async () => {
  const [rows] = fc.sample(points, {numRuns: 1, seed: 5});
  await using store = await storeOf(rows!);
  const before = readFileSync(join(store.folder, "points.parquet"));
  const file = join(store.folder, "newer.jsonl");
  await writeFile(file, written({...rows![0]!, generator_version: 2}));
  const task = rows![0]!.base_task;
  await expect(upsert(store.folder, file)).rejects.toThrow(`has ${task} of generator version 2, ${store.folder} has version 1`);
  await writeFile(file, [rows![0]!, {...rows![0]!, generator_version: 2}].map(written).join("\n"));
  await expect(upsert(store.folder, file)).rejects.toThrow(
    `newer.jsonl:2 ${task} of generator version 2, but of version 1 in line 1`
  );
  expect(readFileSync(join(store.folder, "points.parquet")).equals(before)).toBe(true);
  const told: string[] = [];
  const rerun = withUpserts([{...rows![0]!, generator_version: 7}], rows!.slice(1), {leaveOut: reason => told.push(reason)});
  expect(rerun.every(row => row.base_task !== task || row.generator_version === 7)).toBe(true);
  expect(told.join()).toMatch(/generator version 1, beside version 7/);
});

test("lines that cannot be are named with their number and reason", async () => {
  const [rows] = fc.sample(points, {numRuns: 1, seed: 6});
  await using store = await storeOf([]);
  const file = join(store.folder, "faulty.jsonl");
  const good = JSON.parse(written(rows![0]!));
  const {correct: _, ...lacking} = good;
  const lines = [
    good,
    lacking,
    {...good, corect: 3},
    {...good, unparsed: good.incorrect + 1},
    {...good, base_task: "arithmetic", generator_version: tasks.get("arithmetic")!.version, params: {length: 1}},
    {...good, correct: -1}
  ];
  await writeFile(file, `${lines.map(line => JSON.stringify(line)).join("\n")}\n{"torn": \n`);
  const error = await upsert(store.folder, file).catch((reason: Error) => reason.message.split("\n"));
  expect(error).toEqual([
    `${file}:2 missing "correct": expected a number`,
    `${file}:3 unknown column "corect"; did you mean "correct"?`,
    expect.stringMatching(/:4 unparsed: unparsed \d+ is more than incorrect \d+$/),
    expect.stringMatching(/:5 params\.length: expected at least 2, got 1$/),
    expect.stringMatching(/:6 correct: expected a whole number of at least 0/),
    "and 1 more line"
  ]);
});

test("tags: what was added is there, what was taken off is not, and every other facet and number stays", async () => {
  const edits = fc.array(
    fc.record({facet: fc.constantFrom(...FACETS), name: fc.constantFrom("easy", "mine", "family:a", "new"), on: fc.boolean()}),
    {minLength: 1, maxLength: 5}
  );
  await fc.assert(
    fc.asyncProperty(points, edits, async (rows, list) => {
      await using store = await storeOf(rows);
      const expected = structuredClone(rows);
      for (const {facet, name, on} of list) {
        const {changed} = await tag(store.folder, {
          facet,
          ...(on ? {add: [name]} : {remove: [name]}),
          filter: {models: [rows[0]!.model]}
        });
        let different = 0;
        for (const row of expected) {
          if (row.model !== rows[0]!.model) continue;
          const after = on ? [...new Set([...row[facet], name])].sort() : row[facet].filter(each => each !== name);
          if (after.length !== row[facet].length) different++;
          row[facet] = after;
        }
        expect(changed).toBe(different);
      }
      expect(plain(await readPoints(store.folder))).toEqual(plain(expected));
    }),
    runs
  );
});

test("on the command line: tags and upserts survive a rerun byte for byte, and formats agree", async () => {
  await using book = await workbook();
  const store = join(book.root, "data/store");
  const command = async (...words: string[]) => {
    const ended = await book.command(...words);
    expect(ended.code, ended.stderr).toBe(0);
    return ended;
  };
  await command("run");
  await command("run", "--out", "elsewhere", "--samples", "8", "--model", "sim-comet-05");
  const before = await readPoints(store);
  expect(before.every(({tags}) => tags.length === 0)).toBe(true);

  const tagged = await command("points", "tag", "tags", "pilot", "checked", "--task", "arithmetic", "--param", "length=10..20");
  expect(tagged.stderr).toContain("3 of 3 points changed");
  await command("points", "untag", "groups", "reference", "--model", "sim-cedar-01");
  await command("points", "tag", "tiers", "extra", "--task", "listops");
  // Rows of a model that the book does not have, and one that it has: the first stays over reruns, the second is measured anew.
  const other = await readPoints(join(book.root, "elsewhere"));
  await writeFile(join(book.root, "in.jsonl"), [{...other[0]!, model: "guest"}, other[1]!].map(written).join("\n"));
  expect((await command("points", "upsert", "in.jsonl")).stderr).toContain("1 point added, 1 replaced");
  expect((await readPoints(store)).find(row => identityOf(row) === identityOf(other[1]!))!.correct).toBe(other[1]!.correct);

  await command("run");
  const first = await book.tableHashes();
  await command("run");
  expect(await book.tableHashes()).toEqual(first);
  const rows = await readPoints(store);
  expect(rows.filter(({tags}) => tags.join() === "checked,pilot")).toHaveLength(3);
  expect(rows.filter(({groups}) => groups.length === 0).every(({model}) => model === "sim-cedar-01")).toBe(true);
  expect(rows.filter(({model}) => model === "guest")).toHaveLength(1);
  expect(rows).toHaveLength(before.length + 1);
  const again = await command("points", "tag", "tags", "pilot", "--tags", "pilot,checked");
  expect(again.stderr).toContain("0 of 3 points changed");
  expect(await book.tableHashes()).toEqual(first);
  const scored = await command("sql", "--json", "select distinct tier from scores where layer = 'tier' order by 1");
  expect(JSON.parse(scored.stdout)).toEqual([{tier: "easy"}, {tier: "extra"}]);

  const by = ["points", "aggregate", "--by", "model,tags", "--groups", "reference"];
  const json = JSON.parse((await command(...by, "--json")).stdout) as Record<string, unknown>[];
  expect(json.map(({model, tags, points}) => [model, tags, points])).toContainEqual(["sim-heron-08", "pilot", 1]);
  const csv = (await command(...by, "--csv")).stdout.trim().split("\n");
  expect(csv).toHaveLength(json.length + 1);
  const markdown = (await command(...by, "--markdown")).stdout.trim().split("\n");
  expect(markdown).toHaveLength(json.length + 2);
  expect(markdown[1]).toContain("---:");
  const wrong = await book.command("points", "tag", "tier", "x");
  expect({code: wrong.code, stderr: wrong.stderr}).toEqual({code: 2, stderr: 'unknown facet "tier"; did you mean "tiers"?\n'});
});
