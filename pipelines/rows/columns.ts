// Matches the columns of a file with the fields that a kind of record has.
import {UserError} from "./error.js";
import {nearest} from "./nearest.js";
import type {Row} from "./row.js";

/** Fields of a kind of record with the names that their columns may have; upper and lower case count as equal. */
export type Aliases<Field extends string> = Readonly<Record<Field, readonly string[]>>;

/** The index of each field's column in a header: the first that has one of its names; -1 for none. */
export function matchColumns<Field extends string>(header: readonly string[], columns: Aliases<Field>): Record<Field, number> {
  const names = header.map(name => name.trim().toLowerCase());
  const fields = Object.entries(columns) as [Field, readonly string[]][];
  return Object.fromEntries(fields.map(([field, aliases]) => [field, names.findIndex(name => aliases.includes(name))])) as Record<
    Field,
    number
  >;
}

/** A kind of record. */
export interface RecordKind {
  /** its fields, each with further names that its column may have */
  fields: Aliases<string>;
  /** fields that a table must have as columns; a file of records must have one of all fields in its first record */
  required: readonly string[];
  /** whether other columns are of no use, so that they are not read from Parquet */
  isClosed?: boolean;
}

/** The names of a header, with a field's own name in the place of its further ones. */
export function fieldNames(header: readonly string[], {fields}: RecordKind): string[] {
  const names = [...header];
  const places = matchColumns(
    header,
    Object.fromEntries(Object.entries(fields).map(([field, aliases]) => [field, [field.toLowerCase(), ...aliases]]))
  );
  for (const [field, place] of Object.entries(places)) if (place >= 0 && !header.includes(field)) names[place] = field;
  return names;
}

/** Throws where a table has no column for a field that it must have. */
export function refuseOtherColumns(header: readonly string[], {kind, place}: {kind: RecordKind; place: string}): void {
  const missing = kind.required.filter(field => !header.includes(field));
  if (missing.length > 0) throw missingColumns(place, {header, wanted: kind.required, missing});
}

/** Returns a function that gives the fields of records their own names, and throws where the first record has none of them. */
export function recordNamer(kind: RecordKind, file: string): (row: Row) => Row {
  let last = "";
  let renamed: readonly string[] | null = null;
  let isFirst = true;
  return row => {
    const {value, bad} = row;
    if (bad !== undefined || typeof value !== "object" || value === null || Array.isArray(value)) return row;
    const keys = Object.keys(value);
    const joined = keys.join("\n");
    if (joined !== last) {
      const names = fieldNames(keys, kind);
      [last, renamed] = [joined, names.some((name, i) => name !== keys[i]) ? names : null];
    }
    const names = renamed ?? keys;
    if (isFirst && keys.length > 0 && !names.some(name => Object.hasOwn(kind.fields, name)))
      throw missingColumns(`${file}:${row.line}`, {header: keys, wanted: kind.required});
    isFirst = false;
    if (renamed) row.value = Object.fromEntries(Object.values(value).map((each, i) => [names[i], each]));
    return row;
  };
}

/**
 * The refusal of a file without columns that are wanted; it names those that are there.
 * @param place `file:line` of the header or of the first record
 * @param missing those of the wanted that are not there; all if absent
 */
export function missingColumns(
  place: string,
  {header, wanted, missing = wanted}: {header: readonly string[]; wanted: readonly string[]; missing?: readonly string[]}
): UserError {
  const listed = header.slice(0, MAX_LISTED).map(shortName);
  const more = header.length > MAX_LISTED ? ` and ${header.length - MAX_LISTED} more` : "";
  const what =
    missing.length < wanted.length
      ? `no column ${missing.join(", ")}`
      : `${wanted.length > 1 ? "none of the columns" : "no column"} ${wanted.join(", ")}`;
  return new UserError(`${place} ${what}; the columns are ${listed.join(", ")}${more}${meantColumn(header, missing)}`);
}

/** `; did you mean "text" by "txt"?`, or the empty text where no column is close to one that is missing. */
export function meantColumn(header: readonly string[], missing: readonly string[]): string {
  for (const field of missing) {
    const close = nearest(field, header);
    if (close !== undefined) return `; did you mean "${field}" by "${shortName(close)}"?`;
  }
  return "";
}

const shortName = (name: string): string => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name);
/** Columns that a message lists, and characters of a name in it. */
const MAX_LISTED = 12;
const MAX_NAME = 40;
