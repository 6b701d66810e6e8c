// Every command that reads a store, on answers of real models that were collected elsewhere: no seed, no tokens, one of them without parameters.
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, test} from "vitest";
import {commands} from "../../pipelines/analyze/registry.js";
import {aggregate, count, query, unique} from "../../pipelines/store/points/queries.node.js";
import {command} from "../workbook.js";
import {babilong, gsm8k, present, type ReportedAnswers, SOLVERS, type Solver, tokensOf} from "./data.js";
import {answerOrReason, closeStore, rowsOf, sharedStoreOf, UNREADABLE} from "./stores.js";

const FORMATS = ["table", "json", "markdown", "csv", "svg"] as const;

describe.skipIf(!present)("answers of real models", () => {
  let root: string;
  let solved: string;
  let recalled: string;
  let correct: Record<Solver, boolean[]>;
  let told: ReportedAnswers[];
  let labels: Map<string, string[]>;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "reasonbook-foreign-"));
    const problems = gsm8k();
    const facts = babilong();
    ({correct} = problems);
    ({reported: told, labels} = facts);
    solved = await sharedStoreOf(root, "gsm8k", problems.rows);
    recalled = await sharedStoreOf(root, "babilong", facts.rows);
  }, 600_000);
  afterAll(() => {
    closeStore();
    return rm(root, {recursive: true, force: true});
  });

  test("accuracies are those that the publishers counted", async () => {
    const rows = await rowsOf<{model: string; correct: number; n: number; accuracy: number; low: number; high: number}>(
      solved,
      "evals"
    );
    expect(rows.map(({model}) => model).sort()).toEqual([...SOLVERS].sort());
    for (const {model, n, accuracy, low, high, ...row} of rows) {
      const right = correct[model as Solver].filter(Boolean).length;
      expect([row.correct, n]).toEqual([right, 1_319]);
      expect(accuracy).toBeCloseTo(right / 1_319, 12);
      expect(low < accuracy && accuracy < high, model).toBe(true);
    }
  });

  test("answers without a seed pair up: differences, discordant pairs and McNemar's p by another route", async () => {
    for (const [i, a] of SOLVERS.entries())
      for (const b of SOLVERS.slice(i + 1)) {
        const [pooled, task] = await rowsOf<Record<string, number>>(solved, "compare", {options: {a, b}});
        const wins = correct[a].filter((right, k) => right && !correct[b][k]).length;
        const losses = correct[b].filter((right, k) => right && !correct[a][k]).length;
        expect(pooled).toMatchObject({n: 1_319, points: 1, wins, losses});
        expect({...pooled, base_task: null}).toEqual({...task, base_task: null});
        expect(pooled!.value).toBeCloseTo((wins - losses) / 1_319, 12);
        expect(pooled!.low! < pooled!.value! && pooled!.value! < pooled!.high!).toBe(true);
        expect(pooled!.exact! / signTest(wins, losses)).toBeCloseTo(1, 9);
        // An error over independent tests: the variance of the signs, with one discordant pair and two tests added.
        const [n, d] = [1_319, (wins - losses) / 1_319];
        const se = Math.sqrt(wins + losses - n * d * d + 1) / (n + 2);
        expect((pooled!.high! - pooled!.low!) / 2).toBeCloseTo(1.9618 * se, 5);
        const flips = await rowsOf<{status_a: string}>(solved, "flips", {options: {a, b}});
        expect(flips).toHaveLength(wins + losses);
        expect(flips.filter(flip => flip.status_a === "correct")).toHaveLength(wins);
      }
  });

  test("pairs are told apart although all tests lie in one point, which is said", async () => {
    const pairs = await rowsOf<{differ: boolean; n: number; p: number}>(solved, "pairs");
    expect(pairs).toHaveLength(6);
    expect(pairs.every(({n, p}) => n === 1_319 && p > 0 && p < 0.01)).toBe(true);
    const letters = await rowsOf<{letters: string}>(solved, "clusters");
    expect(letters.map(row => row.letters)).toEqual(["a", "b", "c", "d"]);
    expect((await answerOrReason(solved, "clusters", {format: "table", options: {error: "points"}})).text).toContain(
      "over tests, since they all lie in one point"
    );
  });

  test("counts by task and length are those of the file, and right answers those of the benchmark's own rule", async () => {
    const {columns, rows} = await aggregate(recalled, {by: ["base_task", "length"]});
    const at = (row: unknown[], name: string) => row[columns.indexOf(name)];
    expect(rows).toHaveLength(55);
    let [ours, theirs] = [0, 0];
    for (const row of rows) {
      const own = told.filter(({task, length}) => task === at(row, "base_task") && tokensOf(length) === at(row, "length"));
      expect(at(row, "samples"), String(row.slice(0, 2))).toBe(own.length);
      const right = own.filter(each => byTheBenchmark(each, labels.get(each.task)!)).length;
      expect(Math.abs(Number(at(row, "correct")) - right), String(row.slice(0, 2))).toBeLessThanOrEqual(5);
      ours += Number(at(row, "correct"));
      theirs += right;
    }
    expect(Math.abs(ours - theirs) / told.length).toBeLessThan(0.001);
  });

  test.each([...commands.keys()])("analyze %s answers in every format, or says in a line why it cannot", async name => {
    const two = {options: ["compare", "flips", "passes", "prompts"].includes(name) ? {a: SOLVERS[0], b: SOLVERS[2]} : {}};
    const one = {filter: {model: [SOLVERS[3]]}};
    const along = {filter: {task: ["qa2"]}, options: name === "projection" ? {x: "length"} : {}};
    for (const store of [solved, recalled])
      for (const format of FORMATS) {
        if (format === "svg" && !commands.get(name)!.plots) continue;
        const alone = name === "modelinfo" || (format === "svg" && name === "spiderweb");
        const asked = store === recalled ? along : alone ? one : two;
        const {text, reason} = await answerOrReason(store, name, {...asked, format});
        const why = EXPECTED_REASONS[name] ?? (store === solved ? ONE_CELL : ALONE)[name];
        if (why) expect(reason, `${name} ${format}`).toMatch(why);
        else expect(reason, `${name} ${format}`).toBeNull();
        expect(text, `${name} ${format}`).not.toMatch(UNREADABLE);
        if (!why) expect(text.length, `${name} ${format}`).toBeGreaterThan(100);
      }
  }, 600_000);

  test("points can be counted, listed, pooled and sorted; a null seed is one value like any other", async () => {
    expect((await count(solved)).rows).toEqual([[4, 4, 1, 5_276]]);
    expect((await count(recalled, {params: [{name: "length", condition: {min: 1_000_000}}]})).rows).toEqual([[5, 1, 5, 500]]);
    expect(
      (await query(solved, {columns: ["model", "seed", "completion_tokens"]})).rows.every(([, ...rest]) =>
        rest.every(each => each === null)
      )
    ).toBe(true);
    expect((await unique(solved, "seed")).rows).toEqual([[null, 4, 5_276]]);
    const {columns, rows} = await aggregate(recalled);
    expect([rows.length, rows[0]![columns.indexOf("tokens")], rows[0]![columns.indexOf("samples")]]).toEqual([1, null, 36_832]);
  });

  test("the rest of the command line: exit code 0, or 2 with one line that says why", async () => {
    const ended = async (...typed: string[]) => ({typed: typed.join(" "), ...(await command(typed))});
    const fine = [
      await ended(
        "sql",
        "--store",
        solved,
        "--json",
        "select model, avg((status = 1)::int) as share from samples group by 1 order by 1"
      ),
      await ended("points", "savings", "--store", recalled),
      await ended("score", "--store", solved, "--samples", "100", "--out", join(root, "hundred"))
    ];
    for (const {code, stderr, typed} of fine) expect([typed, code, stderr]).toEqual([typed, 0, stderr]);
    expect(JSON.parse(fine[0]!.stdout).map(({share}: {share: number}) => Math.round(1_319 * share))).toEqual(
      [...SOLVERS].sort().map(model => correct[model].filter(Boolean).length)
    );
    expect((await count(join(root, "hundred"))).rows).toEqual([[4, 4, 1, 400]]);
    const refused = await ended("score", "--store", solved, "--context", "100", "--out", join(root, "short"));
    expect([refused.code, refused.stderr.trim().split("\n")]).toEqual([
      2,
      [expect.stringContaining("--context needs completion_tokens")]
    ]);
    const alone = await ended(
      "judge",
      "--judge",
      "j",
      "--base-url",
      "http://127.0.0.1:9/v1",
      "--pairs",
      recalled,
      "--out",
      join(root, "v.jsonl")
    );
    expect([alone.code, alone.stderr.trim()]).toEqual([
      2,
      `${recalled} has no two models' responses to one test, so there is nothing to judge`
    ]);
    const upserted = await command(["points", "upsert", join(solved, "points.parquet"), "--store", join(root, "hundred")]);
    expect([upserted.code, upserted.stderr]).toEqual([0, expect.stringContaining("0 points added, 4 replaced")]);
    const tagged = await command(["points", "tag", "tags", "real", "--store", join(root, "hundred")]);
    expect([tagged.code, tagged.stderr]).toEqual([0, expect.stringContaining("4 of 4 points changed")]);
  });
});

/** Why a word has no answer on either store. */
const NO_TOKENS = /^no completion tokens are known/;
const NOT_OURS = /was made by a built-in generator/;
const EXPECTED_REASONS: Record<string, RegExp> = {
  tokens: NO_TOKENS,
  hazard: NO_TOKENS,
  fft: NOT_OURS,
  forms: /no evaluation here answered the same lists in two forms/,
  agents: /^no evaluation here was asked agent tasks/,
  code: /^no evaluation here was asked for programs/,
  calibration: /^no answer here has a confidence/,
  categories: /^no category of a suite that lists domains was asked here/,
  hallucination: /^no answer here is to a question about facts/,
  injection: /^no answer here is about material with an injected instruction/,
  languages: /^no question here was asked in several languages/,
  multimodal: /^no question about an image was answered here/,
  safety: /^no evaluation here was asked requests to refuse/,
  history: /^no run of these evaluations is in the history/,
  length: /^no point here has a length/,
  spectra: NOT_OURS,
  prediction: NOT_OURS,
  surface: /^no surface among these points/,
  repetitions: /^no evaluation here has repeated answers/
};
/** Why it has none where a task has no parameters. */
const ONE_CELL: Record<string, RegExp> = {
  passes: /^no test has repeated answers of both/,
  projection: /^no projection among these points/,
  prompts: /^both models need two prompts in common/
};
/** Why it has none where there is one evaluation. */
const ALONE: Record<string, RegExp> = {
  clusters: /^fewer than two evaluations/,
  pairs: /^fewer than two evaluations/,
  compare: /^compare needs two evaluations/,
  flips: /^compare needs two evaluations/,
  passes: /^compare needs two evaluations/,
  prompts: /^prompts needs two models/
};

/** BABILong's own rule (Kuratov et al. 2024): the first sentence names the right label and no other that the question does not. */
function byTheBenchmark({question, target, output}: ReportedAnswers, labels: readonly string[]): boolean {
  const said = output.toLowerCase().split(".")[0]!.split("<context>")[0]!.split("<example>")[0]!.split("question")[0]!;
  const known = labels.map(label => label.toLowerCase()).filter(label => !question.toLowerCase().includes(label));
  const named = known.filter(label => said.includes(label));
  return named.length === 1 && named[0] === target.toLowerCase();
}

/** McNemar's exact test: the chance of so uneven a split of the discordant pairs, or a more uneven one, were each a fair coin (whole numbers). */
function signTest(wins: number, losses: number): number {
  const n = wins + losses;
  let [choose, sum] = [1n, 0n];
  for (let k = 0; k <= Math.min(wins, losses); k++) {
    sum += choose;
    choose = (choose * BigInt(n - k)) / BigInt(k + 1);
  }
  const digits = 10n ** 250n;
  return Number((2n * sum * digits) / 2n ** BigInt(n)) / Number(digits);
}
