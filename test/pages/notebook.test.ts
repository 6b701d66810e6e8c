// Page Notebook: its five cells agree with SQL, and it alone may evaluate code, since Arquero does; so it loads no text of a model.
import {readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {afterAll, beforeAll, expect, test} from "vitest";
import {openSite, type Site} from "./browser.js";

const DIST = join(import.meta.dirname, "../../dist");
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site[Symbol.asyncDispose]());

async function rows(query: string): Promise<Record<string, unknown>[]> {
  const connection = await (await DuckDBInstance.create()).connect();
  return (await connection.runAndReadAll(query)).getRowObjectsJson() as Record<string, unknown>[];
}

test("every cell draws what the tables hold", async () => {
  await using visit = await site.visit("/notebook");
  const {page} = visit;
  const titles = (figure: number, mark: string) =>
    page.locator("#observablehq-main svg[class^=plot]").nth(figure).locator(`${mark} title`).allTextContents();
  await expect.poll(() => page.locator("#votes").innerText()).toContain("decided votes");

  const tasks = await rows(`select base_task, sum(correct + incorrect)::double as n,
    100 * (sum(correct) - sum(guess_sum)) / (sum(correct + incorrect) - sum(guess_sum)) as percent from 'data/store/points.parquet' group by 1`);
  const drawn = await titles(0, "[aria-label=dot]");
  const expected = tasks.map(({base_task, percent, n}) => [
    base_task,
    Number(percent).toFixed(1),
    Number(n).toLocaleString("en")
  ]);
  expect(drawn.map(text => /^([\w-]+)\n(\S+) % \[\S+, \S+\] n = (\S+)$/.exec(text)!.slice(1)).toSorted()).toEqual(
    expected.toSorted()
  );

  const models = await rows("select distinct model from 'data/store/points.parquet'");
  const cells = page.locator("#observablehq-main svg [aria-label=cell]");
  expect(await cells.first().locator("rect").count()).toBe(models.length * tasks.length);

  const won = await rows(`select winner_name, loser_name, count(*)::double as won from (
      select if(winner = 'model_a', model_a, model_b) as winner_name, if(winner = 'model_a', model_b, model_a) as loser_name
      from 'data/store/votes.parquet' where winner in ('model_a', 'model_b')) group by all`);
  const n = new Map<string, number>();
  for (const {winner_name, loser_name, won: count} of won)
    for (const pair of [`${winner_name} ${loser_name}`, `${loser_name} ${winner_name}`])
      n.set(pair, (n.get(pair) ?? 0) + Number(count));
  const shares = new Map<string, readonly [string | undefined, string | undefined]>(
    (await cells.last().locator("title").allTextContents()).map(text => {
      const [, a, b, share, total] = /^(\S+) against (\S+)\nwon (\S+) % \[.*\] n = (\S+)$/.exec(text)!;
      return [`${a} ${b}`, [share, total]] as const;
    })
  );
  expect(shares.size).toBe(n.size);
  for (const {winner_name, loser_name, won: count} of won) {
    const pair = `${winner_name} ${loser_name}`;
    expect([pair, shares.get(pair)]).toEqual([pair, [((100 * Number(count)) / n.get(pair)!).toFixed(1), String(n.get(pair))]]);
  }
  expect(await visit.errors()).toEqual([]);
  expect(visit.outside).toEqual([]);
});

test("no page but this may evaluate code, and this loads no table that holds a model's text", () => {
  const pages = readdirSync(DIST, {recursive: true, encoding: "utf8"}).filter(name => name.endsWith(".html"));
  const evaluates = pages.filter(name => readFileSync(join(DIST, name), "utf8").includes("'unsafe-eval'"));
  expect(evaluates).toEqual(["notebook.html"]);
  const html = readFileSync(join(DIST, "notebook.html"), "utf8");
  const tables = [...html.matchAll(/registerFile\("\.\/data\/([\w.]+)"/g)].map(([, name]) => name).sort();
  expect(tables).toEqual(["manifest.json", "points.parquet", "votes.parquet"]);
});
