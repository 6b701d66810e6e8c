// Counts of points, pooled: whatever a reader of the leaderboard chooses, they give what the points give.
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterEach, beforeEach, expect, test} from "vitest";
import {openDuckDB} from "../../../pipelines/store/duckdb.node.js";
import {openTables} from "../../../pipelines/store/sql.node.js";
import {make} from "../../../pipelines/studies/leaderboard/make.node.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reasonbook-leaderboard-"));
});
afterEach(() => rmSync(folder, {recursive: true, force: true}));

const POINT = `'e' || m as eval_id, 'model' || m as model, '' as template, '' as sampler, 'task' || p % 3 as base_task, '{"p":' || p || '}' as params,
  ['all', 'g' || m % 2] as groups, case p % 4 when 0 then [] when 1 then ['easy'] when 2 then ['easy', 'hard'] else ['hard'] end as tiers,
  case when p % 2 = 0 then ['s'] else ['s', 't'] end as suites, case when p % 4 = 1 then ['s easy'] else []::varchar[] end as suite_tiers, m % 2 = 0 as simulated`;

/** Writes points, makes the tables, and asks them. */
async function asked(points: string, query: string): Promise<Record<string, unknown>[]> {
  const {connection, close} = await openDuckDB();
  await connection.run(`copy (${points}) to '${join(folder, "points.parquet")}' (format parquet)`);
  close();
  await make(folder);
  const store = await openTables(folder);
  try {
    return (await store.connection.runAndReadAll(query)).getRowObjectsJS() as Record<string, unknown>[];
  } finally {
    store.close();
  }
}

const OF_POINTS = `sum(correct)::double as correct, sum(correct + incorrect)::double as n, sum(guess_sum) as guess_sum, sum(truncated)::double as truncated,
  known_sum(completion_tokens)::double as tokens, stratified_se(completion_tokens, tokens_squared, correct + incorrect + truncated) as se, sum(cost) as cost`;
const OF_COUNTS = OF_POINTS.replace(
  /stratified_se\([^)]*\)/,
  "pooled_se(completion_tokens, tokens_squared, tokens_spread, correct + incorrect + truncated, least_samples)"
);

/** Counts of 2,000 points of 8 models, of 1 to 5 samples or of 2 to 6. */
const drawn = (
  least: number
) => `with drawn as (select m, p, (hash(m, p) % 3)::integer as correct, (hash(p, m) % 2 + ${least})::integer as incorrect,
    (hash(m, p, 1) % 2)::integer as truncated from range(8) a(m), range(250) b(p)),
  counted as (select *, correct + incorrect + truncated as samples from drawn)
  select ${POINT}, correct, incorrect, truncated, 0.25 * (correct + incorrect) as guess_sum, (100 * samples + p)::bigint as completion_tokens,
    ((100 * samples + p)::bigint * (100 * samples + p) // samples + hash(p) % 1000)::bigint as tokens_squared, 0.001 * p as cost from counted`;

const CHOICES = [
  "true",
  "list_contains(tiers, 'easy')",
  "list_contains(groups, 'g1')",
  "list_contains(suites, 't') and base_task = 'task1'"
];

test.each(
  CHOICES.flatMap(choice => [1, 2].map(least => [choice, least] as const))
)("where %s, points of %i samples and more: sums, tokens and their standard error are those of the points", async (choice, least) => {
  const by = `from SOURCE where ${choice} group by grouping sets ((model), (model, base_task)) order by model, base_task`;
  const rows = await asked(
    drawn(least),
    `select 'points' as source, model, base_task, ${OF_POINTS} ${by.replace("SOURCE", "points")}`
  );
  const pooled = await asked(
    drawn(least),
    `select 'counts' as source, model, base_task, ${OF_COUNTS} ${by.replace("SOURCE", "task_counts")}`
  );
  expect(rows.length).toBeGreaterThan(4);
  expect(pooled).toHaveLength(rows.length);
  for (const [i, row] of rows.entries())
    for (const [key, value] of Object.entries(row)) {
      if (key === "source") continue;
      if (typeof value === "number") expect(pooled[i]![key], `${key} of ${row.model}`).toBeCloseTo(value, 6);
      else expect(pooled[i]![key]).toEqual(value);
    }
});

test("by hand: points of a task with four, two and no samples", async () => {
  // tokens 1 2 3 4 and 10 20: variances 5/3 and 50, so Σ n s² = 20/3 + 100, of 6 samples
  const points = `select ${POINT}, * exclude (m, p) from (values
    (0, 1, 3, 1, 0, 1.0, 10::bigint, 30::bigint, 0.5), (0, 13, 0, 1, 1, 0.25, 30::bigint, 500::bigint, 0.25), (0, 25, 0, 0, 0, 0.0, 0::bigint, 0::bigint, 0.0))
    t(m, p, correct, incorrect, truncated, guess_sum, completion_tokens, tokens_squared, cost)`;
  const rows = await asked(points, "select * from task_counts");
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    base_task: "task1",
    tiers: ["easy"],
    points: 3,
    correct: 3,
    incorrect: 2,
    truncated: 1,
    guess_sum: 1.25,
    cost: 0.75,
    completion_tokens: 40n,
    tokens_squared: 530,
    least_samples: 0,
    simulated: true
  });
  expect(rows[0]!.tokens_spread).toBeCloseTo(320 / 3, 10);
});

test("tokens of one point that nobody counted make the sum unknown, not smaller", async () => {
  const points = `${drawn(1)
    .replace("as tokens_squared", "as squares")
    .replace(
      /select 'e'/,
      "select * exclude (squares, completion_tokens), case when params = '{\"p\":0}' then null else completion_tokens end as completion_tokens, case when params = '{\"p\":0}' then null else squares end as tokens_squared from (select 'e'"
    )})`;
  const rows = await asked(
    points,
    "select base_task, tiers, completion_tokens, tokens_squared, tokens_spread from task_counts where model = 'model0'"
  );
  const known = rows.filter(row => row.completion_tokens !== null);
  expect(known.length).toBe(rows.length - 1);
  expect(rows.filter(row => row.tokens_squared === null && row.tokens_spread === null)).toHaveLength(1);
});

test("without points there are no rows", async () => {
  expect(await asked(`select * from (${drawn(1)}) limit 0`, "select * from task_counts")).toEqual([]);
});

test("a million points of ten million tokens each are summed", async () => {
  const points = `select 'e' as eval_id, 'm' as model, '' as template, '' as sampler, 'task' as base_task, '{"p":' || p || '}' as params, ['all'] as groups, ['easy'] as tiers,
    ['s'] as suites, []::varchar[] as suite_tiers, true as simulated, 1 as correct, 1 as incorrect, 0 as truncated, 0.5 as guess_sum,
    20000000::bigint as completion_tokens, 200000000000000::bigint as tokens_squared, 0.1 as cost from range(1000000) t(p)`;
  const [row] = await asked(points, "select * from task_counts");
  expect(row).toMatchObject({points: 1_000_000, completion_tokens: 20_000_000_000_000n, tokens_squared: 2e20, tokens_spread: 0});
});
