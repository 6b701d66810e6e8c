// Makes the study tables of extraction: how answers were read, with examples, and what a judge reads in the same answers.

import {spanIn} from "../../score/answer/storedReading.js";
import type {Row} from "../../store/writer.node.js";
import {maker, NAMES, withStore} from "../maker.node.js";
import {answersIn} from "./answers.node.js";
import {judgedRows} from "./judged.js";
import {judgeKey, readJudge, textDigest} from "./judgeFile.node.js";
import {extractionTables, UNKNOWN} from "./tables.js";

/** Fingerprint of what judges read: the tables depend on it in addition to the store's tables. */
export const key = (folder: string): Promise<string> => judgeKey(folder);

/** Writes the tables into a store. */
export const make = maker(extractionTables, async ({folder, stage}) => {
  const readings = await readJudge(folder);
  const answers = readings.length > 0 ? await answersIn(folder) : [];
  for (const row of judgedRows(readings, answers, textDigest)) stage.append("extraction_judged", {...row});
  const {rules, examples} = await answerRules(folder);
  for (const row of rules) stage.append("answer_rules", row);
  for (const row of examples) stage.append("answer_rule_examples", row);
});

// How the answers of a store were read: counts by rule and by reason for no answer, and examples of each rule with the text around the span.

/** Examples of a rule. */
const EXAMPLES = 3;
/** Characters of a text on either side of a span, and of a long span at either end. */
const CONTEXT = 60;
const MAX_SPAN = 200;

const COUNTS = (
  rule: string,
  reason: string
): string => `select eval_id, ${NAMES}, base_task, if(parsed, coalesce(${rule}, '${UNKNOWN}'), '') as rule,
    if(parsed, '', coalesce(${reason}, '${UNKNOWN}')) as reason, count(*)::integer as n, (count(*) filter (status = 1))::integer as correct,
    (count(*) filter (status = 2))::integer as truncated, bool_or(simulated) as simulated
  from samples group by eval_id, base_task, if(parsed, coalesce(${rule}, '${UNKNOWN}'), ''), if(parsed, '', coalesce(${reason}, '${UNKNOWN}'))`;

const DIGEST = (item_id: string, trial: string): string => `md5(${item_id} || ' ' || ${trial})`;

/** Examples of each rule, of as many evaluations as there are: those of the first digests, the same ones whatever the order of rows. */
const EXAMPLE_ROWS = `with firsts as (
    select answer_rule as rule, eval_id, unnest(arg_min({'item_id': item_id, 'trial': trial}, ${DIGEST("item_id", "trial")}, ${EXAMPLES})) as sample
    from samples where answer is not null and answer_rule is not null and answer_start is not null and answer_end is not null group by all),
  ranked as (select rule, eval_id, sample.item_id as item_id, sample.trial as trial,
    row_number() over (partition by rule, eval_id order by ${DIGEST("sample.item_id", "sample.trial")}) as place from firsts),
  chosen as (select rule, eval_id, item_id, trial from ranked
    qualify row_number() over (partition by rule order by place, md5(eval_id), eval_id) <= ${EXAMPLES})
  select rule, eval_id, s.model, s.template, s.sampler, s.base_task, item_id, trial, status, answer, answer_start, answer_end, s.simulated, text
  from chosen join samples s using (eval_id, item_id, trial) join responses using (eval_id, item_id, trial)`;

/** Returns the rows of tables `answer_rules` and `answer_rule_examples`; no examples where the store has no texts or keeps no spans. */
export const answerRules = (folder: string): Promise<{rules: Row[]; examples: Row[]}> =>
  withStore(folder, async ({tables, rows, has}) => {
    if (!tables.includes("samples")) return {rules: [], examples: []};
    const stored = async (name: string) => ((await has("samples", name)) ? name : "null::varchar");
    const rules = await rows(COUNTS(await stored("answer_rule"), await stored("answer_reason")));
    const hasSpans = tables.includes("responses") && (await has("samples", "answer_rule", "answer_start", "answer_end"));
    return {rules, examples: hasSpans ? (await rows(EXAMPLE_ROWS)).flatMap(exampleOf) : []};
  });

/** Returns an example with the text around its span; none where the span is not in the text. */
function exampleOf({answer_start, answer_end, text, ...row}: Row): Row[] {
  const whole = String(text ?? "");
  const reading = {answer: String(row.answer), answer_start: Number(answer_start), answer_end: Number(answer_end)};
  const span = spanIn(whole, reading);
  if (!span) return [];
  const {start, end} = span;
  const [from, to] = [Math.max(0, start - CONTEXT), Math.min(whole.length, end + CONTEXT)];
  return [
    {
      ...row,
      before: `${from > 0 ? "…" : ""}${wellFormed(whole.slice(from, start))}`,
      span: shortSpan(whole.slice(start, end)),
      after: `${wellFormed(whole.slice(end, to))}${to < whole.length ? "…" : ""}`
    }
  ];
}

/** Both ends of a long span. */
const shortSpan = (text: string): string =>
  text.length <= MAX_SPAN ? text : `${wellFormed(text.slice(0, CONTEXT))} … ${wellFormed(text.slice(-CONTEXT))}`;

/** A part of a text without halves of characters at its ends. */
const wellFormed = (part: string): string => part.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/gu, "");
