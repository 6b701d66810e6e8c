// Writes the sentences and the figure that readers find first on a page into the built page, so that they can be read before any script
// has run, or without scripts. Contents of pages and tables that did not change are read from the previous build.
import {existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {dirname, extname, join} from "node:path";
import {setTimeout} from "node:timers/promises";
import {sha256Hex} from "../book/canonical.js";
import {Thread} from "../book/thread.node.js";
import {contentOf} from "../store/manifest.node.js";
import {siteCache} from "../store/places.node.js";
import type {SiteSources} from "../store/source.js";
import type {BuiltPage, Content} from "./pageContents.js";
import type {ContentsMessage} from "./pageContents.worker.js";
import {pageSource} from "./pageTables.js";

/** Class of contents that are shown until a page's scripts show the same. */
const FIRST = "rb-first";
/** Time for one page, in milliseconds: a cell that computes for ever ends the thread. */
const MAX_MILLISECONDS = 60_000;

/**
 * Works out the first contents of each page, over the source that it shows by default. A page whose cells need a browser has none, and
 * neither have pages after one that computes for ever.
 * @param dist the site as Framework wrote it
 * @param tables the folder of the local tables
 * @param cache the folder of contents of the previous build; those of pages that are gone or changed are removed from it
 * @returns contents by the name of the page's file
 */
export async function readFirstContents({
  sources,
  dist = "dist",
  tables = siteCache(),
  cache = join(dirname(tables), "first-contents")
}: {
  sources: SiteSources;
  dist?: string;
  tables?: string;
  cache?: string;
}): Promise<Map<string, Content[]>> {
  const pages = readdirSync(dist).flatMap((name): BuiltPage[] => {
    if (!name.endsWith(".html")) return [];
    const place = pageSource(name.replace(/\.html$/u, ""), {sources, tables});
    return place === null ? [] : [{name, html: readFileSync(join(dist, name), "utf8"), folder: place.folder}];
  });
  const files = await cachedFiles(pages);
  mkdirSync(cache, {recursive: true});
  const current = new Set(files.values());
  for (const file of readdirSync(cache)) if (!current.has(file)) rmSync(join(cache, file));
  const contents = new Map<string, Content[]>();
  const changed = pages.filter(({name}) => {
    const file = join(cache, files.get(name)!);
    if (!existsSync(file)) return true;
    contents.set(name, JSON.parse(readFileSync(file, "utf8")) as Content[]);
    return false;
  });
  if (changed.length === 0) return contents;
  await using thread = new Thread<ContentsMessage>(
    scriptUrl("pageContents.worker"),
    {dist, pages: changed},
    code => `first contents: exit code ${code}`
  );
  for (;;) {
    const message = await Promise.race([thread.next(), setTimeout(MAX_MILLISECONDS, null, {ref: false})]);
    if (message === null) return contents;
    contents.set(message.name, message.contents);
    if (message.isWhole) writeFileSync(join(cache, files.get(message.name)!), JSON.stringify(message.contents));
  }
}

const scriptUrl = (name: string): string => new URL(`${name}${extname(import.meta.url)}`, import.meta.url).href;

/**
 * Returns the file in the cache for each page. Its name is the digest of all that contents follow from: the page, in which Framework names
 * modules and tables by their contents, the tables of its source, and the code that works contents out.
 */
async function cachedFiles(pages: readonly BuiltPage[]): Promise<Map<string, string>> {
  const code = ["pageContents", "pageTables"].map(name => sha256Hex(readFileSync(new URL(scriptUrl(name)))));
  const digests = new Map<string, Promise<string[]>>();
  const digestsIn = (folder: string) =>
    contentOf(
      folder,
      readdirSync(folder).flatMap(file => (file.endsWith(".parquet") ? [file.slice(0, -".parquet".length)] : []))
    );
  const files = pages.map(async ({name, html, folder}) => {
    if (!digests.has(folder)) digests.set(folder, digestsIn(folder));
    return [name, `${sha256Hex([...code, ...(await digests.get(folder)!), html].join("\n"))}.json`] as const;
  });
  return new Map(await Promise.all(files));
}

/** Writes contents into pages. */
export function writeFirstContents(dist: string, pages: ReadonlyMap<string, readonly Content[]>): void {
  for (const [name, contents] of pages) {
    if (contents.length === 0) continue;
    const file = join(dist, name);
    writeFileSync(file, withContents(readFileSync(file, "utf8"), contents));
  }
}

/** The page with contents inside the signs of loading of their cells, which Framework removes once a cell shows its output. */
export const withContents = (html: string, contents: readonly Content[]): string =>
  contents.reduce(
    (page, {id, html: text}) =>
      page.replace(
        new RegExp(`(?:<observablehq-loading></observablehq-loading>)?(?=<!--:${id}:-->)`, "u"),
        () => `<observablehq-loading class="${FIRST}">${text}</observablehq-loading>`
      ),
    html
  );
