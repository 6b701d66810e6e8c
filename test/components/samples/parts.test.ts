// The numbers of samples are read evaluation by evaluation: each part is what the whole table says, and where parts cannot be told apart the
// whole is read.
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {expect, onTestFinished, test} from "vitest";
import {openDuckDB} from "../../../pipelines/store/duckdb.node.js";
import {openSamples, type Places, type Samples, samplesOf} from "../../../src/components/samples/data.js";
import {sqlOf} from "../../sqlOf.js";

/** Samples of evaluations in the order of places: so many each, and the number of those that have no point. */
async function storeOf(counts: readonly {id: string; n: number; without?: number; claimed?: number}[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "parts-"));
  onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
  const {connection, close} = await openDuckDB();
  const evaluations = counts.map(
    ({id, n, without = 0, claimed = n - without}, i) => `(${i}, '${id}', ${n}, ${without}, ${claimed})`
  );
  await connection.run(
    `create table evaluations as select * from (values ${evaluations.join(", ") || "(0, '', 0, 0, 0)"}) e(point, eval_id, n, without, claimed) ${counts.length === 0 ? "where false" : ""}`
  );
  await connection.run(
    `copy (select eval_id, eval_id as model, 't' as template, 's' as sampler, 'task' as base_task, '{}' as params, false as simulated,
      []::varchar[] as tags, []::varchar[] as suites, claimed::integer as correct, 0 as incorrect, 0 as truncated from evaluations order by point)
      to '${join(folder, "points.parquet")}' (format parquet)`
  );
  // A row group of a few thousand, so that parts begin and end within them.
  await connection.run(
    `copy (select (row_number() over (order by point, i) - 1)::integer as place, if(i < without, -1, point) as point, i as item, i % 97 as index, 0 as trial,
      (i % 3)::integer as status, ['stop', 'length', null][1 + i % 3] as finish_reason, i as prompt_tokens, i * 2 as completion_tokens, i * 3 as characters,
      if(i % 2 = 0, null, i / 7) as cost, false as corrected
      from (select point, without, unnest(range(n))::integer as i from evaluations) order by place)
      to '${join(folder, "sample_index.parquet")}' (format parquet, row_group_size 2048)`
  );
  close();
  return folder;
}

const NAMES = [
  "point",
  "item",
  "index",
  "trial",
  "status",
  "finish",
  "prompt",
  "completion",
  "characters",
  "cost",
  "corrected"
] as const;
const numbers = (samples: Samples, {first, end}: Places) => NAMES.map(name => Array.from(samples[name].subarray(first, end)));

async function both(folder: string): Promise<{parts: Samples; whole: Samples}> {
  const {sql, close} = await sqlOf(folder);
  onTestFinished(close);
  return {parts: await openSamples(sql), whole: await samplesOf(sql)};
}

test("each evaluation's part is that of the whole table, in whatever order parts are read", async () => {
  const {parts, whole} = await both(
    await storeOf([
      {id: "a", n: 3000},
      {id: "b", n: 1},
      {id: "c", n: 5000}
    ])
  );
  expect([parts.n, parts.isWhole, whole.isWhole]).toEqual([8001, false, true]);
  const places: Record<string, Places> = {};
  for (const id of ["c", "a", "b", "a"]) {
    places[id] = await parts.read(id);
    expect(numbers(parts, places[id])).toEqual(numbers(whole, places[id]));
  }
  expect(places).toEqual({a: {first: 0, end: 3000}, b: {first: 3000, end: 3001}, c: {first: 3001, end: 8001}});
  expect([parts.has(0), parts.has(8000)]).toEqual([true, true]);
  expect(parts.finishes).toEqual(["", "length", "stop"]);
  expect(await parts.read(null)).toEqual({first: 0, end: 8001});
  expect(numbers(parts, {first: 0, end: 8001})).toEqual(numbers(whole, {first: 0, end: 8001}));
  expect(parts.isWhole).toBe(true);
});

test("samples without a point, and points that claim other samples, are read whole", async () => {
  const all = {first: 0, end: 5000};
  for (const second of [
    {id: "b", n: 2000, without: 10},
    {id: "b", n: 2000, claimed: 1990}
  ]) {
    const {parts, whole} = await both(await storeOf([{id: "a", n: 3000}, second]));
    expect(await parts.read("b")).toEqual(all);
    expect(numbers(parts, all)).toEqual(numbers(whole, all));
  }
  // The sum is right, and the parts are not.
  const {parts, whole} = await both(
    await storeOf([
      {id: "a", n: 3000, claimed: 2000},
      {id: "b", n: 2000, claimed: 3000}
    ])
  );
  expect(await parts.read("b")).toEqual(all);
  expect(await parts.read("a")).toEqual(all);
  expect(numbers(parts, all)).toEqual(numbers(whole, all));
});

test("one evaluation is whole as soon as it is read, and a store without samples is whole", async () => {
  const {parts} = await both(await storeOf([{id: "a", n: 10}]));
  expect([parts.isWhole, await parts.read("a"), parts.isWhole]).toEqual([false, {first: 0, end: 10}, true]);
  const {parts: none} = await both(await storeOf([]));
  expect([none.n, none.isWhole, await none.read("a")]).toEqual([0, true, {first: 0, end: 0}]);
});
