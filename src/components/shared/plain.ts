/** Any value of a query result as one line of plain text: lists as `[a, b]`, structs and maps as `{k: v}`, times as ISO 8601. */
export function plain(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") return String(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return Array.from(value, byte => byte.toString(16).padStart(2, "0")).join("");
  if (isIterable(value) && !hasEntries(value)) return `[${Array.from(value, plain).join(", ")}]`;
  const entries = isIterable(value) ? Array.from(value as Iterable<[unknown, unknown]>) : Object.entries(value);
  return `{${entries.map(([key, item]) => `${plain(key)}: ${plain(item)}`).join(", ")}}`;
}

const isIterable = (value: object): value is Iterable<unknown> => Symbol.iterator in value;

/** Whether a value has named entries: Arrow's structs and maps iterate over [key, value]; vectors, like arrays, have a length. */
const hasEntries = (value: object): boolean => !("length" in value);
