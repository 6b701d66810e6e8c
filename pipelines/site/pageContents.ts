// Works out the first contents of a built page: runs those of its cells that its first sentences and figure need, over its tables, in a document
// without a window.
import {existsSync, readdirSync, readFileSync} from "node:fs";
import {dirname, join, relative, resolve, sep} from "node:path";
import type {Plugin} from "esbuild";
import {JSDOM, VirtualConsole} from "jsdom";
import type {Shown} from "../store/shown.js";
import {escaped} from "./frame.js";
import {openPageTables, type PageTables} from "./pageTables.js";

/** Width of a page's figures next to its list of contents, in a window of 1,280 pixels. */
const WIDTH = 1008;
/** A page with a larger figure has its sentences alone. */
const MAX_FIGURE_BYTES = 40_000;
/** Time after which a page keeps what it has, in milliseconds. */
export const MAX_MILLISECONDS = 20_000;
const ORIGIN = "https://site.invalid/";
const FIRST_ID = "first-";

/** A page as Framework wrote it. */
export interface BuiltPage {
  /** name of its file in the folder of the site */
  name: string;
  html: string;
  /** folder of the tables of the source that it shows by default */
  folder: string;
}

/** A table of a page, and the address of its file in the site; null where it has no rows. */
interface SiteTable {
  table: string;
  path: string | null;
}

/** A cell's output as HTML. */
export interface Content {
  id: string;
  html: string;
}

/** Returns the contents of a page of the site `dist` down to its first figure, or to its first folded section. */
export async function pageContents(dist: string, {name, html, folder}: BuiltPage): Promise<Content[]> {
  const script = /<script type="module">\n([\s\S]*?)<\/script>/u.exec(html)?.[1];
  if (!script) return [];
  const {window} = new JSDOM(html, {
    url: new URL(name.replace(/(?:^index)?\.html$/u, ""), ORIGIN).href,
    runScripts: "outside-only",
    pretendToBeVisual: true,
    virtualConsole: new VirtualConsole()
  });
  const opened: PageTables[] = [];
  // A cell that waits for ever holds no timer.
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, MAX_MILLISECONDS, new Error("timed out"));
  });
  timeout.catch(() => {});
  const open = async (asked: Readonly<Record<string, SiteTable>>, restriction: Shown | null) => {
    const files = Object.entries(asked).map(
      ([name, {table, path}]) => [name, {table, file: path === null ? null : join(dist, path)}] as const
    );
    const tables = await openPageTables(Object.fromEntries(files), {folder, restriction});
    opened.push(tables);
    return tables;
  };
  try {
    Object.assign(window, browserParts(dist), {rbOpen: open, rbWidth: WIDTH});
    window.eval(await bundlePage(script, dist));
    const page = window as unknown as {rbShow(id: string): Promise<readonly unknown[]>};
    const show = (id: string): Promise<readonly unknown[] | null> => Promise.race([page.rbShow(id), timeout]).catch(() => null);
    const contents: Content[] = [];
    for (const {ids, isInline} of placesOf(window.document)) {
      const outputs = await Promise.all(ids.map(show));
      if (isInline) {
        const texts = outputs.map(each => (each ? inlineText(each) : null));
        if (!texts.includes(null)) contents.push(...ids.map((id, i) => ({id, html: texts[i]!})));
        continue;
      }
      const elements = (outputs[0] ?? []).filter(isElement);
      const figure = figureOf(elements);
      const sentences = elements.filter(({localName, classList}) => localName === "p" && !classList.contains("rb-nothing"));
      if (figure === null && sentences.length > 0)
        contents.push({id: ids[0]!, html: sentences.map(({outerHTML}) => ofPage(outerHTML)).join("")});
      else if (figure !== null && figure.length <= MAX_FIGURE_BYTES) contents.push({id: ids[0]!, html: figure});
      if (figure !== null) break;
    }
    return contents.some(({html: text}) => text !== "") ? contents : [];
  } finally {
    clearTimeout(timer);
    window.close();
    for (const tables of opened) tables.close();
  }
}

/** Cells whose outputs are read together: those within a line of text, or a block. */
interface Place {
  ids: string[];
  isInline: boolean;
}

const LINES = "p, li";

/** The places of a page's cells in their order, down to the first folded section. */
function placesOf(document: Document): Place[] {
  const places = new Map<Node, Place>();
  const main = document.querySelector("#observablehq-main");
  if (!main) return [];
  const nodes = document.createNodeIterator(main, 1 + 128); // elements and comments
  for (let node = nodes.nextNode(); node && (node as Element).localName !== "details"; node = nodes.nextNode()) {
    const id = node.nodeType === 8 ? /^:([\da-f]{8}(?:-\d+)?):$/u.exec(node.nodeValue ?? "")?.[1] : undefined;
    if (!id) continue;
    const line = node.parentElement?.closest(LINES) ?? null;
    const place = places.get(line ?? node) ?? {ids: [], isInline: line !== null};
    place.ids.push(id);
    places.set(line ?? node, place);
  }
  return [...places.values()];
}

/** Outputs within a line of text; null where one of them is a block. */
function inlineText(outputs: readonly unknown[]): string | null {
  const text = outputs.map(output => (isElement(output) ? output.outerHTML : escaped(String(output ?? "")))).join("");
  return /<(?:div|p|table|figure|button|input|select)\b/u.test(text) ? null : ofPage(text);
}

/** The first output that is or contains a figure, without what only scripts make work; null where there is none. */
function figureOf(outputs: readonly Element[]): string | null {
  for (const output of outputs) {
    const figure = output.localName === "figure" ? output : output.querySelector("figure");
    if (!figure) continue;
    for (const control of figure.querySelectorAll("button, input, select, script")) control.remove();
    return ofPage(figure.outerHTML);
  }
  return null;
}

const isElement = (value: unknown): value is Element => typeof value === "object" && value !== null && "outerHTML" in value;
/** HTML with other ids than that of the page's scripts, and with addresses within the site relative to it. */
const ofPage = (html: string): string =>
  html.replaceAll(' id="', ` id="${FIRST_ID}`).replaceAll("url(#", `url(#${FIRST_ID}`).replaceAll(`"${ORIGIN}`, '"./');

/** Parts of a browser that the document without a window does not have. */
function browserParts(dist: string): Record<string, unknown> {
  class Observer {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  const media = {matches: false, addEventListener() {}, removeEventListener() {}};
  return {
    ResizeObserver: Observer,
    IntersectionObserver: Observer,
    matchMedia: () => media,
    MessageChannel,
    TextDecoder,
    TextEncoder,
    structuredClone,
    CSS: {escape: (text: string) => text.replaceAll(/[^\w-]/gu, character => `\\${character}`)},
    fetch: async (address: string) => new Response(readFileSync(join(dist, decodeURI(new URL(address, ORIGIN).pathname))))
  };
}

/** Beginnings of the addresses of libraries that Framework's client gives to cells by name. */
const LIBRARIES: Readonly<Record<string, string>> = {
  Inputs: "./stdlib/inputs.",
  Plot: "../_npm/@observablehq/plot@",
  d3: "../_npm/d3@",
  htl: "../_npm/htl@",
  Arrow: "../_npm/apache-arrow@",
  aq: "../_npm/arquero@"
};

/** Runs in the page: defines its cells, and works one out with those that it needs. */
const CLIENT = `
const cells = new Map();
export const define = cell => cells.set(cell.id, cell);
globalThis.rbShow = async id => {
  const {module, outputs} = (globalThis.rbRuntime ??= start());
  await module.value("cell " + id);
  return outputs.get(id);
};
function start() {
  const module = new Runtime(library).module();
  const outputs = new Map();
  for (const {id, inputs = [], outputs: names = [], body} of cells.values()) {
    const display = value => (outputs.get(id).push(value), value);
    const shadows = {display, view: value => Generators.input(display(value))};
    const needed = inputs.filter(input => !(input in shadows));
    module.variable().define("cell " + id, needed, (...values) => {
      outputs.set(id, []);
      return body(...inputs.map(input => shadows[input] ?? values[needed.indexOf(input)]));
    });
    for (const name of names) module.variable().define(name, ["cell " + id], exports => exports[name]);
  }
  return {module, outputs};
}`;

/** Answers the queries of a page in place of the browser's DuckDB. */
const DATABASE = `
import {asRows} from "FIRST_VIEW";
async function tableOf(file) {
  if ("derivedTable" in file) throw new Error(file.name + " is made in the browser");
  const table = file.name.split("/").at(-1).replace(".parquet", "");
  return {table, path: "emptyTable" in file ? null : decodeURI(new URL(await file.url()).pathname)};
}
export function openDatabase(files, options) {
  const tables = Object.entries(files).map(async ([name, file]) => [name, await tableOf(file)]);
  const asked = {};
  let opening;
  const open = async () => globalThis.rbOpen({...Object.fromEntries(await Promise.all(tables)), ...asked}, options.shown);
  const query = async (text, params) => asRows(await (await (opening ??= open())).query(text, params));
  const attach = async (name, address) => (asked[name] = await tableOf({name, url: async () => address}));
  return {query, attach, close() {}};
}`;

/** The script of a page with all that it imports, for a document without a window. */
async function bundlePage(script: string, dist: string): Promise<string> {
  const {build} = await import("esbuild"); // here, since every command reads this file
  const {outputFiles} = await build({
    stdin: {contents: script, resolveDir: resolve(dist), sourcefile: "page.js"},
    bundle: true,
    write: false,
    format: "iife",
    platform: "browser",
    target: "es2022",
    logLevel: "silent",
    plugins: [withoutBrowser(resolve(dist))]
  });
  return outputFiles[0]!.text;
}

/** Has esbuild take the page's client and database from here, and all other modules from the site, each with its address. */
function withoutBrowser(root: string): Plugin {
  const urlOf = (file: string) => new URL(relative(root, file).split(sep).join("/"), ORIGIN).href;
  return {
    name: "without-browser",
    setup(build) {
      // Framework names modules that it wrote only for pages that ask for them.
      build.onResolve({filter: /^\.{0,2}\//}, ({path, resolveDir}) =>
        existsSync(resolve(resolveDir, path)) ? null : {path: ORIGIN, external: true}
      );
      build.onLoad({filter: /\.js$/}, ({path}) => {
        const name = relative(root, path).split(sep).join("/");
        if (/^_observablehq\/client\.\w+\.js$/u.test(name))
          return {contents: clientOf(readFileSync(path, "utf8")), resolveDir: dirname(path)};
        if (/^_import\/components\/shared\/database\.\w+\.js$/u.test(name)) {
          const reader = readdirSync(dirname(path)).find(file => /^firstView\.\w+\.js$/u.test(file))!;
          return {contents: DATABASE.replace("FIRST_VIEW", `./${reader}`), resolveDir: dirname(path)};
        }
        if (!path.startsWith(root)) return null;
        return {
          contents: readFileSync(path, "utf8").replaceAll("import.meta.url", JSON.stringify(urlOf(path))),
          resolveDir: dirname(path)
        };
      });
    }
  };
}

/** A client that works out cells on request, with the libraries of Framework's. */
function clientOf(client: string): string {
  const addresses = Array.from(client.matchAll(/"(\.{1,2}\/[^"]+\.js)"/gu), ([, address]) => address!);
  const addressOf = (start: string) => addresses.find(address => address.startsWith(start));
  const libraries = Object.entries(LIBRARIES).map(([name, start]) => `${name}: () => import("${addressOf(start)}")`);
  return `import {FileAttachment, Generators, Mutable, resize} from "${addressOf("./stdlib.")}";
import {Runtime} from "${addressOf("./runtime.")}";
const library = {${libraries.join(", ")}, html: () => library.htl().then(({html}) => html), svg: () => library.htl().then(({svg}) => svg),
  width: () => globalThis.rbWidth, dark: () => false, now: () => Date.now(),
  FileAttachment: () => FileAttachment, Generators: () => Generators, Mutable: () => Mutable, resize: () => resize};
${CLIENT}`;
}
