// Reads the records of an item bank's files.
import {rowBatches} from "../../rows/openRows.node.js";
import type {Row} from "../../rows/row.js";
import type {Format} from "../bankSchemas.js";

/** How a layout arranges its records within a file. */
export interface Arrangement {
  /** Names of the columns of a table without a heading; a first row of `heading` names is one. */
  columns?: readonly string[];
  heading?: readonly string[];
  /** The records of a JSON document that is no list. */
  unfold?: (document: unknown) => readonly unknown[] | undefined;
}

/** What to do with a file of the ending .jsonl that is one JSON list. */
export const LIST = "give it the ending .json, or write format: json";

/** The records of a file in batches, in order. Throws a UserError where the file as a whole cannot be read. */
export async function* recordsOf(
  file: string,
  format: Format,
  {columns, heading, unfold}: Arrangement = {}
): AsyncGenerator<Row[]> {
  for await (const batch of rowBatches(file, {format, columns, heading, unfold, list: LIST})) {
    if (format === "json" || format === "yaml") for (const row of batch) row.line = row.number!; // a document may have one line
    yield batch;
  }
}
