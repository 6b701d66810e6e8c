// Makes the study tables `agents`, `episodes` and `episode_steps`.

import {literal} from "../../rows/literal.js";
import {type LoggedCall, OUT_OF_TURNS, recordIn} from "../../score/episode.js";
import {CORRECT, TRUNCATED} from "../../score/status.js";
import type {EvaluationKey} from "../../store/rows.node.js";
import {maker, NAMES, type StudyStore} from "../maker.node.js";
import {type Episode, measured, PASS_HAT, passesOf} from "./measures.js";
import {agentsTables} from "./tables.js";

interface Told extends EvaluationKey, Omit<Episode, "reached" | "out_of_turns"> {
  trial: number;
  world: string;
  end: string | null;
  finish_reason: string;
  end_state: number;
  truncated: boolean;
  /** The response's text; null where the store has none. */
  text: string | null;
  simulated: boolean;
}

/** Tests whose calls act on an environment, each once. Imported ones have no plan, and their category is the world. */
const WORLDS = `create temp table worlds as select item_id, any_value(coalesce(scorer ->> '$.world', category)) as world,
  any_value(json_array_length(scorer, '$.plan'))::integer as optimal from items
  where scorer ->> '$.kind' = 'environment' or item_id in (select item_id from measures where name = 'end_state') group by item_id`;

/** Writes the tables into a store, without rows where no test has an environment. */
export const make = maker(agentsTables, async ({stage, open}) => {
  const store = await open();
  const {connection, tables, rows, has} = store;
  if (!((await has("items", "scorer")) && tables.includes("measures"))) return;
  await connection.run(WORLDS);
  const evaluations = await rows<EvaluationKey & {simulated: boolean | null}>(
    `select eval_id, ${NAMES}, (select bool_or(simulated) from samples where samples.eval_id = all_answers.eval_id) as simulated
        from (select eval_id, model, template, sampler, item_id from samples union all
          select eval_id, model, template, sampler, item_id from measures where name in ('not_scored', 'not_answered')) as all_answers
        semi join worlds using (item_id) group by eval_id order by eval_id`
  );
  for (const own of evaluations) {
    const {simulated, ...evaluation} = own;
    const episodes = await episodesOf(store, own.eval_id);
    const unscored = await unscoredOf(store, own.eval_id);
    for (const world of ["", ...new Set([...episodes.map(each => each.world), ...unscored.keys()])].sort()) {
      const among = episodes.filter(each => world === "" || each.world === world);
      const without = [...unscored].reduce((sum, [name, n]) => sum + (world === "" || name === world ? n : 0), 0);
      const shared = {...evaluation, world, episodes: among.length, simulated: simulated ?? false};
      for (const row of measured(among.map(episodeOf), without))
        stage.append("agents", {...shared, ...row, k: null, left_out: null});
      for (const row of passesOf(among)) stage.append("agents", {...shared, ...row, measure: PASS_HAT});
    }
    for (const told of episodes) {
      const {text, end_state: _, finish_reason: __, ...row} = told;
      const turns = (text === null ? null : recordIn(text))?.turns;
      stage.append("episodes", {...row, ...(row.optimal === null && UNKNOWN), turns: turns?.length ?? null});
      const {item_id, trial, world, simulated} = told;
      const identity = {...evaluation, item_id, trial, world, simulated};
      for (const [at, {text, calls}] of (turns ?? []).entries()) {
        stage.append("episode_steps", {...identity, ...NO_CALL, turn: at + 1, call: 0, text});
        for (const [place, call] of calls.entries())
          stage.append("episode_steps", {...identity, ...callRow(call), turn: at + 1, call: place + 1, text: null});
      }
    }
  }
});

/** Columns that are not known of an episode without a plan. */
const UNKNOWN = {needless_calls: null, forbidden: null, faults: null, recovered: null};

const NO_CALL = {tool: null, arguments: null, status: null, result: null, note: "", changes: null};

const callRow = ({tool, arguments: given, status, result, changes, ...told}: LoggedCall) => ({
  tool,
  arguments: given,
  status,
  result,
  note: (["forbidden", "fault", "malformed", "unknown"] as const).find(note => told[note]) ?? "",
  changes: changes && changes.length > 0 ? JSON.stringify(changes) : null
});

const episodeOf = ({end_state, finish_reason, ...rest}: Told): Episode => ({
  ...rest,
  reached: end_state === 1,
  out_of_turns: finish_reason === OUT_OF_TURNS
});

const COUNTED = ["end_state", "forbidden", "calls", "needless_calls", "faults", "malformed_calls", "unknown_tools"];

/** The scored episodes of an evaluation. */
async function episodesOf({tables, rows}: StudyStore, eval_id: string): Promise<Told[]> {
  const withText = tables.includes("responses");
  const measures = COUNTED.map(name => `coalesce(max(value) filter (name = '${name}'), 0)::integer as ${name}`).join(", ");
  const found = await rows<Omit<Told, "recovered"> & {share: number | null}>(
    `with told as (select item_id, trial, ${measures}, max(value) filter (name = 'recovered') as share
        from measures semi join worlds using (item_id) where eval_id = ${literal(eval_id)} group by item_id, trial),
      answered as (select item_id, trial, ${withText ? "any_value(text)" : "null::varchar"} as text
        from ${withText ? `responses semi join worlds using (item_id) where eval_id = ${literal(eval_id)}` : "samples where false"} group by item_id, trial)
    select eval_id, model, template, sampler, item_id, trial, world, answer as "end", finish_reason, status = ${CORRECT} as correct,
      status = ${TRUNCATED} as truncated, optimal, told.* exclude (item_id, trial), text, simulated
    from samples join worlds using (item_id) join told using (item_id, trial) left join answered using (item_id, trial)
    where eval_id = ${literal(eval_id)} order by item_id, trial`
  );
  return found.map(({share, ...row}) => ({...row, recovered: Math.round((share ?? 0) * row.faults)}));
}

/** Responses of an evaluation without a score, by world. */
async function unscoredOf({rows}: StudyStore, eval_id: string): Promise<Map<string, number>> {
  const found = await rows<{world: string; n: number}>(
    `select world, count(*)::integer as n from measures join worlds using (item_id)
    where eval_id = ${literal(eval_id)} and name in ('not_scored', 'not_answered') group by world order by world`
  );
  return new Map(found.map(({world, n}) => [world, n]));
}
