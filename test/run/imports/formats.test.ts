// Each format but Inspect's on small results of our own: statuses, answers, tokens, costs and timings are those that the file states, and the rest is told.
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {importedFrom, pick} from "./imported.js";
import {EVALS, HELM, jsonLines, LM_EVAL, layout, MT_BENCH, PROMPTFOO, write} from "./layouts.js";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "reasonbook-imports-"));
});
afterAll(() => rm(root, {recursive: true, force: true}));

const imported = (path: string, options?: Parameters<typeof importedFrom>[2]) => importedFrom(root, path, options);

test("lm-evaluation-harness: the first filter counts, others are measures; log-probabilities give answers and confidence", async () => {
  const folder = await layout(join(root, "lm"), LM_EVAL);
  const {samples, measures, told} = await imported(folder);
  expect(
    pick(samples, "model", "base_task", "index", "status", "answer", "answer_rule", "expected", "guess_chance", "prompt_tokens")
  ).toEqual([
    ["acme/oak-1", "pick", 0, 1, "A", "reported", "A", 1 / 3, null],
    ["acme/oak-1", "pick", 1, 0, "C", "reported", "A", 1 / 3, null],
    ["acme/oak-1", "sums", 0, 1, "1", "reported", "1", 0, null],
    ["acme/oak-1", "sums", 1, 0, null, null, "2", 0, null]
  ]);
  expect(samples[2]!.prompt).toMatch(/^Question: 2 \+ 2\?\nAnswer: 4/);
  const named = (name: string) => measures.filter(each => each.name === name).map(({index, value}) => [index, value]);
  expect(named("reported:exact_match,strict")).toEqual([
    [0, 1],
    [1, 0]
  ]);
  expect(named("reported:exact_match,loose")).toEqual([
    [0, 1],
    [1, 1]
  ]);
  expect(named("own_right")).toEqual([
    [0, 1],
    [1, 1]
  ]);
  const softmax = (values: number[], i: number) => Math.exp(values[i]!) / values.reduce((sum, each) => sum + Math.exp(each), 0);
  const confidence = named("confidence") as [number, number][];
  expect(confidence.map(([, value]) => value)).toEqual([
    expect.closeTo(softmax([-1, -2, -3], 0), 12),
    expect.closeTo(softmax([-4, -2, -0.5], 0), 12)
  ]);
  const loose = await imported(folder, {score: "exact_match,loose", format: "lm-eval"});
  expect(
    pick(
      loose.samples.filter(row => row.base_task === "sums"),
      "status",
      "answer"
    )
  ).toEqual([
    [1, "1"],
    [1, "2"]
  ]);
  expect(told).not.toContain("left out");
});

test("NaN and Infinity, which Python writes, are no faults of a file", async () => {
  const line = JSON.stringify({...LM_EVAL["acme__oak-1/samples_sums_2026-01-02T03-04-05.000001.jsonl"][0], ppl: "§"}).replace(
    '"§"',
    "NaN"
  );
  const {samples, told} = await imported(await write(root, "nan/samples_sums.jsonl", `${line}\n`));
  expect(pick(samples, "status", "model")).toEqual([[1, "nan"]]);
  expect(told).toContain("without results_….json beside it");
});

test.each([
  "json",
  "yaml",
  "jsonl"
])("promptfoo as %s: providers are models, prompts are templates, a failed request is no sample", async ending => {
  const {stringify} = await import("yaml");
  const content =
    ending === "json"
      ? JSON.stringify(PROMPTFOO, null, 1)
      : ending === "yaml"
        ? stringify(PROMPTFOO)
        : jsonLines(PROMPTFOO.results.results);
  const {samples, measures, told, manifest} = await imported(await write(root, `foo/out.${ending}`, content));
  expect(pick(samples, "model", "template", "status", "completion_tokens", "cost", "latency_ms", "finish_reason")).toEqual([
    ["Elm", "careful", 1, 10, 0.002, 120, "stop"],
    ["Elm", "plain", 1, 10, 0.002, 120, "stop"],
    ["Elm", "plain", 2, 10, 0.002, 120, "length"],
    ["oak-1", "careful", 1, 10, 0.002, 120, "stop"],
    ["oak-1", "careful", 0, 10, 0.002, 120, "stop"],
    ["oak-1", "plain", 1, 10, 0.002, 120, "stop"],
    ["oak-1", "plain", 0, 10, 0.002, 120, "stop"]
  ]);
  // "It is 12." against 11: our rules read the number too.
  expect(
    measures
      .filter(({name}) => name === "own_right")
      .map(({value}) => value)
      .sort()
  ).toEqual([0, 0, 1, 1, 1, 1]);
  expect(measures.filter(({name}) => name === "not_answered")).toHaveLength(1);
  expect(told).toMatch(/1 sample ended with an error \(\S+out\.\w+:/);
  expect(manifest.cost).toBeCloseTo(0.014, 12);
  expect(new Set(samples.map(row => row.item_id)).size).toBe(2);
});

test("HELM: the mapped letter is the answer, a limit of one token cuts nothing off, tokens of 0 are not known", async () => {
  const {samples, measures, told} = await imported(await layout(join(root, "helm"), HELM));
  expect(
    pick(
      samples,
      "model",
      "base_task",
      "index",
      "status",
      "answer",
      "expected",
      "prompt_tokens",
      "completion_tokens",
      "latency_ms",
      "finish_reason"
    )
  ).toEqual([
    ["acme/oak-1", "trivia/subject:all", 10, 1, "B", "B", 40, 1, 250, "unknown"],
    ["acme/oak-1", "trivia/subject:all", 11, 0, "C", "B", 40, 1, 250, "unknown"],
    ["acme/oak-1", "trivia/subject:all", 12, 1, "B", "B", 40, 1, 250, "limit"]
  ]);
  expect(measures.map(({name}) => name).filter((name, i, all) => all.indexOf(name) === i)).toEqual([
    "own_right",
    "reported:exact_match",
    "reported_right"
  ]);
  expect(told).toContain("1 response ended by a limit of tokens that counts as scored, since the limit is at most 16 tokens");
});

test("lighteval: details of both layouts, texts and log-probabilities", async () => {
  const {openDuckDB} = await import("../../../pipelines/store/duckdb.node.js");
  const {mkdir} = await import("node:fs/promises");
  const place = join(root, "light/details/acme/oak-1/2026-01-02T03-04-05.000001");
  await mkdir(place, {recursive: true});
  await layout(join(root, "light"), {
    "results/acme/oak-1/results_2026-01-02T03-04-05.000001.json": {
      config_general: {model_name: "acme/oak-1", generation_parameters: {temperature: 0}}
    }
  });
  const {connection, close} = await openDuckDB();
  const copy = (query: string, name: string) => connection.run(`copy (${query}) to '${join(place, name)}' (format parquet)`);
  await copy(
    `select {'query': 'Add ' || i, 'choices': [cast(i + 1 as varchar)], 'gold_index': [0], 'id': cast(i as varchar), 'generation_size': 3} as doc,
      {'extractive_match': case when i = 0 then 1.0 else 0.0 end} as metric,
      {'input': 'Prompt ' || i, 'text': ['It is 1.'], 'input_tokens': [1, 2, 3, 4], 'output_tokens': [case when i = 2 then [5, 6, 7] else [5, 6] end], 'logprobs': []::double[]} as model_response
     from range(3) t(i)`,
    "details_lighteval|sums|5_2026-01-02T03-04-05.000001.parquet"
  );
  await copy(
    `select 'Pick' as example, 'Full: Pick' as full_prompt, ['cat', 'dog'] as choices, [1] as gold_index, [-3.0, -1.0] as predictions, {'acc': 1} as metrics`,
    "details_leaderboard|pick|0_2026-01-02T03-04-05.000001.parquet"
  );
  close();
  const {samples} = await imported(join(root, "light"));
  expect(
    pick(
      samples,
      "model",
      "base_task",
      "index",
      "status",
      "answer",
      "expected",
      "prompt_tokens",
      "completion_tokens",
      "finish_reason"
    )
  ).toEqual([
    ["acme/oak-1", "pick", 0, 1, "B", "B", null, null, "stop"],
    ["acme/oak-1", "sums", 0, 1, "1", "1", 4, 2, "unknown"],
    ["acme/oak-1", "sums", 1, 0, "1", "2", 4, 2, "unknown"],
    ["acme/oak-1", "sums", 2, 0, "1", "3", 4, 3, "limit"]
  ]);
});

test("OpenAI's evals: events of a sample are put together, what a grader samples is left out", async () => {
  const grader = {
    run_id: "240101",
    event_id: 99,
    sample_id: "coins.dev.0",
    type: "sampling",
    data: {prompt: "grade", sampled: ["C"]}
  };
  const {samples, told} = await imported(
    await write(root, "evals.jsonl", jsonLines([...EVALS.slice(0, -1), grader, ...EVALS.slice(-1)]))
  );
  expect(pick(samples, "model", "base_task", "index", "status", "answer", "expected", "text")).toEqual([
    ["oak-1", "coins.dev.v0", 0, 1, "Yes", "Yes", "Yes"],
    ["oak-1", "coins.dev.v0", 1, 0, null, "Yes", "No"],
    ["oak-1", "coins.dev.v0", 2, 1, "Yes", "Yes", "Yes"]
  ]);
  expect(told).toContain("1 event of a further sampling, such as a grader's: left out");
});

test("MT-Bench: points are measures, and a verdict only with a threshold", async () => {
  const folder = await layout(join(root, "mt"), MT_BENCH);
  const graded = await imported(folder, {pass: 0.6});
  expect(pick(graded.samples, "model", "params", "index", "status", "text")).toEqual([
    ["elm-2", '{"turn":1}', 81, 0, "elm-2 says 81"],
    ["elm-2", '{"turn":1}', 82, 0, "elm-2 says 82"],
    ["elm-2", '{"turn":2}', 81, 1, "elm-2 adds 81"],
    ["elm-2", '{"turn":2}', 82, 1, "elm-2 adds 82"],
    ["oak-1", '{"turn":1}', 81, 1, "oak-1 says 81"],
    ["oak-1", '{"turn":1}', 82, 1, "oak-1 says 82"],
    ["oak-1", '{"turn":2}', 81, 1, "oak-1 adds 81"],
    ["oak-1", '{"turn":2}', 82, 1, "oak-1 adds 82"]
  ]);
  expect(graded.samples[2]!.prompt).toBe("[user]\nFirst of 81?\n\n[assistant]\nelm-2 says 81\n\n[user]\nSecond of 81?");
  expect(
    graded.measures
      .filter(({name}) => name === "reported:gpt-4")
      .map(({value}) => value)
      .sort()
  ).toEqual([5, 5, 6, 6, 9, 9, 9, 9]);
});
