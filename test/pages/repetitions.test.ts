// Questions that were asked several times: reduced on the leaderboard, and counted once where a page takes answers as independent.
import {writeFileSync} from "node:fs";
import {join} from "node:path";
import {expect, test} from "vitest";
import {query} from "../../pipelines/store/sql.node.js";
import {siteOf} from "../foreign/site.js";
import {importQuestions, suiteOf} from "../ownBank.js";
import {stubServer, workbook} from "../workbook.js";
import {opened} from "./reading.js";

/** A book is evaluated, and its studies are made. */
const MOST_MS = 900_000;
const ITEMS = {many: 12, single: 1};
const item = (bank: string, i: number) => ({
  question: `Which is right, ${bank} number ${i}?`,
  choices: ["wrong", "false", "right", "bad"],
  answer: 2
});

test(
  "repetitions are reduced with n and interval over items, down to one model that is right on one item",
  async () => {
    const asked = new Map<string, number>();
    /** Steady is always right, fickle every second time. */
    await using stub = await stubServer(({model, messages}) => {
      const [question] = /\w+ number \d+/u.exec(JSON.stringify(messages)) ?? [""];
      const count = asked.get(`${model} ${question}`) ?? 0;
      asked.set(`${model} ${question}`, count + 1);
      return model === "steady" || count % 2 === 0 ? "Answer: (C)" : "Answer: (A)";
    });
    await using book = await workbook({
      "models/own.yaml": `endpoint: ${stub.url}\nmodels: [{id: steady}, {id: fickle}]\n`,
      "samplers/greedy.yaml": "max_tokens: 2048\ntrials: 4\n",
      "book.yaml":
        "suites: [suites/small.yaml, suites/tail.yaml]\nmodels: [models/own.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 12, max: 12}\nseed: 7\n"
    });
    for (const [name, count] of Object.entries(ITEMS))
      await importQuestions(book, {name, questions: Array.from({length: count}, (_, i) => item(name, i))});
    writeFileSync(join(book.root, "data/suites/small.yaml"), suiteOf(...Object.keys(ITEMS)));
    writeFileSync(join(book.root, "data/suites/tail.yaml"), "tasks:\n  - bank: single\n");
    const ended = await book.command("run");
    expect(ended.code, ended.stderr).toBe(0);
    expect(stub.requests.length).toBeGreaterThanOrEqual(2 * 4 * 25);

    await using site = await siteOf(join(book.root, "data/store"), ["leaderboard", "compare", "replay", "tokens"]);
    {
      await using visit = await site.visit("/leaderboard#task=many");
      const row = (model: string, reducer: string) =>
        visit.page.locator("#by-reducer tbody tr", {hasText: model}).filter({has: visit.page.getByText(reducer, {exact: true})});
      await row("fickle", "mean").waitFor();
      // Two of four answers right to each of 12 items: 1 − C(2, 2) ÷ C(4, 2) = 5/6 of pairs hold a right one, 1/6 two, and the two most frequent answers tie.
      for (const [reducer, value] of Object.entries({
        mean: "50.0",
        majority: "50.0",
        "pass@1": "50.0",
        "pass@2": "83.3",
        "pass@4": "100.0",
        "pass^2": "16.7",
        "pass^4": "0.0"
      }))
        expect(await row("fickle", reducer).innerText(), reducer).toMatch(
          new RegExp(`${value.replace(".", "\\.")} % \\[[\\d.]+, [\\d.]+\\]\\s+12\\s+48$`, "u")
        );
      // 12 of 12, not 48 of 48: the 2.5 % quantile of Beta(12½, ½) is 0.8147
      expect(await row("steady", "mean").innerText()).toMatch(/100\.0 % \[81\.\d, 100\.0\]/u);
      expect(await visit.page.locator("#of-repetitions").innerText()).toContain("n = 12 items and 48 answers");
      expect(
        await visit.page.locator("#repetition-plot svg g[aria-label=rule] line, #repetition-plot svg g[aria-label=rule]").count()
      ).toBeGreaterThan(0);

      await visit.page.getByLabel("Task", {exact: true}).selectOption("single");
      await visit.page.getByLabel("Model", {exact: true}).fill("steady");
      await expect.poll(() => visit.page.locator("#by-reducer tbody tr").count()).toBe(10); // mean, majority, and both passes of 1 to 4
      expect(await visit.page.locator("#of-repetitions").innerText()).toMatch(
        /^1 evaluation was asked .* steady, n = 1 item and 4 answers: of its answers 100\.0 % \[–\] are right;/u
      );
      expect(await row("steady", "pass@4").innerText()).toMatch(/100\.0 % \[–\]\s+1\s+4$/u);
      expect(await visit.page.locator("#repetition-plot svg").count()).toBeGreaterThanOrEqual(2);
      expect(await visit.errors()).toEqual([]);
    }
    {
      // Steady is right in all four answers to each item, fickle in two: C(2, 2) ÷ C(4, 2) = 1/6 of pairs, no triple.
      await using visit = await site.visit("/compare#a=steady&b=fickle&task=many");
      await visit.page.locator("#passes summary").click();
      await expect.poll(() => visit.page.locator("#passes-table tbody tr").count()).toBe(7); // both kinds for 2 to 4, which are the same for 1
      const row = (measure: string) =>
        visit.page
          .locator("#passes-table tbody tr")
          .filter({has: visit.page.getByText(measure, {exact: true})})
          .innerText();
      expect(await row("pass^2")).toMatch(
        /100\.0 % \[81\.\d, 100\.0\]\s+16\.7 % \[[\d.]+, [\d.]+\]\s+\+83\.3 \[[\d.]+, [\d.]+\]\s+\S+\s+12\s+0$/u
      );
      expect(await row("pass@4")).toMatch(/100\.0 % .*100\.0 % .*0\.0 \[−[\d.]+, [\d.]+\]/su);
      expect(await visit.page.locator("#passes").innerText()).toContain("steady is significantly better: +100.0 [");
      await visit.page.getByLabel("Task", {exact: true}).selectOption("single");
      await expect.poll(() => row("pass^4")).toMatch(/\+100\.0 \[–\]\s+–\s+1\s+0$/u);
      expect(await visit.errors()).toEqual([]);
    }
    {
      // A suite of the single item alone: its rows are of that item, and the other suite's are not shown.
      await using visit = await site.visit("/leaderboard#suite=tail");
      await visit.page.locator("#of-repetitions").waitFor();
      await expect.poll(() => visit.page.locator("#of-repetitions").innerText()).toContain("n = 1 item and 4 answers");
      expect(await visit.page.getByLabel("Task", {exact: true}).locator("option").allInnerTexts()).toEqual(["all", "single"]);
      await visit.page.getByLabel("Suite", {exact: true}).selectOption("small");
      await expect.poll(() => visit.page.locator("#of-repetitions").innerText()).toContain("n = 25 items and 100 answers");
      expect(await visit.errors()).toEqual([]);
    }
    {
      await using visit = await site.visit(opened("/replay"));
      const samples = visit.page.getByLabel("Samples per point", {exact: true}).first();
      await samples.waitFor();
      expect(await samples.getAttribute("max")).toBe("12");
      expect(await visit.errors()).toEqual([]);
    }
    {
      await using visit = await site.visit(opened("/tokens"));
      const steady = visit.page.locator("#spending tbody tr", {hasText: "steady"});
      await steady.waitFor();
      expect(await steady.innerText()).toMatch(/\s25\s/u); // first answers, as in points: 25 of 100
      expect(await visit.errors()).toEqual([]);
    }
  },
  MOST_MS
);

/** Share of the pairs, triples and so on of an item's answers of which at least one is right, by listing them all (Chen et al. 2021). */
function listed(right: readonly boolean[], k: number): number {
  let [all, some] = [0, 0];
  for (let set = 0; set < 2 ** right.length; set++) {
    const chosen = right.filter((_, i) => (set >> i) & 1);
    if (chosen.length !== k) continue;
    all++;
    if (chosen.includes(true)) some++;
  }
  return some / all;
}

test(
  "pass@4 at the built-in server: samples, table, command and page Leaderboard say the same, and a rerun asks nothing",
  async () => {
    const model = "sim-comet-04";
    await using book = await workbook({
      "models/reference.yaml": `id: ${model}\nendpoint: "reference:"\n`,
      "samplers/greedy.yaml": "max_tokens: 2048\ntemperature: 0.8\ntrials: 4\n",
      "book.yaml":
        "suite: suites/small.yaml\nmodels: [models/reference.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 12, max: 12}\nseed: 7\n"
    });
    const ended = await book.command("run");
    expect(ended.code, ended.stderr).toBe(0);
    const folder = join(book.root, "data/store");
    const {rows} = await query("select item_id, list(status = 1 order by trial) from samples group by item_id", {folder});
    const items = (rows as [string, boolean[]][]).map(([, right]) => right);
    expect(items.length).toBe(5 * 12); // five points
    expect(items.every(right => right.length === 4)).toBe(true);
    expect(items.some(right => right.includes(true) && right.includes(false))).toBe(true); // repetitions differ
    const mean = (of: (right: boolean[]) => number) => items.reduce((sum, right) => sum + of(right), 0) / items.length;
    const printed = await book.command("analyze", "repetitions", "--format", "json");
    expect(printed.code, printed.stderr).toBe(0);
    const found = JSON.parse(printed.stdout) as {reducer: string; k: number | null; value: number; n: number; answers: number}[];
    const of = (reducer: string, k: number | null) => found.find(row => row.reducer === reducer && row.k === k)!;
    expect(of("mean", null)).toMatchObject({n: 60, answers: 240});
    expect(of("mean", null).value).toBeCloseTo(
      mean(right => right.filter(Boolean).length / 4),
      12
    );
    for (const k of [1, 2, 4]) {
      expect(of("pass", k).value).toBeCloseTo(
        mean(right => listed(right, k)),
        12
      );
      expect(of("pass_hat", k).value).toBeCloseTo(
        mean(
          right =>
            1 -
            listed(
              right.map(each => !each),
              k
            )
        ),
        12
      );
    }
    expect(of("pass", 4).value).toBeGreaterThan(of("pass", 1).value);

    await using site = await siteOf(folder, ["leaderboard"]);
    await using visit = await site.visit("/leaderboard");
    const shown = (reducer: string) =>
      visit.page.locator("#by-reducer tbody tr", {hasText: model}).filter({has: visit.page.getByText(reducer, {exact: true})});
    await shown("mean").waitFor();
    const percent = (value: number) => (100 * value).toFixed(1).replace(".", "\\.");
    for (const k of [1, 2, 4])
      expect(await shown(`pass@${k}`).innerText()).toMatch(
        new RegExp(`${percent(of("pass", k).value)} % \\[[\\d.]+, [\\d.]+\\]\\s+60\\s+240$`, "u")
      );
    expect(await visit.page.locator("#of-repetitions").innerText()).toContain(
      `${model} (simulated), n = 60 items and 240 answers`
    );
    expect(await visit.errors()).toEqual([]);

    const again = await book.command("run");
    expect(again.stderr).toContain(" 0 asked");
  },
  MOST_MS
);
