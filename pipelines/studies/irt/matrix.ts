// Codes of responses, names of their columns, and matrices of them.
import {matchColumns} from "../../rows/columns.js";
import {MISSING, type Responses, RIGHT, WRONG} from "./item.js";

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
export const codeOf = (cell: string, missing: readonly string[] = []): number =>
  CODES[cell] ?? CODES[cell.trim()] ?? (missing.includes(cell.trim()) ? MISSING : OTHER);

/** Code of a value of any type. */
export function codeOfValue(value: unknown, missing?: readonly string[]): number {
  if (value === null || value === undefined || (typeof value === "number" && Number.isNaN(value))) return MISSING;
  if (typeof value === "boolean") return value ? RIGHT : WRONG;
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
export function longForm(header: readonly string[]): {person: number; item: number; response: number} | null {
  const found = matchColumns(header, COLUMNS);
  return Math.min(found.person, found.item, found.response) < 0 ? null : found;
}

/** Whether a column of this name holds models rather than an item. The column of R's row names has an empty name. */
export const namesPersons = (name: string): boolean => name.trim() === "" || isPerson(name);

/**
 * Whether the first row names items. It does where most of its cells are no response, or where all are filled and different and one is no
 * response: items may be called 0 and 1, but a row of responses with one bad cell soon repeats itself.
 */
export function isHeader(first: readonly string[]): boolean {
  const names = first.length > 1 ? first.slice(1) : first;
  const others = names.filter(name => codeOf(name) === OTHER).length;
  if (2 * others > names.length) return true;
  if (first.length > 1 && isPerson(first[0]!)) return true;
  return others > 0 && names.every(name => name.trim() !== "") && new Set(names).size === names.length;
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
