// Reads the rows of an Arrow stream as records, without a text in between.
import {tableFromIPC} from "npm:apache-arrow";
import {arrowRows} from "../../pipelines/rows/arrow.js";
import type {VoteRecord} from "../../pipelines/studies/preferences/votes/records.js";

/** One record per row; "line" is its number. Null fields are left out, as in JSON lines. */
export const recordsOfArrow = (bytes: Uint8Array): VoteRecord[] => arrowRows(tableFromIPC(bytes));
