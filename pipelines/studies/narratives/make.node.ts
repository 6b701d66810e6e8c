// Makes the study tables `narratives` and `narrative_shortcuts`.

import {dirname, join, resolve} from "node:path";
import {openBankFile} from "../../book/banks/bank.node.js";
import type {Bank} from "../../book/banks/types.js";
import {sha256Hex} from "../../book/canonical.js";
import {plural} from "../../book/plural.js";
import {currentBook} from "../../book/read.node.js";
import type {MedianRule} from "../../generate/lists/operations.js";
import {type ListTree, treeText, treeValue} from "../../generate/lists/tree.js";
import {askedList} from "../../generate/narratives/make.js";
import {lineOf, type NarrativeLine, narrativeLine} from "../../generate/narratives/narrative.js";
import {NARRATIVE_TASK, type NarrativeParams, narrativeParams, PAIRED} from "../../generate/narratives/settings.js";
import {validateLine} from "../../generate/narratives/validate.js";
import {streamKey} from "../../generate/question.js";
import {randomAt} from "../../generate/seed.js";
import {listPrompt, verboseListops} from "../../generate/tasks/verbose-listops.node.js";
import {shortened} from "../../infer/shortened.node.js";
import {literal} from "../../rows/literal.js";
import {openRows} from "../../rows/openRows.node.js";
import {fileOf} from "../../store/publish.node.js";
import {readRows} from "../../store/sql.node.js";
import type {Row, Stage} from "../../store/writer.node.js";
import {tokenCounter} from "../../tokenizer/counter.node.js";
import {digestOfEnds} from "../contamination/fileDigest.node.js";
import {maker} from "../maker.node.js";
import {factsOf, listFacts, treeIn} from "./facts.js";
import {notMeasured} from "./measures.js";
import {type ShortcutReport, type ShortcutStudy, shortcutStudy} from "./shortcuts.js";
import {narrativesTables} from "./tables.js";

const banksOfBook = async (): Promise<Bank[]> => narrativeBanks((await currentBook()).banks);

/** What the tables depend on besides the tests: lists and parts in the files of banks, whose tests have the text alone. */
export async function key(): Promise<string> {
  const banks = await banksOfBook();
  const ends = await Promise.all(banks.map(async bank => (await filesOf(bank)).map(file => digestOfEnds(file))));
  return sha256Hex(JSON.stringify([banks.map(({name, digest}) => [name, digest]), await Promise.all(ends.flat())]));
}

/** Characters of texts that are kept from the first reading for the second; beyond, the second tells all of them again. */
const KEPT_CHARACTERS = 2 ** 26;

/** Writes both tables into a store, without rows where it has no narratives. */
export const make = maker(narrativesTables, async ({folder, report, stage, seconds}) => {
  const banks = await banksOfBook();
  const walk = async function* (skip: () => void = () => {}) {
    yield* taskNarratives(folder, {skip});
    for (const bank of banks) yield* bankNarratives(folder, bank);
  };
  let [skipped, characters] = [0, 0];
  const sets = new Map<string, DataSet>();
  const told: StoredNarrative[] = [];
  for await (const each of walk(() => skipped++)) {
    stage.append("narratives", rowOf(each));
    if (!each.line) continue;
    let set = sets.get(each.data_set);
    if (!set) sets.set(each.data_set, (set = dataSet()));
    set.first(each);
    characters += each.line.full_text_for_eval.length;
    if (characters <= KEPT_CHARACTERS) told.push(each);
    else told.length = 0;
  }
  for await (const each of characters <= KEPT_CHARACTERS ? told : walk()) if (each.line) sets.get(each.data_set)!.second(each);
  for (const [data_set, set] of sets) appendShortcuts(stage, data_set, set);
  if (skipped > 0) report.warn(`narratives: ${plural(skipped, "test")} of another generator left out`);
  const lists = stage.rows("narratives");
  if (lists > 0) report.info(`narratives: ${plural(lists, "list")} in ${seconds()} s`);
});

function rowOf({line, tree, list, isValid, ...row}: StoredNarrative): Row {
  const none = {operations: null, depth: null, effective_depth: null, chain: null, padding_share: null, order: null};
  const {problems, unchecked} = line && !isValid ? validateLine(line) : {problems: [], unchecked: []};
  return {
    ...row,
    ...none,
    ...(line ? factsOf(line) : tree && listFacts(tree, row.median)),
    tokens: line?.token_count_narrative ?? null,
    tree: list,
    anchors: line?.anchors ? JSON.stringify(line.anchors) : null,
    parts: line?.parts ? JSON.stringify(line.parts) : null,
    problems: line ? problems.length : null,
    problem_codes: [...new Set(problems.map(({code}) => code))],
    unchecked
  };
}

interface DataSet {
  first(each: StoredNarrative): void;
  second(each: StoredNarrative): void;
  report(): ShortcutReport;
  /** Why there is no report, where a narrative cannot be read: one on the others would mislead. */
  fault(): string | undefined;
}

/** The shortcut report of a data set, in which each list counts once. */
function dataSet(): DataSet {
  const study = shortcutStudy();
  let fault: string | undefined;
  const passes = {first: new Set<string>(), second: new Set<string>()};
  const take =
    (pass: keyof ShortcutStudy & ("first" | "second")) =>
    ({item_id, pair_id, line}: StoredNarrative) => {
      const list = pair_id ?? item_id;
      if (fault !== undefined || passes[pass].has(list)) return;
      passes[pass].add(list);
      try {
        study[pass](line!);
      } catch (error) {
        if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
        fault = `${line!.id}: ${error instanceof SyntaxError ? error.message.replace(/\.$/u, "") : "its list is too deep"}`;
      }
    };
  return {first: take("first"), second: take("second"), report: study.report, fault: () => fault};
}

function appendShortcuts(stage: Stage, data_set: string, set: DataSet): void {
  const fault = set.fault();
  const {narratives, deep, measures} = set.report();
  const scopes = {overall: narratives, deep: deep.narratives};
  for (const {name, unit, ...figures} of measures)
    for (const scope of ["overall", "deep"] as const)
      stage.append("narrative_shortcuts", {
        data_set,
        narratives: scopes[scope],
        measure: name,
        unit,
        scope,
        ...(fault === undefined ? figures[scope] : notMeasured(fault))
      });
}

// The narratives of a store: those of the task, told again from its tests' coordinates, and those of the book's banks, read from their files.

/** A test of the store that asks for a list. */
interface StoredNarrative {
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
      where base_task = ${literal(base_task)} order by item_id`
  }) as AsyncGenerator<ItemRow>;

/**
 * The tests of the task. Each is told again, so that no text is kept.
 * @param skip called for tests that this generator does not make as the store has them
 */
async function* taskNarratives(folder: string, {skip}: {skip: () => void}): AsyncGenerator<StoredNarrative> {
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
const narrativeBanks = (banks: readonly Bank[] = []): Bank[] => banks.filter(({definition}) => definition.layout === LAYOUT);

/** The files that a bank is read from. */
async function filesOf({file}: Bank): Promise<readonly string[]> {
  const path = resolve(file);
  return (await openBankFile(path, {within: dirname(dirname(path))})).source.files;
}

/** The tests of a bank, as its files have them; records that the store does not ask, or that are no narratives, are passed over. */
async function* bankNarratives(folder: string, bank: Bank): AsyncGenerator<StoredNarrative> {
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

// Names of data sets of narratives: tests of a task that are told alike, so that each asks about another list.

/** Paired parameters that a form does not depend on. */
const WITHOUT: Record<NarrativeParams["form"], readonly (typeof PAIRED)[number][]> = {
  story: [],
  prose: ["genre", "beat_tokens", "target_tokens", "tokenizer"],
  expression: ["order", "numerals", "genre", "beat_tokens", "target_tokens", "tokenizer"]
};

const usual = narrativeParams.parse({});

/** `verbose-listops story target_tokens=2000`: the form, of a story its length, and what else is told in another way than by default. */
function dataSetOf(params: NarrativeParams): string {
  const told = PAIRED.filter(name => name !== "form" && !WITHOUT[params.form].includes(name));
  const named = told.filter(name => name === "target_tokens" || params[name] !== usual[name]);
  return [NARRATIVE_TASK, params.form, ...named.map(name => `${name}=${params[name]}`)].join(" ");
}
