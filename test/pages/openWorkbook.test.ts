// The live workbook in a browser: it opens before the book is evaluated, and follows edits of data/.
import {once} from "node:events";
import {mkdir, readFile, rename, writeFile} from "node:fs/promises";
import {dirname, join} from "node:path";
import {afterAll, beforeAll, expect, test, vi} from "vitest";
import {smallSite} from "../small-site.js";
import {type Visit, visitAddress} from "./browser.js";

const PAGE = `# Probe

\`\`\`js
const {points} = await FileAttachment("data/manifest.json").json();
display(html\`<output>\${points} points\`);
\`\`\`
`;

let site: Awaited<ReturnType<typeof smallSite>>;
let workbook: ReturnType<typeof site.start>;
let visit: Visit;
let printed = "";
beforeAll(async () => {
  site = await smallSite();
  await writeFile(join(site.root, "src/probe.md"), PAGE);
  workbook = site.start(["dev", "--no-open", "--port", "0"]);
  for (const stream of [workbook.child.stdout!, workbook.child.stderr!]) stream.on("data", text => (printed += text));
  await vi.waitFor(() => expect(printed).toContain("the workbook is open at"), {timeout: 90_000});
  visit = await visitAddress(`${/http:\S+/.exec(printed)![0]}probe`);
});
afterAll(async () => {
  await visit?.[Symbol.asyncDispose]();
  workbook?.child.kill("SIGTERM");
  await workbook?.ended;
  await site?.[Symbol.asyncDispose]();
});

/** Edits a file as editors do: the new text takes the place of the old file. */
async function edit(name: string, change: (text: string) => string): Promise<void> {
  const file = join(site.root, "data", name);
  await mkdir(dirname(file), {recursive: true});
  await writeFile(`${file}.tmp`, change(await readFile(file, "utf8").catch(() => "")));
  await rename(`${file}.tmp`, file);
}
const text = (selector: string) => visit.page.locator(selector).textContent();
const bar = () => text("#rb-workbook");

test("a page opens without results, which appear on it when the book is evaluated", async () => {
  // two points of arithmetic, one of boolean and two of listops, of three models
  await expect.poll(() => text("output"), {timeout: 90_000}).toBe("15 points");
  await expect.poll(() => printed).toMatch(/all results are there; the workbook is open at http:\S+\s*$/);
  expect(printed).toContain("simulated, nothing is spent");
  expect(printed).not.toContain("GET /");
});

test("an edited suite is evaluated, and the open page redraws without being loaded again", async () => {
  await visit.page.evaluate(() => Object.assign(globalThis, {isSamePage: true}));
  await edit("suites/small.yaml", suite => suite.replace("[4, 12]", "[4, 8, 12]"));
  await expect.poll(bar).toContain("data/suites/small.yaml changed");
  await expect.poll(() => text("output")).toBe("18 points");
  expect(await visit.page.evaluate(() => "isSamePage" in globalThis)).toBe(true);
});

test("a mistake is on the page and on the terminal with its place, and the last good state stays", async () => {
  await edit("suites/small.yaml", suite => suite.replace("task: boolean", "task: boolaen"));
  const mistake = 'data/suites/small.yaml:3:12 unknown task "boolaen"; did you mean "boolean"?';
  await expect.poll(bar).toContain(mistake);
  expect(printed).toContain(mistake);
  expect(await text("output")).toBe("18 points");
  await edit("suites/small.yaml", suite => suite.replace("task: boolaen", "task: boolean"));
  await expect.poll(bar).not.toContain("boolaen");
});

test("a mistake in a file that the book does not name is shown, and its text is no markup", async () => {
  await edit("gates/mine.yaml", () => 'rules: [{metric: "<b id=injected>x</b>"}]\n');
  await expect.poll(bar).toContain("data/gates/mine.yaml:1:");
  expect(await visit.page.locator("#injected").count()).toBe(0);
  await edit("gates/mine.yaml", () => "rules: [{id: right, metric: accuracy, at_least: 0.5}]\n");
});

test("a model that may cost something is not asked: the page shows what a run would send, and its command", async () => {
  await edit("models/mine.yaml", () => "id: mine\nendpoint: http://127.0.0.1:9/v1\n");
  await edit("book.yaml", book => book.replace("[models/reference.yaml]", "[models/reference.yaml, models/mine.yaml]"));
  // six points of 16 to 48 tests
  await expect.poll(bar).toContain("a run sends 96 to 288 requests to mine: cost unknown (no price)");
  expect(await text("#rb-workbook button")).toBe("Copy");
  expect(await bar()).toContain("npm run run");
  expect(await text("output")).toBe("18 points");
  expect(await visit.errors()).toEqual([]);
});

test("Ctrl-C ends the workbook", async () => {
  workbook.child.kill("SIGINT");
  const [code] = workbook.child.exitCode === null ? await once(workbook.child, "close") : [workbook.child.exitCode];
  expect(code).toBe(130);
});
