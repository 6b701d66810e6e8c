// Types of table columns, and definitions of columns that many tables share.

/** Column types, all readable by DuckDB 0.9. `key` is text with few distinct values, stored by dictionary while a run collects rows. */
export type ColumnType = "key" | "text" | "integer" | "bigint" | "double" | "boolean" | "texts" | "numbers" | "series";
/** DuckDB's types of published columns. */
export const SQL_TYPES: Readonly<Record<ColumnType, string>> = {
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
export interface Column {
  type: ColumnType;
  description: string;
}
export interface Table {
  description: string;
  columns: Record<string, Column>;
  /** Columns that identify a row; rows are written in this order. */
  order: string[];
  /** Rows per Parquet row group at most, for tables whose texts may be long: those are sorted and written in parts. */
  rowGroup?: number;
}

/** A query for a table without rows. */
export const emptyQuery = ({columns}: Pick<Table, "columns">): string =>
  `select ${Object.entries(columns)
    .map(([name, {type}]) => `null::${SQL_TYPES[type]} as "${name}"`)
    .join(", ")} where false`;

/** A column of a type with its description. */
export const column = (type: ColumnType, description: string): Column => ({type, description});
const columnOf = (type: ColumnType) => (description: string) => column(type, description);
export const key = columnOf("key");
export const text = columnOf("text");
export const integer = columnOf("integer");
export const bigint = columnOf("bigint");
export const double = columnOf("double");
export const boolean = columnOf("boolean");
export const texts = columnOf("texts");
export const series = columnOf("series");

export const evaluation = {
  eval_id: column(
    "key",
    "identity of the evaluation: 12 hexadecimal digits of SHA-256 over endpoint, model, template and sampler"
  ),
  model: column("key", "the model's id"),
  template: column("key", "the template's id"),
  sampler: column("key", "the sampler's id")
};
export const complexity = {
  base_task: column("key", "the task's name"),
  params: column("key", "the task's parameters, canonical JSON")
};
export const simulated = column("boolean", "true for the built-in reference models, which are simulations, not language models");
