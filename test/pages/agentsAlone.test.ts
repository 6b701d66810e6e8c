// A store that holds dialogues with tools and nothing else, so that no ReasonScore can be made of it: pages show it or say what is missing.
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {print} from "../../pipelines/run/loader.js";
import {type ForeignSite, faults, settled, siteOf} from "../foreign/site.js";
import {type Workbook, workbook} from "../workbook.js";
import {opened, text} from "./reading.js";

/** Pages that rest on scores, on answers or on episodes; the others' studies are made of texts or of several tasks (test/pages/foreign.test.ts). */
const SHOWN = ["leaderboard", "agents", "reasonscore", "categories", "runs", "tokens", "truncation", "replay", "sql", "model"];

let book: Workbook;
let site: ForeignSite;

beforeAll(async () => {
  book = await workbook({
    "suites/own.yaml": "tasks: [{task: zen-agent, params: {world: [calendar, ledger]}}]\n",
    "book.yaml":
      "suite: suites/own.yaml\nmodels: [models/reference.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 16, step: 16, max: 16}\nseed: 3\n"
  });
  const {code, stderr} = await book.command("run");
  expect(code, stderr).toBe(0);
  site = await siteOf(join(book.root, "data/store"), SHOWN);
}, 600_000);
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
  await book?.[Symbol.asyncDispose]();
});

test("its loader prints a table of scores without rows", async () => {
  const {PassThrough} = await import("node:stream");
  const output = new PassThrough();
  const parts: Buffer[] = [];
  output.on("data", (part: Buffer) => parts.push(part));
  await print("scores.parquet", join(book.root, "data/store"), {output});
  expect(Buffer.concat(parts).subarray(0, 4).toString()).toBe("PAR1");
});

test("they open, in two widths, without an error, a request to elsewhere or a number that is none", async () => {
  const found: string[] = [];
  for (const path of site.pages)
    for (const width of [1280, 390]) {
      await using visit = await site.visit(`/${path}`, {width});
      await settled(visit.page);
      for (const fault of await faults(visit)) found.push(`${path} ${width}: ${fault}`);
    }
  expect(found).toEqual([]);
}, 1_200_000);

test("page Agents has its episodes, and Scores says that there are none", async () => {
  await using agents = await site.visit(opened("/agents"));
  await settled(agents.page);
  expect(await agents.page.locator("#observablehq-main").innerText()).toMatch(/calendar[\s\S]*ledger/u);
  await using scores = await site.visit(opened("/reasonscore"));
  await settled(scores.page);
  expect(await text(scores.page, ".rb-nothing")).toContain("No evaluation here has a score");
  expect(
    await scores.page.locator("#observablehq-main h2").evaluateAll(all => all.filter(each => each.checkVisibility()).length)
  ).toBe(0);
});
