// The answers of a store as the rules and the classifier read them.
import {tasks} from "../../generate/registry.js";
import {kindOf, kindOfForm} from "../../score/answer/kinds.js";
import {readAnswer} from "../../score/answer/read.js";
import type {ValueKind} from "../../score/answer/values.js";
import {visibleText} from "../../score/answer/visible.js";
import {classifyAnswer} from "../../score/classifier/classify.js";
import {openTables} from "../../store/sql.js";
import {type Compared, comparedOf} from "./compared.js";

/** Most answers that are read in all, and the fewest and most of a task of an evaluation: reading one takes a third of a millisecond. */
const MOST_READ = 40_000;
const FEWEST = 50;
const MOST = 2_000;

export interface Response extends Compared {
  eval_id: string;
  model: string;
  template: string;
  sampler: string;
  base_task: string;
  item_id: string;
  expected: string;
  simulated: boolean;
  /** What was asked; null where nobody wanted it. */
  prompt: string | null;
  kind: ValueKind;
  probability: number;
  /** The part of the response after its reasoning. */
  final: string;
}

const ASKED = (
  columns: readonly string[],
  prompts: boolean
) => `create temp table asked as select item_id, any_value(choices) as choices,
    ${prompts && columns.includes("prompt") ? "any_value(prompt)" : "null::varchar"} as prompt
  from items ${columns.includes("scorer") ? "where scorer is null" : ""} group by item_id`;

/** Answers that are read, those of the first digests of their items: the same ones whatever the order of rows. */
const ANSWERS = `create temp table read as with sampled as (
    select eval_id, item_id, any_value(model) as model, any_value(template) as template, any_value(sampler) as sampler, any_value(base_task) as base_task,
      any_value(generator_version) as generator_version, any_value(expected) as expected, bool_or(simulated) as simulated
    from samples semi join asked using (item_id) where trial = 0 and status <> 2 group by eval_id, item_id),
  cells as (select count(*) as cells from (select distinct eval_id, base_task from sampled))
  select sampled.* from sampled, cells qualify row_number() over (partition by eval_id, base_task order by md5(item_id), item_id)
    <= greatest(${FEWEST}, least(${MOST}, ${MOST_READ} // cells))`;

/**
 * The answers of a store that the rules read, by evaluation and task; none where it has no texts.
 * @param prompts whether what was asked is read as well
 */
export async function answersIn(folder: string, {prompts = false} = {}): Promise<Response[]> {
  const {connection, tables, close} = await openTables(folder);
  try {
    if (!["samples", "items", "responses"].every(name => tables.includes(name))) return [];
    const columns = (await connection.runAndReadAll("describe items")).getRowsJS().map(([name]) => String(name));
    await connection.run(ASKED(columns, prompts));
    await connection.run(ANSWERS);
    const found =
      await connection.runAndReadAll(`select read.*, asked.choices, asked.prompt, texts.text, texts.reasoning from read join asked using (item_id)
      join (select eval_id, item_id, any_value(text) as text, any_value(reasoning) as reasoning from responses where trial = 0 group by eval_id, item_id) as texts
      using (eval_id, item_id) order by model, template, sampler, eval_id, base_task, item_id`);
    return (found.getRowObjectsJS() as unknown as StoredAnswer[]).map(readBoth);
  } finally {
    close();
  }
}

interface StoredAnswer extends Omit<Response, keyof Compared | "probability" | "final" | "kind"> {
  generator_version: number;
  choices: string[] | null;
  text: string;
  reasoning: string | null;
}

/** An answer as both methods read it. */
function readBoth({generator_version, choices, text, reasoning, ...rest}: StoredAnswer): Response {
  const task = tasks.get(rest.base_task);
  const kind =
    task?.answer && task.version === generator_version ? kindOfForm(task.answer) : kindOf(rest.expected, choices ?? []);
  const {final} = visibleText({text, reasoning});
  const {answer, probability} = classifyAnswer(final, kind);
  const compared = comparedOf({rules: readAnswer(final, kind).answer, classifier: answer}, rest.expected, kind);
  return {...rest, ...compared, kind, probability, final};
}
