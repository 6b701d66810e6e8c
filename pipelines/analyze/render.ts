// Runs a command and renders its result in the requested format.

import {plural} from "../book/plural.js";
import {UserError} from "../rows/error.js";
import {csvText, jsonText, markdownText, tableText} from "../store/show.js";
import type {QueryResult} from "../store/sql.node.js";
import {type AnalyzeCommand, type CommandOutput, type Format, isPicture, type Row} from "./command.js";
import type {Store} from "./store.js";

const SIMULATED = "simulated: built-in reference models, which are programs, not language models";

/**
 * The output of a command over an open store.
 * @param width width of a picture, pixels
 * @param wide column whose values become columns, with one row per evaluation
 */
export async function rendered(
  command: AnalyzeCommand,
  {
    store,
    options,
    format,
    width,
    wide
  }: {store: Store; options: unknown; format: Format; width: number; wide?: string | undefined}
): Promise<string | Buffer> {
  const answer = await command.answer(store, options, {picture: isPicture(format)});
  const simulated = answer.rows.some(row => row.simulated === true);
  if (isPicture(format)) return picture(answer, {format, width, simulated});
  const {rows, columns} = await shaped(answer.rows, Object.keys(command.row.shape), wide);
  if (format === "json") return json(rows, columns);
  if (format === "csv") return csv(rows, columns);
  const notes = [simulated ? SIMULATED : "", await corrected(store), await sentence(answer)].filter(Boolean);
  if (format === "table") return [table(rows, columns), ...notes.map(note => `${note}\n`)].join("");
  return [...notes.map(note => `${note}\n`), (wide === undefined && answer.markdown?.()) || markdown(rows, columns)].join("\n");
}

/** How many samples of the chosen evaluations people have corrected; empty where nobody has. */
async function corrected({tables, ask}: Store): Promise<string> {
  if (!tables.has("corrections")) return "";
  const [found] = await ask(
    "select count(*)::int as n from memory.main.corrections where state = 'applied' and eval_id in (select eval_id from picked)"
  );
  const n = Number(found!.n);
  return n > 0 ? `corrected by hand: ${plural(n, "sample")} of these evaluations (npm run samples -- corrections)` : "";
}

/** The rows as they are, or in their wide form. Arquero is loaded for that alone: it takes a tenth of a second. */
async function shaped(rows: Row[], columns: string[], wide: string | undefined): Promise<{rows: Row[]; columns: string[]}> {
  return wide === undefined ? {rows, columns} : (await import("./wide.js")).widened(rows, columns, {wide});
}

async function picture(
  {rows, plot}: CommandOutput,
  {format, width, simulated}: {format: Format; width: number; simulated: boolean}
): Promise<string | Buffer> {
  if (rows.length === 0) throw new UserError("nothing to draw: no row passes these filters");
  await browser();
  const {standalone, PADDING} = await import("./picture/svg.js");
  const svg = standalone(await plot!(width - 2 * PADDING), {width, simulated});
  if (format === "svg") return svg;
  const {png} = await import("./picture/png.js");
  return png(svg, {width});
}

/** The sentence of a result. Sentences are in components, beside the charts that they describe. */
async function sentence({rows, sentence}: CommandOutput): Promise<string> {
  if (!sentence || rows.length === 0) return "";
  await browser();
  return sentence();
}

/** Imports the document only where components are used, so that other commands need not wait for it. */
const browser = async () => (await import("./picture/browser.js")).openBrowser();

// Prints a result as an aligned table, markdown, CSV or JSON.

/** Significant digits of numbers for readers. */
const DIGITS = 4;

/** All columns with all digits, for programs. */
const exact = (rows: readonly Row[], columns: readonly string[]): QueryResult => ({
  columns: [...columns],
  rows: rows.map(row => columns.map(column => row[column]))
});

/** Columns for readers: none without a value, few digits, lists without brackets. */
function readable(rows: readonly Row[], columns: readonly string[]): QueryResult {
  const filled = columns.filter(column => rows.some(row => row[column] !== null && row[column] !== undefined));
  return {
    columns: filled,
    rows: rows.map(row => filled.map(column => shortened(/low$/.test(column) ? zeroed(row[column]) : row[column])))
  };
}

/** The value, or exactly 0 where rounding has left a tiny number. */
const zeroed = (value: unknown): unknown => (typeof value === "number" && Math.abs(value) < 1e-15 ? 0 : value);

const shortened = (value: unknown): unknown =>
  typeof value === "number" && !Number.isInteger(value)
    ? Number(value.toPrecision(DIGITS))
    : Array.isArray(value)
      ? value.map(each => (typeof each === "object" ? JSON.stringify(each) : String(each))).join(", ")
      : value;

type Print = (rows: readonly Row[], columns: readonly string[]) => string;
const json: Print = (rows, columns) => jsonText(exact(rows, columns));
const csv: Print = (rows, columns) => csvText(exact(rows, columns));
const markdown: Print = (rows, columns) => markdownText(readable(rows, columns));
const table: Print = (rows, columns) => tableText(readable(rows, columns));
