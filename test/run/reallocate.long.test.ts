// Reallocation of saved samples, from run to plan.
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {EMPTY, lastValueFrom, merge, type Observable, of, toArray} from "rxjs";
import {expect, test} from "vitest";
import type {Evaluated, PointResult} from "../../pipelines/run/evaluate.js";
import {type Cell as CellOf, withReallocation} from "../../pipelines/run/reallocate.js";
import {noCounters} from "../../pipelines/score/counters.js";
import type {Stopped} from "../../pipelines/score/precision.js";
import {singleAnswers} from "../../pipelines/score/testShares.js";
import {query} from "../../pipelines/store/sql.node.js";
import {stubServer, type Workbook, workbook} from "../workbook.js";

const bookOf = (precision: string, models = "models/reference.yaml") => ({
  "book.yaml": `suite: suites/small.yaml\nmodels: [${models}]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: ${precision}\nseed: 7\n`
});
const PLAIN = "{min: 16, step: 16, max: 48, width: 0.3}";
const REALLOCATED = "{min: 16, step: 16, max: 48, width: 0.3, reallocate: true}";

interface Row {
  model: string;
  id: string;
  n: number;
  width: number;
  stopped: Stopped;
}
async function rowsOf({root}: Workbook): Promise<Row[]> {
  const {columns, rows} = await query(
    "select model, base_task || params as id, (correct + incorrect + truncated)::int as n, ci_high - ci_low as width, stopped from points order by all",
    {folder: join(root, "data/store")}
  );
  return rows.map(row => Object.fromEntries(columns.map((name, i) => [name, row[i]])) as unknown as Row);
}
const total = (rows: readonly Row[]) => rows.reduce((sum, {n}) => sum + n, 0);

test("what easy points save goes to wide ones: no more in all, the same again, and the plan knows it", async () => {
  await using plain = await workbook(bookOf(PLAIN));
  expect((await plain.command("run")).code).toBe(0);
  const before = await rowsOf(plain);

  await using place = await workbook(bookOf(REALLOCATED));
  const plan = async () => JSON.parse((await place.command("plan", "--json")).stdout);
  const first = await plan();
  expect(first.requests).toEqual({low: 16 * 15, high: 48 * 15});
  expect((await place.command("run")).code).toBe(0);
  const after = await rowsOf(place);
  expect(after.some(({n}) => n > 48)).toBe(true);
  expect(total(after)).toBeGreaterThan(total(before));
  for (const model of new Set(after.map(({model}) => model))) {
    const own = after.filter(row => row.model === model);
    expect(total(own)).toBeLessThanOrEqual(48 * 5);
    // Savings are kept only where every point is precise enough.
    if (total(own) < 48 * 5) expect(own.every(({stopped}) => stopped !== "max")).toBe(true);
  }
  for (const [i, row] of after.entries()) {
    expect([row.model, row.id]).toEqual([before[i]!.model, before[i]!.id]);
    expect(row.n).toBeGreaterThanOrEqual(before[i]!.n);
    if (row.n > before[i]!.n) expect([before[i]!.stopped, before[i]!.width > 0.3]).toEqual(["max", true]);
  }
  expect(first.expected.requests.low).toBeLessThanOrEqual(total(after));
  expect(first.expected.requests.high).toBeGreaterThanOrEqual(total(after));

  expect(await plan()).toMatchObject({cached: total(after), requests: {low: 0, high: 0}, expected: {requests: {estimate: 0}}});
  const hashes = await place.tableHashes();
  expect((await place.command("run")).stderr).toContain(" 0 asked");
  expect(await place.tableHashes()).toEqual(hashes);

  // A store that holds the answers of a run without reallocation asks only what is reallocated, and ends with the same points.
  await using later = await workbook({...bookOf(PLAIN)});
  expect((await later.command("run")).code).toBe(0);
  await writeFile(join(later.root, "data/book.yaml"), bookOf(REALLOCATED)["book.yaml"]);
  const rest = JSON.parse((await later.command("plan", "--json")).stdout);
  expect(rest.cached).toBe(total(before));
  expect(rest.requests.low).toBeLessThanOrEqual(total(after) - total(before));
  expect(rest.requests.high).toBeGreaterThanOrEqual(total(after) - total(before));
  expect((await later.command("run")).stderr).toContain(` ${total(after) - total(before)} asked`);
  expect(await rowsOf(later)).toEqual(after);
});

test("a run that a budget ends reallocates nothing yet; the next one ends as one that was never ended", async () => {
  let asked = 0;
  let broken = true;
  // Half the questions are answered wrongly, by their text alone; the 100th request and later ones fail at first.
  await using server = await stubServer((body, _, response) => {
    if (broken && ++asked > 100) {
      response.statusCode = 400;
      response.end(JSON.stringify({error: {message: "no more"}}));
      return undefined;
    }
    const {content} = (body.messages as {content: string}[]).at(-1)!;
    return content.includes("True") || content.length % 2 ? "Answer: 1" : "Answer: (nothing)";
  });
  const files = {
    ...bookOf(REALLOCATED, "models/stub.yaml"),
    "models/stub.yaml": `id: stub\nendpoint: ${server.url}\nretries: 0\nconcurrency: 3\n`
  };
  await using place = await workbook(files);
  expect((await place.command("run")).code).toBe(1);
  expect(Math.max(...(await rowsOf(place)).map(({n}) => n))).toBeLessThanOrEqual(48);
  broken = false;
  expect((await place.command("run")).code).toBe(0);
  await using whole = await workbook(files);
  expect((await whole.command("run")).code).toBe(0);
  expect(await rowsOf(place)).toEqual(await rowsOf(whole));
});

type Cell = CellOf<PointResult>;
const key = (model: string) => ({model, template: "t", sampler: "s", eval_id: model});
const cell = (model: string, point: string): Cell =>
  ({evaluation: {key: key(model)}, point: {key: point}, limit: Number.POSITIVE_INFINITY}) as unknown as Cell;
const resultOf = ({evaluation, point}: Cell, k: number, stopped: Stopped): PointResult => ({
  evaluation,
  point,
  k,
  most: 32,
  stopped,
  unscored: 0,
  simulated: false,
  unasked: 0,
  counters: {...noCounters, correct: k / 2, incorrect: k / 2},
  testShares: singleAnswers({correct: k / 2, total: k, guessSum: 0})
});
const precision = {min: 8, step: 8, max: 32, width: 0.2, reallocate: true};
const resultsOf = async (cells: readonly Cell[], sample: (cells: readonly Cell[]) => Observable<Evaluated>) => {
  const all: Evaluated[] = await lastValueFrom(withReallocation(cells, sample, precision).pipe(toArray()));
  return all as PointResult[];
};

test("rounds begin when all points have ended, whatever their order; each point has one result", async () => {
  const cells = ["a", "b", "c"].map(name => cell("m", name));
  const ends = async (order: readonly number[]) => {
    const rounds: string[] = [];
    const sample = (now: readonly Cell[]) => {
      rounds.push(now.map(({point, limit}) => `${point.key} ${limit}`).join(", "));
      const results = now.map(each =>
        each.earlier
          ? resultOf(each, each.limit, "max")
          : resultOf(each, each.point.key === "a" ? 8 : 32, each.point.key === "a" ? "width" : "max")
      );
      return merge(...order.flatMap(i => (results[i] ? [of<Evaluated>(results[i])] : [])));
    };
    const found = await resultsOf(cells, sample);
    return {rounds, found: found.map(({point, k, stopped}) => `${point.key} ${k} ${stopped}`)};
  };
  const {rounds, found} = await ends([0, 1, 2]);
  expect(rounds).toEqual(["a Infinity, b Infinity, c Infinity", "b 48, c 40"]);
  expect(found).toEqual(["a 8 width", "b 48 max", "c 40 max"]);
  expect(await ends([2, 1, 0])).toEqual({rounds, found});
});

test("an evaluation with a failed point moves nothing and its open points share the reason; others go on", async () => {
  const cells = [cell("m", "a"), cell("m", "b"), cell("n", "a"), cell("n", "b")];
  const sample = (now: readonly Cell[]) =>
    of<Evaluated[]>(
      ...now.map(each => {
        if (each.earlier) return resultOf(each, each.limit, "max");
        if (each.point.key === "b") return resultOf(each, 32, "max");
        return resultOf(each, 8, each.evaluation.key.model === "m" ? "failed" : "width");
      })
    );
  const found = await resultsOf(cells, sample);
  expect(found.map(({evaluation, k, stopped}) => `${evaluation.key.model} ${k} ${stopped}`)).toEqual([
    "m 8 failed",
    "n 8 width",
    "m 32 failed",
    "n 56 max"
  ]);
  expect(await resultsOf([], () => EMPTY)).toEqual([]);
});
