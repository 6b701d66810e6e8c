// Reads responses from rows: models × items, or one row per response; anything else is refused with its place in the file.

import {plural} from "../../book/plural.js";
import {type ArrowTable, arrowCells} from "../../rows/arrow.js";
import {matchColumns, meantColumn} from "../../rows/columns.js";
import {UserError} from "../../rows/error.js";
import {type CellRow, placeOf, type Row} from "../../rows/row.js";
import {withoutGuard} from "../../rows/spreadsheet.js";
import {eachTextCell, formatOfText, textRows} from "../../rows/textRows.js";
import {CORRECT, type Ended, INCORRECT, outcomeOf, type Status} from "../../score/status.js";
import {MISSING, type Responses, RIGHT, WRONG} from "./item.js";
import {type Coder, OTHER, scoreCoder} from "./scored/coder.js";
import {scoredResponses} from "./scored/responses.js";

const CODES: Readonly<Record<string, number>> = {
  "0": WRONG,
  "1": RIGHT,
  "0.0": WRONG, // how pandas writes a column with blanks
  "1.0": RIGHT,
  "": MISSING,
  NA: MISSING,
  NaN: MISSING,
  nan: MISSING,
  true: RIGHT,
  false: WRONG,
  True: RIGHT,
  False: WRONG,
  TRUE: RIGHT,
  FALSE: WRONG
};
/**
 * Code of a cell's text: WRONG, RIGHT, MISSING or OTHER.
 * @param missing further texts that count as missing
 */
const codeOf = (cell: string, missing: readonly string[] = []): number =>
  missing.length > 0 && missing.includes(cell.trim()) ? MISSING : (CODES[cell] ?? CODES[cell.trim()] ?? OTHER);

/** Code of a value of any type, of right or wrong. */
function codeOfValue(value: unknown, missing?: readonly string[]): number {
  if (value === null || value === undefined || (typeof value === "number" && Number.isNaN(value))) return MISSING;
  if (typeof value === "boolean" && !missing?.length) return value ? RIGHT : WRONG;
  if (typeof value === "boolean") return codeOf(String(value), missing);
  return typeof value === "string" || typeof value === "number" ? codeOf(String(value), missing) : OTHER;
}

const COLUMNS = {
  person: [
    ...["model", "model_id", "evaluation", "eval", "eval_id", "person", "person_id"],
    ...["subject", "subject_id", "respondent", "examinee", "id", "name"]
  ],
  item: ["item", "item_id", "question", "question_id"],
  response: ["correct", "is_correct", "response", "resp", "score"]
};
const isPerson = (name: string): boolean => COLUMNS.person.includes(name.trim().toLowerCase());

/** Column indices of the long form; null where the header does not name all three. */
function longForm(header: readonly string[]): {person: number; item: number; response: number} | null {
  const places = matchColumns(header, COLUMNS);
  return Math.min(places.person, places.item, places.response) < 0 ? null : places;
}

/**
 * A hint for a table that is read as models × items and seems to be meant as one row per response: its header names two of the three columns.
 * Empty for others.
 */
function almostLongForm(header: readonly string[]): string {
  const places = Object.entries(matchColumns(header, COLUMNS)) as [keyof typeof COLUMNS, number][];
  const missing = places.filter(([, place]) => place < 0).map(([field]) => field);
  if (missing.length !== 1) return "";
  const names = COLUMNS[missing[0]!];
  return `; a row for each response needs columns of the model, the item and the response: none is named ${names.join(", ")}${meantColumn(header, names)}`;
}

/** Names of columns that pandas writes for an index without a name; the short ones only in the first place. */
const INDEX = /^(?:unnamed: \d+|__index_level_\d+__)$/iu;
const FIRST_INDEX = /^(?:|index|level_0)$/iu;
const isIndex = (name: string, place = 0): boolean => INDEX.test(name.trim()) || (place === 0 && FIRST_INDEX.test(name.trim()));

/**
 * Order of a table's columns that begins with the names of models and leaves a numbered index out, by its header and first row; null where
 * that is the order of the file. Of names that are not first no cell is a response.
 */
function namesFirst(header: readonly string[], first: readonly unknown[], code: (value: unknown) => number): number[] | null {
  const isName = (i: number) => code(first[i]) === OTHER;
  const places = [...header.keys()];
  const indices = places.filter(i => isIndex(header[i]!, i));
  const names = header.findIndex((name, i) => isPerson(name) && (i === 0 || isName(i)));
  const lead = names >= 0 ? names : (indices.find(isName) ?? -1);
  if (lead < 0) return null;
  const order = [lead, ...places.filter(i => i !== lead && !(names >= 0 && indices.includes(i)))];
  return order.length === header.length && lead === 0 ? null : order;
}

/** Whether a column of this name holds models rather than an item. The column of R's row names has an empty name. */
const namesPersons = (name: string): boolean => isIndex(name) || isPerson(name);

/**
 * Whether the first row names items. It does where most of its cells are no response, or where all are filled and different and one is no
 * response: items may be called 0 and 1, but a row of responses with one bad cell soon repeats itself.
 */
function isHeader(first: readonly string[], code: (name: string) => number): boolean {
  const names = first.length > 1 ? first.slice(1) : first;
  const others = names.filter(name => code(name) === OTHER).length;
  if (2 * others > names.length) return true;
  if (first.length > 1 && isPerson(first[0]!)) return true;
  return others > 0 && names.every(name => name.trim() !== "") && new Set(names).size === names.length;
}

/** Whether numbers are names rather than scores: whole ones, all different, as a row of scores or a column of them soon is not. */
const areNames = (texts: readonly string[]): boolean =>
  texts.every(text => Number.isInteger(Number(text)) && text.trim() !== "") && new Set(texts).size === texts.length;

/** Assigns numbers to names in the order of their first use. */
class Names {
  readonly names: string[] = [];
  private readonly at = new Map<string, number>();
  index(name: string): number {
    const known = this.at.get(name);
    if (known !== undefined) return known;
    this.at.set(name, this.names.length);
    return this.names.push(name) - 1;
  }
}

/** Codes of entries; cells without an entry are missing. Calls `twice` for an entry whose cell is already filled, which then is not taken. */
function fillCells<Entry extends {person: number; item: number; code: number}>(
  cells: Uint8Array | Uint16Array,
  size: number,
  entries: readonly Entry[],
  twice: (entry: Entry, before: number) => void
): void {
  cells.fill(OTHER);
  for (const entry of entries) {
    const place = entry.person * size + entry.item;
    if (cells[place] === OTHER) cells[place] = entry.code;
    else twice(entry, cells[place]!);
  }
  for (const [place, code] of cells.entries()) if (code === OTHER) cells[place] = MISSING;
}

/** Names for columns or rows without names: "1", "2" … */
const numbered = (count: number): string[] => Array.from({length: count}, (_, i) => String(i + 1));

/** Calls `twice` for the first name that repeats an earlier one. */
function eachDuplicate(names: readonly string[], twice: (name: string, i: number) => void): void {
  const seen = new Set<string>();
  names.forEach((name, i) => {
    if (seen.has(name)) twice(name, i);
    seen.add(name);
  });
}

/** Columns of this project's table of samples that make responses. */
const SAMPLE_COLUMNS = ["eval_id", "model", "template", "sampler", "item_id", "trial", "status"] as const;
/** Further column of samples, absent from stores of older versions. */
const ENDED_COLUMN = "ended";

/** The columns of a table that are needed: few of one row per response, all of models × items (null). */
export function neededColumns(header: readonly string[]): readonly string[] | null {
  if (isSamples(header)) return header.includes(ENDED_COLUMN) ? [...SAMPLE_COLUMNS, ENDED_COLUMN] : SAMPLE_COLUMNS;
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
  /** reads scores too; without it anything but right, wrong and missing is refused */
  scores?: ScoreOptions | undefined;
}

export interface ScoreOptions {
  /** names of ordered categories, lowest first, which the responses then have instead of numbers */
  categories?: readonly string[] | undefined;
  /** called with a sentence about responses that were not taken */
  warn?(text: string): void;
}

/** Largest share of responses given a second time at which the first ones are taken. */
const MAX_REPEATED = 0.02;

/** Rows of models × items; of their texts only what a message may need is held. */
class Table {
  first: CellRow | null = null;
  /** first cell of each row, which may be a model's name */
  readonly lead: string[] = [];
  readonly codes: (Uint8Array | Uint16Array)[] = [];
  readonly lines: number[] = [];
  /** the first bad cell after the first row, among all cells and among those after the first one */
  readonly bad: ({row: CellRow; cell: number} | undefined)[] = [undefined, undefined];

  add(row: CellRow, codes: Uint8Array | Uint16Array): void {
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
  private table = new Table();
  /** columns of models × items in the order in which they are read; null for that of the file */
  private order: readonly number[] | null = null;
  private addRow: ((row: CellRow) => void) | undefined;
  private readonly persons = new Names();
  private readonly items = new Names();
  private readonly entries: Entry[] = [];
  /** Evaluations of samples by their identity, for their names. */
  private readonly evaluations = new Map<string, {model: string; name: string}>();
  private isLong = false;
  /** cells of a row; 0 before the first */
  private width = 0;
  private readonly coder: Coder | null;
  constructor(private readonly options: ReaderOptions) {
    const {missing, scores} = options;
    this.coder = scores
      ? scoreCoder(value => codeOfValue(value, missing), {missing: MISSING, categories: scores.categories})
      : null;
  }
  private code(value: unknown): number {
    return this.coder ? this.coder.code(value) : codeOfValue(value, this.options.missing);
  }
  private codes(length: number): Uint8Array | Uint16Array {
    return this.coder ? new Uint16Array(length) : new Uint8Array(length);
  }

  /** Adds a row of a table. Blank rows are skipped. */
  addCells(row: CellRow): void {
    if (row.cells.length === 1 && String(row.cells[0]).trim() === "" && this.width !== 1) return;
    if (this.width > 0 && row.cells.length !== this.width)
      this.fail(row, 0, `the row has ${row.cells.length} cells; expected ${this.width} as in the first row`);
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
    const name = long ? keys[long.person]! : (keys.find(isPerson) ?? keys.find(namesPersons));
    if (name === undefined)
      throw new UserError(
        `${place} no field names the model; expected "model", with "item" and "correct" or a field for each item; the fields are ${keys.slice(0, 12).join(", ")}`
      );
    const person = this.nameIn(record, name, place);
    const {responses} = record;
    if (long) this.addResponse(person, this.nameIn(record, keys[long.item]!, place), {value: record[keys[long.response]!], line});
    else if (typeof responses === "object" && responses !== null && !Array.isArray(responses))
      for (const [item, each] of Object.entries(responses)) this.addResponse(person, item, {value: each, line});
    else
      for (const key of keys)
        if (key !== name && !INDEX.test(key) && key !== "") this.addResponse(person, key, {value: record[key], line});
    this.isLong = true;
  }

  /** The responses of all rows. @throws UserError where there are none */
  responses(): Responses {
    if (!this.isLong) return this.wide();
    if (this.entries.length === 0) throw this.noResponses();
    const {persons, items, options} = this;
    const codes = this.codes(persons.names.length * items.names.length);
    let [repeated, differing] = [0, 0];
    fillCells(codes, items.names.length, this.entries, ({person, item, line, code}, before) => {
      repeated++;
      differing += Number(code !== before);
      if (!options.scores || repeated > MAX_REPEATED * this.entries.length)
        throw new UserError(
          `${options.file}:${line}:1 model "${persons.names[person]}" answers item "${items.names[item]}" a second time; give one response`
        );
    });
    if (repeated > 0)
      options.scores?.warn?.(
        `${plural(repeated, "response is", "responses are")} given a second time, ${differing.toLocaleString("en-US")} with another score; the first ones count`
      );
    const responses = this.responsesOf(persons.names, items.names, codes);
    return this.evaluations.size > 0 ? {...responses, persons: this.evaluationNames()} : responses;
  }

  private responsesOf(persons: string[], items: string[], codes: Uint8Array | Uint16Array): Responses {
    const {coder} = this;
    if (coder?.hasScores()) return scoredResponses({persons, items, scores: Float64Array.from(codes, code => coder.score(code))});
    return {persons, items, cells: codes instanceof Uint8Array ? codes : Uint8Array.from(codes)};
  }

  /** Whether the first row names items rather than holding the first responses. */
  private hasNames(names: readonly string[]): boolean {
    if (this.options.hasHeader) return true;
    if (!isHeader(names, name => codeOf(name, this.options.missing))) return false;
    return (
      this.coder === null ||
      isHeader(names, name => this.coder!.code(name)) ||
      areNames(names.length > 1 ? names.slice(1) : names)
    );
  }

  /** How rows are read, by the first one. */
  private reader(first: CellRow): (row: CellRow) => void {
    const header = first.cells.map(String);
    const long = isSamples(header) ? this.sampleReader(header) : this.longReader(header);
    this.table.first = first;
    this.width = first.cells.length;
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
        const code = this.code(row.cells[response]);
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
    const ended = header.indexOf(ENDED_COLUMN);
    return ({cells, line}) => {
      if (Number(cells[trial]) !== 0) return;
      const id = String(cells[evaluation]);
      if (!this.evaluations.has(id))
        this.evaluations.set(id, {
          model: String(cells[model]),
          name: [model, template, sampler].map(index => String(cells[index])).join(" ")
        });
      const code = outcomeOf({status: Number(cells[status]) as Status, ended: ended < 0 ? null : (cells[ended] as Ended | null)});
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
    const {first, codes} = this.table;
    if (first && codes.length === 1) {
      const names = first.cells.map(nameOf);
      if (this.hasNames(names)) this.order = namesFirst(names, row.cells, value => this.code(value));
      if (this.order) {
        this.table = new Table();
        this.table.first = this.ordered(first);
        this.addToTable(this.table.first);
      }
    }
    this.addToTable(this.ordered(row));
  }
  private addToTable(row: CellRow): void {
    const codes = this.codes(row.cells.length);
    for (const [cell, value] of row.cells.entries()) codes[cell] = this.code(value);
    this.table.add(row, codes);
  }
  private ordered(row: CellRow): CellRow {
    const {order} = this;
    return order ? {...row, cells: order.map(i => row.cells[i]), place: cell => row.place(order[cell]!)} : row;
  }

  private wide(): Responses {
    const {codes, lines, lead, first, bad} = this.table;
    const names = first?.cells.map(nameOf) ?? [];
    const header = names.length > 0 && this.hasNames(names);
    const data = header ? 1 : 0;
    const count = codes.length - data;
    if (count < 1) throw this.noResponses();
    const isNamed =
      (header && namesPersons(names[0]!)) ||
      (names.length > 1 && (codes.slice(data).every(each => each[0] === OTHER) || this.hasNumberedLead(lead.slice(data))));
    const skip = isNamed ? 1 : 0;
    const size = names.length - skip;
    if (size < 1) throw new UserError(`${this.options.file}:1:1 holds names of models but no items`);
    const firstBad = header ? -1 : codes[0]!.indexOf(OTHER, skip);
    if (firstBad >= 0) this.badCell(first!, firstBad);
    const found = bad[skip];
    if (found) this.badCell(found.row, found.cell);
    const cells = this.codes(count * size);
    for (let person = 0; person < count; person++) cells.set(codes[person + data]!.subarray(skip), person * size);
    const persons = isNamed ? lead.slice(data) : numbered(count);
    const items = header ? names.slice(skip).map(name => name.trim()) : numbered(size);
    eachDuplicate(persons, (twice, i) => {
      throw new UserError(`${this.options.file}:${lines[i + data]}:1 model "${twice}" occurs twice; name each once`);
    });
    eachDuplicate(items, (twice, i) => this.fail(first!, i + skip, `item "${twice}" occurs twice; name each once`));
    return this.responsesOf(persons, items, cells);
  }

  /** Whether the first cells are numbers that name models, where scores are read too. */
  private hasNumberedLead(lead: readonly string[]): boolean {
    return this.coder !== null && lead.every(name => codeOf(name, this.options.missing) === OTHER) && areNames(lead);
  }

  private addResponse(person: string, item: string, {value, line}: {value: unknown; line: number}): void {
    const code = this.code(value);
    if (code === OTHER)
      throw new UserError(
        `${this.options.file}:${line}:1 response ${shortened(JSON.stringify(value))} to item "${item}" ${this.expected("0, 1, true, false or null")}${hint(value)}`
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
    this.fail(
      row,
      cell,
      `response "${shortened(String(value))}"${column} ${this.expected("0, 1 or blank (NA)")}${this.scoreHint(value) || hint(value) || almostLongForm(this.table.first?.cells.map(String) ?? [])}`
    );
  }
  /** End of the sentence about a bad response. */
  private expected(binary: string): string {
    const {scores} = this.options;
    if (!scores) return `is not ${binary}`;
    if (scores.categories) return `is none of the categories ${scores.categories.join(", ")}`;
    return "is not a score from 0 to 1, a whole number of at least 0, or blank (NA)";
  }
  /** Names the commands that take scores, where a command that takes answers alone meets one. */
  private scoreHint(value: unknown): string {
    const isScore = !this.options.scores && String(value).trim() !== "" && Number(value) > 0 && Number(value) < 1;
    return isScore
      ? "; it is a score between right and wrong, which irt fit, irt score and irt adaptive take: fit statistics, dependence of items, differences between groups and variance components need right or wrong"
      : "";
  }
  private fail(row: CellRow, cell: number, mistake: string): never {
    throw new UserError(`${placeOf(this.options.file, row.place(cell))} ${mistake}`);
  }
}

/** Reads the responses of a text, as pages have it. @throws UserError `file:line:column …` */
export function responsesOfText(
  text: string,
  file: string,
  {missing, scores}: Pick<ReaderOptions, "missing" | "scores"> = {}
): Responses {
  const reader = new ResponseReader({file, missing, scores});
  const format = formatOfText(text, file);
  if (format === "csv" || format === "tsv") eachTextCell(text, {file, format}, row => reader.addCells(row));
  else for (const row of textRows(text, {file, format})) reader.addRecord(row);
  return reader.responses();
}

/** The responses of an Arrow table. @throws UserError `file:row …` */
export function responsesOfArrow(
  table: ArrowTable,
  file: string,
  {missing, scores}: Pick<ReaderOptions, "missing" | "scores"> = {}
): Responses {
  const reader = new ResponseReader({file, missing, hasHeader: true, scores});
  for (const row of arrowCells(table)) reader.addCells(row);
  return reader.responses();
}

/** A cell as a name, without the guard that keeps spreadsheets from running it. */
const nameOf = (cell: unknown): string => (cell === null || cell === undefined ? "" : withoutGuard(String(cell)));

const shortened = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);
const MAX_SHOWN = 40;

/** Signs with which tables often mark a missing response. */
const OFTEN_MISSING = /^(?:-\d+|[.\-–—?*]|n\/a|null|none|missing|#n\/a)$/iu;
const hint = (value: unknown): string =>
  (typeof value === "string" || typeof value === "number") &&
  OFTEN_MISSING.test(String(value).trim()) &&
  codeOf(String(value)) === OTHER
    ? `; if it marks a missing one: --missing ${JSON.stringify(String(value).trim())}`
    : "";
