// Protects CSV files against formula injection: text that a spreadsheet would run as a formula.

/** Signs that begin a formula, in plain or wide form and also after blanks, and characters that begin a new cell. */
const FORMULA = /^(?:[\s\0]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/u;
const NUMBER = /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|inf(?:inity)?|nan)$/i;

/**
 * The text of a CSV cell, with an apostrophe in front where a spreadsheet would run it as a formula. Numbers, negative ones included, are
 * unchanged.
 */
export const inertCell = (text: string): string => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text);

/** The original text of a cell that `inertCell` made. */
export const withoutGuard = (cell: string): string =>
  cell.startsWith("'") && inertCell(cell.slice(1)) === cell ? cell.slice(1) : cell;
