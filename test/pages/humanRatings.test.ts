// Ratings on the page of human judgments: those that the judgments carry, and a file of the reader's own.
import {afterAll, beforeAll, expect, test} from "vitest";
import {query} from "../../pipelines/store/sql.node.js";
import {openSite, type Site} from "./browser.js";
import {ask, opened, text} from "./reading.js";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.[Symbol.asyncDispose]());

test("ratings: means by model as SQL has them, severities by judge, and preferences that follow them; filters redraw", async () => {
  await using visit = await site.visit(opened("/human"));
  const {page} = visit;
  await page.waitForSelector("#severity tbody tr");
  const rated = `(select judge, model_a as model, correctness_a as r, question_id, turn from votes where correctness_a is not null
    union all select judge, model_b, correctness_b, question_id, turn from votes where correctness_b is not null)`;
  const [n, judges, answers, mean, ofModel] = await ask(
    `select count(*), count(distinct judge), count(distinct (question_id, turn, model)), avg(r) filter (model = 'sim-marlin-04'),
      count(*) filter (model = 'sim-marlin-04') from ${rated}`
  );
  expect(await text(page, "#ratings-reading")).toContain(
    `${n!.toLocaleString("en-US")} ratings of ${judges} judges on ${answers!.toLocaleString("en-US")} answers of 15 models`
  );
  const cells = page.locator("#ratings-models tbody tr").filter({hasText: "sim-marlin-04"}).locator("td");
  expect(await cells.nth(5).innerText()).toMatch(new RegExp(`^${mean!.toFixed(2)} \\[`));
  expect(await cells.nth(8).innerText()).toBe(String(ofModel));
  const [share, decided] = await ask(
    `select (100 * avg(((correctness_a > correctness_b) = (winner = 'model_a'))::int))::double, count(*) from votes
      where correctness_a <> correctness_b and winner <> 'tie'`
  );
  expect(await text(page, "#ratings-agreement")).toMatch(
    new RegExp(`Preferred, if rated higher.*${share!.toFixed(1)} % \\[.*\\] n = ${decided!.toLocaleString("en-US")}`)
  );
  expect(await text(page, "#ratings-planted")).toMatch(/4[0-5] of 45 intervals of means and (3[6-9]|4[0-2]) of 42 of severities/);
  expect(await text(page, "#ratings-warnings")).toContain("only 15 models");
  // The strictest judge as planted is the strictest as found.
  const strict = page.locator("#severity tbody tr").first().locator("td").first();
  const planted = await query("select name from planted where kind = 'severity' order by value desc limit 2", {
    folder: "data/store"
  });
  expect(planted.rows.map(([name]) => name)).toContain(await strict.innerText());
  await page.getByLabel("Turn", {exact: true}).selectOption({label: "1"});
  const [first] = await ask(`select count(*) from ${rated} where turn = 1`);
  await expect.poll(() => text(page, "#ratings-reading")).toContain(`${first!.toLocaleString("en-US")} ratings`);
  expect(await page.locator("#ratings-planted").count()).toBe(0);
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});

test("a reader's own ratings: Krippendorff's α of his example; votes without ratings show no such section", async () => {
  await using visit = await site.visit(opened("/human"), {width: 400, height: 800});
  const {page} = visit;
  await page.waitForSelector("#severity tbody tr");
  const rows = ["12332141 2...", "1233224 125.3", ".3332342 2 51.", "1233244 1 251."].map(row => row.replaceAll(" ", ""));
  const lines = rows.flatMap((row, j) =>
    [...row].flatMap((value, q) => (value === "." ? [] : [`j${j},m${q % 3},${q},${value}`]))
  );
  const file = (name: string, content: string) => ({name, mimeType: "text/csv", buffer: Buffer.from(content)});
  const ratings = `judge,model,question_id,grade\n${lines.join("\n")}\n`;
  await page.setInputFiles("#ratings-file", file("grades.csv", ratings));
  await expect.poll(() => text(page, "#ratings-source")).toContain("Shown: the ratings of grades.csv");
  await expect.poll(() => text(page, "#ratings-agreement")).toMatch(/ordinal\s+0\.815 \[.*\] over prompts and judges, n = 11\s/);
  expect(await text(page, "#ratings-agreement")).toMatch(/nominal\s+0\.743 /);
  await page.setInputFiles("#votes-file", file("grades.csv", ratings));
  await page.getByText('grades.csv holds ratings of single answers: load it under "Ratings of your own"').waitFor();
  await page.setInputFiles("#ratings-file", file("bad.csv", "judge,model,question_id,grade\nx,,1,3\n"));
  await page
    .getByText(/bad.csv holds no rating: 1 record left out, bad: missing "model".*bad.csv:2:3.*grades\.csv is still shown/)
    .waitFor();
  await page
    .locator(".rb-field", {has: page.locator("#ratings-file")})
    .getByRole("button", {name: "Show the example data"})
    .click();
  await page.setInputFiles("#votes-file", "test/fixtures/votes.csv");
  await expect.poll(() => page.locator("#ratings").count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)).toBe(false);
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});
