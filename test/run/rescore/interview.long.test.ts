// Transcripts of strangers: files that no generator of ours knows, with faults.
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {expect, test} from "vitest";
import {rescore} from "../../../pipelines/run/rescore/rescore.js";
import {readManifest} from "../../../pipelines/store/manifest.node.js";
import {readPoints} from "../../../pipelines/store/points/overlay.node.js";
import {aggregate} from "../../../pipelines/store/points/queries.node.js";
import {query} from "../../../pipelines/store/sql.node.js";
import {silent} from "../../silent.js";
import {workbook} from "../../workbook.js";

const answer = (model: string, text: string, rest: object = {}) => ({
  model,
  text,
  finish_reason: "stop",
  prompt_tokens: 8,
  completion_tokens: text.length,
  ...rest
});
const INTERVIEW = [
  {
    base_task: "riddles",
    tiers: ["easy"],
    prompt: "What has keys but opens no lock?",
    expected: "a piano",
    answers: [answer("m1", "Answer: A piano."), answer("m2", "A door?")]
  },
  {
    base_task: "riddles",
    tiers: ["easy"],
    prompt: "How many is a dozen?",
    expected: 12,
    answers: [answer("m1", "Answer: 12"), answer("m2", "Twelve … I mean", {finish_reason: "length"})]
  },
  {
    base_task: "riddles",
    params: {kind: "choice"},
    prompt: "Pick: (A) yes (B) no (C) none",
    expected: "C",
    choices: ["yes", "no", "none"],
    answers: [answer("m1", "It is (B)."), answer("m1", "It is (C).")]
  }
];

test("an interview becomes a store that every other command reads", async () => {
  await using book = await workbook();
  const file = join(book.root, "interview.ndjson");
  await writeFile(file, INTERVIEW.map(line => JSON.stringify(line)).join("\n"));
  const ended = await book.command("score", "--interview", file, "--out", "out", "--json");
  expect(ended.code, ended.stderr).toBe(0);
  expect(JSON.parse(ended.stdout)).toMatchObject({
    samples: 6,
    points: 3,
    models: ["m1", "m2"],
    failed: 0,
    seed: null,
    simulated: false
  });
  const points = await readPoints(join(book.root, "out"));
  const of = (model: string, params: string) => points.find(row => row.model === model && row.params === params)!;
  expect(of("m1", "{}")).toMatchObject({
    correct: 2,
    incorrect: 0,
    truncated: 0,
    tiers: ["easy"],
    stopped: "given",
    published_seed: null
  });
  expect(of("m2", "{}")).toMatchObject({correct: 0, incorrect: 1, truncated: 1});
  expect(of("m1", '{"kind":"choice"}')).toMatchObject({correct: 1, incorrect: 1, tiers: []});
  expect(of("m1", '{"kind":"choice"}').guess_sum).toBeCloseTo(2 / 3, 12);
  const folder = join(book.root, "out");
  const items = await query("select model, count(distinct item_id) from samples group by 1 order by 1", {folder});
  expect(items.rows).toEqual([
    ["m1", 3],
    ["m2", 2]
  ]);
  const {rows, columns} = await aggregate(folder, {by: ["model"], filter: {tiers: ["easy"]}});
  expect(rows.map(row => ["model", "n", "samples"].map(name => row[columns.indexOf(name)]))).toEqual([
    ["m1", 2, 2],
    ["m2", 1, 2]
  ]);
});

test("bad lines are named with their number; --skip-bad leaves them out and counts them", async () => {
  await using book = await workbook();
  const file = join(book.root, "torn.ndjson");
  const lines = INTERVIEW.map(line => JSON.stringify(line));
  const bytes = Buffer.concat([
    Buffer.from(`${lines[0]}\n{"base_task": \n\n${lines[1]!.replace('"stop"', "3")}\n`),
    Buffer.from([0x22, 0xff, 0x22, 0x0a]),
    Buffer.from(`${lines[2]}\u2028`)
  ]);
  await writeFile(file, bytes);
  const folder = join(book.root, "out");
  const refused = await rescore({source: {interview: file}, folder, report: silent}).catch((error: Error) => error.message);
  expect(String(refused).split("\n")).toEqual([
    expect.stringMatching(/torn\.ndjson:2 not JSON: /),
    expect.stringMatching(/torn\.ndjson:4 answers\[0\]: finish_reason: expected text, got 3/),
    expect.stringMatching(/torn\.ndjson:5 not UTF-8 text/),
    "--skip-bad leaves them out and counts them"
  ]);
  const skipped = await book.command("score", "--interview", file, "--out", "out", "--skip-bad");
  expect(skipped.code, skipped.stderr).toBe(0);
  expect(skipped.stderr).toMatch(/left out: .*torn\.ndjson:2/);
  expect(skipped.stderr).toContain("3 left out");
  expect(await readManifest(folder)).toMatchObject({samples: 5, failed: 3});
});

test("repeated responses, mixed generator versions, and costs that cannot be shortened are refused", async () => {
  await using book = await workbook();
  const file = join(book.root, "rows.jsonl");
  const row = {...answer("m", "Answer: 4"), base_task: "sums", prompt: "2 + 2", expected: 4};
  const score = async (list: object[], context?: number) => {
    await writeFile(file, list.map(each => JSON.stringify(each)).join("\n"));
    return rescore({source: {dataset: file}, folder: join(book.root, "out"), context, report: silent});
  };
  await expect(score([row, {...row, prompt: "4 + 0"}, row])).rejects.toThrow(
    /rows\.jsonl:3 is m's response to sums 0, trial 0, as line 1 is/
  );
  expect(await score([row, {...row, trial: 1}])).toMatchObject({samples: 2, points: 1});
  await expect(score([row, {...row, generator_version: 2}])).rejects.toThrow(
    "sums of generator versions 0 and 2 (lines 1 and 2)"
  );
  const paid = {...row, cost: 0.9};
  await expect(score([paid], 4)).rejects.toThrow(
    'line 1: what a shorter response of m would have cost is not known; add "price"'
  );
  // 9 tokens at $0.10: the 5 that fall away leave $0.40, whatever else the price was made of.
  const priced = await score([{...paid, price: {input: 0, output: 100_000}}], 4);
  expect(priced.tokens.completion).toBe(4);
  expect(priced.cost).toBeCloseTo(0.4, 12);
  await expect(score([{...row, max_tokens: 100}], 101)).rejects.toThrow("--context 101 is above 100 tokens");
  await expect(score([{...row, finish_reason: "length"}], 10)).rejects.toThrow("above 9 tokens");
  expect(await score([row], 10)).toMatchObject({samples: 1}); // nothing was cut, so a larger limit changes nothing
});
