// Reads the samples of one evaluation, and pairs of samples of two, in the form of the study of competing risks.

import type {Rows, Sql} from "../../pipelines/charts/shared/sql.js";
import type {Status} from "../../pipelines/score/status.js";
import type {Evaluated} from "../../pipelines/store/evaluationName.js";
import type {Exit} from "../../pipelines/studies/hazard/cohort.js";
import type {HazardData, HazardPoint} from "../../pipelines/studies/hazard/competingRisks.js";
import type {SamplePair} from "../../pipelines/studies/hazard/difference.js";
import {hazardExitsQuery, hazardPairsQuery, hazardPointsQuery} from "../../pipelines/studies/hazard/exits.sql.js";

/** An evaluation that can be chosen. */
export interface Evaluation extends Evaluated {
  /** number of samples, and of those truncated by the token limit */
  n: number;
  cut: number;
}

/** Query for the values of filters: tasks, tiers, and the longest sample. */
export const facetsQuery = `select array_agg(distinct base_task order by base_task) as tasks,
  list_sort(list_distinct(flatten(list(tiers)))) as tiers, (select max(completion_tokens)::int from samples) as longest from points`;

export interface Facets {
  tasks: Iterable<string>;
  tiers: Iterable<string>;
  longest: number;
}

/** Numbers texts in order of appearance. */
function numbering(): (text: unknown) => number | null {
  const known = new Map<string, number>();
  return text => {
    if (text === null || text === undefined) return null;
    const key = String(text);
    if (!known.has(key)) known.set(key, known.size);
    return known.get(key)!;
  };
}

/** Columns of an Arrow table by position: creating an object per row would take longer than the study. */
const columns = (rows: Rows) =>
  new Map(rows.schema.fields.map(({name}, i) => [name, (row: number) => rows.getChildAt(i)!.get(row)] as const));

export async function hazardData(sql: Sql, {eval_id}: {eval_id: string}): Promise<HazardData> {
  const [points, exits] = await Promise.all([
    sql.query(hazardPointsQuery, [eval_id, eval_id]),
    sql.query(hazardExitsQuery, [eval_id, eval_id])
  ]);
  const of = columns(exits);
  const item = numbering();
  return {
    points: Array.from(points, row => ({
      point: Number(row.point),
      base_task: String(row.base_task),
      tiers: Array.from(row.tiers as Iterable<string>),
      tokens_prompt: Number(row.tokens_prompt),
      samples: Number(row.samples)
    })) satisfies HazardPoint[],
    exits: Array.from(
      {length: exits.numRows},
      (_, i): Exit => ({
        point: Number(of.get("point")!(i)),
        tokens: Number(of.get("tokens")!(i)),
        status: Number(of.get("status")!(i)) as Status,
        item: item(of.get("item")!(i)),
        count: Number(of.get("count")!(i))
      })
    )
  };
}

/** Pairs of samples of the same test; points are numbered as in A's data. */
export async function hazardPairs(sql: Sql, a: {eval_id: string}, b: {eval_id: string}): Promise<SamplePair[]> {
  const rows = await sql.query(hazardPairsQuery, [a.eval_id, b.eval_id, a.eval_id]);
  const of = columns(rows);
  const item = numbering();
  const exit = (side: "a" | "b", i: number) => ({
    tokens: Number(of.get(`${side}_tokens`)!(i)),
    status: Number(of.get(`${side}_status`)!(i)) as Status
  });
  return Array.from({length: rows.numRows}, (_, i) => ({
    point: Number(of.get("point")!(i)),
    item: item(of.get("item")!(i)),
    count: Number(of.get("count")!(i)),
    a: exit("a", i),
    b: exit("b", i)
  }));
}
