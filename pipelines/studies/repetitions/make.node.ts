// Makes the study table `repetitions`.
import {join} from "node:path";
import {CORRECT} from "../../score/status.js";
import {groupBy} from "../../stats/groupBy.js";
import {fileOf} from "../../store/publish.node.js";
import {openTables} from "../../store/sql.node.js";
import {openStage} from "../../store/writer.node.js";
import {type RepeatedItem, reduce} from "./reducers.js";
import {repetitionsTables} from "./tables.js";

interface Item extends RepeatedItem {
  eval_id: string;
  model: string;
  template: string;
  sampler: string;
  base_task: string;
  simulated: boolean;
  suite: string;
}

/** Answers to each item, in each suite that asked it; the suite is empty where none is known. */
const ITEMS = `with asked as (select distinct eval_id, base_task, params, unnest(case when len(suites) = 0 then [''] else suites end) as suite from points)
  select eval_id, any_value(model) as model, any_value(template) as template, any_value(sampler) as sampler, any_value(base_task) as base_task,
    any_value(simulated) as simulated, coalesce(suite, '') as suite,
    list(answer order by trial) as answers, list(status = ${CORRECT} order by trial) as "right"
  from samples left join asked using (eval_id, base_task, params)
  where eval_id in (select eval_id from samples where trial > 0) group by eval_id, item_id, suite order by eval_id, suite, item_id`;

export async function make(folder: string): Promise<void> {
  await using stage = await openStage(repetitionsTables, {folder});
  const {connection, close} = await openTables(folder);
  try {
    const items = (await connection.runAndReadAll(ITEMS)).getRowObjectsJS() as unknown as Item[];
    for (const own of groupBy(items, ({eval_id, suite}) => `${eval_id} ${suite}`).values()) {
      const {eval_id, model, template, sampler, simulated, suite} = own[0]!;
      const tasks = [...groupBy(own, ({base_task}) => base_task)];
      for (const [base_task, part] of [["", own] as const, ...tasks])
        for (const row of reduce(part))
          stage.append("repetitions", {eval_id, model, template, sampler, base_task, ...row, simulated, suite});
    }
  } finally {
    close();
  }
  await stage.write("repetitions", join(folder, fileOf("repetitions")), {allowEmpty: true});
}
