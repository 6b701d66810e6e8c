// Pages ask for one joined script, which does as the single modules did.
import {cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {pathToFileURL} from "node:url";
import {expect, onTestFinished, test} from "vitest";
import {bundleScripts} from "../../pipelines/site/bundle.js";

const page = (imports: string, ahead: readonly string[]): string =>
  `<!DOCTYPE html><head><meta charset="utf-8">
${ahead.map(path => `<link rel="modulepreload" href="${path}">`).join("\n")}
<script type="module">
define({body: async () => {
${imports}
}});
</script></head>`;

/** Modules by their path in the site. */
const MODULES: Record<string, string> = {
  "_import/a/one.1111.js": 'import {count} from "../shared.3333.js"; export const one = () => count(); export const twice = 2;',
  "_import/two.2222.js":
    'import {count} from "./shared.3333.js"; import {outside} from "../_npm/outside@1.0.0/9999.js"; export const two = () => count() + outside; export default "two";',
  "_import/shared.3333.js": "let n = 0; export const count = () => ++n;",
  "_import/a/place.4444.js":
    'export const here = import.meta.url; export const data = new URL("../../_file/x.parquet", import.meta.url).href; export const worker = () => import.meta.resolve("./one.1111.js");',
  "_import/later.5555.js": 'import {count} from "./shared.3333.js"; export const later = () => count();',
  "_import/inner.6666.js":
    'export const inner = () => import("./later.5555.js"); export const ranks = () => import("../_node/big@1.0.0/7777.js");',
  "_node/big@1.0.0/7777.js": "export const big = 7;",
  "_npm/outside@1.0.0/9999.js": "export const outside = 100;"
};

function site(pages: Record<string, string>): string {
  const dist = mkdtempSync(join(tmpdir(), "reasonbook-bundle-"));
  onTestFinished(() => rmSync(dist, {recursive: true, force: true}));
  for (const [path, text] of Object.entries({...MODULES, ...pages, "package.json": '{"type": "module"}'})) {
    mkdirSync(dirname(join(dist, path)), {recursive: true});
    writeFileSync(join(dist, path), text);
  }
  return dist;
}

interface Place {
  here: string;
  data: string;
  worker(): string;
}
interface Cell {
  one(): number;
  two(): number;
  twice: number;
  named: string;
  place: Place;
  inner(): Promise<{later(): number}>;
  ranks(): Promise<unknown>;
  soon(): Promise<{later(): number}>;
}

let runs = 0;
/** What the cell of a page of the site imports, from where the page lies. */
async function run(dist: string, name: string): Promise<Cell> {
  const file = join(dist, dirname(name), `run${runs++}.js`); // a name of its own, since Node keeps what it has imported
  const [, body] = /async \(\) => \{\n([\s\S]*?)\n\}\}\);/.exec(readFileSync(join(dist, name), "utf8"))!;
  writeFileSync(file, `${body}\nexport default {one, two, twice, named, place, inner, ranks, soon};`);
  return ((await import(/* @vite-ignore */ pathToFileURL(file).href)) as {default: Cell}).default;
}

const CELL = (up: string) =>
  `const [{one, twice}, {two, default: named}, place, {inner, ranks}] = await Promise.all([import("${up}_import/a/one.1111.js"), import("${up}_import/two.2222.js"), import("${up}_import/a/place.4444.js"), import("${up}_import/inner.6666.js")]);
const soon = () => import("${up}_import/later.5555.js");`;
const AHEAD = (up: string) => [
  `${up}_observablehq/client.js`,
  ...["a/one.1111", "two.2222", "shared.3333", "a/place.4444", "inner.6666"].map(path => `${up}_import/${path}.js`),
  `${up}_npm/outside@1.0.0/9999.js`
];

test.each([
  ["index.html", "./"],
  ["models/x.html", "../"]
])("%s gets what the single modules gave, each evaluated once, by one script", async (name, up) => {
  const dist = site({[name]: page(CELL(up), AHEAD(up))});
  const {place: before} = await run(dist, name);
  await bundleScripts(dist);
  const {one, two, twice, named, place, inner, ranks, soon} = await run(dist, name);
  expect([one(), two(), one(), twice, named]).toEqual([1, 102, 3, 2, "two"]); // one counter for all
  expect((await soon()).later()).toBe(4);
  expect(await (await inner()).later()).toBe(5);
  expect(await ranks()).toMatchObject({big: 7});
  expect(place).toMatchObject({here: before.here, data: before.data});
  expect(place.worker()).toBe(pathToFileURL(join(dist, "_import/a/one.1111.js")).href);
  const html = readFileSync(join(dist, name), "utf8");
  const scripts = Array.from(html.matchAll(/modulepreload" href="([^"]+)"/g), ([, address]) => address!);
  for (const address of scripts.filter(each => each.includes("_import")))
    expect(existsSync(join(dist, dirname(name), address))).toBe(true);
  expect(scripts.filter(each => each.includes("_import/pages/page."))).toHaveLength(1);
  expect(scripts.filter(each => /_import\/(?!pages)/.test(each))).toEqual([]);
  expect(scripts[0]).toBe(`${up}_observablehq/client.js`);
  expect(scripts.at(-1)).toBe(`${up}_npm/outside@1.0.0/9999.js`);
});

test("a page without modules stays as it is, and pages that ask for the same share one script", async () => {
  const dist = site({
    "plain.html": page("", ["./_observablehq/client.js"]),
    "models/x.html": page(CELL("../"), AHEAD("../")),
    "models/y.html": page(CELL("../"), AHEAD("../"))
  });
  const plain = readFileSync(join(dist, "plain.html"), "utf8");
  await bundleScripts(dist);
  expect(readFileSync(join(dist, "plain.html"), "utf8")).toBe(plain);
  expect(readFileSync(join(dist, "models/x.html"), "utf8")).toBe(readFileSync(join(dist, "models/y.html"), "utf8"));
  expect(readdirSync(join(dist, "_import/pages")).filter(each => each.startsWith("page."))).toHaveLength(1);
});

test("the same site in another folder gets the same files", async () => {
  const dist = site({"index.html": page(CELL("./"), AHEAD("./"))});
  const other = `${dist}-elsewhere`;
  onTestFinished(() => rmSync(other, {recursive: true, force: true}));
  cpSync(dist, other, {recursive: true});
  await bundleScripts(dist);
  await bundleScripts(other);
  const files = (folder: string) =>
    readdirSync(join(folder, "_import/pages"))
      .sort()
      .map(each => [each, readFileSync(join(folder, "_import/pages", each), "utf8")]);
  expect(files(other)).toEqual(files(dist));
  expect(readFileSync(join(other, "index.html"), "utf8")).toBe(readFileSync(join(dist, "index.html"), "utf8"));
});

test("a module that is missing fails the build, by its name", async () => {
  const dist = site({"index.html": page('const {x} = await import("./_import/gone.0000.js");', ["./_import/gone.0000.js"])});
  await expect(bundleScripts(dist)).rejects.toThrow(/gone\.0000\.js/);
});
