// Parses a table of responses, models × items or one row per response, into Responses; anything else is refused with its place in the file.
// Pure: the reader of separated values (d3-dsv) is passed in, so that pages and commands read alike.
import {UserError} from "../../book/error.js";
import {withoutGuard} from "../../rows/spreadsheet.js";
import {MISSING, type Responses, RIGHT, WRONG} from "./item.js";

/** The part of d3-dsv that is needed: a parser for a delimiter. */
export type Separated = (delimiter: string) => {
  parseRows(text: string, row: (cells: string[], index: number) => undefined): unknown;
};

/** Code of a cell that is none of right, wrong or missing. */
export const OTHER = 255;
const CODES: Readonly<Record<string, number>> = {
  "0": WRONG,
  "1": RIGHT,
  "0.0": WRONG, // how pandas writes a column with blanks
  "1.0": RIGHT,
  "": MISSING,
  NA: MISSING,
  NaN: MISSING,
  nan: MISSING
};
/** Code of a cell's text: WRONG, RIGHT, MISSING or OTHER. */
export const codeOf = (cell: string): number => CODES[cell] ?? CODES[cell.trim()] ?? OTHER;

const PERSON = /^(model|model_id|evaluation|eval|eval_id|person|person_id|subject|respondent|examinee|id|name)$/i;
const ITEM = /^(item|item_id|question|question_id)$/i;
const RESPONSE = /^(correct|is_correct|response|score)$/i;

/** Column indices of the long form; null where the header does not name all three. */
export function longForm(header: readonly string[]): {person: number; item: number; response: number} | null {
  const at = (names: RegExp): number => header.findIndex(name => names.test(name.trim()));
  const found = {person: at(PERSON), item: at(ITEM), response: at(RESPONSE)};
  return Math.min(found.person, found.item, found.response) < 0 ? null : found;
}

/** Whether a column of this name holds models rather than an item. The column of R's row names has an empty name. */
export const namesPersons = (name: string): boolean => name.trim() === "" || PERSON.test(name.trim());

/**
 * Reads comma-, semicolon- or tab-separated text: models × items, with or without a header row and a column of model names, or long form
 * with columns named model, item and correct (or response, or score). A cell is 0, 1, or blank or NA for missing.
 * @param file named in errors
 * @throws UserError `file:line:column …`
 */
export function parseResponses(text: string, file: string, separated: Separated): Responses {
  const source = text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
  const delimiter = delimiterOf(source);
  const reader = {file, source, delimiter};
  const table: Table = {first: [], lead: [], codes: [], rows: []};
  let long: LongTable | null = null;
  separated(delimiter).parseRows(source, (cells, row) => {
    if (cells.length === 1 && cells[0]!.trim() === "" && table.first.length !== 1) return undefined;
    for (let at = 0; at < cells.length; at++) if (cells[at]!.startsWith("'")) cells[at] = withoutGuard(cells[at]!);
    if (table.first.length === 0) {
      table.first = cells;
      const columns = longForm(cells);
      if (columns) long = new LongTable(columns, reader);
    }
    if (cells.length !== table.first.length)
      fail(reader, row, 0, `the row has ${cells.length} cells; expected ${table.first.length} as in the first row`);
    if (long) long.add(cells, row);
    else addRow(table, cells, row);
    return undefined;
  });
  return (long as LongTable | null)?.responses() ?? wide(table, reader);
}
const BYTE_ORDER_MARK = 0xfeff;

interface Reader {
  file: string;
  source: string;
  delimiter: string;
}

interface Table {
  /** cells of the first row, which may be a header */
  first: string[];
  /** first cell of each row, which may be a model's name */
  lead: string[];
  codes: Uint8Array[];
  /** row number of each row in the text */
  rows: number[];
}

function addRow(table: Table, cells: readonly string[], row: number): void {
  table.lead.push(cells[0]!);
  table.codes.push(Uint8Array.from(cells, codeOf));
  table.rows.push(row);
}

function wide(table: Table, reader: Reader): Responses {
  const header = table.first.length > 0 && isHeader(table.first);
  const data = header ? 1 : 0;
  const count = table.codes.length - data;
  const width = table.first.length;
  if (count < 1 || width === 0)
    throw new UserError(`${reader.file}:1:1 holds no responses; expected rows of models and columns of items`);
  const named =
    (header && namesPersons(table.first[0]!)) || table.codes.slice(data).every(codes => width > 1 && codes[0] === OTHER);
  const skip = named ? 1 : 0;
  const size = width - skip;
  if (size < 1) throw new UserError(`${reader.file}:1:1 holds names of models but no items`);
  const cells = new Uint8Array(count * size);
  for (let person = 0; person < count; person++) {
    const codes = table.codes[person + data]!;
    const bad = codes.indexOf(OTHER, skip);
    if (bad >= 0) badCell(reader, table.rows[person + data]!, bad);
    cells.set(skip ? codes.subarray(1) : codes, person * size);
  }
  const persons = named ? table.lead.slice(data) : numbered(count);
  const items = header ? table.first.slice(skip).map(name => name.trim()) : numbered(size);
  eachDuplicate(persons, (twice, i) => fail(reader, table.rows[i + data]!, 0, `model "${twice}" occurs twice; name each once`));
  eachDuplicate(items, (twice, i) => fail(reader, table.rows[0]!, i + skip, `item "${twice}" occurs twice; name each once`));
  return {persons, items, cells};
}

/**
 * Whether the first row names items. It does where most of its cells are no response, or where all are filled and different and one is no
 * response: items may be called 0 and 1, but a row of responses with one bad cell soon repeats itself.
 */
function isHeader(first: readonly string[]): boolean {
  const names = first.length > 1 ? first.slice(1) : first;
  const others = names.filter(name => codeOf(name) === OTHER).length;
  if (2 * others > names.length) return true;
  if (first.length > 1 && PERSON.test(first[0]!.trim())) return true;
  return others > 0 && names.every(name => name.trim() !== "") && new Set(names).size === names.length;
}

/** Reader of the long form: rows in any order; models and items in the order of their first row. */
class LongTable {
  readonly persons = new Names();
  readonly items = new Names();
  readonly entries: {person: number; item: number; code: number; row: number}[] = [];
  private header = true;
  constructor(
    private readonly columns: {person: number; item: number; response: number},
    private readonly reader: Reader
  ) {}
  add(cells: readonly string[], row: number): void {
    if (this.header) {
      this.header = false;
      return;
    }
    const {person, item, response} = this.columns;
    const code = codeOf(cells[response]!);
    if (code === OTHER) badCell(this.reader, row, response);
    for (const at of [person, item]) if (cells[at]!.trim() === "") fail(this.reader, row, at, "the name is blank");
    this.entries.push({person: this.persons.index(cells[person]!), item: this.items.index(cells[item]!), code, row});
  }
  responses(): Responses {
    return fillCells(this.persons, this.items, this.entries, ({person, item, row}) =>
      fail(
        this.reader,
        row,
        0,
        `model "${this.persons.names[person]}" answers item "${this.items.names[item]}" a second time; give one response`
      )
    );
  }
}

/** Assigns numbers to names in the order of their first use. */
export class Names {
  readonly names: string[] = [];
  private readonly at = new Map<string, number>();
  index(name: string): number {
    const known = this.at.get(name);
    if (known !== undefined) return known;
    this.at.set(name, this.names.length);
    return this.names.push(name) - 1;
  }
}

/** Responses of entries; cells without an entry are missing. Calls `twice` for an entry whose cell is already filled. */
export function fillCells<Entry extends {person: number; item: number; code: number}>(
  persons: Names,
  items: Names,
  entries: readonly Entry[],
  twice: (entry: Entry) => void
): Responses {
  const size = items.names.length;
  const cells = new Uint8Array(persons.names.length * size).fill(OTHER);
  for (const entry of entries) {
    const at = entry.person * size + entry.item;
    if (cells[at] !== OTHER) twice(entry);
    cells[at] = entry.code;
  }
  for (let at = 0; at < cells.length; at++) if (cells[at] === OTHER) cells[at] = MISSING;
  return {persons: persons.names, items: items.names, cells};
}

/** Names for columns or rows without names: "1", "2" … */
export const numbered = (count: number): string[] => Array.from({length: count}, (_, i) => String(i + 1));

/** Calls `twice` for the first name that repeats an earlier one. */
export function eachDuplicate(names: readonly string[], twice: (name: string, i: number) => void): void {
  const seen = new Set<string>();
  names.forEach((name, i) => {
    if (seen.has(name)) twice(name, i);
    seen.add(name);
  });
}

function delimiterOf(text: string): string {
  const line = text.slice(0, (text.search(/[\r\n]/) + 1 || text.length + 1) - 1).replace(/"[^"]*"/g, "");
  const counts = [",", "\t", ";"].map(mark => ({mark, count: line.split(mark).length}));
  return counts.reduce((most, each) => (each.count > most.count ? each : most)).mark;
}

function badCell(reader: Reader, row: number, cell: number): never {
  const {value} = locate(reader, row, cell);
  fail(reader, row, cell, `response "${value.length > 40 ? `${value.slice(0, 40)}…` : value}" is not 0, 1 or blank (NA)`);
}

function fail(reader: Reader, row: number, cell: number, what: string): never {
  const {line, column} = locate(reader, row, cell);
  throw new UserError(`${reader.file}:${line}:${column} ${what}`);
}

/** Line, column and text of a cell; quoted cells may hold delimiters and line breaks, as in RFC 4180. */
function locate({source, delimiter}: Reader, row: number, cell: number): {line: number; column: number; value: string} {
  let [atRow, atCell, line, lineStart, start, quoted] = [0, 0, 1, 0, 0, false];
  for (let i = 0; i <= source.length; i++) {
    const char = source[i];
    if (char === '"') quoted = !quoted;
    const lineEnd = char === "\n" || (char === "\r" && source[i + 1] !== "\n");
    if (!quoted && (lineEnd || char === delimiter || char === undefined)) {
      if (atRow === row && atCell === cell)
        return {
          line,
          column: start - lineStart + 1,
          value: source
            .slice(start, i)
            .replace(/\r$/, "")
            .replace(/^"(.*)"$/s, "$1")
        };
      atCell = lineEnd ? 0 : atCell + 1;
      if (lineEnd) atRow++;
      start = i + 1;
    }
    if (lineEnd) {
      line++;
      lineStart = i + 1;
    }
  }
  return {line: row + 1, column: 1, value: ""};
}
