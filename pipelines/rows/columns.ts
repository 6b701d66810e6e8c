// Matches the columns of a file with the fields that a kind of record has, once a file.
import {UserError} from "./error.js";

/** Fields of a kind of record with the names that their columns may have, in order of preference. */
export type Aliases<Field extends string = string> = Readonly<Record<Field, readonly string[]>>;

const folded = (name: string): string => name.trim().toLowerCase();

/** The column of each field that a header has; the first of a field's names that is there counts. Upper and lower case count as equal. */
export function matchColumns<Field extends string>(
  header: readonly string[],
  aliases: Aliases<Field>
): Partial<Record<Field, string>> {
  const columns = new Map(header.toReversed().map(name => [folded(name), name]));
  const found: Partial<Record<Field, string>> = {};
  for (const [field, names] of Object.entries(aliases) as [Field, readonly string[]][]) {
    const name = names.find(each => columns.has(folded(each)));
    if (name !== undefined) found[field] = columns.get(folded(name))!;
  }
  return found;
}

/** The refusal of a file without the columns that are wanted; it names those that are there. */
export function missingColumns(place: string, header: readonly string[], wanted: readonly (readonly string[])[]): UserError {
  const names = wanted.map(each => each.map(name => `"${name}"`).join(" or "));
  const there = header.slice(0, MAX_LISTED).map(name => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name));
  const more = header.length > MAX_LISTED ? ` and ${header.length - MAX_LISTED} more` : "";
  return new UserError(`${place} no column ${names.join(", and none ")}; the columns are ${there.join(", ")}${more}`);
}
/** Columns that a message lists, and characters of a name in it. */
const MAX_LISTED = 12;
const MAX_NAME = 40;
