// Narratives of the store as the page shows them: which there are, one with its text, and what models answered to it.

import {html} from "npm:htl";
import type {MedianRule} from "../../pipelines/generate/lists/operations.js";
import {operationsIn} from "../../pipelines/generate/lists/tree.js";
import type {Part} from "../../pipelines/generate/narratives/narrative.js";
import type {StoredReading} from "../../pipelines/score/answer/storedReading.js";
import type {Evaluated} from "../../pipelines/store/evaluationName.js";
import {treeIn} from "../../pipelines/studies/narratives/facts.js";
import {namedRows, plainRows} from "../shared/answers.js";
import {
  type Column,
  formatCount,
  numberColumn,
  type Sql,
  STATUS_NAMES,
  sampleLink,
  simulatedBadge,
  sortable,
  textColumn
} from "../shared/charts.js";
import {answerFound, untrusted} from "../shared/text.js";
import type {Working} from "../shared/worker.js";
import type {NarrativeTasks, TaskItem} from "./tasks.js";
import {inOrderOfSteps, type ShownNarrative} from "./viewer.js";

/** Most narratives of a data set that can be chosen from. */
export const MAX_CHOSEN = 1_000;

/** Says that more narratives are there than can be chosen from, and which these are; nothing where all can be. */
export const choosableSentence = (all: number): string =>
  all > MAX_CHOSEN
    ? `The list holds ${formatCount(MAX_CHOSEN)} of ${formatCount(all)} narratives, those with the most problems first.`
    : "";

/** A row of `narratives`, without what only one that is shown needs. */
export interface StoredRow {
  item_id: string;
  form: string | null;
  tokens: number | null;
  operations: number | null;
  depth: number | null;
  problems: number | null;
}

export const narrativesIn = async (sql: Sql, data_set: string): Promise<StoredRow[]> =>
  plainRows(
    await sql.query(
      `select item_id, form, tokens, operations, depth, problems from narratives where data_set = ? order by problems desc nulls last, operations, item_id limit ${MAX_CHOSEN}`,
      [data_set]
    )
  );

export const narrativeName = ({item_id, operations, depth, tokens, problems}: StoredRow): string =>
  [
    operations === null
      ? "list that cannot be read"
      : `${operations} ${operations === 1 ? "operation" : "operations"}, depth ${depth}`,
    ...(tokens === null ? [] : [`${formatCount(tokens)} tokens`]),
    ...(problems ? [`${problems} ${problems === 1 ? "problem" : "problems"}`] : []),
    item_id
  ].join(" · ");

interface WholeRow extends StoredRow {
  tree: string;
  median: MedianRule;
  answer: number;
  anchors: string | null;
  parts: string | null;
  prompt: string;
  params: string;
  generator_version: number;
  seed: number | null;
  index: number;
  pair_id: string | null;
}

export interface FoundNarrative {
  shown: ShownNarrative;
  /** Why the text is not whole; absent where it is. */
  note?: string;
}

/** One narrative with its text; undefined where the store has none of this name. What is too long for the store is told anew. */
export async function storedNarrative(
  sql: Sql,
  item_id: string,
  worker: Pick<Working<NarrativeTasks>, "call">
): Promise<FoundNarrative | undefined> {
  const [row] = plainRows<WholeRow>(
    await sql.query(
      `select narratives.item_id, form, tokens, operations, depth, problems, tree, median, answer, anchors, parts, prompt, narratives.params,
        generator_version::int as generator_version, seed::double as seed, "index"::int as index, narratives.pair_id
      from narratives join items on narratives.item_id = items.item_id where narratives.item_id = ? limit 1`,
      [item_id]
    )
  );
  if (!row) return undefined;
  const parts = row.parts === null ? undefined : (JSON.parse(row.parts) as Part[]);
  const anchors = row.anchors === null ? undefined : (JSON.parse(row.anchors) as string[]);
  const {text, isWhole} = await textOf(row, parts, worker);
  const base = {
    id: item_id,
    text,
    tree: treeIn(row.tree),
    median: row.median,
    answer: row.answer,
    isNarrative: row.form !== "expression"
  };
  const note = `The store keeps the first and last 16,384 characters of a text this long, and it cannot be generated again here: npm run -s tests prints it, and a bank's file can be opened below.`;
  if (!isWhole) return {shown: {...base, problems: [], unchecked: ["everything, since the text is not whole"]}, note};
  const judged = base.isNarrative
    ? await worker.call("validate", {
        id: item_id,
        full_text_for_eval: text,
        ground_truth_value: row.answer,
        ast_str: row.tree,
        median: row.median,
        num_operations: row.operations ?? 1,
        token_count_narrative: row.tokens ?? 0,
        anchors,
        parts
      })
    : {problems: [], unchecked: []};
  return {shown: {...base, anchors, parts, ...judged}};
}

/** The text of a test up to the end of its last part. */
async function textOf(
  row: WholeRow,
  parts: readonly Part[] | undefined,
  worker: Pick<Working<NarrativeTasks>, "call">
): Promise<{text: string; isWhole: boolean}> {
  const {prompt} = row;
  const end = parts?.at(-1)?.end;
  const isShortened =
    end === undefined ? /\n\n\[… [\d,]+ characters are left out here; /u.test(prompt) : end > prompt.length || isCut(prompt);
  if (!isShortened) return {text: end === undefined ? prompt : prompt.slice(0, end), isWhole: true};
  if (row.pair_id === null || row.seed === null) return {text: prompt, isWhole: false};
  const item: TaskItem = {params: row.params, generator_version: row.generator_version, seed: row.seed, index: row.index};
  const text = await worker.call("retell", item).catch(() => null);
  return text?.startsWith(prompt.slice(0, SAME)) ? {text, isWhole: true} : {text: prompt, isWhole: false};
}
/** Characters by which a text that was told anew is known to be the same: fewer than the store keeps at its beginning. */
const SAME = 16_000;
const isCut = (prompt: string): boolean => /\n\n\[… [\d,]+ characters are left out here; the whole has SHA-256 /u.test(prompt);

/** An evaluation's answer to a narrative, with what its trace says of the steps where that was measured. */
export interface ListAnswer extends Evaluated, StoredReading {
  /** name of its evaluation */
  evaluation: string;
  /** operation at which its trace departs from the list; null for none */
  departure: number | null;
  status: number;
  expected: string;
  steps: number | null;
  steps_stated: number | null;
  steps_right: number | null;
  first_wrong_step: number | null;
}

/** First answers of all evaluations to a narrative. */
export async function answersTo(sql: Sql, shown: ShownNarrative): Promise<ListAnswer[]> {
  const measure = (name: string) => `max(value) filter (where name = '${name}') as ${name}`;
  const rows = await namedRows<Omit<ListAnswer, "departure">>(
    sql,
    `select samples.eval_id, samples.model, samples.template, samples.sampler, simulated, status, columns('^answer'), expected,
        steps, steps_stated, steps_right, first_wrong_step
      from samples left join (select eval_id, item_id, trial, ${["steps", "steps_stated", "steps_right", "first_wrong_step"].map(measure).join(", ")}
        from measures where item_id = ? group by all) as own
      on samples.eval_id = own.eval_id and samples.item_id = own.item_id and samples.trial = own.trial
      where samples.item_id = ? and samples.trial = 0 order by samples.model, samples.template, samples.sampler`,
    [shown.id, shown.id]
  );
  return rows.map(row => ({...row, departure: departureOf(row, shown)}));
}

/** The operation at which a trace departs from the list; null where it departs nowhere, or it was not measured. */
export function departureOf(
  {first_wrong_step}: Pick<ListAnswer, "first_wrong_step">,
  {tree}: Pick<ShownNarrative, "tree">
): number | null {
  if (first_wrong_step === null || !tree || first_wrong_step > operationsIn(tree).length) return null;
  return inOrderOfSteps(tree)[first_wrong_step - 1] ?? null;
}

/** What each evaluation answered. */
export function answersTable(answers: readonly ListAnswer[], shown: ShownNarrative): HTMLElement {
  const isMeasured = answers.some(({steps}) => steps !== null);
  const stepName = (operation: number) => {
    const anchor = shown.anchors?.[operation];
    return html`<span>operation ${operation}${anchor === undefined ? "" : html`, ${untrusted(anchor)}`}</span>`;
  };
  const steps: Column<ListAnswer>[] = [
    numberColumn(
      "steps",
      "Results stated",
      row => row.steps_stated,
      row =>
        row.steps === null
          ? "–"
          : `${formatCount(row.steps_stated)} of ${formatCount(row.steps)}, ${formatCount(row.steps_right)} right`,
      "intermediate results that the trace states"
    ),
    textColumn("departs", "Departs at", row => (row.departure === null ? "–" : stepName(row.departure)), {
      by: row => row.first_wrong_step,
      description: "the first intermediate result that differs from the list's"
    })
  ];
  return html`<div class="rb-scroll" id="answers" tabindex="0">${sortable(answers, [
    textColumn("evaluation", "Evaluation", row => html`<span>${row.evaluation} ${row.simulated ? simulatedBadge() : ""}</span>`, {
      by: row => row.evaluation
    }),
    textColumn("status", "Status", row => STATUS_NAMES[row.status] ?? String(row.status), {by: row => row.status}),
    {key: "answer", label: "Answer found", show: row => answerFound(row)},
    {key: "expected", label: "Right answer", show: row => untrusted(row.expected)},
    {key: "sample", label: "Response", show: row => sampleLink({...row, item_id: shown.id, trial: 0}, "on page Samples")},
    ...(isMeasured ? steps : [])
  ])}</div>`;
}
