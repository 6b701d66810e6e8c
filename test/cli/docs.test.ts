import {existsSync, readdirSync, readFileSync} from "node:fs";
import {dirname, join} from "node:path";
import {expect, test} from "vitest";
import {REFERENCE_FILE, reference} from "../../pipelines/cli/docs.js";

test("the reference is what the schemas say; npm run docs prints it anew", () => {
  expect(readFileSync(REFERENCE_FILE, "utf8")).toBe(reference());
});

const pages = ["README.md", ...readdirSync("docs").map(name => join("docs", name))];
test.each(pages.map(page => [page]))("links of %s lead somewhere", page => {
  for (const [, target] of readFileSync(page, "utf8").matchAll(/\]\(([^)#]+?)(?:#[^)]*)?\)/g)) {
    if (/^https?:/.test(target!)) continue;
    expect(existsSync(join(dirname(page), target!)), `${page} links to ${target}`).toBe(true);
  }
});

test("every word of the command line that the README uses is a script", () => {
  const {scripts} = JSON.parse(readFileSync("package.json", "utf8")) as {scripts: Record<string, string>};
  for (const [, word] of readFileSync("README.md", "utf8").matchAll(/npm run (?:-s )?([a-z]+)/g))
    expect(scripts).toHaveProperty(word!);
});
