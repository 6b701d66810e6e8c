// Responses that threads score: the same scores in the same order as without threads, and a clear end where a thread fails.
import {encode} from "gpt-tokenizer/encoding/o200k_base";
import {expect, test} from "vitest";
import {setOwnTasks, tasks} from "../../../pipelines/generate/registry.node.js";
import {type AheadRow, readAhead} from "../../../pipelines/run/rescore/readAhead.js";
import {completionOf, readScore, ruledTest, type ScoredFields} from "../../../pipelines/run/rescore/readScore.js";

type Row = ScoredFields & Pick<AheadRow, "read">;

const row = (text: string, more: Partial<ScoredFields> = {}): Row => ({
  text,
  reasoning: null,
  finish_reason: "unknown",
  prompt_tokens: null,
  completion_tokens: null,
  max_tokens: undefined,
  simulated: false,
  base_task: "quinces",
  generator_version: 0,
  question: "How many quinces are ripe?",
  choices: ["none", "a few", "all"],
  expected: "B",
  reading: null,
  scorer: null,
  ...more
});

const ROWS: readonly Row[] = [
  ...Array.from({length: 400}, (_, i) => row(`Of ${i} quinces, a few are ripe. The answer is (${"ABC"[i % 3]}).`)),
  row("half of a character: \ud83d. The answer is (B)."),
  row("It is 4.", {choices: [], expected: "4", completion_tokens: 64, max_tokens: 64}),
  row("4,5", {choices: [], expected: "4.5", reading: JSON.stringify({locale: "de"})}),
  row("The basket is green.", {choices: [], expected: "green", scorer: JSON.stringify({kind: "exact"})})
];

async function* stream(rows: readonly Row[]): AsyncGenerator<Row> {
  for (const each of rows) yield {...each};
}

async function ahead(rows: readonly Row[], options: {alone?: number; context?: number} = {}): Promise<Row[]> {
  const read: Row[] = [];
  const scored = readAhead(stream(rows), {rowOf: each => each, context: options.context, alone: options.alone ?? 0});
  for await (const each of scored) read.push(each);
  return read;
}

test.each([
  undefined,
  20
])("scores are those of this thread, in the order of the rows, with a limit of %s tokens", async context => {
  const read = await ahead(ROWS, {...(context && {context})});
  expect(read.map(({text}) => text)).toEqual(ROWS.map(({text}) => text));
  const expected = ROWS.map(each => readScore(each, completionOf(each, context), ruledTest(each)));
  expect(read.map(each => JSON.parse(each.read!))).toEqual(JSON.parse(JSON.stringify(expected)));
  expect(expected.filter(score => "status" in score && score.status === 1).length).toBeGreaterThan(ROWS.length / 4);
});

test("the first rows, answers that need a judge or a sandbox, and those to the user's own tasks are left to the caller", async () => {
  setOwnTasks([{...tasks.get("arithmetic")!, name: "figs"}]);
  const rows = [
    row("The answer is (B)."),
    row("The answer is (B)."),
    row("A good answer.", {scorer: JSON.stringify({kind: "rubric", rubric: "Is it good?", most: 2})}),
    row("def f(): pass", {scorer: '{ "kind": "code", "language": "python" }'}),
    row("4", {base_task: "figs"})
  ];
  const read = await ahead(rows, {alone: 1});
  setOwnTasks([]);
  expect(read.map(each => typeof each.read)).toEqual(["undefined", "string", "undefined", "undefined", "undefined"]);
});

test("tokens that nobody has counted are counted, whether a thread scores the response or the caller", async () => {
  const rubric = JSON.stringify({kind: "rubric", rubric: "Is it good?", most: 2});
  const long = "Some quinces are ripe, and some are not, which leaves a few of them for tomorrow. The answer is (B).";
  const rows = [...ROWS.slice(0, 3), row("A good answer.", {scorer: rubric}), row(long, {max_tokens: encode(long).length})];
  const read = await ahead([...rows.map(each => ({...each, uncounted: true})), row("It is 4.")], {alone: 2});
  expect(read.map(each => each.completion_tokens)).toEqual([...rows.map(({text}) => encode(text).length), null]);
  expect(JSON.parse(read[4]!.read!)).toMatchObject({status: 2});
});

test("a failure in a thread is the caller's error", async () => {
  await expect(ahead([...ROWS, row("4", {scorer: "{"})])).rejects.toThrow(/JSON/u);
});

test("a caller that stops early ends the threads", async () => {
  const before = process.getActiveResourcesInfo().filter(name => name === "MessagePort").length;
  for await (const each of readAhead(stream(ROWS), {rowOf: each => each, context: undefined, alone: 1})) {
    expect(each.read).toBeUndefined();
    break;
  }
  let last: Row | undefined;
  for await (const each of readAhead(stream([...ROWS, ...ROWS, ...ROWS, ...ROWS]), {
    rowOf: each => each,
    context: undefined,
    alone: 0
  })) {
    last = each;
    break;
  }
  expect(last!.read).toBeTypeOf("string");
  expect(process.getActiveResourcesInfo().filter(name => name === "MessagePort").length).toBeLessThanOrEqual(before);
});
