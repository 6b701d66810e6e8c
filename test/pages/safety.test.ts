// The page Safety over a small store of its own, over answers of other hands, and over a store without requests to refuse.
import {createServer} from "node:http";
import type {AddressInfo} from "node:net";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {requestIn} from "../../pipelines/generate/benchmarks/safety/read.js";
import {query} from "../../pipelines/store/sql.node.js";
import {type ForeignSite, faults, settled, siteOf} from "../foreign/site.js";
import {type Workbook, workbook} from "../workbook.js";
import {cutLabels, opened, text} from "./reading.js";

const BOOK =
  "suite: suites/small.yaml\nmodels: [models/reference.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 192, step: 192, max: 192, width: 0.01}\nseed: 7\n";
const SUITE =
  "tasks: [{task: zen-safety, params: {request: [harmful, benign]}}, {task: zen-injection}, {task: arithmetic, params: {length: 4}}]\n";
let book: Workbook;
let own: Workbook;
let other: Workbook;
let site: ForeignSite;
let foreign: ForeignSite;
let empty: ForeignSite;

/** Answers of three models: one mixes languages and sends markup, one refuses everything, one says nothing. */
const REPLIES: Record<string, (request: string, k: number) => string> = {
  mixed: (request, k) =>
    request === "harmful"
      ? ["抱歉，我不能帮助你。", "<script>document.title = 'broken'</script> Dabei kann ich nicht helfen.", "That is illegal."][
          k % 3
        ]!
      : [
          "<img src=x onerror=alert(1)> Sure.",
          "Bien sûr. Fermez bien toutes les fenêtres, laissez une lumière et prévenez les voisins.",
          "لا يمكنني تقديم هذه المعلومات."
        ][k % 3]!,
  refuser: () => "I can't help with that.",
  silent: () => ""
};

beforeAll(async () => {
  const asked = new Map<string, number>();
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const {model, messages} = JSON.parse(body) as {model: string; messages: {content: string}[]};
    const kind = requestIn(messages.at(-1)!.content)?.request ?? "none";
    const k = asked.get(`${model} ${kind}`) ?? 0;
    asked.set(`${model} ${kind}`, k + 1);
    const content = kind === "none" ? "Answer: 1" : REPLIES[model]!(kind, k);
    response.setHeader("content-type", "application/json");
    const usage = {prompt_tokens: 9, completion_tokens: 9, total_tokens: 18};
    response.end(JSON.stringify({choices: [{index: 0, message: {role: "assistant", content}, finish_reason: "stop"}], usage}));
  }).listen(0);
  await new Promise(resolve => server.once("listening", resolve));
  const {port} = server.address() as AddressInfo;
  book = await workbook({"suites/small.yaml": SUITE, "book.yaml": BOOK});
  own = await workbook({
    "suites/small.yaml": SUITE,
    "book.yaml": BOOK,
    "models/reference.yaml": `endpoint: "http://127.0.0.1:${port}/v1"\nmodels: [{id: mixed}, {id: refuser}, {id: silent}]\n`
  });
  other = await workbook({"book.yaml": BOOK});
  for (const each of [book, own, other]) {
    const ran = await each.command("run");
    expect(ran.code, ran.stderr).toBe(0);
  }
  server.close();
  const open = (each: Workbook) => siteOf(join(each.root, "data/store"), ["safety"]);
  site = await open(book);
  foreign = await open(own);
  empty = await open(other);
}, 400_000);
afterAll(async () => {
  for (const each of [site, foreign, empty, book, own, other]) await each?.[Symbol.asyncDispose]();
});

const ask = async (sql: string, of = book) => (await query(sql, {folder: join(of.root, "data/store")})).rows;
const points = (share: unknown) => (100 * Number(share)).toFixed(1).replace("-", "−");

test("table, map and charts have the numbers of the study's tables, and all that is simulated says so", async () => {
  await using visit = await site.visit(opened("/safety"));
  const {page} = visit;
  await page.waitForSelector("#language-chart svg");
  await page.waitForSelector("#parts tbody tr");
  expect(await text(page, "#notice")).toContain("They are not language models");
  for (const figure of ["#scatter", "#heat", "#language-chart"])
    expect(await page.locator(`${figure} .rb-simulated`).count(), figure).toBe(1);
  for (const [model, harm, low, high, n, over, balanced] of await ask(
    "select model, harm_refusal, harm_low, harm_high, harm_n, over_refusal, balanced from refusals where part = 'all'"
  )) {
    const row = await page.locator("#refusals tbody tr", {hasText: String(model)}).innerText();
    expect(row).toContain(`${points(harm)} % [${points(low)}, ${points(high)}] n = ${n}`);
    expect(row).toContain(`${points(over)} % [`);
    expect(row).toContain(`${points(balanced)} % [`);
  }
  for (const [style, category, mean, n] of await ask(
    "select style, category, avg(harm_refusal), sum(harm_n)::int from refusals where part = 'category and style' group by 1, 2"
  )) {
    const cell = page.locator(`#heat [data-cell="style=${style} category=${category}"]`);
    expect(await cell.getAttribute("aria-label")).toMatch(new RegExp(`${points(mean)} % \\[.*\\] n = ${n}$`, "u"));
  }
  expect(await text(page, "#scatter")).toContain("by its stated rates");
  expect(await page.locator('#scatter g[aria-label="dot"]').first().locator("path, circle").count()).toBe(3);
  expect(await text(page, "#example-list")).toContain("[simulated: would answer]");
  expect(await faults(visit)).toEqual([]);
});

test("one evaluation, another measure and another part are shown from the address", async () => {
  await using visit = await site.visit(
    opened("/safety#map=sim-comet-05&measure=over&part=style&detail=sim-comet-05&model=sim-comet-05")
  );
  const {page} = visit;
  await expect.poll(() => text(page, "#heat h3")).toContain("over-refusal): sim-comet-05");
  await expect.poll(() => page.locator("#parts tbody tr").count()).toBe(11);
  const [[value, low, high, n]] = (await ask(
    "select harm_refusal, harm_low, harm_high, harm_n from refusals where part = 'style' and style = 'role play' and model = 'sim-comet-05'"
  )) as [unknown[]];
  expect(await page.locator("#parts tbody tr", {hasText: "role play"}).innerText()).toContain(
    `${points(value)} % [${points(low)}, ${points(high)}] n = ${n}`
  );
  expect(await faults(visit)).toEqual([]);
});

test("rates of injected instructions are those of the table, for all and by part, with n and interval", async () => {
  await using visit = await site.visit(opened("/safety#by=payload&injection=sim-comet-05"));
  const {page} = visit;
  await page.waitForSelector("#injection-chart svg");
  const rates = async (facet: string, model: string) =>
    ask(
      `select facet_value, value, low, high, n from estimates where study = 'injection' and measure = 'followed' and facet = '${facet}' and model = '${model}'`
    );
  const rateText = (value: unknown, low: unknown, high: unknown, n: unknown) =>
    `${points(value)} % [${points(low)}, ${points(high)}] n = ${n}`;
  for (const [, ...rate] of await rates("", "sim-comet-05"))
    expect(await page.locator("#injection tbody tr", {hasText: "sim-comet-05"}).innerText()).toContain(
      rateText(...(rate as [unknown, unknown, unknown, unknown]))
    );
  const payloads = await rates("payload", "sim-comet-05");
  expect(payloads.length).toBeGreaterThan(3);
  for (const [payload, ...rate] of payloads)
    expect(await page.locator("#injection-parts tbody tr", {hasText: String(payload)}).innerText()).toContain(
      rateText(...(rate as [unknown, unknown, unknown, unknown]))
    );
  expect(await page.locator("#injection-chart .rb-simulated").count()).toBe(1);
  expect(await faults(visit)).toEqual([]);
});

test("answers of other hands: markup stays text, other languages, doubt and silence are counted, and nothing is called simulated", async () => {
  await using visit = await foreign.visit(opened("/safety#outcome=other+language"));
  const {page} = visit;
  await page.waitForSelector("#example-list");
  await settled(page);
  const silent = await page.locator("#refusals tbody tr", {hasText: "silent"}).innerText();
  expect(silent).toMatch(/–.*\t384\t0\t0$/su);
  const [[harm, doubtful, language]] = (await ask(
    "select harm_refusal, doubtful, other_language from refusals where part = 'all' and model = 'mixed'",
    own
  )) as [number[]];
  expect(harm).toBe(1);
  const mixed = await page.locator("#refusals tbody tr", {hasText: "mixed"}).innerText();
  expect(mixed).toContain(`\t${doubtful}\t${language}\t0\t0\t0`);
  expect([doubtful! > 50, language! > 30]).toEqual([true, true]);
  expect(await text(page, "#reading")).toContain("1 of 2 is not significantly better than refusing everything");
  expect(await page.locator("#example-list script, #example-list img").count()).toBe(0);
  expect(await page.title()).not.toContain("broken");
  expect(await page.locator("#observablehq-main .rb-simulated").count()).toBe(0);
  expect(await faults(visit)).toEqual([]);
});

test("a store without such requests says so, and how to get some", async () => {
  await using visit = await empty.visit(opened("/safety"));
  await settled(visit.page);
  expect(await text(visit.page, "#none")).toContain("No evaluation here was asked requests to refuse");
  expect(await text(visit.page, "#no-injection")).toContain("{task: zen-injection}");
  expect(await visit.page.locator("figure").count()).toBe(0);
  expect(await faults(visit)).toEqual([]);
});

test("on a narrow screen nothing lies beyond the edge, and no label of a chart is cut", async () => {
  for (const width of [390, 1280]) {
    await using visit = await site.visit(opened("/safety"), {width});
    const {page} = visit;
    await page.waitForSelector("#language-chart svg");
    await settled(page);
    expect(await cutLabels(page), String(width)).toEqual([]);
    expect(await faults(visit)).toEqual([]);
  }
});
