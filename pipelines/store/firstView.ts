// The results of a page's queries that the build has worked out: how they are written into a page, and read from it.
import {RESTRICTING, type Shown} from "./shown.js";
import type {Source} from "./source.js";

/** Id of the element that holds a page's first view. */
export const FIRST_VIEW = "rb-first-view";

/** A result with its columns' names and DuckDB's names of their types. */
export interface Result {
  columns: readonly string[];
  types: readonly string[];
  rows: readonly (readonly unknown[])[];
}

export interface FirstView {
  /** the source of the results */
  source: Source;
  /** names of the page's tables */
  tables: readonly string[];
  /** what these are restricted to */
  shown: Shown | null;
  /** by their queries (`queryKey`) */
  results: Record<string, Result>;
}

/** Whether the results are those of a page that opens these tables, each under the name of its file, restricted so. */
export const isFirst = (
  {tables, shown}: FirstView,
  {files, shown: now}: {files: Readonly<Record<string, {name: string}>>; shown: Shown | null}
): boolean =>
  Object.entries(files).every(([name, file]) => tables.includes(name) && file.name.split("/").at(-1) === `${name}.parquet`) &&
  RESTRICTING.every(name => tables.includes(name) === name in files) &&
  JSON.stringify(shown) === JSON.stringify(now);

/** A query, however its lines are broken, with the values of its parameters. */
export const queryKey = (text: string, params: readonly unknown[]): string =>
  JSON.stringify([text.trim().replaceAll(/\s+/gu, " "), ...params]);
