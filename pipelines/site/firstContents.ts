// Writes the sentences and the figure that readers find first on a page into the built page, so that they can be read before any script
// has run, or without scripts.
import {readdirSync, readFileSync, writeFileSync} from "node:fs";
import {extname, join} from "node:path";
import {setTimeout} from "node:timers/promises";
import {Thread} from "../book/thread.node.js";
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
 * @returns contents by the name of the page's file
 */
export async function readFirstContents({
  sources,
  dist = "dist",
  tables = siteCache()
}: {
  sources: SiteSources;
  dist?: string;
  tables?: string;
}): Promise<Map<string, Content[]>> {
  const pages = readdirSync(dist).flatMap((name): BuiltPage[] => {
    if (!name.endsWith(".html")) return [];
    const place = pageSource(name.replace(/\.html$/u, ""), {sources, tables});
    return place === null ? [] : [{name, html: readFileSync(join(dist, name), "utf8"), folder: place.folder}];
  });
  const url = new URL(`pageContents.worker${extname(import.meta.url)}`, import.meta.url).href;
  await using thread = new Thread<ContentsMessage>(url, {dist, pages}, code => `first contents: exit code ${code}`);
  const contents = new Map<string, Content[]>();
  for (;;) {
    const message = await Promise.race([thread.next(), setTimeout(MAX_MILLISECONDS, null, {ref: false})]);
    if (message === null) return contents;
    if (message.contents.length > 0) contents.set(message.name, message.contents);
  }
}

/** Writes contents into pages. */
export function writeFirstContents(dist: string, pages: ReadonlyMap<string, readonly Content[]>): void {
  for (const [name, contents] of pages) {
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
