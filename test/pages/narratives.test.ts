// The page Narratives over small stores of its own, and over a reader's files.
import {readFile} from "node:fs/promises";
import {join} from "node:path";
import {gzipSync} from "node:zlib";
import type {Page} from "playwright-core";
import {afterAll, beforeAll, expect, test} from "vitest";
import {query} from "../../pipelines/store/sql.node.js";
import {type ForeignSite, faults, settled, siteOf} from "../foreign/site.js";
import {type Workbook, workbook} from "../workbook.js";
import {opened, text} from "./reading.js";

const SUITE = `tasks:
  - {task: verbose-listops, params: {form: story, num_operations: 3, max_depth: 3, target_tokens: [1500, 20000]}}
  - {task: verbose-listops, params: {form: story, num_operations: 3, max_depth: 3, target_tokens: 2000, order: outer first}}
  - {task: verbose-listops, params: {form: [prose, expression], num_operations: 3, max_depth: 3}}
`;
const BOOK =
  "suite: suites/small.yaml\nmodels: [models/reference.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 8, step: 8, max: 8, width: 0.15}\nseed: 7\n";
let book: Workbook;
let site: ForeignSite;
/** What `narratives -- make` writes. */
let own: Buffer;

beforeAll(async () => {
  book = await workbook({"suites/small.yaml": SUITE, "book.yaml": BOOK});
  const ran = await book.command("run");
  expect(ran.code, ran.stderr).toBe(0);
  const made = await book.command("narratives", "make", "--count", "30", "--out", "data/own.jsonl");
  expect(made.code, made.stderr).toBe(0);
  own = await readFile(join(book.root, "data/own.jsonl"));
  site = await siteOf(join(book.root, "data/store"), ["narratives"]);
}, 300_000);
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
  await book?.[Symbol.asyncDispose]();
});

const ask = async (sql: string) => (await query(sql, {folder: join(book.root, "data/store")})).rows;
const said = (share: unknown) => (100 * Number(share)).toFixed(1);
const status = (page: Page) => page.locator(".rb-own-file").getByRole("status").innerText();
const give = (page: Page, name: string, content: Buffer | string) =>
  page.setInputFiles("#narratives-file", {name, mimeType: "application/octet-stream", buffer: Buffer.from(content)});

test("accuracy and paired differences are those of the tables, and everything simulated says so", async () => {
  await using visit = await site.visit(opened("/narratives#against=operations"));
  const {page} = visit;
  await page.waitForSelector("#accuracy svg");
  const rows = await ask(`select model, count(*) filter (status = 1) / count(*), count(*)::int, count(distinct n.pair_id)::int
    from samples join narratives n using (item_id) where form = 'story' group by 1 order by 1`);
  for (const [model, share, n, lists] of rows) {
    const row = page.locator("#accuracies tbody tr", {hasText: String(model)});
    expect(await row.innerText()).toMatch(
      new RegExp(`simulated\\s+3\\s+${said(share)} % \\[[\\d., ]+\\]\\s+${n}\\s+${lists}\\s`, "u")
    );
  }
  expect(await text(page, "#notice")).toContain("They are not language models");
  expect(await page.locator("#accuracy .rb-simulated, #forms .rb-simulated").count()).toBe(2);

  await page.getByLabel("Compare").selectOption("expression and prose");
  const pairs =
    await ask(`select a.model, count(*)::int, count(*) filter (a.status = 1 and b.status <> 1)::int, count(*) filter (a.status <> 1 and b.status = 1)::int
    from (from samples join narratives using (item_id) select model, status, form, narratives.pair_id) a
    join (from samples join narratives using (item_id) select model, status, form, narratives.pair_id) b
    using (model, pair_id) where a.form = 'expression' and b.form = 'prose' group by 1`);
  for (const [model, n, first, second] of pairs)
    await expect
      .poll(() => page.locator("#pairs tbody tr", {hasText: String(model)}).innerText())
      .toMatch(new RegExp(`\\s${n}\\s+[\\d.]+ % \\[[^\\]]*\\]\\s+[\\d.]+ % \\[[^\\]]*\\]\\s+${first}\\s+${second}$`, "u"));
  expect(page.url()).toContain("two=expression+and+prose");
  expect(await faults(visit)).toEqual([]);
});

test("an operation that is pointed at marks its beat, and a beat its operation; keys walk through both", async () => {
  await using visit = await site.visit(opened("/narratives#set=verbose-listops+story+target_tokens%3D1500"));
  const {page} = visit;
  await page.waitForSelector("#story .rb-beat");
  expect(await page.locator("#list-tree .rb-node").count()).toBe(3);
  expect(await page.locator("#story .rb-beat").count()).toBe(3);
  const [shownBeat, shownNode] = [page.locator("#story .rb-beat.rb-shown"), page.locator("#list-tree .rb-node.rb-shown")];
  await page.locator('#list-tree .rb-node[data-operation="2"]').hover();
  await expect.poll(() => shownBeat.getAttribute("data-operation")).toBe("2");
  await page.locator('#story .rb-beat[data-operation="0"]').hover();
  await expect.poll(() => shownNode.getAttribute("data-operation")).toBe("0");
  await page.locator('#list-tree .rb-node[data-operation="0"]').focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => shownBeat.getAttribute("data-operation")).toBe("1");
  expect(await text(page, "#pointed")).toMatch(/^Operation 1: \w+ of .* is -?\d+, called/u);
  await page.locator("#story .rb-beat[tabindex='0']").focus();
  const before = await shownNode.getAttribute("data-operation");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => shownNode.getAttribute("data-operation")).not.toBe(before);
  expect(await page.locator("#story .rb-anchor").count()).toBeGreaterThanOrEqual(5); // three beats name theirs, two call an inner one
  await page.getByLabel("Padding", {exact: true}).selectOption("dimmed");
  await expect
    .poll(() =>
      page
        .locator("#story .rb-padding")
        .first()
        .evaluate(node => getComputedStyle(node).opacity)
    )
    .toBe("0.3");
  expect(await text(page, "#verdicts")).toBe("The validator finds no problem.");
  expect(await page.locator("#answers tbody tr").count()).toBe(3);
  const [[item]] = (await ask("select item_id from narratives where data_set like '%=1500' order by item_id")) as [[string]];
  expect(await page.getByLabel("Narrative", {exact: true}).inputValue()).not.toBe("");
  await using linked = await site.visit(
    opened(`/narratives#set=verbose-listops+story+target_tokens%3D1500&item=${item}&padding=dimmed`)
  );
  await expect.poll(() => linked.page.locator("#story.rb-dimmed").count()).toBe(1);
  for (const each of [visit, linked]) expect(await faults(each)).toEqual([]);
});

test("a story of 20,000 tokens, which the store shortens, is told anew and whole; outer first, the root's beat stands first", async () => {
  await using visit = await site.visit(opened("/narratives#set=verbose-listops+story+target_tokens%3D20000"));
  const {page} = visit;
  await expect.poll(() => page.locator("#story .rb-beat").count(), {timeout: 60_000}).toBe(3);
  expect((await page.locator("#story").textContent())!.length).toBeGreaterThan(65_536);
  expect(await text(page, "#verdicts")).toBe("The validator finds no problem.");
  await page.getByLabel("Data set", {exact: true}).selectOption("verbose-listops story order=outer first target_tokens=2000");
  await expect.poll(() => page.locator("#story .rb-beat").first().getAttribute("data-operation")).toBe("0");
  await page.getByLabel("Data set", {exact: true}).selectOption("verbose-listops expression");
  await expect.poll(() => page.locator("#story .rb-beat").count()).toBe(0);
  expect(await page.locator("#list-tree .rb-node").count()).toBe(3);
  expect(await text(page, "#shortcut-reading")).toBe("Lists that are written out have no report.");
  expect(await faults(visit)).toEqual([]);
});

test("shortcuts are those of the table, with n and interval", async () => {
  await using visit = await site.visit(opened("/narratives#set=verbose-listops+prose"));
  const {page} = visit;
  await page.waitForSelector("#shortcuts tbody tr");
  const rows = await ask(
    "select measure, value, low, high, n::int from narrative_shortcuts where data_set = 'verbose-listops prose' and scope = 'overall' and unit = 'accuracy' and value is not null"
  );
  expect(rows.length).toBeGreaterThan(3);
  for (const [measure, value, low, high, n] of rows) {
    const row = page.locator("#shortcuts tbody tr", {has: page.getByText(String(measure), {exact: true})});
    expect(await row.innerText()).toContain(`${said(value)} % [${said(low)}, ${said(high)}]\t${n}\t`);
  }
  expect(await page.locator("#shortcuts tbody tr", {hasText: "ngram_auc"}).innerText()).toContain(
    "not measured: no narrative has padding"
  );
});

test("a file is validated, reported on and shown, packed or not; removed, the store is back", async () => {
  await using visit = await site.visit(opened("/narratives"));
  const {page} = visit;
  await page.waitForSelector("#story .rb-beat");
  for (const [name, content] of [
    ["own.jsonl", own],
    ["own.jsonl.gz", gzipSync(own)]
  ] as const) {
    await give(page, name, content);
    await expect.poll(() => status(page), {timeout: 30_000}).toBe(`${name} is shown; it stays in this tab`);
    await expect
      .poll(() => text(page, "#file-summary"))
      .toContain("holds 30 narratives; the validator passes 30 and finds problems in 0");
  }
  const {stdout} = await book.command("narratives", "shortcuts", "data/own.jsonl", "--json");
  const {measures} = JSON.parse(stdout) as {measures: {name: string; overall: {value: number; low: number}}[]};
  const majority = measures.find(({name}) => name === "majority")!.overall;
  await expect
    .poll(() => page.locator("#shortcuts tbody tr", {hasText: "majority"}).innerText())
    .toContain(`${said(majority.value)} % [${said(majority.low)},`);
  expect(await page.getByLabel("Data set", {exact: true}).count()).toBe(0);
  expect(await page.locator("#story .rb-beat").count()).toBe(7);
  await page.getByRole("button", {name: "Remove file"}).click();
  await page.getByLabel("Data set", {exact: true}).waitFor();
  expect(await page.locator("#file-summary").count()).toBe(0);
  expect(await faults(visit)).toEqual([]);
});

test("lines of others: no parts, hostile text, faults that lead to their words, and lines that cannot be read, by number", async () => {
  const line = (more: object) =>
    JSON.stringify({
      id: "x",
      ast_str: "(MAX 3 (SUM 4 2))",
      num_operations: 2,
      ground_truth_value: 6,
      token_count_narrative: 9,
      ...more
    });
  const story = 'Ann has 4 and 2. <img src=x onerror="document.title=1"> Ben has 3 and 17 \u202ehats.';
  await using visit = await site.visit(opened("/narratives"));
  const {page} = visit;
  await give(page, "other.jsonl", `${line({full_text_for_eval: story})}\n\n${line({full_text_for_eval: 7})}\n{"id":\n`);
  await expect
    .poll(() => page.locator("#file-summary li").allInnerTexts())
    .toEqual([
      expect.stringMatching(/^other\.jsonl:3 is not a narrative: full_text_for_eval: /u),
      expect.stringMatching(/^other\.jsonl:4 is not a narrative: not JSON/u)
    ]);
  expect(await text(page, "#file-summary")).toContain("2 lines cannot be read, so there is no shortcut report");
  await expect.poll(() => text(page, "#story")).toContain('<img src=x onerror="document.title=1">');
  expect(await text(page, "#story")).toContain("⟨U+202E⟩hats");
  expect(await page.locator("#story img").count()).toBe(0);
  expect(await text(page, "#verdicts")).toContain(
    "Not checked, since the file has no parts or names: operations beat by beat, operands beat by beat"
  );
  const problem = page.locator("#verdicts li", {hasText: "“17”"}).first();
  await problem.getByRole("button").click();
  expect(await page.locator("#story mark.rb-pointed").innerText()).toBe("17");

  await give(page, "none.jsonl", '{"question": "?"}\n');
  await expect.poll(() => status(page)).toMatch(/^none\.jsonl:1 is not a narrative: .* other\.jsonl is still shown\.$/u);
  await give(page, "empty.jsonl", "");
  await expect.poll(() => status(page)).toMatch(/^empty\.jsonl is empty\. other\.jsonl is still shown\.$/u);
  await give(page, "cut.jsonl.gz", gzipSync(own).subarray(0, 9_000));
  await expect.poll(() => status(page)).toContain("cut.jsonl.gz is damaged: it cannot be unpacked to its end");
  await give(page, "one.jsonl", line({full_text_for_eval: "Ann has 4 and 2; Ben has 3.", ast_str: "(MAX 3"}));
  await expect.poll(() => text(page, "#viewer")).toContain("The list cannot be read, so there is no tree.");
  expect({title: await page.title(), faults: await faults(visit)}).toEqual({
    title: expect.stringContaining("Narratives"),
    faults: []
  });
});

test("a list of narratives has an end, which is said with both numbers; those with the most problems come first", async () => {
  const line = (id: string, text: string) =>
    `${JSON.stringify({id, full_text_for_eval: text, ast_str: "(MAX 3 (SUM 4 2))", num_operations: 2, ground_truth_value: 6, token_count_narrative: 9})}\n`;
  const few = line("few", "Ann has 3, 4 and 2 hats.");
  await using visit = await site.visit(opened("/narratives"));
  const {page} = visit;
  const choices = page.getByLabel("Narrative", {exact: true}).locator("option");
  expect(await text(page, "#choosable")).toBe("");
  await give(page, "many.jsonl", `${few.repeat(1_001)}${line("most", "Ann has 4 and 2. Ben has 3 and 17 hats. **Who?**")}`);
  await expect
    .poll(() => text(page, "#choosable"))
    .toBe("The list holds 1,000 of 1,002 narratives, those with the most problems first.");
  await expect.poll(() => choices.count()).toBe(1_000);
  expect(await choices.first().innerText()).toContain("line 1002 ");
  await give(page, "enough.jsonl", few.repeat(1_000));
  await expect.poll(() => text(page, "#choosable")).toBe("");
  expect(await choices.count()).toBe(1_000);
  expect(await faults(visit)).toEqual([]);
});

test("500 operations scroll in their frame, and a large file can be cancelled while it is read", async () => {
  await using visit = await site.visit(opened("/narratives"), {width: 390});
  const {page} = visit;
  await settled(page);
  const broad = `(SUM ${"(MAX 1 2) ".repeat(498)}(MIN 3 4))`;
  await give(
    page,
    "broad.jsonl",
    JSON.stringify({
      id: "b",
      ast_str: broad,
      num_operations: 500,
      ground_truth_value: 999,
      token_count_narrative: 1,
      full_text_for_eval: "Much."
    })
  );
  await expect.poll(() => page.locator("#list-tree .rb-node").count()).toBe(500);
  const frame = await page.locator("#list-tree").evaluate(node => [node.clientHeight, node.scrollHeight]);
  expect(frame[1]!).toBeGreaterThan(10 * frame[0]!);
  await page.evaluate(() => {
    const progress = document.querySelector<HTMLElement>(".rb-file-progress")!;
    new MutationObserver((_, observer) => {
      if (progress.hidden) return;
      observer.disconnect();
      setTimeout(() => progress.querySelector("button")!.click());
    }).observe(progress, {attributes: true});
  });
  await give(page, "large.jsonl", Buffer.concat(Array.from({length: 60}, () => own)));
  await expect.poll(() => status(page)).toBe("Reading large.jsonl was cancelled. broad.jsonl is still shown.");
  expect(await faults(visit)).toEqual([]);
});

test("one model that is always right, about one list size: the page says that nothing varies and draws what there is", async () => {
  await using other = await workbook({
    "suites/small.yaml": "tasks:\n  - {task: verbose-listops, params: {form: expression, num_operations: 1, max_depth: 1}}\n",
    "models/reference.yaml": 'endpoint: "reference:"\nmodels: [{id: sim-heron-08}]\n',
    "book.yaml": BOOK
  });
  expect((await other.command("run")).code).toBe(0);
  await using small = await siteOf(join(other.root, "data/store"), ["narratives"]);
  await using visit = await small.visit(opened("/narratives#against=depth"));
  const {page} = visit;
  await expect.poll(() => text(page, "#reading")).toBe("All are of one depth, 1: nothing varies along it.");
  expect(await text(page, "#forms-reading")).toContain("No list was asked in two ways here");
  expect(await text(page, "#accuracies")).toMatch(/\[\d+\.\d, \d+\.\d\]\s+8\s+8/u);
  expect(await faults(visit)).toEqual([]);
});
