// Logs of Inspect of our own: statuses, answers, tokens and timings are those that the log states, and the rest is told.
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {importedFrom, pick} from "./imported.js";
import {inspectArchive, inspectLog, inspectSample, rowsOf, write} from "./layouts.js";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "reasonbook-imports-"));
});
afterAll(() => rm(root, {recursive: true, force: true}));

const imported = (path: string, options?: Parameters<typeof importedFrom>[2]) => importedFrom(root, path, options);

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
    ["acme/oak-1", "colours", 2, 0, 0, "B", "answer line", "stop"],
    ["acme/oak-1", "colours", 3, 0, 1, "B", "answer line", "stop"],
    ["acme/oak-1", "colours", 4, 0, 2, "B", "reported", "length"],
    ["acme/oak-1", "colours", 6, 0, 0, null, null, "message_limit"],
    ["acme/oak-1", "colours", 7, 0, 1, "B", "answer line", "stop"]
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

test("answers that their text shows to be cut are truncated, or count as they were scored", async () => {
  const word = "the quince is ripe and ";
  const cut = Array.from({length: 40}, (_, i) => {
    const message = {role: "assistant", content: `${word.repeat(50 + (i % 2))}the`};
    const output = {choices: [{message}], usage: {output_tokens: 256}};
    return inspectSample(i, {messages: [message], output, scores: {choice: {value: "I"}}});
  });
  const file = await write(root, "cut.json", inspectLog(cut));
  const counts = async (truncated?: "scored") => {
    const {folder} = await imported(file, {truncated});
    return rowsOf(folder, "select incorrect, truncated, cut_by_evidence from points");
  };
  expect(await counts()).toEqual([{incorrect: 0, truncated: 40, cut_by_evidence: 40}]);
  expect(await counts("scored")).toEqual([{incorrect: 40, truncated: 0, cut_by_evidence: 0}]);
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
