// The navigation and the glossary: every page stands in one of at most seven groups, every term links to a place that exists.
import {readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {JSDOM} from "jsdom";
import {expect, test} from "vitest";
import config from "../../observablehq.config.js";
import {anchorOf, LINKED_FORMS, TERMS, termOf} from "../../pipelines/charts/shared/glossary.js";
import {tooltips} from "../../pipelines/site/navigation.js";
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

test("at most seven groups hold every page once, by an address that exists", () => {
  expect(config.pages.length).toBeLessThanOrEqual(7);
  const listed = config.pages.flatMap(({pages}) => pages.map(({path}) => (path === "/" ? "index" : path.slice(1))));
  const written = readdirSync(SRC).flatMap(file => (/^(?!404).+\.md$/u.test(file) ? [file.slice(0, -3)] : []));
  expect([...listed].sort()).toEqual(written.sort());
  expect(new Set(listed).size).toBe(listed.length);
});

test("each link of the navigation gets its page's question as a tooltip, whatever characters it has", async () => {
  const script = tooltips([{name: "A", pages: [{name: "B", path: "/b", question: "is </script> 1 < 2?"}]}]);
  const {window} = new JSDOM(
    `<!DOCTYPE html><head>${script}</head><body><nav id="observablehq-sidebar"><ol><li><a>B</a><li><a>C</a></ol>`,
    {
      runScripts: "dangerously"
    }
  );
  await new Promise(resolve => window.document.addEventListener("DOMContentLoaded", resolve));
  expect(Array.from(window.document.querySelectorAll("a"), a => a.title)).toEqual(["is </script> 1 < 2?", ""]);
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
  const all = config.pages.flatMap(({pages}) => pages).map(({path}) => (path === "/" ? "index" : path.slice(1)));
  const mentions = all.map(page => links(readFileSync(join(SRC, `${page}.md`), "utf8")).length);
  expect(mentions.filter(n => n > 0).length).toBeGreaterThan(0.8 * all.length);
});
