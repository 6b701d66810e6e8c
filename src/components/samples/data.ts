// Loads what the sample browser filters by: the numbers of all samples, and their points.

import type {Sql} from "../../pipelines/charts/shared/sql.js";
import {literal} from "../../pipelines/store/literal.js";
import type {Shown} from "../../pipelines/store/shown.js";
import type {SampleIndex} from "../../pipelines/studies/samples/select.js";
import {markPlaces, type Term} from "../../pipelines/studies/samples/words.js";
import {plainRows} from "../shared/answers.js";

/** A row of table `points`, in its order. */
export interface PointRow {
  eval_id: string;
  model: string;
  template: string;
  sampler: string;
  base_task: string;
  params: string;
  simulated: boolean;
  tags: readonly string[];
  suites: readonly string[];
}

export interface Samples extends SampleIndex {
  points: readonly PointRow[];
}

/** Reads table `sample_index` column by column, and table `points`. */
export async function samplesOf(sql: Sql): Promise<Samples> {
  const finishes = plainRows<{finish_reason: string}>(
    await sql.query("select distinct coalesce(finish_reason, '') as finish_reason from sample_index order by 1 limit 256")
  ).map(({finish_reason}) => finish_reason);
  const code = `list_position([${finishes.map(literal).join(", ")}], coalesce(finish_reason, ''))`;
  const names = ["point", "item", '"index"', "trial", "status", "prompt_tokens", "completion_tokens", "characters"];
  const [rows, points] = await Promise.all([
    sql.query(
      `select ${names.map(name => `${name}::integer`).join(", ")}, ${finishes.length > 0 ? `(${code} - 1)::utinyint` : "0::utinyint"},
        coalesce(cost, 'nan'::double), corrected::utinyint from sample_index`
    ),
    sql.query("select eval_id, model, template, sampler, base_task, params, simulated, tags, suites from points")
  ]);
  // Columns are typed arrays as they come, of which a copy is made at once, not value by value: of some millions that takes seconds.
  const column = (i: number): ArrayLike<number> => rows.getChildAt(i)?.toArray() ?? [];
  const integers = (i: number) => new Int32Array(column(i));
  return {
    ...{n: rows.numRows, point: integers(0), item: integers(1), index: integers(2), trial: integers(3)},
    ...{status: new Uint8Array(column(4)), prompt: integers(5), completion: integers(6), characters: integers(7)},
    ...{finish: new Uint8Array(column(8)), finishes, cost: new Float64Array(column(9)), corrected: new Uint8Array(column(10))},
    points: plainRows<PointRow>(points, ["tags", "suites"])
  };
}

/** What of a point a reader can filter by. */
export interface PointFilter {
  /** its eval_id; "all" for every one */
  evaluation: string;
  task: string;
  tag: string;
  shown: Shown | null;
}

/** 1 for each point that passes; null where nothing is asked, so that samples without a point pass too. */
export function pointMask(points: readonly PointRow[], {evaluation, task, tag, shown}: PointFilter): Uint8Array | null {
  if (evaluation === "all" && task === "all" && tag === "all" && !shown) return null;
  return Uint8Array.from(points, point =>
    Number(
      (evaluation === "all" || point.eval_id === evaluation) &&
        (task === "all" || point.base_task === task) &&
        (tag === "all" || point.tags.includes(tag)) &&
        (!shown?.evaluations || shown.evaluations.includes(point.eval_id)) &&
        (!shown?.suite || point.suites.includes(shown.suite))
    )
  );
}

/** Most words that a beginning may stand for. */
const MOST_WORDS = 2_000;

/** 1 at the places of samples whose response holds all terms; null where none is asked. `limited` is the beginning that stands for too many words. */
export async function foundBy(
  sql: Sql,
  terms: readonly Term[],
  n: number
): Promise<{found: Uint8Array | null; limited: string | null}> {
  let found: Uint8Array | null = null;
  let limited: string | null = null;
  for (const {word, prefix} of terms) {
    const own = new Uint8Array(n);
    // literals and not parameters, so that DuckDB skips row groups by their first and last word
    const where = prefix ? `word >= ${literal(word)} and word < ${literal(`${word}\u{10ffff}`)}` : `word = ${literal(word)}`;
    const rows = await sql.query(`select places from sample_words where ${where} limit ${MOST_WORDS}`);
    if (rows.numRows === MOST_WORDS) limited = word;
    for (const {places} of plainRows<{places: string}>(rows)) markPlaces(places, own);
    if (found) for (let i = 0; i < n; i++) own[i]! &= found[i]!;
    found = own;
  }
  return {found, limited};
}

/** A row of table `sample_list`. */
export interface ListedSample {
  place: number;
  eval_id: string;
  item_id: string;
  trial: number;
  answer: string | null;
  expected: string | null;
}

/** Rows of the list by their places: one range of row groups for each run of near places. */
export async function listed(sql: Sql, places: readonly number[]): Promise<Map<number, ListedSample>> {
  if (places.length === 0) return new Map();
  const parts = runsOf(places).map(
    run => `select * from sample_list where place between ${run[0]} and ${run.at(-1)} and place in (${run.join(", ")})`
  );
  const rows = plainRows<ListedSample>(await sql.query(parts.join(" union all ")));
  return new Map(rows.map(row => [Number(row.place), row]));
}

/** Places of one row group are read together. */
const GROUP = 4_096;
function runsOf(places: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const place of [...places].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && place - last[0]! < GROUP) last.push(place);
    else runs.push([place]);
  }
  return runs;
}

/** The place of a sample by its key, EVAL_ID/ITEM/TRIAL; null where there is none. */
export async function placeOf(sql: Sql, samples: Samples, key: string): Promise<number | null> {
  const [, eval_id, item_id, trial] = /^([^/]+)\/(.+)\/(\d+)$/.exec(key) ?? [];
  if (eval_id === undefined || item_id === undefined) return null;
  // Items of an evaluation stand in order, so that the statistics of row groups leave one or two to read.
  const mine = samples.points.find(point => point.eval_id === eval_id);
  if (!mine) return null;
  const rows = await sql.query(
    `select place from sample_list where eval_id = ${literal(eval_id)} and item_id = ${literal(item_id)} and trial = ${Number(trial)} limit 1`
  );
  const [row] = plainRows<{place: number}>(rows);
  return row ? Number(row.place) : null;
}

/** The number of a test among the samples, by its id; null where nobody answered it. */
export async function itemCode(sql: Sql, samples: Samples, item_id: string): Promise<number | null> {
  const rows = await sql.query(`select place from sample_list where item_id = ${literal(item_id)} limit 1`);
  const [row] = plainRows<{place: number}>(rows);
  return row ? samples.item[Number(row.place)]! : null;
}
