// Makes the study table `repetitions`.
import {CORRECT} from "../../score/status.js";
import {groupBy} from "../../stats/groupBy.js";
import type {EvaluationKey} from "../../store/rows.node.js";
import {evaluationOf, maker, NAMES} from "../maker.node.js";
import {type RepeatedItem, reduce} from "./reducers.js";
import {repetitionsTables} from "./tables.js";

interface Item extends RepeatedItem, EvaluationKey {
  base_task: string;
  simulated: boolean;
  suite: string;
}

/** Answers to each item, in each suite that asked it; the suite is empty where none is known. */
const ITEMS = `with asked as (select distinct eval_id, base_task, params, unnest(case when len(suites) = 0 then [''] else suites end) as suite from points)
  select eval_id, ${NAMES}, any_value(base_task) as base_task,
    any_value(simulated) as simulated, coalesce(suite, '') as suite,
    list(answer order by trial) as answers, list(status = ${CORRECT} order by trial) as "right"
  from samples left join asked using (eval_id, base_task, params)
  where eval_id in (select eval_id from samples where trial > 0) group by eval_id, item_id, suite order by eval_id, suite, item_id`;

export const make = maker(repetitionsTables, async ({stage, open}) => {
  const items = await (await open()).rows<Item>(ITEMS);
  for (const asked of groupBy(items, ({eval_id, suite}) => `${eval_id} ${suite}`).values()) {
    const {simulated, suite} = asked[0]!;
    for (const [base_task, part] of [["", asked] as const, ...groupBy(asked, ({base_task}) => base_task)])
      for (const row of reduce(part))
        stage.append("repetitions", {...evaluationOf(asked[0]!), base_task, ...row, simulated, suite});
  }
});
