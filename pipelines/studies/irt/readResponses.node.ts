// Reads responses from a file.
import {existsSync, statSync} from "node:fs";
import {UserError} from "../../rows/error.js";
import {openFile, rowsOf} from "../../rows/openRows.node.js";
import type {Responses} from "./item.js";
import {neededColumns, ResponseReader} from "./responseReader.js";

/**
 * Responses of models to items from a file of rows, or from standard input for "-" (`ResponseReader` says in which forms).
 * @param missing texts that count as missing, in addition to a blank, NA and NaN
 * @throws UserError `file:line:column …` for anything else
 */
export async function readResponses(file: string, {missing}: {missing?: readonly string[] | undefined} = {}): Promise<Responses> {
  if (file !== "-" && !(existsSync(file) && statSync(file).isFile()))
    throw new UserError(
      `${file}: no such file; expected a file of responses: CSV, TSV, JSON lines, JSON, Parquet, Arrow or YAML`
    );
  const open = await openFile(file);
  const {format} = open;
  const hasHeader = format === "parquet" || format === "arrow";
  const reader = new ResponseReader({file, missing, hasHeader});
  if (hasHeader || format === "csv" || format === "tsv")
    for await (const batch of open.cells(neededColumns)) for (const row of batch) reader.addCells(row);
  else for await (const batch of rowsOf(open, file)) for (const row of batch) reader.addRecord(row);
  return reader.responses();
}
