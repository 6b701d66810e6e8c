// Joins the tables of several stores: evaluations are kept separate, equal tests become one.

import {existsSync} from "node:fs";
import {join, resolve} from "node:path";
import type {DuckDBConnection} from "@duckdb/node-api";
import {parquetSource} from "../rows/parquet.js";
import {openDuckDB} from "./duckdb.node.js";
import {type Written, writtenAs} from "./files.node.js";
import {fileOf} from "./publish.node.js";
import {copySorted, literal, quoted, textBytes} from "./sorted.node.js";
import {type ColumnType, type Table, tables} from "./tables.js";

/** One of the stores to join. */
export interface Part {
  name: string;
  folder: string;
}

/** An evaluation of one of the stores, with its name in the joined tables. */
export interface JoinedEvaluation {
  part: Part;
  eval_id: string;
  model: string;
  template: string;
  sampler: string;
  as: {eval_id: string; sampler: string};
  /** Groups that its points get in addition to their own. */
  groups: string[];
  tags: string[];
}

export interface Joined {
  tables: Record<string, Written>;
  totals: {points: number; samples: number; prompt: number; completion: number; cost: number; simulated: boolean};
}

const TYPES: Record<ColumnType, string> = {
  key: "varchar",
  text: "varchar",
  integer: "integer",
  bigint: "bigint",
  double: "double",
  boolean: "boolean",
  texts: "varchar[]",
  numbers: "map(varchar, double)",
  series: "float[]"
};

/**
 * Writes the tables of a store with the given evaluations into a folder; studies are made from them like those of any other store. The
 * identity of a test is a hash of its question, so tests with one identity are one test.
 */
export async function joinTables({
  parts,
  evaluations,
  folder
}: {
  parts: readonly Part[];
  evaluations: readonly JoinedEvaluation[];
  folder: string;
}): Promise<Joined> {
  const {connection, close} = await openDuckDB({file: join(folder, "join.duckdb"), spill: join(folder, "spill")});
  const sources = parts.map((part, number) => ({...part, number}));
  try {
    await nameEvaluations(connection, {evaluations, parts});
    const written: Record<string, Written> = {};
    for (const [name, table] of Object.entries(tables) as [string, Table][]) {
      const rows = await Promise.all(sources.map(source => rowsOf(connection, source, {name, table})));
      const there = rows.filter(query => query !== null);
      if (there.length === 0) continue;
      const columns = Object.entries(table.columns);
      const texts = columns.flatMap(([column, {type}]) => (type === "text" ? [quoted(column)] : []));
      await connection.run(
        `create table ${quoted(name)} as select *, (${textBytes(texts)})::DOUBLE as "#bytes" from (${together(name, table, there)})`
      );
      const [[count]] = (await connection.runAndReadAll(`select count(*)::double from ${quoted(name)}`)).getRows() as [[number]];
      if (count === 0) continue;
      const file = join(folder, fileOf(name));
      await copySorted(connection, {
        table: name,
        selected: columns.map(([column]) => `t.${quoted(column)}`),
        keys: table.order.map(column => ({column: quoted(column)})),
        bytes: table.rowGroup === undefined ? undefined : "#bytes",
        rowGroup: table.rowGroup,
        file,
        spill: folder
      });
      written[name] = await writtenAs(file, count);
    }
    const totals = await connection.runAndReadAll(
      `select count(*)::double as points, sum(correct + incorrect + truncated)::double as samples, sum(tokens_prompt)::double as prompt,
        sum(tokens_completion)::double as completion, sum(cost)::double as cost, bool_or(simulated) as simulated from points`
    );
    return {tables: written, totals: totals.getRowObjectsJS()[0] as unknown as Joined["totals"]};
  } finally {
    close();
  }
}

type Numbered = Part & {number: number};
const parquet = (folder: string, table: string): string => parquetSource(resolve(folder, fileOf(table)));
const listOf = (names: readonly string[]): string => `[${names.map(literal).join(", ")}]::varchar[]`;

/** Creates the table `chosen`: evaluations by store and identity, with their names in the joined tables. */
async function nameEvaluations(
  connection: DuckDBConnection,
  {evaluations, parts}: {evaluations: readonly JoinedEvaluation[]; parts: readonly Part[]}
): Promise<void> {
  const number = new Map(parts.map(({name}, i) => [name, i]));
  const rows = evaluations.map(({part, eval_id, model, template, sampler, as, groups, tags}) => {
    const texts = [eval_id, model, template, sampler, as.eval_id, as.sampler].map(literal);
    return `(${[number.get(part.name), ...texts, listOf(groups), listOf(tags)].join(", ")})`;
  });
  await connection.run(
    `create table chosen as from (values ${rows.join(", ")}) t(part, eval_id, model, template, sampler, as_eval_id, as_sampler, groups, tags)`
  );
}

/** Query for a store's rows of a table, with the schema's columns; null where the store has no such table. */
async function rowsOf(
  connection: DuckDBConnection,
  {folder, number}: Numbered,
  {name, table}: {name: string; table: Table}
): Promise<string | null> {
  if (!existsSync(join(folder, fileOf(name)))) return null;
  const source = parquet(folder, name);
  const there = new Set((await connection.runAndReadAll(`from ${source} limit 0`)).deduplicatedColumnNames());
  const hasEvaluation = "eval_id" in table.columns;
  const special: Record<string, string> = {
    ...(hasEvaluation && {eval_id: "c.as_eval_id", sampler: "c.as_sampler"}),
    ...(name === "points" &&
      Object.fromEntries(
        ["groups", "tags"].map(facet => [facet, `list_sort(list_distinct(list_concat(t.${facet}, c.${facet})))`])
      ))
  };
  const columns = Object.entries(table.columns).map(([column, {type}]) => {
    const value = there.has(column) ? (special[column] ?? `t.${quoted(column)}`) : `null::${TYPES[type]}`;
    return `${value} as ${quoted(column)}`;
  });
  const key = ["eval_id", "model", "template", "sampler"].map(column => `t.${column} = c.${column}`).join(" and ");
  return `select ${number} as part, ${columns.join(", ")} from ${source} t
    ${hasEvaluation ? `join chosen c on c.part = ${number} and ${key}` : ""}`;
}

/**
 * Query for the rows of all stores. A test becomes one row, with the tiers that it has in any store; so does the truth about a simulated
 * model.
 */
function together(name: string, {columns}: Table, queries: readonly string[]): string {
  const all = `(${queries.join(" union all ")})`;
  if (name === "items") {
    const first = Object.keys(columns).map(column =>
      column === "tiers"
        ? "list_sort(list_distinct(flatten(list(tiers)))) as tiers"
        : column === "item_id"
          ? "item_id"
          : `arg_min(${quoted(column)}, part) as ${quoted(column)}`
    );
    return `select ${first.join(", ")} from ${all} where item_id in (select item_id from samples) group by item_id`;
  }
  return `select ${"eval_id" in columns ? "" : "distinct "}* exclude part from ${all}`;
}
