// `human study` on two tables of scores, and what intervals are over: options, columns, mistakes.
import {mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import type {TableStudy} from "../../../../pipelines/studies/preferences/benchmarks/against.js";
import type {Study} from "../../../../pipelines/studies/preferences/study.js";
import {command} from "../../../workbook.js";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "reasonbook-tables-"));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write(
    "one.csv",
    `model,score,score_low,score_high,cost\n${[1, 2, 3, 4, 5, 6].map(i => `M${i},${i},${i - 0.5},${i + 0.5},${7 - i}`).join("\n")}\nonly,9,8,10,1\n`
  );
  write("other.csv", `model,elo\n${[2, 1, 4, 3, 6, 5].map((y, i) => `m${i + 1},${y}`).join("\n")}\n`);
  const votes = Array.from({length: 60}, (_, i) => {
    const [question, judge] = [Math.floor(i / 6), i % 3];
    return {
      judge: `j${judge}`,
      model_a: "a",
      model_b: i % 6 < 3 ? "b" : "c",
      question_id: `q${question}`,
      winner: (question + judge * (i % 2)) % 3 ? "model_a" : "model_b"
    };
  });
  write("votes.jsonl", votes.map(vote => JSON.stringify(vote)).join("\n"));
});
afterAll(() => rmSync(folder, {recursive: true}));

const run = async (...args: string[]) => {
  const {code, stdout, stderr} = await command(["human", "study", ...args]);
  return {code, text: code === 0 ? stdout : "", told: stderr};
};
const at = (name: string) => join(folder, name);

test("two tables: r, ρ and τ of their common models, the matching, and what is no benchmark", async () => {
  const {text, told} = await run("--scores", at("one.csv"), "--against", at("other.csv"));
  const study = JSON.parse(text) as TableStudy;
  expect(study.models).toEqual([1, 2, 3, 4, 5, 6].map(i => ({model: `M${i}`, against: `m${i}`})));
  expect(study.only).toEqual({scores: ["only"], against: []});
  // SciPy: pearsonr, spearmanr and kendalltau of [1 … 6] and [2, 1, 4, 3, 6, 5].
  const values = study.correlations.map(({criterion, benchmark, coefficient, value, n}) => [
    criterion,
    benchmark,
    coefficient,
    Number(value.toFixed(6)),
    n
  ]);
  expect(values).toEqual([
    ["score", "elo", "pearson", 0.828571, 6],
    ["score", "elo", "spearman", 0.828571, 6],
    ["score", "elo", "kendall", 0.6, 6]
  ]);
  expect(study.correlations.every(({lo, hi, value}) => lo! < value && value < hi!)).toBe(true);
  expect(told).toContain("no benchmarks by their names: cost");
  expect(told).toContain("6 models in both tables (1 only in");
});

test("columns that are named are compared, in whichever table they are", async () => {
  const {text} = await run("--scores", at("one.csv"), "--against", at("other.csv"), "--columns", "cost, elo");
  const study = JSON.parse(text) as TableStudy;
  expect([...new Set(study.correlations.map(({criterion, benchmark}) => `${criterion} ${benchmark}`))]).toEqual(["cost elo"]);
  expect(study.correlations[0]!.value).toBeCloseTo(-0.828571, 5);
});

test("mistakes name the way out", async () => {
  const told = async (...args: string[]) => {
    const {code, told} = await run(...args);
    expect(code).toBe(2);
    return told;
  };
  expect(await told("--scores", at("one.csv"))).toBe("--scores needs --against: another table of scores, or votes or ratings\n");
  expect(await told("--scores", at("one.csv"), "--votes", at("votes.jsonl"))).toMatch(
    /^--scores cannot be combined with --votes/
  );
  expect(await told("--scores", at("votes.jsonl"), "--against", at("one.csv"))).toMatch(
    /votes\.jsonl holds votes: name it with --votes/
  );
  expect(await told("--scores", at("one.csv"), "--against", at("other.csv"), "--columns", "elo2")).toMatch(
    /neither table has a column of numbers called "elo2"/
  );
  expect(await told("--votes", at("votes.jsonl"), "--over", "prompt")).toMatch(
    /--over: expected one of: .*, got "prompt"; did you mean "prompts"\?/
  );
});

test("agreement says what its interval is over: both by default, else what --over names, and by the older name of the option too", async () => {
  const of = async (...args: string[]) =>
    (JSON.parse((await run("--votes", at("votes.jsonl"), ...args)).text) as Study).agreement;
  const [both, prompts, units, older] = await Promise.all([
    of(),
    of("--over", "prompts"),
    of("--over", "votes"),
    of("--ranks", "prompts")
  ]);
  expect([both, prompts, units].map(({fleiss, krippendorff, cohen}) => [fleiss.over, krippendorff.over, cohen.over])).toEqual([
    ["both", "both", "both"],
    ["prompts", "prompts", "prompts"],
    ["units", "units", "units"]
  ]);
  expect(older).toEqual(prompts);
  const width = ({fleiss}: Study["agreement"]) => fleiss.hi! - fleiss.lo!;
  expect(width(both)).toBeGreaterThanOrEqual(width(prompts) - 1e-9);
});
