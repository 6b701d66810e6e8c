// Reads the rows of an Arrow stream as records, without a text in between.
import {tableFromIPC} from "npm:apache-arrow";
import type {VoteRecord} from "../../pipelines/studies/preferences/votes/records.js";

/** One record per row; "line" is its number. Null fields are left out, as in JSON lines. */
export function recordsOfArrow(bytes: Uint8Array): VoteRecord[] {
  const table = tableFromIPC(bytes);
  const columns = table.schema.fields.map(({name}, i) => ({name, vector: table.getChildAt(i)!}));
  return Array.from({length: table.numRows}, (_, row) => {
    const value: Record<string, unknown> = {};
    for (const {name, vector} of columns) {
      const found = plain(vector.get(row));
      if (found !== undefined) value[name] = found;
    }
    return {line: row + 1, value};
  });
}

/** A value as JSON would have it; undefined for null. */
function plain(value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof value === "bigint") return Number(value);
  if (typeof value !== "object") return value;
  if (value instanceof Date) return value.toISOString();
  const own: unknown = "toJSON" in value ? (value.toJSON as () => unknown)() : value;
  if (Array.isArray(own)) return own.map(each => plain(each) ?? null);
  const entries = Object.entries(own as object).map(([name, inner]) => [name, plain(inner)] as const);
  return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined));
}
