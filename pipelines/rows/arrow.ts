// Records of an Arrow table, as JSON lines would have them.
import type {Row} from "./row.js";

/** The part of an Arrow table that is needed. */
interface ArrowTable {
  numRows: number;
  schema: {fields: readonly {name: string}[]};
  getChildAt(i: number): {get(row: number): unknown} | null;
}

/** One record per row; "line" is its number. Null fields are left out, as in JSON lines. */
export function arrowRows(table: ArrowTable): Row<Record<string, unknown>>[] {
  const columns = table.schema.fields.map(({name}, i) => ({name, vector: table.getChildAt(i)!}));
  return Array.from({length: table.numRows}, (_, row) => {
    const value: Record<string, unknown> = {};
    for (const {name, vector} of columns) {
      const found = plainValue(vector.get(row));
      if (found !== undefined) value[name] = found;
    }
    return {line: row + 1, value};
  });
}

/** A value as JSON would have it, long integers as texts of their digits; undefined for null. */
function plainValue(value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof value === "bigint") return exactInteger(value);
  if (typeof value !== "object") return value;
  if (value instanceof Date) return value.toISOString();
  const plain: unknown = "toJSON" in value ? (value.toJSON as () => unknown)() : value;
  if (Array.isArray(plain)) return plain.map(each => plainValue(each) ?? null);
  if (typeof plain !== "object" || plain === null) return plain;
  const entries = Object.entries(plain).map(([name, inner]) => [name, plainValue(inner)] as const);
  return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined));
}

/** A number where it is exact, else text: ids beyond 2⁵³ would become equal to their neighbours. */
export const exactInteger = (value: bigint): number | string =>
  Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
