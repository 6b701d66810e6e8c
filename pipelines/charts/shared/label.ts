// Names of evaluations for charts and tables.
import {evaluationLabels} from "../../store/evaluationName.js";

export {evaluationLabels};

/** Unique names among these evaluations: the label, followed by the evaluation's id where only the endpoints differ. */
export function evaluationNames<Row extends {model: string; template: string; sampler: string; eval_id: string}>(
  rows: readonly Row[]
): (row: Row) => string {
  const label = evaluationLabels(rows);
  const seen = new Set<string>();
  const twice = new Set(rows.map(label).filter(name => seen.size === seen.add(name).size));
  return row => (twice.has(label(row)) ? `${label(row)} · ${row.eval_id}` : label(row));
}

/** Shortens a long name in the middle, since families differ at the start and sizes at the end. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const tail = Math.floor((length - 1) / 2);
  return `${text.slice(0, length - 1 - tail)}…${text.slice(text.length - tail)}`;
}

/** Pixels that an axis of names needs at 11 px font size, and a function that shortens names to fit a narrow chart. */
export function nameAxis(names: readonly string[], width: number): {margin: number; format: (name: string) => string} {
  const PIXELS_PER_LETTER = 6.3;
  const longest = Math.max(0, ...names.map(name => name.length));
  const letters = Math.min(longest, Math.max(12, Math.floor((width * 0.42) / PIXELS_PER_LETTER)));
  return {margin: Math.ceil(letters * PIXELS_PER_LETTER) + 14, format: name => shorten(name, letters)};
}
