// SQL that restricts a published table to the evaluations of a dataset and to what belongs to a suite, in SQL of DuckDB 0.9.
import {literal} from "../../pipelines/store/literal.js";
import {ofSuites, tiersWithin} from "../../pipelines/store/suites.sql.js";
import type {Shown} from "./datasets.js";

/** A query over a table's rows that are shown, and the tables that it asks, restricted themselves. */
export interface Restricted {
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
