// Warnings about results as a whole: when each is printed, and when none is.
import {cpSync, readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {describe, expect, test} from "vitest";
import {type CheckedResponse, MIN_ANSWERS, openResultWarnings} from "../../pipelines/run/resultWarnings.js";
import type {Score} from "../../pipelines/score/score.node.js";
import {CORRECT, INCORRECT, TRUNCATED} from "../../pipelines/score/status.js";
import {stubServer, workbook} from "../workbook.js";

const keyOf = (model: string) => ({eval_id: `e-${model}`, model, template: "given", sampler: "given"});
const SCORE: Score = {
  status: INCORRECT,
  parsed: true,
  answer: "18",
  answer_rule: null,
  trace_bytes: 0,
  compressed_bytes: 0,
  answer_start: null,
  answer_end: null,
  answer_reason: null
};
interface Given {
  expected?: string;
  guess?: number;
  task?: string;
  trial?: number;
  simulated?: boolean;
  completion?: Partial<CheckedResponse["completion"]>;
  score?: Partial<Score>;
}
const response = (i: number, {expected = "# 18", guess = 0, task = "sums", trial = 0, simulated = false, ...given}: Given) => ({
  test: {item_id: `i${i}`, base_task: task, expected, guess_chance: guess},
  trial,
  simulated,
  completion: {text: "So it is 18.", reasoning: null, finish_reason: "stop", completion_tokens: 5, ...given.completion},
  score: {...SCORE, ...given.score}
});
/** The sentences about n responses of each model. */
function said(models: Record<string, {n: number; of?: (i: number) => Given}>): string[] {
  const warnings = openResultWarnings();
  for (const [model, {n, of = () => ({})}] of Object.entries(models))
    for (let i = 0; i < n; i++) warnings.add(keyOf(model), response(i, of(i)));
  return warnings.sentences();
}

describe("no answer is right", () => {
  const SAID = 'm, sums: no answer of 20 is right, although 20 were read; expected "# 18", read "18" (item i0)';

  test("is reported with what was expected and read, from 20 answers on", () => {
    expect(said({m: {n: MIN_ANSWERS}})).toEqual([SAID]);
    expect(said({m: {n: MIN_ANSWERS - 1}})).toEqual([]);
    expect(said({m: {n: 1}})).toEqual([]);
    expect(said({})).toEqual([]);
  });

  test("is one sentence for any number of models and tasks, about the one with most answers", () => {
    const [sentence, ...others] = said({a: {n: 20}, m: {n: 30}, b: {n: 20, of: () => ({task: "differences"})}});
    expect(others).toEqual([]);
    expect(sentence).toContain("m, sums: no answer of 30 is right");
    expect(sentence).toContain("; likewise 2 other evaluations or tasks");
  });

  test("shows an answer that differs in marks alone, where there is one", () => {
    const of = (i: number): Given => ({expected: i === 7 ? "(1,000)" : "5", score: {answer: i === 7 ? "1000" : "6"}});
    expect(said({m: {n: 20, of}})[0]).toContain('expected "(1,000)", read "1000" (item i7)');
  });

  test("is not reported where one answer is right, or few were read", () => {
    expect(said({m: {n: 30, of: i => (i === 29 ? {score: {status: CORRECT}} : {})}})).toEqual([]);
    const unread: Given = {score: {parsed: false, answer: null}};
    expect(said({m: {n: 30, of: i => (i < 15 ? unread : {})}}).join()).not.toContain("no answer of");
  });

  test("is a weak model's own where another model is right and the answers are others", () => {
    const strong = {n: 20, of: (): Given => ({expected: "5", score: {answer: "5", status: CORRECT}})};
    expect(said({strong, m: {n: 20, of: () => ({expected: "5", score: {answer: "6"}})}})).toEqual([]);
    expect(said({strong, m: {n: 20, of: () => ({expected: "5", score: {answer: "−5"}})}})).toEqual([]);
    expect(said({strong, m: {n: 20, of: () => ({expected: "5", score: {answer: "**5**"}})}})).toHaveLength(1);
  });

  test("waits for as many answers as guessing would need, for whatever chance", () => {
    // 0.9^n ≤ 1 % from 44 answers on, 0.75^n from 17, of which 20 are the fewest
    const of = (guess: number) => () => ({guess, expected: "B", score: {answer: "A"}});
    expect(said({m: {n: 43, of: of(0.1)}})).toEqual([]);
    expect(said({m: {n: 44, of: of(0.1)}})).toHaveLength(1);
    expect(said({m: {n: 19, of: of(0.25)}})).toEqual([]);
    expect(said({m: {n: 20, of: of(0.25)}})).toHaveLength(1);
    expect(said({m: {n: 20, of: of(1)}})).toHaveLength(1);
  });

  test("leaves out truncated answers, repetitions, simulated models and tests without a right answer", () => {
    for (const given of [{score: {status: TRUNCATED}}, {trial: 1}, {simulated: true}, {expected: ""}] as Given[])
      expect(said({m: {n: 30, of: () => given}}), JSON.stringify(given)).toEqual([]);
  });
});

describe("answers that cannot be read", () => {
  const unread: Given = {score: {parsed: false, answer: null}, completion: {text: "I like the sea."}};
  const right: Given = {score: {status: CORRECT}};
  const first = (k: number) => (i: number) => (i < k ? unread : right);

  test("are reported where they are more than a fifth of at least 20", () => {
    expect(said({m: {n: 100, of: first(21)}})).toEqual([
      'm, sums: 21 of 100 answers (21 %) cannot be read (first: item i0, which ends in "I like the sea.")'
    ]);
    expect(said({m: {n: 100, of: first(20)}})).toEqual([]);
    expect(said({m: {n: 19, of: first(19)}})).toEqual([]);
  });

  test("are counted for a model as a whole, and for a task that others would hide", () => {
    const tasks = (i: number): Given => ({...(i % 10 === 0 ? unread : right), task: `t${i % 10}`});
    expect(said({m: {n: 190, of: tasks}})).toEqual([]); // 19 of a task
    expect(said({m: {n: 200, of: tasks}})[0]).toContain("m, t0: 20 of 20 answers (100 %) cannot be read");
    expect(said({m: {n: 30, of: i => ({...(i % 2 ? unread : right), task: `t${i % 3}`})}})[0]).toContain(
      "m: 15 of 30 answers (50 %) cannot be read"
    );
  });

  test("leave out those that a limit cut", () => {
    expect(said({m: {n: 30, of: () => ({...unread, score: {...unread.score, status: TRUNCATED}})}})).toEqual([]);
  });
});

describe("single answers", () => {
  const right = {score: {status: CORRECT}} as const;
  const silent: Given = {...right, completion: {text: " \n", reasoning: "First, six sevens …"}};

  test("with reasoning and no text are counted, but not where the limit or a call of a tool ended them", () => {
    expect(said({m: {n: 3, of: i => (i === 1 ? silent : right)}})).toEqual([
      "m, sums: 1 of 3 answers has reasoning but no text (first: item i1); check the reasoning parser of the model's server"
    ]);
    for (const finish_reason of ["length", "tool_calls", "turns"])
      expect(said({m: {n: 3, of: () => ({...silent, completion: {...silent.completion, finish_reason}})}})).toEqual([]);
    expect(said({m: {n: 3, of: () => ({...silent, completion: {text: "", reasoning: " "}})}})).toEqual([]);
  });

  test("of as many tokens as their limit are counted", () => {
    const cut: Given = {
      score: {status: TRUNCATED},
      completion: {finish_reason: "length", reported_finish: "stop", completion_tokens: 4_096}
    };
    expect(said({m: {n: 3, of: i => (i > 0 ? cut : right)}})).toEqual([
      "m, sums: 2 of 3 answers have as many tokens as the limit (first: item i1, 4,096 tokens, finish_reason stop) and count as truncated"
    ]);
    expect(said({m: {n: 3, of: () => ({score: {status: TRUNCATED}, completion: {finish_reason: "length"}})}})).toEqual([]);
  });
});

test("a run and a rescoring report what a content filter withheld, and end with exit code 0", async () => {
  await using stub = await stubServer((body, _, response) => {
    const {messages} = body as {messages: {content: string}[]};
    const number = Number(/\d+/.exec(messages[0]!.content)?.[0] ?? 0);
    if (number % 3 === 0) return "Answer: red";
    response.setHeader("content-type", "application/json");
    if (number % 3 === 1)
      response.writeHead(400).end(JSON.stringify({error: {code: "content_filter", message: "filtered", type: null}}));
    else response.end(JSON.stringify({choices: [{finish_reason: "content_filter", message: {content: "Answer: r"}}]}));
    return undefined;
  });
  await using book = await workbook({
    "book.yaml":
      "suite: suites/small.yaml\nmodels: [models/own.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 12, max: 12}\n",
    "suites/small.yaml": "tasks: [{bank: colours}]\n",
    "banks/colours.yaml": "files: colours.jsonl\nlayout: plain\nscorer: {kind: exact}\n",
    "banks/colours.jsonl": Array.from({length: 12}, (_, i) =>
      JSON.stringify({id: `c${i}`, question: `Which colour has number ${i}?`, answer: "red"})
    ).join("\n"),
    "models/own.yaml": `endpoint: ${stub.url}\nmodels: [{id: own}]\n`
  });
  const SAID = /warning: own, colours: a content filter withheld 8 of 12 answers \(first: item \S+\); they have no score/;
  const ran = await book.command("run");
  expect(ran.code, ran.stderr).toBe(0);
  expect(ran.stderr.match(/content filter/g)).toHaveLength(1);
  expect(ran.stderr).toMatch(SAID);
  const rows = async (query: string, store = "data/store") =>
    JSON.parse((await book.command("sql", "--store", store, "--json", query)).stdout);
  expect(await rows("select count(*)::int as n from samples")).toEqual([{n: 4}]);
  expect(await rows("select count(*)::int as n from measures where name = 'not_answered'")).toEqual([{n: 8}]);
  const manifest = JSON.parse(readFileSync(join(book.root, "data/store/manifest.json"), "utf8"));
  expect(manifest).toMatchObject({status: "complete", failed: 0});

  // a rerun asks nothing again
  const asked = stub.requests.length;
  const again = await book.command("run");
  expect(again.code, again.stderr).toBe(0);
  expect(again.stderr).toMatch(SAID);
  expect(stub.requests).toHaveLength(asked);

  const lines = [0, 1, 2].map(i =>
    JSON.stringify({
      model: "m",
      base_task: "q",
      prompt: `q${i}?`,
      expected: "red",
      text: "Answer: red",
      ...(i === 1 && {finish_reason: "content_filter"})
    })
  );
  writeFileSync(join(book.root, "given.jsonl"), lines.join("\n"));
  const scored = await book.command("score", "--dataset", "given.jsonl", "--out", "given");
  expect(scored.code, scored.stderr).toBe(0);
  expect(scored.stderr).toContain("m, q: a content filter withheld 1 of 3 answers");
  expect(await rows("select count(*)::int as n, sum(status)::int as correct from samples", "given")).toEqual([
    {n: 2, correct: 2}
  ]);
});

test("an answer of as many tokens as its limit is truncated in a run, in a file with a limit, and in a store of an older version", async () => {
  let number = 0;
  await using stub = await stubServer((_, __, response) => {
    const completion_tokens = number++ < 3 ? 64 : 20;
    const choices = [{finish_reason: "stop", message: {content: "Let me work it out one by one and"}}];
    response
      .setHeader("content-type", "application/json")
      .end(JSON.stringify({choices, usage: {prompt_tokens: 9, completion_tokens}}));
    return undefined;
  });
  await using book = await workbook({
    "samplers/greedy.yaml": "max_tokens: 64\n",
    "models/own.yaml": `endpoint: ${stub.url}\nconcurrency: 1\nmodels: [{id: own}]\n`,
    "book.yaml":
      "suite: suites/small.yaml\nmodels: [models/own.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 4, max: 4}\n"
  });
  const ran = await book.command("run");
  expect(ran.code, ran.stderr).toBe(0);
  expect(ran.stderr).toMatch(
    /own, \w+: 3 of \d+ answers have as many tokens as the limit \(first: item \S+, 64 tokens, finish_reason stop\) and count as truncated/
  );
  const rows = async (store: string) =>
    JSON.parse(
      (
        await book.command(
          "sql",
          "--store",
          store,
          "--json",
          "select finish_reason, status, count(*)::int as n from samples where completion_tokens = 64 group by all"
        )
      ).stdout
    );
  expect(await rows("data/store")).toEqual([{finish_reason: "length", status: TRUNCATED, n: 3}]);

  const older = join(book.root, "older");
  cpSync(join(book.root, "data/store"), older, {recursive: true});
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run(
    `copy (select * replace ('stop' as finish_reason, 0 as status) from '${book.root}/data/store/samples.parquet') to '${older}/samples.parquet' (format parquet)`
  );
  connection.closeSync();
  instance.closeSync();
  const rescored = await book.command("score", "--store", "older", "--out", "again");
  expect(rescored.code, rescored.stderr).toBe(0);
  expect(rescored.stderr).toContain("3 of");
  expect(await rows("again")).toEqual([{finish_reason: "length", status: TRUNCATED, n: 3}]);

  const line = (i: number, rest: object) =>
    JSON.stringify({model: "m", base_task: "q", prompt: `q${i}?`, expected: "9", text: "Let me see", prompt_tokens: 9, ...rest});
  writeFileSync(
    join(book.root, "given.jsonl"),
    [
      line(0, {completion_tokens: 64, max_tokens: 64, finish_reason: "stop"}),
      line(1, {completion_tokens: 64, max_tokens: 64}),
      line(2, {completion_tokens: 64, max_tokens: 128, finish_reason: "stop"}),
      line(3, {completion_tokens: 64, finish_reason: "stop"}),
      line(4, {max_tokens: 64, finish_reason: "stop"})
    ].join("\n")
  );
  const scored = await book.command("score", "--dataset", "given.jsonl", "--out", "given");
  expect(scored.code, scored.stderr).toBe(0);
  expect(scored.stderr).toContain("m, q: 2 of 5 answers have as many tokens as the limit");
  const found = await rows("given");
  expect(found).toContainEqual({finish_reason: "length", status: TRUNCATED, n: 2});
  expect(found).toContainEqual({finish_reason: "stop", status: INCORRECT, n: 2});
});
