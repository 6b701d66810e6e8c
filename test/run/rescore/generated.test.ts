// Transcripts of generated benchmarks, and rows with a scorer: the verdicts are those of the store that the answers are from, or ones given by hand.
import {mkdtemp, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {expect, onTestFinished, test} from "vitest";
import {rescore} from "../../../pipelines/run/rescore/rescore.js";
import {readRows} from "../../../pipelines/store/sql.node.js";
import {FIXTURE_STORE} from "../../fixtureStore.js";
import {silent} from "../../silent.js";

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "dataset-"));
  onTestFinished(() => rm(path, {recursive: true, force: true}));
  return path;
}

async function rows(store: string, query: string): Promise<Record<string, unknown>[]> {
  const others = Object.fromEntries(["items", "measures", "points"].map(name => [name, join(store, `${name}.parquet`)]));
  const all: Record<string, unknown>[] = [];
  for await (const row of readRows(join(store, "samples.parquet"), {query, others})) all.push(row);
  return all;
}

/** Writes the fixture store's answers to generated benchmarks to a file, in any order. */
async function exported(file: string, columns: string): Promise<void> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run(
    `copy (select ${columns} from '${FIXTURE_STORE}/samples.parquet' s join '${FIXTURE_STORE}/responses.parquet' r using (eval_id, item_id, trial)
     where s.base_task like 'zen-%' order by random()) to '${file}'`
  );
  connection.closeSync();
  instance.closeSync();
}

const PLACE = "s.model, s.template, s.sampler, s.base_task, s.params, s.seed, s.index, r.text, r.reasoning, s.finish_reason";
const VERDICTS = `select model, template, sampler, base_task, item_id, status, parsed, answer, answer_rule, expected, guess_chance from t
  where base_task like 'zen-%' order by all`;
const MEASURES = `select t.model, t.item_id, m.name, m.value from t join measures m using (eval_id, item_id, trial) where base_task like 'zen-%' order by all`;
const ITEMS = `select distinct i.* exclude (tiers) from t join items i using (item_id) where t.base_task like 'zen-%' order by item_id`;
const POINTS = `select model, base_task, params, bank, correct, incorrect, truncated from points where base_task like 'zen-%' order by all`;

test.each([
  ["jsonl", `${PLACE}, r.prompt`],
  ["csv", `${PLACE}, r.prompt, s.generator_version, s.expected`],
  ["parquet", PLACE]
])("answers to generated benchmarks as %s get the verdicts, measures and items of their store", async (format, columns) => {
  const path = await folder();
  const file = join(path, `answers.${format}`);
  await exported(file, columns);
  const out = join(path, "out");
  const {samples} = await rescore({source: {dataset: file}, folder: out, report: silent});
  const verdicts = await rows(FIXTURE_STORE, VERDICTS);
  expect(samples).toBe(verdicts.length);
  expect(new Set(verdicts.map(({status}) => status)).size).toBeGreaterThan(1);
  for (const query of [VERDICTS, MEASURES, ITEMS, POINTS])
    expect(await rows(out, query)).toEqual(await rows(FIXTURE_STORE, query));
});

const row = (text: string, rest: {prompt: string} & Record<string, unknown>) => ({
  model: "m",
  base_task: "riddles",
  text,
  ...rest
});
/** Answers with the verdict that a reader gives them: 1 right, 0 wrong. */
const JUDGED = [
  [1, row("About 3.2", {prompt: "How long is pi?", expected: "3.14", scorer: {kind: "number", absolute: 0.1}})],
  [0, row("About 3.2", {prompt: "How long is pi, exactly?", expected: "3.14", scorer: "number"})],
  [1, row("red, blue", {prompt: "Which colours?", expected: "blue, red", scorer: "set"})],
  [0, row("red, blue", {prompt: "Which colours in order?", expected: "blue, red", scorer: "list"})],
  [1, row("The Beatles!", {prompt: "Which band?", expected: "beatles", scorer: "text"})],
  [0, row("beatles", {prompt: "Which band, as written?", expected: "Beatles", scorer: {kind: "exact", ignore_case: false}})],
  [1, row("The answer is (B).", {prompt: "Which pet?", choices: ["cat", "dog"], expected: "dog", scorer: "choice"})],
  [1, row("I can't help with that.", {prompt: "How to steal?", expected: "refused", scorer: "refusal"})],
  [0, row("Sure: first, take it.", {prompt: "How to take?", expected: "refused", scorer: "refusal"})],
  [1, row("AB-12", {prompt: "A plate?", scorer: {kind: "regex", pattern: "^[A-Z]{2}-\\d+$"}})],
  [0, row("First, go.", {prompt: "No comma.", scorer: {kind: "instructions", instructions: [{id: "punctuation:no_comma"}]}})],
  [1, row('{"a": 1, "b": 2}', {prompt: "JSON?", expected: '{"b":2,"a":1}', scorer: "json"})],
  [1, row("Answer: 4\nConfidence: 80 %", {prompt: "2 + 2?", expected: "4", scorer: {kind: "confidence", of: {kind: "number"}}})]
] as const;

test.each(["jsonl", "csv"])("rows of %s are scored as their scorer says", async format => {
  const path = await folder();
  const file = join(path, `rows.${format}`);
  const records = JUDGED.map(([, record]) => record as Record<string, unknown>);
  const names = ["model", "base_task", "text", "prompt", "expected", "choices", "scorer"];
  const cell = (value: unknown) =>
    value === undefined ? "" : `"${(typeof value === "string" ? value : JSON.stringify(value)).replaceAll('"', '""')}"`;
  const lines =
    format === "jsonl"
      ? records.map(record => JSON.stringify(record))
      : [names.join(","), ...records.map(record => names.map(name => cell(record[name])).join(","))];
  await writeFile(file, `${lines.join("\n")}\n`);
  const out = join(path, "out");
  await rescore({source: {dataset: file}, folder: out, report: silent});
  const scored = new Map(
    (await rows(out, "select i.prompt, status from t join items i using (item_id)")).map(({prompt, status}) => [prompt, status])
  );
  expect([...scored].toSorted()).toEqual(JUDGED.map(([status, {prompt}]) => [prompt, status]).toSorted());
  expect(await rows(out, "select value from t join measures using (eval_id, item_id, trial) where name = 'confidence'")).toEqual([
    {value: 0.8}
  ]);
});

async function scoreRows(records: readonly object[], {skipBad = false} = {}) {
  const path = await folder();
  const file = join(path, "rows.jsonl");
  await writeFile(file, records.map(record => JSON.stringify(record)).join("\n"));
  return rescore({source: {dataset: file}, folder: join(path, "out"), skipBad, report: silent});
}

test("one row is enough, faulty rows are named by line, and rows of one test agree on its scorer", async () => {
  const item = {model: "m", base_task: "zen-reason", seed: 42, index: 0, text: "Answer: (A)"};
  expect(await scoreRows([item])).toMatchObject({samples: 1, points: 1, failed: 0});
  const unknown = {...row("4", {prompt: "2 + 2?", expected: "4"}), scorer: "levenshtein"};
  await expect(scoreRows([item, unknown])).rejects.toThrow(
    /rows\.jsonl:2 scorer: unknown scorer "levenshtein"; the scorers are exact, .*--skip-bad leaves them out/su
  );
  expect(await scoreRows([item, unknown], {skipBad: true})).toMatchObject({samples: 1, failed: 1});
  await expect(scoreRows([{...item, index: 1e6}])).rejects.toThrow(
    /rows\.jsonl:1 index: zen-reason .* items, numbered from 0; got 1000000/u
  );
  const riddle = row("4", {prompt: "2 + 2?", expected: "4", scorer: "number"});
  await expect(scoreRows([riddle, {...riddle, model: "n", scorer: "exact"}])).rejects.toThrow(
    /rows\.jsonl:2 has other answer settings than line 1, which asks the same; give answer_format, locale, accept and scorer alike/u
  );
});
