// Makes the study tables `narratives` and `narrative_shortcuts`.
import {join} from "node:path";
import type {Bank} from "../../book/banks/types.js";
import {sha256Hex} from "../../book/canonical.js";
import {plural} from "../../book/plural.js";
import {currentBook} from "../../book/read.node.js";
import {validateLine} from "../../generate/narratives/validate.js";
import {type Report, report as stderrReport} from "../../infer/progress.node.js";
import {fileOf} from "../../store/publish.node.js";
import {openStage, type Row, type Stage} from "../../store/writer.node.js";
import {digestOfEnds} from "../contamination/fileDigest.node.js";
import {factsOf, listFacts} from "./facts.js";
import {notMeasured} from "./measures.js";
import {type ShortcutReport, type ShortcutStudy, shortcutStudy} from "./shortcuts.js";
import {bankNarratives, filesOf, narrativeBanks, type StoredNarrative, taskNarratives} from "./storedNarratives.node.js";
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
export async function make(folder: string, {report = stderrReport()}: {report?: Report} = {}): Promise<void> {
  const started = performance.now();
  await using stage = await openStage(narrativesTables, {folder});
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
  for (const name of Object.keys(narrativesTables)) await stage.write(name, join(folder, fileOf(name)), {allowEmpty: true});
  if (skipped > 0) report.warn(`narratives: ${plural(skipped, "test")} of another generator left out`);
  const lists = stage.rows("narratives");
  if (lists > 0) report.info(`narratives: ${plural(lists, "list")} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

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
