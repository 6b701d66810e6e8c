// Makes the study tables `hallucination` and `confabulations`.
import {CORRECT, TRUNCATED} from "../../score/status.js";
import {groupBy} from "../../stats/groupBy.js";
import type {EvaluationKey} from "../../store/rows.node.js";
import {evaluationOf, maker, NAMES} from "../maker.node.js";
import {type EntityCounts, noCounts, OUTCOMES, ratesOf, together} from "./rates.js";
import {hallucinationTables} from "./tables.js";

/** Examples of each evaluation and subject. */
const EXAMPLES = 4;

interface Counted extends EvaluationKey {
  base_task: string;
  subject: string;
  entity: string;
  simulated: boolean;
}

/** Every answer to a question of the scorer fact, with its measures. */
const ANSWERS = `with asked as (select item_id, any_value(json_extract_string(scorer, '$.subject')) as subject,
    coalesce(any_value(json_extract_string(scorer, '$.entity')), 'real') as entity, any_value(prompt) as prompt
    from items where json_extract_string(scorer, '$.kind') = 'fact' group by item_id),
  measured as (select eval_id, item_id, trial, ${OUTCOMES.filter(name => name !== "right" && name !== "answered")
    .map(name => `coalesce(max(value) filter (name = '${name}'), 0) as ${name}`)
    .join(", ")} from measures where item_id in (select item_id from asked) group by all),
  answers as (select samples.eval_id, model, template, sampler, base_task, coalesce(subject, '') as subject, entity, simulated, samples.item_id,
    samples.trial, prompt, answer, status = ${TRUNCATED} as cut, (status = ${CORRECT})::int as "right", coalesce(wrong_answer, 0) as wrong_answer,
    coalesce(abstained, 0) as abstained, coalesce(confabulated, 0) as confabulated, coalesce(no_answer, 0) as no_answer,
    case when entity = 'real' then (status = ${CORRECT})::int + coalesce(wrong_answer, 0) else coalesce(confabulated, 0) end as answered
    from samples join asked using (item_id) left join measured on measured.eval_id = samples.eval_id and measured.item_id = samples.item_id
      and measured.trial = samples.trial)`;

const COUNTS = `${ANSWERS},
  clusters as (select eval_id, ${NAMES}, base_task, subject, entity,
    bool_or(simulated) as simulated, item_id, count(*) filter (not cut) as n, count(*) filter (cut) as truncated,
    ${OUTCOMES.map(name => `coalesce(sum("${name}") filter (not cut), 0) as "${name}"`).join(", ")}
    from answers group by eval_id, base_task, subject, entity, item_id)
  select eval_id, ${NAMES}, base_task, subject, entity,
    bool_or(simulated) as simulated, count(*) filter (n > 0)::double as items, sum(n)::double as n, sum(n * n)::double as nn,
    sum(truncated)::double as truncated, sum("right" * answered)::double as right_answered, count(*) filter (answered > 0)::double as answered_items,
    ${OUTCOMES.map(
      name =>
        `sum("${name}")::double as k_${name}, sum("${name}" * "${name}")::double as kk_${name}, sum("${name}" * n)::double as kn_${name}`
    ).join(", ")}
  from clusters group by eval_id, base_task, subject, entity order by eval_id, base_task, subject, entity`;

const SHOWN = `${ANSWERS} select eval_id, model, template, sampler, base_task, subject, item_id, prompt, answer, simulated from answers
  where confabulated = 1 and not cut and answer is not null
  qualify row_number() over (partition by eval_id, base_task, subject order by item_id, trial) <= ${EXAMPLES}
  order by eval_id, base_task, subject, item_id, trial`;

/** Writes the tables into a store, without rows where no question has the scorer fact. */
export const make = maker(hallucinationTables, async ({stage, open}) => {
  const {tables, rows, has} = await open();
  if (!(tables.includes("measures") && tables.includes("samples") && (await has("items", "scorer")))) return;
  for (const task of groupBy(await rows<Counted>(COUNTS), ({eval_id, base_task}) => `${eval_id} ${base_task}`).values()) {
    const {base_task, simulated} = task[0]!;
    const bySubject = [...groupBy(task, ({subject}) => subject)];
    for (const [subject, part] of [...bySubject.filter(([subject]) => subject !== ""), ["", task] as const])
      for (const rate of ratesOf(countsOf(part, "real"), countsOf(part, "fabricated")))
        stage.append("hallucination", {...evaluationOf(task[0]!), base_task, subject, ...rate, simulated});
  }
  for (const row of await rows(SHOWN)) stage.append("confabulations", row);
});

/** The counts of one kind of entity over some rows. */
function countsOf(rows: readonly Counted[], entity: string): EntityCounts {
  const own = rows.filter(row => row.entity === entity);
  return own.reduce((sum, row) => {
    const at = (name: string) => (row as unknown as Record<string, number>)[name]!;
    const outcomes = Object.fromEntries(
      OUTCOMES.map(name => [name, {k: at(`k_${name}`), kk: at(`kk_${name}`), kn: at(`kn_${name}`)}])
    ) as unknown as EntityCounts["outcomes"];
    const {items, n, nn, truncated, right_answered, answered_items} = row as unknown as EntityCounts;
    return together(sum, {items, n, nn, truncated, right_answered, answered_items, outcomes});
  }, noCounts);
}
