// A row of a file: a record with its place.

/** A record, or the reason why it is none. */
export interface Row<Value = unknown> {
  /** line on which it begins, counted from 1; in Parquet and Arrow its number, as a file without lines has no other place */
  line: number;
  /** number of the row in its file, counted from 1 */
  number?: number;
  value?: Value;
  bad?: string;
  /** position in its line at which a field begins, counted from 1; undefined where it is not known */
  column?(field: string): number | undefined;
  /** a field as it is written, in formats that contain text only: 007, 1.10 and 12345678901234567890 may be names, too */
  written?(field: string): string | undefined;
}

/** A row of a table that need not have a header: its cells in order, as text, or typed where the format has types. */
export interface CellRow {
  line: number;
  cells: readonly unknown[];
  /** line and position at which a cell begins; a quoted cell before it may contain line ends */
  place(cell: number): {line: number; column: number};
}

/** How a record of a name is called in a message: `votes.csv:7:3`. */
export const placeOf = (file: string, {line, column}: {line: number; column?: number | string | undefined}): string =>
  `${file}:${line}${column === undefined ? "" : `:${column}`}`;

/** Chooses columns of a file by its names; null for all. */
export type ColumnChoice = (names: readonly string[]) => readonly string[] | null;
