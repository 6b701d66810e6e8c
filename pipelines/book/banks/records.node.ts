// Reads the records of an item bank's files.
import {pythonJson, RECORD_DEPTH} from "../../rows/json.js";
import {rowBatches} from "../../rows/openRows.node.js";
import type {Row} from "../../rows/row.js";
import type {Format} from "../bankSchemas.js";
import {isMap} from "./fields.js";

/** How a layout arranges its records within a file. */
export interface Arrangement {
  /** Names of the columns of a table without a heading; a first row of `heading` names is one. */
  columns?: readonly string[];
  heading?: readonly string[];
  /** The records of a JSON document that is no list. */
  unfold?: (document: unknown) => readonly unknown[] | undefined;
}

/** Columns of the Parquet file of an imported bank. */
const STORED_COLUMNS = ["row", "category_number", "item"];

/** What to do with a file of the ending .jsonl that is one JSON list. */
const LIST = "give it the ending .json, or write format: json";

/** The records of a file in batches, in order. Throws a UserError where the file as a whole cannot be read. */
export async function* recordsOf(
  file: string,
  format: Format,
  {columns, heading, unfold}: Arrangement = {}
): AsyncGenerator<Row[]> {
  for await (const batch of rowBatches(file, {format, columns, heading, unfold, list: LIST})) {
    if (format === "json" || format === "yaml") for (const row of batch) row.line = row.number!; // a document may have one line
    if (format === "parquet")
      for (const row of batch) {
        const item = storedItem(row.value);
        if (item !== undefined) row.value = pythonJson(item, RECORD_DEPTH);
      }
    yield batch;
  }
}

/** The item, as JSON, of a row in the Parquet file of an imported bank; undefined for rows of other files. */
export const storedItem = (row: unknown): string | undefined =>
  isMap(row) && Object.keys(row).join() === STORED_COLUMNS.join() && typeof row.item === "string" ? row.item : undefined;
