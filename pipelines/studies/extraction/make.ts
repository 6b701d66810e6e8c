// Makes the study tables of extraction: of checks, of both readings and of what a judge reads, and of the rules that found answers.
import {readdir, readFile} from "node:fs/promises";
import {join} from "node:path";
import {sha256Hex} from "../../book/canonical.js";
import {groupBy} from "../../stats/groupBy.js";
import {fileOf} from "../../store/publish.js";
import {openStage, type Row, type Stage} from "../../store/writer.js";
import {answerRules} from "./answerRules.js";
import {answersIn, type Response} from "./answers.js";
import {summaryOf} from "./compared.js";
import {answerF1, countsOf, METHODS, macroIntervals, noneF1, precisionOf, recallOf} from "./confusion.js";
import {heldOut} from "./fixtures/heldOut.js";
import {judgedRows} from "./judged.js";
import {judgeKey, readJudge, textDigest} from "./judgeFile.js";
import {checkedOf, type Read, readLabels} from "./labels.js";
import {extractionTables} from "./tables.js";

const LABELS = join("data", "extraction");
/** The source of the texts that the workbook brings along. */
export const BUILT_IN = "built-in, kept from training";
/** Longest text of an example: its end, where answers stand. */
const SHOWN_CHARACTERS = 1_000;

/** The files of data/extraction, by name; none where there is no such folder. */
async function files(): Promise<{name: string; text: string}[]> {
  const names = (await readdir(LABELS).catch(() => [])).filter(name => name.endsWith(".jsonl")).sort();
  return Promise.all(names.map(async name => ({name, text: await readFile(join(LABELS, name), "utf8")})));
}

/** What the tables depend on besides the store's: files of labelled texts, and what judges read. */
export async function key(folder: string): Promise<string> {
  const labels = sha256Hex(JSON.stringify(await files())).slice(0, 16);
  const judged = await judgeKey(folder);
  return judged === "" ? labels : `${labels}, judged ${judged}`;
}

/** Writes the tables into a store; those of its answers without rows where none is read by the rules. */
export async function make(folder: string): Promise<void> {
  await using stage = await openStage(extractionTables, {folder});
  for (const row of builtInChecks()) stage.append("extraction_checks", row);
  for (const {name, text} of await files())
    for (const row of checksOf(name.replace(/\.jsonl$/u, ""), checkedOf(readLabels(text, join(LABELS, name)))))
      stage.append("extraction_checks", row);
  const answers = await answersIn(folder);
  for (const own of groupBy(answers, ({eval_id, base_task}) => `${eval_id} ${base_task}`).values()) append(stage, own);
  for (const row of judgedRows(await readJudge(folder), answers, textDigest)) stage.append("extraction_judged", {...row});
  const {rules, examples} = await answerRules(folder);
  for (const row of rules) stage.append("answer_rules", row);
  for (const row of examples) stage.append("answer_rule_examples", row);
  for (const name of Object.keys(extractionTables)) await stage.write(name, join(folder, fileOf(name)), {allowEmpty: true});
}

let builtIn: readonly Row[] | undefined;
/** Rows of the texts that the workbook brings along: the same for every store, so worked out once a process. */
const builtInChecks = (): readonly Row[] => (builtIn ??= checksOf(BUILT_IN, checkedOf(heldOut())));

/** How well both methods read labelled texts, in all and by part. */
function checksOf(source: string, all: readonly Read[]): Row[] {
  if (all.length === 0) return [];
  const parts = groupBy(all, ({task}) => task);
  const own = parts.size > 1 ? [...parts].filter(([task]) => task !== "") : [];
  return [["", all] as const, ...own].flatMap(([task, checked]) => {
    const macro = macroIntervals(checked, `${source} ${task}`);
    return METHODS.map(method => {
      const counts = countsOf(checked, method);
      return {
        ...{source, task, method, n: checked.length, stated: counts.right + counts.wrong + counts.missed, ...counts},
        ...{precision: precisionOf(counts), recall: recallOf(counts), f1_answer: answerF1(counts), f1_none: noneF1(counts)},
        ...{macro_f1: macro[method].value, macro_low: macro[method].low, macro_high: macro[method].high},
        ...{difference: macro.difference.value, difference_low: macro.difference.low, difference_high: macro.difference.high}
      };
    });
  });
}

function append(stage: Stage, own: readonly Response[]): void {
  const {eval_id, model, template, sampler, base_task, simulated} = own[0]!;
  const named: Row = {eval_id, model, template, sampler, base_task, simulated};
  stage.append("extractions", {...named, ...summaryOf(own)});
  const seen = new Set<string>();
  for (const {disagreement, item_id, expected, rules, classifier, probability, final} of own) {
    if (disagreement === null || seen.has(disagreement)) continue;
    seen.add(disagreement);
    stage.append("extraction_examples", {
      ...named,
      disagreement,
      item_id,
      expected,
      rules,
      classifier,
      probability,
      text: final.trim().slice(-SHOWN_CHARACTERS)
    });
  }
}
