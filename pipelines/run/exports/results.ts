// A store's responses with their scores, one evaluation and task at a time, as exports write them.
import {existsSync} from "node:fs";
import {join} from "node:path";
import type {AnswerSettings} from "../../book/answerFormat.js";
import {UserError} from "../../rows/error.js";
import {literal} from "../../rows/literal.js";
import {type Manifest, readManifest} from "../../store/manifest.node.js";
import {fileOf} from "../../store/publish.node.js";
import {hasColumn, openTables, readRows} from "../../store/sql.node.js";

/** One response; status and answer are null where it has no score. */
export interface ExportedResult {
  eval_id: string;
  base_task: string;
  params: string;
  generator_version: number;
  seed: number | null;
  index: number;
  trial: number;
  item_id: string;
  question: string;
  expected: string;
  choices: string[];
  guess_chance: number;
  /** How its answers are read, JSON; null where nothing is set. */
  reading: string | null;
  status: number | null;
  answer: string | null;
  prompt: string;
  reasoning: string | null;
  text: string;
  finish_reason: string | null;
  prompt_tokens: number | null;
  completion_tokens: number | null;
  cost: number | null;
  latency_ms: number | null;
}

/** One evaluation's results on one task. */
export interface ExportedPart {
  evaluation: {eval_id: string; model: string; template: string; sampler: string; max_tokens: number | null; simulated: boolean};
  task: string;
  counts: PartCounts;
  results(): AsyncGenerator<ExportedResult>;
}

export interface PartCounts {
  responses: number;
  items: number;
  trials: number;
  scored: number;
  correct: number;
  prompt_tokens: number | null;
  completion_tokens: number | null;
}

/** What a store holds, in parts. Throws a UserError where it has no responses. */
export async function exportedParts(store: string): Promise<{manifest: Manifest | null; parts: ExportedPart[]}> {
  for (const table of ["samples", "responses", "items"])
    if (!existsSync(join(store, fileOf(table)))) throw new UserError(`no table ${table} in ${store}; there is nothing to export`);
  const manifest = await readManifest(store);
  const known = new Map(manifest?.evaluations.map(each => [each.eval_id, each]));
  const parts: ExportedPart[] = [];
  for (const row of await countsOf(store)) {
    const {eval_id, model, template, sampler, base_task, simulated, ...counts} = row;
    parts.push({
      evaluation: {eval_id, model, template, sampler, simulated, max_tokens: known.get(eval_id)?.max_tokens ?? null},
      task: base_task,
      counts,
      results: () => resultsOf(store, {eval_id, base_task})
    });
  }
  return {manifest, parts};
}

type Counted = PartCounts & {
  eval_id: string;
  model: string;
  template: string;
  sampler: string;
  base_task: string;
  simulated: boolean;
};

async function countsOf(store: string): Promise<Counted[]> {
  const {connection, close} = await openTables(store);
  try {
    const reader = await connection.runAndReadAll(`select r.eval_id, r.model, r.template, r.sampler, i.base_task,
        coalesce(bool_or(s.simulated), false) as simulated, count(*)::int as responses, count(distinct r.item_id)::int as items,
        (max(r.trial) + 1)::int as trials, count(s.status)::int as scored, count(*) filter (where s.status = 1)::int as correct,
        sum(s.prompt_tokens)::double as prompt_tokens, sum(s.completion_tokens)::double as completion_tokens
      from responses r join items i using (item_id) left join samples s using (eval_id, item_id, trial)
      group by r.eval_id, r.model, r.template, r.sampler, i.base_task order by r.model, r.template, r.sampler, i.base_task`);
    return reader.getRowObjectsJS() as unknown as Counted[];
  } finally {
    close();
  }
}

async function* resultsOf(
  store: string,
  {eval_id, base_task}: {eval_id: string; base_task: string}
): AsyncGenerator<ExportedResult> {
  const others = Object.fromEntries(
    ["samples", "items", "timings"]
      .filter(name => existsSync(join(store, fileOf(name))))
      .map(name => [name, join(store, fileOf(name))])
  );
  const timed = "timings" in others;
  const reading = (await hasColumn(join(store, fileOf("items")), "reading")) ? "i.reading" : "null::varchar as reading";
  const query = `select t.eval_id, i.base_task, i.params, i.generator_version, i.seed, i."index", t.trial, t.item_id, i.prompt as question, i.expected,
      coalesce(i.choices, []) as choices, i.guess_chance, ${reading}, s.status, s.answer, t.prompt, t.reasoning, t.text, s.finish_reason,
      s.prompt_tokens, s.completion_tokens, s.cost, ${timed ? "m.latency_ms" : "null as latency_ms"}
    from t join items i using (item_id) left join samples s using (eval_id, item_id, trial)
      ${timed ? "left join timings m using (eval_id, item_id, trial)" : ""}
    where t.eval_id = ${literal(eval_id)} and i.base_task = ${literal(base_task)}
    order by i.params, i.generator_version, i.seed, i."index", t.trial, t.item_id`;
  for await (const row of readRows(join(store, fileOf("responses")), {query, others})) yield row as unknown as ExportedResult;
}

/** Where a result stands here, for reading it back (`ownPlace.ts` of imports). */
export const placeOf = (result: ExportedResult, simulated: boolean) => ({
  base_task: result.base_task,
  params: JSON.parse(result.params) as Record<string, unknown>,
  generator_version: result.generator_version,
  seed: result.seed,
  index: result.index,
  item_id: result.item_id,
  trial: result.trial,
  guess_chance: result.guess_chance,
  choices: result.choices,
  ...(result.reading && {reading: JSON.parse(result.reading) as AnswerSettings}),
  simulated
});

/** Mean and standard error of the shares that are right, as these programs give them: over all scored responses, truncated ones as wrong. */
export function accuracyOf({scored, correct}: PartCounts): {mean: number | null; stderr: number | null} {
  if (scored === 0) return {mean: null, stderr: null};
  const mean = correct / scored;
  return {mean, stderr: scored > 1 ? Math.sqrt((mean * (1 - mean)) / (scored - 1)) : null};
}
