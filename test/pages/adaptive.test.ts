import {readFileSync} from "node:fs";
import {afterAll, beforeAll, expect, test} from "vitest";
import {query} from "../../pipelines/store/sql.node.js";
import type {BenchmarkErrors} from "../../pipelines/studies/adaptive/shortForm/errors.js";
import {openSite, type Site} from "./browser.js";
import {opened} from "./reading.js";

const folder = "data/store";
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.[Symbol.asyncDispose]());

const MODEL = "sim-lynx-04";
const number = (x: number, digits = 2) => x.toFixed(digits).replace("-", "−");

test("a session is walked step by step: text, answer and ability are those of the table; buttons, slider and link move it", async () => {
  const {rows} = await query(
    `select s.step, s.theta, s.se, s.status, i.prompt from adaptive_steps s join items i using (item_id)
     where s.model = '${MODEL}' and not live order by s.step`,
    {folder}
  );
  const steps = rows as [number, number, number, number, string][];
  expect(steps.length).toBeGreaterThan(20);
  await using visit = await site.visit(opened(`/adaptive#session=${MODEL}&step=7`));
  const {page} = visit;
  const shows = async (step: number) => {
    const [, theta, se, status, prompt] = steps[step - 1]!;
    const verdict = ["wrong", "right", "cut off"][status]!;
    await expect
      .poll(() => page.locator("#step h3").innerText())
      .toMatch(new RegExp(`^Step ${step} of ${steps.length}: .*, ${verdict}`));
    const reading = await page.locator("#step-reading").innerText();
    if (status !== 2)
      expect(reading).toContain(`After: ability ${number(theta)} [${number(theta - 1.96 * se)}, ${number(theta + 1.96 * se)}].`);
    expect((await page.locator("#step .rb-untrusted").first().innerText()).replace(/\s+/g, " ").trim()).toBe(
      prompt.replace(/\s+/g, " ").trim()
    );
  };
  await page.waitForSelector("#step-plots svg");
  await shows(7);
  await page.getByRole("button", {name: "Next"}).click();
  await shows(8);
  await page.getByRole("button", {name: "Previous"}).click();
  await page.getByRole("button", {name: "Previous"}).click();
  await shows(6);
  expect(page.url()).toContain("step=6");
  await page.getByRole("button", {name: "Play"}).click();
  await expect.poll(() => page.locator("#step h3").innerText()).toMatch(/^Step 8 /);
  await page.getByRole("button", {name: "Pause"}).click();
  await expect.poll(() => page.getByRole("button", {name: "Play"}).count()).toBe(1);
  await page.locator("#player input[type=range]").fill(String(steps.length));
  await shows(steps.length);
  expect(await page.getByRole("button", {name: "Next"}).isDisabled()).toBe(true);
  expect(await page.locator("#path svg").count()).toBe(1);
  expect(await page.locator("#notice").innerText()).toContain("not language models");
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});

test("lengths, forms and the claim are told with the table's numbers and intervals; another truth redraws them", async () => {
  const {rows} = await query(
    `select form, items, auc, auc_low, auc_high, pairs, models from adaptive_auc where truth = 'all answers'
     and (form = 'adaptive' or (form = 'fixed' and scored = 'share')) and items in (400, 2000) order by form, items`,
    {folder}
  );
  await using visit = await site.visit(opened("/adaptive"));
  const {page} = visit;
  await page.waitForSelector("#roc svg[class*=plot]");
  const claim = await page.locator("#claim").innerText();
  for (const [form, items, auc, low, high] of rows as [string, number, number, number, number][])
    if (form === "adaptive" || items === 2_000) expect(claim).toContain(`${number(auc)} [${number(low)}, ${number(high)}]`);
  const [[, , , , , pairs, models]] = rows as [[unknown, unknown, unknown, unknown, unknown, number, number]];
  // the closest quarter of all pairs
  expect(pairs).toBe(Math.ceil((models * (models - 1)) / 2 / 4));
  expect(claim).toContain(`${pairs.toLocaleString("en")} pairs of ${models} evaluations`);
  expect(claim).toMatch(/the claim's order holds here|order is reversed|do not differ significantly/);
  expect(await page.locator("#quality svg[class*=plot]").count()).toBe(3);
  const [[rmse, low, high, covered]] = (
    await query(
      "select rmse, rmse_low, rmse_high, covered from adaptive_quality where form = 'adaptive' and items = 50 and truth = 'all answers'",
      {folder}
    )
  ).rows as [[number, number, number, number]];
  const enough = await page.locator("#enough").innerText();
  expect(enough).toContain(`RMSE ${number(rmse, 3)} [${number(low, 3)}, ${number(high, 3)}]`);
  expect(enough).toContain(`${covered} of ${models} intervals contain the truth`);
  expect(await page.locator("#lengths tbody tr").count()).toBeGreaterThan(50);
  for (const id of ["quality", "auc", "roc"]) expect(await page.locator(`#${id} h3`).innerText()).toContain("simulated");
  await page.getByLabel("recorded ability").check();
  await expect.poll(() => page.locator("#claim").innerText()).not.toBe(claim);
  expect(page.url()).toContain("truth=recorded");
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});

test("the score from few answers: error, interval and n of each benchmark, a chart for each, a folded table", async () => {
  const benchmarks = JSON.parse(readFileSync("src/shortForms.json", "utf8")) as BenchmarkErrors[];
  await using visit = await site.visit(opened("/adaptive"));
  const {page} = visit;
  await page.waitForSelector("#short-forms svg[class*=plot]");
  expect(await page.locator("#short-forms svg[class*=plot]").count()).toBe(benchmarks.length);
  const sentence = await page.locator("#short-form").innerText();
  for (const {rows} of benchmarks) {
    const {error, low, high, models} = rows.find(({method, asked}) => method === "short form" && asked === 100)!;
    const points = [error, low, high].map(each => number(100 * each));
    expect(sentence).toContain(`${points[0]} [${points[1]}, ${points[2]}] points (n = ${models} models)`);
  }
  expect(await page.locator("#short-form-errors tbody tr").count()).toBe(benchmarks.flatMap(({rows}) => rows).length);
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});
