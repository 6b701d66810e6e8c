// What the page Long context shows: series of the store, their rows, and the faculties of simulated models.
import {formatCount} from "../../pipelines/charts/shared/interval.js";
import {evaluationNames} from "../../pipelines/charts/shared/label.js";
import type {Sql} from "../../pipelines/charts/shared/sql.js";
import type {Evaluated} from "../../pipelines/store/evaluationName.js";
import type {LengthAccuracy} from "../../pipelines/studies/length/answers.js";
import {type Position, seriesNames} from "../../pipelines/studies/length/axis.js";
import type {Contrast} from "../../pipelines/studies/length/contrasts.js";
import type {EffectiveLength} from "../../pipelines/studies/length/effective.js";
import type {RecallFaculties} from "../../pipelines/studies/length/truth.js";
import {plainRows} from "../shared/answers.js";

/** A series of a task, as a reader chooses it. */
export interface ShownSeries {
  base_task: string;
  series: string;
  generator_version: number;
  name: string;
}

interface Named extends Evaluated {
  evaluation: string;
}
export interface LengthRow extends Named, Omit<LengthAccuracy, "guess"> {
  guess: number;
  length: number;
  position: Position;
  depth: number | null;
}
export interface EffectiveRow extends Named, EffectiveLength {
  n: number;
  lengths: number;
  shortest: number | null;
  shortest_positive: number | null;
  longest: number | null;
  top: number | null;
  half_tokens: number | null;
  slope: number | null;
  misfit: number | null;
}
export interface ContrastRow extends Named, Contrast {}

/** All series that some evaluation was asked, those with the most lengths first. */
export async function seriesIn(sql: Sql): Promise<ShownSeries[]> {
  const rows = plainRows<Omit<ShownSeries, "name">>(
    await sql`select base_task, series, generator_version from lengths group by 1, 2, 3
      order by count(distinct length) desc, base_task, series, generator_version`
  );
  const tasks = new Map<string, ReadonlyMap<string, string>>();
  for (const {base_task} of rows)
    if (!tasks.has(base_task))
      tasks.set(base_task, seriesNames(rows.filter(row => row.base_task === base_task).map(({series}) => series)));
  const versions = (task: string) =>
    new Set(rows.filter(({base_task}) => base_task === task).map(row => row.generator_version)).size;
  return rows.map(row => ({
    ...row,
    name: `${row.base_task}: ${tasks.get(row.base_task)!.get(row.series)!}${versions(row.base_task) > 1 ? `, version ${row.generator_version}` : ""}`
  }));
}

/** Rows of a table of the study that belong to a series, each with its evaluation's name. */
async function rowsOf<Row extends Named>(sql: Sql, table: string, shown: ShownSeries, order: string): Promise<Row[]> {
  const rows = plainRows<Row>(
    await sql.query(
      `select * from ${table} where base_task = ? and series = ? and generator_version = ? order by model, template, sampler, eval_id, ${order}`,
      [shown.base_task, shown.series, shown.generator_version]
    )
  );
  const name = evaluationNames([...new Map(rows.map(row => [row.eval_id, row])).values()]);
  return rows.map(row => ({...row, evaluation: name(row)}));
}

export const lengthsOf = (sql: Sql, shown: ShownSeries) => rowsOf<LengthRow>(sql, "lengths", shown, "length, depth");
export const effectiveOf = (sql: Sql, shown: ShownSeries) => rowsOf<EffectiveRow>(sql, "effective_lengths", shown, "share");
export const contrastsIn = (sql: Sql, shown: ShownSeries) =>
  rowsOf<ContrastRow>(sql, "length_contrasts", shown, "contrast, length, depth");

/** Faculties of recall of each simulated model. */
export async function facultiesIn(sql: Sql): Promise<Map<string, RecallFaculties>> {
  const rows = plainRows<RecallFaculties & {model: string}>(
    await sql`select model, max(case when faculty = 'recall_half_tokens' then value end) as recall_half_tokens,
      max(case when faculty = 'middle_loss' then value end) as middle_loss from reference_models group by model`
  );
  return new Map(
    rows
      .filter(({recall_half_tokens, middle_loss}) => recall_half_tokens !== null && middle_loss !== null)
      .map(({model, ...faculties}) => [model, faculties])
  );
}

/** `16,000`, `0` */
export const tokensText = (length: number): string => formatCount(Math.round(length));

/** Name of a position: its depth, or that it is not set. */
export const depthText = (depth: number | null): string => (depth === null ? "anywhere" : String(depth));
