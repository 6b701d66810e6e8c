// The command from a file of votes to study.json, on real judgments and on a Parquet file of made-up ones.
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {afterAll, beforeAll, expect, test} from "vitest";
import type {Study} from "../../../pipelines/studies/preferences/study.js";
import {inProcess} from "../../inProcess.js";
import {withReal} from "./fixture.js";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "reasonbook-human-"));
});
afterAll(() => rmSync(folder, {recursive: true}));

async function study(...words: string[]): Promise<Study> {
  const out = join(folder, "study.json");
  const {code, stderr} = await inProcess(["human", "study", "--replicates", "100", "--out", out, ...words]);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(readFileSync(out, "utf8")) as Study;
}

withReal("MT-Bench: people against GPT-4", ["mtbench_human.jsonl", "mtbench_gpt4_pair.jsonl"], async ([people, gpt4]) => {
  const found = await study("--votes", people!, "--against", gpt4!);
  expect(found.votes).toBe(3355);
  expect(found.agreement.krippendorff.value).toBeCloseTo(0.4848957, 7);
  // Counted in Python: 3,355 pairs of votes on 1,814 units, 66.17 % agree, 34.60 % by chance.
  expect(found.against).toMatchObject({n: 1814});
  expect(found.against!.value).toBeCloseTo(0.4827208657641, 10);
  expect(found.against!.lo!).toBeLessThan(0.4827);
  expect(found.against!.hi!).toBeGreaterThan(0.4827);
  expect(found.strengths[0]!.model).toBe("gpt-4");
  expect(found.strengths.reduce((sum, {beta}) => sum + beta, 0)).toBeCloseTo(0, 8);
});

test("Parquet: two models that win three of four decided votes, and ties, by hand", async () => {
  const file = join(folder, "votes.parquet");
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run(
    `copy (select 'j' || i % 2 as judge, 'm' as model_a, 'n' as model_b, i as question_id, 1 as turn, case when i < 6 then 'model_a' when i < 8 then 'model_b' else 'tie' end as winner
      from range(10) r(i)) to '${file}' (format parquet)`
  );
  connection.closeSync();
  instance.closeSync();
  const {simulated, votes, judges, strengths, against, ratings} = await study("--votes", file);
  expect([simulated, votes, judges, against]).toEqual([false, 10, 2, null]);
  expect(ratings).toEqual([]);
  // Ties as half: 7 of 10, so β(m) − β(n) = ln(7/3), and Σβ = 0.
  expect(strengths.map(({model}) => model)).toEqual(["m", "n"]);
  expect(strengths[0]!.beta).toBeCloseTo(Math.log(7 / 3) / 2, 6);
  expect(strengths[0]!.elo).toBeCloseTo(1000 + (400 / Math.LN10) * (Math.log(7 / 3) / 2), 4);
});

test("the judgments that the workbook ships with are those that `simulate` writes, and their study is marked simulated", async () => {
  const shipped = readFileSync("data/human/simulated-judgments.jsonl", "utf8");
  const out = join(folder, "simulated.jsonl");
  await inProcess(["human", "simulate", "--out", out]);
  expect(readFileSync(out, "utf8") === shipped, "npm run -s human -- simulate --out data/human/simulated-judgments.jsonl").toBe(
    true
  );
  const records = shipped
    .trimEnd()
    .split("\n")
    .map(line => JSON.parse(line) as Record<string, unknown>);
  expect(records).toHaveLength(12_000);
  expect(records.every(({simulated}) => simulated === true)).toBe(true);
  expect(new Set(records.flatMap(({model_a, model_b}) => [model_a, model_b])).size).toBe(15);
  const found = await study("--votes", out);
  expect(found.simulated).toBe(true);
  expect(found.notes[0]).toBe(`${out}: 12,000 of 12,000 records are simulated`);
});

/** A file of text in the tests' folder. */
function written(name: string, ...lines: string[]): string {
  const file = join(folder, name);
  writeFileSync(file, `${lines.join("\n")}\n`);
  return file;
}

test("ratings alone: Krippendorff's example as a CSV; means by hand; correlated with a table", async () => {
  const rows = ["12332141 2...", "1233224 125.3", ".3332342 2 51.", "1233244 1 251."].map(row => row.replaceAll(" ", ""));
  const cells = rows.flatMap((row, j) =>
    [...row].flatMap((value, q) => (value === "." ? [] : [`j${j},m${q % 4},${q},1,${value}`]))
  );
  const file = written("ratings.csv", "judge,model,question_id,turn,grade", ...cells);
  const table = written("table.csv", "model,MMLU", "m0,1", "m1,2", "m2,3", "m3,5");
  const {votes, strengths, agreement, ratings} = await study("--ratings", file, "--against", table);
  expect([votes, strengths, agreement.fleiss.value]).toEqual([0, [], null]);
  const [grade] = ratings;
  expect(ratings).toHaveLength(1);
  expect(grade).toMatchObject({
    aspect: "grade",
    n: 41,
    judges: 4,
    units: 12,
    scale: {min: 1, max: 5, given: false},
    preference: null
  });
  expect(grade!.alpha_ordinal.value).toBeCloseTo(0.815, 3);
  expect(grade!.alpha_interval.value).toBeCloseTo(0.849, 3);
  expect(grade!.alpha_ordinal.n).toBe(11);
  // m0 answered questions 0, 4 and 8: 1 1 1, 2 2 2 2, 2 2 2 2.
  expect(grade!.models.find(({model}) => model === "m0")).toMatchObject({n: 11, mean: 19 / 11});
  expect(grade!.correlations[0]).toMatchObject({benchmark: "MMLU", n: 4, warnings: [expect.stringContaining("only 4 models")]});
});

test("votes with ratings of their own: mean by hand, correlation with the strengths, and the share that follows ratings", async () => {
  const models = ["k", "l", "m", "n"];
  const lines = Array.from({length: 48}, (_, i) => {
    const [a, b] = [i % 4, (i + 1 + (Math.floor(i / 4) % 3)) % 4];
    const winner = i % 5 === 4 ? "tie" : a > b !== (i % 7 === 6) ? "model_a" : "model_b";
    const rating = {helpfulness: {a: 1 + a, b: 1 + b}};
    return JSON.stringify({
      judge: `j${i % 3}`,
      model_a: models[a],
      model_b: models[b],
      question_id: i % 8,
      turn: 1,
      winner,
      ...rating
    });
  });
  const {ratings} = await study("--votes", written("rated.jsonl", ...lines));
  const [helpfulness] = ratings;
  expect(helpfulness!.models.map(({model, mean, rank}) => [model, mean, rank])).toEqual([
    ["n", 4, null],
    ["m", 3, null],
    ["l", 2, null],
    ["k", 1, null]
  ]);
  expect(helpfulness!.correlations.find(({coefficient}) => coefficient === "spearman")).toMatchObject({
    benchmark: "strengths of the votes",
    value: 1,
    warnings: [expect.stringContaining("only 4 models"), expect.stringContaining("the same judges gave both")]
  });
  // Of 48 votes, those with i mod 5 = 4 are ties; of the others those with i mod 7 = 6 go against the ratings.
  const decided = Array.from({length: 48}, (_, i) => i).filter(i => i % 5 !== 4);
  const following = decided.filter(i => i % 7 !== 6);
  expect(helpfulness!.preference).toMatchObject({
    n: decided.length,
    share: following.length / decided.length,
    tied_votes: 48 - decided.length
  });
});

test("bad files of ratings name file, line and column, and the way out", async () => {
  const bad = written("bad.csv", "judge,model,question_id,score", "x,m,1,4", "y,m,1,very good", "y,n,2,3", "z,,2,3", "y,n,3,3");
  await expect(study("--ratings", bad)).rejects.toThrow(
    `${bad}:3:7 score "very good" is not a number (and 1 more; --skip-bad leaves them out)`
  );
  const {ratings, notes} = await study("--ratings", bad, "--skip-bad");
  expect(ratings[0]!.n).toBe(3);
  expect(notes).toContain(`1 record left out, bad: score "very good" is not a number (${bad}:3:7)`);
  await expect(study("--votes", bad)).rejects.toThrow("holds ratings of single answers, not votes: name it with --ratings");
  await expect(study("--ratings", "test/fixtures/votes.csv")).rejects.toThrow("its votes carry no ratings");
  await expect(study("--ratings", bad, "--scale", "ten")).rejects.toThrow(
    '--scale: "ten" is not a scale; expected one like 1-10'
  );
  await expect(study()).rejects.toThrow("--votes, --ratings or --scores is missing");
});
