// Results as tidy Parquet: one row a response with its test, text and timing, measures, points and scores, and a dictionary of all columns.
import {existsSync} from "node:fs";
import {mkdir, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {literal} from "../../rows/literal.js";
import {parquetSource} from "../../rows/parquet.js";
import {openDuckDB} from "../../store/duckdb.node.js";
import {replaceFile} from "../../store/files.node.js";
import {fileOf} from "../../store/publish.node.js";
import {quoted} from "../../store/sorted.node.js";
import type {Column, Table} from "../../store/tables.js";
import {tables} from "../../store/tables.js";
import {unitOf} from "../../store/units.js";

/** Columns of the other tables that a response's row has beside those of `samples`. */
const BESIDE = {
  items: ["prompt", "choices", "domain", "category", "tiers", "scorer", "reading", "pair_id"],
  responses: ["prompt", "reasoning", "text"],
  timings: ["latency_ms", "retries", "billed", "cached"]
} as const;
/** Names under which columns stand that two tables have. */
const RENAMED: Record<string, string> = {"items.prompt": "question"};
/** Tables that are written as they are. */
const WHOLE = ["measures", "points", "scores"] as const;

/** A table of the export. */
type Described = Pick<Table, "description" | "columns">;

/** The tables of the export with the columns that a store has. */
function described(): Record<string, Described> {
  const joined: Record<string, Column> = {...tables.samples.columns};
  for (const [table, names] of Object.entries(BESIDE))
    for (const name of names) {
      const columns: Record<string, Column> = tables[table as keyof typeof BESIDE].columns;
      joined[RENAMED[`${table}.${name}`] ?? name] = columns[name]!;
    }
  const whole = WHOLE.map(name => [name, {description: tables[name].description, columns: tables[name].columns}] as const);
  return {
    samples: {description: "one row per response, with its test and text; status is null where it has no score", columns: joined},
    ...Object.fromEntries(whole)
  };
}

/** Writes the tables and their dictionary into a folder. @returns the files with their rows */
export async function writeParquet(store: string, out: string): Promise<{file: string; rows: number}[]> {
  await mkdir(out, {recursive: true});
  const written: {file: string; rows: number}[] = [];
  const all = described();
  const {connection, close} = await openDuckDB({spill: out});
  try {
    for (const name of Object.keys(all)) {
      const query = name === "samples" ? await joinedQuery(store) : wholeQuery(store, name);
      if (!query) {
        delete all[name];
        continue;
      }
      const file = join(out, fileOf(name));
      let rows = 0;
      await replaceFile(file, async temporary => {
        const reader = await connection.runAndReadAll(
          `copy (${query}) to ${literal(temporary)} (format parquet, compression zstd, row_group_size 8192)`
        );
        rows = Number(reader.getRows()[0]![0]);
      });
      written.push({file, rows});
    }
  } finally {
    close();
  }
  const dictionary = dictionaryOf(all);
  await writeFile(join(out, "dictionary.json"), `${JSON.stringify(dictionary, null, 2)}\n`);
  await writeFile(join(out, "dictionary.md"), dictionaryText(dictionary));
  return written;
}

const from = (store: string, table: string): string => parquetSource(join(store, fileOf(table)));

const wholeQuery = (store: string, table: string): string | null =>
  existsSync(join(store, fileOf(table))) ? `select * from ${from(store, table)}` : null;

/** The query for responses with all that belongs to them; columns that an older store lacks are null. */
async function joinedQuery(store: string): Promise<string> {
  const {connection, close} = await openDuckDB();
  const there = new Map<string, Set<string>>();
  try {
    for (const table of ["samples", ...Object.keys(BESIDE)]) {
      if (!existsSync(join(store, fileOf(table)))) continue;
      const reader = await connection.runAndReadAll(`select * from ${from(store, table)} limit 0`);
      there.set(table, new Set(reader.deduplicatedColumnNames()));
    }
  } finally {
    close();
  }
  const value = (table: string, name: string, otherwise = "null") =>
    there.get(table)?.has(name) ? `${table}.${quoted(name)}` : otherwise;
  // Responses without a score have no row in `samples`: who answered what is known from the others.
  const identity = new Set(["eval_id", "model", "template", "sampler", "item_id", "trial"]);
  const ofItem = new Set(["base_task", "params", "generator_version", "seed", "index", "expected", "guess_chance"]);
  const selected = Object.keys(tables.samples.columns).map(name => {
    const own = identity.has(name) ? value("responses", name) : ofItem.has(name) ? value("items", name) : value("samples", name);
    return `${own} as ${quoted(name)}`;
  });
  for (const [table, names] of Object.entries(BESIDE))
    for (const name of names) selected.push(`${value(table, name)} as ${quoted(RENAMED[`${table}.${name}`] ?? name)}`);
  const key = "using (eval_id, item_id, trial)";
  return `select ${selected.join(", ")} from ${from(store, "responses")} responses join ${from(store, "items")} items using (item_id)
    left join ${from(store, "samples")} samples ${key}${there.has("timings") ? ` left join ${from(store, "timings")} timings ${key}` : ""}
    order by responses.model, responses.template, responses.sampler, items.base_task, items.params, items."index", responses.trial`;
}

interface Dictionary {
  tables: {name: string; description: string; columns: {name: string; type: string; unit: string; description: string}[]}[];
}

const TYPES: Record<Column["type"], string> = {
  key: "text",
  text: "text",
  integer: "integer",
  bigint: "integer, 64 bit",
  double: "number",
  boolean: "true or false",
  texts: "list of texts",
  numbers: "map of numbers",
  series: "list of numbers"
};

const dictionaryOf = (all: Record<string, Described>): Dictionary => ({
  tables: Object.entries(all).map(([name, {description, columns}]) => ({
    name,
    description,
    columns: Object.entries(columns).map(([column, {type, description}]) => ({
      name: column,
      type: TYPES[type],
      unit: unitOf(column, type),
      description
    }))
  }))
});

function dictionaryText({tables: all}: Dictionary): string {
  const cell = (text: string) => text.replaceAll("|", "\\|");
  return [
    "# Data dictionary\n\nColumns of the Parquet files beside this one, as reasonbook describes them.\n",
    ...all.map(({name, description, columns}) =>
      [
        `## ${name}.parquet\n\n${description[0]!.toUpperCase()}${description.slice(1)}.\n\n| column | type | unit | meaning |\n| --- | --- | --- | --- |`,
        ...columns.map(each => `| \`${each.name}\` | ${each.type} | ${each.unit} | ${cell(each.description)} |`),
        ""
      ].join("\n")
    )
  ].join("\n");
}
