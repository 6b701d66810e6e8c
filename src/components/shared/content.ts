// Records of a reader's file of JSON lines, JSON, CSV or Parquet: the one reader of such files on pages.
import {recordsOf, type VoteRecord} from "../../pipelines/studies/preferences/votes/records.js";
import {recordsOfArrow} from "./arrowRecords.js";
import {refuseNoText} from "./fileText.js";

/** A file for a worker: its text, or for a Parquet file its rows as an Arrow stream. */
export type Content = {name: string; text: string} | {name: string; arrow: Uint8Array};

/**
 * The records of a file.
 * @throws Error whose message begins with the file's name and, in a text, with the place
 */
export function recordsIn(content: Content): VoteRecord[] {
  if ("text" in content) refuseNoText(content.name, content.text);
  return "arrow" in content ? recordsOfArrow(content.arrow) : recordsOf(content.text, content.name);
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
