// Figures and votes of the published store: by the values of others, and the same bytes as those in the repository.
import {copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, test} from "vitest";
import {addFigures} from "../../../pipelines/run/published/figures.js";
import {query} from "../../../pipelines/store/sql.node.js";
import {silent} from "../../silent.js";

const RAW = join(import.meta.dirname, "../../../../shared/data");
const isAbsent = !existsSync(join(RAW, "published-scores"));
const PUBLISHED = "data/published";
const folder = mkdtempSync(join(tmpdir(), "figures-"));
afterAll(() => rmSync(folder, {recursive: true}));
const rows = async (sql: string, from = folder) => (await query(sql, {folder: from})).rows;
let made: Awaited<ReturnType<typeof addFigures>>;

describe.skipIf(isAbsent)(`figures of others${isAbsent ? " (skipped: no ../shared/data)" : ""}`, () => {
  beforeAll(async () => {
    copyFileSync(join(PUBLISHED, "items.parquet"), join(folder, "items.parquet"));
    made = await addFigures({published: [], tables: {}}, {from: RAW, folder, report: silent});
  });

  test("the tables in the repository are these, to nine digits: the last digits of logarithms differ between versions of Node", async () => {
    const rounded = (value: unknown): unknown =>
      typeof value === "number" ? Number(value.toPrecision(9)) : Array.isArray(value) ? value.map(rounded) : value;
    let total = 0;
    for (const name of Object.keys(made.tables)) {
      const [remade, stored] = await Promise.all([folder, PUBLISHED].map(from => query(`from ${name}`, {folder: from})));
      expect(remade!.rows.map(rounded), name).toEqual(stored!.rows.map(rounded));
      total += stored!.rows.length;
    }
    expect(total).toBeGreaterThan(6000);
  });

  test("each set has its source, licence and the hashes of its files", () => {
    expect(made.figures!.map(({set, licence}) => [set, licence])).toEqual([
      ["tau2-bench", "MIT"],
      ["mt-bench", "CC-BY-4.0"],
      ["aider", "Apache-2.0"],
      ["training-sets", "MIT; of the training sets MIT and Apache-2.0"]
    ]);
    for (const {files} of made.figures!) for (const hash of Object.values(files)) expect(hash).toMatch(/^[0-9a-f]{64}$/u);
  });

  test("every result of the leaderboard has its figures, in its modality", async () => {
    const all = JSON.parse(readFileSync(join(RAW, "published-scores/tau2-leaderboard.json"), "utf8")) as {
      modality: string | null;
      results: Record<string, Record<string, unknown>>;
    }[];
    const counts = {text: 0, voice: 0};
    for (const {modality, results} of all)
      for (const figures of Object.values(results))
        counts[modality === "voice" ? "voice" : "text"] += [1, 2, 3, 4].filter(
          k => typeof figures[`pass_${k}`] === "number"
        ).length;
    expect(await rows("select modality, count(*)::int from pass_k group by all order by all")).toEqual(Object.entries(counts));
    expect(await rows("select count(distinct (submission, domain))::int from pass_k")).toEqual([[151]]);
  });

  test("Claude Opus 5 solved 33, 11, 12, 10, 31 of 97 banking tasks; GLM-5's figures would need −6 tasks and have no rank", async () => {
    const result = await rows(
      "select distinct model, status, solved::varchar, round(needed[3])::int, rank, low from pass_k where domain = 'banking_knowledge' and model in ('Claude Opus 5', 'GLM-5') and k = 1 order by 1"
    );
    expect(result).toMatchObject([
      ["Claude Opus 5", "recovered", "[33.0, 11.0, 12.0, 10.0, 31.0]", 12, expect.any(Number), expect.any(Number)],
      ["GLM-5", "impossible", null, -6, null, null]
    ]);
  });

  test("GPT-5 and Qwen3-Max-Thinking-Preview have the same figures in telecom", async () => {
    expect(
      await rows(
        "select model, same_as::varchar from pass_k where domain = 'telecom' and k = 1 and len(same_as) > 0 and model like 'GPT%'"
      )
    ).toEqual([["GPT-5", "[Qwen3-Max-Thinking-Preview]"]]);
  });

  test("3,355 votes of people and 2,400 of GPT-4, 380 of these inconsistent, with ids and no text", async () => {
    expect(await rows("select count(*)::int, count(distinct judge)::int, bool_or(simulated) from votes")).toEqual([
      [3355, 65, false]
    ]);
    expect(
      await rows("select judge, count(*)::int, count(*) filter (winner = 'tie (inconsistent)')::int from judge_votes group by 1")
    ).toEqual([["GPT-4", 2400, 380]]);
    expect(await rows("select max(length(question_id)), max(length(judge)) from votes")).toEqual([[3, 9]]);
  });

  test("GPT-4 gives a person's verdict in 2,220 of 3,355 pairs of votes, people each other's in 1,552 of 2,368 (counted in Python)", async () => {
    const shares = await rows(
      `select pointer, value from preference_details where part = 'against'
      and pointer in ('/calibration/judge/all/value', '/calibration/judge/all/n', '/calibration/judge/decided/n', '/calibration/judge/decided/value', '/calibration/people/all/value', '/calibration/people/all/n') order by 1`
    );
    expect(shares.map(([pointer, value]) => [pointer, Number(value).toFixed(6)])).toEqual([
      ["/calibration/judge/all/n", "3355.000000"],
      ["/calibration/judge/all/value", (2220 / 3355).toFixed(6)],
      ["/calibration/judge/decided/n", "2129.000000"],
      ["/calibration/judge/decided/value", (1823 / 2129).toFixed(6)],
      ["/calibration/people/all/n", "2368.000000"],
      ["/calibration/people/all/value", (1552 / 2368).toFixed(6)]
    ]);
  });

  test("people's votes correlate with the published scores of five models, marked as few", async () => {
    const result = await rows(
      "select n, bool_and(len(warnings) > 0) from correlations where criterion = 'preference' group by 1"
    );
    expect(result.length).toBeGreaterThan(0);
    for (const [n, isMarked] of result) {
      expect(n).toBeLessThanOrEqual(6);
      expect(isMarked).toBe(true);
    }
  });

  test("counts of Aider's runs round to the published rates", async () => {
    for (const [benchmark, file] of [
      ["polyglot", "polyglot_leaderboard"],
      ["edit", "edit_leaderboard"]
    ] as const) {
      const published = JSON.parse(readFileSync(join(RAW, `published-scores/aider-${file}.json`), "utf8")) as {
        test_cases: number;
        pass_rate_1: number;
        pass_rate_2: number;
      }[];
      const stored = await rows(`select pass_1, pass_2 from aider_runs where benchmark = '${benchmark}' order by run`);
      expect(stored.length).toBe(published.length);
      for (const [i, [first, second]] of stored.entries()) {
        const {test_cases, pass_rate_1, pass_rate_2} = published[i]!;
        // Six runs of polyglot are without one or two tasks: some of their rates are of 225 tasks, others of those that are left.
        const most = benchmark === "polyglot" && test_cases < 225 ? 0.35 : 0.06;
        expect(Math.abs(100 * Number(first) - pass_rate_1)).toBeLessThan(most);
        expect(Math.abs(100 * Number(second) - pass_rate_2)).toBeLessThan(most);
      }
    }
    expect(await rows("select solved_2, tasks from aider_runs where model = 'gpt-5 (high)'")).toEqual([[198, 225]]);
    expect(await rows("select count(*)::int from aider_runs where cost = 0")).toEqual([[0]]);
  });

  test("what JSON costs each model, with Welch's intervals of SciPy 1.17", async () => {
    const result = await rows(
      "select model, format, runs, difference, difference_low, difference_high, difference_task_low, difference_task_high from aider_formats where difference is not null order by 1, 2"
    );
    const scipy = [
      ["claude-3.5-sonnet", "JSON", 5, -0.0631579, -0.0827002, -0.0436156],
      ["deepseek-coder V2 0724", "JSON", 5, -0.0947368, -0.121013, -0.0684605],
      ["gpt-4o-2024-05-13", "JSON", 5, -0.0045113, -0.0168965, 0.007874],
      ["gpt-4o-2024-08-06", "JSON", 5, -0.0315789, -0.0506139, -0.012544],
      ["gpt-4o-2024-08-06", "JSON (strict)", 4, -0.0379699, -0.0711871, -0.0047527]
    ] as const;
    for (const [i, [model, format, runs, ...numbers]] of scipy.entries()) {
      expect(result[i]!.slice(0, 3)).toEqual([model, format, runs]);
      for (const [j, number] of numbers.entries()) expect(Number(result[i]![3 + j])).toBeCloseTo(number, 5);
      expect(Number(result[i]![6])).toBeLessThan(numbers[1]!);
      expect(Number(result[i]![7])).toBeGreaterThan(numbers[2]!);
    }
  });
});
