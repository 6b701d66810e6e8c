// Joins labels with the verdicts of a store: the scorer's, without people's corrections.
import {plural} from "../../../book/plural.js";
import {UserError} from "../../../rows/error.js";
import {literal} from "../../../rows/literal.js";
import {groupBy} from "../../../stats/groupBy.js";
import {samplesNamed} from "../../../store/corrections/apply.node.js";
import {partsOf} from "../../../store/corrections/edits.node.js";
import {responseDigest, type SampleKey, sampleId} from "../../../store/corrections/log.node.js";
import type {StudyStore} from "../../maker.node.js";
import {addLabel, type LabelCounts, noLabels} from "../judging/correctedAccuracy.js";
import {type EvaluationName, type JudgedEvaluation, RULES} from "./accuracy.js";
import {type LabelAgreement, labelAgreement} from "./agreement.js";
import {answerKey, type Draw, type LabelRecord, majority, rubricDigest} from "./label.js";

/** A label of an answer that the store has. */
export interface StoredLabel extends EvaluationName {
  item_id: string;
  trial: number;
  annotator: string;
  label: boolean;
  note: string;
  at: string;
  judge: string;
  base_task: string;
  /** the scorer's verdict: 0 incorrect, 1 correct, 2 truncated */
  verdict: number;
  /** reason why it does not count; empty where it does */
  unused: "" | "truncated" | "response" | "rubric" | "draw";
  draw: Draw;
}

/** Labels with the verdicts on the same answers, and the verdicts on all answers to the same tasks. */
export interface Labelled {
  labels: StoredLabel[];
  /** by judge: an entry for each evaluation with verdicts of it on tasks of which some answer is labelled */
  judges: Map<string, JudgedEvaluation[]>;
  /** agreement of the annotators, by the labels that count */
  agreement: LabelAgreement;
  /** labels of answers that the store does not have, and the first of these answers */
  missing: {count: number; first: string | null};
  /** answers of which as many people say right as wrong */
  tied: number;
  /** tasks of which some answer is labelled, and all tasks of these judges */
  tasks: {labelled: number; all: number};
}

const JUDGE = `case when json_extract_string(i.scorer, '$.kind') = 'rubric' then coalesce(json_extract_string(i.scorer, '$.judge'), 'judge') else '${RULES}' end`;

/** Creates the view `answers`: all answers of a store with the judge of each and its verdict, without people's corrections. */
export async function viewAnswers({connection, tables, has}: StudyStore): Promise<void> {
  const scorers = (await has("items", "scorer"))
    ? "(select item_id, any_value(scorer) as scorer from items group by item_id)"
    : "(select null::varchar as item_id, null::varchar as scorer)";
  const [status, join] = tables.includes("corrections")
    ? [
        "coalesce(c.original_status, s.status)",
        "left join (from corrections where state = 'applied') c using (eval_id, item_id, trial)"
      ]
    : ["s.status", ""];
  await connection.run(`create or replace temp view answers as
    select s.eval_id, s.model, s.template, s.sampler, s.base_task, item_id, s.trial, ${status}::int as verdict, ${JUDGE} as judge, i.scorer, s.expected, s.simulated
    from samples s left join ${scorers} i using (item_id) ${join}`);
}

/**
 * Joins labels with a store's verdicts.
 * @param allTasks take all tasks of judges with rubrics, or where there are none of the rules, where there is no label at all
 */
export async function labelled(folder: string, store: StudyStore, records: readonly LabelRecord[]): Promise<Labelled> {
  const {rows, tables} = store;
  if (!tables.includes("samples")) throw new UserError(`${folder} has no table samples; npm run run writes it`);
  await viewAnswers(store);
  const evaluations = await rows<EvaluationName>("select distinct eval_id, model, template, sampler from samples order by all");
  const named = records.map(record => ({record, sample: sampleNamed(answerKey(record)!, evaluations)}));
  const answers = await knownAnswers(
    store,
    named.flatMap(({sample}) => sample ?? [])
  );
  const stale = await staleResponses(folder, named);
  const labels: StoredLabel[] = [];
  const missing: Labelled["missing"] = {count: 0, first: null};
  for (const {record, sample} of named) {
    const answer = sample && answers.get(sampleId(sample));
    if (!answer) {
      missing.count++;
      missing.first ??= answerKey(record);
      continue;
    }
    const rubric = answer.rubric === null ? null : rubricDigest(answer.rubric);
    labels.push({
      ...answer,
      annotator: record.annotator ?? "",
      label: record.label === "correct",
      note: record.note ?? "",
      at: record.at ?? "",
      draw: record.draw ?? "random",
      unused:
        answer.verdict === 2
          ? "truncated"
          : stale.has(record)
            ? "response"
            : record.rubric && rubric && record.rubric !== rubric
              ? "rubric"
              : record.draw === "disagree"
                ? "draw"
                : ""
    });
  }
  if (records.length > 0 && labels.length === 0)
    throw new UserError(
      `no label is of an answer in ${folder}: "${missing.first}" names none; expected EVALUATION/ITEM/TRIAL as table samples has them`
    );
  const {counts, tied} = countsOf(labels);
  const agreement = labelAgreement(
    labels.flatMap(each => (each.unused === "" ? {...each, answer: sampleId(each), isCorrect: each.label} : []))
  );
  return {labels, ...(await verdictsOf(store, labels, counts)), agreement, missing, tied};
}

type Answer = EvaluationName &
  Pick<StoredLabel, "item_id" | "trial" | "judge" | "base_task" | "verdict"> & {rubric: string | null};

/** The sample that a key names; null where the store has no such evaluation. Throws a UserError where a model has several. */
function sampleNamed(key: string, evaluations: readonly EvaluationName[]): SampleKey | null {
  const {name, item_id, trial} = partsOf(key, evaluations);
  const matches = evaluations.filter(({eval_id, model}) => eval_id === name || model === name);
  if (matches.length > 1)
    throw new UserError(
      `"${key}": ${name} has ${matches.length} evaluations; name one by its eval_id: ${matches.map(({eval_id}) => eval_id).join(", ")}`
    );
  return matches[0] ? {...matches[0], item_id, trial} : null;
}

async function knownAnswers({connection, rows}: StudyStore, samples: readonly SampleKey[]): Promise<Map<string, Answer>> {
  await connection.run("create or replace temp table named (eval_id varchar, item_id varchar, trial integer)");
  const appender = await connection.createAppender("named");
  for (const {eval_id, item_id, trial} of new Map(samples.map(sample => [sampleId(sample), sample])).values()) {
    appender.appendVarchar(eval_id);
    appender.appendVarchar(item_id);
    appender.appendInteger(trial);
    appender.endRow();
  }
  appender.closeSync();
  const present = await rows<Answer>(
    `select eval_id, model, template, sampler, base_task, item_id, trial, verdict, judge, json_extract_string(scorer, '$.rubric') as rubric
      from answers semi join named using (eval_id, item_id, trial)`
  );
  return new Map(present.map(answer => [sampleId(answer), answer]));
}

/** Labels of responses that the store does not have any more. */
async function staleResponses(
  folder: string,
  named: readonly {record: LabelRecord; sample: SampleKey | null}[]
): Promise<Set<LabelRecord>> {
  const dated = named.filter(({record, sample}) => record.response && sample);
  if (dated.length === 0) return new Set();
  const responses = await samplesNamed(
    folder,
    dated.map(({sample}) => sample!)
  );
  const isOther = ({record, sample}: (typeof dated)[number]) => {
    const present = responses.get(sampleId(sample!));
    return present !== undefined && responseDigest(present) !== record.response;
  };
  return new Set(dated.filter(isOther).map(({record}) => record));
}

/** Labelled answers by judge and evaluation, the majority of the labels of each. */
function countsOf(labels: readonly StoredLabel[]): {counts: Map<string, LabelCounts>; tied: number} {
  const answers = groupBy(
    labels.filter(({unused}) => unused === ""),
    sampleId
  );
  const counts = new Map<string, LabelCounts>();
  let tied = 0;
  for (const group of answers.values()) {
    const [first] = group;
    const label = majority(group.map(({annotator, label, at}) => ({annotator, isCorrect: label, at})));
    if (label === null) {
      tied++;
      continue;
    }
    const place = JSON.stringify([first!.judge, first!.eval_id]);
    const table = counts.get(place) ?? noLabels();
    addLabel(table, {verdict: first!.verdict === 1, label});
    counts.set(place, table);
  }
  return {counts, tied};
}

/** Verdicts on all answers to the labelled tasks; without labels, on all answers that models judged, else on all. */
async function verdictsOf(
  {rows}: StudyStore,
  labels: readonly StoredLabel[],
  counts: ReadonlyMap<string, LabelCounts>
): Promise<Pick<Labelled, "judges" | "tasks">> {
  const tasks = [...new Set(labels.map(({judge, base_task}) => JSON.stringify([judge, base_task])))].map(
    text => JSON.parse(text) as [string, string]
  );
  const list = tasks.map(([judge, task]) => `(${literal(judge)}, ${literal(task)})`).join(", ");
  const among =
    tasks.length > 0
      ? `(judge, base_task) in (${list})`
      : `judge <> '${RULES}' or not exists (from answers where judge <> '${RULES}')`;
  type Sums = Record<"clusters" | "n" | "k" | "kk" | "kn" | "nn", number> & EvaluationName & {judge: string; simulated: boolean};
  const sums = await rows<Sums>(`with tests as (
      select judge, eval_id, any_value(model) as model, any_value(template) as template, any_value(sampler) as sampler, item_id,
        count(*)::double as n, (count(*) filter (verdict = 1))::double as k, bool_or(simulated) as simulated
      from answers where verdict < 2 and (${among}) group by judge, eval_id, item_id)
    select judge, eval_id, any_value(model) as model, any_value(template) as template, any_value(sampler) as sampler,
      count(*)::double as clusters, sum(n) as n, sum(k) as k, sum(k * k) as kk, sum(k * n) as kn, sum(n * n) as nn, bool_or(simulated) as simulated
    from tests group by judge, eval_id order by judge, model, template, sampler, eval_id`);
  const judges = new Map<string, JudgedEvaluation[]>();
  for (const {judge, eval_id, model, template, sampler, simulated, ...verdicts} of sums) {
    const table = counts.get(JSON.stringify([judge, eval_id])) ?? noLabels();
    judges.set(judge, [...(judges.get(judge) ?? []), {eval_id, model, template, sampler, verdicts, labels: table, simulated}]);
  }
  const names = [...judges.keys()].map(literal).join(", ");
  const [all] =
    names === ""
      ? []
      : await rows<{n: number}>(`select count(distinct base_task)::int as n from answers where judge in (${names})`);
  return {judges, tasks: {labelled: new Set(tasks.map(([, task]) => task)).size, all: all?.n ?? 0}};
}

/** Sentences on labels that were read and do not count. */
export function notesOn({labels, missing, tied, tasks}: Labelled): string[] {
  const count = (reason: StoredLabel["unused"]) => labels.filter(({unused}) => unused === reason).length;
  const [truncated, changed, older, chosen] = [count("truncated"), count("response"), count("rubric"), count("draw")];
  return [
    ...(missing.count > 0
      ? [
          `${plural(missing.count, "label")} of answers that the store does not have (${missing.first}${missing.count > 1 ? " and others" : ""})`
        ]
      : []),
    ...(truncated > 0 ? [`${plural(truncated, "label")} of cut answers left out`] : []),
    ...(changed > 0 ? [`${plural(changed, "label")} left out: the response has changed since`] : []),
    ...(older > 0 ? [`${plural(older, "label")} left out: the rubric has changed since`] : []),
    ...(chosen > 0 ? [`${plural(chosen, "label")} left out: of answers drawn because a judge and the rules disagree`] : []),
    ...(tied > 0 ? [`${plural(tied, "answer")} left out: as many people say right as wrong`] : []),
    ...(tasks.labelled > 0 && tasks.labelled < tasks.all
      ? [
          `labels are of ${tasks.labelled} of ${plural(tasks.all, "task")}; accuracies are over the answers to ${tasks.labelled === 1 ? "this one" : "these"}`
        ]
      : [])
  ];
}
