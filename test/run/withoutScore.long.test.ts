// What has no score: answers that a model does not give, tests that do not fit, and repetitions, which are no part of points.
import {mkdir} from "node:fs/promises";
import {join} from "node:path";
import {lastValueFrom, toArray} from "rxjs";
import {expect, test} from "vitest";
import {readBook} from "../../pipelines/book/read.node.js";
import {ContextExceeded} from "../../pipelines/infer/usage.js";
import {evaluate} from "../../pipelines/run/evaluate.js";
import {planOf} from "../../pipelines/run/evaluation.js";
import {openResultWriter} from "../../pipelines/run/resultWriter.js";
import {run} from "../../pipelines/run/run.js";
import {INCORRECT} from "../../pipelines/score/status.js";
import {openStore} from "../../pipelines/store/given.node.js";
import {manifestSchema} from "../../pipelines/store/manifest.node.js";
import {query} from "../../pipelines/store/sql.node.js";
import {openMerge} from "../../pipelines/store/standing.node.js";
import {study} from "../../pipelines/studies/make.node.js";
import {completion} from "../infer/loopback.js";
import {silent} from "../silent.js";
import {type Workbook, workbook} from "../workbook.js";

const ONE_MODEL = 'id: sim-heron-08\nendpoint: "reference:"\n';
const bookIn = ({root}: Workbook) => readBook(undefined, {root});
async function rows(folder: string, text: string): Promise<Record<string, unknown>[]> {
  const {columns, rows} = await query(text, {folder});
  return rows.map(row => Object.fromEntries(columns.map((name, i) => [name, row[i]])));
}

test("answers that a model does not give are counted, kept to read, and neither right nor wrong", async () => {
  await using book = await workbook({"models/reference.yaml": ONE_MODEL});
  const plan = planOf(await bookIn(book));
  let asked = 0;
  const answer = () => {
    asked++;
    return {completion: completion({finish_reason: asked % 2 ? "no_solver" : "stop", text: "I cannot"}), cached: false};
  };
  const events = await lastValueFrom(evaluate(plan, {answer, reason: () => "failed", limit: 40}).pipe(toArray()));
  const folder = join(book.root, "store");
  await mkdir(folder);
  const merge = openMerge(
    {points: []},
    {evaluations: plan.evaluations.map(({key}) => key), byBook: true, versions: new Map(), warn: () => {}}
  );
  await using writer = await openResultWriter(folder, merge);
  for (const event of events) {
    if ("stopped" in event) writer.point(event);
    else if ("score" in event) writer.sample(event);
    else writer.unscored(event);
  }
  await writer.write(writer.points, {asked: {evaluations: [], suites: {}}, warn: () => {}});
  const [counts] = await rows(
    folder,
    `select (select count(*)::int from samples) as samples, (select count(*)::int from responses) as responses,
      (select count(*)::int from measures where name = 'not_answered') as unanswered, (select sum(correct + incorrect + truncated)::int from points) as points`
  );
  expect(counts).toEqual({samples: 20, responses: 40, unanswered: 20, points: 20});
  expect(events.reduce((sum, event) => sum + ("stopped" in event ? event.unscored : 0), 0)).toBe(20);
  await using given = await openStore(folder);
  expect(given.unscored).toBe(20);
});

test("a server that is asked by its URL takes no answer out of the count by a finish reason, whatever it calls itself", async () => {
  await using book = await workbook({
    "models/reference.yaml": "id: sim-heron-08\nendpoint: http://127.0.0.1:9/v1\n"
  });
  const plan = planOf(await bookIn(book));
  const answer = () => ({
    completion: completion({finish_reason: "no_solver", text: "I cannot", served: "sim-heron-08 simulated"}),
    cached: false
  });
  const events = await lastValueFrom(evaluate(plan, {answer, reason: () => "failed", limit: 40}).pipe(toArray()));
  const samples = events.filter(event => "score" in event);
  expect(samples.length).toBe(40);
  for (const sample of samples) expect(sample).toMatchObject({simulated: false, score: {status: INCORRECT, parsed: false}});
});

test("a point of which nothing can be scored stops after its first batch", async () => {
  await using book = await workbook({"models/reference.yaml": ONE_MODEL});
  const plan = planOf(await bookIn(book));
  const answer = () => ({completion: completion({finish_reason: "no_solver"}), cached: false});
  const events = await lastValueFrom(evaluate(plan, {answer, reason: () => "failed"}).pipe(toArray()));
  const points = events.filter(event => "stopped" in event);
  expect(points.length).toBe(plan.points.length);
  for (const point of points)
    expect(point).toMatchObject({stopped: "unscored", unscored: 16, counters: {correct: 0, incorrect: 0}});
});

test("prompts beyond the context are not asked: counted, said once, and the run is complete", async () => {
  await using book = await workbook({
    "models/reference.yaml": 'endpoint: "reference:"\nmodels: [{id: sim-heron-08}, {id: sim-comet-05, context_tokens: 60}]\n'
  });
  const warnings: string[] = [];
  const folder = join(book.root, "data/store");
  const ran = (await run(await bookIn(book), {folder, report: {...silent, warn: text => void warnings.push(text)}}))!;
  const {evaluations, status} = manifestSchema.parse(ran.manifest);
  expect(status).toBe("complete");
  expect(ran.failed).toBe(0);
  expect(warnings.filter(text => text.includes("does not fit into its context of 60")).length).toBe(1);
  expect(evaluations.map(({model}) => model)).toContain("sim-heron-08");
  const long = await rows(folder, "select stopped, count(*)::int as n from points where model = 'sim-comet-05' group by 1");
  expect(long.every(({stopped}) => stopped === "context" || stopped === "width" || stopped === "max")).toBe(true);
});

test("a refusal for length is one of the point's reasons, with the number of tests that were not asked", async () => {
  await using book = await workbook({"models/reference.yaml": ONE_MODEL});
  const plan = planOf(await bookIn(book));
  const answer = () => Promise.reject(new ContextExceeded("too long"));
  const reason = (error: unknown) => (error instanceof ContextExceeded ? "context" : "failed");
  const events = await lastValueFrom(evaluate(plan, {answer, reason}).pipe(toArray()));
  for (const event of events) expect(event).toMatchObject({stopped: "context", unasked: 16, unscored: 0});
});

const FIRST_ANSWERS =
  "select eval_id, base_task, params, correct, incorrect, truncated, guess_sum, completion_tokens, cost from points order by all";

test("repetitions are samples of their own; first answers, and their requests, are those of a run without any", async () => {
  const greedy = "max_tokens: 2048\ntemperature: 1\n";
  await using book = await workbook({"models/reference.yaml": ONE_MODEL, "samplers/greedy.yaml": greedy});
  const folder = join(book.root, "data/store");
  const once = (await run(await bookIn(book), {folder, report: silent}))!;
  const before = await book.tableHashes();
  const first = await rows(folder, FIRST_ANSWERS);
  const whole = await bookIn(book);
  const repeated = {...whole, samplers: whole.samplers.map(sampler => ({...sampler, trials: 3}))};
  const again = (await run(repeated, {folder, report: silent}))!;
  expect(again.cached).toBeGreaterThanOrEqual(once.samples); // two points may ask one question
  expect(again.cached + again.requests).toBe(3 * once.samples);
  const after = await book.tableHashes();
  expect(after["items.parquet"]).toBe(before["items.parquet"]);
  expect(await rows(folder, FIRST_ANSWERS)).toEqual(first);
  const counted = await rows(folder, "select sum(answers)::int as answers, sum(correct + incorrect)::int as first from points");
  expect(counted[0]!.answers).toBeGreaterThan(2 * Number(counted[0]!.first));
  const trials = await rows(folder, "select trial, count(*)::int as n from samples group by 1 order by 1");
  expect(trials).toEqual([0, 1, 2].map(trial => ({trial, n: once.samples})));

  await study("estimates", folder, {report: silent});
  const reduced = await rows(
    folder,
    "select reducer, k, value, low, high, items, answers from repetitions where base_task = '' order by all"
  );
  expect(reduced.map(({reducer, k}) => `${reducer}${k ?? ""}`).sort()).toEqual(
    ["majority", "mean", "pass1", "pass2", "pass3", "pass_hat1", "pass_hat2", "pass_hat3"].sort()
  );
  const [mean] = await rows(folder, "select avg((status = 1)::int) as value from samples");
  const [items] = await rows(
    folder,
    `select avg(any_right::int)::double as any_right, avg(all_right::int)::double as all_right
    from (select bool_or(status = 1) as any_right, bool_and(status = 1) as all_right from samples group by item_id)`
  );
  const value = (name: string, k: number | null) =>
    Number(reduced.find(row => row.reducer === name && (row.k ?? null) === k)!.value);
  expect(value("mean", null)).toBeCloseTo(Number(mean!.value), 12);
  expect(value("pass", 1)).toBeCloseTo(value("mean", null), 12);
  expect(value("pass", 3)).toBeCloseTo(Number(items!.any_right), 12);
  expect(value("pass_hat", 3)).toBeCloseTo(Number(items!.all_right), 12);
  expect(value("pass", 3)).toBeGreaterThan(value("pass", 1)); // the answers differ from trial to trial
  const printed = await book.command("analyze", "repetitions", "--format", "json");
  expect(printed.code, printed.stderr).toBe(0);
  const shown = JSON.parse(printed.stdout) as {reducer: string; value: number; n: number; simulated: boolean}[];
  expect(shown.map(({reducer, value, n}) => [reducer, value, n])).toEqual(
    reduced.map(({reducer, value, items}) => [reducer, value, items])
  );
  expect(shown.every(({simulated}) => simulated)).toBe(true);
  for (const row of reduced) expect(Number(row.low)).toBeLessThanOrEqual(Number(row.high));
});
