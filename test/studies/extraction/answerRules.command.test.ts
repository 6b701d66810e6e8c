// Tables of how answers were read: against the samples themselves, and of stores that keep less.
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {answerRules} from "../../../pipelines/studies/extraction/make.node.js";
import {OLDER, SPANS, withReadings} from "../../foreign/readings.js";
import {answerOrReason, closeStore, storeOf} from "../../foreign/stores.js";
import {recordTables} from "../../recordTables.js";

const long = `${"word ".repeat(40)}\u{1f600} `;
const rows = ["m", "n"].flatMap(model =>
  Array.from({length: 6}, (_, i) => ({
    model,
    base_task: "sums",
    prompt: `What is ${i} + 10?`,
    expected: String(i + 10),
    text: i === 5 ? "It is 15 or 16." : `${long}The answer is ${i + 10}.${i === 4 ? ` ${long}` : ""}`
  }))
);

let root: string;
let store: string;
const changed = (name: string, query: string) => withReadings(store, join(root, name), query);

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "reasonbook-rules-"));
  store = await storeOf(root, "given", rows);
});
afterAll(() => rm(root, {recursive: true, force: true}));

test("samples are counted by rule and reason, and examples are of both models, with the text around each", async () => {
  const {rules, examples} = await answerRules(await changed("spans", SPANS));
  expect(rules.toSorted((a, b) => `${a.model} ${a.rule}`.localeCompare(`${b.model} ${b.rule}`))).toMatchObject([
    {model: "m", base_task: "sums", rule: "", reason: "several", n: 1, correct: 0, truncated: 0},
    {model: "m", base_task: "sums", rule: "answer is", reason: "", n: 5, correct: 5, truncated: 0},
    {model: "n", base_task: "sums", rule: "", reason: "several", n: 1, correct: 0, truncated: 0},
    {model: "n", base_task: "sums", rule: "answer is", reason: "", n: 5, correct: 5, truncated: 0}
  ]);
  expect(examples).toHaveLength(3);
  expect(new Set(examples.map(({model}) => model))).toEqual(new Set(["m", "n"]));
  for (const {rule, answer, before, span, after} of examples) {
    expect([rule, span]).toEqual(["answer is", answer]);
    expect(before).toMatch(/^….{0,60} \u{1f600} The answer is $/u);
    expect(after).toMatch(/^\.(?: .{0,60}…)?$/u);
  }
});

test("the same examples are chosen whatever the order of the rows", async () => {
  const all = await Promise.all(
    ["item_id, model", "model desc, item_id desc"].map(async order =>
      (await answerRules(await changed(`ordered ${order}`, `${SPANS} order by ${order}`))).examples
        .map(({eval_id, item_id}) => `${eval_id} ${item_id}`)
        .sort()
    )
  );
  expect(all[0]).toEqual(all[1]);
});

test("a long answer has both of its ends, and no half of a character", async () => {
  const folder = await changed(
    "whole",
    `select * exclude (text) replace ('whole text' as answer_rule, 0 as answer_start, length(text) + 1 as answer_end)
    from (select samples.*, text from samples join responses using (eval_id, item_id, trial)) where answer in ('10', '14')`
  );
  const {examples} = await answerRules(folder);
  const spans = examples.map(({span}) => String(span));
  expect(spans.length).toBeGreaterThan(0);
  for (const span of spans) {
    expect(span.length).toBeLessThanOrEqual(125);
    expect(span).toMatch(/^word .* … .*(?:1[04]\.|\u{1f600} ?)$/u);
    expect(span).not.toMatch(/[\ud800-\udfff]/u); // halves of characters
  }
});

test("spans beyond the text are no examples, and stores without texts have none", async () => {
  const beyond = await changed("beyond", SPANS.replace("length(answer)", "20000"));
  expect((await answerRules(beyond)).examples).toEqual([]);
  const silent = await changed("silent", SPANS);
  await rm(join(silent, "responses.parquet"));
  await recordTables(silent);
  const {rules, examples} = await answerRules(silent);
  expect([rules.length, examples]).toEqual([4, []]);
});

test("a store of an older version has its samples with an answer and without, and no rule or reason", async () => {
  const older = await answerRules(await changed("older", OLDER));
  expect(older.examples).toEqual([]);
  expect(older.rules.map(({model, rule, reason, n}) => `${model} ${rule || reason || ""} ${n}`).sort()).toEqual([
    "m unknown 1",
    "m unknown 5",
    "n unknown 1",
    "n unknown 5"
  ]);
});

test("the command prints the counts by rule after its table", async () => {
  const {text} = await answerOrReason(store, "extraction", {format: "table"});
  closeStore();
  expect(text).toMatch(
    /\nOf 12 samples, 10 \(83\.3 %\) have an answer and 2 \(16\.7 %\) have none\. By rule: .+ 10 \(83\.3 %\)\. By reason for no answer: the text states several answers 2 \(16\.7 %\)\.\n/u
  );
});
