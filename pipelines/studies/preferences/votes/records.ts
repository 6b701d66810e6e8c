// Splits a text into records with the position of their fields: JSON lines, a JSON list, or CSV.
import {exactJson} from "../../../rows/json.js";
import {cellsOf} from "./delimited.js";

/** One record: its value, or its error. `column` gives the position of a field, where that is known. */
export interface VoteRecord {
  line: number;
  value?: Record<string, unknown>;
  bad?: string;
  column?(field: string): number | undefined;
  /** a field as it is written, in formats that contain text only: 007, 1.10 and 12345678901234567890 may be names, too */
  written?(field: string): string | undefined;
}

/** Number of records with `"simulated": true`. */
export const simulatedAmong = (records: readonly VoteRecord[]): number =>
  records.reduce((sum, {value}) => sum + (value?.simulated === true ? 1 : 0), 0);

/** Records of a whole text, whose first character determines the format. Lines may end in CR alone, as in old files. */
export function recordsOf(given: string): VoteRecord[] {
  const text = given.includes("\n") ? given : given.replaceAll("\r", "\n");
  const head = text.trimStart()[0];
  if (head === undefined) return [];
  if (head === "[") return ofList(text);
  return head === "{" ? ofLines(text) : ofTable(text);
}

function ofLines(text: string): VoteRecord[] {
  return text.split("\n").flatMap((own, i) => {
    if (own.trim() === "") return [];
    const line = i + 1;
    try {
      return [record(exactJson(own), line, own)];
    } catch (error) {
      return [{line, bad: `not JSON: ${(error as Error).message.replace(/\s+/g, " ")}`}];
    }
  });
}

function record(value: unknown, line: number, text: string): VoteRecord {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return {line, bad: "expected an object"};
  return {line, value: value as Record<string, unknown>, column: field => columnOf(text, field)};
}

/** Column at which a field's name stands in a line of JSON; undefined where it is not found. */
function columnOf(text: string, field: string): number | undefined {
  const at = text.search(new RegExp(`"${field.replace(/[^\w]/g, "\\$&")}"\\s*:`));
  return at < 0 ? undefined : at + 1;
}

/** The entries of a JSON list, each at the line where it begins. Throws at the first entry that is not valid JSON. */
function ofList(text: string): VoteRecord[] {
  const places = entriesOf(text);
  let list: unknown;
  try {
    list = exactJson(text);
  } catch (error) {
    const broken = places.find(({own}) => !isJson(own));
    throw new SyntaxError(
      `${broken?.line ?? text.trimEnd().split("\n").length} not JSON: ${(error as Error).message.replace(/\s+/g, " ")}`
    );
  }
  return (list as unknown[]).map((value, i) => {
    const {line, column, own} = places[i]!;
    const first = own.split("\n", 1)[0]!; // a field on a later line has no column
    const found = record(value, line, first);
    return {...found, column: field => (columnOf(first, field) === undefined ? undefined : columnOf(first, field)! + column - 1)};
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The text of each entry of a list and where it begins; strings and nested lists are skipped. */
function entriesOf(text: string): {line: number; column: number; own: string}[] {
  const entries: {line: number; column: number; own: string}[] = [];
  let [depth, from, line, lineStart] = [0, -1, 1, 0];
  let place = {line, column: 1};
  const close = (at: number) => {
    if (from >= 0) entries.push({...place, own: text.slice(from, at).trimEnd()});
    from = -1;
  };
  for (let at = 0; at < text.length; at++) {
    const own = text[at]!;
    if (own === "\n") [line, lineStart] = [line + 1, at + 1];
    if (depth > 0 && from < 0 && !/[\s,\]]/.test(own)) [from, place] = [at, {line, column: at - lineStart + 1}];
    if (own === '"') {
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === "\\") at++;
    } else if (own === "[" || own === "{") depth++;
    else if (own === "]" || own === "}") {
      depth--;
      if (depth === 0) close(at);
    } else if (own === "," && depth === 1) close(at);
  }
  close(text.length);
  return entries;
}

/** Rows under a header; numbers and true/false are converted, an empty cell counts as absent. */
function ofTable(text: string): VoteRecord[] {
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
    const cell = (field: string) => cells[names.indexOf(field)];
    return {line, value, column: field => cell(field)?.column, written: field => cell(field)?.text.trim() || undefined};
  });
}

function plainValue(text: string): unknown {
  if (text === "") return undefined;
  if (/^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return Number(text);
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === "true";
  return text;
}
