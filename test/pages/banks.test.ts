// A local file becomes a scored category on the leaderboard, in SQL and in item response by one import and one line of a suite; of two suites
// each has scores of its own.
import {writeFileSync} from "node:fs";
import {join} from "node:path";
import {expect, test} from "vitest";
import {siteOf} from "../foreign/site.js";
import {importQuestions, suiteOf} from "../ownBank.js";
import {smallSite} from "../small-site.js";
import {stubServer} from "../workbook.js";
import {opened} from "./reading.js";

const QUESTIONS = Array.from({length: 24}, (_, i) => ({
  question: `Which of these is right, number ${i}?`,
  subject: i < 14 ? "history" : "law",
  choices: ["wrong", "false", "right", "bad"],
  answer: 2
}));
/** A book is evaluated, and its studies are made. */
const MOST_MS = 900_000;
const MODELS = ["weak", "fair", "good", "best"];

/** Each model knows more than the one before it: question i where i mod 4 is below its place. */
function reply({model, messages}: Record<string, unknown>): string {
  const [, number] = /number (\d+)\?/u.exec(JSON.stringify(messages)) ?? [];
  return number === undefined || Number(number) % 5 > MODELS.indexOf(String(model)) ? "Answer: (A)" : "Answer: (C)";
}

test(
  "an imported file of MMLU's layout is a category on the leaderboard, in SQL and in item response",
  async () => {
    await using stub = await stubServer(reply);
    await using book = await smallSite({
      // A point that the other suite calls easy is hard here.
      "suites/other.yaml":
        "tasks:\n  - {task: boolean, params: {length: [6, 8]}, tiers: {hard: {length: 6}, harder: {length: 8}}}\n",
      "suites/exams.yaml": "tasks:\n  - bank: my-mmlu\n",
      "models/own.yaml": `endpoint: ${stub.url}\nmodels: [${MODELS.map(id => `{id: ${id}}`).join(", ")}]\n`,
      "book.yaml":
        "suites: [suites/small.yaml, suites/other.yaml, suites/exams.yaml]\nmodels: [models/own.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 24, max: 24}\nseed: 7\n"
    });
    await importQuestions(book, {name: "my-mmlu", questions: QUESTIONS, more: ["--domain", "knowledge"]});
    writeFileSync(join(book.root, "data/suites/small.yaml"), suiteOf("my-mmlu"));
    const ran = await book.command("run");
    expect(ran.code, ran.stderr).toBe(0);
    // What a build prints of such a book; the pages are the built ones.
    const printed = await book.command("refresh", "categories", "items", "adjusted_points");
    expect(printed.code, printed.stderr).toBe(0);
    expect(printed.stderr).toMatch(/^irt_items\.parquet: 72 rows/mu); // 24 questions, and 24 tests of either length

    const store = join(book.root, "data/store");
    await using site = await siteOf(store, ["leaderboard", "reasonscore", "models/best", "compare", "replay", "irt"]);
    {
      await using visit = await site.visit("/leaderboard");
      await visit.page.locator("#by-category tbody tr").first().waitFor();
      expect(await visit.page.locator("#by-category tbody tr").count()).toBe(8); // four models, two categories
      expect(await visit.page.locator("#of-categories").innerText()).toMatch(
        /^Items of banks in 2 categories; they count in no score above\./u
      );
      const row = visit.page.locator("#by-category tbody tr", {hasText: "best"}).filter({hasText: "history"});
      expect(await row.innerText()).toMatch(/knowledge\s+history\s+my-mmlu\s+[\d.]+ % \[[−\d.]+, [\d.]+\]\s+14\s+0\s+0/u);
      await visit.page.getByLabel("Category", {exact: true}).selectOption("law");
      await expect.poll(() => visit.page.locator("#by-category tbody tr").count()).toBe(4);
      expect(await visit.page.locator("div#leaderboard").innerText()).not.toContain("my-mmlu");
      // The leaderboard shows one suite; the other has tiers of its own, and no banks.
      expect(await visit.page.getByLabel("Suite", {exact: true}).locator("option").allInnerTexts()).toEqual([
        "small",
        "other",
        "exams"
      ]);
      const tiers = () => visit.page.getByLabel("Tier", {exact: true}).locator("option").allInnerTexts();
      expect(await tiers()).toEqual([]); // one tier alone is no choice
      await visit.page.getByLabel("Suite", {exact: true}).selectOption("other");
      await expect.poll(tiers).toEqual(["all", "hard", "harder"]);
      await expect.poll(() => visit.page.locator("#leaderboard tbody tr").count()).toBe(4);
      await expect.poll(() => visit.page.locator("#by-category").count()).toBe(0);
      // A suite of banks alone has categories and no score; the choice of one stays.
      await visit.page.getByLabel("Suite", {exact: true}).selectOption("exams");
      await expect.poll(() => visit.page.locator("#by-category tbody tr").count()).toBe(4);
      await expect.poll(() => visit.page.locator("#leaderboard tbody tr").count()).toBe(0);
      expect(await visit.errors()).toEqual([]);
    }
    for (const path of ["/reasonscore", "/models/best#suite=exams"]) {
      await using visit = await site.visit(path);
      await visit.page.getByLabel("Suite", {exact: true}).waitFor();
      const names = () => visit.page.getByLabel("Suite", {exact: true}).locator("option").allInnerTexts();
      await expect.poll(names).toEqual(path === "/reasonscore" ? ["small", "other"] : ["small", "other", "exams"]);
      expect(await visit.errors()).toEqual([]);
    }
    {
      // Compare has both suites together, and any part: a suite, a domain, a category.
      await using visit = await site.visit(opened("/compare#suite=all&a=best&b=weak"));
      const cells = () => visit.page.locator("#comparison tbody tr").count();
      await visit.page.getByLabel("Category", {exact: true}).waitFor();
      await expect.poll(cells).toBe(3); // all, boolean and the bank
      await visit.page.getByLabel("Category", {exact: true}).selectOption("law");
      await expect.poll(cells).toBe(1); // of one task, whose row is that of all
      expect(await visit.page.locator("#comparison").innerText()).toMatch(/my-mmlu[^\n]*\b10\b/u);
      await visit.page.getByLabel("Category", {exact: true}).selectOption("all");
      await visit.page.getByLabel("Suite", {exact: true}).selectOption("other");
      await expect.poll(() => visit.page.getByLabel("Category", {exact: true}).count()).toBe(0);
      await expect
        .poll(() => visit.page.getByLabel("Tier", {exact: true}).locator("option").allInnerTexts())
        .toEqual(["all", "hard", "harder"]);
      expect(await visit.errors()).toEqual([]);
    }
    {
      await using visit = await site.visit("/replay#suite=all&domain=knowledge&category=history&open=*");
      await visit.page.locator("#replay tbody tr").first().waitFor();
      expect(await visit.page.locator("div#replay").innerText()).toContain("14");
      await visit.page.getByLabel("Category", {exact: true}).selectOption("law");
      await expect.poll(() => visit.page.locator("div#replay").innerText()).toContain("10");
      expect(await visit.errors()).toEqual([]);
    }
    {
      await using visit = await site.visit(opened("/irt#suite=all"));
      const category = visit.page.getByLabel("Category", {exact: true}).first();
      await category.waitFor();
      await expect.poll(() => category.locator("option").allInnerTexts()).toEqual(expect.arrayContaining(["history", "law"]));
      await category.selectOption("law");
      await visit.page.waitForTimeout(500);
      expect(await visit.errors()).toEqual([]);
    }
    const asked = await book.command(
      "sql",
      "select category, sum(n)::int as n, sum(correct)::int as correct from categories where suite = 'small' and domain = 'knowledge' group by 1 order by 1"
    );
    expect(asked.code, asked.stderr).toBe(0);
    expect(asked.stdout).toMatch(/history\s*[|│]?\s*56\b/u);
    expect(asked.stdout).toMatch(/law\s*[|│]?\s*40\b/u);
  },
  MOST_MS
);
