// Records of votes, ratings and scores.
import {missingColumns, type RecordKind} from "../../../rows/columns.js";
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

/**
 * Throws where no record has one of the fields that are required.
 * @param wanted fields that the message names where none is there
 */
export function refuseWithout(
  file: string,
  records: readonly VoteRecord[],
  {required, wanted = required}: {required: readonly string[]; wanted?: readonly string[]}
): void {
  const first = records.find(({value}) => value);
  // An empty cell is no field of its record, though its column is there.
  const has = (record: VoteRecord, field: string) =>
    record.value !== undefined && (field in record.value || record.column?.(field) !== undefined);
  const missing = required.filter(field => !records.some(record => has(record, field)));
  if (first && missing.length > 0)
    throw missingColumns(`${file}:${first.line}`, {
      header: Object.keys(first.value!),
      wanted,
      missing: wanted.filter(field => !records.some(record => has(record, field)))
    });
}

/** Throws for a file of records that are no votes. */
export const refuseOtherThanVotes = (file: string, records: readonly VoteRecord[]): void => {
  if (!records.some(({value}) => value && "cmp_key" in value))
    refuseWithout(file, records, {required: ["model_a", "model_b"], wanted: ["judge", "model_a", "model_b", "winner"]});
};

/** Records of a whole text. @throws UserError `file:line …` where it as a whole cannot be read */
export const recordsOf = (text: string, file = "text", kind?: RecordKind): VoteRecord[] =>
  textRows(text, {file, kind, isTyped: true}).map(recordOfRow);
