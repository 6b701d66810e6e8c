// Headline figures of the fixture store under several audits; counts are held against SQL over its samples.
import {cp, mkdir} from "node:fs/promises";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {query} from "../../../pipelines/store/sql.node.js";
import {make} from "../../../pipelines/studies/adjusted/make.node.js";
import {ask} from "../../analyze/store.js";
import {fixtureBook} from "../../fixtureStore.js";
import {silent} from "../../silent.js";
import type {Workbook} from "../../workbook.js";

let book: Workbook;
let store: string;
beforeAll(async () => {
  book = await fixtureBook();
  store = join(book.root, "data/store");
});
afterAll(async () => book[Symbol.asyncDispose]());

const table = async (sql: string) => (await query(sql, {folder: store})).rows;
const KINDS = "(row_number() over (order by item_id) - 1) % 4";

/** Makes the tables under an audit: an expression of SQL that gives each item its verdict, null for none. */
async function audited(verdict: string): Promise<void> {
  const items = `(select item_id, any_value(params) as params, any_value(base_task) as base_task from '${join(store, "samples.parquet")}' group by 1)`;
  await ask(`copy (select * from (select item_id, base_task, (${verdict})::varchar as verdict from ${items}) where verdict is not null)
    to '${join(store, "contamination_items.parquet")}' (format parquet)`);
  await make(store, {report: silent});
}

/** Identities and counters of points, rounded as sums of fractions are. */
const COUNTS = `eval_id, base_task, params, correct, incorrect, truncated, unparsed, round(guess_sum, 9), completion_tokens::double,
  tokens_squared::double, round(accuracy, 9), round(ci_low, 9), stopped, list_sort(suites)::varchar`;
const SCORES = "eval_id, suite, layer, tier, base_task, params, round(score, 9), round(formula, 9), round(formula_low, 9), n";

async function expectAll(): Promise<void> {
  expect(await table(`select ${COUNTS} from adjusted_points order by all`)).toEqual(
    await table(`select ${COUNTS} from points order by all`)
  );
  expect(await table(`select ${SCORES} from adjusted_scores order by all`)).toEqual(
    await table(`select ${SCORES} from scores order by all`)
  );
  expect(await table("select sum(correct), sum(points) from adjusted_task_counts")).toEqual(
    await table("select sum(correct), sum(points) from task_counts")
  );
  const differences = await table("select difference, difference_low, difference_high, left_out from headlines where all_n > 0");
  expect(differences.length).toBeGreaterThan(3);
  for (const each of differences) expect(each).toEqual([0, 0, 0, 0]);
}

test.each([
  ["no item was looked for", "null"],
  ["none was found", "'clean'"],
  ["copies have changes", "'near'"],
  ["no item can be tested", "'not_testable'"],
  ["the audit is of other items", "case when item_id = 'none of these' then 'exact' end"]
])("where %s, the headline figure is that of all items", async (_, verdict) => {
  await audited(verdict);
  await expectAll();
});

test("headline and left out are all: exact copies leave the counts of their points and of no other", async () => {
  await audited(`['clean', 'exact', 'not_testable', 'near'][${KINDS} + 1]`);
  const exact = "item_id in (select item_id from contamination_items where verdict = 'exact')";
  const counted = (where: string) => `select eval_id, base_task, params, (count(*) filter (status = 1))::int as correct,
    (count(*) filter (status = 0))::int as incorrect, (count(*) filter (status = 2))::int as truncated,
    round(coalesce(sum(guess_chance) filter (status < 2), 0), 9) as guess_sum, sum(completion_tokens)::double as tokens
    from samples where trial = 0 and ${where} group by all order by all`;
  const own = "eval_id, base_task, params, correct, incorrect, truncated, round(guess_sum, 9), completion_tokens::double";
  expect(await table(`select ${own} from adjusted_points order by all`)).toEqual(await table(counted(`not ${exact}`)));
  const [sums] = await table(
    "select (select sum(correct + incorrect + truncated) from adjusted_points)::int, (select sum(correct + incorrect + truncated) from points)::int"
  );
  const [[left]] = (await table(`select count(*)::int from samples where trial = 0 and ${exact}`)) as [[number]];
  expect(left).toBeGreaterThan(50);
  expect(Number(sums![0]) + left).toBe(sums![1]);
  const items = await table(`select h.eval_id, h.suite, h.items, h.left_out, h.audited from headlines h order by all`);
  const again = await table(`select eval_id, suite, count(*)::int, (count(*) filter (${exact}))::int, count(*)::int
    from (select distinct s.eval_id, s.item_id, unnest(p.suites) as suite from samples s join points p using (eval_id, base_task, params, seed))
    group by all order by all`);
  expect(items).toEqual(again);
});

test("the difference is that of the two scores, with an interval that contains it", async () => {
  const rows =
    await table(`select h.formula, h.all_formula, h.difference, h.difference_low, h.difference_high, a.formula, s.formula, h.n, h.all_n
    from headlines h join adjusted_scores a on a.eval_id = h.eval_id and a.suite = h.suite and a.layer = 'mean'
    join scores s on s.eval_id = h.eval_id and s.suite = h.suite and s.layer = 'mean'`);
  expect(rows.length).toBeGreaterThan(3);
  for (const row of rows) {
    const [formula, all, difference, low, high, adjusted, stored, n, all_n] = row as number[];
    expect(formula).toBeCloseTo(adjusted!, 12);
    expect(all).toBeCloseTo(stored!, 12);
    expect(difference).toBeCloseTo(formula! - all!, 12);
    expect(low!).toBeLessThan(difference!);
    expect(high!).toBeGreaterThan(difference!);
    expect(n!).toBeLessThan(all_n!);
  }
});

test("where all items are exact copies there is no headline figure, and the counts say so", async () => {
  await audited("'exact'");
  expect(await table("select count(*)::int from adjusted_points union all select count(*)::int from adjusted_scores")).toEqual([
    [0],
    [0]
  ]);
  const rows = await table(
    "select items = left_out, formula, difference, n, all_formula is not null from headlines where all_n > 0"
  );
  expect(rows.length).toBeGreaterThan(3);
  for (const row of rows) expect(row).toEqual([true, null, null, 0, true]);
});

test("verdicts on the items of one suite change that suite alone", async () => {
  const ofSuite =
    "base_task in (select base_task from (select base_task, unnest(suites) as suite from POINTS) where suite = 'lengths')";
  const points = `'${join(store, "points.parquet")}'`;
  await audited(`case when ${ofSuite.replace("POINTS", points)} then 'exact' end`);
  const rows = await table(
    "select suite, sum(left_out)::int, sum(items)::int, count(formula)::int, max(abs(difference)) from headlines group by 1 order by 1"
  );
  const [lengths, ...others] = rows;
  expect(lengths).toEqual(["lengths", lengths![2], lengths![2], 0, null]);
  for (const [, left, , , difference] of others) expect([left, difference ?? 0]).toEqual([0, 0]);
});

test("a task of which no item remains is no part of the headline figure", async () => {
  await audited("if(base_task = 'arithmetic', 'exact', 'clean')");
  const rows = await table(
    `select len(missing), formula is not null, suite from adjusted_scores where layer in ('mean', 'tier') and suite = 'starter'`
  );
  expect(rows.length).toBeGreaterThan(3);
  for (const row of rows) expect(row).toEqual([0, true, "starter"]);
  expect(await table("select count(*)::int from headlines where suite = 'starter' and difference_low < difference_high")).toEqual(
    [[3]]
  );
});

test("effects compare exact and near copies with clean items; the parts add up", async () => {
  await audited(`['clean', 'exact', 'not_testable', 'near'][${KINDS} + 1]`);
  const counts =
    await table(`select e.all_items, e.clean_items + e.contaminated_items + e.not_testable, n from contamination_effects e
    join (select eval_id, count(distinct item_id) filter (status < 2) as n from samples group by 1) using (eval_id)`);
  expect(counts.length).toBeGreaterThan(2);
  for (const [all, parts, n] of counts) expect([all, parts]).toEqual([n, n]);
});

test("points that were given as counters stay as they are, and their items have no counts", async () => {
  const counters = join(book.root, "counters");
  await mkdir(counters);
  await cp(join(store, "points.parquet"), join(counters, "points.parquet"));
  await ask(
    `copy (select 'x' as item_id, 'exact' as verdict) to '${join(counters, "contamination_items.parquet")}' (format parquet)`
  );
  await make(counters, {report: silent});
  const rowsOf = async (sql: string) => (await query(sql, {folder: counters})).rows;
  expect(await rowsOf(`select ${COUNTS} from adjusted_points order by all`)).toEqual(
    await rowsOf(`select ${COUNTS} from points order by all`)
  );
  const headlines = await rowsOf("select distinct items, left_out, difference from headlines where all_n > 0");
  expect(headlines).toEqual([[null, null, 0]]);
});
