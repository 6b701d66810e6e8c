// A book's own scores as benchmarks beside people's preferences: ReasonScore, and means of the measures of texts.
import {DuckDBInstance} from "@duckdb/node-api";
import {afterAll, beforeAll, expect, test} from "vitest";
import {ownScores} from "../../../../pipelines/studies/preferences/benchmarks/make.node.js";

let instance: DuckDBInstance;
beforeAll(async () => {
  instance = await DuckDBInstance.create(":memory:");
});
afterAll(() => instance.closeSync());

async function scoresOf(tables: Record<string, string>) {
  const connection = await instance.connect();
  for (const [name, rows] of Object.entries(tables)) await connection.run(`create or replace temp table ${name} as ${rows}`);
  try {
    return await ownScores({connection, tables: Object.keys(tables)});
  } finally {
    connection.closeSync();
  }
}

const SAMPLES = `select * from (values ('e1', 'i1', 0, 'xsum', 'm', false), ('e1', 'i2', 0, 'xsum', 'm', false), ('e1', 'i2', 1, 'xsum', 'm', false),
  ('e2', 'i1', 0, 'flores', 's', true)) as t (eval_id, item_id, trial, base_task, model, simulated)`;
const MEASURES = `select * from (values ('e1', 'i1', 0, 'rouge_l', 0.2, 'm'), ('e1', 'i2', 0, 'rouge_l', 0.4, 'm'), ('e1', 'i2', 1, 'rouge_l', 1, 'm'),
  ('e1', 'i1', 0, 'f1', 1, 'm'), ('e2', 'i1', 0, 'chrf', 0.5, 's'), ('e2', 'i9', 0, 'chrf', 0.9, 's')) as t (eval_id, item_id, trial, name, value, model)`;

test("a model's mean of a text measure is that of its first answers, 0 to 100, by task", async () => {
  const {table, simulated} = await scoresOf({samples: SAMPLES, measures: MEASURES});
  expect(table.models).toEqual(["m", "s"]);
  const [rouge, chrf] = ["xsum rouge_l", "flores chrf"].map(name => table.benchmarks.find(each => each.name === name)!.values);
  expect(rouge![0]).toBeCloseTo(30, 10);
  expect(rouge![1]).toBeNull();
  expect(chrf).toEqual([null, 50]); // a measure without its sample does not count
  expect(table.benchmarks).toHaveLength(2);
  expect([...simulated]).toEqual(["s"]);
});

test("a store without scores and measures has no benchmarks of its own", async () => {
  expect((await scoresOf({})).table).toEqual({models: [], benchmarks: [], notes: []});
  expect((await scoresOf({samples: SAMPLES, measures: `${MEASURES} where false`})).table.benchmarks).toEqual([]);
});
