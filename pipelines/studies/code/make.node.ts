// Makes the study tables `code_rates` and `code_samples`.
import {facetsByContent} from "../../generate/benchmarks/facets.js";
import {benchmarks, benchmarkTasks} from "../../generate/benchmarks/registry.js";
import {literal} from "../../rows/literal.js";
import {FAILURES} from "../../score/scorers/execution.js";
import {CORRECT, INCORRECT, TRUNCATED} from "../../score/status.js";
import {groupBy} from "../../stats/groupBy.js";
import type {EvaluationKey} from "../../store/rows.node.js";
import {evaluationOf, maker, NAMES, partsOf, type StudyStore} from "../maker.node.js";
import {type CodeAnswer, codeRates} from "./rates.js";
import {codeTables, type Part} from "./tables.js";

interface Answer extends CodeAnswer, EvaluationKey {
  base_task: string;
  category: string;
  params: string;
  item_id: string;
  trial: number;
  failed: string | null;
  simulated: boolean;
}
interface Placed extends Answer {
  family: string;
  level: string;
}

/** Problems, each once, whatever points asked it: `item` is the first of those that ask the same. */
const ASKED = `create temp table asked as with items as (select item_id, any_value(base_task) as base_task, coalesce(any_value(category), '') as category,
    any_value(params) as params, any_value(prompt) as prompt, any_value(scorer) as scorer
    from items where scorer is not null and json_extract_string(scorer, '$.kind') = 'code' group by item_id)
  select * exclude (prompt, scorer), min(item_id) over (partition by base_task, category, prompt, scorer) as item from items`;

const NO_MEASURES = `create temp table measures as select ''::varchar as eval_id, ''::varchar as model, ''::varchar as template, ''::varchar as sampler,
  ''::varchar as item_id, 0::integer as trial, ''::varchar as name, 0::double as value where false`;

const FAILURE = FAILURES.map(name => `when bool_or(name = '${name}') then '${name}'`).join(" ");

/** Samples with what their scorer measured, and responses that are none. */
const ANSWERED = `create temp table answered as with measured as (select eval_id, item_id, trial, ${NAMES}, max(value) filter (name = 'tests_passed') as tests_passed,
    case ${FAILURE} end as failure, case when bool_or(name = 'not_scored') then 'not_scored' when bool_or(name = 'not_answered') then 'not_answered' end as unscored
    from measures semi join asked using (item_id) group by eval_id, item_id, trial),
  sampled as (select eval_id, item_id, trial, ${NAMES},
    any_value(status) as status, any_value(answer) as answer, bool_or(simulated) as simulated
    from samples semi join asked using (item_id) group by eval_id, item_id, trial),
  told as (select eval_id, coalesce(sampled.model, measured.model) as model, coalesce(sampled.template, measured.template) as template,
    coalesce(sampled.sampler, measured.sampler) as sampler, base_task, category, params, item, item_id, trial,
    case status when ${TRUNCATED} then 'truncated' when ${CORRECT} then 'passed' when ${INCORRECT} then coalesce(failure, 'no_reason') else unscored end as outcome,
    case when status in (${CORRECT}, ${INCORRECT}) then tests_passed end as tests_passed,
    case when status = ${INCORRECT} then answer end as failed, simulated
  from sampled full join measured using (eval_id, item_id, trial) join asked using (item_id))
  select * from told where outcome is not null qualify row_number() over (partition by eval_id, item, trial order by item_id) = 1`;

/** Writes the tables into a store, without rows where no scorer runs programs. */
export const make = maker(codeTables, async ({stage, open}) => {
  const store = await open();
  const {connection, tables, rows} = store;
  if (!(await hasProblems(store))) return;
  if (!tables.includes("measures")) await connection.run(NO_MEASURES);
  await connection.run(ANSWERED);
  const facetsOf = facets();
  // whether an evaluation without a sample is simulated is known from its points
  const known = tables.includes("points")
    ? "(select bool_and(simulated) from points where points.eval_id = answered.eval_id)"
    : "null";
  const evaluations = await rows<Pick<Answer, "eval_id" | "simulated">>(
    `select eval_id, coalesce(bool_or(simulated), any_value(${known}), false) as simulated from answered group by eval_id order by eval_id`
  );
  for (const {eval_id, simulated} of evaluations) {
    const found = await rows<Answer>(
      `select * exclude (simulated), coalesce(simulated, ${simulated}) as simulated from answered where eval_id = ${literal(eval_id)}
      order by base_task, category, item_id, trial`
    );
    const answers = found.map((answer): Placed => ({...answer, ...facetsOf(answer)}));
    for (const answer of answers) stage.append("code_samples", answer);
    for (const task of groupBy(answers, ({base_task, category}) => JSON.stringify([base_task, category])).values()) {
      const {base_task, category, simulated} = task[0]!;
      const shared = {...evaluationOf(task[0]!), base_task, category, simulated};
      for (const {columns, rows} of partsOf(task, KEYS))
        for (const rate of codeRates(rows)) stage.append("code_rates", {...shared, ...columns, ...rate});
    }
  }
});

/** Whether any test's scorer runs programs. */
async function hasProblems({connection, tables, rows, has}: StudyStore): Promise<boolean> {
  if (!tables.includes("samples") || !(await has("items", "scorer", "category"))) return false;
  await connection.run(ASKED);
  return (await rows("from asked limit 1")).length > 0;
}

/** Family and level of a problem: as its point's parameters say, else as the benchmark made it; empty where neither is known. */
function facets(): (answer: Answer) => {family: string; level: string} {
  const editions = new Map<string, ReturnType<typeof facetsByContent>>();
  return ({base_task, params, item_id}) => {
    const given = JSON.parse(params) as Record<string, string | number | undefined>;
    const [benchmark, task] = [benchmarks.get(base_task), benchmarkTasks.get(base_task)];
    let own: typeof given | undefined;
    if (benchmark && task && (given.family === undefined || given.level === undefined)) {
      const edition = Number(given.edition ?? 1);
      const id = `${base_task} ${edition}`;
      if (!editions.has(id)) editions.set(id, facetsByContent(benchmark, task, edition));
      own = editions.get(id)!.get(/[^-]*$/u.exec(item_id)![0]);
    }
    const [family, level] = [given.family ?? own?.family ?? "", given.level ?? own?.level ?? ""];
    return {family: String(family), level: String(level)};
  };
}

const KEYS: Readonly<Record<Part, readonly ("family" | "level")[]>> = {
  all: [],
  family: ["family"],
  level: ["level"],
  "family and level": ["family", "level"]
};
