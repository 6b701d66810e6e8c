// Parts of a store that are fitted apart: its suites, where evaluations were asked different benchmarks.
import type {DuckDBConnection} from "@duckdb/node-api";
import {UserError} from "../rows/error.js";
import {literal} from "../rows/literal.js";
import {didYouMean} from "../rows/nearest.js";
import type {StudyStore} from "./maker.node.js";

/** Name of a view with the samples of one part. */
const PART = "suite_samples";

/**
 * Ids of the suites, where they share no point and some evaluation was not asked one of them; else one part that is the whole store, with an empty id. A scale
 * that joins benchmarks without common models would compare what nobody compared.
 */
export async function suiteParts({has, rows}: Pick<StudyStore, "has" | "rows">): Promise<string[]> {
  const whole = [""];
  if (!(await has("points", "suites"))) return whole;
  const points = await rows<{eval_id: string; suite: string | null; suites: number}>(
    "select distinct eval_id, suites[1] as suite, len(suites)::integer as suites from points"
  );
  if (points.some(({suites}) => suites !== 1)) return whole;
  const ids = [...new Set(points.map(({suite}) => suite!))].sort();
  const evaluations = new Set(points.map(({eval_id}) => eval_id));
  return points.length === ids.length * evaluations.size ? whole : ids;
}

/** Makes a view of the samples of a part; returns its name, or that of all samples for the whole store. */
export async function samplesOfPart(connection: DuckDBConnection, suite: string): Promise<string> {
  if (suite === "") return "samples";
  await connection.run(`create or replace temp view ${PART} as select * from samples semi join
    (select eval_id, base_task, params from points where list_contains(suites, ${literal(suite)})) using (eval_id, base_task, params)`);
  return PART;
}

/**
 * The part that a command analyses, from those that are fitted apart: the one with this id, or the only one.
 * @throws UserError where there are several and none is named, or none has this id
 */
export function chosenPart(parts: readonly string[], suite: string | undefined, store: string): string {
  if (suite !== undefined && parts.includes(suite)) return suite;
  if (suite === undefined && parts.length < 2) return parts[0] ?? "";
  const names = parts.filter(Boolean);
  if (suite === undefined)
    throw new UserError(
      `evaluations of ${store} were asked different suites, which have no common scale; choose one with --suite: ${names.join(", ")}`
    );
  throw new UserError(
    names.length === 0
      ? `the suites of ${store} are fitted together; leave out --suite ${suite}`
      : `${store} has no suite ${JSON.stringify(suite)} that is fitted apart: ${names.join(", ")}${didYouMean(suite, names)}`
  );
}
