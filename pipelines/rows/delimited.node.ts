// Rows of separated values from a stream of bytes, with bounded memory.
import {Parser} from "csv-parse";
import {type CellPlaces, cellPlaces, parserOptions, type Separator, separatorOf, tableFault} from "./delimited.js";
import type {CellRow} from "./row.js";
import {TextCheck, withoutMark} from "./text.js";

interface TableOptions {
  /** named in errors */
  file: string;
  isTabbed: boolean;
  /** number of columns of a table without a header */
  width?: number | undefined;
}

/** The rows of a table in batches, blank lines included. Throws a UserError where it is no text or a quote is never closed. */
export async function* textCells(bytes: AsyncIterable<Buffer>, {file, isTabbed, width}: TableOptions): AsyncGenerator<CellRow[]> {
  const check = new TextCheck(file);
  let table: TableParser | undefined;
  for await (const chunk of bytes) {
    check.add(chunk);
    const part = table ? chunk : (withoutMark(chunk) as Buffer);
    table ??= new TableParser(file, isTabbed ? "\t" : separatorFor(part.toString("utf8"), width), part);
    yield await table.write(part);
  }
  check.end();
  if (table) yield await table.end();
}

class TableParser {
  private rows: CellRow[] = [];
  private readonly places: CellPlaces;
  private readonly parser: Parser;
  constructor(
    private readonly file: string,
    separator: Separator,
    head: Uint8Array
  ) {
    this.places = cellPlaces(separator, head);
    this.parser = new Parser({
      ...parserOptions(separator, head),
      on_record: (cells: string[], {bytes}: {bytes: number}) => {
        this.rows.push(this.places.row(cells, bytes));
        return null;
      }
    });
    this.parser.on("error", () => {}); // each call reports its own
  }
  /** Returns the rows that end in the next part of the text. */
  async write(part: Buffer): Promise<CellRow[]> {
    this.places.add(part);
    await this.done(done => this.parser.write(part, done));
    return this.taken();
  }
  /** Returns the last row, if the text does not end in a line end. */
  async end(): Promise<CellRow[]> {
    await this.done(done => {
      this.parser
        .once("error", done)
        .once("end", () => done())
        .resume();
      this.parser.end();
    });
    return this.taken();
  }
  private taken(): CellRow[] {
    const {rows} = this;
    this.rows = [];
    return rows;
  }
  private async done(work: (done: (error?: Error | null) => void) => void): Promise<void> {
    // The parser throws where a cell is longer than a string may be.
    const error = await new Promise<Error | null | undefined>(work).catch((thrown: Error) => thrown);
    if (error) throw tableFault(error, this.file, this.places);
  }
}

/** The separator of a table: of one without a header, that which gives as many cells as it has columns. */
function separatorFor(head: string, width: number | undefined): Separator {
  const likely = separatorOf(head);
  if (width === undefined || likely === ",") return likely;
  return head.split(/[\r\n]/u, 1)[0]!.split(",").length >= width ? "," : likely;
}
