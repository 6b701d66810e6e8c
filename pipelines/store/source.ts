// Sources of a site's results: the user's own, published answers of real models, or the starter book of simulated models.

/** Names of sources, as addresses of pages contain them: `?source=published`. */
export type Source = "own" | "published" | "starter";

/** Id of the element in which a page finds its site's sources. */
export const SITE_SOURCES = "rb-sources";

/** Folder of the published tables, in the project and below the site's files. */
export const PUBLISHED_FOLDER = "published";

/** A project whose answers are published, and the benchmarks that they answer. */
export interface PublishedOrigin {
  source: string;
  address: string;
  licence: string;
  suites: readonly string[];
}

interface PublishedTable {
  rows: number;
  bytes: number;
  /** name of its file */
  file: string;
}

/** The published answers of a site. */
export interface Published {
  origins: readonly PublishedOrigin[];
  /** tables, and the manifest, by their names */
  tables: Readonly<Record<string, PublishedTable>>;
}

export interface SiteSources {
  /** source of the tables that loaders print */
  local: Exclude<Source, "published">;
  /** whether pages show the local tables unless a reader chooses others: they are results of the user's own */
  localFirst: boolean;
  /** whether the local tables have results; a site that was built before the book's first evaluation has empty ones */
  isEvaluated: boolean;
  published: Published | null;
}

/**
 * Pages whose question published answers can answer, with the tables that must have rows for it. Such a page shows them by default where the
 * published store has these tables; any other page shows the local tables.
 */
export const PUBLISHED_PAGES: Readonly<Record<string, readonly string[]>> = {
  "/": ["adjusted_scores", "adjusted_task_counts"],
  "/leaderboard": ["adjusted_scores", "adjusted_task_counts"],
  "/categories": ["suite_categories", "scorecards"],
  "/compare": ["samples", "items", "adjusted_points"],
  "/clusters": ["samples", "items", "points"],
  "/irt": ["samples", "items", "irt_items", "irt_ability", "irt_fit"],
  "/adaptive": ["adaptive_steps", "adaptive_quality"],
  "/explore": ["sample_bins", "sample_cells"],
  "/contamination": ["contamination_items", "contamination_files"],
  "/extraction": ["answer_rules"],
  "/human": ["votes"],
  "/claims": ["claims"],
  "/reproductions": ["samples"],
  "/sql": ["samples"],
  "/notebook": ["points", "votes"],
  "/compression": ["trace_cells"],
  "/tokens": ["samples", "points"],
  "/hazard": ["samples", "points"],
  "/truncation": ["samples", "points"],
  "/long-context": ["lengths"],
  "/agents": ["episodes"],
  "/samples": ["sample_index", "sample_list"],
  "/about": ["points"]
};

/** Tables that pages make from published ones where the store does not have them, each with those that it is made from. */
export const DERIVED_TABLES: Readonly<Record<string, readonly string[]>> = {
  sample_index: ["samples", "points"],
  sample_list: ["samples"]
};

/** Tables that loaders compute from the published answers: the same file whichever source a page shows. */
export const BUILT_TABLES: readonly string[] = ["reproductions"];

/** Pages that show published answers where a reader asks for them, and the local tables by default. */
const ON_REQUEST: Readonly<Record<string, readonly string[]>> = {"/models": ["adjusted_points"], "/runs": ["points"]};

/** Whether a page can show published answers. @param path its address below the site's root, without an ending: `/`, `/irt` */
export function isPublished(path: string, {tables}: Published): boolean {
  const needed = PUBLISHED_PAGES[path] ?? ON_REQUEST[path];
  const hasRows = (table: string): boolean => (tables[table]?.rows ?? 0) > 0 || (DERIVED_TABLES[table]?.every(hasRows) ?? false);
  return needed?.every(hasRows) ?? false;
}

/** The source that a page shows before a reader chooses one. */
export const defaultSource = (path: string, {local, localFirst, published}: SiteSources): Source =>
  !localFirst && published !== null && path in PUBLISHED_PAGES && isPublished(path, published) ? "published" : local;

/** The sources of a site, first the one that is shown first. */
export const sourcesOf = ({local, localFirst, published}: SiteSources): Source[] =>
  published === null ? [local] : localFirst ? [local, "published"] : ["published", local];

/** The source that a page shows. @param asked value of `source` in its address; one that the site does not have is ignored */
export const shownSource = (path: string, asked: string | null, site: SiteSources): Source =>
  sourcesOf(site).find(source => source === asked) ?? defaultSource(path, site);

/** Address of a page, from its own pathname and that of the site's root, as `PUBLISHED_PAGES` contains it; all models' pages are `/models`. */
export function pagePath(pathname: string, root: string): string {
  const path = `/${pathname.slice(root.length)}`.replace(/(?:\/index)?(?:\.html)?\/?$/u, "");
  return path.startsWith("/models/") ? "/models" : path || "/";
}
