// Queries of models: right ones in other spellings, wrong ones, and attacks on files, time and memory.
import {mkdtempSync, readdirSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, describe, expect, test} from "vitest";
import {scorerSchema} from "../../../pipelines/book/scorers.js";
import type {ForeignCompletion} from "../../../pipelines/infer/completion.js";
import {equalExpressions} from "../../../pipelines/run/expressionEngine.js";
import {patternSearch} from "../../../pipelines/run/patternSearch.js";
import {executionOf} from "../../../pipelines/run/sandbox/execute.js";
import {scoreTest} from "../../../pipelines/score/score.node.js";
import {sandboxOfTests} from "./programs.js";

const {execute} = sandboxOfTests();
const folder = mkdtempSync(join(tmpdir(), "queries-"));
const file = join(folder, "rows.csv");
writeFileSync(file, "town,n\nOslo,3\n");
afterAll(() => rmSync(folder, {recursive: true}));

const SETUP = `create table visits (town varchar, n integer, price decimal(10, 2), day date);
insert into visits values ('Oslo', 2, 0.1, '2024-02-29'), ('Oslo', 2, 0.2, '2024-03-01'), ('Rome', null, null, '2024-03-02');`;
/** Towns with their mean price and last day; the mean of 0.1 and 0.2, and that of nothing. */
const EXPECTED = `[["Oslo", ${(0.1 + 0.2) / 2}, "2024-03-01"], ["Rome", null, "2024-03-02"]]`;
const RIGHT = "SELECT town, avg(price), max(day) FROM visits GROUP BY town";
const block = (query: string): string => `So I group.\n\n\`\`\`sql\n${query}\n\`\`\`\n`;

/** The score of a response, as a run computes it. */
async function scored(text: string, {expected = EXPECTED, setup = SETUP, milliseconds = 20_000, finish_reason = "stop"} = {}) {
  const completion: ForeignCompletion = {
    ...{text, reasoning: null, finish_reason, prompt_tokens: 1, completion_tokens: 1, billed: null, latency_ms: 0, retries: 0}
  };
  const asked = {prompt: "?", expected, scorer: scorerSchema.parse({kind: "sql", setup, milliseconds})};
  const execution = await executionOf(completion, asked, execute);
  return scoreTest(completion, asked, {
    simulated: false,
    effects: {search: patternSearch, equal: equalExpressions, execution}
  });
}
const CORRECT = {status: 1, parsed: true, measures: {tests_passed: 1}};

describe("right queries", () => {
  test.each([
    ["in a block", block(RIGHT)],
    ["the last of several blocks", `${block("SELECT 1")}No:\n${block(RIGHT)}`],
    ["without a block", `${RIGHT};`],
    ["in lower case, with comments and a semicolon", block(`-- towns\n${RIGHT.toLowerCase()} ; -- all`)],
    ["in another order, with other names", block(`${RIGHT.replace("town,", "town AS place,")} ORDER BY town DESC`)],
    [
      "with subqueries instead of groups",
      block(
        "SELECT DISTINCT town, (SELECT sum(price) / count(price) FROM visits i WHERE i.town = o.town), (SELECT max(day) FROM visits i WHERE i.town = o.town) FROM visits o"
      )
    ],
    [
      "with a window, fractions and moments",
      block(
        "WITH w AS (SELECT town, avg(price::double) OVER (PARTITION BY town) AS p, day::timestamp AS d, row_number() OVER (PARTITION BY town ORDER BY day DESC) AS r FROM visits) SELECT town, p, d FROM w WHERE r = 1"
      )
    ],
    ["as values", block(`VALUES ('Rome', NULL, DATE '2024-03-02'), ('Oslo', 0.15, DATE '2024-03-01')`)],
    ["from first", block("FROM visits SELECT town, avg(price), max(day) GROUP BY ALL")]
  ])("%s", async (_, text) => expect(await scored(text)).toMatchObject(CORRECT));

  test("equal rows count as often as they are there", async () => {
    const expected = '[["Oslo", 2], ["Oslo", 2]]';
    expect(await scored(block("SELECT town, n FROM visits WHERE n = 2"), {expected})).toMatchObject(CORRECT);
    expect(await scored(block("SELECT DISTINCT town, n FROM visits WHERE n = 2"), {expected})).toMatchObject({status: 0});
  });
});

test.each([
  ["an empty answer", "", "no_program"],
  ["an empty block", "```sql\n```", "no_program"],
  ["prose", "With this table one can count the towns.", "no_program"],
  ["columns in another order", block(RIGHT.replace("town, avg(price)", "avg(price), town")), "wrong_result"],
  ["a row too few", block(`${RIGHT} LIMIT 1`), "wrong_result"],
  ["a column too many", block(RIGHT.replace("town,", "town, 1,")), "wrong_result"],
  ["a text for a number", block(RIGHT.replace("avg(price)", "avg(price)::varchar")), "wrong_result"],
  ["0 for NULL", block(RIGHT.replace("avg(price)", "coalesce(avg(price), 0)")), "wrong_result"],
  ["no SQL", block("SELEC town"), "syntax_error"],
  ["an unknown column", block("SELECT city FROM visits"), "raised_error"]
])("%s is wrong", async (_, text, failure) => {
  expect(await scored(text)).toMatchObject({status: 0, measures: {tests_passed: 0, [failure]: 1}});
});

describe("what is more than a query is refused, with a reason", () => {
  test.each([
    [`${RIGHT}; ${RIGHT}`, /2 statements/u],
    [`SELECT town, n FROM read_csv('${file}')`, /not allowed/u],
    [`SELECT * FROM '${file}'`, /Catalog Error|disabled/u],
    [`SELECT content FROM read_text('/etc/hostname')`, /not allowed/u],
    ["SELECT * FROM glob('/*')", /not allowed/u],
    ["SELECT * FROM enable_logging()", /not allowed/u],
    ["SELECT * FROM query('select 1')", /not allowed/u],
    ["SELECT * FROM read_parquet('https://example.org/a.parquet')", /not allowed/u],
    ...[
      `COPY visits TO '${folder}/out.csv'`,
      `COPY (SELECT 1) TO '${folder}/out.csv'`,
      `EXPORT DATABASE '${folder}/out'`,
      `ATTACH '${folder}/out.db'`,
      "INSTALL httpfs",
      "LOAD httpfs",
      "PRAGMA version",
      "SET threads = 8",
      "SET enable_external_access = true",
      "DELETE FROM visits",
      "DROP TABLE visits",
      "CREATE TABLE more AS SELECT 1",
      "INSERT INTO visits (n) VALUES (1) RETURNING n",
      "CALL pragma_version()",
      "COMMIT"
    ].map((query): [string, RegExp] => [query, /only one SELECT is allowed/u])
  ])("%s", async (query, reason) => {
    const score = await scored(block(query), {expected: '[["Oslo", 3]]'});
    expect(score).toMatchObject({status: 0, answer: expect.stringMatching(reason)});
    expect(readdirSync(folder)).toEqual(["rows.csv"]);
    expect(await scored(block(RIGHT))).toMatchObject(CORRECT);
  });
});

describe("a query without an end, or with a huge result, is stopped, and the next one runs", () => {
  test.each([
    ["recursion", "WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r", "timed_out"],
    [
      "recursion whose rows are all wanted",
      "WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r) SELECT * FROM r",
      /timed_out|stopped/u
    ],
    ["a product of ranges", "SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE a.range * b.range = 7", "timed_out"],
    ["many rows", "SELECT * FROM range(100000000)", "stopped"],
    ["a long list", "SELECT list(range) FROM range(10000000000)", "stopped"],
    ["long texts", "SELECT repeat('x', 100000) FROM range(10000)", "stopped"],
    ["one function that nothing interrupts", "SELECT length(repeat('x', 4000000000))", /timed_out|stopped/u],
    ["deep brackets", `SELECT ${"(".repeat(20_000)}1${")".repeat(20_000)}`, /_error|stopped|timed_out/u]
  ])("%s", async (_, query, failure) => {
    // A query that ends by its size has time enough, so that a busy machine changes nothing.
    const score = await scored(block(query), {expected: "[[1]]", milliseconds: failure === "stopped" ? 20_000 : 300});
    expect(score).toMatchObject({status: 0});
    expect(Object.keys("measures" in score ? score.measures! : {}).join(" ")).toMatch(failure);
    expect(await scored(block(RIGHT))).toMatchObject(CORRECT);
  });
});

test("an answer that was cut is truncated, and tables or keys that are no such are not scored", async () => {
  expect(await scored(block(RIGHT), {finish_reason: "length"})).toMatchObject({status: 2});
  expect(await scored(block(RIGHT), {expected: "Oslo"})).toMatchObject({unscored: "not_scored"});
  expect(await scored(block(RIGHT), {setup: "create tables"})).toMatchObject({
    reason: expect.stringContaining("its tables cannot be made")
  });
  expect(await scored(block(RIGHT), {setup: `create table visits as from '${file}'`})).toMatchObject({unscored: "not_scored"});
});
