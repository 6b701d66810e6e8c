// A file of 100,000 answers to a generated benchmark.
import {createWriteStream} from "node:fs";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {Readable} from "node:stream";
import {pipeline} from "node:stream/promises";
import {expect, onTestFinished, test} from "vitest";
import {rescore} from "../../../pipelines/run/rescore/rescore.js";
import {readRows} from "../../../pipelines/store/sql.node.js";
import {silent} from "../../silent.js";

const MODELS = 204;
const ITEMS = 500;
/** Options of each item of zen-reason. */
const LETTERS = "ABCDEF";

/** Each model answers with the letter after that of the model before it, so that each item has a sixth of right answers. */
function* rows(): Generator<string> {
  for (let m = 0; m < MODELS; m++)
    for (let index = 0; index < ITEMS; index++)
      yield `${JSON.stringify({model: `m${m}`, base_task: "zen-reason", params: '{"edition":4}', seed: 3, index, text: `Answer: (${LETTERS[(index + m) % LETTERS.length]})`})}\n`;
}

test("100,000 answers that take turns through the options are right once in six", async () => {
  const path = await mkdtemp(join(tmpdir(), "dataset-"));
  onTestFinished(() => rm(path, {recursive: true, force: true}));
  const file = join(path, "rows.jsonl");
  await pipeline(Readable.from(rows()), createWriteStream(file));
  const out = join(path, "out");
  expect(await rescore({source: {dataset: file}, folder: out, report: silent})).toMatchObject({
    samples: MODELS * ITEMS,
    points: MODELS
  });
  const query = "select item_id, count(*)::int as n, (count(*) filter (where status = 1))::int as right from t group by 1";
  let items = 0;
  for await (const {n, right} of readRows(join(out, "samples.parquet"), {query})) {
    items++;
    expect([n, right]).toEqual([MODELS, MODELS / LETTERS.length]);
  }
  expect(items).toBe(ITEMS);
});
