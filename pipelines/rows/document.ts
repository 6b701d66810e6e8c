// Records of a whole JSON or YAML document, each with the place where it begins.
import {type Document, LineCounter, parseDocument, type YAMLSeq} from "yaml";
import {UserError} from "./error.js";
import {columnOfField, jsonFault, MAX_LEVELS, parseRecords} from "./json.js";
import type {Row} from "./row.js";

export interface DocumentOptions {
  file: string;
  /** The records of a document that is no list. */
  unfold?: ((document: unknown) => readonly unknown[] | undefined) | undefined;
  /** Levels of a record whose integers beyond 2⁵³ become texts (`exactJson`). */
  depth?: number | undefined;
}

type Fields = Record<string, unknown>;
const isMap = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The records of a JSON document: the elements of a list, or those of an object's only list of objects, or the object itself.
 * @throws UserError `file:line …` where it is no JSON, or neither a list nor an object
 */
export function documentRows(text: string, {file, unfold, depth}: DocumentOptions): Row[] {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  let document: unknown;
  try {
    document = parseRecords(source, depth);
  } catch (error) {
    throw new UserError(`${file}:${faultyLine(source, error as Error)} not JSON: ${jsonFault(error)}`);
  }
  return recordsIn(document, {file, unfold}) ?? listRows(document as unknown[], source);
}

/** The records of a document that is no list; undefined for a list. */
function recordsIn(document: unknown, {file, unfold}: DocumentOptions): Row[] | undefined {
  const unfolded = viewerRows(document) ?? unfold?.(document)?.map(numbered);
  if (unfolded || Array.isArray(document)) return unfolded;
  if (!isMap(document)) throw new UserError(`${file} has no list of records`);
  const values = Object.values(document);
  const lists = values.filter(each => Array.isArray(each));
  const [list = []] = lists;
  if (lists.length === 1 && list.length > 0 && list.every(isMap) && !values.some(isText)) return list.map(numbered);
  if (lists.length === values.length) throw new UserError(`${file} has no list of records`);
  return [{line: 1, number: 1, value: document}];
}
/** A record has texts next to its lists; a wrapper of records has not, or only a few words about them. */
const isText = (value: unknown): boolean => typeof value === "string" || typeof value === "number";
const numbered = (value: unknown, i: number): Row => ({line: i + 1, number: i + 1, value});

/** The records of an answer of Hugging Face's dataset viewer (`/rows`, `/first-rows`), which cuts long cells; undefined for other documents. */
function viewerRows(document: unknown): Row[] | undefined {
  const rows = isMap(document) && Array.isArray(document.rows) ? document.rows : [];
  if (rows.length === 0 || !rows.every(each => isMap(each) && isMap(each.row))) return undefined;
  return rows.map(({row, truncated_cells: cut}, i): Row => {
    const place = {line: i + 1, number: i + 1};
    return Array.isArray(cut) && cut.length > 0
      ? {...place, bad: `only the beginning of ${cut.join(", ")}`}
      : {...place, value: row};
  });
}

/** The elements of a list of JSON, each at the line where it begins; a field on a later line has no column. */
function listRows(list: readonly unknown[], text: string): Row[] {
  const starts = elementStarts(text);
  return list.map((value, i): Row => {
    const {at, line, column: first} = starts[i]!;
    return {
      line,
      number: i + 1,
      value,
      column(field) {
        const end = text.indexOf("\n", at);
        const column = columnOfField(
          text.slice(at, Math.min(end < 0 ? text.length : end, starts[i + 1]?.at ?? text.length)),
          field
        );
        return column === undefined ? undefined : column + first - 1;
      }
    };
  });
}

/** Where each element of a list begins; strings and nested lists are skipped. */
function elementStarts(text: string): {at: number; line: number; column: number}[] {
  const starts: {at: number; line: number; column: number}[] = [];
  let [depth, line, lineStart, isOpen] = [0, 1, 0, false];
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (char === "\n") [line, lineStart] = [line + 1, at + 1];
    if (depth > 0 && !isOpen && !/[\s,\]]/u.test(char)) {
      starts.push({at, line, column: at - lineStart + 1});
      isOpen = true;
    }
    if (char === '"') {
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === "\\") at++;
    } else if (char === "[" || char === "{") depth++;
    else if (char === "]" || char === "}") depth--;
    else if (char === "," && depth === 1) isOpen = false;
  }
  return starts;
}

/** Longest text, characters, that is read as YAML to find out where it stops being JSON: that takes a second for each million. */
const MAX_SOUGHT = 5_000_000;

/** The line at which a text stops being JSON. Not every message of JSON.parse says where; YAML, which contains JSON, does. */
export function faultyLine(text: string, {message}: Error): number {
  const position = /position (\d+)/u.exec(message)?.[1];
  const yaml = position === undefined && text.length <= MAX_SOUGHT ? parseDocument(text, {schema: "json"}).errors[0] : undefined;
  return yaml?.linePos?.[0].line ?? text.slice(0, position === undefined ? text.length : Number(position)).split("\n").length;
}

/** Values that the aliases of a YAML document may expand to: as many as this, and as many for each character of its text. */
const EXPANDED = 2 ** 26;
const MAX_RATIO = 200;

/**
 * A YAML document with its value, in which aliases share one object.
 * @throws UserError `file:line:column …` where it is no YAML, is nested too deeply, or becomes too large once its aliases are written out
 */
export function yamlValue(text: string, file: string): {value: unknown; document: Document; lineCounter: LineCounter} {
  const lineCounter = new LineCounter();
  let document: Document.Parsed;
  let value: unknown;
  try {
    document = parseDocument(text, {lineCounter});
    const [error] = document.errors;
    if (error) {
      const [{line, col} = {line: 1, col: 1}] = error.linePos ?? [];
      throw new UserError(`${file}:${line}:${col} not YAML: ${error.message.split("\n")[0]!.replace(/ at line \d.*$/u, "")}`);
    }
    value = document.toJS({maxAliasCount: -1}); // writers name each text that repeats, often thousands of them
  } catch (error) {
    if (error instanceof RangeError) throw new UserError(`${file}:1:1 nested deeper than ${MAX_LEVELS} levels`);
    throw error;
  }
  const {size, levels} = extentOf(value);
  if (levels > MAX_LEVELS) throw new UserError(`${file}:1:1 nested deeper than ${MAX_LEVELS} levels`);
  if (size > Math.max(EXPANDED, MAX_RATIO * text.length))
    throw new UserError(`${file}:1:1 aliases (*) expand ${text.length} characters to more than ${EXPANDED} values`);
  return {value, document, lineCounter};
}

interface Extent {
  /** Characters of all texts, and 1 for each other value. */
  size: number;
  levels: number;
}

/** The extent of a value with everything that it shares written out; more than MAX_LEVELS levels where it contains itself. */
function extentOf(value: unknown, known = new Map<object, Extent>(), level = 1): Extent {
  if (typeof value === "string") return {size: value.length, levels: 0};
  if (typeof value !== "object" || value === null) return {size: 1, levels: 0};
  if (level > MAX_LEVELS) return {size: 0, levels: 1};
  const before = known.get(value);
  if (before) return before;
  const extent: Extent = {size: 1, levels: 1};
  for (const each of Object.values(value)) {
    const {size, levels} = extentOf(each, known, level + 1);
    extent.size += size;
    extent.levels = Math.max(extent.levels, levels + 1);
  }
  known.set(value, extent);
  return extent;
}

/**
 * The records of a YAML document, as those of JSON.
 * @throws UserError `file:line:column …` where it is no YAML
 */
export function yamlRows(text: string, {file, unfold}: DocumentOptions): Row[] {
  const {value, document, lineCounter} = yamlValue(text, file);
  const rows = recordsIn(value, {file, unfold});
  if (rows) return rows;
  const {items} = document.contents as YAMLSeq<{range?: [number, number, number] | null}>;
  return (value as unknown[]).map((each, i) => {
    const {line} = lineCounter.linePos(items[i]?.range?.[0] ?? 0);
    return {line, number: i + 1, value: each};
  });
}
