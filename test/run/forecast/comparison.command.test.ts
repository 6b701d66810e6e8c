// A store with repeated answers: comparisons count all of them, and plans of comparisons use their noise.
import {expect, test} from "vitest";
import {query} from "../../../pipelines/store/sql.node.js";
import {FIXTURE_STORE} from "../../fixtureStore.js";
import {workbook} from "../../workbook.js";

const FILES = {
  "book.yaml":
    "suite: suites/one.yaml\nmodels: [models/reference.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 12, max: 12}\nseed: 7\n",
  "suites/one.yaml": "tasks: [{task: boolean, params: {length: [6, 12]}, tiers: {easy: {length: 6}}}]\n",
  "samplers/greedy.yaml": "max_tokens: 2048\ntemperature: 0.8\ntrials: 3\n"
};

test("with three answers to each test, analyze, plan and a count by hand agree", async () => {
  await using place = await workbook(FILES);
  const folder = `${place.root}/data/store`;
  const ran = await place.command("run");
  expect(ran.code, ran.stderr).toBe(0);
  const [a, b] = (await query("select distinct model from samples order by model", {folder})).rows.map(([model]) =>
    String(model)
  );
  const scores = (model: string) =>
    `select item_id, avg((status = 1)::int) as share, any_value(guess_chance) as guess, count(*) as trials from samples
     where model = '${model}' and item_id not in (select item_id from samples where status = 2) group by item_id`;
  const [row] = (
    await query(
      `select count(*)::double, sum(a.share - b.share) / sum(1 - a.guess), max(a.trials)::double,
         count(*) filter (a.share > b.share)::double, count(*) filter (a.share < b.share)::double
       from (${scores(a!)}) a join (${scores(b!)}) b using (item_id)`,
      {folder}
    )
  ).rows;
  const printed = await place.command("analyze", "compare", "--a", a!, "--b", b!, "--format", "json");
  expect(printed.code, printed.stderr).toBe(0);
  const [pooled] = JSON.parse(printed.stdout);
  expect([pooled.n, pooled.repeats_a, pooled.wins, pooled.losses]).toEqual([row![0], 3, row![3], row![4]]);
  expect(row![2]).toBe(3);
  expect(pooled.value).toBeCloseTo(row![1] as number, 12);
  expect(pooled.noise_prediction).toBeGreaterThanOrEqual(0);

  // the command that reads logs: shares of right answers, guessing is not taken out
  const compared = await place.command("compare", folder, "--model", a!, "--model", b!, "--json");
  const {noise} = JSON.parse(compared.stdout).pairs[0];
  expect(noise.tests).toBeGreaterThan(0);
  expect(noise.data + noise.prediction).toBeGreaterThanOrEqual(noise.total - 1e-12);
  const {stdout} = await place.command("compare", folder, "--model", a!, "--model", b!);
  expect(stdout).toMatch(/noise: [\d.]+ of questions, [\d.]+ of answers {2}detectable: [\d.]+ points, with twice the answers/u);

  const planned = await place.command("plan", "--compare", a!, b!, "--detect", "0.05", "--json");
  expect(planned.code, planned.stderr).toBe(0);
  const plan = JSON.parse(planned.stdout);
  expect([plan.a, plan.b, plan.n, plan.detect, plan.is_split]).toEqual([a, b, pooled.n, 0.05, true]);
  expect(plan.value).toBe(pooled.value);
  expect(plan.detectable / pooled.se).toBeCloseTo(2.8016, 3);
  const tests = plan.designs.map((design: {tests: number}) => design.tests);
  expect(plan.designs.map((design: {answers: number}) => design.answers)).toEqual([1, 2, 4, 8]);
  expect(tests).toEqual([...tests].sort((x, y) => y - x)); // more answers never need more tests
});

test("single answers: one design, and a warning that the effect of more is unknown; wrong names are reported", async () => {
  await using place = await workbook({});
  const plan = (...words: string[]) => place.command("plan", "--out", FIXTURE_STORE, "--compare", ...words);
  const {stdout} = await plan("sim-cedar-01", "sim-heron-08", "--detect", "0.03");
  expect(stdout).toMatch(/to find 3\.0 points:\n +[\d,]+ tests, 1 answer of each model to each: [\d,]+ requests\n/);
  expect(stdout).toContain("set trials: 2");
  const refused = await plan("sim-cedar-01", "sim-herin-08");
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('did you mean "sim-heron-08"')]);
  expect((await plan("sim-cedar-01", "sim-cedar-01")).stderr).toContain("are the same evaluation");
  expect((await plan("sim-cedar-01")).stderr).toContain("expects two names");
  expect((await place.command("plan", "--compare", "a", "b")).stderr).toContain("no store in");
});
