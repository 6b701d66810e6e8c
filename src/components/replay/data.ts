// Reads the data of the page on replay: every stored sample as columns, and the limits under which evaluations ran.

import type {Evaluated} from "../../pipelines/charts/shared/filtered.js";
import {evaluationLabels} from "../../pipelines/charts/shared/label.js";
import type {Sql} from "../../pipelines/charts/shared/sql.js";
import {type Budgeted, replayableTo} from "../../pipelines/score/replay.js";
import {quantile} from "../../pipelines/stats/quantile.js";
import {countedEvaluations} from "../../pipelines/store/counted.sql.js";
import type {NamedEvaluation} from "../../pipelines/store/evaluationName.js";
import type {StoredSamples} from "../../pipelines/studies/replay/replay.js";
import {plainRows} from "../shared/answers.js";

/** A point under an evaluation, or of an item bank's point the items of one category, in the order of cell numbers. */
export interface Cell extends Evaluated {
  eval_id: string;
  /** number of its samples */
  samples: number;
}

export interface ReplayEvaluation extends NamedEvaluation {
  /** the largest limit for which its samples can be replayed */
  most: number;
}

export interface Replayable {
  cells: Cell[];
  evaluations: ReplayEvaluation[];
  samples: StoredSamples;
  /** largest number of samples of a point */
  perPoint: number;
  /** the largest limit of all evaluations, in tokens */
  most: number;
  /** fewest completion tokens of a sample */
  shortest: number;
  /** 90 % quantile of completion tokens in the median evaluation */
  usual: number;
}

type Named = Pick<ReplayEvaluation, "model" | "template" | "sampler">;

interface ReplayedManifest {
  evaluations?: {eval_id: string; max_tokens: number | null}[];
}

/** Completion tokens of an evaluation's samples. */
interface Spent {
  shortest: number;
  longest: number;
  usual: number;
}

/** First answers with the domain and category of their items; both are empty for generated tests, whose category is their task. */
const FIRST = `select s.*, coalesce(domain, '') as domain, if(coalesce(domain, '') = '', '', category) as category
  from samples s left join (select item_id, any_value(domain) as domain, any_value(category) as category from items group by item_id) using (item_id)
  where trial = 0`;

const CELLS = `select *, row_number() over (order by eval_id, base_task, params, domain, category) - 1 as cell from (
  select eval_id, any_value(model) as model, any_value(template) as template, any_value(sampler) as sampler, base_task, params,
    any_value(groups) as groups, any_value(tiers) as tiers, bool_or(simulated) as simulated
  from points where eval_id in (${countedEvaluations}) group by eval_id, base_task, params)
  join (select eval_id, base_task, params, domain, category, count(*)::integer as samples from (${FIRST}) group by all)
  using (eval_id, base_task, params)`;

/**
 * Reads the tables `points`, `samples` and `items`; evaluations without token counts are left out.
 * @param manifest contains the limits that were set
 */
export async function replayable(sql: Sql, manifest: ReplayedManifest): Promise<Replayable> {
  const [points, samples, budgets] = await Promise.all([
    sql.query(`${CELLS} order by cell`),
    sql.query(`with cells as (${CELLS}) select cell::integer as cell,
        (row_number() over (partition by eval_id, base_task, params order by seed, "index") - 1)::integer as place,
        status::integer as status, completion_tokens::integer as tokens, guess_chance
      from (${FIRST}) join cells using (eval_id, base_task, params, domain, category)`),
    sql.query(`select eval_id, any_value(model) as model, any_value(template) as template, any_value(sampler) as sampler,
        bool_or(simulated) as simulated, min(case when status = 2 then completion_tokens end)::integer as shortest_truncated,
        min(completion_tokens)::integer as shortest, max(completion_tokens)::integer as longest, quantile_cont(completion_tokens, 0.9) as usual
      from samples where trial = 0 and eval_id in (${countedEvaluations}) group by eval_id order by model, template, sampler`)
  ]);
  // Hundreds of thousands of samples are read by column, not by row.
  const column = (i: number) => (samples.getChildAt(i)?.toArray() ?? []) as ArrayLike<number>;
  const limitOf = new Map(manifest.evaluations?.map(({eval_id, max_tokens}) => [eval_id, max_tokens]));
  const found = plainRows<Omit<ReplayEvaluation, "name" | "most"> & Budgeted & Spent>(budgets);
  const label = evaluationLabels<Named>(found);
  const evaluations = found.map(({eval_id, model, template, sampler, simulated, shortest_truncated}) => ({
    eval_id,
    model,
    template,
    sampler,
    simulated,
    name: label({model, template, sampler}),
    most: replayableTo({max_tokens: limitOf.get(eval_id) ?? null, shortest_truncated})
  }));
  const cells = plainRows<Cell & {params: string}>(points, ["groups", "tiers"]);
  const longest = Math.max(1, ...found.map(each => each.longest));
  const limits = evaluations.map(({most}) => most).filter(Number.isFinite);
  return {
    cells,
    evaluations,
    samples: {cell: column(0), place: column(1), status: column(2), tokens: column(3), guess_chance: column(4)},
    perPoint: perPointOf(cells),
    most: Math.max(longest, ...limits),
    shortest: Math.max(1, Math.min(longest, ...found.map(each => each.shortest))),
    usual:
      found.length > 0
        ? quantile(
            found.map(({usual}) => usual),
            0.5
          )
        : longest
  };
}

/** Largest number of samples of a point, whose categories are cells of their own. */
function perPointOf(cells: readonly (Cell & {params: string})[]): number {
  const sums = new Map<string, number>();
  for (const {eval_id, base_task, params, samples} of cells) {
    const point = `${eval_id} ${base_task} ${params}`;
    sums.set(point, (sums.get(point) ?? 0) + samples);
  }
  return [...sums.values()].reduce((most, each) => Math.max(most, each), 1);
}

/** The evaluation of each cell, −1 for cells that do not pass; evaluations are numbered in their order, without those that have no cell. */
export function ownersOf(
  {cells, evaluations}: Replayable,
  passes: (cell: Cell) => boolean
): {owner: Int32Array; chosen: ReplayEvaluation[]} {
  const passing = new Set(cells.filter(cell => cell.samples > 0 && passes(cell)).map(cell => cell.eval_id));
  const chosen = evaluations.filter(({eval_id}) => passing.has(eval_id));
  const number = new Map(chosen.map(({eval_id}, i) => [eval_id, i]));
  const owner = Int32Array.from(cells, cell => (passes(cell) ? (number.get(cell.eval_id) ?? -1) : -1));
  return {owner, chosen};
}
