// What stands beside a score in the report: contamination, calibration, tokens and cost, from the tables of a store.
import {TRUNCATED} from "../../score/status.js";
import {literal} from "../../store/literal.js";
import type {Row} from "../../store/writer.node.js";
import {SOURCES} from "../calibration/sources.js";
import {CONTAMINATED_SQL} from "../contamination/settings.js";
import type {StudyStore} from "../maker.node.js";
import type {Listed} from "../scorecard/storedScores.node.js";

const NOT_LOOKED_FOR = {testable: 0, contaminated: 0};
const NO_CALIBRATION = {ece: null, ece_low: null, ece_high: null, ece_n: 0, ece_source: ""};
const NO_ANSWERS = {answers: 0, truncated: 0, cost: 0, prompt_tokens: null, completion_tokens: null};

/** A function that gives the columns of an evaluation in a suite. Reads the table `places` of the connection. */
export async function besideOf(
  listed: readonly Listed[],
  {connection, tables, rows}: StudyStore
): Promise<(eval_id: string, suite: string) => Row> {
  await connection.run("create temp table suites_of_places (place integer, suite varchar)");
  for (const [place, {suite, state}] of listed.entries())
    if (state !== "empty") await connection.run(`insert into suites_of_places values (${place}, ${literal(suite)})`);
  const asked = "(select distinct base_task, params, suite from places join suites_of_places using (place))";
  const ask = async (query: string, ...needs: string[]): Promise<Row[]> =>
    needs.every(table => tables.includes(table)) ? await rows(query) : [];
  const bySuite = (found: readonly Row[]) => new Map(found.map(({eval_id, suite, ...row}) => [`${eval_id} ${suite}`, row]));
  const byEvaluation = (found: readonly Row[]) => new Map(found.map(({eval_id, ...row}) => [String(eval_id), row]));
  const found = bySuite(
    await ask(
      `select eval_id, suite, count(*) filter (verdict <> 'not_testable')::integer as testable,
        count(*) filter (${CONTAMINATED_SQL})::integer as contaminated
      from (select distinct eval_id, suite, item_id from samples join ${asked} using (base_task, params))
        join contamination_items using (item_id) group by eval_id, suite`,
      "samples",
      "contamination_items"
    )
  );
  const spent = bySuite(
    await ask(
      `select eval_id, suite, count(*)::integer as answers, count(*) filter (status = ${TRUNCATED})::integer as truncated, sum(cost order by item_id, trial)::double as cost,
        known_sum(prompt_tokens)::double as prompt_tokens, known_sum(completion_tokens)::double as completion_tokens
      from samples join ${asked} using (base_task, params) group by eval_id, suite`,
      "samples"
    )
  );
  const order = SOURCES.map((source, i) => `when ${literal(source)} then ${i}`).join(" ");
  const calibrated = byEvaluation(
    await ask(
      `select eval_id, arg_min(ece_corrected, place) as ece, arg_min(ece_low, place) as ece_low, arg_min(ece_high, place) as ece_high,
        arg_min(n, place)::integer as ece_n, arg_min(source, place) as ece_source
      from (select *, case source ${order} end as place from calibration where category = '' and n > 0) group by eval_id`,
      "calibration"
    )
  );
  const gains = byEvaluation(await ask("select eval_id, memoriser from contamination_effects", "contamination_effects"));
  return (eval_id, suite) => ({
    ...(found.get(`${eval_id} ${suite}`) ?? NOT_LOOKED_FOR),
    memoriser: gains.get(eval_id)?.memoriser ?? null,
    ...(calibrated.get(eval_id) ?? NO_CALIBRATION),
    ...(spent.get(`${eval_id} ${suite}`) ?? NO_ANSWERS)
  });
}
