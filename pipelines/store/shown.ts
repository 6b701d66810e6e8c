// What a page shows of the published tables: what it begins with, and SQL of DuckDB 0.9 that restricts a table to the evaluations of a dataset
// and to what belongs to a suite.
import {literal} from "../rows/literal.js";
import {ofSuites, tiersWithin} from "./suites.sql.js";

/** What tables are restricted to. */
export interface Shown {
  /** identities of the evaluations of the chosen dataset; null for all */
  evaluations: readonly string[] | null;
  /** id of the chosen suite; null for all */
  suite: string | null;
}

/** The part of the manifest that says which suites there are. */
export interface WithSuites {
  evaluations?: readonly {suites?: readonly string[]}[];
  suites?: Readonly<Record<string, {id: string; tiers: Readonly<Record<string, readonly string[]>>}>>;
}

/** Which suites a page can show. */
export interface SuiteChoice {
  /** whether the page shows one suite at a time, since each has scores of its own */
  one?: boolean;
  /**
   * whether the page's tables are made for each suite where evaluations were asked different ones: it then shows one at a time, that with most
   * evaluations first
   */
  fitted?: boolean;
  /** whether the page shows all suites, without a choice */
  noSuite?: boolean;
  /** whether only suites with scores can be chosen; those of item banks alone have none */
  scored?: boolean;
}

/** A function that reads keys of suites as ids. */
const namesOf =
  (suites: WithSuites["suites"] = {}) =>
  (keys: readonly string[] = []): string[] => [...new Set(keys.flatMap(key => suites[key]?.id ?? []))];

/** Ids of the suites, where some evaluation was asked several of them: only then can its points be divided by suite. */
export function suitesOf(
  {evaluations = [], suites = {}}: WithSuites,
  {scored = false, noSuite = false}: SuiteChoice = {}
): string[] {
  if (noSuite) return [];
  const known = Object.entries(suites).filter(([, {tiers}]) => !scored || Object.keys(tiers).length > 0);
  const names = namesOf(Object.fromEntries(known));
  return evaluations.some(each => names(each.suites).length > 1) ? names(Object.keys(suites)) : [];
}

/** Whether a page shows one suite at a time. */
export function isOneSuite(
  {evaluations = [], suites = {}}: WithSuites,
  {one = false, fitted = false}: SuiteChoice = {}
): boolean {
  const names = namesOf(suites);
  const all = names(Object.keys(suites)).length;
  return one || (fitted && evaluations.some(each => names(each.suites).length < all));
}

/** What a page shows before a reader chooses: all evaluations, and the first suite where it shows one at a time; null for everything. */
export function firstShown(manifest: WithSuites, choice: SuiteChoice = {}): Shown | null {
  const ids = isOneSuite(manifest, choice) ? suitesOf(manifest, choice) : [];
  if (ids.length < 2) return null;
  if (!choice.fitted) return {evaluations: null, suite: ids[0]!};
  const names = namesOf(manifest.suites);
  const sizeOf = (id: string) => manifest.evaluations!.filter(each => names(each.suites).includes(id)).length;
  return {evaluations: null, suite: ids.sort((a, b) => sizeOf(b) - sizeOf(a))[0]!};
}

/** The evaluations of a manifest that are shown. */
export function evaluationsShown<Each extends {eval_id?: string; suites?: readonly string[]}>(
  {evaluations = [], suites}: {evaluations?: readonly Each[]; suites?: WithSuites["suites"]},
  choice: Shown | null
): Each[] {
  const names = namesOf(suites);
  return evaluations.filter(
    each =>
      (choice?.evaluations?.includes(each.eval_id ?? "") ?? true) &&
      (choice === null || choice.suite === null || names(each.suites).includes(choice.suite))
  );
}

/** Tables by whose presence on a page the rows of others are restricted. */
export const RESTRICTING = ["samples", "points"] as const;

/** A query over a table's rows that are shown, and the tables that it asks, restricted themselves. */
interface Restricted {
  query: string;
  needs: string[];
}

/**
 * @param query all rows of the table
 * @param columns names of its columns, by which it is told what a row belongs to
 * @param there names of the page's other tables
 */
export function restricted(
  query: string,
  {columns, shown: {evaluations, suite}, there}: {columns: readonly string[]; shown: Shown; there: readonly string[]}
): Restricted {
  const has = (...names: string[]) => names.every(name => columns.includes(name));
  const conditions: string[] = [];
  const needs = new Set<string>();
  const among = (key: string, table: string) => {
    needs.add(table);
    conditions.push(`${key} in (select ${key} from ${table})`);
  };
  if (evaluations && has("eval_id")) conditions.push(`eval_id in (${["", ...evaluations].map(literal).join(", ")})`);
  if (has("item_id") && !has("eval_id") && there.includes("samples")) among("item_id", "samples");
  if (suite !== null) {
    if (has("suites", "suite_tiers")) {
      conditions.push(ofSuites([suite]));
      query = `select * replace (${tiersWithin(suite)} as tiers) from (${query})`;
    } else if (has("suite")) conditions.push(`suite in ('', ${literal(suite)})`);
    else if (has("base_task", "params") && there.includes("points")) {
      needs.add("points");
      const point = has("eval_id") ? "eval_id, base_task, params" : "base_task, params";
      query = has("tiers")
        ? `select t.* replace (p.tiers as tiers) from (${query}) t join (select ${point}, any_value(tiers) as tiers from points group by ${point}) p using (${point})`
        : `select t.* from (${query}) t semi join points using (${point})`;
    } else if (has("item_id", "eval_id") && there.includes("samples")) among("item_id", "samples");
    else if (has("base_task", "eval_id") && !has("suite_id") && there.includes("points")) {
      needs.add("points");
      query = `select t.* from (${query}) t semi join points using (eval_id, base_task)`;
    }
  }
  const where = conditions.length > 0 ? ` where ${conditions.join(" and ")}` : "";
  return {query: `select * from (${query})${where}`, needs: [...needs]};
}
