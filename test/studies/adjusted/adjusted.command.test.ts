// Scores without contaminated items, from the fixture store; counts are held against SQL over its samples.
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {query} from "../../../pipelines/store/sql.node.js";
import {adjusted, type Verdicts} from "../../../pipelines/studies/adjusted/make.node.js";
import type {Verdict} from "../../../pipelines/studies/contamination/settings.js";
import {fixtureBook} from "../../fixtureStore.js";
import type {Workbook} from "../../workbook.js";

let book: Workbook;
let store: string;
let items: string[];
beforeAll(async () => {
  book = await fixtureBook();
  store = join(book.root, "data/store");
  items = (await query("select distinct item_id from samples order by 1", {folder: store})).rows.map(([id]) => String(id));
});
afterAll(async () => book[Symbol.asyncDispose]());

const judged = (verdict: (place: number) => Verdict): Verdicts => new Map(items.map((id, i) => [id, verdict(i)]));
const table = async (sql: string) => (await query(sql, {folder: store})).rows;

test("where nothing is contaminated, adjusted points and scores are the points and scores", async () => {
  const {points, scores, effects} = await adjusted(
    store,
    judged(() => "clean")
  );
  const own = await table(
    "select eval_id, base_task, params, correct, incorrect, truncated, accuracy, center from points order by all"
  );
  const found = points.map(({eval_id, base_task, params, correct, incorrect, truncated, accuracy, center}) => [
    ...[eval_id, base_task, params, correct, incorrect, truncated, accuracy, center]
  ]);
  expect(found.map(String).sort()).toEqual(own.map(String).sort());
  const raw = await table("select model, layer, tier, base_task, params, score, low, high from scores order by all");
  const again = scores.map(({model, layer, tier, base_task, params, score, low, high}) => [
    ...[model, layer, tier, base_task, params, score ?? null, low ?? null, high ?? null]
  ]);
  expect(again.map(String).sort()).toEqual(raw.map(String).sort());
  for (const {why, gain, memoriser, simulated} of effects) {
    expect([gain, memoriser, simulated]).toEqual([null, null, true]);
    expect(why).toBe("no contaminated item was answered");
  }
});

test("contaminated tests leave the counts of their points and no other's; those that cannot be tested stay", async () => {
  const kinds = ["clean", "exact", "not_testable", "near"] as const;
  const verdicts = judged(i => kinds[i % 4]!);
  const {points, effects} = await adjusted(store, verdicts);
  const left = items.filter((_, i) => i % 2 === 0).map(id => `'${id}'`);
  const expected =
    await table(`select eval_id, base_task, params, (count(*) filter (status = 1))::int, (count(*) filter (status = 0))::int,
    round(coalesce(sum(guess_chance) filter (status < 2), 0), 9) from samples where item_id in (${left}) group by all`);
  const found = points.map(({eval_id, base_task, params, correct, incorrect, guess_sum}) => [
    ...[eval_id, base_task, params, correct, incorrect, Number((guess_sum as number).toFixed(9))]
  ]);
  expect(found.map(String).sort()).toEqual(expected.map(String).sort());
  const counts = await table("select eval_id, count(distinct item_id) filter (status < 2) from samples group by 1 order by 1");
  for (const [eval_id, n] of counts) {
    const effect = effects.find(each => each.eval_id === eval_id)!;
    expect(effect.all_items).toBe(n);
    const parts = [effect.clean_items, effect.contaminated_items, effect.not_testable] as number[];
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(n);
  }
});

test("where all is contaminated, no point and no score is left, and no effect is told", async () => {
  const {points, scores, effects} = await adjusted(
    store,
    judged(() => "exact")
  );
  expect([points, scores]).toEqual([[], []]);
  for (const {clean_accuracy, why} of effects) {
    expect(clean_accuracy).toBe(null);
    expect(why).toBe("no clean item was answered");
  }
});

test("tests without a verdict keep their counts and enter no comparison", async () => {
  const {points, effects} = await adjusted(store, new Map([["of another book", "exact"]]));
  expect(points).toHaveLength(Number((await table("select count(*) from points"))[0]![0]));
  expect(effects).toEqual([]);
});
