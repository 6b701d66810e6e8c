// Records of a text of any of the usual shapes, each with the place of its fields: JSON lines, a JSON list, or CSV.
import {cellsOf} from "./delimited.js";

/** One record: its value, or what is wrong with it. `column` tells where a field stands, where that is known. */
export interface Given {
  line: number;
  value?: Record<string, unknown>;
  bad?: string;
  column?(field: string): number | undefined;
}

/** Records of a whole text; its first character tells the format. */
export function recordsOf(text: string): Given[] {
  const head = text.trimStart()[0];
  if (head === undefined) return [];
  if (head === "[") return ofList(text);
  return head === "{" ? ofLines(text) : ofTable(text);
}

function ofLines(text: string): Given[] {
  return text.split("\n").flatMap((own, i) => {
    if (own.trim() === "") return [];
    const line = i + 1;
    try {
      return [record(JSON.parse(own), line, own)];
    } catch (error) {
      return [{line, bad: `no JSON: ${(error as Error).message.replace(/\s+/g, " ")}`}];
    }
  });
}

function record(value: unknown, line: number, text: string): Given {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return {line, bad: "expected an object"};
  return {line, value: value as Record<string, unknown>, column: field => columnOf(text, field)};
}

/** Where a field's name stands in a line of JSON. */
function columnOf(text: string, field: string): number | undefined {
  const at = text.search(new RegExp(`"${field.replace(/[^\w]/g, "\\$&")}"\\s*:`));
  return at < 0 ? undefined : at + 1;
}

/** The entries of a JSON list; `line` is the number of the entry, as a list need not have lines. */
function ofList(text: string): Given[] {
  const list = JSON.parse(text) as unknown[];
  return list.map((value, i) => ({...record(value, i + 1, ""), column: () => undefined}));
}

/** Rows under a header; numbers and true/false become such, an empty cell is as good as none. */
function ofTable(text: string): Given[] {
  const [head, ...rows] = cellsOf(text);
  const names = head!.map(cell => cell.text.trim());
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new SyntaxError(`1:${head![names.lastIndexOf(twice)]!.column} two columns are named "${twice}"`);
  return rows.map(cells => {
    const line = cells[0]!.line;
    if (cells.length > names.length) return {line, bad: `${cells.length} cells under ${names.length} columns`};
    const value: Record<string, unknown> = {};
    cells.forEach((cell, i) => {
      const found = plainValue(cell.text.trim());
      if (found !== undefined) value[names[i]!] = found;
    });
    return {line, value, column: field => cells[names.indexOf(field)]?.column};
  });
}

function plainValue(text: string): unknown {
  if (text === "") return undefined;
  if (/^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return Number(text);
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === "true";
  return text;
}
