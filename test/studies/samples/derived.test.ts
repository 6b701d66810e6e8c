// The index of published samples that pages make: each sample once, in the order of its file, at its point and with its test.
import {existsSync} from "node:fs";
import {join} from "node:path";
import {expect, test} from "vitest";
import {parquetSource} from "../../../pipelines/rows/parquet.js";
import {PUBLISHED} from "../../../pipelines/store/publish.node.js";
import {query} from "../../../pipelines/store/sql.node.js";
import {derivedQuery} from "../../../pipelines/studies/samples/derived.sql.js";

const absent = !existsSync(join(PUBLISHED, "samples.parquet"));
const source = (table: string) => parquetSource(join(PUBLISHED, `${table}.parquet`), "file_row_number = true");
const index = derivedQuery("sample_index", source);
const list = derivedQuery("sample_list", source);
const ask = async (sql: string) => (await query(sql, {folder: PUBLISHED})).rows;

test.skipIf(absent)(`each sample is in the index once${absent ? " (skipped: data/published is absent)" : ""}`, async () => {
  const counted = await ask("select count(*)::int, count(distinct item_id)::int from samples");
  expect(await ask(`select count(distinct place)::int, count(distinct item)::int from (${index})`)).toEqual(counted);
  expect(await ask(`select min(place)::int, max(place)::int + 1 from (${list})`)).toEqual([[0, counted[0]![0]]]);
  // Points count the first answer to each test.
  const points = await ask("select (correct + incorrect + truncated)::int from points");
  const byPoint = await ask(`select point, count(*)::int from (${index}) where trial = 0 group by point order by point`);
  expect(byPoint).toEqual(points.map(([n], point) => [point, n]));
});

test.skipIf(absent)(
  `pages read evaluations part by part: their samples follow each other${absent ? " (skipped: data/published is absent)" : ""}`,
  async () => {
    expect(
      await ask(
        `select count(*)::int from (select eval_id from (${list}) group by eval_id having max(place) - min(place) + 1 <> count(*))`
      )
    ).toEqual([[0]]);
  }
);
