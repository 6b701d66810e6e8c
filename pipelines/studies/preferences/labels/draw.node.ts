// Draws stored answers for people to label: at random, where a judge and the rules disagree, and those whose label is out of date or
// differs from the verdict.
import {literal} from "../../../rows/literal.js";
import {kindOf, spellExpected} from "../../../score/answer/kinds.js";
import {readAnswer} from "../../../score/answer/read.js";
import {visibleText} from "../../../score/answer/visible.js";
import {groupBy} from "../../../stats/groupBy.js";
import {responseDigest} from "../../../store/corrections/log.node.js";
import {answersIn} from "../../extraction/answers.node.js";
import {readingsOfAnswers, readsDifferently} from "../../extraction/judged.js";
import {readJudge, textDigest} from "../../extraction/judgeFile.node.js";
import type {StudyStore} from "../../maker.node.js";
import type {EvaluationName} from "./accuracy.js";
import {majority, rubricDigest} from "./label.js";
import {type AnswerToLabel, keyOfAnswer} from "./labelling.js";
import type {StoredLabel} from "./store.node.js";

/** Answers of each draw, unless a command names another number. */
export const MAX_RANDOM = 150;
const MAX_OTHERS = 50;
/** Graded answers that are read by the rules as well, in search of disagreement. */
const MAX_READ = 5_000;
/** Longest question or response that is drawn, in characters: a person reads no longer one. */
const MAX_CHARACTERS = 20_000;
const SEED = "answers to label";

type Key = {eval_id: string; item_id: string; trial: number};

/** An answer to label: the columns of table `annotation_answers`. */
export interface DrawnAnswer extends EvaluationName, Required<AnswerToLabel> {
  base_task: string;
  again: boolean;
  error: boolean;
}

/** Order of a draw. */
const ORDER = `md5(concat_ws('|', ${literal(SEED)}, eval_id, item_id, trial)), eval_id, item_id, trial`;

interface DrawOptions {
  /** labels that the store keeps */
  labels?: readonly StoredLabel[];
  /** answers drawn at random */
  random?: number;
  /** answers of each other draw */
  others?: number;
}

/**
 * Draws answers from the view `answers` (viewAnswers), those to label again first. The draw depends only on what is stored: answers are
 * ranked by their hash, so that a larger draw begins with a smaller one.
 */
export async function drawAnswers(
  folder: string,
  store: StudyStore,
  {labels = [], random = MAX_RANDOM, others = MAX_OTHERS}: DrawOptions = {}
): Promise<DrawnAnswer[]> {
  if (!store.tables.includes("responses")) return [];
  const {again, errors} = toRead(labels);
  const disagreeing = await disagreements(folder, store);
  const ranked = await store.rows<Key>(
    `select eval_id, item_id, trial from answers where verdict < 2 order by ${ORDER} limit ${2 * random}`
  );
  const wanted = [...again.keys(), ...errors, ...disagreeing.slice(0, 2 * others), ...ranked.map(keyOfAnswer)];
  const answers = await answersNamed(store, wanted);
  const present = (keys: Iterable<string>, most: number) => new Set([...keys].filter(key => answers.has(key)).slice(0, most));
  const draws = {
    again: present(again.keys(), others),
    errors: present(errors, others),
    disagree: present(disagreeing, others),
    random: present(ranked.map(keyOfAnswer), random)
  };
  const order = new Set([...draws.again, ...draws.random, ...draws.disagree, ...draws.errors]);
  return [...order].map(key => ({
    ...answers.get(key)!,
    random: draws.random.has(key) || (draws.again.has(key) && again.get(key) === "random"),
    disagree: draws.disagree.has(key) || (draws.again.has(key) && again.get(key) === "disagree"),
    again: draws.again.has(key),
    error: draws.errors.has(key)
  }));
}

/** Labelled answers that need another look: those whose labels are all out of date, with their draw, and those whose label differs from the verdict. */
function toRead(labels: readonly StoredLabel[]): {again: Map<string, StoredLabel["draw"]>; errors: string[]} {
  const again = new Map<string, StoredLabel["draw"]>();
  const errors: string[] = [];
  for (const [key, group] of groupBy(labels, keyOfAnswer)) {
    const current = group.filter(({unused}) => unused === "" || unused === "draw");
    const isStale = group.every(({unused}) => unused === "response" || unused === "rubric");
    if (isStale) again.set(key, group[0]!.draw);
    const label = majority(current.map(each => ({...each, isCorrect: each.label})));
    if (current.length > 0 && label !== null && label !== (group[0]!.verdict === 1)) errors.push(key);
  }
  return {again, errors};
}

interface ReadRow extends EvaluationName, Key {
  base_task: string;
  prompt: string;
  expected: string | null;
  choices: string[] | null;
  rubric: string | null;
  verdict: number;
  text: string;
  reasoning: string | null;
  simulated: boolean;
}

/** A query for answers with their texts; `among` is a table or query of keys. */
async function withTexts({has, tables}: StudyStore, among: string): Promise<string> {
  const column = async (name: string, type: string) => ((await has("items", name)) ? `any_value(${name})` : `null::${type}`);
  const items = tables.includes("items")
    ? `(select item_id, ${await column("prompt", "varchar")} as question, ${await column("choices", "varchar[]")} as choices from items group by item_id)`
    : "(select null::varchar as item_id, null::varchar as question, null::varchar[] as choices)";
  return `select a.eval_id, a.model, a.template, a.sampler, item_id, a.trial, a.base_task, coalesce(i.question, r.prompt, '') as prompt, a.expected,
      i.choices, json_extract_string(a.scorer, '$.rubric') as rubric, a.verdict, r.text, r.reasoning, a.simulated
    from answers a semi join (${among}) using (eval_id, item_id, trial)
      join (select eval_id, item_id, trial, prompt, text, reasoning from responses where text is not null) r using (eval_id, item_id, trial)
      left join ${items} i using (item_id)`;
}

/** The named answers that have a text which a person can read, by their names. */
async function answersNamed(
  store: StudyStore,
  keys: readonly string[]
): Promise<Map<string, Omit<DrawnAnswer, "random" | "disagree" | "again" | "error">>> {
  await store.connection.run("create or replace temp table wanted (key varchar)");
  const appender = await store.connection.createAppender("wanted");
  for (const key of new Set(keys)) {
    appender.appendVarchar(key);
    appender.endRow();
  }
  appender.closeSync();
  const among =
    "select eval_id, item_id, trial from answers where eval_id || '/' || item_id || '/' || trial in (from wanted) and verdict < 2";
  const rows = await store.rows<ReadRow>(
    `from (${await withTexts(store, among)}) where length(text) <= ${MAX_CHARACTERS} and length(prompt) <= ${MAX_CHARACTERS}`
  );
  return new Map(
    rows.map(row => {
      const {choices: _, verdict: __, text, reasoning, rubric, expected, ...rest} = row;
      return [
        keyOfAnswer(row),
        {
          ...rest,
          expected: expected ?? "",
          rubric: rubric ?? "",
          response: visibleText({text, reasoning}).final,
          response_digest: responseDigest({text, reasoning}),
          rubric_digest: rubric ? rubricDigest(rubric) : ""
        }
      ];
    })
  );
}

/** Answers on which a judge and the rules disagree, in the order of their hashes. */
async function disagreements(folder: string, store: StudyStore): Promise<string[]> {
  const among = `select eval_id, item_id, trial from answers where json_extract_string(scorer, '$.kind') = 'rubric' and expected <> '' and verdict < 2
    order by ${ORDER} limit ${MAX_READ}`;
  const graded = await store.rows<ReadRow>(`from (${await withTexts(store, among)}) order by ${ORDER}`);
  const readings = await readJudge(folder);
  const read = readings.length > 0 ? readingsOfAnswers(readings, await answersIn(folder), textDigest) : [];
  const readKeys = read.filter(readsDifferently).map(({reading}) => keyOfAnswer({...reading, trial: 0}));
  return [...graded.filter(isReadOtherwise).map(keyOfAnswer), ...new Set(readKeys)];
}

/** Whether the rules find another verdict than the judge; no where the right answer is a text, which rules cannot compare. */
function isReadOtherwise({expected, choices, prompt, text, reasoning, verdict}: ReadRow): boolean {
  const kind = kindOf(expected ?? "", choices ?? []);
  if (kind.name === "text" || kind.name === "expression") return false;
  const {answer} = readAnswer(visibleText({text, reasoning}).final, kind, {prompt});
  return (answer === spellExpected(expected ?? "", kind)) !== (verdict === 1);
}
