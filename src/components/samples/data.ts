// Loads what the sample browser filters by: the numbers of all samples, and their points.

import type {Sql} from "../../pipelines/charts/shared/sql.js";
import {literal} from "../../pipelines/rows/literal.js";
import type {StoredReading} from "../../pipelines/score/answer/storedReading.js";
import type {Shown} from "../../pipelines/store/shown.js";
import {answersTo, type SampleIndex} from "../../pipelines/studies/samples/select.js";
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
  /** its samples */
  n: number;
}

/** Bytes of table `sample_index` up to which pages read it whole at once. */
export const SMALL_INDEX = 16e6;

/** Places of samples that stand together, the end left out. */
export interface Places {
  first: number;
  end: number;
}

export interface Samples extends SampleIndex {
  points: readonly PointRow[];
  /** Whether people have corrected any. */
  hasCorrected: boolean;
  /** Whether all numbers have been read; otherwise those of an evaluation are read without all others. */
  readonly isWhole: boolean;
  /** Whether the numbers of a sample have been read. */
  has(place: number): boolean;
  /** Reads the numbers of an evaluation's samples, or of all where it is null, unless they are there. Resolves with their places. */
  read(eval_id: string | null): Promise<Places>;
}

/** Columns of table `sample_index` as they are read, each into the array of the same name, and its SQL. */
const INTEGERS = {
  point: "point",
  item: "item",
  index: '"index"',
  trial: "trial",
  status: "status",
  prompt: "prompt_tokens",
  completion: "completion_tokens",
  characters: "characters"
} as const;

/** Opens table `sample_index`, of which nothing is read yet, and reads table `points`. Numbers that have not been read are 0. */
export async function openSamples(sql: Sql): Promise<Samples> {
  const [[counted], finishRows, pointRows] = await Promise.all([
    sql
      .query("select count(*)::integer as n, coalesce(bool_or(corrected), false) as corrected from sample_index")
      .then(plainRows<{n: number; corrected: boolean}>),
    sql.query("select distinct coalesce(finish_reason, '') as finish_reason from sample_index order by 1 limit 256"),
    sql.query(
      "select eval_id, model, template, sampler, base_task, params, simulated, tags, suites, (correct + incorrect + truncated)::integer as n from points"
    )
  ]);
  const {n, corrected} = counted!;
  const finishes = plainRows<{finish_reason: string}>(finishRows).map(({finish_reason}) => finish_reason);
  const points = plainRows<PointRow>(pointRows, ["tags", "suites"]);
  // Evaluations follow each other among points as among samples; whether their points count all of their samples is seen when a part has been read.
  const parts = new Map<string, Places>();
  const done: Places[] = [];
  let isWhole = n === 0;
  let end = 0;
  for (const {eval_id, n} of points) parts.set(eval_id, {first: parts.get(eval_id)?.first ?? end, end: (end += n)});
  const integers = () => new Int32Array(n);
  const samples: Samples = {
    n,
    point: integers(),
    item: integers(),
    index: integers(),
    trial: integers(),
    status: new Uint8Array(n),
    prompt: integers(),
    completion: integers(),
    characters: integers(),
    finish: new Uint8Array(n),
    finishes,
    cost: new Float64Array(n),
    corrected: new Uint8Array(n),
    points,
    hasCorrected: corrected,
    get isWhole() {
      return isWhole;
    },
    has: place => done.some(({first, end}) => place >= first && place < end),
    read
  };
  const code = `list_position([${finishes.map(literal).join(", ")}], coalesce(finish_reason, ''))`;
  const columns = [
    ...Object.values(INTEGERS).map(name => `${name}::integer`),
    ...[finishes.length > 0 ? `(${code} - 1)::utinyint` : "0::utinyint", "coalesce(cost, 'nan'::double)", "corrected::utinyint"]
  ];
  const names = [...(Object.keys(INTEGERS) as (keyof typeof INTEGERS)[]), "finish", "cost", "corrected"] as const;
  async function fill({first, end}: Places): Promise<void> {
    const where = first === 0 && end === n ? "" : `where place >= ${first} and place < ${end}`;
    const rows = await sql.query(`select ${columns.join(", ")} from sample_index ${where}`);
    // Columns are typed arrays as they come, which are copied at once, not value by value: of some millions that takes seconds.
    for (const [i, name] of names.entries()) samples[name].set((rows.getChildAt(i)?.toArray() ?? []) as ArrayLike<number>, first);
    done.push({first, end});
    isWhole ||= first === 0 && end === n;
  }
  const areOf = (eval_id: string, {first, end}: Places): boolean =>
    samples.point.subarray(first, end).every(point => samples.points[point]?.eval_id === eval_id);
  let inParts = end === n;
  const reading = new Map<string | null, Promise<Places>>();
  function read(eval_id: string | null): Promise<Places> {
    const part = inParts && eval_id !== null && !reading.has(null) ? parts.get(eval_id) : undefined;
    const [key, places] = part ? [eval_id, part] : [null, {first: 0, end: n}];
    const known = reading.get(key);
    if (known) return known;
    const asked = fill(places).then(() => {
      // Samples without a point, or points without their samples: the parts are not where they were taken to be.
      if (part && !areOf(eval_id!, part)) {
        inParts = false;
        return read(null);
      }
      return places;
    });
    reading.set(key, asked);
    asked.catch(() => reading.delete(key));
    return asked;
  }
  return samples;
}

/** Reads table `sample_index` whole, and table `points`. */
export async function samplesOf(sql: Sql): Promise<Samples> {
  const samples = await openSamples(sql);
  await samples.read(null);
  return samples;
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
export interface ListedSample extends StoredReading {
  place: number;
  eval_id: string;
  item_id: string;
  trial: number;
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

/** An answer to a test: of which evaluation, and which repetition. */
export interface Answer {
  place: number;
  eval_id: string;
  trial: number;
}

/** All answers to the test of a sample, the sample's own included, in the order of place. */
export async function answersBeside(sql: Sql, samples: Samples, {place, item_id}: ListedSample): Promise<Answer[]> {
  if (samples.isWhole)
    return answersTo(samples, place).map(each => ({
      place: each,
      eval_id: samples.points[samples.point[each]!]?.eval_id ?? "",
      trial: samples.trial[each]!
    }));
  // Items of an evaluation stand in order, so that a row group or two of each are read.
  const rows = await sql.query(
    `select place, eval_id, trial from sample_list where item_id = ${literal(item_id)} order by place`
  );
  return plainRows<Answer>(rows).map(each => ({...each, place: Number(each.place), trial: Number(each.trial)}));
}

/** The number of a test among the samples, by its id; null where nobody answered it. */
export async function itemCode(sql: Sql, samples: Samples, item_id: string): Promise<number | null> {
  const rows = await sql.query(`select place from sample_list where item_id = ${literal(item_id)} limit 1`);
  const [row] = plainRows<{place: number}>(rows);
  return row ? samples.item[Number(row.place)]! : null;
}
