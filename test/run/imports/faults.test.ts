// What cannot be imported: one clear line with file and place, and nothing written; parts of names, scores and JSON that files have.
import {existsSync} from "node:fs";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {gzipSync} from "node:zlib";
import fc from "fast-check";
import {afterAll, beforeAll, expect, test} from "vitest";
import {nameSchema} from "../../../pipelines/book/schemas.js";
import {pythonJson} from "../../../pipelines/rows/json.js";
import {configName, nameOf, openNumbering} from "../../../pipelines/run/imports/naming.js";
import {isRight, likeliest, mainScore, scoreOf, scoresOf} from "../../../pipelines/run/imports/scores.js";
import {command} from "../../workbook.js";
import {inspectArchive, inspectLog, inspectSample, jsonLines, LM_EVAL, layout, MT_BENCH, rowsOf, write} from "./layouts.js";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "reasonbook-import-faults-"));
});
afterAll(() => rm(root, {recursive: true, force: true}));

const run = (...words: string[]) => command(["import", ...words], root);

test("files that are no results, broken, or of another format are refused in a line", async () => {
  await write(root, "note.json", {hello: 1});
  await write(root, "broken.json", '{"version": 2,\n "eval": {"task": "t", "model": "m"},\n "samples": [}\n');
  await write(root, "empty/notes.txt", "nothing");
  await write(root, "bad.eval", "no zip");
  await write(root, "good.json", inspectLog([inspectSample(1)]));
  const cases: [words: string[], line: RegExp][] = [
    [["nosuch"], /^no such file or folder: nosuch$/],
    [["note.json"], /^note\.json is of no format that can be imported; known are /],
    [["broken.json"], /^broken\.json:3 not JSON: /],
    [["empty"], /^empty holds no results that can be imported; known are /],
    [["bad.eval"], /^bad\.eval is damaged, or was not written to its end: /],
    [["good.json", "--format", "helm"], /^good\.json is of format inspect, not helm; leave --format out, or name it$/],
    [["good.json", "--pass", "2"], /^--pass expects a share above 0 and at most 1 such as 0\.5, got "2"$/]
  ];
  for (const [words, line] of cases) {
    const {code, stderr} = await run(...words, "--out", "refused");
    const told = stderr
      .trim()
      .split("\n")
      .filter(each => !each.startsWith("reading "));
    expect([words, code, told]).toEqual([words, 2, [expect.stringMatching(line)]]);
  }
  expect(existsSync(join(root, "refused", "manifest.json"))).toBe(false);
});

test("a faulty sample is named with its place; --skip-bad counts it", async () => {
  const rows = LM_EVAL["acme__oak-1/samples_sums_2026-01-02T03-04-05.000001.jsonl"].slice(0, 2);
  await write(root, "samples_sums.jsonl", `${jsonLines(rows)}{"doc_id": 7,\n{"doc": {}}\n`);
  const refused = await run("samples_sums.jsonl", "--out", "skipped");
  expect(refused.code).toBe(2);
  expect(refused.stderr).toMatch(/samples_sums\.jsonl:3 not JSON: /);
  expect(refused.stderr).toContain('samples_sums.jsonl:4 "doc_id" is missing');
  expect(refused.stderr).toContain("--skip-bad leaves them out and counts them");
  const {code, stdout} = await run("samples_sums.jsonl", "--out", "skipped", "--skip-bad", "--json");
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({failed: 2, samples: 2});
});

test("a damaged sample of an archive is named with its entry", async () => {
  const bytes = inspectArchive([inspectSample(1), inspectSample(2)], inspectLog(undefined));
  const at = bytes.indexOf("samples/2_epoch_1.json");
  bytes[at + "samples/2_epoch_1.json".length + 20]! ^= 0xff;
  await write(root, "flip.eval", bytes);
  const {code, stderr} = await run("flip.eval", "--out", "flipped");
  expect([code, stderr.trim().split("\n").at(-1)]).toEqual([
    2,
    expect.stringMatching(/^flip\.eval: samples\/2_epoch_1\.json is damaged/)
  ]);
});

test("packed lines, one sample, nothing right, answers without any score", async () => {
  const [row] = LM_EVAL["acme__oak-1/samples_sums_2026-01-02T03-04-05.000001.jsonl"];
  await write(root, "one/samples_sums.jsonl.gz", gzipSync(jsonLines([{...row, exact_match: 0}])));
  expect(await run("one", "--out", "packed")).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("imported 1 sample of 1 model over 1 point")
  });
  expect(await rowsOf(join(root, "packed"), "select status from samples")).toEqual([{status: 0}]);
  await layout(root, MT_BENCH);
  const answers = await run("mt_bench", "--out", "unscored");
  expect(answers).toMatchObject({code: 0, stderr: expect.stringContaining("imported 0 samples of 2 models over 0 points")});
  expect(await rowsOf(join(root, "unscored"), "select count(*)::int as n from responses")).toEqual([{n: 8}]);
});

test("NaN and Infinity become null outside of texts only", () => {
  expect(pythonJson('{"a": NaN, "b": [-Infinity, 1], "c": "NaN \\" Infinity"}')).toEqual({
    a: null,
    b: [null, 1],
    c: 'NaN " Infinity'
  });
  expect(() => pythonJson('{"a": NaN')).toThrow(SyntaxError);
});

test("any text becomes a name that a table takes, and a name stays as it is", () => {
  fc.assert(
    fc.property(fc.string(), text => {
      const name = nameOf(text);
      expect(nameSchema.safeParse(name).success, JSON.stringify([text, name])).toBe(true);
      expect(nameOf(name)).toBe(name);
    })
  );
  expect(nameOf("openai/gpt-4o")).toBe("openai/gpt-4o");
  expect(configName({temperature: 0, max_tokens: 9, stop: null})).toBe("max_tokens:9+temperature:0");
  expect(configName({})).toBeNull();
});

test("numbers of items are their ids; other content under an id, and names beside numbers, stand elsewhere", () => {
  const numbering = openNumbering();
  expect([numbering.of("t", 5, "a"), numbering.of("t", 5, "a"), numbering.of("t", 0, "b")]).toEqual([5, 5, 0]);
  const other = numbering.of("t", 5, "c");
  expect([other >= 2 ** 30, numbering.of("t", 5, "c") === other, numbering.shared]).toEqual([true, true, 1]);
  expect(numbering.of("t", "x", "d")).toBeGreaterThan(2 ** 30);
  expect([numbering.of("u", "x", "a"), numbering.of("u", "y", "a"), numbering.of("u", "x", "a")]).toEqual([0, 1, 0]);
});

test("scores: letters, words, truth values, dictionaries; which one counts; what is beyond 0 to 1 says nothing", () => {
  expect(["C", "I", "P", "N", true, false, 0.25, "yes", "0.5", "", "maybe", null, Number.NaN].map(scoreOf)).toEqual([
    1,
    0,
    0.5,
    0,
    1,
    0,
    0.25,
    1,
    0.5,
    null,
    null,
    null,
    null
  ]);
  expect(scoresOf("s", {a: "C", b: {c: 0.5, d: "text"}, e: [1, 0]})).toEqual({"s.a": 1, "s.b.c": 0.5, "s.e.0": 1, "s.e.1": 0});
  expect([isRight(1), isRight(0.99), isRight(0.5, 0.5), isRight(7), isRight(-1), isRight(null)]).toEqual([
    true,
    false,
    true,
    null,
    null,
    null
  ]);
  expect(mainScore({f1: 0.4, em: 1}, {preferred: ["em"]})).toEqual({name: "em", value: 1});
  expect(mainScore({points: 7, acc: 0})).toEqual({name: "acc", value: 0});
  expect(mainScore({a: 1}, {asked: "b"})).toBeNull();
  expect(likeliest([-1, -1], 0)).toEqual({answer: null, measures: {confidence: 0.5}});
  expect(likeliest([-1], 0)).toBeNull();
});
