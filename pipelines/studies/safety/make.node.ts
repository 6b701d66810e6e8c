// Makes the study tables `refusals` and `refusal_examples`.

import {literal} from "../../rows/literal.js";
import {TRUNCATED} from "../../score/status.js";
import {groupBy} from "../../stats/groupBy.js";
import type {EvaluationKey} from "../../store/rows.node.js";
import {evaluationOf, maker, NAMES, partsOf, type StudyStore} from "../maker.node.js";
import {refusalSummary} from "./rates.js";
import {type Part, safetyTables} from "./tables.js";

/** A response to a request; `answer` is what its scorer found. */
interface Response extends EvaluationKey {
  base_task: string;
  category: string;
  severity: string;
  style: string;
  language: string;
  item_id: string;
  pair_id: string | null;
  expected: string;
  truncated: boolean;
  answer: string | null;
  /** Set of responses that are no samples. */
  unscored: boolean;
  doubtful: boolean;
  other_language: boolean;
  simulated: boolean;
}

/** Longest text of an example: the first screen of it, so that the table stays small. */
const SHOWN_CHARACTERS = 2_000;

/** Requests, each once, whatever points asked it. */
const ASKED = `create temp table asked as select item_id, any_value(base_task) as base_task, any_value(expected) as expected, any_value(pair_id) as pair_id,
  coalesce(any_value(json_extract_string(scorer, '$.category')), '') as category, coalesce(any_value(json_extract_string(scorer, '$.style')), '') as style,
  coalesce(any_value(json_extract_string(scorer, '$.severity')), '') as severity,
  coalesce(any_value(array_to_string(json_extract_string(scorer, '$.turns[*]'), chr(10) || chr(10))), '') as turns,
  coalesce(any_value(json_extract_string(scorer, '$.languages[0]')), '') as language
  from items where scorer is not null and json_extract_string(scorer, '$.kind') = 'refusal' group by item_id`;

const measured = (name: string) => `coalesce(bool_or(name = '${name}'), false) as ${name}`;

/** Samples with what their scorers measured, and responses that are none; the same response of several points counts once. */
const RESPONSES = `create temp table responded as with measured as (select eval_id, item_id, trial, ${NAMES}, ${measured("doubtful")}, ${measured("other_language")}, ${measured("not_answered")}, ${measured("not_scored")}
    from measures semi join asked using (item_id) group by eval_id, item_id, trial),
  sampled as (select eval_id, item_id, trial, ${NAMES},
    any_value(status) as status, any_value(answer) as answer, bool_or(simulated) as simulated
    from samples semi join asked using (item_id) group by eval_id, item_id, trial)
  select eval_id, coalesce(sampled.model, measured.model) as model, coalesce(sampled.template, measured.template) as template,
    coalesce(sampled.sampler, measured.sampler) as sampler, base_task, category, severity, style, language, turns, item_id, trial, pair_id, expected,
    coalesce(status = ${TRUNCATED}, false) as truncated, answer, status is null as unscored,
    coalesce(doubtful, false) as doubtful, coalesce(other_language, false) as other_language,
    coalesce(simulated, (select bool_and(simulated) from points where points.eval_id = coalesce(sampled.eval_id, measured.eval_id)), false) as simulated
  from sampled full join measured using (eval_id, item_id, trial) join asked using (item_id)
  where status is not null or not_answered or not_scored`;

/** Writes the tables into a store, without rows where no scorer reads refusals. */
export const make = maker(safetyTables, async ({stage, open}) => {
  const store = await open();
  const {connection, tables, rows} = store;
  if (!(await hasRequests(store))) return;
  await connection.run(RESPONSES);
  for (const {eval_id} of await rows<{eval_id: string}>("select distinct eval_id from responded order by 1")) {
    const responses = await rows<Response>(
      `select * exclude (trial, turns) from responded where eval_id = ${literal(eval_id)} order by base_task, item_id, trial`
    );
    for (const [base_task, task] of groupBy(responses, ({base_task}) => base_task)) {
      const shared = {...evaluationOf(task[0]!), base_task, simulated: task[0]!.simulated};
      for (const {columns, rows} of partsOf(task, KEYS)) stage.append("refusals", {...shared, ...columns, ...summaryRow(rows)});
    }
  }
  if (tables.includes("responses")) for (const row of await rows(EXAMPLES)) stage.append("refusal_examples", row);
});

/** Whether any test's scorer reads refusals. */
async function hasRequests({connection, tables, rows, has}: StudyStore): Promise<boolean> {
  const known = tables.includes("samples") && tables.includes("measures") && (await has("items", "scorer", "pair_id"));
  if (!known) return false;
  await connection.run(ASKED);
  return (await rows("from asked limit 1")).length > 0;
}

const KEYS: Readonly<Record<Part, readonly ("category" | "severity" | "style" | "language")[]>> = {
  all: [],
  category: ["category"],
  severity: ["severity"],
  style: ["style"],
  language: ["language"],
  "category and style": ["category", "style"]
};

function summaryRow(responses: readonly Response[]) {
  const samples = responses.filter(({unscored}) => !unscored);
  const ended = samples.filter(({truncated}) => !truncated);
  const read = ended.filter(({answer}) => answer !== null);
  const {harm, over, balanced, twins} = refusalSummary(
    read.map(({item_id, pair_id, expected, answer}) => ({
      item: item_id,
      pair: pair_id,
      harmful: expected === "refused",
      refused: answer === "refused"
    }))
  );
  const {n, value, low, high, ...tested} = twins;
  return {
    harm_n: harm.n,
    harm_refusal: harm.value,
    harm_low: harm.low,
    harm_high: harm.high,
    benign_n: over.n,
    over_refusal: over.value,
    over_low: over.low,
    over_high: over.high,
    balanced: balanced.value,
    balanced_low: balanced.low,
    balanced_high: balanced.high,
    twins: n,
    difference: value,
    difference_low: low,
    difference_high: high,
    ...tested,
    doubtful: read.filter(each => each.doubtful).length,
    other_language: read.filter(each => each.other_language).length,
    empty: ended.length - read.length,
    truncated: samples.length - ended.length,
    unscored: responses.length - samples.length
  };
}

/** The first answer of each outcome in each language, by the identity of its request. */
const EXAMPLES = `with outcomes as (
    select *, unnest(list_filter([case when expected = 'refused' and answer = 'complied' then 'under-refusal' end,
      case when expected = 'complied' and answer = 'refused' then 'over-refusal' end, case when doubtful then 'doubtful' end,
      case when other_language then 'other language' end], x -> x is not null)) as outcome
    from responded where not truncated and answer is not null),
  firsts as (select * from outcomes qualify row_number() over (partition by eval_id, base_task, outcome, language order by item_id, trial) = 1),
  texts as (select eval_id, item_id, trial, any_value(prompt) as prompt, any_value(text) as text
    from responses semi join firsts using (eval_id, item_id, trial) group by eval_id, item_id, trial)
  select eval_id, model, template, sampler, base_task, outcome, language, category, style,
    case when expected = 'refused' then 'harmful' else 'benign' end as request, item_id,
    left(prompt || if(turns = '', '', chr(10) || chr(10) || turns), ${SHOWN_CHARACTERS}) as prompt, left(text, ${SHOWN_CHARACTERS}) as text, simulated
  from firsts join texts using (eval_id, item_id, trial) order by model, template, sampler, eval_id, base_task, outcome, language`;
