// Matches the columns of a file with the fields that a kind of record has.
import {UserError} from "./error.js";

/** Fields of a kind of record with the names that their columns may have; upper and lower case count as equal. */
export type Aliases<Field extends string> = Readonly<Record<Field, readonly string[]>>;

/** The index of each field's column in a header: the first that has one of its names; -1 for none. */
export function matchColumns<Field extends string>(header: readonly string[], aliases: Aliases<Field>): Record<Field, number> {
  const names = header.map(name => name.trim().toLowerCase());
  const fields = Object.entries(aliases) as [Field, readonly string[]][];
  return Object.fromEntries(fields.map(([field, known]) => [field, names.findIndex(name => known.includes(name))])) as Record<
    Field,
    number
  >;
}

/**
 * The refusal of a file that has none of the columns that are wanted; it names those that are there.
 * @param place `file:line` of the header or of the first record
 */
export function missingColumns(
  place: string,
  {header, wanted}: {header: readonly string[]; wanted: readonly string[]}
): UserError {
  const there = header.slice(0, MAX_LISTED).map(name => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name));
  const more = header.length > MAX_LISTED ? ` and ${header.length - MAX_LISTED} more` : "";
  return new UserError(`${place} none of the columns ${wanted.join(", ")}; the columns are ${there.join(", ")}${more}`);
}
/** Columns that a message lists, and characters of a name in it. */
const MAX_LISTED = 12;
const MAX_NAME = 40;
