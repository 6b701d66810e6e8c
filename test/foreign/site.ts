// The built site over another store: its pages ask for tables by name, so the same pages are served with other tables under those names.
import {createWriteStream, readdirSync} from "node:fs";
import {cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import type {Page} from "playwright-core";
import {withPolicy} from "../../pipelines/site/policy.js";
import {type Texts, writeTextsPlace} from "../../pipelines/site/texts.js";
import {readManifest} from "../../pipelines/store/manifest.node.js";
import {modelPath} from "../../pipelines/store/modelPath.js";
import {MOST_TEXTS, publish, TEXTS} from "../../pipelines/store/publish.node.js";
import {study} from "../../pipelines/studies/make.node.js";
import type {StudyTable} from "../../pipelines/studies/registry.js";
import {studyTables} from "../../pipelines/studies/registry.js";
import {openSite, type Site, type Visit} from "../pages/browser.js";
import {withoutFirstView} from "../pages/withoutFirstView.js";
import {silent} from "../silent.js";

const DIST = join(import.meta.dirname, "../../dist");

export interface ForeignSite extends Site {
  /** Addresses of the pages that are shown. */
  pages: string[];
}

const PAGES = readdirSync(DIST)
  .filter(name => /^(?!404)[\w-]+\.html$/u.test(name))
  .map(name => name.replace(/\.html$/u, ""))
  .sort();
/** Files of tables as a page names them. */
const TABLES = /(?<=_file\/data\/)[\w.]+/gu;

/**
 * Serves built pages over a finished store, with the tables that they ask for and no others; studies that it lacks are made first.
 * @param shown names of the pages, `model` for the one of an evaluation, `models/X` for that of model X
 * @param texts where the texts of responses lie, which the site then leaves out
 * @param beside a folder that the site's own server serves as `results`
 */
export async function siteOf(
  store: string,
  shown: readonly string[] = [...PAGES, "model"],
  {texts, beside}: {texts?: Texts; beside?: string} = {}
): Promise<ForeignSite> {
  const folder = await mkdtemp(join(tmpdir(), "reasonbook-site-"));
  for (const name of await readdir(DIST))
    if (name.startsWith("_") && name !== "_file") await symlink(join(DIST, name), join(folder, name));
  const pages = PAGES.filter(name => shown.includes(name));
  for (const page of pages)
    await writeFile(join(folder, `${page}.html`), withoutFirstView(await readFile(join(DIST, `${page}.html`), "utf8")));
  if (!pages.includes("index")) await writeFile(join(folder, "index.html"), ""); // a site has a first page
  const {models} = (await readManifest(store))!;
  for (const [i, path] of models.map(modelPath).entries())
    if (shown.includes(`models/${path}`) || (i === 0 && shown.includes("model"))) pages.push(await modelPage(folder, path));
  await mkdir(join(folder, "_file", "data"), {recursive: true});
  // All but the tables of the site's own results is the same for every store.
  for (const name of await readdir(join(DIST, "_file")))
    if (name !== "data") await symlink(join(DIST, "_file", name), join(folder, "_file", name));
  const html = await Promise.all(pages.map(page => readFile(join(folder, `${page}.html`), "utf8")));
  for (const name of new Set(html.flatMap(text => text.match(TABLES) ?? []))) {
    const [file, target] = [name.replace(/\.[0-9a-f]+(?=\.\w+$)/u, ""), join(folder, "_file", "data", name)];
    const [table, ending] = file.split(".");
    if (table! in studyTables) await study(table as StudyTable, store, {report: silent});
    if (ending === "arrow" && table! in studyTables) {
      await printed(output => publish(table!, store, {schema: studyTables[table as StudyTable], arrow: true, output}), target);
      continue;
    }
    if (table! in studyTables) await cp(join(store, file), target);
    else if (table === TEXTS && texts) await withoutTexts(() => printed(output => publish(TEXTS, store, {output}), target));
    else await printed(output => publish(table!, store, {output}), target); // as loaders do: what a store has no rows of is an empty table
  }
  if (texts) {
    await writeTextsPlace(texts, folder);
    for (const page of pages) await rewritePolicy(join(folder, `${page}.html`));
  }
  if (beside !== undefined) await symlink(beside, join(folder, "results"));
  const site = await openSite(folder);
  return {
    ...site,
    pages,
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]();
      await rm(folder, {recursive: true, force: true});
    }
  };
}

/** Writes into a file what a loader would print. */
async function printed(print: (output: NodeJS.WritableStream) => Promise<void>, target: string): Promise<void> {
  const output = createWriteStream(target);
  await print(output);
  await new Promise<void>(resolve => output.end(resolve));
}

/** Has tables printed as a build prints them that leaves out texts. */
async function withoutTexts(print: () => Promise<void>): Promise<void> {
  process.env[MOST_TEXTS] = "0";
  try {
    await print();
  } finally {
    delete process.env[MOST_TEXTS];
  }
}

const POLICY = /<meta http-equiv="Content-Security-Policy"[^>]*>/u;

async function rewritePolicy(page: string): Promise<void> {
  await writeFile(page, withPolicy((await readFile(page, "utf8")).replace(POLICY, "")));
}

/** Writes the page of one model of the book under the name of another, and gives its address. */
async function modelPage(folder: string, path: string): Promise<string> {
  const [file] = await readdir(join(DIST, "models"));
  const html = await readFile(join(DIST, "models", file!), "utf8");
  const bare = html.replace(POLICY, "").replaceAll(file!.replace(/\.html$/u, ""), path);
  await mkdir(join(folder, "models"), {recursive: true});
  await writeFile(join(folder, "models", `${path}.html`), withPolicy(bare));
  return `models/${path}`;
}

const POLL_MS = 250;
const QUIET_POLLS = 3;
const SCROLL_PIXELS = 1_500;

/** Waits until nothing that can be seen is loading and the page stays as it is, looking at all of it meanwhile. */
export async function settled(page: Page, {patience = 90_000} = {}): Promise<void> {
  let [before, quiet] = ["", 0];
  for (const start = Date.now(); quiet < QUIET_POLLS; ) {
    if (Date.now() - start > patience) throw new Error(`${page.url()} goes on changing or loading`);
    await page.evaluate(
      step => scrollTo(0, scrollY + innerHeight < document.body.scrollHeight ? scrollY + step : 0),
      SCROLL_PIXELS
    );
    await page.waitForTimeout(POLL_MS);
    const now = await page.evaluate(() => {
      const loading = [...document.querySelectorAll<HTMLElement>("observablehq-loading")].filter(each => each.checkVisibility());
      return `${loading.length} ${document.querySelector("#observablehq-main")!.innerHTML.length}`;
    });
    quiet = now === before && now.startsWith("0 ") ? quiet + 1 : 0;
    before = now;
  }
}

/** What stands on a page that should not: errors, requests to elsewhere, names of what is no number outside of code, text beyond the edge. */
export async function faults({page, errors, outside}: Visit): Promise<string[]> {
  const empty = await emptyHeadings(page);
  const code = await page.locator("#observablehq-main pre").allInnerTexts();
  const text = code.reduce((rest, each) => rest.replace(each, ""), await page.locator("#observablehq-main").innerText());
  const unreadable = text.match(/.{0,60}(?:\bNaN\b|\bundefined\b|\bInfinity\b|\bnull\b|\[object ).{0,40}/gu) ?? [];
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return [
    ...empty.map(each => `heading with nothing below it: ${each}`),
    ...(await errors()).map(each => `error: ${each}`),
    ...outside.map(each => `request: ${each}`),
    ...unreadable.map(each => `text: ${each}`),
    ...(beyond > 0 ? [`${beyond} pixels beyond the edge`] : [])
  ];
}

/** How long a cell may take to draw: one that does so by itself shows no sign of loading, so that what is missing may be on its way. */
const DRAWN_MS = 15_000;

/** Headings that have nothing below them, and get nothing. */
async function emptyHeadings(page: Page): Promise<string[]> {
  for (const start = Date.now(); ; await page.waitForTimeout(POLL_MS)) {
    const found = await emptyNow(page);
    if (found.length === 0 || Date.now() - start > DRAWN_MS) return found;
  }
}

const emptyNow = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("#observablehq-main > h2, .rb-section[open] > summary h2")]
      .filter(heading => heading.offsetHeight > 0)
      .filter(heading => {
        const first = (heading.closest("summary") ?? heading).nextElementSibling;
        for (let next = first; next && !next.matches("h2, .rb-section"); next = next.nextElementSibling)
          if (
            (next as HTMLElement).offsetHeight > 0 &&
            ((next as HTMLElement).innerText.trim() || next.querySelector("svg, canvas, input, img"))
          )
            return false;
        return true;
      })
      .map(heading => heading.innerText)
  );
