// The published store, made of a few raw answers: no text is in it, it is the same each time, and odd models are read as they are.
import {createHash} from "node:crypto";
import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {gzipSync} from "node:zlib";
import {afterAll, describe, expect, test} from "vitest";
import {report} from "../../../pipelines/infer/progress.node.js";
import {makePublished} from "../../../pipelines/run/published/make.js";
import {RAW_SETS} from "../../../pipelines/run/published/sources.js";
import {openDuckDB} from "../../../pipelines/store/duckdb.node.js";
import {query} from "../../../pipelines/store/sql.node.js";

const home = mkdtempSync(join(tmpdir(), "published-"));
afterAll(() => rmSync(home, {recursive: true}));

const put = (name: string, rows: readonly object[]): void => {
  const file = join(home, "raw", name);
  mkdirSync(join(file, ".."), {recursive: true});
  const text = rows.map(row => `${JSON.stringify(row)}\n`).join("");
  writeFileSync(file, name.endsWith(".gz") ? gzipSync(text) : text);
};
put("responses/zeroeval/gsm.items.jsonl.gz", [
  {id: "gsm8k-main-test-#0", question: "Zebulon buys three crates of quinces with four each.", answer: "# 12"},
  {id: "gsm8k-main-test-#1", question: "Zebulon sells half of eighteen quinces.", answer: "# 9"}
]);
put("responses/zeroeval/gsm/able.jsonl.gz", [
  {id: "gsm8k-main-test-#1", expected: "# 9", text: '{"reasoning": "Quinces halved.", "answer": "10"}'},
  {id: "gsm8k-main-test-#0", expected: "# 12", text: '{"reasoning": "Quinces: 3 x 4.", "answer": "12"}'}
]);
const putList = (name: string, rows: readonly object[]): void => writeFileSync(join(home, "raw", name), JSON.stringify(rows));
putList("responses/zeroeval/gsm.published.json", [
  {Model: "able", Acc: "50.00"},
  {Model: "silent", Acc: "100.00"},
  {Model: "unknown here", Acc: "12.50"}
]);
put("responses/zeroeval/gsm/silent.jsonl.gz", [{id: "gsm8k-main-test-#0", expected: "# 12", text: "I prefer not to."}]);
put("responses/mmlu-pro/items.jsonl.gz", [
  {id: "7", category: "law", question: "Which quince is ripe?", options: ["the green quince", "the yellow quince"], answer: "B"}
]);
put("responses/mmlu-pro/old.jsonl.gz", [{id: "7", expected: "A", n_options: 2, published_pred: "B", text: "The answer is (B)."}]);
put("responses/mmlu-pro/new.jsonl.gz", [{id: "7", expected: "B", n_options: 2, published_pred: "B", text: "The answer is (B)."}]);
putList("responses/mmlu-pro/published.json", [
  {model: "old", answers: 1, published_accuracy: 0},
  {model: "new", answers: 1, published_accuracy: 99}
]);
const solution = (is_correct: boolean, answer: number) => ({is_correct, solution: `Zebulon has quinces.\nA: ${answer}`});
put("responses/gsm8k-solutions.jsonl", [
  {
    question: "Zebulon buys 3 crates, spelt otherwise.",
    ground_truth: "Quinces.\nA: 12",
    "6b_finetuning": solution(true, 12),
    "6b_verification": solution(false, 11),
    "175b_finetuning": solution(true, 12),
    "175b_verification": solution(true, 12)
  }
]);
put("responses/babilong/sphinx.jsonl", [
  {task: "qa1", length: "4k", index: 3, question: "Where is Zebulon?", target: "garden", output: "Zebulon is in the garden."}
]);
put("responses/bbh-cot/quince_sorting.jsonl", [
  {
    task: "quince_sorting",
    question: "Sort the quinces. Options:\n(A) ripe\n(B) not",
    target: "(A)",
    response: "So the answer is (A)."
  }
]);
const call = (id: string, name: string, json: string) => ({id, type: "function", function: {name, arguments: json}});
const episode = (task_id: number, trial: number, reward: number) => ({
  task_id,
  trial,
  reward,
  info: {task: {instruction: "You are Zebulon.", actions: []}, user_cost: 0.25},
  traj: [
    {role: "system", content: "# Airline Agent Policy"},
    {role: "user", content: "I am Zebulon."},
    {role: "assistant", content: null, tool_calls: [call("a", "get_quinces", '{"of": "zebulon"}')]},
    {role: "tool", tool_call_id: "a", name: "get_quinces", content: "Error: no quinces"},
    {role: "assistant", content: "There are no quinces, Zebulon."}
  ]
});
const file = join(home, "raw/agents/tau-bench-gpt-4o-airline.json.gz");
mkdirSync(join(file, ".."), {recursive: true});
writeFileSync(file, gzipSync(JSON.stringify([episode(0, 0, 1), episode(0, 1, 0)])));
await livebench([
  ["able", "q1", "math_comp", 1, 2],
  ["able", "q1", "math_comp", 0, 3],
  ["able", "q2", "olympiad", 0.5, 2],
  ["other", "q1", "math_comp", 0, 2],
  ["other", "q2", "olympiad", 1, 2]
]);

/** Judgments as LiveBench's file has them: model, item, task, score, time. */
async function livebench(judgments: readonly (readonly [string, string, string, number, number])[]): Promise<void> {
  mkdirSync(join(home, "raw/irt"));
  const rows = judgments.map(
    ([model, id, task, score, time]) => `('${id}', '${task}', '${model}', ${score}::double, 1, ${time}::double, 'math')`
  );
  const {connection, close} = await openDuckDB();
  await connection.run(
    `copy (select * from (values ${rows.join(", ")}) t(question_id, task, model, score, turn, tstamp, category)) to '${join(home, "raw/irt/livebench_13012025.parquet")}'`
  );
  close();
}

const SETS = RAW_SETS.filter(({suite}) => suite !== "math-level-5");
const make = (folder: string, sets = SETS) =>
  makePublished({from: join(home, "raw"), folder: join(home, folder), sets, studyNames: ["agents"], report: report()});
const hashes = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(join(home, folder)).map(name => [
      name,
      createHash("sha256")
        .update(readFileSync(join(home, folder, name)))
        .digest("hex")
    ])
  );

describe("a store of a few raw answers", async () => {
  const manifest = await make("first");
  const rows = async (sql: string) => (await query(sql, {folder: join(home, "first")})).rows;

  test("verdicts are those of our reader on the texts, one evaluation for each model", async () => {
    expect(await rows("select model, base_task, answer, status from samples order by 1, 2, item_id, answer")).toEqual(
      expect.arrayContaining([
        ["able", "gsm8k", "12", 1],
        ["able", "gsm8k", "10", 0],
        ["silent", "gsm8k", null, 0],
        ["new", "mmlu-pro", "B", 1],
        ["old", "mmlu-pro", "B", 0]
      ])
    );
  });

  test("an item whose key was corrected is two items", async () => {
    const [[items, expected]] = (await rows(
      "select count(*)::int, string_agg(expected, ' ' order by expected) from items where base_task = 'mmlu-pro'"
    )) as [[number, string]];
    expect([items, expected]).toEqual([2, "A B"]);
  });

  test("lengths of the texts are there, and no text is", async () => {
    const lengths = "count(*)::int, count(trace_bytes)::int, count(compressed_bytes)::int, count(completion_tokens)::int";
    expect(
      await rows(
        `select base_task in ('livebench-math_comp', 'tau-bench-airline'), ${lengths} from samples group by 1 order by 1`
      )
    ).toEqual([
      [false, 11, 11, 11, 11],
      [true, 4, 0, 0, 2]
    ]);
    const files = readdirSync(join(home, "first"));
    for (const name of files.filter(each => each.endsWith(".parquet"))) {
      const {rows: all} = await query(`select * from ${name.replace(".parquet", "")}`, {folder: join(home, "first")});
      expect(
        JSON.stringify(all, (_, value) => (typeof value === "bigint" ? String(value) : value)),
        name
      ).not.toMatch(/(?<!get_)(?<!bbh-)quince(?! sorting)|zebulon|prefer/iu);
    }
  });

  test("traces are described by evaluation, point and outcome; an answer without a text is in none", async () => {
    expect(
      await rows(
        "select model, base_task, status, traces, loops, first_512_n from trace_cells where model in ('able', 'old') order by all"
      )
    ).toEqual([
      ["able", "gsm8k", 0, 1, 0, 0],
      ["able", "gsm8k", 1, 1, 0, 0],
      ["old", "mmlu-pro", 0, 1, 0, 0]
    ]);
    expect(await rows("select count(*)::int from trace_flaws")).toEqual([[0]]);
  });

  test("categories are those that a benchmark names, and an item without a verdict is not answered", async () => {
    expect(await rows("select suite_id, category, published_items, items from suite_categories order by all")).toEqual([
      ["bbh", "quince sorting", 1, 1],
      ["livebench", "math", 2, 1],
      ["mmlu-pro", "law", 1, 1]
    ]);
    expect(await rows("select model, n, correct, unanswered from scorecards where suite_id = 'livebench' order by all")).toEqual([
      ["able", 1, 1, 1],
      ["other", 1, 0, 1]
    ]);
  });

  test("a reported accuracy is recomputed by the authors' verdicts, else by our reader, whose count contradicts none", async () => {
    expect(await rows("select part, printed, value, high, n, verdict from claims order by file, position")).toEqual([
      ["old", "0.00", 0, 0, 1, "reproduced"],
      ["new", "99.00", 100, 100, 1, "not reproducible"],
      ["able", "50.00", 50, 50, 2, "reproduced"],
      ["silent", "100.00", 0, 100, 1, "possible"]
    ]);
  });

  test("each benchmark is a suite; a model of two is one evaluation that was asked both", async () => {
    const ids = Object.values(manifest.suites!).map(({id}) => id);
    expect(ids).toEqual(["mmlu-pro", "gsm8k", "livebench", "babilong", "bbh", "tau-bench-airline"]);
    const asked = (model: string) =>
      manifest.evaluations
        .filter(each => each.model === model)
        .map(({suites}) => suites!.map(each => manifest.suites![each]!.id));
    expect(asked("able")).toEqual([["gsm8k", "livebench"]]);
    expect(asked("old")).toEqual([["mmlu-pro"]]);
    expect(await rows("select distinct suites[1], base_task from points where model = 'able' order by all")).toEqual([
      ["gsm8k", "gsm8k"],
      ["livebench", "livebench-math_comp"]
    ]);
  });

  test("a score between 0 and 1 makes all scores of its item measures; of two judgments the first counts", async () => {
    expect(await rows("select model, status from samples where starts_with(base_task, 'livebench') order by all")).toEqual([
      ["able", 1],
      ["other", 0]
    ]);
    expect(await rows("select model, value from measures where name = 'reported:score' order by all")).toEqual([
      ["able", 0.5],
      ["other", 1]
    ]);
    expect(manifest.published!.find(({suite}) => suite === "livebench")).toMatchObject({models: 2, answers: 2, unscored: 2});
  });

  test("solutions answer the same items as other models, with the verdict of their authors next to ours", async () => {
    const [[items]] = (await rows("select count(*)::int from items where base_task = 'gsm8k'")) as [[number]];
    expect(items).toBe(2);
    expect(
      await rows(
        "select s.status, m.value from samples s join measures m using (eval_id, item_id) where s.model = '6b_verification' and name = 'reported_right'"
      )
    ).toEqual([[0, 0]]);
  });

  test("a label is read by its own scorer, under the length that its point names", async () => {
    expect(await rows("select params, status, answer from samples where base_task = 'babilong'")).toEqual([
      ['{"category":"qa1 4k"}', 1, "garden"]
    ]);
  });

  test("of a benchmark with a canary there are verdict, rule and lengths, and no value", async () => {
    expect(
      await rows("select status, answer, expected, answer_rule is not null from samples where base_task = 'bbh-quince_sorting'")
    ).toEqual([[1, null, "", true]]);
    expect(await rows("select expected from items where base_task = 'bbh-quince_sorting'")).toEqual([[""]]);
  });

  test("trajectories are trials of one item, and their calls are steps without texts", async () => {
    expect(await rows("select trial, status, answer from samples where base_task = 'tau-bench-airline' order by 1")).toEqual([
      [0, 1, "reached"],
      [1, 0, "other"]
    ]);
    expect(
      await rows("select trial, turn, call, tool, status, text, result from episode_steps where call > 0 order by 1, 2, 3")
    ).toEqual([
      [0, 1, 1, "get_quinces", 400, null, ""],
      [1, 1, 1, "get_quinces", 400, null, ""]
    ]);
    expect(await rows("select name, value from measures where name = 'reported:user_cost' and trial = 0")).toEqual([
      ["reported:user_cost", 0.25]
    ]);
  });

  test("each answer has the record of its raw text, whose file's address the manifest has", async () => {
    expect(await rows(`select expected, line from samples where model = 'able' and base_task = 'gsm8k' order by 2`)).toEqual([
      ["9", 1],
      ["12", 2]
    ]);
    const [mmlu] = manifest.published!;
    expect(mmlu!.raw.map(({model, address}) => [model, new URL(address).pathname.split("/").at(-1)])).toEqual([
      ["new", "model_outputs_new_5shots.zip"],
      ["old", "model_outputs_old_5shots.zip"]
    ]);
    expect(mmlu!.revised).toBe(1);
    expect(await rows("select pair_id, count(*)::int from items where pair_id is not null group by 1")).toEqual([
      ["mmlu-pro 7", 2]
    ]);
  });

  test("a model whose only answer is unread has its own point", async () => {
    expect(await rows("select correct, incorrect, unparsed from points where model = 'silent'")).toEqual([[0, 1, 1]]);
  });

  test("the manifest names source, licence and the raw files' hashes", () => {
    const [, gsm] = manifest.published!;
    expect(gsm).toMatchObject({suite: "gsm8k", source: "WildEval/ZeroEval", licence: "Apache-2.0"});
    const file = "responses/zeroeval/gsm/able.jsonl.gz";
    expect(gsm!.files[file]).toBe(
      createHash("sha256")
        .update(readFileSync(join(home, "raw", file)))
        .digest("hex")
    );
  });

  test("made again, it has the same bytes", async () => {
    await make("second");
    expect(hashes("second")).toEqual(hashes("first"));
  });
});

test("an answer to an unknown item ends with its file and line", async () => {
  put("responses/zeroeval/gsm/stray.jsonl.gz", [{id: "gsm8k-main-test-#5", expected: "# 1", text: "1"}]);
  await expect(
    make(
      "stray",
      RAW_SETS.filter(({suite}) => suite === "gsm8k")
    )
  ).rejects.toThrow(/stray\.jsonl\.gz:1.*no item "gsm8k-main-test-#5"/u);
  rmSync(join(home, "raw/responses/zeroeval/gsm/stray.jsonl.gz"));
});
