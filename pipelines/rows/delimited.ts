// Rows of separated values (RFC 4180; commas, semicolons or tabs) with the place of every cell. csv-parse does the parsing.
import {CsvError, parse} from "csv-parse/browser/esm/sync";
import {fieldNames, type RecordKind, refuseOtherColumns} from "./columns.js";
import {UserError} from "./error.js";
import {type CellRow, placeOf, type Row} from "./row.js";
import {withoutGuard} from "./spreadsheet.js";

export type Separator = "," | ";" | "\t";
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const QUOTE = 0x22;

/** The separator that is most frequent in the first line outside of quotes. */
export function separatorOf(head: string): Separator {
  const line = head
    .replace(/^\ufeff?\s*/u, "")
    .split(/[\r\n]/u, 1)[0]!
    .replace(/"[^"]*"/gu, "");
  const separators: Separator[] = [",", "\t", ";"];
  return separators.reduce((best, each) => (line.split(each).length > line.split(best).length ? each : best));
}

/** Options of csv-parse for a table, given its beginning: lines may end in CR alone, as in old files. */
export const parserOptions = (separator: Separator, head: Uint8Array) => ({
  delimiter: separator,
  record_delimiter: endsInReturn(head) ? ["\r"] : ["\r\n", "\n"],
  relax_column_count: true,
  relax_quotes: true,
  bom: false
});
const endsInReturn = (head: Uint8Array): boolean => !head.includes(LINE_FEED) && head.includes(RETURN);

/** Gives rows of cells their places. It holds the bytes of the rows that are not yet reported. */
export class CellPlaces {
  private parts: Uint8Array[] = [];
  /** position of the first held byte in the text */
  private start = 0;
  /** line on which the row begins that is not yet reported */
  line = 1;
  constructor(
    private readonly separator: Separator,
    private readonly lineEnd: number
  ) {}

  /** Adds the next bytes of the text. */
  add(bytes: Uint8Array): void {
    this.parts.push(bytes);
  }
  /** The row that ends before a position of the text. */
  row(cells: readonly string[], end: number): CellRow {
    const bytes = this.take(end - this.start);
    const row = new TextRow(this.line, cells, bytes, this.separator);
    this.start = end;
    this.line += count(bytes, this.lineEnd);
    return row;
  }
  /** Place of the cell that the text ends in: its quote is never closed. */
  openCell(): {line: number; column: number} {
    const rest = this.take(this.parts.reduce((sum, {length}) => sum + length, 0));
    const starts = cellStarts(rest, this.separator);
    return placeIn(rest, starts.at(-1)!, this.line);
  }

  private take(length: number): Uint8Array {
    const [first] = this.parts;
    if (first && first.length >= length) {
      this.parts[0] = first.subarray(length);
      return first.subarray(0, length);
    }
    const taken = new Uint8Array(length);
    let filled = 0;
    while (filled < length) {
      const part = this.parts[0]!;
      const piece = part.subarray(0, length - filled);
      taken.set(piece, filled);
      filled += piece.length;
      if (piece.length === part.length) this.parts.shift();
      else this.parts[0] = part.subarray(piece.length);
    }
    return taken;
  }
}

/** Places of the rows of a text that begins with `head`. */
export const cellPlaces = (separator: Separator, head: Uint8Array): CellPlaces =>
  new CellPlaces(separator, endsInReturn(head) ? RETURN : LINE_FEED);

class TextRow implements CellRow {
  constructor(
    readonly line: number,
    readonly cells: readonly string[],
    private readonly bytes: Uint8Array,
    private readonly separator: Separator
  ) {}
  place(cell: number): {line: number; column: number} {
    const start = cellStarts(this.bytes, this.separator)[cell] ?? 0;
    return placeIn(this.bytes, start, this.line);
  }
}

/** Line and column, in UTF-16 units, of a position among bytes that begin at the beginning of a line. */
function placeIn(bytes: Uint8Array, at: number, line: number): {line: number; column: number} {
  const lineStart = bytes.lastIndexOf(LINE_FEED, at - 1) + 1;
  const isFirst = at === 0 || lineStart === 0;
  return {
    line: line + (isFirst ? 0 : count(bytes.subarray(0, at), LINE_FEED)),
    column: new TextDecoder().decode(bytes.subarray(isFirst ? 0 : lineStart, at)).length + 1
  };
}

/** Positions at which the cells of a row begin. */
function cellStarts(bytes: Uint8Array, separator: Separator): number[] {
  const mark = separator.charCodeAt(0);
  const starts = [0];
  let isQuoted = bytes[0] === QUOTE;
  for (let i = isQuoted ? 1 : 0; i < bytes.length; i++) {
    if (isQuoted) {
      if (bytes[i] === QUOTE && bytes[i + 1] === QUOTE) i++;
      else if (bytes[i] === QUOTE) isQuoted = false;
    } else if (bytes[i] === mark) {
      starts.push(i + 1);
      if (bytes[i + 1] === QUOTE) [isQuoted, i] = [true, i + 1];
    }
  }
  return starts;
}

function count(bytes: Uint8Array, sign: number): number {
  let found = 0;
  for (let at = bytes.indexOf(sign); at >= 0; at = bytes.indexOf(sign, at + 1)) found++;
  return found;
}

/** The mistake of a table that csv-parse refuses, with its place. */
export function tableFault(error: unknown, file: string, places: CellPlaces): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  if (error.code === "ERR_STRING_TOO_LONG")
    return new UserError(`${file}:${places.line} a cell of more than 512 MB, more than can be held at once`);
  if (error.code !== "CSV_QUOTE_NOT_CLOSED") return new UserError(`${file} is not separated text: ${error.message}`);
  const {line, column} = places.openCell();
  return new UserError(`${file}:${line}:${column} a quote that is never closed`);
}

/**
 * Calls `each` with the rows of a whole text, blank lines included, the header like any other.
 * @param file named in errors
 * @throws UserError where a quote is never closed
 */
export function eachCellRow(
  text: string,
  {file, separator = separatorOf(text)}: {file: string; separator?: Separator},
  each: (row: CellRow) => void
): void {
  const bytes = new TextEncoder().encode(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  const places = cellPlaces(separator, bytes);
  places.add(bytes);
  try {
    parse(bytes as Buffer, {
      ...parserOptions(separator, bytes),
      on_record: (cells: string[], {bytes: end}: {bytes: number}) => {
        each(places.row(cells, end));
        return null;
      }
    });
  } catch (error) {
    throw error instanceof CsvError ? tableFault(error, file, places) : error;
  }
}

export interface HeaderOptions {
  file: string;
  /** names of the columns of a table without a header; a first row of `heading` names is one */
  columns?: readonly string[] | undefined;
  heading?: readonly string[] | undefined;
  /** the kind of record that a row is */
  kind?: RecordKind | undefined;
  /** converts cells: numbers and true/false, and an empty cell counts as absent; a guard against formulas is taken off */
  isTyped?: boolean | undefined;
  /** whether numbers have a decimal comma */
  decimalComma?: boolean | undefined;
}

/**
 * Returns a function that makes a record of each row of a table, after its header; undefined for the header and for blank lines. A row that is
 * shorter than the header has fewer fields; a longer one is bad.
 */
export function recordMaker({file, columns, heading, kind, ...options}: HeaderOptions): (row: CellRow) => Row | undefined {
  let header: Header | undefined;
  let number = 0;
  return row => {
    const cells = row.cells as readonly string[];
    if (cells.length === 1 && cells[0]!.trim() === "") return undefined;
    if (!header) {
      const isHeader = !columns || cells.some(name => heading?.includes(name.trim().toLowerCase()));
      const names = isHeader ? cells.map(name => withoutGuard(name).trim()) : columns;
      header = new Header(isHeader && kind ? fieldNames(names, kind) : names, options);
      if (isHeader) {
        header.refuseRepeats(row, file);
        if (kind) refuseOtherColumns(header.names, {kind, place: placeOf(file, row)});
        return undefined;
      }
    }
    return header.record(row, ++number);
  };
}

class Header {
  private readonly index: Map<string, number>;
  constructor(
    readonly names: readonly string[],
    private readonly options: Pick<HeaderOptions, "isTyped" | "decimalComma">
  ) {
    this.index = new Map(names.map((name, i) => [name, i]));
  }
  refuseRepeats(row: CellRow, file: string): void {
    const twice = this.names.findIndex((name, i) => name !== "" && this.index.get(name) !== i);
    if (twice < 0) return;
    const name = this.names[twice]!;
    const {line, column} = row.place(this.names.indexOf(name, twice + 1));
    throw new UserError(`${file}:${line}:${column} two columns are named "${name}"`);
  }
  record(row: CellRow, number: number): Row {
    const {names, index} = this;
    const cells = row.cells as readonly string[];
    const {line} = row;
    if (cells.length > names.length || (cells.length < names.length && !this.options.isTyped))
      return {
        line,
        number,
        bad: this.options.isTyped
          ? `${cells.length} cells under ${names.length} columns`
          : `${cells.length} columns, where there should be ${names.length} (${names.join(", ")})`
      };
    const value: Record<string, unknown> = {};
    for (const [i, cell] of cells.entries()) {
      const found = this.options.isTyped ? typedCell(cell, this.options) : cell;
      if (found !== undefined) value[names[i]!] = found;
    }
    return {
      line,
      number,
      value,
      column(field) {
        const cell = index.get(field);
        return cell === undefined || cell >= cells.length ? undefined : (row.place(cell).column as number);
      },
      written(field) {
        const cell = cells[index.get(field) ?? -1];
        return cell === undefined ? undefined : withoutGuard(cell).trim() || undefined;
      }
    };
  }
}

/** A cell as a number, true, false or text; undefined where it is empty. */
export function typedCell(cell: string, {decimalComma}: Pick<HeaderOptions, "decimalComma"> = {}): unknown {
  const text = withoutGuard(cell).trim();
  if (text === "") return undefined;
  const number = decimalComma ? text.replace(",", ".") : text;
  if (/^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/iu.test(number)) return Number(number);
  if (/^(true|false)$/iu.test(text)) return text.toLowerCase() === "true";
  return text;
}
