// What the page Calibration shows: rows of the store's tables of calibration, with the names of their evaluations.
import {evaluationNames} from "../../pipelines/charts/shared/label.js";
import type {Sql} from "../../pipelines/charts/shared/sql.js";
import type {Evaluated} from "../../pipelines/store/evaluationName.js";
import type {Bin, Binning} from "../../pipelines/studies/calibration/bins.js";
import type {Selected} from "../../pipelines/studies/calibration/selective.js";
import type {Source} from "../../pipelines/studies/calibration/sources.js";
import {plainRows} from "../shared/answers.js";

/** Sources and categories that some evaluation has. */
export interface ShownGroup {
  source: Source;
  category: string;
}

interface Named extends Evaluated {
  evaluation: string;
  source: Source;
  category: string;
}
type Estimate<Name extends string> = Record<Name | `${Name}_low` | `${Name}_high`, number | null>;

/** A row of the table `calibration`. */
export interface CalibrationRow
  extends Named,
    Estimate<
      | "accuracy"
      | "confidence"
      | "gap"
      | "ece"
      | "ece_mass"
      | "brier"
      | "auroc"
      | "intercept"
      | "slope"
      | "accuracy_50"
      | "accuracy_80"
      | "accuracy_90"
      | "correlation"
    > {
  n: number;
  correct: number;
  distinct_values: number;
  missing: number;
  unreadable: number;
  truncated: number;
  unit: "share" | "percent";
  ece_corrected: number | null;
  ece_mass_corrected: number | null;
  reliability: number | null;
  resolution: number | null;
  uncertainty: number | null;
  categories: number | null;
}
/** A row of the table `calibration_bins`. */
export interface BinRow extends Named, Bin {
  binning: Binning;
}
/** A row of the table `calibration_selective`. */
export interface SelectiveRow extends Named, Selected {}

/** Groups that can be shown, all categories together first. */
export const groupsIn = async (sql: Sql): Promise<ShownGroup[]> =>
  plainRows<ShownGroup>(await sql`select source, category from calibration group by 1, 2 order by 1, 2`);

async function rowsOf<Row extends Named>(sql: Sql, table: string, {source, category}: ShownGroup, order: string): Promise<Row[]> {
  const rows = plainRows<Row>(
    await sql.query(
      `select * from ${table} where source = ? and category = ? order by model, template, sampler, eval_id${order}`,
      [source, category]
    )
  );
  const name = evaluationNames([...new Map(rows.map(row => [row.eval_id, row])).values()]);
  return rows.map(row => ({...row, evaluation: name(row)}));
}

export const calibrationOf = (sql: Sql, shown: ShownGroup) => rowsOf<CalibrationRow>(sql, "calibration", shown, "");
export const binsOf = (sql: Sql, shown: ShownGroup) => rowsOf<BinRow>(sql, "calibration_bins", shown, ", binning, bin");
export const selectiveOf = (sql: Sql, shown: ShownGroup) =>
  rowsOf<SelectiveRow>(sql, "calibration_selective", shown, ", coverage");

/** Names of the evaluations that have a confidence, the best calibrated first. */
export const ranked = (rows: readonly CalibrationRow[]): string[] =>
  rows
    .filter(({n}) => n > 0)
    .sort((a, b) => a.ece_corrected! - b.ece_corrected! || (a.evaluation < b.evaluation ? -1 : 1))
    .map(({evaluation}) => evaluation);
