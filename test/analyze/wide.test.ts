// The wide form of `analyze`, held to DuckDB's own pivot, and SQL macros held to Arquero.
import {DuckDBInstance} from "@duckdb/node-api";
import * as aq from "arquero";
import fc from "fast-check";
import {afterAll, beforeAll, describe, expect, test} from "vitest";
import {widened} from "../../pipelines/analyze/wide.js";
import {statsMacros} from "../../pipelines/score/stats.sql.js";
import {type Evaluated, evaluated} from "./store.js";

let book: Evaluated;
beforeAll(async () => {
  book = await evaluated();
});
afterAll(() => book[Symbol.asyncDispose]());

type Row = Record<string, unknown>;

describe("--wide", () => {
  test("has the cells of DuckDB's pivot over the store's counters, with interval and n beside each", async () => {
    const {stdout, code} = await book.analyze("spiderweb", "--wide", "task", "--format", "json");
    expect(code).toBe(0);
    const rows = JSON.parse(stdout) as Row[];
    const pivot =
      await book.sql(`pivot (select eval_id, base_task, sum(correct)::int as c, sum(correct + incorrect)::int as n, sum(guess_sum) as g
      from {points} group by all) on base_task using first((c - g) / (n - g)) as accuracy, first(n) as n group by eval_id order by eval_id`);
    expect(rows).toHaveLength(pivot.length);
    expect(Object.keys(rows[0]!)).toEqual(
      ["eval_id", "model", "template", "sampler", "simulated"].concat(
        ["arithmetic", "boolean"].flatMap(task => [task, `${task}_low`, `${task}_high`, `${task}_n`])
      )
    );
    for (const expected of pivot) {
      const row = rows.find(({eval_id}) => eval_id === expected.eval_id)!;
      for (const task of ["arithmetic", "boolean"]) {
        expect(row[task]).toBeCloseTo(Number(expected[`${task}_accuracy`]), 12);
        expect(row[`${task}_n`]).toBe(Number(expected[`${task}_n`]));
        expect(row[`${task}_low`]).toBeLessThanOrEqual(row[task] as number);
        expect(row[`${task}_high`]).toBeGreaterThanOrEqual(row[task] as number);
      }
    }
    const {stdout: markdown} = await book.analyze("spiderweb", "--wide", "task", "--format", "markdown");
    expect(markdown).toContain("| eval_id | model | template |");
    expect(markdown).toContain("simulated");
  });

  test("and fold make the long form again; cells that are not there are null", () => {
    const row = fc.record({
      model: fc.constantFrom("a", "b", "c"),
      task: fc.constantFrom("x", "y", "z, 'q'"),
      accuracy: fc.double({noNaN: true})
    });
    fc.assert(
      fc.property(fc.uniqueArray(row, {minLength: 1, selector: ({model, task}) => `${model} ${task}`}), cells => {
        const long = cells.map(each => ({...each, low: each.accuracy - 1, high: each.accuracy + 1, n: 3}));
        const {rows, columns} = widened(long, ["model", "task", "accuracy", "low", "high", "n"], {wide: "task"});
        const tasks = [...new Set(long.map(({task}) => task))];
        expect(rows.every(each => Object.keys(each).join() === columns.join())).toBe(true);
        const back = aq
          .from(rows)
          .select("model", ...tasks)
          .fold(tasks, {as: ["task", "accuracy"]})
          .objects() as Row[];
        const key = ({model, task, accuracy}: Row) => JSON.stringify([model, task, accuracy]);
        expect(
          back
            .filter(({accuracy}) => accuracy !== null)
            .map(key)
            .sort()
        ).toEqual(long.map(key).sort());
        expect(back).toHaveLength(rows.length * tasks.length);
      })
    );
  });

  test("nothing stays nothing; what has no wide form is refused in one line", async () => {
    const columns = ["model", "task", "accuracy", "low", "high", "n"];
    expect(widened([], columns, {wide: "task"})).toEqual({rows: [], columns: []});
    const cell = (model: string, task: string) => ({model, task, accuracy: 1, low: 0, high: 1, n: 1});
    expect(() => widened([cell("a", "x"), cell("a", "x")], columns, {wide: "task"})).toThrow("2 rows of a have the task x");
    expect(() => widened([cell("a", "model")], columns, {wide: "task"})).toThrow('two columns would be named "model"');
    expect(() => widened([cell("a", "x"), cell("a", "x_n")], columns, {wide: "task"})).toThrow(
      'two columns would be named "x_n"'
    );
    for (const [words, message] of [
      [["tasks", "--wide", "base_task"], /these rows pool them; try --by evaluation/],
      [["spiderweb", "--wide", "tsk"], /--wide: no column "tsk"; did you mean "task"\?/],
      [["points", "--wide", "base_task"], /--wide base_task: \d+ rows of sim-cedar-01 have the base_task arithmetic/],
      [["flips", "--model", "sim-cedar-04", "--wide", "base_task"], /estimate/],
      [["spiderweb", "--wide", "task", "--format", "svg"], /a picture has no wide form/]
    ] as const) {
      const {code, stderr} = await book.analyze(...words);
      expect([code, stderr.trim().split("\n").length]).toEqual([2, 1]);
      expect(stderr).toMatch(message);
    }
  });
});

/** Wilson's score interval by its definition (Wilson 1927), as an Arquero expression rescaled by the mean guess chance. */
const WILSON = `d => {
  const g = d.guess / d.total;
  const p = d.correct / d.total;
  const z = 1.959963984540054;
  const k = 1 + z * z / d.total;
  const center = (p + z * z / (2 * d.total)) / k;
  const margin = z / k * op.sqrt(p * (1 - p) / d.total + z * z / (4 * d.total * d.total));
  return (center SIGN margin - g) / (1 - g);
}`;

test("SQL macros over groups give what Arquero's rollups give", async () => {
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  for (const macro of statsMacros) await connection.run(macro);
  const counters = fc.record({
    task: fc.constantFrom("a", "b", "c"),
    correct: fc.integer({min: 0, max: 40}),
    wrong: fc.integer({min: 0, max: 40}),
    chance: fc.constantFrom(0, 0.25, 0.5),
    tokens: fc.option(fc.integer({min: 0, max: 1e6}), {freq: 9})
  });
  for (const rows of fc.sample(fc.array(counters, {minLength: 1, maxLength: 30}), 60)) {
    const values = rows.map(
      ({task, correct, wrong, chance, tokens}) =>
        `('${task}', ${correct}, ${correct + wrong}, ${chance * (correct + wrong)}::double, ${tokens})`
    );
    const sql = (
      await connection.runAndReadAll(`with t(task, correct, total, guess, tokens) as (values ${values.join(", ")})
        select task, excess_accuracy(sum(correct), sum(total), sum(guess)) as excess, known_sum(tokens)::double as tokens,
        excess_low(sum(correct), sum(total), sum(guess)) as low, excess_high(sum(correct), sum(total), sum(guess)) as high
        from t group by task order by task`)
    ).getRowObjectsJS();
    const table = aq
      .from(rows.map(({wrong, chance, ...row}) => ({...row, total: row.correct + wrong, guess: chance * (row.correct + wrong)})))
      .groupby("task")
      .rollup({
        correct: aq.op.sum("correct"),
        total: aq.op.sum("total"),
        guess: aq.op.sum("guess"),
        tokens: "d => op.valid(d.tokens) === op.count() ? op.sum(d.tokens) : null"
      })
      .derive({
        excess: "d => d.total > d.guess ? (d.correct - d.guess) / (d.total - d.guess) : null",
        low: WILSON.replace("SIGN", "-"),
        high: WILSON.replace("SIGN", "+")
      })
      .orderby("task")
      .objects() as {task: string; excess: number | null; tokens: number | null; low: number; high: number}[];
    expect(sql.map(({task, tokens}) => [task, tokens])).toEqual(table.map(({task, tokens}) => [task, tokens]));
    for (const [i, {excess, low, high}] of table.entries()) {
      const found = sql[i] as {excess: number | null; low: number; high: number};
      if (excess === null) expect([found.excess, found.low, found.high]).toEqual([null, 0, 1]);
      else {
        expect(found.excess).toBeCloseTo(excess, 12);
        expect(found.low).toBeCloseTo(Math.min(low, excess), 9);
        expect(found.high).toBeCloseTo(Math.max(high, excess), 9);
      }
    }
  }
  connection.closeSync();
});
