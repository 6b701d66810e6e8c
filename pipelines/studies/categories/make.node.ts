// Makes the study table `categories`: accuracy of every evaluation in every category, with n and interval.
import {canonicalJson, sha256Hex} from "../../book/canonical.js";
import {literal} from "../../rows/literal.js";
import {excessAccuracy, rescaledInterval} from "../../score/accuracy.js";
import {CORRECT, TRUNCATED} from "../../score/status.js";
import {studentMean} from "../../stats/mean.js";
import {readManifest} from "../../store/manifest.node.js";
import {maker} from "../maker.node.js";
import {categoriesTables} from "./tables.js";

/** Writes the table into a store, from its tables `samples`, `items` and `points`. */
export const make = maker(categoriesTables, async ({folder, report, stage, open}) => {
  const {connection, tables, rows} = await open();
  const metrics = await metricsOf(folder);
  await connection.run("create temp table metrics (bank varchar, metric varchar)");
  for (const [bank, metric] of Object.entries(metrics))
    await connection.run(`insert into metrics values (${literal(bank)}, ${literal(metric)})`);
  const measured = new Map<string, Measured>();
  if (tables.includes("measures") && Object.keys(metrics).length > 0)
    for (const row of await rows<Measured>(MEASURED)) measured.set(idOf(row), row);
  for (const [bank, metric] of Object.entries(metrics))
    if (![...measured.values()].some(row => row.bank === bank))
      report.warn(`no answer to bank ${bank} has the measure ${metric}, which its metric names`);
  for (const row of await rows<Measured & {correct: number; guess_sum: number}>(COUNTS)) {
    const {n, correct, guess_sum} = row;
    const counts = {correct, total: n, guessSum: guess_sum};
    const accuracy = excessAccuracy(counts);
    const interval = rescaledInterval(counts);
    const metric = metrics[row.bank] ?? "accuracy";
    const read =
      metric === "accuracy"
        ? {value: accuracy, value_low: interval.low, value_high: interval.high, value_n: n}
        : meanOf(measured.get(idOf(row)));
    stage.append("categories", {...row, accuracy, ...interval, metric, ...read});
  }
  report.info(`categories: ${stage.rows("categories").toLocaleString("en")} accuracies`);
});

/** What banks are read by where that is not accuracy, as the store's manifest says. */
const metricsOf = async (folder: string): Promise<Record<string, string>> => (await readManifest(folder))?.metrics ?? {};

/** The table depends on the banks' metrics besides the store's tables. */
export const key = async (folder: string): Promise<string> =>
  `metrics ${sha256Hex(canonicalJson(await metricsOf(folder))).slice(0, 12)}`;

interface Measured {
  eval_id: string;
  domain: string;
  category: string;
  bank: string;
  suite: string;
  mean: number;
  sd: number | null;
  n: number;
}
const idOf = ({eval_id, suite, domain, category, bank}: Measured): string =>
  JSON.stringify([eval_id, suite, domain, category, bank]);

/** The columns of a mean; of no values, none. */
function meanOf(of: Measured | undefined): Record<string, number | null> {
  if (!of) return {value: null, value_low: null, value_high: null, value_n: 0};
  const {value, low, high} = studentMean(of);
  return {value, value_low: low, value_high: high, value_n: of.n};
}

/** Items are joined once each: two seeds of one store may hold the same item. A point that two suites have counts in both. */
const WITHIN = `with places as (select item_id, any_value(domain) as domain, any_value(category) as category from items group by item_id),
    asked as (select distinct eval_id, base_task, params, unnest(case when len(suites) = 0 then [''] else suites end) as suite from points)`;

const COUNTS = `${WITHIN}
  select eval_id, model, template, sampler, coalesce(domain, '') as domain, coalesce(category, base_task) as category, base_task as bank,
    count(*) filter (status <> ${TRUNCATED})::integer as n, count(*) filter (status = ${CORRECT})::integer as correct,
    count(*) filter (status = ${TRUNCATED})::integer as truncated, count(*) filter (status <> ${TRUNCATED} and not parsed)::integer as unparsed,
    coalesce(sum(guess_chance order by item_id) filter (status <> ${TRUNCATED}), 0)::double as guess_sum, bool_or(simulated) as simulated, coalesce(suite, '') as suite
  from samples left join places using (item_id) left join asked using (eval_id, base_task, params) where trial = 0 group by all order by all`;

/** Means of the banks' metrics over first answers. */
const MEASURED = `${WITHIN}
  select s.eval_id, coalesce(suite, '') as suite, coalesce(domain, '') as domain, coalesce(category, base_task) as category, base_task as bank,
    avg(value order by item_id) as mean, stddev_samp(value order by item_id) as sd, count(*)::integer as n
  from samples s join metrics m on m.bank = s.base_task
  join (select eval_id, item_id, trial, name as metric, value from measures) v using (eval_id, item_id, trial, metric)
  left join places using (item_id) left join asked using (eval_id, base_task, params) where trial = 0 group by all order by all`;
