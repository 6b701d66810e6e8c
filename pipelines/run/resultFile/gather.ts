// Gathers the data of a result file from stores.
import {existsSync} from "node:fs";
import {join} from "node:path";
import {readDataset} from "../../book/read.node.js";
import {UserError} from "../../rows/error.js";
import {literal} from "../../rows/literal.js";
import {readingText, type StoredReading, spanIn} from "../../score/answer/storedReading.js";
import {CORRECT, INCORRECT, TRUNCATED} from "../../score/status.js";
import {readManifest} from "../../store/manifest.node.js";
import {fileOf} from "../../store/publish.node.js";
import {objectsOf} from "../../store/show.js";
import {openQueries} from "../../store/sql.node.js";
import {projectVersion} from "../../store/version.node.js";
import {MAX_PAIRED} from "../outcomes.js";
import {
  type AnsweredEvaluation,
  CODES,
  FORMAT,
  LAYOUT,
  outcomeOf,
  outcomesFrom,
  type Result,
  type WrongAnswer
} from "./result.js";
import {inertText, lengthFor, shorten} from "./shorten.js";

/** A store, or a dataset's file, with the name that distinguishes its evaluations from those of others. */
export interface ComparedStore {
  path: string;
  source?: string | undefined;
}

interface AnswerFilter {
  /** Only answers to this task or bank. */
  task?: string | undefined;
  /** Only answers of these models. */
  models?: readonly string[] | undefined;
}

interface GatherOptions extends AnswerFilter {
  title: string;
  /** Whether the file has texts: questions, right answers, values read and responses. */
  texts: boolean;
}

/** Bytes of texts for each answer, and the least and most of a file: one of 1,000 answers stays below 1.5 MB. */
const TEXT_BYTES = {perAnswer: 1_100, min: 1_100_000, max: 24_000_000};
/** Most groups by task and category; if there are more, groups are tasks. */
const MAX_GROUPS = 60;
/** Most pairs of evaluations of several stores that are compared. */
const MAX_PAIRS = 20;

/** Returns the data of a result file. Throws `UserError` for a store without answers, or too many evaluations to compare. */
export async function gather(stores: readonly ComparedStore[], {title, texts, ...filter}: GatherOptions): Promise<Result> {
  const parts: StorePart[] = [];
  for (const store of stores) parts.push(await readStore(store, filter));
  const notes = alignItems(parts);
  const ids = [...new Set(parts.flatMap(({answers}) => answers.map(({item_id}) => item_id)))];
  const positions = new Map(ids.map((id, i) => [id, i]));
  const evaluations = parts.flatMap((part, i) => evaluationsOf(part, positions).map(evaluation => ({part: i, evaluation})));
  if (stores.length === 1) {
    const shares = new Map(evaluations.map(({evaluation}) => [evaluation, outcomeOf(evaluation).right ?? -1]));
    evaluations.sort(({evaluation: a}, {evaluation: b}) => shares.get(b)! - shares.get(a)! || (a.model < b.model ? -1 : 1));
  }
  const answered = evaluations.map(({evaluation}) => evaluation);
  const pairs = pairsOf(evaluations.map(({part, evaluation: {model}}) => ({part, model})));
  const outcomes = outcomesFrom(answered, pairs);
  const modelAt = new Map(evaluations.map(({part, evaluation}, i) => [`${part} ${evaluation.eval_id}`, i]));
  const wrong = parts.flatMap((part, i) =>
    part.wrong.map(row => ({row, model: modelAt.get(`${i} ${row.eval_id}`)!, item: positions.get(row.item_id)!}))
  );
  const answers = answered.reduce((sum, each) => sum + each.answers.join("").length, 0);
  const bytes = Math.min(TEXT_BYTES.max, Math.max(TEXT_BYTES.min, TEXT_BYTES.perAnswer * answers));
  return {
    format: FORMAT,
    layout: LAYOUT,
    version: (await projectVersion()).version,
    title: inertText(title),
    notes,
    items: ids.length,
    ...groupsOf(ids, parts),
    models: outcomes.models.map((model, i) => ({
      ...model,
      answers: answered[i]!.answers.join(" "),
      costs: answered[i]!.costs && [...answered[i]!.costs]
    })),
    pairs: outcomes.pairs.map((pair, i) => ({positions: pairs[i]!, ...pair})),
    ...(texts ? withTexts(wrong, bytes) : {wrong: wrong.map(entryOf), questions: [], shortened: 0})
  };
}

/** Returns the task of each item, with its category where tasks have several and there are few in all. */
function groupsOf(ids: readonly string[], parts: readonly StorePart[]): Pick<Result, "groups" | "item_groups"> {
  const items = ids.map(id => parts.map(part => part.items.get(id)).find(item => item !== undefined));
  const fineNames = items.map(item =>
    item?.category && item.category !== item.base_task ? `${item.base_task}: ${item.category}` : item?.base_task
  );
  const names = new Set(fineNames).size > MAX_GROUPS ? items.map(item => item?.base_task) : fineNames;
  const groups = [...new Set(names.map(name => inertText(name ?? "")))].sort();
  const positions = new Map(groups.map((name, i) => [name, i]));
  return {groups, item_groups: names.map(name => positions.get(inertText(name ?? ""))!)};
}

/** Answers of a store to one question by one evaluation. */
interface AnswerRow {
  eval_id: string;
  item_id: string;
  codes: string;
  cost: number;
}

interface WrongRow extends StoredReading {
  eval_id: string;
  item_id: string;
  trial: number;
  expected: string;
  prompt: string | null;
  text: string | null;
}

interface StorePart {
  evaluations: Omit<AnsweredEvaluation, "answers" | "costs">[];
  /** `eval_id` of evaluations whose cost is known. */
  priced: Set<string>;
  answers: AnswerRow[];
  wrong: WrongRow[];
  items: Map<string, ItemRow>;
}

interface ItemRow {
  item_id: string;
  prompt: string;
  base_task: string;
  category: string | null;
}

const CODE_OF_STATUS = `case when s.status = ${CORRECT} then '${CODES.right}' when s.status = ${TRUNCATED} then '${CODES.cut}'
  when s.answer is null then '${CODES.unread}' else '${CODES.wrong}' end`;

async function readStore({path, source}: ComparedStore, {task, models}: AnswerFilter): Promise<StorePart> {
  const folder = /\.ya?ml$/u.test(path) ? (await readDataset(path)).store : path;
  const has = (table: string) => existsSync(join(folder, fileOf(table)));
  if (!has("samples")) throw new UserError(`${path}: no samples there; expected a store`);
  const manifest = await readManifest(folder);
  const conditions = [
    ...(task === undefined ? [] : [`s.base_task = ${literal(task)}`]),
    ...(models === undefined ? [] : [`s.model in (${models.map(literal).join(", ")})`])
  ];
  const where = (...further: string[]) => [...conditions, ...further, "true"].join(" and ");
  const store = await openQueries({folder: path});
  try {
    const rows = async <Row>(text: string) => objectsOf(await store.ask(text)) as unknown as Row[];
    const answers = await rows<AnswerRow>(
      `select s.eval_id, s.item_id, string_agg(${CODE_OF_STATUS}, '' order by s.trial) as codes, coalesce(sum(s.cost), 0)::double as cost
      from samples s where ${where()} group by all
      order by min(s.base_task), min(s.params), min(s.generator_version), min(s.seed), min(s.index), s.item_id, s.eval_id`
    );
    const ids = new Set(answers.map(({eval_id}) => eval_id));
    const evaluations = (manifest?.evaluations ?? []).filter(({eval_id}) => ids.has(eval_id));
    if (evaluations.length === 0)
      throw new UserError(`${path}: no answers${conditions.length > 0 ? " of these models" : ""} there`);
    const items = has("items") ? await rows<ItemRow>("select item_id, prompt, base_task, category from items") : [];
    const reading = (await rows<{column_name: string}>("describe samples"))
      .map(({column_name}) => column_name)
      .filter(name => /^answer/u.test(name));
    const wrong = await rows<WrongRow>(
      `select s.eval_id, s.item_id, (row_number() over (partition by s.eval_id, s.item_id order by s.trial) - 1)::integer as trial, s.status, s.expected,
        ${reading.map(name => `s.${name}`).join(", ")}, ${has("items") ? "i.prompt" : "null as prompt"}, ${has("responses") ? "r.text" : "null as text"}
      from samples s ${has("items") ? "left join items i using (item_id)" : ""}
        ${has("responses") ? "left join responses r on r.eval_id = s.eval_id and r.item_id = s.item_id and r.trial = s.trial" : ""}
      where ${where()} qualify s.status = ${INCORRECT}
      order by s.model, s.template, s.sampler, s.base_task, s.params, s.index, s.trial`
    );
    return {
      evaluations: evaluations.map(({eval_id, model, template, sampler, simulated = false, price}) => ({
        eval_id,
        model,
        template,
        sampler,
        ...(source !== undefined && {source}),
        simulated,
        list_date: price.list_date ?? null
      })),
      priced: new Set(evaluations.filter(each => !each.unpriced && !each.simulated).map(({eval_id}) => eval_id)),
      answers,
      wrong,
      items: new Map(items.map(item => [item.item_id, item]))
    };
  } finally {
    store.close();
  }
}

const plainText = (text: string): string => text.replace(/\s+/gu, " ").trim();

/**
 * Gives items of later stores the identity of the first store's item with the same question, where the two have no identity in common: logs
 * of two programs number the same questions in different ways. Returns a sentence for each store of which that was done.
 */
function alignItems([first, ...others]: readonly StorePart[]): string[] {
  if (first === undefined) return [];
  const firstIds = new Set(first.answers.map(({item_id}) => item_id));
  const ofFirst = itemsByQuestion(first);
  return others.flatMap(part => {
    if (part.answers.some(({item_id}) => firstIds.has(item_id))) return [];
    const renamed = new Map([...itemsByQuestion(part)].map(([question, id]) => [id, ofFirst.get(question) ?? id]));
    for (const row of [...part.answers, ...part.wrong]) row.item_id = renamed.get(row.item_id) ?? row.item_id;
    const isPaired = part.answers.some(({item_id}) => firstIds.has(item_id));
    return isPaired ? ["questions are paired by their texts, since their identities differ"] : [];
  });
}

/** Returns a store's items by the texts of their questions; a repeated question identifies no item. */
function itemsByQuestion({answers, items}: StorePart): Map<string, string> {
  const byQuestion = new Map<string, string>();
  const repeated = new Set([""]);
  for (const id of new Set(answers.map(({item_id}) => item_id))) {
    const question = plainText(items.get(id)?.prompt ?? "");
    if (byQuestion.has(question)) repeated.add(question);
    byQuestion.set(question, id);
  }
  for (const question of repeated) byQuestion.delete(question);
  return byQuestion;
}

function evaluationsOf({evaluations, priced, answers}: StorePart, positions: ReadonlyMap<string, number>): AnsweredEvaluation[] {
  const empty = <Value>(value: Value) => new Array<Value>(positions.size).fill(value);
  const byEvaluation = new Map(evaluations.map(each => [each.eval_id, {codes: empty(""), costs: empty(0)}]));
  for (const {eval_id, item_id, codes, cost} of answers) {
    const row = byEvaluation.get(eval_id);
    if (row === undefined) continue;
    const position = positions.get(item_id)!;
    row.codes[position] += codes;
    row.costs[position]! += cost;
  }
  return evaluations.map(each => {
    const {codes, costs} = byEvaluation.get(each.eval_id)!;
    return {...each, answers: codes, costs: priced.has(each.eval_id) ? costs : null};
  });
}

/**
 * Returns the pairs to compare: of one store all, if there are few evaluations; of several stores those of different stores, and of these only
 * the ones of equal models if there are any.
 */
function pairsOf(evaluations: readonly {part: number; model: string}[]): [number, number][] {
  const all = evaluations.flatMap((_, a) => evaluations.slice(a + 1).map((_, i): [number, number] => [a, a + 1 + i]));
  const across = all.filter(([a, b]) => evaluations[a]!.part !== evaluations[b]!.part);
  if (across.length === 0) return evaluations.length > MAX_PAIRED ? [] : all;
  const ofOneModel = across.filter(([a, b]) => evaluations[a]!.model === evaluations[b]!.model);
  const pairs = ofOneModel.length > 0 ? ofOneModel : across;
  if (pairs.length > MAX_PAIRS)
    throw new UserError(
      `${pairs.length} pairs of models; choose with --model, which may be repeated: at most ${MAX_PAIRS} pairs are compared`
    );
  return pairs;
}

interface FoundWrong {
  row: WrongRow;
  model: number;
  item: number;
}

/** Returns the entry of a wrong answer, without texts. */
const entryOf = ({row, model, item}: FoundWrong): WrongAnswer => ({
  model,
  item,
  trial: row.trial,
  id: inertText(row.item_id),
  rule: inertText(readingText(row))
});

/** Returns wrong answers with texts, which are shortened where they have more bytes than given. */
function withTexts(answers: readonly FoundWrong[], bytes: number): Pick<Result, "wrong" | "questions" | "shortened"> {
  const inertOf = (text: string | null): string | null => (text === null || text === "" ? null : inertText(text));
  const rows = answers.map(each => {
    const {prompt, expected, answer, text} = each.row;
    return {
      ...each,
      question: inertOf(prompt),
      expected: inertText(expected),
      read: answer === null ? null : inertText(answer),
      response: inertOf(text)
    };
  });
  const texts = [
    ...new Set(rows.map(({question}) => question)),
    ...rows.flatMap(({expected, read, response}) => [expected, read, response])
  ].filter(text => text !== null);
  const most = lengthFor(texts, bytes);
  let shortened = 0;
  const short = (text: string) => {
    if (text.length > most) shortened++;
    return shorten(text, most);
  };
  const positions = new Map<string, number>();
  const questions: string[] = [];
  const wrong = rows.map(({question, expected, read, response, ...each}): WrongAnswer => {
    if (question !== null && !positions.has(question)) positions.set(question, questions.push(short(question).text) - 1);
    const shownText = response === null ? null : short(response);
    const span = response === null ? null : spanIn(response, each.row);
    const shownSpan = span === null ? null : shownText!.spanOf(span);
    return {
      ...entryOf(each),
      ...(question !== null && {question: positions.get(question)!}),
      expected: short(expected).text,
      ...(read !== null && {read: short(read).text}),
      ...(shownText !== null && {response: shownText.text}),
      ...(shownSpan !== null && {span: shownSpan})
    };
  });
  return {wrong, questions, shortened};
}
