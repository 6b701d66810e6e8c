// Shares, means and best limits against samples; intervals have tests of their own beside their formulas.
import {afterAll, beforeAll, expect, test} from "vitest";
import {type Evaluated, evaluated} from "./store.js";

let book: Evaluated;
beforeAll(async () => {
  book = await evaluated();
});
afterAll(() => book[Symbol.asyncDispose]());

interface Row {
  model: string;
  sampler: string;
  base_task: string | null;
  n: number;
  budget: number;
  correct: number;
  correct_low: number;
  correct_high: number;
  incorrect: number;
  truncated: number | null;
  unfinished: number;
  tokens: number;
  best: number;
  best_low: number;
  best_dollar: number | null;
  keep95: number;
  simulated: boolean;
}

test("hazard: shares and mean tokens under a budget, and the best limits, as samples have them", async () => {
  const rows = await book.rows<Row>("hazard", "--budget", "60", "--replicates", "40");
  expect(rows.map(({base_task}) => base_task)).toEqual(Array.from({length: 6}, () => [null, "arithmetic", "boolean"]).flat());
  for (const row of rows) {
    const own = `from {samples} where model = '${row.model}' and sampler = '${row.sampler}' and ${row.base_task === null ? "true" : `base_task = '${row.base_task}'`}`;
    const [counted] = await book.sql(`select count(*)::int as n, avg((status = 1 and completion_tokens <= 60)::int) as correct,
      avg((status = 0 and completion_tokens <= 60)::int) as incorrect, avg((completion_tokens > 60)::int) as unfinished,
      avg(least(completion_tokens, 60)) as tokens ${own}`);
    expect(row).toMatchObject({n: counted!.n, budget: 60, truncated: 0, simulated: true});
    for (const key of ["correct", "incorrect", "unfinished", "tokens"] as const)
      expect(row[key]).toBeCloseTo(Number(counted![key]), 9);
    expect(row.correct_low <= row.correct && row.correct <= row.correct_high).toBe(true);
    const [limits] = await book.sql(`with ended as (select completion_tokens as t, status ${own}), tried as (select cap,
        sum((status = 1 and t <= cap)::int) as hits, sum(least(t, cap)) as paid from (select distinct t as cap from ended), ended group by cap)
      select arg_max(cap, (hits / paid, -cap))::int as best, min(cap) filter (hits >= 0.95 * (select max(hits) from tried))::int as keep95 from tried`);
    expect({best: row.best, keep95: row.keep95}).toEqual(limits);
    expect(row.best_dollar === null).toBe(row.model !== "sim-heron-08");
  }
});

test("hazard: samples cut at 100 tokens are an outcome or censored, and the reading says which", async () => {
  const tight = ["hazard", "--model", "sim-cedar-01", "--sampler", "tight", "--replicates", "40"];
  const [paid] = await book.rows<Row>(...tight);
  const [counted] = await book.sql(
    "select avg((status = 2)::int) as truncated from {samples} where model = 'sim-cedar-01' and sampler = 'tight'"
  );
  expect(paid!.truncated).toBeCloseTo(Number(counted!.truncated), 9);
  const [given] = await book.rows<Row>(...tight, "--cut", "censoring");
  expect(given).toMatchObject({truncated: null, unfinished: expect.closeTo(paid!.truncated!, 9)});
  expect((await book.analyze(...tight, "--cut", "censoring", "--format", "markdown")).stdout).toContain("independent censoring");
});

test("hazard: pictures are of one evaluation", async () => {
  const {code, stderr} = await book.analyze("hazard", "--format", "svg");
  expect(stderr || String(code)).toContain("a picture shows one evaluation, and 6 pass the filters");
  for (const chart of ["incidence", "limits", "rates", "cumulative"]) {
    const {stdout} = await book.analyze(
      ...["hazard", "--model", "sim-cedar-04", "--sampler", "greedy", "--replicates", "40", "--format", "svg", "--chart", chart]
    );
    expect(stdout).toMatch(/^<svg/);
    expect(stdout).toContain("sim-cedar-04");
    expect(stdout).toContain("completion tokens");
  }
});
