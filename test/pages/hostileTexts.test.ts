// Ten hostile texts in place of all that models, banks and people wrote: each page that shows such texts shows them as text.
import {cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {afterAll, beforeAll, expect, test} from "vitest";
import {settled} from "./accessibility.js";
import {openSite, type Site} from "./browser.js";
import {opened} from "./reading.js";
import {withoutFirstView} from "./withoutFirstView.js";

const DIST = join(import.meta.dirname, "../../dist");
/** Each begins with a word that a test can look for. */
const TEXTS = [
  '<img src=x onerror="window.hostile=1">',
  "<script>window.hostile=1</script>",
  '</script></style></textarea></title><svg onload="window.hostile=1">',
  "[click](javascript:window.hostile=1) ![x](https://example.org/x.png)",
  '<iframe srcdoc="<script>parent.hostile=1</script>"></iframe>',
  "<style>* {display: none}</style><b>bold</b>",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a model may write one
  "${window.hostile=1} {{constructor.constructor('window.hostile=1')()}}",
  "\u202eright to left\u2066 \u001b[2J\u001b]52;c;cm0=\u0007 \u200b\u{e0041}",
  "W".repeat(10_000),
  "=cmd|'/c calc'!A1\r\n\r\n<!--"
].map((text, i) => `hostile${i} ${text}`);

/** Columns of texts by table; those of a list get lists. */
const COLUMNS: Record<string, readonly string[]> = {
  answer_rule_examples: ["answer", "before", "span", "after"],
  annotation_answers: ["prompt", "expected", "rubric", "response"],
  annotation_pairs: ["prompt", "response_a", "response_b"],
  contamination_hits: ["excerpt"],
  episode_steps: ["result"],
  items: ["prompt"],
  refusal_examples: ["prompt", "text"],
  responses: ["prompt", "reasoning", "text"],
  sample_list: ["answer", "expected"],
  samples: ["answer", "expected"],
  suspect_items: ["expected", "rival"]
};

let folder: string;
let site: Site;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "reasonbook-hostile-"));
  cpSync(DIST, folder, {recursive: true});
  for (const name of readdirSync(folder).filter(each => each.endsWith(".html")))
    writeFileSync(join(folder, name), withoutFirstView(readFileSync(join(folder, name), "utf8")));
  const data = join(folder, "_file/data");
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  const list = `[${TEXTS.map(text => `'${text.replaceAll("'", "''")}'`).join(", ")}]`;
  for (const [table, columns] of Object.entries(COLUMNS))
    for (const name of readdirSync(data).filter(each => each.startsWith(`${table}.`) && each.endsWith(".parquet"))) {
      const file = join(data, name);
      const replaced = columns.map(
        column => `case when ${column} is null then null else texts[1 + file_row_number % 10] end as ${column}`
      );
      await connection.run(
        `copy (select * exclude (file_row_number, texts) replace (${replaced.join(", ")})
          from (select *, ${list} as texts from read_parquet('${file}', file_row_number = true))) to '${file}.new' (format parquet)`
      );
      renameSync(`${file}.new`, file);
    }
  connection.closeSync();
  instance.closeSync();
  site = await openSite(folder);
});
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
  rmSync(folder, {recursive: true, force: true});
});

const SHOWING = ["annotate", "contamination", "irt", "safety", "samples"];
const PAGES = readdirSync(DIST)
  .filter(name => name.endsWith(".html") && name !== "404.html")
  .map(name => name.replace(/\.html$/u, ""))
  .sort();

test.concurrent.each(PAGES.map(page => [page]))("%s: hostile texts are inert, and visible where it shows texts", async path => {
  await using visit = await site.visit(opened(`/${path}`), {width: 1280});
  const {page} = visit;
  await page.locator("#observablehq-main h1").first().waitFor();
  await page.waitForLoadState("networkidle");
  await settled(page);
  const main = page.locator("#observablehq-main");
  // The table that holds the texts may be the last one that the page reads.
  if (SHOWING.includes(path)) await expect.poll(() => main.innerText(), {timeout: 60_000}).toMatch(/hostile\d/u);
  const injected = await main
    .locator("iframe, img[src='x'], b:text-is('bold'), svg[onload], a[href^='javascript'], script:not([type])")
    .count();
  const has = await page.evaluate(() => "hostile" in globalThis);
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect({injected, has, beyond: Math.max(0, beyond), outside: visit.outside, errors: await visit.errors()}).toEqual({
    injected: 0,
    has: false,
    beyond: 0,
    outside: [],
    errors: []
  });
});
