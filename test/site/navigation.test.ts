// The navigation and the glossary: every page is an entry or a tab of one, every term links to a place that exists.
import {readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {JSDOM} from "jsdom";
import {expect, test} from "vitest";
import config, {GROUPS} from "../../observablehq.config.js";
import {anchorOf, LINKED_FORMS, TERMS, termOf} from "../../pipelines/charts/shared/glossary.js";
import {everyPage, navigationScript, type PageGroup, pageTabs, sections, tabsOf} from "../../pipelines/site/navigation.js";
import {findTerms} from "../../src/components/glossary.js";

const SRC = join(import.meta.dirname, "../../src");
/** Reads markdown as Framework does, with the plugin that the configuration names. */
const {createMarkdownIt} = (await import("../../node_modules/@observablehq/framework/dist/markdown.js" as string)) as {
  createMarkdownIt(options: {markdownIt: <Md>(md: Md) => Md}): {render(text: string, env: object): string};
};
const markdown = createMarkdownIt({markdownIt: config.markdownIt});
const render = (text: string, path = "/index"): string => markdown.render(text, {code: [], startLine: 0, currentLine: 0, path});
/** Text and address of each link to the glossary. */
const links = (text: string, path?: string) =>
  Array.from(render(text, path).matchAll(/<a href="([^"]*)" class="rb-term"[^>]*>(.*?)<\/a>/gu), ([, href, term]) => [
    term!.replaceAll("&#39;", "'"),
    decodeURI(href!)
  ]);

const ALL_PAGES = everyPage(GROUPS).map(({path}) => (path === "/" ? "index" : path.slice(1)));

test("at most seven groups and 22 entries hold every page once, by an address that exists", () => {
  expect(config.pages.length).toBeLessThanOrEqual(7);
  expect(config.pages.flatMap(({pages}) => pages).length).toBeLessThanOrEqual(22);
  const files = readdirSync(SRC).flatMap(file => (/^(?!404).+\.md$/u.test(file) ? [file.slice(0, -3)] : []));
  expect([...ALL_PAGES].sort()).toEqual(files.sort());
  expect(new Set(ALL_PAGES).size).toBe(ALL_PAGES.length);
});

test("the title of every page is a question, and its short name is the page's name in the navigation", () => {
  for (const {name, path} of everyPage(GROUPS)) {
    const page = readFileSync(join(SRC, `${path === "/" ? "index" : path.slice(1)}.md`), "utf8");
    expect(/^title: (.+)$/mu.exec(page)?.[1], path).toBe(name);
    expect(/^# (.+)$/mu.exec(page)?.[1], path).toMatch(/\?$/u);
  }
});

test("pages of one entry have its tabs below their title, the open one marked, and all other pages have none", () => {
  for (const {path} of everyPage(GROUPS)) {
    const {window} = new JSDOM(render("# A question?\n\nA sentence.\n\n# Another\n", path));
    const tabs = [...window.document.querySelectorAll<HTMLAnchorElement>("h1 + nav.rb-tabs a")];
    const entry = GROUPS.flatMap(({pages}) => pages).find(each => "tabs" in each && each.tabs.some(tab => tab.path === path));
    expect(tabs.map(a => a.getAttribute("href"))).toEqual(entry && "tabs" in entry ? entry.tabs.map(tab => tab.path) : []);
    expect(tabs.filter(a => a.hasAttribute("aria-current")).map(a => a.getAttribute("href"))).toEqual(entry ? [path] : []);
    expect(window.document.querySelectorAll("nav").length).toBe(entry ? 1 : 0);
  }
});

const QUOTED = {name: 'A & "B"', path: "/a", question: "is <b> 1 < 2?"};
const TABBED = [{name: "G", pages: [{name: "E", question: "</script>?", tabs: [QUOTED, {...QUOTED, name: "C", path: "/c"}]}]}];

test("a page without a title, an address that nothing names and a site without tabs have no tabs; names are written as text", () => {
  const tokens = [{type: "paragraph_open", tag: "p", content: ""}];
  let rule = (_: object): void => {};
  pageTabs(TABBED)({core: {ruler: {push: (_: string, added: typeof rule) => (rule = added)}}});
  rule({tokens, env: {path: "/a"}, Token: Object});
  expect(tokens.length).toBe(1);
  expect([tabsOf("/nowhere", TABBED), tabsOf("/a", []), tabsOf("", GROUPS)]).toEqual(["", "", ""]);
  const {window} = new JSDOM(tabsOf("/c", TABBED));
  expect(Array.from(window.document.querySelectorAll("a"), a => [a.textContent, a.title])).toEqual([
    [QUOTED.name, QUOTED.question],
    ["C", QUOTED.question]
  ]);
});

/** The links of a page's navigation and tabs once its script has run. */
async function scripted(body: string, groups: readonly PageGroup[] = TABBED) {
  const {window} = new JSDOM(`<!DOCTYPE html><head>${navigationScript(groups)}</head><body>${body}`, {
    runScripts: "dangerously",
    url: "http://127.0.0.1/c.html?source=starter"
  });
  await new Promise(resolve => window.document.addEventListener("DOMContentLoaded", resolve));
  return window.document;
}

test("each link of the navigation gets its question as a tooltip, whatever characters it has", async () => {
  const groups = [{name: "A", pages: [{name: "B", path: "/b", question: "is </script> 1 < 2?"}]}];
  const page = await scripted('<nav id="observablehq-sidebar"><ol><li><a>B</a><li><a>C</a></ol>', groups);
  expect(Array.from(page.querySelectorAll("a"), a => a.title)).toEqual(["is </script> 1 < 2?", ""]);
  expect(page.querySelectorAll(".observablehq-link-active").length).toBe(0);
});

test("a page with tabs marks its entry and opens its group, and its tabs have the query of its address", async () => {
  const sidebar = sections(TABBED).map(
    ({pages}) => `<details><ol>${pages.map(({name, path}) => `<li><a href=".${path}.html">${name}</a>`).join("")}</ol></details>`
  );
  const tabs = tabsOf("/c", TABBED).replaceAll(/href="\/(\w)"/gu, 'href="./$1.html"');
  const page = await scripted(`<nav id="observablehq-sidebar">${sidebar.join("")}</nav>${tabs}`);
  const [link] = page.querySelectorAll<HTMLAnchorElement>("#observablehq-sidebar a");
  expect([link!.textContent, link!.title, link!.parentElement!.className]).toEqual([
    "E",
    "</script>?",
    "observablehq-link-active"
  ]);
  expect(page.querySelector("details")!.open).toBe(true);
  expect(Array.from(page.querySelectorAll<HTMLAnchorElement>(".rb-tabs a"), a => a.href)).toEqual([
    "http://127.0.0.1/a.html?source=starter",
    "http://127.0.0.1/c.html?source=starter"
  ]);
});

test("terms are in order, have one place each, and none of their spellings belongs to two", () => {
  const names = TERMS.map(({term}) => term);
  expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, "en")));
  expect(new Set(TERMS.map(anchorOf)).size).toBe(TERMS.length);
  const forms = TERMS.flatMap(({term, also = []}) => [term, ...also].map(form => form.toLowerCase()));
  expect(new Set(forms).size).toBe(forms.length);
  for (const {term, meaning} of TERMS) {
    expect(termOf(term.toUpperCase())?.term).toBe(term);
    expect(meaning).toMatch(/^\p{Lu}.*\.$/u);
    expect(anchorOf({term})).toMatch(/^[\p{L}\p{N}-]+$/u);
  }
});

test("the first mention of a term is linked, the longest spelling first, and no second one", () => {
  expect(links("Excess accuracy of an evaluation. Excess accuracy again, and evaluations.")).toEqual([
    ["Excess accuracy", "/glossary#excess-accuracy"],
    ["evaluation", "/glossary#evaluation"]
  ]);
  expect(render("A **point** of a manifold")).toMatch(
    /^<p>A <strong><a href="\/glossary#point" class="rb-term" title="One cell [^"]*">point<\/a><\/strong>/
  );
});

test("headings, code, links, markup, parts of words, percentage points and the glossary itself stay as they are", () => {
  expect(
    links(
      "# Evaluation\n\n`point` and [a tier](./x), <a href='y'>the hazard</a>, <code>tier</code> checkpoints, 3 percentage points"
    )
  ).toEqual([]);
  expect(links("A point", "/glossary")).toEqual([]);
  expect(links("")).toEqual([]);
  expect(render("1 < 2 & 3")).toBe("<p>1 &lt; 2 &amp; 3</p>\n");
});

test("page Glossary is written with every term at the place that links name", () => {
  const page = readFileSync(join(SRC, "glossary.md"), "utf8");
  const {window} = new JSDOM(render(page, "/glossary"));
  const places = Array.from(window.document.querySelectorAll("#terms dt"), term => [term.id, term.textContent]);
  expect(places).toEqual(TERMS.map(term => [anchorOf(term), term.term]));
  const meanings = Array.from(window.document.querySelectorAll("#terms dd"), meaning => meaning.textContent);
  expect(meanings).toEqual(TERMS.map(({meaning}) => meaning));
  findTerms(window.document.querySelector("#terms")!, window.document.querySelector("#no-term")!, "receiver operating");
  expect(Array.from(window.document.querySelectorAll("dt:not([hidden])"), term => term.textContent)).toEqual(["AUROC"]);
  findTerms(window.document.querySelector("#terms")!, window.document.querySelector("#no-term")!, "<b>");
  expect(window.document.querySelector("#no-term")!.textContent).toBe("No term holds “<b>”.");
});

test("every linked spelling finds its term, and every page mentions some", () => {
  for (const form of LINKED_FORMS) expect(links(`x ${form} y`)).toEqual([[form, `/glossary#${anchorOf(termOf(form)!)}`]]);
  const mentions = ALL_PAGES.map(page => links(readFileSync(join(SRC, `${page}.md`), "utf8")).length);
  expect(mentions.filter(n => n > 0).length).toBeGreaterThan(0.8 * ALL_PAGES.length);
});
