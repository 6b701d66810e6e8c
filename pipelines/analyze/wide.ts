// Reshapes a result: one row per evaluation, with columns for each value that a column of the long form has.
import {from, op} from "arquero";
import {UserError} from "../rows/error.js";
import {didYouMean} from "../rows/nearest.js";
import type {Row} from "./command.js";

/** Columns that identify a row of the wide form, as far as the long form has them. */
const IDENTITY = ["eval_id", "model", "template", "sampler", "simulated"];
/** Estimates in the order in which one is chosen for the cells. */
const ESTIMATES = ["accuracy", "formula", "score", "truncated", "tokens"];
/** Parts of a cell, and the endings of their columns. */
const PARTS = {estimate: "", low: "_low", high: "_high", n: "_n"};

/**
 * The wide form: for each value v of the column, `v` holds the estimate, and `v_low`, `v_high` and `v_n` its interval and n. Throws a
 * UserError where the column does not exist, where the rows have no estimate, and where two rows would share a cell.
 */
export function widened(
  rows: readonly Row[],
  columns: readonly string[],
  {wide}: {wide: string}
): {rows: Row[]; columns: string[]} {
  if (!columns.includes(wide)) throw new UserError(`--wide: no column "${wide}"${didYouMean(wide, columns)}`);
  const estimate = ESTIMATES.find(name => columns.includes(name) && name !== wide);
  if (estimate === undefined)
    throw new UserError(`--wide puts an estimate into cells (${ESTIMATES.join(", ")}), and these rows have none`);
  const first = (...names: string[]) => names.find(name => columns.includes(name)) ?? "";
  const source = {
    estimate,
    low: first(`${estimate}_low`, "low"),
    high: first(`${estimate}_high`, "high"),
    n: first("n", "samples")
  };
  const identity = IDENTITY.filter(name => name !== wide && rows.some(row => (row[name] ?? null) !== null));
  if (rows.length === 0) return {rows: [], columns: identity};
  if (!identity.includes("eval_id") && !identity.includes("model"))
    throw new UserError(`--wide makes a row of each evaluation, and these rows pool them; try --by evaluation`);

  const long = from(
    rows.map(row => ({
      ...Object.fromEntries(identity.map(name => [name, row[name]])),
      value: typeof row[wide] === "object" ? JSON.stringify(row[wide]) : String(row[wide]),
      ...Object.fromEntries(Object.entries(source).map(([part, name]) => [part, row[name] ?? null]))
    }))
  );
  const counted = long
    .groupby(...identity, "value")
    .count({as: "rows"})
    .objects() as (Row & {rows: number})[];
  const twice = counted.find(each => each.rows > 1);
  if (twice)
    throw new UserError(
      `--wide ${wide}: ${twice.rows} rows of ${String(twice.model ?? twice.eval_id)} have the ${wide} ${String(twice.value)}; filter to one of them, or name another column`
    );
  const values = [...new Set(long.array("value") as string[])].sort((a, b) => a.localeCompare(b, "en", {numeric: true}));
  const named = values.flatMap(value =>
    Object.entries(PARTS).map(([part, ending]) => [`${part}_${value}`, `${value}${ending}`] as const)
  );
  const clash = [...identity, ...named.map(([, name]) => name)].find((name, i, all) => all.indexOf(name) !== i);
  if (clash !== undefined) throw new UserError(`--wide ${wide}: two columns would be named "${clash}"; name another column`);
  const pivoted = long
    .groupby(...identity)
    .pivot("value", {estimate: op.any("estimate"), low: op.any("low"), high: op.any("high"), n: op.any("n")})
    .rename(Object.fromEntries(named));
  const names = [...identity, ...named.map(([, name]) => name)];
  return {
    columns: names,
    rows: (pivoted.objects() as Row[]).map(row => Object.fromEntries(names.map(name => [name, row[name] ?? null])))
  };
}
