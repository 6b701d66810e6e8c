// Makes the study table `categories`: accuracy of every evaluation in every category, with n and interval.
import {join} from "node:path";
import type {Report} from "../../infer/progress.js";
import {excessAccuracy, rescaledInterval} from "../../score/accuracy.js";
import {CORRECT, TRUNCATED} from "../../score/status.js";
import {fileOf} from "../../store/publish.js";
import {openTables} from "../../store/sql.js";
import {openStage} from "../../store/writer.js";
import {categoriesTables} from "./tables.js";

/** Writes the table into a store, from its tables `samples`, `items` and `points`. */
export async function make(folder: string, {report}: {report: Report}): Promise<void> {
  const {connection, close} = await openTables(folder);
  await using stage = await openStage(categoriesTables, {folder});
  try {
    const counted = await connection.runAndReadAll(COUNTS);
    for (const row of counted.getRowObjectsJS()) {
      const {n, correct, guess_sum} = row as Record<"n" | "correct" | "guess_sum", number>;
      const counts = {correct, total: n, guessSum: guess_sum};
      stage.append("categories", {...row, accuracy: excessAccuracy(counts), ...rescaledInterval(counts)});
    }
  } finally {
    close();
  }
  await stage.write("categories", join(folder, fileOf("categories")), {allowEmpty: true});
  report.info(`categories: ${stage.rows("categories").toLocaleString("en")} accuracies`);
}

/** Items are joined once each: two seeds of one store may hold the same item. A point that two suites have counts in both. */
const COUNTS = `with places as (select item_id, any_value(domain) as domain, any_value(category) as category from items group by item_id),
    asked as (select distinct eval_id, base_task, params, unnest(case when len(suites) = 0 then [''] else suites end) as suite from points)
  select eval_id, model, template, sampler, coalesce(domain, '') as domain, coalesce(category, base_task) as category, base_task as bank,
    count(*) filter (status <> ${TRUNCATED})::integer as n, count(*) filter (status = ${CORRECT})::integer as correct,
    count(*) filter (status = ${TRUNCATED})::integer as truncated, count(*) filter (status <> ${TRUNCATED} and not parsed)::integer as unparsed,
    coalesce(sum(guess_chance order by item_id) filter (status <> ${TRUNCATED}), 0)::double as guess_sum, bool_or(simulated) as simulated, coalesce(suite, '') as suite
  from samples left join places using (item_id) left join asked using (eval_id, base_task, params) where trial = 0 group by all order by all`;
