// Files of lm-eval with a line for each filter of a question, with and without the filter's name; and files that are one list.
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, test} from "vitest";
import {importedFrom, pick} from "./imported.js";
import {jsonLines, write} from "./layouts.js";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "reasonbook-filters-"));
});
afterAll(() => rm(root, {recursive: true, force: true}));

const FILTERS = ["strict-match", "flexible-extract"];
const SOLUTION = (answer: string) => `Take it step by step.\n#### ${answer}`;
/** A line of a filter: the strict one finds no answer, the flexible one finds it. */
const line = (doc_id: number, filter: string, {named = true, response = `That makes ${doc_id + 30}.`} = {}) => ({
  doc_id,
  doc: {question: `What is ${doc_id} + 30?`, answer: SOLUTION(String(doc_id + 30))},
  target: SOLUTION(String(doc_id + 30)),
  arguments: [[`Question: What is ${doc_id} + 30?\nAnswer:`, {until: ["\n\n"]}]],
  resps: [[response]],
  filtered_resps: [filter === "strict-match" ? "[invalid]" : String(doc_id + 30)],
  ...(named && {filter}),
  exact_match: filter === "strict-match" ? 0 : 1
});
const linesOf = (docs: number, options: {named?: boolean} = {}) =>
  FILTERS.flatMap(filter => Array.from({length: docs}, (_, i) => line(i, filter, options)));
const RESULTS = {
  model_name: "acme/oak-1",
  configs: {gsm: {filter_list: FILTERS.map(name => ({name, filter: [{function: "take_first"}]}))}}
};
const imported = async (
  name: string,
  rows: object[],
  {results = false, list = false, ...options}: {results?: boolean; list?: boolean; score?: string} = {}
) => {
  const file = await write(root, `${name}/samples_gsm_2026-01-02T03-04-05.jsonl`, list ? JSON.stringify(rows) : jsonLines(rows));
  if (results) await write(root, `${name}/results_2026-01-02T03-04-05.json`, JSON.stringify(RESULTS));
  return importedFrom(root, file, options);
};
const scoresOf = (measures: {name: string; value: number}[]) =>
  [...new Set(measures.map(({name, value}) => `${name} ${value}`))].filter(each => each.startsWith("reported:")).sort();

describe("a line for each filter", () => {
  test("is one sample with the scores of all filters, where lines name theirs", async () => {
    for (const rows of [linesOf(3), linesOf(3).toSorted((a, b) => a.doc_id - b.doc_id)]) {
      const {samples, measures, repeated} = await imported("named", rows);
      expect(repeated).toBe(0);
      expect(pick(samples, "index", "trial", "status")).toEqual([0, 1, 2].map(i => [i, 0, 0]));
      expect(scoresOf(measures)).toEqual(["reported:exact_match,flexible-extract 1", "reported:exact_match,strict-match 0"]);
    }
  });

  test("is one where they do not, and results name the filters", async () => {
    const {samples, measures, repeated} = await imported("results", linesOf(3, {named: false}), {results: true});
    expect([samples.length, repeated]).toEqual([3, 0]);
    expect(scoresOf(measures)).toEqual(["reported:exact_match,flexible-extract 1", "reported:exact_match,strict-match 0"]);
    const flexible = await imported("results", linesOf(3, {named: false}), {
      results: true,
      score: "exact_match,flexible-extract"
    });
    expect(pick(flexible.samples, "status", "answer")).toEqual([0, 1, 2].map(i => [1, String(i + 30)]));
  });

  test("is one where nothing names them", async () => {
    const {samples, measures, repeated} = await imported("unnamed", linesOf(3, {named: false}));
    expect([samples.length, repeated]).toEqual([3, 0]);
    expect(scoresOf(measures)).toEqual(["reported:exact_match 0", "reported:exact_match,filter 2 1"]);
  });

  test("of other responses to a question is a repetition", async () => {
    const rows = [line(0, "strict-match", {named: false}), line(0, "strict-match", {named: false, response: "It is 31."})];
    const {samples, repeated} = await imported("repeated", rows);
    expect([samples.length, repeated]).toEqual([2, 1]);
    expect(pick(samples, "index", "trial")).toEqual([
      [0, 0],
      [0, 1]
    ]);
  });
});

test("a file that is one list of samples is read as a list, of one sample and on several lines too", async () => {
  for (const [name, rows] of [
    ["list", linesOf(3)],
    ["short", [line(7, "none")]]
  ] as const) {
    const {samples} = await imported(name, [...rows], {list: true});
    expect(pick(samples, "index")).toEqual(name === "list" ? [[0], [1], [2]] : [[7]]);
  }
  const wide = await write(root, "wide/samples_gsm.jsonl", `\n ${JSON.stringify([line(7, "none")], null, 2)}\n`);
  expect((await importedFrom(root, wide)).samples).toHaveLength(1);
  const torn = await write(root, "torn/samples_gsm.jsonl", `[{"doc_id": 1},\n{"doc_id": 2}`);
  await expect(importedFrom(root, torn)).rejects.toThrow(/samples_gsm\.jsonl:2 not JSON: /);
  const other = await write(root, "other/samples_gsm.jsonl", "[1, 2]\n");
  await expect(importedFrom(root, other)).rejects.toThrow("samples_gsm.jsonl:1 expected an object");
});

test("the right answer of a solution is its number, so that our rules read answers too", async () => {
  const target = (text: string, i: number) => ({...line(i, "none"), target: text});
  const targets = ["#### 1,030", "# 31", "Work.\n#### -32", "#### 1.5", "33", "#### forty", "An heading\n# 35", ""];
  const {samples, measures} = await imported("targets", targets.map(target));
  expect(pick(samples, "expected").flat()).toEqual(["1030", "31", "-32", "1.5", "33", "#### forty", "An heading\n# 35", ""]);
  expect(measures.filter(({name}) => name === "own_right").map(({index, value}) => [index, value])).toContainEqual([1, 1]);
});

test("ids and right answers beyond 2^53 are those of the file", async () => {
  const text = [4, 5, 6]
    .map(digit =>
      JSON.stringify({...line(0, "none"), doc_id: "ID", target: "TARGET"})
        .replace('"ID"', `1234567890123456789${digit}`)
        .replace('"TARGET"', `9876543210987654321${digit}`)
    )
    .join("\n");
  const {samples} = await importedFrom(root, await write(root, "long/samples_gsm.jsonl", text));
  expect(pick(samples, "index", "expected")).toEqual([4, 5, 6].map((digit, i) => [i, `9876543210987654321${digit}`]));
});
