// Data that are gathered from stores: the same numbers as in SQL over the store and in `analyze compare`, which count in other ways.
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {expect, test} from "vitest";
import {outcomesOf} from "../../../pipelines/run/outcomes.js";
import {rescore} from "../../../pipelines/run/rescore/rescore.js";
import {gather} from "../../../pipelines/run/resultFile/gather.js";
import {recompute} from "../../../pipelines/run/resultFile/result.js";
import {FIXTURE_STORE} from "../../fixtureStore.js";
import {inProcess} from "../../inProcess.js";
import {silent} from "../../silent.js";
import {jsonLines, write} from "../imports/layouts.js";

test("three models: outcomes are those of SQL, discordant tests those of analyze compare, and there is an entry for each wrong answer", async () => {
  const result = await gather([{path: FIXTURE_STORE}], {title: "fixture", texts: true});
  expect(recompute(result).disagreements).toEqual([]);
  const {models, pairs} = await outcomesOf(FIXTURE_STORE);
  for (const [i, {right, low, high, n, truncated, unread, model}] of models.entries()) {
    expect(result.models[i]).toMatchObject({model, n, truncated, unread, cost: null}); // simulated
    expect(result.models[i]!.right).toBeCloseTo(right!, 12);
    expect(result.models[i]!.low).toBeCloseTo(low!, 12);
    expect(result.models[i]!.high).toBeCloseTo(high!, 12);
  }
  for (const [i, {value, low, p, ...counts}] of pairs.entries()) {
    expect(result.pairs[i]).toMatchObject({...counts, high: expect.closeTo(counts.high!, 12)});
    expect(result.pairs[i]!.value).toBeCloseTo(value!, 12);
    expect(result.pairs[i]!.low).toBeCloseTo(low!, 12);
    expect(result.pairs[i]!.p).toBeCloseTo(p!, 12);
  }
  const [{a, b, n, wins, losses}] = result.pairs as [(typeof result.pairs)[number]];
  const analyzed = await inProcess([
    "analyze",
    "compare",
    "--all-items",
    "--store",
    FIXTURE_STORE,
    "--a",
    a,
    "--b",
    b,
    "--format",
    "json"
  ]);
  const [pooled] = JSON.parse(analyzed.stdout) as object[];
  expect(pooled).toMatchObject({n, wins, losses});
  expect(result.wrong).toHaveLength(models.reduce((sum, each) => sum + Math.round(each.n * (1 - each.right!)), 0));
  for (const {question, expected, rule} of result.wrong) expect([question, expected, rule]).not.toContain(undefined);
  expect(result.groups.length).toBeGreaterThan(2);
});

test("repeated answers: intervals are over questions, as in SQL", async () => {
  const root = await mkdtemp(join(tmpdir(), "reasonbook-gather-"));
  const rows = Array.from({length: 60}, (_, i) => ({
    model: i < 30 ? "one" : "two",
    base_task: "sums",
    prompt: `How many are ${i % 10} and 1?`,
    text: i % 7 === 0 ? "I do not know." : `Answer: ${(i % 10) + (i % 4 === 0 ? 2 : 1)}`,
    expected: String((i % 10) + 1),
    trial: Math.floor((i % 30) / 10),
    price: {input: 1, output: 2},
    prompt_tokens: 10,
    completion_tokens: 5
  }));
  const folder = join(root, "store");
  await rescore({source: {dataset: await write(root, "rows.jsonl", jsonLines(rows))}, folder, report: silent});
  const result = await gather([{path: folder}], {title: "repeats", texts: true});
  const {models, pairs} = await outcomesOf(folder);
  expect(result.items).toBe(10);
  expect(result.models.map(({n}) => n)).toEqual([30, 30]);
  for (const [i, {right, low, high, cost}] of models.entries()) {
    expect([result.models[i]!.right, result.models[i]!.low, result.models[i]!.high]).toEqual(
      [right, low, high].map(each => expect.closeTo(each!, 12))
    );
    expect(result.models[i]!.cost).toEqual(cost === null ? null : expect.closeTo(cost, 12));
  }
  expect(result.pairs[0]).toMatchObject({n: pairs[0]!.n, wins: pairs[0]!.wins, value: expect.closeTo(pairs[0]!.value!, 12)});
  expect(recompute(result).disagreements).toEqual([]);
  await rm(root, {recursive: true, force: true});
});
