// What most pages use: inputs, tables of the store, tables of rows, files to save, and messages in place of content.
import {html} from "npm:htl";
import {evaluationLabels} from "../../pipelines/charts/shared/label.js";
import {type Column, type Details, sortable} from "../../pipelines/charts/shared/sortable.js";
import type {Sql} from "../../pipelines/charts/shared/sql.js";
import {COUNT_THEM, uncountedQuery} from "../../pipelines/store/counted.sql.js";
import type {EvaluationName} from "../../pipelines/store/evaluationName.js";
import {evaluationsShown, type Shown} from "../../pipelines/store/shown.js";
import {plainRows} from "./answers.js";
import {csvButton} from "./download.js";
import {datasetInput} from "./inputs.js";
import {permalink} from "./permalink.js";
import {manifestOf, source, sourceNotice} from "./source.js";

export * from "../../pipelines/charts/shared/simulated.js";
export * from "./download.js";
export * from "./inputs.js";
export * from "./permalink.js";
export * from "./source.js";
export * from "./tables.js";

type Manifest = Parameters<typeof datasetInput>[0] & NonNullable<Parameters<typeof sourceNotice>[2]>;
type ShownRows = Parameters<typeof sourceNotice>[0];

/** Parts that pages have above their content. */
interface PageFrame {
  manifest: Manifest;
  /** whether the page shows the published answers */
  isPublished: boolean;
  datasetInput(choice?: Parameters<typeof datasetInput>[1]): ReturnType<typeof datasetInput>;
  /** Notice of the origin of rows, or that they are simulated. @param dataset the value of `datasetInput` */
  notice(rows: ShownRows, dataset?: Shown | null): HTMLElement | DocumentFragment;
}

/** Reads the manifest of the page's source and returns the page's input for its dataset, and its notice. @param file the local manifest */
export async function pageFrame(file: Parameters<typeof manifestOf>[0]): Promise<PageFrame> {
  const manifest = (await manifestOf(file)) as Manifest;
  return {
    manifest,
    isPublished: source === "published",
    datasetInput: choice => datasetInput(manifest, choice),
    notice: (rows, dataset) => sourceNotice(rows, dataset, manifest)
  };
}

interface TableOptions<Row> {
  sort?: string;
  /** name of the order in the address; null where it is not kept */
  key?: string | null;
  /** whether a long table scrolls inside a frame of limited height */
  tall?: boolean;
  /** name and rows of a file that a button below the table saves */
  csv?: readonly [name: string, rows: () => readonly object[]];
  /** content of the row that opens below a row */
  details?: Details<Row>;
}

/** A sortable table in a frame that scrolls; empty without rows. */
export function tableBox<Row>(
  id: string,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  {sort = "", key = "sort", tall = true, csv, details}: TableOptions<Row> = {}
): DocumentFragment {
  if (rows.length === 0) return html.fragment``;
  const table = sortable(rows, columns, {sort, details});
  const frame = html`<div class=${tall ? "rb-scroll rb-tall" : "rb-scroll"} id=${id} tabindex="0">${key === null ? table : permalink(key, table)}</div>`;
  return html.fragment`${frame}${csv ? csvButton(csv[1], csv[0]) : ""}`;
}

/** Message that says why a page has nothing to show and what to do about it; style.css hides the rest of the page. */
export const nothing = (text: string): HTMLElement => html`<p class="rb-nothing">${text}</p>`;

/** Most names that are listed. */
const MOST_NAMED = 3;

/**
 * Lists evaluations that cannot be shown on a page about tokens because their tokens were not counted; replaces the page if that applies to
 * all.
 */
export async function uncountedNote(sql: Sql): Promise<HTMLElement | DocumentFragment> {
  const [uncounted, everybody] = await Promise.all([
    sql.query(uncountedQuery),
    sql.query("select distinct model, template, sampler from points order by all")
  ]);
  const left = plainRows<EvaluationName>(uncounted);
  if (left.length === 0) return html.fragment``;
  if (left.length === everybody.numRows)
    return nothing(`This page is about tokens, and those of these responses were not counted: ${COUNT_THEM}.`);
  const names = left.slice(0, MOST_NAMED).map(evaluationLabels(plainRows<EvaluationName>(everybody)));
  const more = left.length > MOST_NAMED ? ` and ${left.length - MOST_NAMED} more` : "";
  return html`<p class="rb-muted" id="uncounted">Left out, since the tokens of their responses were not counted: ${names.join(", ")}${more}.`;
}

interface Counted {
  eval_id?: string;
  suites?: readonly string[];
  /** vocabulary by which we counted its tokens */
  counted?: string;
}

/** Names the vocabulary by which tokens were counted here, of evaluations whose raw answers have no counts; empty where there are none. */
export function countedNote(
  manifest: Parameters<typeof evaluationsShown<Counted>>[0],
  dataset: Shown | null
): HTMLElement | DocumentFragment {
  const evaluations = evaluationsShown(manifest, dataset);
  const vocabularies = new Set(evaluations.flatMap(({counted}) => counted ?? []));
  if (vocabularies.size === 0) return html.fragment``;
  const number = evaluations.filter(({counted}) => counted).length;
  return html`<p class="rb-muted" id="counted">Tokens of ${number} of ${evaluations.length} evaluations are our count by ${[...vocabularies].join(", ")}: their raw answers have none.`;
}
