// Works out what readers see first on a page, so that the page need not load DuckDB, seven megabytes, before they choose something else.
import {existsSync, readdirSync, readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {parse} from "yaml";
import type {Report} from "../infer/progress.node.js";
import {FIRST_VIEW, type FirstView, queryKey} from "../store/firstView.js";
import {siteCache, siteFolder} from "../store/places.node.js";
import {fileOf} from "../store/publish.node.js";
import {firstShown, type WithSuites} from "../store/shown.js";
import type {SiteSources} from "../store/source.js";
import {openPageTables, type PageSource, pageSource} from "./pageTables.js";

/** A larger first view would take longer to load than DuckDB, which then answers. */
const LARGEST_BYTES = 1_500_000;
const FRONT_MATTER = /^---\n([\s\S]*?)\n---\n/;
const SQL_CELL = /^```sql[^\n]*\n([\s\S]*?)^```/gm;
const INTERPOLATED = /\$\{([^{}]*)\}/g;
const PATH = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/;

/** A query of a page with `?` for each value, and the values. */
interface Query {
  text: string;
  params: unknown[];
}

/**
 * Works out the SQL cells of all pages that name, as `first` in their front matter, the values of their inputs that readers find first, and
 * writes the results into the built pages. A query with a value that `first` does not name is left to DuckDB in the browser.
 * @param dist the built site
 * @param src the folder of the pages' markdown
 * @param tables the folder of the local tables
 * @param sources the sources of the site: a page's first view is of the source that it shows by default
 */
export async function writeFirstViews({
  report,
  dist = "dist",
  src = siteFolder(),
  tables = siteCache(),
  sources = {local: "own", localFirst: true, isEvaluated: true, published: null}
}: {
  report: Pick<Report, "info">;
  dist?: string;
  src?: string;
  tables?: string;
  sources?: SiteSources;
}): Promise<void> {
  for (const name of readdirSync(src).filter(each => each.endsWith(".md"))) {
    const page = join(dist, name.replace(/\.md$/u, ".html"));
    const markdown = readFileSync(join(src, name), "utf8").replaceAll("\r\n", "\n");
    const first = firstOf(markdown);
    if (!first || !existsSync(page)) continue;
    const queries = queriesOf(markdown, first, path =>
      report.info(`${join(src, name)}: \`first\` names no value of ${path}, so that DuckDB answers this query in the browser`)
    );
    const place = pageSource(name.replace(/\.md$/u, ""), {sources, tables});
    if (place === null) continue;
    const text = JSON.stringify(await workedOut(queries, {of: tablesOf(markdown), first, ...place})).replaceAll("<", "\\u003c");
    const bytes = Buffer.byteLength(text);
    if (bytes <= LARGEST_BYTES) writeFileSync(page, withFirstView(readFileSync(page, "utf8"), text));
    else
      report.info(
        `${join(src, name)}: the first view takes ${(bytes / 1e6).toFixed(1)} MB, more than ${LARGEST_BYTES / 1e6}, so that DuckDB answers in the browser`
      );
  }
}

/** The values of inputs that a page's front matter names; null for a page that names none. */
function firstOf(markdown: string): Record<string, unknown> | null {
  const [, yaml] = FRONT_MATTER.exec(markdown) ?? [];
  const first: unknown = yaml === undefined ? null : (parse(yaml) as Record<string, unknown> | null)?.first;
  return typeof first === "object" && first !== null ? (first as Record<string, unknown>) : null;
}

/** The queries of a page's SQL cells, with the values of `first` for what is interpolated, which must be a path such as `filters.tier`. */
function queriesOf(markdown: string, first: Record<string, unknown>, unknown: (path: string) => void): Query[] {
  return Array.from(markdown.matchAll(SQL_CELL), ([, cell]) => {
    const params: unknown[] = [];
    const text = cell!.replaceAll(INTERPOLATED, (_, path: string) => {
      const value = PATH.test(path)
        ? path.split(".").reduce<unknown>((of, key) => (of as Record<string, unknown>)?.[key], first)
        : undefined;
      if (value === undefined) unknown(path);
      params.push(value);
      return "?";
    });
    return {text, params};
  }).filter(({params}) => !params.includes(undefined));
}

/** Names of the tables that a page attaches. */
const tablesOf = (markdown: string): string[] => [
  ...new Set(Array.from(markdown.matchAll(/FileAttachment\("data\/(\w+)\.parquet"\)/gu), ([, name]) => name!))
];

/** Results over what the page shows first, where it lets readers choose a dataset: `first.dataset` then holds the options of `datasetInput`. */
async function workedOut(
  queries: readonly Query[],
  {of: names, first, folder, source}: {of: readonly string[]; first: Record<string, unknown>} & PageSource
): Promise<FirstView> {
  const manifest = JSON.parse(readFileSync(join(folder, fileOf("manifest")), "utf8")) as WithSuites;
  const shown = first.dataset ? firstShown(manifest, first.dataset) : null;
  const files = Object.fromEntries(
    names.map(name => {
      const file = join(folder, fileOf(name));
      return [name, {table: name, file: existsSync(file) ? file : null}];
    })
  );
  // A local table without rows is none of the page's.
  const opened = Object.fromEntries(Object.entries(files).filter(([, {file}]) => source === "published" || file !== null));
  const tables = await openPageTables(opened, {folder, restriction: shown});
  try {
    const results: FirstView["results"] = {};
    for (const {text, params} of queries) {
      const result = await tables.query(text, params);
      if (result.rows.flat().every(isPlain)) results[queryKey(text, params)] = result;
    }
    return {source, tables: Object.keys(opened), shown, results};
  } finally {
    tables.close();
  }
}

/** Whether JSON gives a value back as the browser's DuckDB would: no date, no NaN, no structure. */
const isPlain = (value: unknown): boolean =>
  value === null ||
  typeof value === "string" ||
  typeof value === "boolean" ||
  (typeof value === "number" && Number.isFinite(value)) ||
  (Array.isArray(value) && value.every(isPlain));

/** Framework has browsers load Arrow ahead, which only results of DuckDB need. */
const ARROW_AHEAD = /<link rel="modulepreload" href="[^"]*\/apache-arrow@[^"]*">\n?/u;

/** The page with its first view as data, which no browser runs. */
const withFirstView = (html: string, text: string): string =>
  html
    .replace(ARROW_AHEAD, "")
    .replace(/<\/html>/iu, () => `<script type="application/json" id="${FIRST_VIEW}">${text}</script>\n</html>`);
