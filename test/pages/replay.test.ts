import {afterAll, beforeAll, expect, test} from "vitest";
import {rescaledInterval} from "../../pipelines/score/accuracy.js";
import {query} from "../../pipelines/store/sql.node.js";
import {openSite, type Site} from "./browser.js";
import {opened} from "./reading.js";

const folder = "data/store";
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.[Symbol.asyncDispose]());

const MODEL = "sim-lynx-04";
const LIMIT = 200;
const PER_POINT = 20;
const percent = (share: number) => (100 * share).toFixed(1);

test("accuracy, truncation and tokens under a limit are those that SQL finds in the samples, and the sliders redraw them", async () => {
  const {rows} = await query(
    `with own as (from samples where model = '${MODEL}' and trial = 0
       qualify row_number() over (partition by base_task, params order by seed, "index") <= ${PER_POINT}),
     seen as (select completion_tokens > ${LIMIT} or status = 2 as cut, status = 1 as right_, guess_chance, least(completion_tokens, ${LIMIT}) as used from own)
     select count(*), sum(cut::integer), sum((right_ and not cut)::integer), sum(case when cut then 0 else guess_chance end), avg(used) from seen`,
    {folder}
  );
  const [samples, cut, correct, guesses, tokens] = rows[0] as [number, number, number, number, number];
  await using visit = await site.visit(opened(`/replay#search=${MODEL}&limit=${LIMIT}&samples=${PER_POINT}`));
  const {page} = visit;
  await page.waitForSelector("#replay tbody tr");
  const heads = await page.locator("#replay thead th").allInnerTexts();
  const cells = await page.locator("#replay tbody tr").first().locator("td").allInnerTexts();
  expect(await page.locator("#replay tbody tr").count()).toBe(1);
  const cell = (head: string) => cells[heads.findIndex(each => each.trim() === head)]!;
  const n = samples - cut;
  const {low, high} = rescaledInterval({correct, total: n, guessSum: guesses});
  const format = (value: number) => value.toLocaleString("en-US");
  expect(cell("Evaluation")).toMatch(new RegExp(`${MODEL}\\s+simulated`));
  expect(cell("Excess accuracy")).toBe(`${percent((correct - guesses) / (n - guesses))} % [${percent(low)}, ${percent(high)}]`);
  expect(cell("n")).toBe(format(n));
  expect(cell("Truncated")).toMatch(new RegExp(`^${percent(cut / samples)} % \\[`));
  expect(cell("Right of all")).toMatch(new RegExp(`^${percent(correct / samples)} % \\[`));
  expect(cell("Samples")).toBe(format(samples));
  expect(Number(/^[\d,]+/.exec(cell("Tokens per answer"))![0].replaceAll(",", ""))).toBe(Math.round(tokens));
  expect(await page.locator("#reading").innerText()).toMatch(
    new RegExp(`${percent(cut / samples)} % \\[[\\d., ]+\\] instead of .*n = ${format(samples)} samples`)
  );

  const before = await page.locator("#reading").innerText();
  await page.getByLabel("Token limit", {exact: true}).first().fill("90");
  await expect.poll(() => page.locator("#reading").innerText()).not.toBe(before);
  expect(page.url()).toContain("limit=90");
  const narrower = await page.locator("#reading").innerText();
  await page.getByLabel("Samples per point", {exact: true}).first().fill("5");
  await expect.poll(() => page.locator("#reading").innerText()).not.toBe(narrower);
  expect(await page.locator("#reading").innerText()).toContain("the first 5 of each point");
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});

test("all evaluations are ranked with intervals; the full budget changes nothing; a link beyond the budget is held to it", async () => {
  await using visit = await site.visit("/replay#limit=999999&by=solved");
  const {page} = visit;
  await page.waitForSelector("#replay tbody tr");
  expect(await page.locator("#notice").innerText()).toContain("not language models");
  expect(await page.locator("#reading").innerText()).toMatch(/4,096 tokens.*This is the full budget\.$/);
  const {rows} = await query("select count(distinct eval_id) from samples", {folder});
  const lines = await page.locator("#replay tbody tr").allInnerTexts();
  expect(lines).toHaveLength(rows[0]![0] as number);
  for (const line of lines) expect(line).toMatch(/\d+ \[\d+, \d+\]\s+\d+ \[\d+, \d+\]\s+0\s/);
  expect(await page.locator("#replay-plot svg path").count()).toBeGreaterThan(lines.length);
  await page.getByLabel("Token limit", {exact: true}).first().fill("128");
  await expect.poll(() => page.locator("#reading").innerText()).toMatch(/change their rank/);
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});
