// The source of the results that a page shows: chosen in the header, kept in the address, and followed by links to other pages.
import {html} from "npm:htl";
import {plural} from "../../pipelines/book/plural.js";
import {simulatedNotice} from "../../pipelines/charts/shared/simulated.js";
import {
  BUILT_TABLES,
  DERIVED_TABLES,
  defaultSource,
  isPublished,
  PUBLISHED_FOLDER,
  pagePath,
  SITE_SOURCES,
  type SiteSources,
  type Source,
  shownSource,
  sourcesOf
} from "../../pipelines/store/source.js";
import type {DerivedTable, EmptyTable, TableFile} from "./database.js";
import {notLoaded} from "./plainError.js";

const KEY = "source";
const NAMES: Readonly<Record<Source, string>> = {
  published: "Published answers",
  starter: "Starter book",
  own: "Your results"
};

const LOCAL: SiteSources = {local: "own", localFirst: true, isEvaluated: true, published: null};
const sourcesText = globalThis.document?.getElementById(SITE_SOURCES)?.textContent;
const site: SiteSources = sourcesText ? (JSON.parse(sourcesText) as SiteSources) : LOCAL;
/** This file is served at `_import/components/shared`. */
const root = new URL("../../../", import.meta.url);
const address = globalThis.location ? new URL(location.href) : root;
const askedSource = address.searchParams.get(KEY);
const path = pagePath(address.pathname, root.pathname);

/** The source that this page shows. */
export const source: Source = shownSource(path, askedSource, site);
/** Whether the page's source has what its tables need. */
const isAnswered = source === "published" ? isPublished(path, site.published!) : site.isEvaluated;

/** A file of a page, as Framework or the published answers have it. */
interface PageFile extends TableFile {
  json(): Promise<unknown>;
}

/**
 * A promise that never resolves, for a cell without data: cells that depend on it wait instead of failing. It is a function, since cells
 * wait for promises.
 */
export const never = (): Promise<never> => new Promise(() => {});

const stem = (file: {name: string}): string => file.name.split("/").at(-1)!.split(".")[0]!;

type PublishedFile = TableFile | EmptyTable | DerivedTable;

/** A published table, or one that is made from others. */
function publishedFile(table: string): PublishedFile {
  const name = `${table}.parquet`;
  const {[table]: file, ...others} = site.published!.tables;
  if (!file) {
    const sources = DERIVED_TABLES[table] ?? [];
    const size = sources.reduce((sum, other) => sum + (others[other]?.bytes ?? 0), 0);
    return size > 0 ? {name, size, derivedTable: table, sources} : {name, size: 0, emptyTable: table};
  }
  return {name, size: file.bytes, url: async () => new URL(`_file/${PUBLISHED_FOLDER}/${file.file}`, root).href};
}

/** Published tables for `tables`, where the page shows the published answers; null elsewhere, and where the site does not have them. */
export const publishedTables = (...names: string[]): Record<string, PublishedFile> | null =>
  source === "published" && names.every(name => site.published?.tables[name])
    ? Object.fromEntries(names.map(name => [name, publishedFile(name)]))
    : null;

/** The file of the page's source that has the name of this one: a published table that the store does not have is without rows. */
export const sourceFile = <File extends TableFile>(file: File): File | PublishedFile =>
  source === "published" && !BUILT_TABLES.includes(stem(file)) ? publishedFile(stem(file)) : file;

/** The files of a page's tables, of the page's source. */
export const sourceFiles = <File extends TableFile>(
  files: Readonly<Record<string, File>>
): Record<string, File | PublishedFile> =>
  Object.fromEntries(Object.entries(files).map(([name, file]) => [name, sourceFile(file)]));

/** The manifest of the page's source. @param file the manifest of the local store */
export async function manifestOf(file: PageFile): Promise<unknown> {
  if (!isAnswered) return unanswered();
  return source === "published" ? publishedManifest() : file.json();
}

let manifest: Promise<unknown> | undefined;
/** The manifest of the published answers, which is fetched once. */
export const publishedManifest = (): Promise<unknown> => (manifest ??= fetchManifest());

async function fetchManifest(): Promise<unknown> {
  const file = publishedFile("manifest") as TableFile;
  const response = await fetch(await file.url());
  if (!response.ok) throw new Error(notLoaded(file.name, response.status));
  return response.json();
}

/** Whether queries of this page are answered. */
export const hasAnswers = (): boolean => isAnswered;

let isDrawn = false;
/** Waits for ever in place of tables that the page's source does not have; the page says so in place of its content. */
export function unanswered(): Promise<never> {
  const main = globalThis.document?.getElementById("observablehq-main");
  if (main && !isDrawn) drawUnanswered(main);
  isDrawn = true;
  return never();
}

/** The part of the published answers' manifest that says how each suite was read. */
interface Described {
  published?: readonly {suite: string; notes: readonly string[]}[];
}

/**
 * The notice above a page's first number: origin and licence of published answers, or that evaluations are simulated.
 * @param shown the suite that the page shows, whose origin alone is named; all where it shows all
 * @param manifest if passed, its notes on that suite are shown as well
 */
export function sourceNotice(
  rows: Parameters<typeof simulatedNotice>[0],
  shown?: {suite: string | null} | null,
  {published = []}: Described = {}
): HTMLElement | DocumentFragment {
  if (source !== "published") {
    const notice = simulatedNotice(rows);
    // The page opens here although the site has answers of real models: it says that none of them are to these questions.
    if (notice instanceof HTMLElement && site.published && !isPublished(path, site.published))
      notice.append(" This site has no answers of real models to these questions.");
    return notice;
  }
  const suite = shown?.suite ?? null;
  const origins = site.published!.origins.filter(({suites}) => suite === null || suites.includes(suite));
  const notes = published.filter(each => each.suite === suite).flatMap(each => each.notes);
  const noteItems = notes.map(note => html`<li>${note.replaceAll("`", "")}</li>`);
  const link = ({source, address, licence}: (typeof origins)[number]) => html`<a href=${address}>${source}</a> (${licence})`;
  if (origins.length === 1) {
    const sentence = html`<span>Answers of real models, published by ${link(origins[0]!)}, scored here</span>`;
    if (notes.length === 0) return html`<p class="rb-source-notice">${sentence}</p>`;
    return html`<details class="rb-source-notice"><summary>${sentence}</summary><ul>${noteItems}</ul></details>`;
  }
  const items = origins.map(each => html`<li>${suite ?? each.suites.join(", ")}: ${link(each)}</li>`);
  return html`<details class="rb-source-notice"><summary>Answers of real models that others published, scored here: ${plural(origins.length, "source")} with their licences</summary><ul>${items}${noteItems}</ul></details>`;
}

const linkTo = (wanted: Source): string => {
  const url = new URL(address);
  url.searchParams.set(KEY, wanted);
  url.hash = "";
  return url.href;
};

/** For a page whose subject this source does not have: goes to another source unless the reader chose this one, else links to the others. */
export function elsewhere(): HTMLElement {
  const others = sourcesOf(site).filter(each => each !== source);
  if (askedSource === null && others[0]) location.replace(linkTo(others[0]));
  return html`<p class="rb-nothing">${NAMES[source]}: no results of this model. ${others.map(each => html`<a href=${linkTo(each)}>${NAMES[each]}</a> `)}</p>`;
}

/** Draws the switch into the header of the page, where the site has several sources. */
function drawSwitch(place: HTMLElement): void {
  const sources = sourcesOf(site);
  if (sources.length < 2) return;
  place.replaceChildren(
    ...sources.map(
      each =>
        html`<a href=${linkTo(each)} aria-current=${each === source ? "true" : null}>${NAMES[each]}${each === "starter" ? html` <span class="rb-simulated">simulated</span>` : ""}</a>`
    )
  );
}

/** Marks the links to pages that open on simulated models, on a site that also has real ones; tabs only where this page has real ones. */
function markSimulatedPages(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>(
    `#observablehq-sidebar li a${source === "published" ? ", .rb-tabs a" : ""}`
  )) {
    const target = pagePath(new URL(link.href).pathname, root.pathname);
    if (!WITHOUT_RESULTS.includes(target) && defaultSource(target, site) === "starter") link.dataset.simulated = "";
  }
}

/** Pages that show no model's results. */
const WITHOUT_RESULTS: readonly string[] = ["/about", "/glossary", "/spectrum"];

/** How a source that was not asked yet gets its results. */
const HOW: Readonly<Record<SiteSources["local"], string>> = {
  starter:
    "The models of the starter book are simulated and were not asked yet: npm run run asks them, free and within minutes; then npm run build shows them here.",
  own: "Your book's models were not asked yet: npm run plan says what that costs, npm run run asks them, and npm run build shows their results here."
};

/** Says that the source has nothing for this page; style.css hides the content of the page. */
function drawUnanswered(main: Element): void {
  const others = sourcesOf(site).filter(each => each !== source && (each !== "published" || isPublished(path, site.published!)));
  const links = others.map(each => html`<a href=${linkTo(each)}>${NAMES[each]}</a>`);
  const message = html`<div><p class="rb-nothing">${source === "published" ? "The published answers have nothing for this page." : HOW[source].split(/(npm run \w+)/u).map((part, i) => (i % 2 ? html`<code>${part}</code>` : part))} ${links} ${links.length > 0 ? (source === "published" ? "has." : "have results.") : ""}</p></div>`;
  const heading = main.querySelector(":scope > h1");
  if (heading) heading.after(message);
  else main.prepend(message);
}

/** A link to another page shows the source of this page: always where a reader chose it, and from content that depends on it. */
function keepSource(event: Event): void {
  const link = (event.target as Element | null)?.closest?.<HTMLAnchorElement>("a[href]");
  if (!link || link.closest("#rb-source")) return;
  const url = new URL(link.href, location.href);
  const isPage =
    url.origin === root.origin && url.pathname.startsWith(root.pathname) && /(?:\/|\.html|\/[^./]*)$/u.test(url.pathname);
  if (!isPage || url.searchParams.has(KEY)) return;
  const target = pagePath(url.pathname, root.pathname);
  const isShown = source !== "published" || isPublished(target, site.published!);
  const isContent = link.closest("#observablehq-main") !== null && isShown && defaultSource(target, site) !== source;
  if (askedSource !== source && !isContent) return;
  url.searchParams.set(KEY, source);
  link.href = url.href;
}

if (globalThis.document && sourcesOf(site).length > 1) {
  const place = document.getElementById("rb-source");
  if (place) drawSwitch(place);
  markSimulatedPages();
  if (!isAnswered && source === "published") unanswered();
  for (const event of ["pointerdown", "focusin", "click"]) document.addEventListener(event, keepSource, {capture: true});
}
