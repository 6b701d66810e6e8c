// The same tests asked in several wordings of a template: run, plan, and what a comparison and the variance of prompts make of them.
import {expect, test} from "vitest";
import {query} from "../../../pipelines/store/sql.node.js";
import {workbook} from "../../workbook.js";

const FILES = {
  "book.yaml":
    "suite: suites/one.yaml\nmodels: [models/reference.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 12, max: 12}\nseed: 7\n",
  "suites/one.yaml": "tasks: [{task: boolean, params: {length: [6, 12]}, tiers: {easy: {length: 6}}}]\n",
  "samplers/greedy.yaml": "max_tokens: 2048\n"
};

test("run --prompts 3 asks each test in three wordings; prompts, plan and variance count them", async () => {
  await using place = await workbook(FILES);
  const folder = `${place.root}/data/store`;
  const planned = JSON.parse((await place.command("plan", "--prompts", "3", "--json")).stdout);
  const ran = await place.command("run", "--prompts", "3");
  expect(ran.code, ran.stderr).toBe(0);
  const {rows} = await query(
    "select model, template, count(*)::int as n, count(distinct item_id)::int from samples group by all order by all",
    {
      folder
    }
  );
  const models = [...new Set(rows.map(([model]) => String(model)))];
  expect(rows.filter(([model]) => model === models[0]).map(([, template]) => template)).toEqual([
    "plain",
    "plain-wording-1",
    "plain-wording-2"
  ]);
  expect(planned.cells).toBe(2 * 3 * models.length);
  expect(planned.requests).toEqual({low: 24 * 3 * models.length, high: 24 * 3 * models.length});
  expect((await query("select count(distinct item_id)::int from samples", {folder})).rows).toEqual([[24]]);

  const [a, b] = models;
  const printed = await place.command("analyze", "prompts", "--a", a!, "--b", b!, "--format", "json");
  expect(printed.code, printed.stderr).toBe(0);
  const [all, ...each] = JSON.parse(printed.stdout);
  // the mean over tests without truncation, by SQL
  const [[value, n]] = (
    await query(
      `with ok as (select * from samples where status <> 2 and model in ('${a}', '${b}')),
        common as (select item_id from ok group by item_id having count(*) = 6)
      select (avg((status = 1)::int) filter (model = '${a}') - avg((status = 1)::int) filter (model = '${b}')) / avg(1 - guess_chance),
        count(distinct item_id)::int from ok where item_id in (from common)`,
      {folder}
    )
  ).rows as [[number, number]];
  expect(all).toMatchObject({a, b, template: null, n, prompts: 3});
  expect(all.value).toBeCloseTo(value, 10);
  expect(each).toHaveLength(3);
  expect(all.leads).toBe(each.filter((row: {value: number}) => row.value > 0).length);
  expect(all.sd_low).toBeLessThanOrEqual(all.sd);

  const read = await place.command("analyze", "prompts", "--a", a!, "--b", b!, "--format", "markdown");
  expect(`${read.stdout}${read.stderr}`).toContain(`${a} leads in ${all.leads} of 3 prompts`);

  const variance = JSON.parse((await place.command("irt", "variance", "--json")).stdout);
  expect(variance.prompts.map(({component}: {component: string}) => component)).toEqual(["prompt", "model×prompt"]);
  expect(variance.notes[0]).toContain(`${models.length} models asked in several prompts count once for each prompt`);
  expect((await place.command("analyze", "prompts", "--a", "nobody", "--b", b!)).stderr).toContain('--a: "nobody" is no model');
  expect((await place.command("run", "--prompts", "99")).code).toBe(2);
});
