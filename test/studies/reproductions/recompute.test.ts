// Statistics of small hand-made stores: worked out by hand, without tables, with one answer, all alike, and with models that are missing.
import {afterEach, expect, test} from "vitest";
import {openDuckDB} from "../../../pipelines/store/duckdb.node.js";
import {reproduce} from "../../../pipelines/studies/reproductions/make.node.js";
import {recompute, winRate} from "../../../pipelines/studies/reproductions/recompute.js";
import type {PublishedSet} from "../../../pipelines/studies/reproductions/schema.js";

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

/** A store of tables that statements of SQL make. */
async function storeOf(...statements: string[]) {
  const {connection, close} = await openDuckDB();
  opened.push(close);
  for (const statement of statements) await connection.run(statement);
  const rows = async <Row>(sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJS() as unknown as Row[];
  const has = async (table: string, ...columns: string[]) => {
    const names = await rows<{column_name: string}>(
      `select column_name from information_schema.columns where table_name = '${table}'`
    );
    return names.length > 0 && columns.every(column => names.some(({column_name}) => column_name === column));
  };
  return {rows, has};
}

const SAMPLES = (values: string) => `create table samples as from (values ${values}) t(model, base_task, item_id, status)`;
const MEASURES = (values: string) => `create table measures as from (values ${values}) t(model, item_id, name, value)`;
const ITEMS = (values: string) => `create table items as from (values ${values}) t(item_id, base_task)`;

test("an accuracy is over all answers: those without a verdict count as wrong", async () => {
  const store = await storeOf(
    SAMPLES("('m', 't', 'a', 1), ('m', 't', 'b', 0), ('m', 't', 'c', 2), ('m', 'other', 'd', 1), ('n', 't', 'a', 0)"),
    ITEMS("('a', 't'), ('b', 't'), ('c', 't'), ('e', 't')"),
    MEASURES("('m', 'e', 'not_scored', 1.0)")
  );
  const values = await recompute(store, {kind: "accuracy", task: "t"});
  expect(values.get("m")).toMatchObject({value: 0.25, n: 4, n_of: "answers"});
  // Wilson's interval of 0 of 1 (R: prop.test(0, 1, correct = FALSE)): [0, 0.7935].
  expect(values.get("n")).toMatchObject({value: 0, low: 0, high: expect.closeTo(0.7935, 4), n: 1});
});

test("answers without a letter count as the expected share of right draws", async () => {
  const answers = Array.from({length: 10}, (_, i) => `('m', 't', 'i${i}', 0)`).join(", ");
  const store = await storeOf(
    SAMPLES(answers),
    ITEMS(Array.from({length: 10}, (_, i) => `('i${i}', 't')`).join(", ")),
    MEASURES(
      "('m', 'i0', 'reported_right', 1.0), ('m', 'i1', 'reported_right', 1.0), ('m', 'i2', 'reported_right', 0.0), ('m', 'i3', 'reported_right', 0.0)"
    )
  );
  const accuracy = (await recompute(store, {kind: "accuracy-with-guesses", task: "t", options: 10})).get("m")!;
  expect(accuracy).toMatchObject({value: expect.closeTo((2 + 6 / 10) / 10, 12), n: 10});
  expect(accuracy.low).toBeLessThan(accuracy.value);
  expect(accuracy.high).toBeGreaterThan(accuracy.value);
});

test("a mean score joins verdicts and scores between 0 and 1", async () => {
  const store = await storeOf(
    SAMPLES("('M', 'b-zebra', 'a', 1), ('M', 'b-zebra', 'b', 0)"),
    ITEMS("('a', 'b-zebra'), ('b', 'b-zebra'), ('c', 'b-zebra')"),
    MEASURES("('M', 'c', 'reported:score', 0.5), ('M', 'c', 'end_state', 1.0)")
  );
  const values = await recompute(store, {kind: "mean-score", prefix: "b-"});
  expect([...values.keys()]).toEqual(["m · zebra"]);
  expect(values.get("m · zebra")).toMatchObject({value: expect.closeTo(0.5, 12), n: 3});
});

test("pass^k is the mean over tasks of C(c, k) ÷ C(n, k)", async () => {
  const rows = [
    ["a", 1, 1],
    ["a", 1, 1],
    ["b", 1, 0],
    ["b", 1, 1]
  ].map(([item, , status]) => `('m', 't', '${item}', ${status})`);
  const values = await recompute(await storeOf(SAMPLES(rows.join(", "))), {kind: "pass", model: "m", task: "t"});
  expect(values.get("pass^1")).toMatchObject({value: 0.75, n: 2, n_of: "tasks"});
  expect(values.get("pass^2")).toMatchObject({value: 0.5, n: 2});
  expect(values.has("pass^3")).toBe(false);
});

const VOTES = (table: string, values: string) =>
  `create table ${table} as from (values ${values}) t(judge, question_id, turn, model_a, model_b, winner)`;

test("votes agree whichever model stands first; inconsistent verdicts are ties, and authors do not count", async () => {
  const store = await storeOf(
    VOTES(
      "votes",
      "('expert_1', '81', 1, 'x', 'y', 'model_a'), ('expert_2', '81', 1, 'y', 'x', 'model_b'), ('expert_1', '82', 1, 'x', 'y', 'tie'), ('author_1', '81', 1, 'x', 'y', 'model_b')"
    ),
    VOTES("judge_votes", "('GPT-4', '81', 1, 'y', 'x', 'model_b'), ('GPT-4', '82', 1, 'x', 'y', 'tie (inconsistent)')")
  );
  const values = await recompute(store, {kind: "agreement"});
  expect(values.get("two experts, first turn · with ties")).toMatchObject({value: 1, n: 1});
  expect(values.get("GPT-4 and expert, first turn · with ties")).toMatchObject({value: 1, n: 3});
  expect(values.get("GPT-4 and expert, first turn · without ties")).toMatchObject({value: 1, n: 2});
  expect([...values.keys()].filter(name => name.includes("second turn"))).toEqual([]);
});

test("a win rate is a mean over opponents, however often each was met; ties are no wins", () => {
  const vote = (opponent: string, question: number, wins: number, n: number) => ({model: "m", opponent, question, wins, n});
  // 3 of 4 against one, 0 of 1 against the other.
  expect(winRate([vote("a", 81, 2, 2), vote("a", 82, 1, 2), vote("b", 83, 0, 1)]).value).toBeCloseTo((3 / 4 + 0) / 2, 12);
  expect(winRate([vote("a", 81, 1, 1)])).toMatchObject({value: 1, low: null, high: null, n: 1});
  expect(winRate([81, 82, 83].map(question => vote("a", question, 1, 1)))).toMatchObject({
    value: 1,
    // All alike: Wilson's interval of 3 of 3 (R: prop.test(3, 3, correct = FALSE)).
    low: expect.closeTo(0.4385, 4),
    high: 1
  });
});

test("runs of a model with several are named with their dates", async () => {
  const store = await storeOf(
    "create table aider_runs as from (values ('polyglot', 0, 'm', '2025-01-01', 225, 9), ('polyglot', 1, 'm', '2025-02-01', 225, 0), ('polyglot', 2, 'n', '2025-01-01', 225, 225), ('edit', 0, 'o', '2024-01-01', 133, 1)) t(benchmark, run, model, date, tasks, solved_2)"
  );
  const values = await recompute(store, {kind: "solved", benchmark: "polyglot"});
  expect([...values].map(([name, {value}]) => [name, value])).toEqual([
    ["m, 2025-01-01", 9 / 225],
    ["m, 2025-02-01", 0],
    ["n", 1]
  ]);
});

test("a store without tables, or of other columns, gives nothing", async () => {
  const stores = [await storeOf(), await storeOf("create table samples (x integer)", "create table votes (judge varchar)")];
  for (const store of stores)
    for (const recipe of [
      {kind: "accuracy", task: "t"},
      {kind: "accuracy-with-guesses", task: "t", options: 10},
      {kind: "accuracy-by-task", model: "m", prefix: "b-"},
      {kind: "mean-score", prefix: "b-"},
      {kind: "pass", model: "m", task: "t"},
      {kind: "agreement"},
      {kind: "win-rate"},
      {kind: "solved", benchmark: "polyglot"}
    ] as const)
      expect(await recompute(store, recipe), recipe.kind).toEqual(new Map());
});

test("figures of models without answers are counted and left out; facts need no answers", async () => {
  const set: PublishedSet = {
    id: "s",
    title: "S",
    statistic: "accuracy",
    source: "https://example.org",
    sources: {},
    unit: "%",
    recompute: {kind: "accuracy", task: "t"},
    names: {Published: "m"},
    published: {Published: "100", absent: "50.0", counted: "33.3"},
    facts: {counted: {right: 1, n: 3}},
    explanations: {}
  };
  const {rows, missing} = await reproduce(await storeOf(SAMPLES("('m', 't', 'a', 1)")), [set]);
  expect(missing).toBe(1);
  expect(rows.map(({part, verdict, carried, position}) => [part, verdict, carried, position])).toEqual([
    ["Published", "equal after rounding", false, 0],
    ["counted", "equal after rounding", true, 1]
  ]);
});
