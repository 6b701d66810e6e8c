// Finds the query in an answer, and compares its rows with the right ones.
import {z} from "zod";
import {jsonOf} from "../../rows/json.js";
import type {Query, SqlValue} from "./execution.js";

/** A fenced block with its language; an unclosed last one reaches to the end. */
const FENCE = /^[ \t]*(```+|~~~+)[ \t]*(\w*)[^\n]*\n([\s\S]*?)(?:^[ \t]*\1[ \t]*$|$(?![\s\S]))/gmu;
/** A line with which a statement begins; prose may begin with "With" and a name too, but not with `with x as (`. */
const BEGINS = /^[ \t]*(?:select\b|with\s+(?:recursive\s+)?[\w"]+\s*(?:\(|as\b))/imu;

/** The query of an answer: its last block in SQL, else the last statement that begins with SELECT or WITH; null where there is none. */
export function queryIn(answer: string): string | null {
  const text = answer.replaceAll("\r\n", "\n");
  const blocks = [...text.matchAll(FENCE)].filter(([, , language]) => language!.toLowerCase() === "sql");
  const query = blocks.length > 0 ? blocks.at(-1)![3]! : lastStatement(text);
  return query.trim() === "" ? null : query.trim();
}

/** The last statement of a text; it ends at a semicolon, a fence or an empty line. */
const lastStatement = (text: string): string =>
  text
    .split(/;|\n[ \t]*\n|^[ \t]*(?:```+|~~~+).*$/mu)
    .flatMap(part => {
      const start = part.search(BEGINS);
      return start < 0 ? [] : [part.slice(start)];
    })
    .at(-1) ?? "";

const rowsSchema = z.array(z.array(z.union([z.number(), z.string(), z.boolean(), z.null()])));

/** Rows from JSON; null where the text has none. */
export const rowsIn = (json: string): SqlValue[][] | null => rowsSchema.safeParse(jsonOf(json)).data ?? null;

/** The query to run for an answer; null where the answer has none, or where the right rows cannot be read. */
export function queryOf(answer: string, expected: string, {setup, milliseconds}: Omit<Query, "query" | "rows">): Query | null {
  const [query, rows] = [queryIn(answer), rowsIn(expected)];
  return query === null || rows === null ? null : {query, setup, rows, milliseconds};
}

/** Difference of two equal numbers as a share of the larger, at most: sums of fractions depend on their order. */
const RELATIVE = 1e-9;

const isSameValue = (a: SqlValue, b: SqlValue): boolean =>
  a === b || (typeof a === "number" && typeof b === "number" && Math.abs(a - b) <= RELATIVE * Math.max(Math.abs(a), Math.abs(b)));

/** Whether two results have the same rows, each as often, in any order. Columns are compared in their order; NULL equals NULL. */
export function hasSameRows(rows: readonly SqlValue[][], right: readonly SqlValue[][]): boolean {
  if (rows.length !== right.length) return false;
  const rest = [...right];
  return rows.every(row => {
    const place = rest.findIndex(each => each.length === row.length && each.every((value, i) => isSameValue(value, row[i]!)));
    if (place >= 0) rest.splice(place, 1);
    return place >= 0;
  });
}
