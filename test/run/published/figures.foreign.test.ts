// Leaderboards of figures that are smaller, larger or written otherwise than those that are published, and folders without some files.
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, expect, test} from "vitest";
import {addFigures} from "../../../pipelines/run/published/figures.js";
import {query} from "../../../pipelines/store/sql.node.js";
import {domainSentence, leadersSentence, passDomains} from "../../../src/components/passK.js";
import {silent} from "../../silent.js";
import {sqlOf} from "../../sqlOf.js";

const home = mkdtempSync(join(tmpdir(), "figures-"));
afterAll(() => rmSync(home, {recursive: true}));
let made = 0;

/** The table of a leaderboard, and the warnings. */
async function passKOf(submissions: readonly object[]): Promise<{folder: string; warnings: string[]}> {
  const [from, folder] = [join(home, `raw${++made}`), join(home, `store${made}`)];
  mkdirSync(join(from, "published-scores"), {recursive: true});
  writeFileSync(join(from, "published-scores/tau2-leaderboard.json"), JSON.stringify(submissions));
  const warnings: string[] = [];
  await addFigures({published: [], tables: {}}, {from, folder, report: {...silent, warn: line => warnings.push(line)}});
  return {folder, warnings};
}
const submission = (name: string, results: object, facts: object = {}) => ({folder: name, model_name: name, results, ...facts});
const rows = async (folder: string, sql: string) => (await query(sql, {folder})).rows;
async function sentencesOf(folder: string): Promise<{leaders: string; domains: string[]}> {
  const {sql, close} = await sqlOf(folder);
  try {
    const domains = await passDomains(sql);
    return {leaders: leadersSentence(domains.values()), domains: [...domains.values()].map(domainSentence)};
  } finally {
    close();
  }
}

test("one submission with one trial: the widest interval, the only rank, no pair", async () => {
  const {folder, warnings} = await passKOf([submission("lone", {airline: {pass_1: 62}})]);
  expect(warnings.map(line => line.split(":")[0])).toEqual(["mt-bench", "aider"]);
  expect(await rows(folder, "select trials, status, rank, rank_low, rank_high, unstable from pass_k")).toEqual([
    [1, "incomplete", 1, 1, 1, null]
  ]);
  const {leaders, domains} = await sentencesOf(folder);
  expect(leaders).toContain("lone leads in airline (alone)");
  expect(leaders).toContain("0 of 0 pairs");
  expect(domains[0]).toContain("62.0 %");
  expect(domains[0]).not.toMatch(/NaN|undefined|null/u);
});

test("all equal: every pair is alike, every rank possible, and the figures are named as the same", async () => {
  const same = {banking_knowledge: {pass_1: 48.7113, pass_2: 39.1753, pass_3: 34.5361, pass_4: 31.9588}};
  const {folder} = await passKOf(["a", "b", "c"].map(name => submission(name, same)));
  expect(await rows(folder, "select distinct rank, rank_low, rank_high, len(same_as)::int from pass_k")).toHaveLength(1);
  expect((await sentencesOf(folder)).leaders).toContain("3 of 3 pairs");
});

test("shares of 1, five trials, missing and null figures, unknown fields, a submission without results", async () => {
  const figures = [0.5, 0.4, 0.35, 0.32, 0.3];
  const counts = Object.fromEntries(figures.map((figure, i) => [`pass_${i + 1}`, figure]));
  const {folder} = await passKOf([
    submission("shares", {airline: {...counts, note: "odd"}}, {modality: "video", release_date: null, extra: 1}),
    submission("gaps", {airline: {pass_1: 0.4, pass_2: null, pass_4: 0.1}}, {release_date: "2026-05-07"}),
    submission("none", {airline: {}})
  ]);
  expect(
    await rows(
      folder,
      "select model, count(*)::int, max(k), any_value(modality), any_value(released) from pass_k group by 1 order by 1"
    )
  ).toEqual([
    ["gaps", 2, 4, "text", "2026-05"],
    ["shares", 5, 5, "text", ""]
  ]);
  expect(await rows(folder, "select distinct status from pass_k where model = 'gaps'")).toEqual([["incomplete"]]);
});

test("a submission of another form ends with the file and the place", async () => {
  await expect(passKOf([{model_name: "x", results: {}}])).rejects.toThrow(/tau2-leaderboard\.json 0\.folder/u);
});

test("1,000 submissions: ranks hold the order, and a page's sentences name the leader", async () => {
  const submissions = Array.from({length: 1_000}, (_, i) => submission(`model-${i}`, {telecom: {pass_1: i / 10}}));
  const {folder} = await passKOf(submissions);
  expect(
    await rows(folder, "select count(*)::int, max(rank), bool_and(rank between rank_low and rank_high) from pass_k")
  ).toEqual([[1_000, 1_000, true]]);
  expect((await sentencesOf(folder)).leaders).toContain("model-999 leads in telecom");
});
