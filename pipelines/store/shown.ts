// What a page shows of the published tables: what it begins with, and SQL of DuckDB 0.9 that restricts a table to the evaluations of a dataset
// and to what belongs to a suite.
import {literal} from "./literal.js";
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
  /** whether only suites with scores can be chosen; those of item banks alone have none */
  scored?: boolean;
}

/** Ids of the suites, where some evaluation was asked several of them: only then can its points be divided by suite. */
export function suitesOf({evaluations = [], suites = {}}: WithSuites, {scored = false}: SuiteChoice = {}): string[] {
  const known = Object.entries(suites).filter(([, {tiers}]) => !scored || Object.keys(tiers).length > 0);
  const ids = new Map(known.map(([key, {id}]) => [key, id]));
  const of = (keys: readonly string[] = []) => [...new Set(keys.flatMap(key => ids.get(key) ?? []))];
  return evaluations.some(each => of(each.suites).length > 1) ? of(Object.keys(suites)) : [];
}

/** What a page shows before a reader chooses: all evaluations, and the first suite where it shows one at a time; null for everything. */
export function firstShown(manifest: WithSuites, choice: SuiteChoice = {}): Shown | null {
  const ids = choice.one ? suitesOf(manifest, choice) : [];
  return ids.length < 2 ? null : {evaluations: null, suite: ids[0]!};
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
  }
  const where = conditions.length > 0 ? ` where ${conditions.join(" and ")}` : "";
  return {query: `select * from (${query})${where}`, needs: [...needs]};
}
