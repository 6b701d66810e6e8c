// Reads responses from rows: models × items, or one row per response; anything else is refused with its place in the file.
import {UserError} from "../../rows/error.js";
import {type CellRow, placeOf, type Row} from "../../rows/row.js";
import {withoutGuard} from "../../rows/spreadsheet.js";
import {eachTextCell, formatOfText, textRows} from "../../rows/textRows.js";
import {CORRECT, INCORRECT} from "../../score/status.js";
import {MISSING, type Responses, RIGHT, WRONG} from "./item.js";
import {
  codeOf,
  codeOfValue,
  eachDuplicate,
  fillCells,
  isHeader,
  longForm,
  Names,
  namesPersons,
  numbered,
  OTHER
} from "./matrix.js";

/** Columns of this project's table of samples that make responses. */
const SAMPLE_COLUMNS = ["eval_id", "model", "template", "sampler", "item_id", "trial", "status"] as const;

/** The columns of a table that are needed: few of one row per response, all of models × items (null). */
export function neededColumns(header: readonly string[]): readonly string[] | null {
  if (isSamples(header)) return SAMPLE_COLUMNS;
  const long = longForm(header);
  return long && [long.person, long.item, long.response].map(index => header[index]!);
}
const isSamples = (header: readonly string[]): boolean => SAMPLE_COLUMNS.every(name => header.includes(name));

interface ReaderOptions {
  /** named in errors */
  file: string;
  /** further texts that count as missing */
  missing?: readonly string[] | undefined;
  /** whether the first row is a header in any case */
  hasHeader?: boolean | undefined;
}

/** Rows of models × items; of their texts only what a message may need is held. */
class Table {
  first: CellRow | null = null;
  /** first cell of each row, which may be a model's name */
  readonly lead: string[] = [];
  readonly codes: Uint8Array[] = [];
  readonly lines: number[] = [];
  /** the first bad cell after the first row, among all cells and among those after the first one */
  readonly bad: ({row: CellRow; cell: number} | undefined)[] = [undefined, undefined];

  add(row: CellRow, codes: Uint8Array): void {
    if (this.codes.length > 0)
      for (const from of [0, 1]) {
        const cell = this.bad[from] ? -1 : codes.indexOf(OTHER, from);
        if (cell >= 0) this.bad[from] = {row, cell};
      }
    this.lead.push(nameOf(row.cells[0]));
    this.codes.push(codes);
    this.lines.push(row.line);
  }
}

interface Entry {
  person: number;
  item: number;
  code: number;
  line: number;
}

/**
 * Collects the responses of a file's rows, which are all rows of cells or all records. Models × items, with or without a header and a column of
 * model names; or one response a row, in columns named model, item and correct (or response, resp or score); or a model a record, with a
 * field for each item or an object `responses`; or this project's samples, of which the first trial counts and cut answers are missing.
 */
export class ResponseReader {
  private readonly table = new Table();
  private addRow: ((row: CellRow) => void) | undefined;
  private readonly persons = new Names();
  private readonly items = new Names();
  private readonly entries: Entry[] = [];
  /** Evaluations of samples by their identity, for their names. */
  private readonly evaluations = new Map<string, {model: string; name: string}>();
  private isLong = false;
  constructor(private readonly options: ReaderOptions) {}

  /** Adds a row of a table. Blank rows are skipped. */
  addCells(row: CellRow): void {
    const first = this.table.first?.cells;
    if (row.cells.length === 1 && String(row.cells[0]).trim() === "" && first?.length !== 1) return;
    if (first && row.cells.length !== first.length)
      this.fail(row, 0, `the row has ${row.cells.length} cells; expected ${first.length} as in the first row`);
    this.addRow ??= this.reader(row);
    this.addRow(row);
  }

  /** Adds a record, or throws what is wrong with it. */
  addRecord({line, value, bad}: Row): void {
    const place = `${this.options.file}:${line}:1`;
    if (bad !== undefined) throw new UserError(`${place} ${bad}`);
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw new UserError(`${place} is not an object; expected {"model": …, "item": …, "correct": 0 or 1}`);
    const record = value as Record<string, unknown>;
    const keys = Object.keys(record);
    const long = longForm(keys);
    const name = long ? keys[long.person]! : keys.find(key => namesPersons(key));
    if (name === undefined)
      throw new UserError(
        `${place} no field names the model; expected "model", with "item" and "correct" or a field for each item; the fields are ${keys.slice(0, 12).join(", ")}`
      );
    const person = this.nameIn(record, name, place);
    const {responses} = record;
    if (long) this.addResponse(person, this.nameIn(record, keys[long.item]!, place), {value: record[keys[long.response]!], line});
    else if (typeof responses === "object" && responses !== null && !Array.isArray(responses))
      for (const [item, each] of Object.entries(responses)) this.addResponse(person, item, {value: each, line});
    else for (const key of keys) if (key !== name) this.addResponse(person, key, {value: record[key], line});
    this.isLong = true;
  }

  /** The responses of all rows. @throws UserError where there are none */
  responses(): Responses {
    if (!this.isLong) return this.wide();
    if (this.entries.length === 0) throw this.noResponses();
    const {persons, items, options} = this;
    const responses = fillCells(persons, items, this.entries, ({person, item, line}) => {
      throw new UserError(
        `${options.file}:${line}:1 model "${persons.names[person]}" answers item "${items.names[item]}" a second time; give one response`
      );
    });
    return this.evaluations.size > 0 ? {...responses, persons: this.evaluationNames()} : responses;
  }

  /** How rows are read, by the first one. */
  private reader(first: CellRow): (row: CellRow) => void {
    const header = first.cells.map(String);
    const long = isSamples(header) ? this.sampleReader(header) : this.longReader(header);
    this.table.first = first;
    if (!long) return row => this.addWide(row);
    this.isLong = true;
    return row => {
      if (row !== first) long(row);
    };
  }

  private longReader(header: readonly string[]): ((row: CellRow) => void) | null {
    const columns = longForm(header);
    return (
      columns &&
      (row => {
        const {person, item, response} = columns;
        const code = codeOfValue(row.cells[response], this.options.missing);
        if (code === OTHER) this.badCell(row, response);
        for (const index of [person, item])
          if (nameOf(row.cells[index]).trim() === "") this.fail(row, index, "the name is blank");
        this.addEntry(nameOf(row.cells[person]), nameOf(row.cells[item]), {code, line: row.line});
      })
    );
  }

  private sampleReader(header: readonly string[]): (row: CellRow) => void {
    const [evaluation, model, template, sampler, item, trial, status] = SAMPLE_COLUMNS.map(name => header.indexOf(name)) as [
      number,
      number,
      number,
      number,
      number,
      number,
      number
    ];
    return ({cells, line}) => {
      if (Number(cells[trial]) !== 0) return;
      const id = String(cells[evaluation]);
      if (!this.evaluations.has(id))
        this.evaluations.set(id, {
          model: String(cells[model]),
          name: [model, template, sampler].map(index => String(cells[index])).join(" ")
        });
      const code = Number(cells[status]);
      this.addEntry(id, String(cells[item]), {code: code === CORRECT ? RIGHT : code === INCORRECT ? WRONG : MISSING, line});
    };
  }

  /** A model's name for each evaluation, with its template and sampler where a model has several. */
  private evaluationNames(): string[] {
    const all = [...this.evaluations.values()];
    const counts = new Map<string, number>();
    for (const {model} of all) counts.set(model, (counts.get(model) ?? 0) + 1);
    return this.persons.names.map(id => {
      const {model, name} = this.evaluations.get(id)!;
      return counts.get(model)! > 1 ? name : model;
    });
  }

  private addWide(row: CellRow): void {
    this.table.add(
      row,
      Uint8Array.from(row.cells, cell => codeOfValue(cell, this.options.missing))
    );
  }

  private wide(): Responses {
    const {codes, lines, lead, first, bad} = this.table;
    const names = first?.cells.map(nameOf) ?? [];
    const header = names.length > 0 && (this.options.hasHeader || isHeader(names));
    const data = header ? 1 : 0;
    const count = codes.length - data;
    if (count < 1) throw this.noResponses();
    const isNamed = (header && namesPersons(names[0]!)) || codes.slice(data).every(each => names.length > 1 && each[0] === OTHER);
    const skip = isNamed ? 1 : 0;
    const size = names.length - skip;
    if (size < 1) throw new UserError(`${this.options.file}:1:1 holds names of models but no items`);
    const firstBad = header ? -1 : codes[0]!.indexOf(OTHER, skip);
    if (firstBad >= 0) this.badCell(first!, firstBad);
    const found = bad[skip];
    if (found) this.badCell(found.row, found.cell);
    const cells = new Uint8Array(count * size);
    for (let person = 0; person < count; person++) cells.set(codes[person + data]!.subarray(skip), person * size);
    const persons = isNamed ? lead.slice(data) : numbered(count);
    const items = header ? names.slice(skip).map(name => name.trim()) : numbered(size);
    eachDuplicate(persons, (twice, i) => {
      throw new UserError(`${this.options.file}:${lines[i + data]}:1 model "${twice}" occurs twice; name each once`);
    });
    eachDuplicate(items, (twice, i) => this.fail(first!, i + skip, `item "${twice}" occurs twice; name each once`));
    return {persons, items, cells};
  }

  private addResponse(person: string, item: string, {value, line}: {value: unknown; line: number}): void {
    const code = codeOfValue(value, this.options.missing);
    if (code === OTHER)
      throw new UserError(
        `${this.options.file}:${line}:1 response ${shortened(JSON.stringify(value))} to item "${item}" is not 0, 1, true, false or null${hint(value)}`
      );
    this.addEntry(person, item, {code, line});
  }
  private addEntry(person: string, item: string, {code, line}: {code: number; line: number}): void {
    this.entries.push({person: this.persons.index(person), item: this.items.index(item), code, line});
  }
  private nameIn(record: Record<string, unknown>, field: string, place: string): string {
    const value = record[field];
    if ((typeof value === "string" && value.trim() !== "") || typeof value === "number") return String(value);
    throw new UserError(`${place} field "${field}" holds no name`);
  }
  private noResponses(): UserError {
    return new UserError(`${this.options.file}:1:1 holds no responses; expected rows of models and columns of items`);
  }
  private badCell(row: CellRow, cell: number): never {
    const value = row.cells[cell];
    const column = this.options.hasHeader ? ` in column "${String(this.table.first!.cells[cell])}"` : "";
    this.fail(row, cell, `response "${shortened(String(value))}"${column} is not 0, 1 or blank (NA)${hint(value)}`);
  }
  private fail(row: CellRow, cell: number, mistake: string): never {
    throw new UserError(`${placeOf(this.options.file, row.place(cell))} ${mistake}`);
  }
}

/** Reads the responses of a text, as pages have it. @throws UserError `file:line:column …` */
export function responsesOfText(text: string, file: string): Responses {
  const reader = new ResponseReader({file});
  const format = formatOfText(text, file);
  if (format === "csv" || format === "tsv") eachTextCell(text, {file, format}, row => reader.addCells(row));
  else for (const row of textRows(text, {file, format})) reader.addRecord(row);
  return reader.responses();
}

/** A cell as a name, without the guard that keeps spreadsheets from running it. */
const nameOf = (cell: unknown): string => (cell === null || cell === undefined ? "" : withoutGuard(String(cell)));

const shortened = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);
const MAX_SHOWN = 40;

/** Signs with which tables often mark a missing response. */
const OFTEN_MISSING = /^(?:[.\-–—?*]|n\/a|null|none|missing|#n\/a)$/iu;
const hint = (value: unknown): string =>
  typeof value === "string" && OFTEN_MISSING.test(value.trim()) && codeOf(value) === OTHER
    ? `; if it marks a missing one: --missing ${JSON.stringify(value.trim())}`
    : "";
