// Rows of a text in memory, as a page has it. Pure and browser-safe.
import {recordNamer} from "./columns.js";
import {eachCellRow, type HeaderOptions, recordMaker} from "./delimited.js";
import {type DocumentOptions, documentRows, yamlRows} from "./document.js";
import {formatOf, type RowFormat} from "./format.js";
import {eachLine} from "./jsonLines.js";
import type {CellRow, Row} from "./row.js";

/** The format of a text, by its beginning and the name of its file. */
export const formatOfText = (text: string, file: string): RowFormat =>
  formatOf(new TextEncoder().encode(text.slice(0, MAX_LOOK)), file);
/** Characters that are looked at. */
const MAX_LOOK = 2 ** 16;

/** The rows of a text. @throws UserError where it as a whole cannot be read */
export function textRows(text: string, options: HeaderOptions & DocumentOptions & {format?: RowFormat}): Row[] {
  const {file, format = formatOfText(text, file), kind} = options;
  const rows: Row[] = [];
  if (format === "csv" || format === "tsv") {
    const record = recordMaker(options);
    eachTextCell(text, {file, format}, cells => {
      const row = record(cells);
      if (row) rows.push(row);
    });
    return rows;
  }
  if (format === "jsonl") eachLine(text, row => rows.push(row));
  else rows.push(...(format === "json" ? documentRows(text, options) : yamlRows(text, options)));
  return kind ? rows.map(recordNamer(kind, file)) : rows;
}

/** Calls `each` with the rows of a table's text. */
export const eachTextCell = (
  text: string,
  {file, format}: {file: string; format: RowFormat},
  each: (row: CellRow) => void
): void => eachCellRow(text, format === "tsv" ? {file, separator: "\t"} : {file}, each);
