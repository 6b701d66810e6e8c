// Tables of the published store for page Compression: sizes at matched length, loops and garbled text, measured on the raw texts.
import {join} from "node:path";
import {sha256Hex} from "../../book/canonical.js";
import {parquetSource} from "../../rows/parquet.js";
import {visibleText} from "../../score/answer/visible.js";
import {RECORD_BEGINS} from "../../score/episode.js";
import {CORRECT, TRUNCATED} from "../../score/status.js";
import type {Written} from "../../store/files.node.js";
import {fileOf} from "../../store/publish.node.js";
import {openStage} from "../../store/writer.node.js";
import {PARTS} from "../../studies/traces/entropy.js";
import {describe, injectedFault} from "../../studies/traces/make.node.js";
import {publishedTracesTables, tracesTables} from "../../studies/traces/tables.js";

const {repetition, loop, loop_period, loop_length, garble} = tracesTables.traces.columns;
const {first_512, first_1024, first_2048, last_1024} = tracesTables.traces.columns;
/** Columns that describe a trace; all null where there is no text. */
export const DESCRIBED = {first_512, first_1024, first_2048, last_1024, repetition, loop, loop_period, loop_length, garble};
const NOT_DESCRIBED = Object.fromEntries(Object.keys(DESCRIBED).map(name => [name, null]));

/** Parts of a task's items by difficulty, and the least number of evaluations from which difficulty follows. */
const BANDS = 10;
const MIN_EVALUATIONS = 5;

/** Prompts that are checked: those of items whose rank begins with this digit. */
const PROMPT_DIGIT = "0";

/** A response with its text. */
interface Answer {
  eval_id: string;
  item_id: string;
  prompt?: string | null | undefined;
  text: string;
  reasoning?: string | null | undefined;
}

/** Describes traces one by one, and counts what the detectors find in clean texts and in traces with a planted fault. */
export function openTraces() {
  const checks = injectedFault();
  const prompts = new Set<string>();
  return {
    describe({eval_id, item_id, prompt, text, reasoning}: Answer) {
      if (text === "" || text.startsWith(RECORD_BEGINS)) return NOT_DESCRIBED;
      const {trace} = visibleText({text, reasoning: reasoning ?? null});
      const facts = describe(trace);
      checks.take(trace, facts, {rank: sha256Hex(`${eval_id} ${item_id}`), simulated: false});
      if (prompt && !prompts.has(item_id) && sha256Hex(item_id).startsWith(PROMPT_DIGIT)) {
        prompts.add(item_id);
        checks.takePrompt(prompt);
      }
      return facts;
    },
    rows: () => checks.rows()
  };
}

/**
 * Writes the tables into the store's folder, whose tables `samples` and `items` are there.
 * @param described a relation with the key of each answer and the columns `DESCRIBED`
 */
export async function writeTraces({
  folder,
  described,
  checks
}: {
  folder: string;
  described: string;
  checks: ReturnType<typeof openTraces>;
}): Promise<Record<string, Written>> {
  const stored = (table: string) => parquetSource(join(folder, fileOf(table)));
  const names = Object.keys(DESCRIBED).join(", ");
  const definitions = {...publishedTracesTables, trace_checks: tracesTables.trace_checks};
  await using stage = await openStage(definitions, {folder});
  // Points of equal difficulty, so that outcomes are compared at the same difficulty; of few models' errors none follows.
  await stage.prepare(`create temp table described_answers as
    with difficulties as (select base_task, item_id, count(*) filter (status <> ${CORRECT}) / count(*) as wrong from ${stored("samples")}
      where base_task in (select base_task from ${stored("samples")} group by base_task having count(distinct eval_id) >= ${MIN_EVALUATIONS})
      group by base_task, item_id),
    bands as (select item_id, ntile(${BANDS}) over (partition by base_task order by wrong, item_id) as band from difficulties)
    select s.* replace (if(s.ended = 'cut', ${TRUNCATED}, s.status) as status,
        if(band is null, s.params, concat('{"difficulty_tenth":', band, '}')) as params), ${names}
    from ${stored("samples")} s join (select eval_id, item_id, trial, ${names} from ${described}) using (eval_id, item_id, trial)
      left join bands using (item_id) where loop is not null`);
  const sums = Object.keys(PARTS).map(
    part => `count(${part})::integer as ${part}_n, coalesce(sum(${part}), 0)::double as ${part}_sum,
      coalesce(sum(${part}::double * ${part}), 0)::double as ${part}_squares`
  );
  await stage.carry(
    "trace_cells",
    `select eval_id, model, template, sampler, base_task, params, status, count(*)::integer as traces,
      sum(guess_chance order by item_id)::double as guess_sum, sum(loop::integer)::integer as loops, count(garble)::integer as garbled,
      ${sums.join(", ")}, bool_or(simulated) as simulated
    from described_answers group by eval_id, model, template, sampler, base_task, params, status`
  );
  const flaws = Object.keys(publishedTracesTables.trace_flaws.columns).join(", ");
  await stage.carry("trace_flaws", `select ${flaws} from described_answers where loop or garble is not null`);
  for (const row of checks.rows()) stage.append("trace_checks", row);
  const written: Record<string, Written> = {};
  for (const name of Object.keys(definitions) as (keyof typeof definitions)[])
    written[name] = await stage.write(name, join(folder, fileOf(name)), {allowEmpty: true});
  return written;
}
