// `analyze --clean`: answers to tests that are in a corpus are left out. Expected counts are computed from the samples without any of our macros.
import {appendFile, mkdir, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {study} from "../../pipelines/studies/make.node.js";
import {silent} from "../silent.js";
import {type Evaluated, evaluated} from "./store.js";

let book: Evaluated;
let planted: string[];
beforeAll(async () => {
  book = await evaluated();
});
afterAll(async () => book[Symbol.asyncDispose]());

interface Evaluation {
  eval_id: string;
  model: string;
  sampler: string;
  n: number;
  accuracy: number;
}

test("where no corpus was searched, nothing is called clean", async () => {
  const {code, stderr} = await book.analyze("evals", "--clean");
  expect(code).toBe(2);
  expect(stderr).toContain("--clean: no test was looked for; the book names no corpus (corpora)");
});

test("tests of a corpus are left out of counts and scores, others stay", async () => {
  const items = await book.sql(
    "select item_id, prompt from {items} where base_task = 'arithmetic' and params like '%12%' order by item_id"
  );
  const chosen = items.filter((_, i) => i % 5 === 0);
  await mkdir(join(book.root, "data/corpora"), {recursive: true});
  const pages = chosen.map(({item_id, prompt}) =>
    JSON.stringify({id: item_id, text: `Seen somewhere else.\n${prompt}\nAnd so on.`})
  );
  await writeFile(join(book.root, "data/corpora/pages.jsonl"), `${pages.join("\n")}\n`);
  await appendFile(join(book.root, "data/book.yaml"), "corpora: [{name: own, files: corpora/pages.jsonl}]\n");
  const rows = await book.rows<Evaluation>("evals", "--clean");
  const found = await book.sql("select item_id from {contamination_items} where verdict in ('exact', 'near') order by item_id");
  planted = found.map(({item_id}) => String(item_id));
  expect(planted.length).toBeGreaterThan(5);
  expect(chosen.map(({item_id}) => item_id)).toEqual(expect.arrayContaining(planted));
  const expected =
    await book.sql(`select model, sampler, (count(*) filter (status < 2))::double as n, (sum(status) filter (status < 2) - sum(guess_chance) filter (status < 2))
    / (count(*) filter (status < 2) - sum(guess_chance) filter (status < 2)) as accuracy from {samples}
    where item_id not in (${planted.map(id => `'${id}'`)}) group by all order by model, sampler`);
  const sorted = rows.sort((a, b) => (`${a.model} ${a.sampler}` < `${b.model} ${b.sampler}` ? -1 : 1));
  expect(sorted.map(({model, sampler, n}) => [model, sampler, n])).toEqual(
    expected.map(({model, sampler, n}) => [model, sampler, n])
  );
  for (const [i, {accuracy}] of sorted.entries()) expect(accuracy).toBeCloseTo(Number(expected[i]!.accuracy), 12);
  const pooled =
    await book.sql(`select model, sampler, sum(correct + incorrect)::double as n, (sum(correct) - sum(guess_sum)) / (sum(correct + incorrect) - sum(guess_sum)) as accuracy
    from {adjusted_task_counts} group by all order by model, sampler`);
  for (const [i, {n, accuracy}] of pooled.entries())
    expect([n, accuracy]).toEqual([expected[i]!.n, expect.closeTo(Number(expected[i]!.accuracy), 12)]);
  expect(pooled).toHaveLength(expected.length);
});

test("two evaluations are compared, and abilities are stored, without those tests", async () => {
  const [row] = await book.rows<{n: number; value: number; wins: number; losses: number}>(
    ...["compare", "--a", "sim-cedar-01 plain greedy", "--b", "sim-heron-08 plain greedy", "--clean"]
  );
  const left = planted.map(id => `'${id}'`);
  const [expected] =
    await book.sql(`with pairs as (select (a.status = 1)::int - (b.status = 1)::int as d, 1 - a.guess_chance as m from {samples} a
    join {samples} b using (item_id, trial) where trial = 0 and a.sampler = 'greedy' and b.sampler = 'greedy' and a.status < 2 and b.status < 2
    and a.model = 'sim-cedar-01' and b.model = 'sim-heron-08' and item_id not in (${left}))
    select count(*)::int as n, sum(d) / sum(m) as value, (count(*) filter (d = 1))::int as wins, (count(*) filter (d = -1))::int as losses from pairs`);
  expect(row).toMatchObject({n: expected!.n, wins: expected!.wins, losses: expected!.losses});
  expect(row!.value).toBeCloseTo(Number(expected!.value), 12);

  await study("adjusted_ability", join(book.root, "data/store"), {report: silent});
  const counts = (
    without: string
  ) => `select eval_id, count(*)::int as n, (count(*) filter (status = 1))::int as correct from {samples}
    where trial = 0 and status < 2 and item_id in (select item_id from {irt_items} where a is not null) ${without} group by 1 order by 1`;
  const stored = await book.sql("select eval_id, n, correct, all_n, all_correct, theta from {adjusted_ability} order by eval_id");
  expect(stored.map(({eval_id, n, correct}) => ({eval_id, n, correct}))).toEqual(
    await book.sql(counts(`and item_id not in (${left})`))
  );
  expect(stored.map(({eval_id, all_n: n, all_correct: correct}) => ({eval_id, n, correct}))).toEqual(await book.sql(counts("")));
  expect(stored.every(({theta}) => Number.isFinite(theta))).toBe(true);
});

test("scores are those of the adjusted table; repetitions, which are of all tests, refuse", async () => {
  const rows = await book.rows<{eval_id: string; formula: number}>("scores", "--clean", "--layer", "mean");
  const own = await book.sql("select eval_id, formula from {adjusted_scores} where layer = 'mean' order by eval_id");
  const sorted = rows.sort((a, b) => (a.eval_id < b.eval_id ? -1 : 1));
  expect(sorted.map(({eval_id, formula}) => [eval_id, formula])).toEqual(own.map(({eval_id, formula}) => [eval_id, formula]));
  const raw = await book.rows<{eval_id: string; formula: number}>("scores", "--layer", "mean");
  expect(raw.map(({formula}) => formula).sort()).not.toEqual(sorted.map(({formula}) => formula).sort());
  const {code, stderr} = await book.analyze("repetitions", "--clean");
  expect([code, stderr]).toEqual([2, expect.stringContaining("repetitions covers all tests")]);
});
