// A page is a notebook: few imports, few imported names and short cells, so that analysts can write their own pages after it.
import {readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {expect, test} from "vitest";
import {newPage} from "../../pipelines/cli/newFiles.js";

const SRC = join(import.meta.dirname, "../../src");

interface PageSize {
  /** import statements */
  imports: number;
  /** imported names */
  names: number;
  /** lines of the longest cell without imports */
  lines: number;
}
const SIZES = ["imports", "names", "lines"] as const;
/** Largest size of a page. */
const LIMITS: PageSize = {imports: 12, names: 25, lines: 15};

/** Pages that are still larger, and their size: a change may only lower a number or remove a line. */
const LARGER: Readonly<Record<string, PageSize>> = {
  "irt.md": {imports: 17, names: 43, lines: 5}
};

/** JavaScript cells of a page, in its order. */
const cellsOf = (markdown: string): string[] => Array.from(markdown.matchAll(/^```js.*\n([\s\S]*?)^```/gmu), ([, cell]) => cell!);

/** Counts import statements, imported names and the lines of the longest other cell of a page. */
function sizeOf(markdown: string): PageSize {
  const cells = cellsOf(markdown);
  const imports = cells.flatMap(cell => cell.match(/^import\s[^;]*;/gmu) ?? []);
  const names = imports.flatMap(statement => {
    const [, clause = ""] = /^import\s+([^"]*?)\s*from/u.exec(statement) ?? [];
    return clause.split(/[{},]/u).filter(name => /\w/u.test(name));
  });
  const lines = cells.map(cell => (/^import\s/u.test(cell) ? 0 : cell.trimEnd().split("\n").length));
  return {imports: imports.length, names: names.length, lines: Math.max(0, ...lines)};
}

const pages = readdirSync(SRC).filter(name => name.endsWith(".md"));

test("imports, names and lines are counted in cells, and not in prose", () => {
  expect(sizeOf("# A page\n\nimport {a} from b;\n")).toEqual({imports: 0, names: 0, lines: 0});
  const cell =
    'import {a, b as c} from "./x.js";\nimport d, {\n  e,\n  f\n} from "./y.js";\nimport * as g from "./z.js";\nimport "./w.js";';
  expect(sizeOf(`\`\`\`js\n${cell}\n\`\`\`\n\n\`\`\`js echo\nconst h = 1;\nh;\n\`\`\`\n`)).toEqual({
    imports: 4,
    names: 6,
    lines: 2
  });
});

test("the page that `new page` writes is small", () => {
  const size = sizeOf(newPage("mine").files[0]!.text);
  expect(size.imports).toBeGreaterThan(0);
  expect(SIZES.filter(key => size[key] > LIMITS[key])).toEqual([]);
});

test("no page imports more, and none has a longer cell, than a notebook may have, or than it had", () => {
  const larger = pages.flatMap(name => {
    const size = sizeOf(readFileSync(join(SRC, name), "utf8"));
    const former = LARGER[name] ?? LIMITS;
    return SIZES.some(key => size[key] > Math.max(LIMITS[key], former[key])) ? [[name, size]] : [];
  });
  expect(Object.fromEntries(larger)).toEqual({});
});

test("no page imports the namespace of a file, which has any number of names", () => {
  const namespaces = pages.flatMap(name => {
    const text = cellsOf(readFileSync(join(SRC, name), "utf8")).join("\n");
    return Array.from(text.matchAll(/^import\s+\*[^"]*"\.[^"]*"/gmu), ([statement]) => `${name}: ${statement}`);
  });
  expect(namespaces).toEqual([]);
});

test("every exception is the size of its page, and larger than a notebook", () => {
  for (const [name, size] of Object.entries(LARGER)) {
    expect(sizeOf(readFileSync(join(SRC, name), "utf8")), name).toEqual(size);
    expect(
      SIZES.some(key => size[key] > LIMITS[key]),
      name
    ).toBe(true);
  }
});

test("no component of pages is a file that only passes on what others export", () => {
  const passesOn = (text: string) =>
    text
      .replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gmu, "")
      .split(/;\s*(?:\/\/.*)?$/mu)
      .map(statement => statement.trim())
      .filter(Boolean)
      .every(statement => /^export\s+(?:type\s+)?(?:\*|\{)[\s\S]*\sfrom\s/u.test(statement));
  expect(passesOn('// All.\nexport * from "./a.js";\nexport type {B} from "./b.js";\n')).toBe(true);
  expect(passesOn('export * from "./a.js";\nexport const b = 1;\n')).toBe(false);
  const files = readdirSync(join(SRC, "components"), {recursive: true, encoding: "utf8"}).filter(name => name.endsWith(".ts"));
  const components = files.filter(name => name !== join("shared", "charts.ts")); // imported by components, and by no page
  expect(components.filter(name => passesOn(readFileSync(join(SRC, "components", name), "utf8")))).toEqual([]);
});
