import {afterAll, beforeAll, expect, test} from "vitest";
import {openSite, type Site} from "./browser.js";
import {opened} from "./reading.js";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site[Symbol.asyncDispose]());

/** Every figure of the report that is audited, as the report prints it. */
const FIGURES: Record<string, string[]> = {
  domains: [
    ...["72,000", "38,400", "28,000", "18,000", "24,000", "15,000", "32,000", "20,600", "248,000", "4,769", "52"],
    ...["0.2", "1.4", "0.1", "0.8", "0.3", "1.1", "2.3", "0.6", "0.0", "0.19 %", "0.98 %", "1.2 %"]
  ],
  correlations: [
    ...[".74 [.68, .80]", ".82 [.77, .87]", ".84 [.79, .89]", ".87 [.83, .91]", ".85 [.80, .90]", ".89 [.85, .93]"],
    ...["24 %", "n = 15", "Pearson correlation between rankings"]
  ],
  adaptive: [".73", ".89", ".94", "2.4 ×", ".71", "12,000 judgments, 15 models"],
  rankings: ["82.4", "79.1", "75.6", "72.4", "64.8"]
};
const RANKED = [
  "84.1",
  "72.4",
  "81.3",
  "91.2",
  "80.8",
  "69.8",
  "79.4",
  "89.4",
  "76.4",
  "61.3",
  "80.2",
  "88.1",
  "72.9",
  "55.1"
].concat(["74.2", "86.3", "63.1", "47.8", "67.9", "82.4"]);

test("every figure of the ZenBench report stands with a verdict and its arithmetic", async () => {
  await using visit = await site.visit(opened("/claims"));
  const {page} = visit;
  await page.waitForSelector("#claims tbody tr");
  const rows = await page
    .locator("#claims tbody tr")
    .evaluateAll(lines => lines.map(line => Array.from(line.querySelectorAll("td"), cell => cell.textContent ?? "")));
  for (const figure of Object.values(FIGURES).flat()) {
    const found = rows.filter(([, printed]) => printed === figure || printed?.startsWith(`${figure},`));
    expect(found.length, figure).toBeGreaterThan(0);
    for (const [, , , verdict, arithmetic] of found) {
      expect(verdict).toMatch(/reproduced|possible|not reproducible/);
      expect(arithmetic!.length).toBeGreaterThan(10);
    }
  }
  for (const figure of RANKED)
    expect(
      rows.some(([, , , , arithmetic]) => arithmetic!.includes(figure)),
      figure
    ).toBe(true);
  expect(await page.locator("#claims td svg").count()).toBeGreaterThan(60);
  const line = (id: string) => rows.find(([name]) => name!.endsWith(id))!;
  // Σ items × rate ÷ 248,000 by hand: 43.44 and 232.78 thousand hundredths.
  expect(line("exact-mean")[2]).toContain("0.1752 [0.1388, 0.2252]");
  expect(line("near-mean")[2]).toContain("0.9386 [0.8886, 0.9886]");
  expect(line("near-mean")[3]).toContain("possible only if nearly all rows were rounded one way");
  expect(line("near-bound")[4]).toMatch(/Academic 1\.4 .* Code 2\.3 /);
  expect(line("discrimination")[4]).toContain("(1 − .73) ÷ (1 − .89)");
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});

test("a verdict is chosen, and the link keeps it", async () => {
  await using visit = await site.visit(opened("/claims#verdict=not+reproducible"));
  const {page} = visit;
  await page.waitForSelector("#claims tbody tr");
  const verdicts = await page.locator("#claims tbody td:nth-child(4)").allInnerTexts();
  expect(new Set(verdicts.map(text => text.replace(/^\W+/u, "")))).toEqual(new Set(["not reproducible"]));
  expect(await page.locator("#sentence").innerText()).toContain(`${verdicts.length} are not reproducible`);
});

test("a file of the reader's own is audited in the browser; a mistake is told with its place", async () => {
  await using visit = await site.visit(opened("/claims"));
  const {page} = visit;
  await page.waitForSelector("#claims tbody tr");
  const text = `title: <b>mine</b>
tables:
  t:
    columns: {items: count, near: percent}
    rows:
      Academic: ["72,000", 1.4]
      <img src=x onerror=alert(1)>: ["18,000", 2.3]
claims:
  - {id: mean, says: on average 1.6 %, kind: mean, table: t, column: near, weights: items, printed: 1.6 %}
`;
  await page.setInputFiles("input[type=file]", {name: "own.yaml", mimeType: "text/yaml", buffer: Buffer.from(text)});
  await expect.poll(() => page.locator("#sentence").innerText()).toBe("<b>mine</b>: of 1 figures 1 is reproduced.");
  // (72,000 × 1.4 + 18,000 × 2.3) ÷ 90,000 = 1.58
  expect(await page.locator("#claims tbody tr").innerText()).toContain("1.58 [1.53, 1.63]");
  expect(await page.locator("#claims img").count()).toBe(0);
  await page.setInputFiles("input[type=file]", {
    name: "own.yaml",
    mimeType: "text/yaml",
    buffer: Buffer.from(text.replace("1.4", "one"))
  });
  await expect.poll(() => page.locator("#claims-error").innerText()).toMatch(/^own\.yaml:6:\d+ expected a figure/);
  await expect.poll(() => page.locator("div#claims, .rb-button:text-is('Download CSV')").count()).toBe(0);
  await page.getByRole("button", {name: "Remove file"}).click();
  await expect.poll(() => page.locator("#sentence").innerText()).toMatch(/^ZenBench, figures of its report: of 83 figures/);
  expect(await page.locator("#claims-error").count()).toBe(0);
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});
