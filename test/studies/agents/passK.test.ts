// Counts of tasks recovered from published pass^k, by the public leaderboard of tau2-bench (MIT, state of 2026-08-18) and by properties.
import {mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import fc from "fast-check";
import {afterAll, describe, expect, test} from "vitest";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {passHatK} from "../../../pipelines/stats/passK.js";
import {readPassFigures} from "../../../pipelines/studies/agents/passFigures.node.js";
import {type PassRow, passTable} from "../../../pipelines/studies/agents/passTable.js";
import {
  binomial,
  boundedMean,
  passHatEstimate,
  recoverSolvedTimes,
  unstableShare
} from "../../../pipelines/studies/agents/solvedTimes.js";
import {inProcess} from "../../inProcess.js";

const folder = mkdtempSync(join(tmpdir(), "passk-"));
afterAll(() => rmSync(folder, {recursive: true}));
const put = (name: string, content: string): string => {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
};
const submission = (model_name: string, results: object) => ({folder: model_name.toLowerCase(), model_name, results});
const LEADERBOARD = [
  submission("Claude Opus 5", {
    banking_knowledge: {
      pass_1: 48.71134020618557,
      pass_2: 39.175257731958766,
      pass_3: 34.5360824742268,
      pass_4: 31.958762886597935
    }
  }),
  submission("GLM-5", {
    airline: {pass_1: 82.5, pass_2: 76, pass_3: 72, pass_4: 70},
    banking_knowledge: {pass_1: 9.79, pass_2: 7.22, pass_3: 5.67, pass_4: 3.09, retrieval_config: "text-emb-3-large"}
  }),
  submission("Kimi-k2", {airline: {pass_1: 56.5, pass_2: null, pass_3: null, pass_4: null}, telecom: {}})
];
const tableOf = async (file: string, tasks?: Record<string, number>): Promise<PassRow[]> =>
  passTable(await readPassFigures(file, {tasks}));

describe("the leaderboard of tau2-bench", async () => {
  const rows = await tableOf(put("leaderboard.json", JSON.stringify(LEADERBOARD)));
  const row = (model: string, domain: string) => rows.find(each => each.model === model && each.domain === domain)!;

  test("Claude Opus 5 solved 33, 11, 12, 10, 31 of 97 banking tasks 0 to 4 times", () => {
    expect(row("Claude Opus 5", "banking_knowledge")).toMatchObject({
      status: "recovered",
      tasks: 97,
      solved: [33, 11, 12, 10, 31]
    });
  });

  test("figures that need a negative number of tasks are impossible, without interval and rank", () => {
    const impossible = row("GLM-5", "banking_knowledge");
    expect(impossible).toMatchObject({status: "impossible", solved: null, rank: null, unstable: null});
    expect(impossible.exact!.map(Math.round)).toEqual([82, 8, -6, 10, 3]);
    expect(impossible.passes.map(({low, high}) => [low, high])).toEqual(new Array(4).fill([null, null]));
  });

  test("a figure without the others has the widest interval that values of 0 to 1 can have", () => {
    const {passes, status} = row("Kimi-k2", "airline");
    expect(status).toBe("incomplete");
    expect(passes).toEqual([{k: 1, ...boundedMean(0.565, 50)}]);
  });

  test("a domain without figures has no row", () => expect(row("Kimi-k2", "telecom")).toBeUndefined());
});

test("the counts behind rounded figures are among those recovered, and each of those has the same figures", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(40), {minLength: 3, maxLength: 6}), fc.constantFrom(2, 3, 4), (solved, decimals) => {
      const tasks = solved.reduce((a, b) => a + b, 0);
      fc.pre(tasks > 0);
      const trials = solved.length - 1;
      const figuresOf = (counts: readonly number[]) =>
        Array.from({length: trials}, (_, i) => {
          const mean = counts.reduce((sum, count, times) => sum + count * passHatK(trials, times, i + 1), 0) / tasks;
          return Number(mean.toFixed(decimals));
        });
      const figures = figuresOf(solved);
      const {matches, isCut} = recoverSolvedTimes(figures, {tasks, rounding: 0.5 * 10 ** -decimals});
      if (!isCut) expect(matches).toContainEqual(solved);
      for (const match of matches) {
        expect(Math.min(...match)).toBeGreaterThanOrEqual(0);
        expect(match.reduce((a, b) => a + b, 0)).toBe(tasks);
        for (const [i, figure] of figuresOf(match).entries())
          expect(Math.abs(figure - figures[i]!)).toBeLessThanOrEqual(1.001 * 10 ** -decimals);
      }
    }),
    {numRuns: 300}
  );
});

test("binomial coefficients are those of Pascal's triangle", () => {
  for (let n = 1; n <= 16; n++)
    for (let k = 1; k <= 16; k++) expect(binomial(n, k)).toBe(binomial(n - 1, k - 1) + (k > n - 1 ? 0 : binomial(n - 1, k)));
});

test("intervals hold the truth of drawn tasks about as often as they say", () => {
  const random = randomOf("pass^k");
  const [tasks, trials, repetitions] = [60, 4, 400];
  const held = [0, 0, 0, 0];
  // The chance of each task is uniform between 0 and 1: the mean of chance^k is 1 ÷ (k + 1).
  for (let i = 0; i < repetitions; i++) {
    const solved = new Array<number>(trials + 1).fill(0);
    for (let task = 0; task < tasks; task++) {
      const chance = random.real();
      let times = 0;
      for (let trial = 0; trial < trials; trial++) if (random.chance(chance)) times++;
      solved[times]!++;
    }
    for (let k = 1; k <= trials; k++) {
      const {low, high} = passHatEstimate(solved, k);
      if (low <= 1 / (k + 1) && 1 / (k + 1) <= high) held[k - 1]!++;
    }
  }
  for (const count of held) {
    expect(count / repetitions).toBeGreaterThan(0.92);
    expect(count / repetitions).toBeLessThan(0.985);
  }
});

describe("the weakest and the largest files", () => {
  test("nothing solved, everything solved and a single task have intervals of some width", async () => {
    const rows = await tableOf(put("weak.csv", "model,tasks,pass_1,pass_2\na,1,0,0\nb,1,1,1\nc,20,0,0\nd,20,1,1\n"));
    expect(rows.map(({solved}) => solved)).toEqual([
      [1, 0, 0],
      [0, 0, 1],
      [20, 0, 0],
      [0, 0, 20]
    ]);
    for (const {passes} of rows) for (const {low, high} of passes) expect(high! - low!).toBeGreaterThan(0.1);
    expect(unstableShare([20, 0, 0]).value).toBe(0);
  });

  test("of a million tasks whose figures are coarse, no list of counts is chosen, and the interval holds whatever they were", async () => {
    const [row] = await tableOf(put("large.csv", "model,tasks,pass_1,pass_2,pass_3,pass_4\na,1000000,0.5,0.4,0.35,0.3\n"));
    expect(row).toMatchObject({status: "several", solved: null});
    expect(row!.passes[0]).toMatchObject({k: 1, ...boundedMean(0.5, 1_000_000)});
  });

  test("equal figures are named, and ranks of equal models share all places", async () => {
    const rows = await tableOf(put("same.csv", "model,tasks,pass^1,pass^2\na,50,0.5,0.4\nb,50,0.5,0.4\n"));
    expect(rows.map(({sameAs, rank}) => ({sameAs, rank}))).toEqual([
      {sameAs: ["b"], rank: {rank: 1, low: 1, high: 2}},
      {sameAs: ["a"], rank: {rank: 1, low: 1, high: 2}}
    ]);
  });

  test("two submissions of one model have different names", async () => {
    const twice = [LEADERBOARD[0], {...LEADERBOARD[0], folder: "later"}];
    const rows = await tableOf(put("twice.json", JSON.stringify(twice)));
    expect(rows.map(({model}) => model)).toEqual(["Claude Opus 5 (claude opus 5)", "Claude Opus 5 (later)"]);
  });

  test("any number of trials: one gives an interval alone, three and eight determine counts", async () => {
    const [single] = await tableOf(put("one.csv", "model,tasks,pass_1\na,10,0.5\n"));
    expect(single).toMatchObject({trials: 1, status: "incomplete", solved: null, unstable: null}); // of how many trials, nobody says
    expect(single!.passes[0]!.low).toBeCloseTo(0.2366, 3); // Wilson's interval of 5 of 10
    expect(single!.passes[0]!.high).toBeCloseTo(0.7634, 3);
    // 10 tasks solved 0, 1, 2, 3 times by 2, 3, 3, 2: pass^1 = (3 + 6 + 6) ÷ 30, pass^2 = (3 + 6) ÷ 30, pass^3 = 2 ÷ 10
    const [three] = await tableOf(put("three.csv", "model,tasks,pass_1,pass_2,pass_3\na,10,0.5,0.3,0.2\n"));
    expect(three).toMatchObject({trials: 3, solved: [2, 3, 3, 2], unstable: {value: 0.6}});
    const names = Array.from({length: 8}, (_, k) => `pass_${k + 1}`);
    const [eight] = await tableOf(put("eight.csv", `model,tasks,${names.join(",")}\na,4,${names.map(() => 50).join(",")}\n`));
    expect(eight).toMatchObject({trials: 8, solved: [2, 0, 0, 0, 0, 0, 0, 0, 2]});
  });

  test("percent and shares give the same counts; a row in shares among rows in percent is no figure of its tasks", async () => {
    const shares = await tableOf(put("shares.csv", "model,tasks,pass_1,pass_2\na,10,0.50,0.40\n"));
    const percent = await tableOf(put("percent.csv", "model,tasks,pass_1,pass_2\na,10,50,40\n"));
    expect([shares[0]!.solved, percent[0]!.solved]).toEqual([
      [4, 2, 4],
      [4, 2, 4]
    ]);
    const mixed = await tableOf(put("mixed.csv", "model,tasks,pass_1,pass_2\na,10,50,40\nb,10,0.5,0.4\n"));
    expect(mixed.map(({status, rank}) => [status, rank === null])).toEqual([
      ["recovered", false],
      ["impossible", true]
    ]);
  });

  test("counts that are not whole or negative are impossible, with the arithmetic, and not ranked", async () => {
    const rows = await tableOf(put("impossible.csv", "model,tasks,pass_1,pass_2\na,10,0.53,0.31\nb,10,0.8,0.9\n"));
    // c₂ = 10 pass^2, c₁ = 2 (10 pass^1 − c₂), c₀ = 10 − c₁ − c₂
    for (const [i, exact] of [
      [2.5, 4.4, 3.1],
      [3, -2, 9]
    ].entries()) {
      expect(rows[i]).toMatchObject({status: "impossible", solved: null, rank: null, unstable: null});
      for (const [j, count] of exact.entries()) expect(rows[i]!.exact![j]).toBeCloseTo(count, 9);
    }
  });

  test.each([
    ["", "has no rows"],
    ["model,tasks,pass_1\na,10,50%\n", 'pass_1 must be a number, got "50%"'],
    ["model,tasks,pass_1\na,10,-0.1\n", "pass^k must be from 0 to 1, got -0.1"],
    ["model,tasks,pass_1\na,0,0.5\n", "tasks must be a whole number from 1"],
    ["model,tasks,pass_17\na,5,0.5\n", "pass_17 is more than 16 trials"],
    ["model,score\na,1\n", "has no figure such as pass_1; the columns are: model, score"],
    ["name,pass_1\na,1\n", "model is missing; the columns are: name, pass_1"],
    ["model,pass_1\na,1\n", "the number of tasks is missing; add a column tasks, or --tasks N"],
    ["model,tasks,pass_1\na,10,101\n", "pass^k must be from 0 to 100, got 101"],
    ["model,tasks,pass_1\na,2.5,0.1\n", "tasks must be a whole number"],
    ["model,tasks,pass_1\na,5,high\n", 'pass_1 must be a number, got "high"'],
    ["model,tasks,pass_1\n", "has no rows"]
  ])("%j is refused in one line", async (content, message) => {
    await expect(readPassFigures(put("bad.csv", content))).rejects.toThrow(message);
  });
});

test("the command prints intervals, the arithmetic of what is impossible, and a tidy file", async () => {
  const file = put("board.json", JSON.stringify(LEADERBOARD));
  const out = join(folder, "tidy.csv");
  const {code, stdout} = await inProcess(["analyze", "passk", file, "--out", out]);
  expect(code).toBe(0);
  expect(stdout).toContain("33 11 12 10 31");
  expect(stdout).toMatch(/GLM-5, banking_knowledge: cannot be as published; .*−5\.99 tasks solved 2 times/);
  const json = await inProcess(["analyze", "passk", out, "--json"]);
  expect(json.code).toBe(2);
  const table = JSON.parse((await inProcess(["analyze", "passk", file, "--json"])).stdout) as PassRow[];
  expect(table.map(({model, domain}) => `${model} ${domain}`)).toHaveLength(4);
});
