// Confidence in a user's bank, and in ZenCalib, as a server of other hands states it: asked for, read, counted where it is missing, and studied.
import {join} from "node:path";
import {expect, test} from "vitest";
import {query} from "../../pipelines/store/sql.node.js";
import {study} from "../../pipelines/studies/make.node.js";
import {silent} from "../silent.js";
import {stubServer, workbook} from "../workbook.js";

/** Answers to question i, in forms that models use; "4" is right. */
const ANSWERS = [
  "Let me see.\n\nAnswer: 4\nConfidence: 90%",
  "**Answer:** 4\n\n**Confidence:** 75 %",
  "Answer: 5\nConfidence: 0.6",
  "Answer: 5 (confidence: 80 %)",
  "Answer: 4",
  "Answer: 4\nConfidence: very high",
  "Answer: 4\nConfidence: 150 %",
  ""
];
const FILES = {
  "suites/small.yaml": "tasks:\n  - bank: sums\n  - {task: zen-calib, params: {of: zen-schedule}}\n",
  "book.yaml":
    "suite: suites/small.yaml\nmodels: [models/own.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 8, step: 8, max: 8, width: 0.01}\nseed: 7\n",
  "banks/sums.yaml": "files: sums.jsonl\nfields: {question: q, answer: a}\nscorer: {kind: confidence, of: {kind: number}}\n",
  "banks/sums.jsonl": ANSWERS.map((_, i) => JSON.stringify({q: `Question ${i}: what is 2 + 2?`, a: "4"})).join("\n")
};

test("right is who has the answer, stated confidences are measures, and none is made up", async () => {
  const prompts: string[] = [];
  await using stub = await stubServer(body => {
    const prompt = (body.messages as {content: string}[]).at(-1)!.content;
    prompts.push(prompt);
    return ANSWERS[Number(/^Question (\d)/u.exec(prompt)?.[1] ?? -1)] ?? "I would rather not say.";
  });
  await using book = await workbook({...FILES, "models/own.yaml": `{id: other, endpoint: ${stub.url}, retries: 0}\n`});
  const ran = await book.command("run");
  expect(ran.code, ran.stderr).toBe(0);
  expect(prompts.filter(prompt => /\nConfidence: <0 to 100> %$/u.test(prompt))).toHaveLength(16);
  const folder = join(book.root, "data/store");
  const {rows} = await query(
    `select regexp_extract(prompt, '\\d')::int, status, max(value) filter (name = 'confidence'), max(value) filter (name = 'confidence_missing')
    from samples join items using (item_id) left join measures m on m.item_id = samples.item_id and m.name like 'confidence%'
    where samples.base_task = 'sums' group by all order by 1`,
    {folder}
  );
  expect(rows).toEqual([
    [0, 1, 0.9, null],
    [1, 1, 0.75, null],
    [2, 0, 0.6, null],
    [3, 0, 0.8, null],
    ...[4, 5, 6].map(i => [i, 1, null, 1]),
    [7, 0, null, 1]
  ]);
  await study("calibration", folder, {report: silent});
  const found = await query("select category, n, correct, missing, simulated, auroc from calibration order by category", {
    folder
  });
  expect(found.rows).toEqual([
    ["", 4, 2, 12, false, 0.75],
    ["sums", 4, 2, 4, false, 0.75],
    ["zen-schedule", 0, 0, 8, false, null]
  ]);
});
