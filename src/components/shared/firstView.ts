// The results of a page's queries that the build has worked out, read from the page.
import type {Rows} from "../../pipelines/charts/shared/sql.js";
import {FIRST_VIEW, type FirstView, type Result} from "../../pipelines/store/firstView.js";
import type {Source} from "../../pipelines/store/source.js";

/** The results for what readers find first on this page; null where it has none, as in preview, or those of another source. */
export function readFirstView(source: Source): FirstView | null {
  const text = globalThis.document?.getElementById(FIRST_VIEW)?.textContent;
  const view = text ? (JSON.parse(text) as FirstView) : null;
  return view?.source === source ? view : null;
}

/** What Arrow calls the types of columns that pages tell apart. */
const ARROW: Record<string, string> = {VARCHAR: "Utf8", BOOLEAN: "Bool", INTEGER: "Int32"};

/** A result as pages read a table of Arrow. */
export function asRows({columns, types, rows}: Result): Rows {
  const objects = rows.map(row => {
    const object = Object.fromEntries(columns.map((name, i) => [name, row[i]]));
    return Object.defineProperty(object, "toJSON", {value: () => ({...object})});
  });
  return {
    numRows: rows.length,
    schema: {fields: columns.map((name, i) => ({name, type: ARROW[types[i]!] ?? "Float64"}))},
    getChildAt: column =>
      column < columns.length
        ? {get: row => rows[row]?.[column] ?? null, toArray: () => rows.map(row => row[column]) as number[]}
        : null,
    [Symbol.iterator]: () => objects[Symbol.iterator]()
  };
}
