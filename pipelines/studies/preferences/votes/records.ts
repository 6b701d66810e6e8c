// Records of votes, ratings and scores.
import type {Row} from "../../../rows/row.js";
import {textRows} from "../../../rows/textRows.js";

/** One record: its value, or its error. */
export type VoteRecord = Row<Record<string, unknown>>;

/** Number of records with `"simulated": true`. */
export const simulatedAmong = (records: readonly VoteRecord[]): number =>
  records.reduce((sum, {value}) => sum + (value?.simulated === true ? 1 : 0), 0);

/** A row as a record: an object, whose null fields count as absent. */
export function recordOfRow(row: Row): VoteRecord {
  const {line, value, bad} = row;
  if (bad !== undefined) return row as VoteRecord;
  if (value === null || typeof value !== "object" || Array.isArray(value)) return {line, bad: "expected an object"};
  const fields = Object.entries(value);
  if (fields.some(([, each]) => each === null)) row.value = Object.fromEntries(fields.filter(([, each]) => each !== null));
  return row as VoteRecord;
}

/** Records of a whole text. @throws UserError `file:line …` where it as a whole cannot be read */
export const recordsOf = (text: string, file = "text"): VoteRecord[] => textRows(text, {file, isTyped: true}).map(recordOfRow);
