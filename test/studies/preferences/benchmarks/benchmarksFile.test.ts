// The shipped table of published scores, and what is said of a file like it that is wrong.
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {correlationsOf} from "../../../../pipelines/studies/preferences/benchmarks/against.js";
import {BENCHMARKS, readBenchmarks} from "../../../../pipelines/studies/preferences/benchmarks/benchmarksFile.node.js";
import {scoresOf} from "../../../../pipelines/studies/preferences/benchmarks/leaderboard.js";
import {humanStudy} from "../../../../pipelines/studies/preferences/study.js";
import {readVotes} from "../../../../pipelines/studies/preferences/votes/read.js";
import {recordsOf} from "../../../../pipelines/studies/preferences/votes/records.js";
import {withReal} from "../fixture.js";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "reasonbook-benchmarks-"));
});
afterAll(() => rmSync(folder, {recursive: true}));

test("ratings of one date are never mixed with those of another, and every benchmark has its source and date", async () => {
  const table = await readBenchmarks();
  const at = (name: string) => scoresOf(table, table.benchmarks.find(each => each.name === name)!);
  expect(table.criteria).toEqual(["Arena Elo", "Arena Elo (May 2023)", "Arena Elo (June 2023)", "Arena Elo (2024)"]);
  // Rows as the four sources print them, and how many models each has.
  expect(
    ["Arena Elo (May 2023)", "Arena Elo (June 2023)", "Arena Elo", "Arena Elo (2024)"].map(name => at(name).get("Claude-1"))
  ).toEqual([1195, 1178, 1146, 1145]);
  expect(["Arena Elo (May 2023)", "Arena Elo (June 2023)", "Arena Elo", "Arena Elo (2024)"].map(name => at(name).size)).toEqual([
    17, 20, 29, 52
  ]);
  expect(at("MT-Bench (June 2023)").size).toBe(31);
  expect(at("LC AlpacaEval 2.0").get("claude-3-opus-20240229")).toBe(40.39);
  expect(at("Arena Elo (June 2023)").has("Vicuna-33B")).toBe(false); // a blank of the source
  for (const {source, date} of table.benchmarks) {
    expect(source).toMatch(/, https:\/\//);
    expect(date).toMatch(/^202[34]-\d\d/);
  }
});

test("with 20 models and more: MT-Bench and Arena Elo of the early 2024 table, by NumPy", async () => {
  const table = await readBenchmarks();
  const elo = table.benchmarks.find(({name}) => name === "Arena Elo (2024)")!;
  const rows = correlationsOf(scoresOf(table, elo), table, {replicates: 200, criterion: elo.name, parts: elo.contains!});
  const r = (name: string) => rows.find(row => row.benchmark === name && row.coefficient === "pearson")!;
  // numpy.corrcoef over the rows of the source that have both
  expect(r("LC AlpacaEval 2.0")).toMatchObject({n: 38, value: expect.closeTo(0.9377598224779361, 8)});
  expect(r("MMLU (2024)")).toMatchObject({n: 43, value: expect.closeTo(0.8952725231131335, 8)});
  expect(r("LC AlpacaEval 2.0").warnings).toEqual([]);
  expect(r("Arena Elo").warnings.join()).toContain("enters what it is compared with");
});

withReal(
  "MT-Bench's human votes meet five models of the tables of May and June 2023, loudly too few",
  ["mtbench_human.jsonl"],
  async ([file]) => {
    const {votes} = readVotes(recordsOf(readFileSync(file!, "utf8")));
    const {study} = humanStudy(votes, {against: await readBenchmarks()});
    // gpt-4, gpt-3.5-turbo, claude-v1, llama-13b, alpaca-13b; vicuna-13b-v1.2 is in no table under a version that is told.
    expect(new Set(study.correlations.map(({benchmark, n}) => `${benchmark} ${n}`))).toEqual(
      new Set(["Arena Elo (May 2023) 5", "Arena Elo (June 2023) 5", "MT-Bench (June 2023) 5", "MMLU (June 2023) 5"])
    );
    for (const {warnings} of study.correlations) expect(warnings.join()).toContain("only 5 models");
  }
);

test("an alias of no model, or of two, is refused with its place", async () => {
  const text = readFileSync(BENCHMARKS, "utf8");
  const broken = async (from: string, to: string) => {
    const file = join(folder, "benchmarks.yaml");
    writeFileSync(file, text.replace(from, to));
    return readBenchmarks(file);
  };
  const line = text.split("\n").indexOf("  Claude-1: [claude-v1]") + 1;
  await expect(broken("  Claude-1: [claude-v1]", "  Claude-9: [claude-v1]")).rejects.toThrow(
    new RegExp(`benchmarks\\.yaml:${line}:3 unknown model "Claude-9"; did you mean "Claude-`)
  );
  await expect(broken("  Claude-1: [claude-v1]", "  Claude-1: [gpt-4]")).rejects.toThrow(
    `benchmarks.yaml:${line}:14 "gpt-4" is already a name of GPT-4`
  );
  await expect(broken('date: "2023-05-25"', 'date: "May 2023"')).rejects.toThrow("expected a date like 2023-06-22, or 2023-06");
});
