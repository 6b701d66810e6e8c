// Nested results as rows, one for each number and text, named by JSON Pointers (RFC 6901), and back.

/** One leaf. What is not defined is null, as in JSON. */
export interface Leaf {
  /** where it stands, `/0/kappa/value` */
  pointer: string;
  kind: "number" | "text" | "boolean" | "null" | "list" | "record";
  /** the number; 1 or 0 for a boolean */
  value: number | null;
  text: string | null;
}

/** The leaves of a value in its own order; an empty list or record is one itself. */
export function leavesOf(value: unknown, pointer = ""): Leaf[] {
  const leaf = (kind: Leaf["kind"], of: Partial<Leaf> = {}): Leaf[] => [{pointer, kind, value: null, text: null, ...of}];
  if (typeof value === "number") return Number.isFinite(value) ? leaf("number", {value}) : leaf("null");
  if (typeof value === "string") return leaf("text", {text: value});
  if (typeof value === "boolean") return leaf("boolean", {value: Number(value)});
  if (value === null || value === undefined) return leaf("null");
  const isList = Array.isArray(value) || ArrayBuffer.isView(value);
  const entries = Object.entries(value as object).filter(([, own]) => own !== undefined);
  if (entries.length === 0) return leaf(isList ? "list" : "record");
  return entries.flatMap(([key, own]) => leavesOf(own, `${pointer}/${escaped(key)}`));
}

const escaped = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1");
const unescaped = (token: string): string => token.replaceAll("~1", "/").replaceAll("~0", "~");

/** The value of some leaves. A record whose keys are 0, 1, 2 … comes back as a list. */
export function valueOfLeaves(leaves: Iterable<Leaf>): unknown {
  const root: Record<string, unknown> = {};
  for (const leaf of leaves) {
    const tokens = leaf.pointer.split("/").map(unescaped); // the first is empty: it stands for the value itself
    let at = root;
    for (const token of tokens.slice(0, -1)) at = at[token] = (at[token] as Record<string, unknown>) ?? {};
    at[tokens.at(-1)!] = plain(leaf);
  }
  return lists(root[""]);
}

function plain({kind, value, text}: Leaf): unknown {
  if (kind === "list") return [];
  if (kind === "record") return {};
  if (kind === "boolean") return value === 1;
  return kind === "number" ? value : kind === "text" ? text : null;
}

function lists(value: unknown): unknown {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, own]) => [key, lists(own)] as const);
  const isList =
    entries.length > 0 && entries.every(([key], i) => Number(key) < entries.length && String(i) in value && /^\d+$/.test(key));
  return isList ? entries.sort(([i], [j]) => Number(i) - Number(j)).map(([, own]) => own) : Object.fromEntries(entries);
}
