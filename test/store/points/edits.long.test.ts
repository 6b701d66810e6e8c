import {readFileSync} from "node:fs";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import fc from "fast-check";
import {expect, test} from "vitest";
import {tasks} from "../../../pipelines/generate/registry.node.js";
import {tag, upsert} from "../../../pipelines/store/points/edits.node.js";
import {identityOf, readPoints, withUpserts} from "../../../pipelines/store/points/overlay.node.js";
import {FACETS, type PointRow} from "../../../pipelines/store/rows.node.js";
import {readRows} from "../../../pipelines/store/sql.node.js";
import {workbook} from "../../workbook.js";
import {points, storeOf} from "./somePoints.js";

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
      const file = join(store.folder, ".incoming.jsonl");
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

test("an upserted point keeps its sums over repeats; sums that cannot be are refused", async () => {
  const [[row]] = fc.sample(points, {numRuns: 1, seed: 4}) as [[PointRow]];
  const counts = {correct: 6, incorrect: 4, truncated: 0, unparsed: 0, cut_by_evidence: 0, ended_unknown: 0, guess_sum: 2.5};
  const tokens = {tokens_correct: 6, tokens_incorrect: 4, tokens_truncated: 0, completion_tokens: 10, tokens_squared: 10};
  const sums = {answers: 30, shares: 5.5, share_squares: 4.25, share_tests: 10, share_guess: 2.5};
  await using store = await storeOf([row]);
  const file = join(store.folder, ".incoming.jsonl");
  const bring = async (change: object) => {
    await writeFile(file, JSON.stringify({...JSON.parse(written(row)), ...counts, ...tokens, ...sums, ...change}));
    await upsert(store.folder, file);
  };
  await bring({});
  const [stored] = await readPoints(store.folder);
  expect(stored).toMatchObject({...counts, ...sums});
  expect(stored!.accuracy).toBeCloseTo((5.5 - 2.5) / (10 - 2.5), 12);
  await expect(bring({shares: null})).rejects.toThrow(
    "shares missing: answers, shares, share_squares, share_tests, share_guess go"
  );
  await expect(bring({shares: 11})).rejects.toThrow("shares and share_guess are at most share_tests 10");
  await expect(bring({answers: 9})).rejects.toThrow("share_tests 10 is more than answers 9");
  await expect(bring({share_squares: 6})).rejects.toThrow("share_squares 6 is more than shares 5.5");
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
  await expect(upsert(store.folder, file)).rejects.toThrow(`${task} of generator versions 1 and 2 (in ${store.folder} and in `);
  await writeFile(file, [rows![0]!, {...rows![0]!, generator_version: 2}].map(written).join("\n"));
  await expect(upsert(store.folder, file)).rejects.toThrow(
    `newer.jsonl:2 ${task} of generator versions 1 and 2 (lines 1 and 2): two versions`
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

test("a rerun keeps tags and upserts, byte for byte", async () => {
  await using book = await workbook();
  const store = join(book.root, "data/store");
  const run = async () => {
    const {code, stderr} = await book.command("run");
    expect(code, stderr).toBe(0);
  };
  await run();
  const before = await readPoints(store);
  expect(before.every(({tags}) => tags.length === 0)).toBe(true);
  const long = {tasks: ["arithmetic"], params: [{name: "length", condition: {min: 10, max: 20}}]};
  expect(await tag(store, {facet: "tags", add: ["pilot", "checked"], filter: long})).toMatchObject({matched: 3, changed: 3});
  await tag(store, {facet: "groups", remove: ["reference"], filter: {models: ["sim-cedar-01"]}});
  await tag(store, {facet: "tiers", add: ["extra"], filter: {tasks: ["listops"]}});
  // Rows of a model that the book does not have, and one that it has: the first stays over reruns, the second is measured anew.
  const halved = {...before[1]!, correct: 0, incorrect: before[1]!.correct + before[1]!.incorrect};
  const tokens = {tokens_correct: 0, tokens_incorrect: before[1]!.tokens_correct! + before[1]!.tokens_incorrect!};
  await writeFile(
    join(book.root, "in.jsonl"),
    [
      {...before[0]!, model: "guest"},
      {...halved, ...tokens}
    ]
      .map(written)
      .join("\n")
  );
  expect(await upsert(store, join(book.root, "in.jsonl"))).toMatchObject({added: 1, replaced: 1});
  expect((await readPoints(store)).find(row => identityOf(row) === identityOf(halved))!.correct).toBe(0);

  await run();
  const first = await book.tableHashes();
  await run();
  expect(await book.tableHashes()).toEqual(first);
  const rows = await readPoints(store);
  expect(rows.filter(({tags}) => tags.join() === "checked,pilot")).toHaveLength(3);
  expect(rows.filter(({groups}) => groups.length === 0).every(({model}) => model === "sim-cedar-01")).toBe(true);
  expect(rows.filter(({model}) => model === "guest")).toHaveLength(1);
  expect(rows.find(row => identityOf(row) === identityOf(halved))!.correct).toBe(before[1]!.correct);
  expect(rows).toHaveLength(before.length + 1);
  expect(await tag(store, {facet: "tags", add: ["pilot"], filter: {tags: [["pilot", "checked"]]}})).toMatchObject({changed: 0});
  expect(await book.tableHashes()).toEqual(first);
  const tiers = new Set<unknown>();
  for await (const {tier, layer} of readRows(join(store, "scores.parquet"))) if (layer === "tier") tiers.add(tier);
  expect([...tiers].sort()).toEqual(["easy", "extra"]);
});

test("on the command line: the same words, in every format", async () => {
  const [rows] = fc.sample(
    points.filter(rows => rows.length > 5),
    {numRuns: 1, seed: 7}
  );
  await using store = await storeOf(rows!);
  await using book = await workbook();
  const words = (...said: string[]) => book.command("points", ...said, "--store", store.folder);
  const tagged = await words("tag", "tags", "seen", "--param", "length=1..3", "--model", "ant,bee");
  const meant = rows!.filter(row => /"length":[1-3]\b/.test(row.params) && row.model !== "cat").length;
  expect(tagged.stderr).toContain(`${meant} of ${meant} points changed`);
  const json = JSON.parse((await words("aggregate", "--by", "model,tags", "--json")).stdout) as Record<string, unknown>[];
  expect(json.filter(({tags}) => tags === "seen").reduce((n, row) => n + (row.points as number), 0)).toBe(meant);
  const csv = (await words("aggregate", "--by", "model,tags", "--csv")).stdout.trim().split("\n");
  expect(csv).toHaveLength(json.length + 1);
  const markdown = (await words("aggregate", "--by", "model,tags", "--markdown")).stdout.trim().split("\n");
  expect(markdown).toHaveLength(json.length + 2);
  expect(markdown[1]).toContain("---:");
  const repeated = await words("count", "--json", "--model", "ant", "--model", "bee", "--tag", "seen");
  expect(JSON.parse(repeated.stdout)).toMatchObject([{points: meant}]);
  const version = async (of: string) => (await words("count", "--csv", "--generator-version", of)).stdout.split("\n")[1];
  expect(await version(String(rows![0]!.generator_version))).not.toMatch(/^0,/);
  expect(await version("99")).toMatch(/^0,/);
  // an unset shell variable must not mean every point
  const empty = await words("tag", "tags", "all", "--model", "");
  expect({code: empty.code, stderr: empty.stderr}).toEqual({code: 2, stderr: "--model: expects a name, got an empty text\n"});
  const former = await words("count", "--tiers", "easy");
  expect({code: former.code, stderr: former.stderr}).toEqual({code: 2, stderr: "--tiers is now spelled --tier\n"});
  const wrong = await words("tag", "tier", "x");
  expect({code: wrong.code, stderr: wrong.stderr}).toEqual({code: 2, stderr: 'unknown facet "tier"; did you mean "tiers"?\n'});
});
