// The command from a file of votes to study.json, on real judgments and on a Parquet file of made-up ones.
import {mkdtempSync, readFileSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {Command} from "commander";
import {afterAll, beforeAll, expect, test, vi} from "vitest";
import {wordsOfHuman} from "../../pipelines/cli/human.js";
import type {Study} from "../../pipelines/study/human/study.js";
import {withReal} from "../study/human/fixture.js";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "reasonbook-human-"));
});
afterAll(() => rmSync(folder, {recursive: true}));

async function study(...words: string[]): Promise<Study> {
  const out = join(folder, "study.json");
  const program = new Command().exitOverride();
  wordsOfHuman(program);
  const quiet = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    await program.parseAsync(["node", "reasonbook", "human", "study", "--replicates", "100", "--out", out, ...words]);
  } finally {
    quiet.mockRestore();
  }
  return JSON.parse(readFileSync(out, "utf8")) as Study;
}

withReal("MT-Bench: people against GPT-4", ["mtbench_human.jsonl", "mtbench_gpt4_pair.jsonl"], async ([people, gpt4]) => {
  const found = await study("--votes", people!, "--against", gpt4!);
  expect(found.votes).toBe(3355);
  expect(found.agreement.krippendorff.value).toBeCloseTo(0.4855, 4);
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
  const {votes, judges, strengths, against} = await study("--votes", file);
  expect([votes, judges, against]).toEqual([10, 2, null]);
  // Ties as half: 7 of 10, so β(m) − β(n) = ln(7/3), and Σβ = 0.
  expect(strengths.map(({model}) => model)).toEqual(["m", "n"]);
  expect(strengths[0]!.beta).toBeCloseTo(Math.log(7 / 3) / 2, 6);
  expect(strengths[0]!.elo).toBeCloseTo(1000 + (400 / Math.LN10) * (Math.log(7 / 3) / 2), 4);
});
