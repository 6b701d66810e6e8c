// Joins the published curves of `spectra`, an Arrow table, to rows of `spectrum_features`.
import type {Table} from "apache-arrow";

type Row = Record<string, unknown>;

/** Columns that identify a row of both tables. */
const KEY = ["base_task", "params", "generator_version", "seed", "tokenizer"];
const CURVES = ["mean", "sd", "raw", "raw_sd", "shuffled", "permuted"];

/** Each row with its curves, which are views of the file's bytes; rows without curves are left out. */
export function withCurves(features: readonly Row[], curves: Table): Row[] {
  const columns = KEY.map(name => curves.getChild(name)!);
  const at = new Map(Array.from({length: curves.numRows}, (_, i) => [JSON.stringify(columns.map(column => column.get(i))), i]));
  return features.flatMap(row => {
    const i = at.get(JSON.stringify(KEY.map(name => row[name])));
    if (i === undefined) return [];
    return [{...row, ...Object.fromEntries(CURVES.map(name => [name, curves.getChild(name)!.get(i).toArray()]))}];
  });
}
