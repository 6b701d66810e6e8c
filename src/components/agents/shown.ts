// What the page Agents shows: measures of evaluations, and their episodes.
import {evaluationNames} from "../../pipelines/charts/shared/label.js";
import type {Sql} from "../../pipelines/charts/shared/sql.js";
import type {Evaluated} from "../../pipelines/store/evaluationName.js";
import type {Measure, Measured} from "../../pipelines/studies/agents/measures.js";
import {plainRows} from "../shared/answers.js";

/** An evaluation with its measures in one world. */
export interface AgentRow extends Evaluated {
  evaluation: string;
  simulated: boolean;
  episodes: number;
  measures: ReadonlyMap<Measure, Measured>;
}

export interface EpisodeRow {
  item_id: string;
  trial: number;
  world: string;
  end: string;
  correct: boolean;
  truncated: boolean;
  turns: number | null;
  calls: number;
  optimal: number;
  forbidden: number;
  faults: number;
}

export interface StepRow {
  turn: number;
  call: number;
  text: string | null;
  tool: string | null;
  arguments: string | null;
  status: number | null;
  result: string | null;
  note: string;
  changes: string | null;
}

/** Most episodes that are offered at once. */
export const OFFERED = 300;

export const worldsIn = async (sql: Sql): Promise<string[]> =>
  plainRows<{world: string}>(await sql`select distinct world from agents order by world`).map(({world}) => world);

/** Evaluations in one world, the most successful first. @param world empty for all together */
export async function agentsIn(sql: Sql, world: string): Promise<AgentRow[]> {
  const rows = plainRows<Evaluated & Measured & {simulated: boolean; episodes: number}>(
    await sql.query("select * from agents where world = ? order by model, template, sampler, eval_id, measure", [world])
  );
  const found = new Map<string, Omit<AgentRow, "measures" | "evaluation"> & {measures: Map<Measure, Measured>}>();
  for (const {eval_id, model, template, sampler, simulated, episodes, measure, value, low, high, n} of rows) {
    const own = found.get(eval_id) ?? {eval_id, model, template, sampler, simulated, episodes, measures: new Map()};
    found.set(eval_id, own);
    own.measures.set(measure, {measure, value, low, high, n});
  }
  const all = [...found.values()];
  const name = evaluationNames(all);
  const success = (row: AgentRow) => row.measures.get("success")?.value ?? -1;
  return all
    .map((row): AgentRow => ({...row, evaluation: name(row)}))
    .sort((a, b) => success(b) - success(a) || (a.evaluation < b.evaluation ? -1 : 1));
}

/** Episodes of an evaluation in one world that ended in one way; the first of many. */
export async function episodesIn(
  sql: Sql,
  {eval_id, world, end}: {eval_id: string; world: string; end: string}
): Promise<{rows: EpisodeRow[]; all: number}> {
  const rows = plainRows<EpisodeRow & {all: number}>(
    await sql.query(
      `select item_id, trial, world, "end", correct, truncated, turns, calls, optimal, forbidden, faults, (count(*) over ())::int as "all"
      from episodes where eval_id = ? and (? = '' or world = ?) and (? = 'all' or "end" = ?) order by world, item_id, trial limit ${OFFERED}`,
      [eval_id, world, world, end, end]
    )
  );
  return {rows, all: rows[0]?.all ?? 0};
}

/** The steps of an episode, and its task: the prompt, and its environment as JSON. */
export async function traceIn(
  sql: Sql,
  {eval_id, item_id, trial}: {eval_id: string; item_id: string; trial: number}
): Promise<{steps: StepRow[]; prompt: string | null; scorer: string | null}> {
  const steps = plainRows<StepRow>(
    await sql.query(
      `select turn, call, text, tool, arguments, status, result, note, changes from episode_steps
      where eval_id = ? and item_id = ? and trial = ? order by turn, call`,
      [eval_id, item_id, trial]
    )
  );
  const [item] = plainRows<{prompt: string; scorer: string | null}>(
    await sql.query("select prompt, scorer from items where item_id = ? limit 1", [item_id])
  );
  return {steps, prompt: item?.prompt ?? null, scorer: item?.scorer ?? null};
}
