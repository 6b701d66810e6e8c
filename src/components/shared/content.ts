// Records of a reader's file of JSON lines, JSON, CSV or Parquet: the one reader of such files on pages.
import {type RecordKind, recordNamer} from "../../pipelines/rows/columns.js";
import {recordsOf, type VoteRecord} from "../../pipelines/studies/preferences/votes/records.js";
import {recordsOfArrow} from "./arrowRecords.js";
import {refuseNoText} from "./fileText.js";

/** A file for a worker: its text, or for a Parquet file its rows as an Arrow stream. */
export type Content = {name: string; text: string} | ArrowContent;
/** A file that a worker reads as text itself, or the rows of a Parquet or Arrow file. */
export type GivenFile = {name: string; file: File} | ArrowContent;
export interface ArrowContent {
  name: string;
  arrow: Uint8Array;
}

/**
 * The records of a file.
 * @param kind their kind, where columns may have further names
 * @throws Error whose message begins with the file's name and, in a text, with the place
 */
export function recordsIn(content: Content, kind?: RecordKind): VoteRecord[] {
  const {name} = content;
  if ("text" in content) {
    refuseNoText(name, content.text);
    return recordsOf(content.text, name, kind);
  }
  const rows = recordsOfArrow(content.arrow, name);
  return kind ? (rows.map(recordNamer(kind, name)) as VoteRecord[]) : rows;
}

/** Puts the file's name before the line and column at the beginning of an error message. */
export function placed<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const {message} = error as Error;
    throw /^\d/.test(message) ? new Error(`${name}:${message}`) : error;
  }
}
