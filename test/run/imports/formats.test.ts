// Each format on small results of our own: statuses, answers, tokens, costs and timings are those that the file states, and the rest is told.
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {type ImportOptions, importResults} from "../../../pipelines/run/imports/importResults.js";
import {
  EVALS,
  HELM,
  inspectArchive,
  inspectLog,
  inspectSample,
  jsonLines,
  LM_EVAL,
  layout,
  MT_BENCH,
  PROMPTFOO,
  rowsOf,
  write
} from "./layouts.js";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "reasonbook-imports-"));
});
afterAll(() => rm(root, {recursive: true, force: true}));

/** Imports into a store of its own, with all that was told. */
async function imported(path: string, options: Partial<ImportOptions> = {}) {
  const told: string[] = [];
  const folder = join(root, `store-${Math.random().toString(36).slice(2)}`);
  const report = {
    progress() {},
    info: (text: string) => void told.push(text),
    warn: (text: string) => void told.push(text),
    done() {}
  };
  const {manifest, repeated} = await importResults({paths: [path], folder, report, ...options});
  const samples = await rowsOf(
    folder,
    `select s.*, r.prompt, r.text, r.reasoning, t.latency_ms from samples s join responses r using (eval_id, item_id, trial)
     join timings t using (eval_id, item_id, trial) order by s.model, s.template, s.sampler, s.base_task, s.params, s."index", s.trial`
  );
  const measures = await rowsOf<{model: string; index: number; trial: number; name: string; value: number}>(
    folder,
    'select m.model, i."index", m.trial, m.name, m.value from measures m join items i using (item_id) order by all'
  );
  return {folder, manifest, repeated, samples, measures, told: told.join("\n")};
}
const pick = (rows: readonly Record<string, unknown>[], ...names: string[]) => rows.map(row => names.map(name => row[name]));

test("a log of Inspect: letters, numbers and dictionaries as scores, epochs as repetitions, limits and errors", async () => {
  const log = inspectLog(
    [
      inspectSample(1, {epoch: 2, scores: {choice: {value: "I", answer: "A"}}}),
      inspectSample(1),
      inspectSample(2, {scores: {choice: {value: 0.5}}}),
      inspectSample(3, {scores: {choice: {value: {format: 1, content: 0}}}}),
      inspectSample(4, {
        output: {
          choices: [{message: {content: "ANSWER"}, stop_reason: "max_tokens"}],
          usage: {output_tokens: 500, input_tokens: 10, total_tokens: 510}
        }
      }),
      inspectSample(5, {
        scores: {},
        error: {message: "boom", traceback: "", traceback_ansi: ""},
        messages: [{role: "user", content: "Question 5?"}],
        output: {choices: []}
      }),
      inspectSample(6, {scores: {choice: {value: "N", answer: ""}}, limit: {type: "message", limit: 9}}),
      inspectSample(7, {scores: null})
    ],
    {config: {max_tokens: 500}}
  );
  const {folder, samples, measures, manifest, told} = await imported(await write(root, "letters.json", log));
  expect(pick(samples, "model", "base_task", "index", "trial", "status", "answer", "answer_rule", "finish_reason")).toEqual([
    ["acme/oak-1", "colours", 1, 0, 1, "B", "reported", "stop"],
    ["acme/oak-1", "colours", 1, 1, 0, "A", "reported", "stop"],
    ["acme/oak-1", "colours", 2, 0, 0, "B", "claim", "stop"],
    ["acme/oak-1", "colours", 3, 0, 1, "B", "claim", "stop"],
    ["acme/oak-1", "colours", 4, 0, 2, "B", "reported", "length"],
    ["acme/oak-1", "colours", 6, 0, 0, null, null, "message_limit"],
    ["acme/oak-1", "colours", 7, 0, 1, "B", "claim", "stop"]
  ]);
  expect(pick(samples.slice(0, 1), "prompt_tokens", "completion_tokens", "latency_ms", "guess_chance", "expected")).toEqual([
    [50, 4, 500, 0.25, "B"]
  ]);
  expect(samples[0]!.prompt).toBe("[system]\nAnswer with a letter.\n\n[user]\nQuestion 1?\n\nA) red\nB) green\nC) blue\nD) grey");
  const of = (index: number, trial = 0) =>
    Object.fromEntries(
      measures.filter(each => each.index === index && each.trial === trial).map(({name, value}) => [name, value])
    );
  expect(of(1)).toEqual({reported_right: 1, own_right: 1, "reported:choice": 1});
  expect(of(1, 1)).toEqual({reported_right: 0, own_right: 1, "reported:choice": 0});
  expect(of(2)).toEqual({reported_right: 0, own_right: 1, "reported:choice": 0.5});
  expect(of(3)).toEqual({reported_right: 1, own_right: 1, "reported:choice.format": 1, "reported:choice.content": 0});
  expect(of(5)).toEqual({not_answered: 1});
  expect(of(7)).toEqual({own_right: 1});
  // First answers alone count in points: 3 right (of 1, 3 and 7), 2 wrong (2 and 6), one truncated.
  const points = await rowsOf(folder, "select correct, incorrect, truncated, stopped from points");
  expect(points).toEqual([{correct: 3, incorrect: 2, truncated: 1, stopped: "imported"}]);
  expect(manifest).toMatchObject({samples: 6, points: 1, imported: {formats: ["inspect"], files: 1, verdict: "theirs"}});
  expect(told).toMatch(/1 sample ended with an error \(\S+letters\.json: sample \d\)/);
  expect(told).not.toContain("boom"); // messages of errors may quote a key
  expect(told).toContain("1 sample ended at its message limit");
  expect(told).toContain("1 response scored right and ended by the token limit: counts as truncated");
});

test("the verdict may be ours, partial marks may pass, and the limit may be left out of account", async () => {
  const file = await write(
    root,
    "verdicts.json",
    inspectLog([
      inspectSample(1, {scores: {choice: {value: "I", answer: "A"}}}),
      inspectSample(2, {scores: {choice: {value: "P"}}}),
      inspectSample(3, {output: {choices: [{stop_reason: "max_tokens"}]}})
    ])
  );
  expect(pick((await imported(file)).samples, "status")).toEqual([[0], [0], [2]]);
  expect(pick((await imported(file, {verdict: "ours"})).samples, "status", "answer")).toEqual([
    [1, "B"],
    [1, "B"],
    [2, "B"]
  ]);
  expect(pick((await imported(file, {pass: 0.5, truncated: "scored"})).samples, "status", "finish_reason")).toEqual([
    [0, "stop"],
    [1, "stop"],
    [1, "limit"]
  ]);
});

test("an archive gives what the same log as JSON gives, and both together count once", async () => {
  const all = [inspectSample("a/b"), inspectSample("c", {epoch: 1, scores: {choice: {value: false}}})];
  await write(root, "both/one.json", inspectLog(all));
  await write(root, "both/two.eval", inspectArchive(all, inspectLog(undefined)));
  const [json, archive, both] = [
    await imported(join(root, "both/one.json")),
    await imported(join(root, "both/two.eval")),
    await imported(join(root, "both"))
  ];
  expect(archive.samples).toEqual(json.samples);
  expect(both.samples).toEqual(json.samples);
  expect(both.told).toContain("two.eval is the same log as");
});

test("one model asked with two temperatures is two evaluations; a second log of the same is repetitions; other models pair up by item", async () => {
  const log = (temperature: number, model: string, run: string) =>
    inspectLog([inspectSample(1), inspectSample(2)], {model, config: {temperature}, eval: {run_id: run}});
  await write(root, "several/a.json", log(0, "acme/oak-1", "r1"));
  await write(root, "several/b.json", log(1, "acme/oak-1", "r2"));
  await write(root, "several/c.json", log(1, "acme/oak-1", "r3"));
  await write(root, "several/d.json", log(1, "acme/elm-2", "r4"));
  const {folder, samples} = await imported(join(root, "several"));
  const evaluations = await rowsOf(
    folder,
    "select model, sampler, count(*)::int as n, max(trial) as trial, count(distinct item_id)::int as items from samples group by all order by all"
  );
  expect(evaluations).toEqual([
    {model: "acme/elm-2", sampler: "given", n: 2, trial: 0, items: 2},
    {model: "acme/oak-1", sampler: "temperature:0", n: 2, trial: 0, items: 2},
    {model: "acme/oak-1", sampler: "temperature:1", n: 4, trial: 1, items: 2}
  ]);
  expect(new Set(samples.map(row => row.item_id)).size).toBe(2);
  expect(await rowsOf(folder, "select sum(correct)::int as n, min(stopped) as stopped from points")).toEqual([
    {n: 6, stopped: "imported"}
  ]);
});

test("tool calls, images and reasoning are text; attachments are put back", async () => {
  const sample = inspectSample(1, {
    choices: null,
    target: ["x", "y"],
    input: [
      {
        role: "user",
        content: [
          {type: "text", text: "attachment://abc1"},
          {type: "image", image: "data:image/png;base64,AAAA"}
        ]
      }
    ],
    messages: [
      {
        role: "user",
        content: [
          {type: "text", text: "attachment://abc1"},
          {type: "image", image: "data:image/png;base64,AAAA"}
        ],
        source: "input"
      },
      {
        role: "assistant",
        content: "",
        tool_calls: [{id: "1", function: "look", arguments: {at: "<b>sky</b>"}}],
        source: "generate"
      },
      {role: "tool", function: "look", content: "blue"},
      {
        role: "assistant",
        content: [
          {type: "reasoning", reasoning: "So blue."},
          {type: "text", text: "<script>x</script> blue"}
        ],
        source: "generate"
      }
    ],
    attachments: {abc1: "What colour?"}
  });
  const {samples} = await imported(await write(root, "tools.json", inspectLog([sample])));
  expect(pick(samples, "prompt", "text", "expected", "prompt_tokens", "completion_tokens")).toEqual([
    [
      "What colour?\n[image image/png 3 B]",
      '[assistant]\n[calls look {"at":"<b>sky</b>"}]\n\n[tool look]\nblue\n\n[assistant]\n[reasoning]\nSo blue.\n<script>x</script> blue',
      "x / y",
      90,
      9
    ]
  ]);
});

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
  const {openDuckDB} = await import("../../../pipelines/store/duckdb.js");
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
