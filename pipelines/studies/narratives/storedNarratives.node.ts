// The narratives of a store: those of the task, told anew from its tests' coordinates, and those of the book's banks, read from their files.
import {dirname, join, resolve} from "node:path";
import {openBankFile} from "../../book/banks/bank.node.js";
import type {Bank} from "../../book/banks/types.js";
import {sha256Hex} from "../../book/canonical.js";
import type {MedianRule} from "../../generate/lists/operations.js";
import {type ListTree, treeText, treeValue} from "../../generate/lists/tree.js";
import {askedList} from "../../generate/narratives/make.js";
import {lineOf, type NarrativeLine, narrativeLine} from "../../generate/narratives/narrative.js";
import {NARRATIVE_TASK, type NarrativeParams, narrativeParams} from "../../generate/narratives/settings.js";
import {streamKey} from "../../generate/question.js";
import {randomAt} from "../../generate/seed.js";
import {listPrompt, verboseListops} from "../../generate/tasks/verbose-listops.node.js";
import {shortened} from "../../infer/shortened.node.js";
import {openRows} from "../../rows/openRows.node.js";
import {fileOf} from "../../store/publish.node.js";
import {readRows} from "../../store/sql.node.js";
import {tokenCounter} from "../../tokenizer/counter.node.js";
import {dataSetOf} from "./dataSet.js";
import {treeIn} from "./facts.js";

/** A test of the store that asks for a list. */
export interface StoredNarrative {
  item_id: string;
  base_task: string;
  params: string;
  pair_id: string | null;
  data_set: string;
  form: NarrativeParams["form"] | null;
  median: MedianRule;
  answer: number;
  /** The list as text, and as a tree where the text is one. */
  list: string;
  tree: ListTree | undefined;
  /** Absent where the list is written out. */
  line?: NarrativeLine;
  /** Whether the validator has passed the line when it was told. */
  isValid: boolean;
}

/** The layout of banks that are narratives. */
const LAYOUT = "verbose-listops";

type ItemRow = Record<"item_id" | "base_task" | "params" | "prompt" | "expected", string> &
  Record<"generator_version" | "seed" | "index", number | bigint | null>;

/** The store's tests of a task or bank. */
const itemsOf = (folder: string, base_task: string): AsyncGenerator<ItemRow> =>
  readRows(join(folder, fileOf("items")), {
    query: `select item_id, base_task, params, prompt, expected, generator_version, seed, "index" from t
      where base_task = '${base_task.replaceAll("'", "''")}' order by item_id`
  }) as AsyncGenerator<ItemRow>;

/**
 * The tests of the task. Each is told anew, so that no text is kept.
 * @param skip called for tests that this generator does not make as the store has them
 */
export async function* taskNarratives(folder: string, {skip}: {skip: () => void}): AsyncGenerator<StoredNarrative> {
  for await (const row of itemsOf(folder, NARRATIVE_TASK)) {
    const found = retold(row);
    if (found) yield found;
    else skip();
  }
}

/** The test as its coordinates make it; undefined where they make another, or none. */
function retold({item_id, base_task, params: params_json, prompt, expected, ...row}: ItemRow): StoredNarrative | undefined {
  if (row.seed === null || row.index === null || Number(row.generator_version) !== verboseListops.version) return undefined;
  const params = paramsIn(params_json);
  if (!params) return undefined;
  const index = Number(row.index);
  const key = streamKey(verboseListops, {params, seed: Number(row.seed)});
  const asked = askedWith(params, {id: item_id, random: randomAt(key, index), count: tokenCounter(params.tokenizer)});
  if (!asked || shortened(listPrompt(asked.text)) !== prompt) return undefined;
  const {tree, narrative} = asked;
  const answer = treeValue(tree, params.median);
  if (String(answer) !== expected) return undefined;
  return {
    item_id,
    base_task,
    params: params_json,
    pair_id: `${key.slice(0, 16)}-${index}`,
    data_set: dataSetOf(params),
    form: params.form,
    median: params.median,
    answer,
    tree,
    list: treeText(tree, "()"),
    isValid: true,
    ...(narrative && {line: lineOf(narrative)})
  };
}

function askedWith(...given: Parameters<typeof askedList>): ReturnType<typeof askedList> | undefined {
  try {
    return askedList(...given);
  } catch (error) {
    if (error instanceof RangeError) return undefined; // parameters that this generator refuses
    throw error;
  }
}

function paramsIn(text: string): NarrativeParams | undefined {
  try {
    return narrativeParams.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Banks of the book whose records are narratives. */
export const narrativeBanks = (banks: readonly Bank[] = []): Bank[] =>
  banks.filter(({definition}) => definition.layout === LAYOUT);

/** The files that a bank is read from. */
export async function filesOf({file}: Bank): Promise<readonly string[]> {
  const path = resolve(file);
  return (await openBankFile(path, {within: dirname(dirname(path))})).source.files;
}

/** The tests of a bank, as its files have them; records that the store does not ask, or that are no narratives, are passed over. */
export async function* bankNarratives(folder: string, bank: Bank): AsyncGenerator<StoredNarrative> {
  const wanted = new Map<string, ItemRow[]>();
  for await (const row of itemsOf(folder, bank.name)) {
    const content = row.item_id.slice(row.item_id.indexOf("-") + 1);
    wanted.set(content, [...(wanted.get(content) ?? []), {...row, prompt: ""}]);
  }
  if (wanted.size === 0) return;
  const contents = new Map<string, string>();
  for (let place = 0; place < bank.size; place++) {
    const {id, item} = bank.item(place);
    if (wanted.has(id)) contents.set(sha256Hex(item.question), id);
  }
  for await (const {value} of openRows(await filesOf(bank), {format: bank.definition.format})) {
    const line = narrativeLine.safeParse(value).data;
    const content = line && contents.get(sha256Hex(line.full_text_for_eval));
    if (!line || content === undefined) continue;
    contents.delete(sha256Hex(line.full_text_for_eval)); // a record that repeats another is one item
    for (const row of wanted.get(content)!) yield ofBank(bank.name, row, line);
  }
}

const ofBank = (bank: string, {item_id, base_task, params}: ItemRow, line: NarrativeLine): StoredNarrative => ({
  item_id,
  base_task,
  params,
  pair_id: null,
  data_set: bank,
  form: null,
  isValid: false,
  line,
  median: line.median,
  answer: line.ground_truth_value,
  list: line.ast_str,
  tree: treeIn(line.ast_str)
});
