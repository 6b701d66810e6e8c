// Reads the rows of an Arrow stream as records, without a text in between.
import {tableFromIPC} from "npm:apache-arrow";
import {type ArrowTable, arrowRows} from "../../pipelines/rows/arrow.js";
import {recordOfRow, type VoteRecord} from "../../pipelines/studies/preferences/votes/records.js";
import {FileError} from "./fileText.js";

/** The table of an Arrow file or stream. @throws FileError where it is damaged */
export function tableOf({name, arrow}: {name: string; arrow: Uint8Array}): ArrowTable {
  try {
    return tableFromIPC(arrow);
  } catch (error) {
    throw new FileError(`${name} is not readable Arrow: ${(error as Error).message.split("\n")[0]}`);
  }
}

/** One record per row; "line" is its number. Null fields are left out. */
export const recordsOfArrow = (arrow: Uint8Array, name = "the file"): VoteRecord[] =>
  arrowRows(tableOf({name, arrow})).map(recordOfRow);
