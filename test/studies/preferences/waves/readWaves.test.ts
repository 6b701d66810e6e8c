import {mkdir, mkdtemp, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {readWaves} from "../../../../pipelines/studies/preferences/waves/make.node.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "reasonbook-waves-"));
});
afterAll(() => rm(folder, {recursive: true, force: true}));

const vote = (judge: string, i: number) => ({
  ...{judge, model_a: "m", model_b: "n", question_id: `q${i}`, winner: "model_a"},
  tstamp: `2026-0${i}-01T00:00:00Z`
});
const lines = (rows: readonly object[]) => rows.map(row => `${JSON.stringify(row)}\n`).join("");

test("folders and files of votes are studies; a file that cannot be read is named and leaves the others as they are", async () => {
  const warnings: string[] = [];
  const read = (place: string) => readWaves(new Map([["m", 0.5]]), {folder: place, warn: text => warnings.push(text)});
  expect(await read(join(folder, "none"))).toEqual([]);
  await mkdir(join(folder, "pilot"));
  await writeFile(join(folder, "pilot/first.jsonl"), lines([vote("Ada", 1), vote("Bob", 1)]));
  await writeFile(join(folder, "pilot/second.jsonl"), lines([vote("Ada", 3)]));
  await writeFile(join(folder, "alone.csv"), "judge,model_a,model_b,winner\nAda,m,n,tie\n");
  await writeFile(join(folder, "broken.parquet"), "PAR1 and no more");
  const waves = await read(folder);
  expect(waves.map(({study, wave, begin, votes, annotators}) => [study, wave, begin, votes, annotators])).toEqual([
    ["alone", "undated", null, 1, 1],
    ["pilot", "first", "2026-01-01T00:00:00.000Z", 2, 2],
    ["pilot", "second", "2026-03-01T00:00:00.000Z", 1, 1]
  ]);
  expect(waves.every(({models, n, correlation}) => models === 2 && n === 1 && correlation === null)).toBe(true);
  expect(warnings).toEqual([expect.stringContaining("broken.parquet")]);
});
