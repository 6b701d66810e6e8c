// Restricts a store to the evaluations of a dataset, with the dataset's labels, groups and tags.
import type {DuckDBConnection} from "@duckdb/node-api";
import {type EvaluationName, facetsOf, matches} from "../../book/dataset.js";
import {UserError} from "../../book/error.js";
import type {Dataset} from "../../book/types.js";
import {literal, quoted} from "../sorted.node.js";

/** Name of the table of a dataset's evaluations, one row each: model, template, sampler, label, groups, tags. */
export const DATASET = "dataset";
const KEY = ["model", "template", "sampler"];

/**
 * Creates views that replace a store's tables under the same names: tables with evaluations keep only the dataset's, and points get its
 * groups and tags in addition to their own. Throws a UserError where an entry matches no evaluation of the store, and where simulated
 * results could be mistaken for real ones.
 * @param sources for each table, the SQL from which it is read
 */
export async function select(
  connection: DuckDBConnection,
  sources: ReadonlyMap<string, string>,
  dataset: Dataset
): Promise<void> {
  const points = sources.get("points");
  if (!points) throw new UserError(`${dataset.place} store ${dataset.store} has no points; run npm run run first`);
  const found = await connection.runAndReadAll(
    `select model, template, sampler, bool_or(simulated) as simulated from ${points} group by all order by all`
  );
  const names = found.getRowObjectsJS() as unknown as (EvaluationName & {simulated: boolean})[];
  for (const [i, entry] of dataset.evaluations.entries()) {
    if (names.some(name => matches(entry, name))) continue;
    throw new UserError(
      `${dataset.places[i]} no evaluation of ${dataset.store} is model ${entry.model}, template ${entry.template}, sampler ${entry.sampler}`
    );
  }
  const rows = names.flatMap(name => {
    const facets = facetsOf(dataset, name);
    if (facets === null) return [];
    if (name.simulated && !dataset.simulated)
      throw new UserError(`${dataset.place} ${name.model} is simulated, and the dataset does not say so; add simulated: true`);
    const {label, groups, tags} = facets;
    const texts = [name.model, name.template, name.sampler, label ?? name.model].map(literal);
    return [`(${[...texts, listOf(groups), listOf(tags)].join(", ")})`];
  });
  await connection.run(
    `create table ${DATASET} as from (values ${rows.join(", ")}) t(model, template, sampler, label, groups, tags)`
  );
  for (const [table, source] of sources)
    await connection.run(`create view ${quoted(table)} as ${await viewOf(connection, table, source)}`);
}

async function viewOf(connection: DuckDBConnection, table: string, source: string): Promise<string> {
  const columns = (await connection.runAndReadAll(`select * from ${source} limit 0`)).deduplicatedColumnNames();
  if (!KEY.every(column => columns.includes(column))) return `from ${source}`;
  const facets = table === "points" ? ["groups", "tags"].filter(facet => columns.includes(facet)) : [];
  const united = facets.map(facet => `list_sort(list_distinct(list_concat(t.${facet}, d.${facet}))) as ${facet}`);
  const shown = united.length > 0 ? `t.* replace (${united.join(", ")})` : "t.*";
  return `select ${shown} from ${source} t join ${DATASET} d using (${KEY.join(", ")})`;
}

const listOf = (names: string[]) => `[${names.map(literal).join(", ")}]::varchar[]`;
