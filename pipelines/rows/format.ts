// Formats of rows, and how a file's name and first bytes show them.

/** Formats of rows; each may be packed by gzip or zstd. */
export const ROW_FORMATS = ["jsonl", "json", "csv", "tsv", "parquet", "arrow", "yaml"] as const;
export type RowFormat = (typeof ROW_FORMATS)[number];
export type Packing = "gzip" | "zstd" | null;

const ENDINGS: Readonly<Record<string, RowFormat>> = {
  jsonl: "jsonl",
  ndjson: "jsonl",
  json: "json",
  csv: "csv",
  tsv: "tsv",
  parquet: "parquet",
  arrow: "arrow",
  feather: "arrow",
  yaml: "yaml",
  yml: "yaml"
};
const PACKED = /\.(?:gz|zst)$/u;

/** The format that a file's name shows; undefined where it shows none. */
export function formatOfName(file: string): RowFormat | undefined {
  const ending = /\.(\w+)$/u.exec(file.toLowerCase().replace(PACKED, ""))?.[1];
  return ending === undefined ? undefined : ENDINGS[ending];
}

const startsWith = (bytes: Uint8Array, ...signs: number[]): boolean => signs.every((sign, i) => bytes[i] === sign);

/** How a file is packed, by its first four bytes. A stream of zstd may begin with a frame to be skipped (RFC 8878, 3.1.2). */
export function packingOf(head: Uint8Array): Packing {
  if (startsWith(head, 0x1f, 0x8b)) return "gzip";
  const isSkippable = head[0]! >> 4 === 5 && startsWith(head.subarray(1), 0x2a, 0x4d, 0x18);
  return isSkippable || startsWith(head, 0x28, 0xb5, 0x2f, 0xfd) ? "zstd" : null;
}

/**
 * The format of a file by its first bytes, unpacked. Signs of Parquet and Arrow count more than the name, the name more than the look of
 * text: JSON begins with a bracket or brace, and anything else is a table.
 */
export function formatOf(head: Uint8Array, file: string): RowFormat {
  if (startsWith(head, 0x50, 0x41, 0x52, 0x31)) return "parquet"; // PAR1
  if (startsWith(head, 0x50, 0x41, 0x52, 0x45)) return "parquet"; // PARE, encrypted
  if (startsWith(head, 0x41, 0x52, 0x52, 0x4f, 0x57, 0x31) || startsWith(head, 0xff, 0xff, 0xff, 0xff)) return "arrow"; // ARROW1, stream
  const named = formatOfName(file);
  if (named !== undefined && named !== "json" && named !== "jsonl") return named;
  return jsonForm(latin1(head).replace(/^\xef\xbb\xbf/u, ""), named) ?? named ?? "csv";
}

/** Whether a text is one JSON value or a record a line, by its beginning and its name; undefined where it is no JSON. */
function jsonForm(text: string, named?: RowFormat): "json" | "jsonl" | undefined {
  const start = text.trimStart();
  if (start[0] === "[") return "json";
  if (start[0] !== "{") return undefined;
  if (named === "jsonl") return "jsonl";
  const end = start.indexOf("\n");
  if (end < 0) return named === "json" ? "json" : "jsonl";
  return isWhole(start.slice(0, end)) && (named !== "json" || start.slice(end).trim() !== "") ? "jsonl" : "json";
}

/** Whether the first line of a text closes the object that it opens; strings are skipped. */
function isWhole(line: string): boolean {
  let depth = 0;
  for (let i = 0; i < line.length; i++) {
    const char = line[i];
    if (char === '"') {
      for (i++; i < line.length && line[i] !== '"'; i++) if (line[i] === "\\") i++;
    } else if (char === "{" || char === "[") depth++;
    else if ((char === "}" || char === "]") && --depth === 0) return true;
  }
  return false;
}

function latin1(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes.subarray(0, MAX_LOOK)) text += String.fromCharCode(byte);
  return text;
}
/** Bytes of a text that are looked at. */
const MAX_LOOK = 2 ** 16;
