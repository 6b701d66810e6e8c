// Makes the study tables `code_rates` and `code_samples`.
import {join} from "node:path";
import type {DuckDBConnection} from "@duckdb/node-api";
import {facetsByContent} from "../../generate/benchmarks/facets.js";
import {benchmarks, benchmarkTasks} from "../../generate/benchmarks/registry.js";
import {FAILURES} from "../../score/scorers/execution.js";
import {CORRECT, INCORRECT, TRUNCATED} from "../../score/status.js";
import {groupBy} from "../../stats/groupBy.js";
import {literal} from "../../store/literal.js";
import {fileOf} from "../../store/publish.node.js";
import {openTables} from "../../store/sql.node.js";
import {openStage, type Stage} from "../../store/writer.node.js";
import {type CodeAnswer, codeRates} from "./rates.js";
import {codeTables, type Part} from "./tables.js";

interface Answer extends CodeAnswer {
  eval_id: string;
  model: string;
  template: string;
  sampler: string;
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
const ANSWERED = `create temp table answered as with measured as (select eval_id, item_id, trial, any_value(model) as model,
    any_value(template) as template, any_value(sampler) as sampler, max(value) filter (name = 'tests_passed') as tests_passed,
    case ${FAILURE} end as failure, case when bool_or(name = 'not_scored') then 'not_scored' when bool_or(name = 'not_answered') then 'not_answered' end as unscored
    from measures semi join asked using (item_id) group by eval_id, item_id, trial),
  sampled as (select eval_id, item_id, trial, any_value(model) as model, any_value(template) as template, any_value(sampler) as sampler,
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
export async function make(folder: string): Promise<void> {
  await using stage = await openStage(codeTables, {folder});
  const {connection, tables, close} = await openTables(folder);
  try {
    if (await hasProblems(connection, tables)) {
      if (!tables.includes("measures")) await connection.run(NO_MEASURES);
      await connection.run(ANSWERED);
      const facetsOf = facets();
      for (const own of await evaluations(connection, tables)) {
        const rows = await connection.runAndReadAll(
          `select * exclude (simulated), coalesce(simulated, ${own.simulated}) as simulated from answered where eval_id = ${literal(own.eval_id)}
          order by base_task, category, item_id, trial`
        );
        const answers = (rows.getRowObjectsJS() as unknown as Answer[]).map(
          (answer): Placed => ({...answer, ...facetsOf(answer)})
        );
        for (const answer of answers) stage.append("code_samples", {...answer});
        for (const task of groupBy(answers, ({base_task, category}) => JSON.stringify([base_task, category])).values())
          append(stage, task);
      }
    }
  } finally {
    close();
  }
  for (const name of Object.keys(codeTables)) await stage.write(name, join(folder, fileOf(name)), {allowEmpty: true});
}

/** Whether any test's scorer runs programs. Stores of older versions have no scorers and categories. */
async function hasProblems(connection: DuckDBConnection, tables: readonly string[]): Promise<boolean> {
  if (!["samples", "items"].every(name => tables.includes(name))) return false;
  const columns = (await connection.runAndReadAll("describe items")).getRowsJS().map(([name]) => name);
  if (!columns.includes("scorer") || !columns.includes("category")) return false;
  await connection.run(ASKED);
  return Number((await connection.runAndReadAll("select count(*)::int from asked")).getRowsJS()[0]![0]) > 0;
}

/** Evaluations with an answer; whether one that has no sample is simulated is known from its points. */
async function evaluations(
  connection: DuckDBConnection,
  tables: readonly string[]
): Promise<{eval_id: string; simulated: boolean}[]> {
  const known = tables.includes("points")
    ? "(select bool_and(simulated) from points where points.eval_id = answered.eval_id)"
    : "null";
  const rows = await connection.runAndReadAll(
    `select eval_id, coalesce(bool_or(simulated), any_value(${known}), false) as simulated from answered group by eval_id order by eval_id`
  );
  return rows.getRowObjectsJS() as {eval_id: string; simulated: boolean}[];
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

/** The rows of one task of an evaluation. Parts of which nothing is known, such as families of a bank that has none, have no rows. */
function append(stage: Stage, answers: readonly Placed[]): void {
  const {eval_id, model, template, sampler, base_task, category, simulated} = answers[0]!;
  for (const [part, keys] of Object.entries(KEYS) as [Part, (typeof KEYS)[Part]][]) {
    const known = answers.filter(answer => keys.every(key => answer[key] !== ""));
    for (const own of groupBy(known, answer => JSON.stringify(keys.map(key => answer[key]))).values()) {
      const named = Object.fromEntries(keys.map(key => [key, own[0]![key]]));
      for (const rate of codeRates(own))
        stage.append("code_rates", {
          eval_id,
          model,
          template,
          sampler,
          base_task,
          category,
          part,
          family: "",
          level: "",
          ...named,
          simulated,
          ...rate
        });
    }
  }
}
