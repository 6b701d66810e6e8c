import {existsSync, readdirSync, readFileSync} from "node:fs";
import {dirname, join} from "node:path";
import {expect, test} from "vitest";
import {parse} from "yaml";
import {REFERENCE_FILE, reference} from "./reference.js";

test("the reference is what the schemas say; npm run docs prints it again", async () => {
  expect(readFileSync(REFERENCE_FILE, "utf8")).toBe(await reference());
});

/** Every document of the repository but the pages of the site. */
const pages = [
  ...readdirSync("."),
  ...["docs", "data"].flatMap(folder => readdirSync(folder).map(name => join(folder, name)))
].filter(name => name.endsWith(".md"));
const texts = new Map(pages.map(page => [page, readFileSync(page, "utf8")]));

/** The anchors of a document's headings, as hosts of repositories make them: words in lower case with hyphens between, a second one numbered. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Map<string, number>();
  const plain = text.replace(/^```.*?^```/gms, "");
  return new Set(
    [...plain.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => {
      const slug = heading!
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_ -]/gu, "")
        .replaceAll(" ", "-");
      const before = anchors.get(slug) ?? 0;
      anchors.set(slug, before + 1);
      return before === 0 ? slug : `${slug}-${before}`;
    })
  );
}

test.each(pages.map(page => [page]))("links of %s lead somewhere, anchors included", page => {
  for (const [, target = "", anchor] of texts.get(page)!.matchAll(/\]\(([^)#\s]*)(?:#([^)]*))?\)/g)) {
    if (/^https?:/.test(target)) continue;
    const file = target === "" ? page : join(dirname(page), target);
    expect(existsSync(file), `${page} links to ${target}`).toBe(true);
    if (anchor !== undefined)
      expect([...anchorsOf(readFileSync(file, "utf8"))], `${page} links to ${target}#${anchor}`).toContain(anchor);
  }
});

// The changelog may name what is gone.
test.each(
  pages.filter(page => page !== "CHANGELOG.md").map(page => [page])
)("files of the tree that %s names are there", page => {
  const text = texts.get(page)!.replace(/^```diff.*?^```/gms, ""); // an example's files are not there
  const folders = "(?:pipelines|src|test|docs|loaders)";
  const named = [...text.matchAll(new RegExp(`(?<=\`)${folders}/[\\w./@-]*(?=\`)|\\b${folders}/[\\w./@-]+\\.ts\\b`, "g"))].map(
    ([path]) => path
  );
  expect(named.filter(path => !existsSync(path) && !existsSync(`${path}.ts`))).toEqual([]);
});

test("the README and the map of documents list every document", () => {
  const listed = [".", "docs"].flatMap(folder =>
    [...texts.get(join(folder, "README.md"))!.matchAll(/\]\(([^)#]+)/g)].map(([, target]) => join(folder, target!))
  );
  expect(pages.filter(page => page !== "README.md" && !listed.includes(page))).toEqual([]);
});

test("the README is short, and its numbers are those of the published answers", () => {
  const text = texts.get("README.md")!;
  expect(text.split(/\s+/u).length).toBeLessThanOrEqual(900);
  const {samples, models} = JSON.parse(readFileSync("data/published/manifest.json", "utf8"));
  expect(text).toContain(`${samples.toLocaleString("en")} published answers of ${models.length} real models`);
});

test("every command that a document uses is a script", () => {
  const {scripts} = JSON.parse(readFileSync("package.json", "utf8")) as {scripts: Record<string, string>};
  for (const [page, text] of texts)
    for (const [, command] of text.matchAll(/npm run (?:-s )?([a-z:]+)/g)) expect(scripts, page).toHaveProperty(command!);
});

test("the citation and the changelog name the version of package.json", () => {
  const {version, license} = JSON.parse(readFileSync("package.json", "utf8")) as {version: string; license: string};
  expect(parse(readFileSync("CITATION.cff", "utf8"))).toMatchObject({title: "reasonbook", version, license});
  expect(texts.get("CHANGELOG.md")).toMatch(new RegExp(`^## ${version.replaceAll(".", "\\.")}$`, "m"));
});
