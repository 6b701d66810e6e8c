// What the build counts for page Explore is what the page counts once it has read the samples; and a few samples are counted by hand.
import type {DuckDBConnection} from "@duckdb/node-api";
import fc from "fast-check";
import {afterAll, beforeAll, expect, test} from "vitest";
import {openDuckDB} from "../../../pipelines/store/duckdb.node.js";
import {countedBins} from "../../../pipelines/studies/samples/bins.js";
import {countsOf, exploredColumns, firstCounts} from "../../../pipelines/studies/samples/crossFilter.js";
import type {SampleIndex} from "../../../pipelines/studies/samples/select.js";

/** What table `sample_index` says of a sample; −1 and null where a number is unknown. */
interface Row {
  item: number;
  index: number;
  status: number;
  prompt: number;
  completion: number;
  characters: number;
  cost: number | null;
}

let connection: DuckDBConnection;
let close: () => void;
beforeAll(async () => {
  ({connection, close} = await openDuckDB());
});
afterAll(() => close?.());

async function counted(rows: readonly Row[]) {
  await connection.run(`create or replace temp table sample_index (item integer, "index" integer, status integer, prompt_tokens integer,
    completion_tokens integer, characters integer, cost double)`);
  if (rows.length > 0)
    await connection.run(
      `insert into sample_index values ${rows.map(row => `(${[row.item, row.index, row.status, row.prompt, row.completion, row.characters, row.cost === null ? "null" : `'${row.cost}'::double`].join(", ")})`).join(", ")}`
    );
  return countedBins(connection, "sample_index");
}

const indexOf = (rows: readonly Row[]): SampleIndex => {
  const integers = (key: keyof Row) => Int32Array.from(rows, row => row[key] as number);
  return {
    n: rows.length,
    point: new Int32Array(rows.length),
    item: integers("item"),
    index: integers("index"),
    trial: new Int32Array(rows.length),
    status: Uint8Array.from(rows, ({status}) => status),
    prompt: integers("prompt"),
    completion: integers("completion"),
    characters: integers("characters"),
    finish: new Uint8Array(rows.length),
    finishes: [],
    cost: Float64Array.from(rows, ({cost}) => cost ?? Number.NaN),
    corrected: new Uint8Array(rows.length)
  };
};

const number = fc.oneof(fc.constant(-1), fc.integer({min: 0, max: 9}), fc.integer({min: 0, max: 5_000_000}));
const cost = fc.option(
  fc.oneof(fc.constant(0), fc.double({min: 0, max: 20, noNaN: true}), fc.double({min: 0, max: 1e-6, noNaN: true}))
);
const row: fc.Arbitrary<Row> = fc.record({
  item: fc.integer({min: 0, max: 6}),
  index: number,
  status: fc.integer({min: 0, max: 2}),
  prompt: fc.constantFrom(-1, 7),
  completion: number,
  characters: number,
  cost
});

test("the tables say what the page counts over the samples themselves", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, {minLength: 1, maxLength: 80}), async rows => {
      rows[0]!.index = 0; // some number is known
      const {bins, cells} = await counted(rows);
      const samples = indexOf(rows);
      const {columns, counted: counts, pairs} = countsOf(exploredColumns(samples), samples.status);
      const known = columns.map(({key, edges, unknown, log, whole}) => ({key, edges, unknown, log, whole}));
      expect(firstCounts(bins, cells)).toEqual({columns: known, counted: counts, pairs});
    }),
    {numRuns: 60}
  );
});

test("four answers to two tests, counted by hand", async () => {
  const same = {index: 0, prompt: -1, characters: 10, cost: null};
  const {bins, cells} = await counted([
    {...same, item: 0, status: 1, completion: 5}, // the other answer is wrong: 100 %
    {...same, item: 0, status: 0, completion: 6}, // the other is right: 0 %
    {...same, item: 1, status: 2, completion: 6}, // nobody else was asked
    {...same, item: 2, status: 1, completion: -1}
  ]);
  const of = (number: string) =>
    bins
      .filter(each => each.number === number)
      .map(({bin, low, high, incorrect, correct, truncated}) => [bin, low, high, incorrect, correct, truncated]);
  expect(of("tokens")).toEqual([
    [-1, null, null, 0, 1, 0],
    [0, 5, 6, 0, 1, 0],
    [1, 6, 7, 1, 0, 1]
  ]);
  expect(of("characters")).toEqual([[0, 10, 11, 1, 2, 1]]);
  expect(of("cost")).toEqual([[-1, null, null, 1, 2, 1]]);
  const difficulty = of("difficulty").filter(([, , , ...counts]) => counts.some(n => n! > 0));
  expect(difficulty.map(([, ...rest]) => rest.slice(2))).toEqual([
    [0, 1, 1],
    [1, 0, 0],
    [0, 1, 0]
  ]);
  expect(cells.map(({incorrect, correct, truncated}) => [incorrect, correct, truncated]).toSorted()).toEqual([
    [0, 1, 0],
    [1, 0, 0]
  ]);
});

test("without a sample there is no bin, and without a number that is known nothing to draw", async () => {
  expect(await counted([])).toEqual({bins: [], cells: []});
  expect(firstCounts([], [])).toBeNull();
  const {bins, cells} = await counted([{item: 0, index: -1, status: 2, prompt: -1, completion: -1, characters: -1, cost: null}]);
  expect(bins.every(({bin, truncated}) => bin === -1 && truncated === 1)).toBe(true);
  expect(firstCounts(bins, cells)).toBeNull();
});
