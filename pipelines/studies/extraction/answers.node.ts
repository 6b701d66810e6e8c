// The answers of a store that judges read: untruncated first answers to tests without a separate scorer, as they were scored.
import {tasks} from "../../generate/registry.node.js";
import {kindOf, kindOfForm} from "../../score/answer/kinds.js";
import type {ValueKind} from "../../score/answer/values.js";
import {visibleText} from "../../score/answer/visible.js";
import {NAMES, withStore} from "../maker.node.js";
import {UNKNOWN} from "./tables.js";

/** Most answers in all, and the fewest and most of a task of an evaluation. */
const MAX_ANSWERS = 40_000;
const MIN_OF_TASK = 50;
const MAX_OF_TASK = 2_000;

export interface Response {
  eval_id: string;
  model: string;
  base_task: string;
  item_id: string;
  expected: string;
  simulated: boolean;
  /** Null where it is not needed. */
  prompt: string | null;
  kind: ValueKind;
  /** The answer that was read; null if there is none. */
  answer: string | null;
  /** The rule that read it; empty if there is no answer. */
  rule: string;
  /** The part of the response after its reasoning. */
  final: string;
}

const ASKED = ({prompts, scorers}: {prompts: boolean; scorers: boolean}) =>
  `create temp table asked as select item_id, any_value(choices) as choices, ${prompts ? "any_value(prompt)" : "null::varchar"} as prompt
  from items ${scorers ? "where scorer is null" : ""} group by item_id`;

/** Answers that are read, those of the first digests of their items: the same ones whatever the order of rows. */
const ANSWERS = (rule: string): string => `create temp table read as with sampled as (
    select eval_id, item_id, ${NAMES}, any_value(base_task) as base_task,
      any_value(generator_version) as generator_version, any_value(expected) as expected, bool_or(simulated) as simulated,
      any_value(answer) as answer, any_value(${rule}) as rule
    from samples semi join asked using (item_id) where trial = 0 and status <> 2 group by eval_id, item_id),
  cells as (select count(*) as cells from (select distinct eval_id, base_task from sampled))
  select sampled.* from sampled, cells qualify row_number() over (partition by eval_id, base_task order by md5(item_id), item_id)
    <= greatest(${MIN_OF_TASK}, least(${MAX_OF_TASK}, ${MAX_ANSWERS} // cells))`;

/**
 * The answers of a store that the rules read, by evaluation and task; none where it has no texts.
 * @param prompts whether prompts are read as well
 */
export const answersIn = (folder: string, {prompts = false} = {}): Promise<Response[]> =>
  withStore(folder, async ({connection, tables, rows, has}) => {
    if (!["samples", "items", "responses"].every(name => tables.includes(name))) return [];
    await connection.run(ASKED({prompts: prompts && (await has("items", "prompt")), scorers: await has("items", "scorer")}));
    await connection.run(ANSWERS((await has("samples", "answer_rule")) ? "answer_rule" : "null::varchar"));
    const answers =
      await rows<StoredAnswer>(`select read.*, asked.choices, asked.prompt, texts.text, texts.reasoning from read join asked using (item_id)
      join (select eval_id, item_id, any_value(text) as text, any_value(reasoning) as reasoning from responses where trial = 0 group by eval_id, item_id) as texts
      using (eval_id, item_id) order by model, template, sampler, eval_id, base_task, item_id`);
    return answers.map(responseOf);
  });

interface StoredAnswer extends Omit<Response, "final" | "kind" | "rule"> {
  generator_version: number;
  choices: string[] | null;
  rule: string | null;
  text: string;
  reasoning: string | null;
}

function responseOf({generator_version, choices, text, reasoning, rule, ...rest}: StoredAnswer): Response {
  const task = tasks.get(rest.base_task);
  const kind =
    task?.answer && task.version === generator_version ? kindOfForm(task.answer) : kindOf(rest.expected, choices ?? []);
  return {...rest, kind, rule: rest.answer === null ? "" : (rule ?? UNKNOWN), final: visibleText({text, reasoning}).final};
}
