// What a spreadsheet would run: text in a CSV file that it takes for a formula.

/** Signs that begin a formula, as plain and as wide characters, also behind blanks; and characters that begin a new cell. */
const FORMULA = /^(?:[\s\0]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/u;
const NUMBER = /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|inf(?:inity)?|nan)$/i;

/** The text of a CSV cell: with an apostrophe in front where a spreadsheet would run it. Numbers, negative ones too, stay as they are. */
export const inertCell = (text: string): string => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text);

/** The text that `inertCell` was given. */
export const withoutGuard = (cell: string): string =>
  cell.startsWith("'") && inertCell(cell.slice(1)) === cell ? cell.slice(1) : cell;
