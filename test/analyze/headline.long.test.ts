// Headline figures of `analyze`: items that an audit found word for word are left out. Expected counts are computed from the samples without any of our macros.
import {appendFile, mkdir, readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {study} from "../../pipelines/studies/make.node.js";
import {silent} from "../silent.js";
import {ask, type Evaluated, evaluated} from "./store.js";

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

test("where no corpus was searched, all items count", async () => {
  const [headline, all] = [await book.rows<Evaluation>("evals"), await book.rows<Evaluation>("evals", "--all-items")];
  expect(headline).toEqual(all);
  expect(headline.length).toBeGreaterThan(2);
});

test("exact copies are left out of counts and scores, others stay", async () => {
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
  await study("adjusted_scores", join(book.root, "data/store"), {report: silent});
  const rows = await book.rows<Evaluation>("evals");
  const found = await book.sql("select item_id from {contamination_items} where verdict = 'exact' order by item_id");
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
    ...["compare", "--a", "sim-cedar-01 plain greedy", "--b", "sim-heron-08 plain greedy"]
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
  const either = (await book.sql("select item_id from {contamination_items} where verdict in ('exact', 'near')")).map(
    ({item_id}) => `'${String(item_id)}'`
  );
  const stored = await book.sql("select eval_id, n, correct, all_n, all_correct, theta from {adjusted_ability} order by eval_id");
  expect(stored.map(({eval_id, n, correct}) => ({eval_id, n, correct}))).toEqual(
    await book.sql(counts(`and item_id not in (${either})`))
  );
  expect(stored.map(({eval_id, all_n: n, all_correct: correct}) => ({eval_id, n, correct}))).toEqual(await book.sql(counts("")));
  expect(stored.every(({theta}) => Number.isFinite(theta))).toBe(true);
});

test("scores are those of the adjusted table, as pages show them; with all items those of the table of scores", async () => {
  interface Score {
    eval_id: string;
    formula: number;
    formula_low: number;
    score: number;
    n: number;
  }
  const numbers = (rows: readonly Score[]) =>
    rows
      .map(({eval_id, formula, formula_low, score, n}) => [
        eval_id,
        ...[formula, formula_low, score].map(each => Number(each.toFixed(9))),
        n
      ])
      .sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1));
  const stored = async (table: string) => numbers((await book.sql(`from {${table}} where layer = 'mean'`)) as unknown as Score[]);
  const [headline, all] = [await stored("adjusted_scores"), await stored("scores")];
  expect(headline).not.toEqual(all);
  expect(numbers(await book.rows<Score>("scores", "--layer", "mean"))).toEqual(headline);
  expect(numbers(await book.rows<Score>("scores", "--layer", "mean", "--all-items"))).toEqual(all);
  const evals = await book.rows<Score>("evals");
  expect(new Map(evals.map(({eval_id, formula}) => [eval_id, Number(formula.toFixed(9))]))).toEqual(
    new Map(headline.map(([eval_id, formula]) => [eval_id, formula]))
  );
});

test("where all items of what filters choose are exact copies, the message says so, and --all-items shows them", async () => {
  const file = join(book.root, "data/store/contamination_items.parquet");
  const kept = await readFile(file);
  const parquet = (name: string) => `'${join(book.root, `data/store/${name}.parquet`)}'`;
  await ask(
    `copy (select distinct item_id, base_task, 'exact' as verdict from ${parquet("samples")} where base_task = 'boolean') to '${file}' (format parquet)`
  );
  try {
    const {code, stderr} = await book.analyze("evals", "--task", "boolean");
    expect([code, stderr]).toEqual([2, expect.stringContaining("all items of these points were found in training data")]);
    expect((await book.rows("evals", "--task", "boolean", "--all-items")).length).toBeGreaterThan(2);
    expect((await book.rows<{base_task: string}>("tasks")).map(({base_task}) => base_task)).not.toContain("boolean");
  } finally {
    await writeFile(file, kept);
  }
});
