// The study table `annotation_pairs`: two evaluations' responses to the same test, for people and models to compare.
import {literal} from "../../../rows/literal.js";
import type {Row} from "../../../store/writer.node.js";
import {maker, withStore} from "../../maker.node.js";
import {annotationTables} from "./tables.js";

/** Most pairs in the table. */
export const MAX_PAIRS = 150;
/** Longest question or response that is drawn, in characters: longer ones would be shown truncated, and nobody should judge those. */
const LONGEST = 3_000;
/** Most evaluations that pairs of the table are drawn from, spread over the leaderboard: with few, each is judged often enough to be ranked. */
const MAX_EVALUATIONS = 12;
const SEED = "annotation pairs";

/** Writes the table into a store. The draw depends only on what is stored: each test and response is ranked by its hash. */
export const make = maker(annotationTables, async ({folder, report, stage}) => {
  const rows = await drawPairs(folder);
  rows.forEach((row, position) => {
    stage.append("annotation_pairs", {...row, position});
  });
  report.info(`annotation pairs: ${rows.length} drawn`);
});

/** Limits of a draw of pairs. */
export interface PairsDraw {
  /** pairs */
  most?: number;
  /** evaluations that they are drawn from */
  evaluations?: number;
  /** pairs of one test, each of two other evaluations */
  perTest?: number;
}

/** Draws pairs from a store's responses, in an order that mixes tasks: a larger draw begins with a smaller one of as many evaluations. */
export const drawPairs = (
  folder: string,
  {most = MAX_PAIRS, evaluations = MAX_EVALUATIONS, perTest = 1}: PairsDraw = {}
): Promise<Row[]> => withStore(folder, ({rows}) => rows(pairsQuery({most, evaluations, perTest})));

const hashed = (...parts: string[]) => `md5(concat_ws('|', ${literal(SEED)}, ${parts.join(", ")}))`;

/**
 * Selects for every test the two chosen evaluations whose hashes with the test are lowest; tests are taken from the tasks in turn. The
 * first of the two is the alphabetically first; the page draws the sides. Where no answer of a store has a score, as of imported ones that only
 * people can judge, all of them are drawn from.
 */
const pairsQuery = ({most, evaluations, perTest}: Required<PairsDraw>): string => `
with scored as (
  select eval_id, model, template, sampler, item_id, trial, base_task, status, simulated from samples
  union all select r.eval_id, r.model, r.template, r.sampler, item_id, r.trial, i.base_task, null, false
    from responses r join items i using (item_id) where r.text <> '' and not exists (from samples)
), accuracy as (
  select eval_id, model, template, sampler, avg((status = 1)::int) as share, count(*) as n from scored group by all
), placed as (
  select *, row_number() over (order by share, model, template, sampler) - 1 as place, count(*) over () as evaluations from accuracy
), chosen as (
  select *, case when count(distinct (template, sampler)) over () = 1 then model else concat_ws(' · ', model, template, sampler) end as name
  from placed where evaluations <= ${evaluations}
    or place in (select round(i * (evaluations - 1) / ${evaluations - 1}.0)::bigint from range(${evaluations}) steps(i))
), answers as (
  select item_id, name, s.model, s.base_task, s.status, s.simulated, r.prompt,
    trim(concat_ws(chr(10) || chr(10), r.reasoning, r.text)) as response,
    row_number() over (partition by item_id order by ${hashed("item_id", "name")}) as draw
  from responses r join scored s using (eval_id, model, template, sampler, item_id, trial)
    join chosen using (eval_id, model, template, sampler)
  where trial = 0 and length(r.prompt) <= ${LONGEST} and length(r.text) + coalesce(length(r.reasoning), 0) between 1 and ${LONGEST}
), paired as (
  select item_id, base_task, (draw - 1) // 2 as pairing, min_by(name, name) as model_a, max_by(name, name) as model_b, any_value(prompt) as prompt,
    min_by(response, name) as response_a, max_by(response, name) as response_b,
    min_by(status, name)::int as status_a, max_by(status, name)::int as status_b, bool_or(simulated) as simulated
  from answers where draw <= ${2 * perTest} group by item_id, base_task, pairing having count(*) = 2
), turns as (
  select *, row_number() over (partition by base_task order by pairing, ${hashed("item_id")}) as round from paired
)
select substr(${hashed("item_id", "model_a", "model_b")}, 1, 12) as pair_id, item_id as question_id, 1 as turn, base_task,
  model_a, model_b, prompt, response_a, response_b, status_a, status_b, simulated
from turns order by round, ${hashed("base_task", "round")} limit ${most}`;
