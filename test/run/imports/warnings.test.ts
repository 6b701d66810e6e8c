// Warnings after an import, and answers that a content filter withheld or a limit cut, as other programs log them.
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {importedFrom, pick} from "./imported.js";
import {EVALS, jsonLines, write} from "./layouts.js";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "reasonbook-warnings-"));
});
afterAll(() => rm(root, {recursive: true, force: true}));

const answered = (i: number, {target = String(i), says = String(i), exact_match = 1}) => ({
  doc_id: i,
  doc: {question: `q${i}?`},
  target,
  arguments: [[`q${i}?`, {}]],
  resps: [[`It is ${says}.`]],
  filtered_resps: [says],
  exact_match
});
const imported = async (name: string, n: number, of: (i: number) => Parameters<typeof answered>[1]) => {
  const rows = Array.from({length: n}, (_, i) => answered(i, of(i)));
  return importedFrom(root, await write(root, `${name}/samples_sums.jsonl`, jsonLines(rows)));
};

test("expected values of several kinds, and a task without a right answer, are reported once each", async () => {
  const {told} = await imported("kinds", 40, i => (i % 20 === 7 ? {target: "not known"} : {}));
  expect(told.match(/expected values/g)).toHaveLength(1);
  expect(told).toContain("sums: 38 of 40 expected values are numbers, 2 are not (first: item ");
  expect(told).toContain('expected "not known")');
  const zero = await imported("zero", 40, () => ({says: "7", exact_match: 0}));
  expect(zero.told).toMatch(/zero, sums: no answer of 40 is right, although 40 were read; expected "\d+", read "7" \(item /);
});

test("results that are in order, and a single wrong answer, get no warning", async () => {
  for (const [name, n, exact_match] of [
    ["fine", 40, 1],
    ["one", 1, 0]
  ] as const) {
    const {told} = await imported(name, n, () => ({exact_match}));
    expect(told).not.toMatch(/is right|expected values|cannot be read|as many tokens|content filter|no text/);
  }
});

/** A log of OpenAI's evals whose first sampling has further fields. */
const log = (sampling: object) => [
  EVALS[0],
  ...EVALS.slice(1).map(event => ("sample_id" in event && event.sample_id === "coins.dev.0" ? merged(event, sampling) : event))
];
const merged = (event: object, sampling: object) =>
  "type" in event && event.type === "sampling" && "data" in event
    ? {...event, data: {...(event.data as object), ...sampling}}
    : event;

test("an answer that a content filter withheld is not answered, whatever the program scored; its scores are kept", async () => {
  const file = await write(root, "filtered.jsonl", jsonLines(log({finish_reason: "content_filter"}) as object[]));
  const {samples, measures, told} = await importedFrom(root, file);
  expect(pick(samples, "index")).toEqual([[1], [2]]);
  expect(measures.filter(({index}) => index === 0).map(({name, value}) => [name, value])).toEqual([
    ["not_answered", 1],
    ["reported:correct", 1],
    ["reported_right", 1]
  ]);
  expect(told).toContain("a content filter withheld 1 of 3 answers");
});
