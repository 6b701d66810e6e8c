// Makes the study tables `extraction_checks`, `extractions` and `extraction_examples`.
import {readdir, readFile} from "node:fs/promises";
import {join} from "node:path";
import {sha256Hex} from "../../book/canonical.js";
import {tasks} from "../../generate/registry.js";
import {classifyAnswer} from "../../score/classifier/classify.js";
import {findAnswer, splitResponse} from "../../score/extract.js";
import {formOf} from "../../score/form.js";
import {groupBy} from "../../stats/groupBy.js";
import {fileOf} from "../../store/publish.js";
import {openTables} from "../../store/sql.js";
import {openStage, type Row, type Stage} from "../../store/writer.js";
import {type Compared, comparedOf, summaryOf} from "./compared.js";
import {answerF1, countsOf, METHODS, macroIntervals, noneF1, precisionOf, recallOf} from "./confusion.js";
import {heldOut} from "./fixtures/heldOut.js";
import {checkedOf, type Read, readLabels} from "./labels.js";
import {extractionTables} from "./tables.js";

const LABELS = join("data", "extraction");
/** The source of the texts that the workbook brings along. */
export const BUILT_IN = "built-in, kept from training";
/** Most answers that are read in all, and the fewest and most of a task of an evaluation: reading one takes a third of a millisecond. */
const MOST_READ = 40_000;
const FEWEST = 50;
const MOST = 2_000;
/** Longest text of an example: its end, where answers stand. */
const SHOWN_CHARACTERS = 1_000;

interface Response extends Compared {
  eval_id: string;
  model: string;
  template: string;
  sampler: string;
  base_task: string;
  item_id: string;
  expected: string;
  simulated: boolean;
  probability: number;
  shown: string;
}

/** The files of data/extraction, by name; none where there is no such folder. */
async function files(): Promise<{name: string; text: string}[]> {
  const names = (await readdir(LABELS).catch(() => [])).filter(name => name.endsWith(".jsonl")).sort();
  return Promise.all(names.map(async name => ({name, text: await readFile(join(LABELS, name), "utf8")})));
}

/** What the tables depend on besides the store: files of labelled texts. */
export const key = async (): Promise<string> => sha256Hex(JSON.stringify(await files())).slice(0, 16);

/** Writes the tables into a store; those of its answers without rows where none is read by the rules. */
export async function make(folder: string): Promise<void> {
  await using stage = await openStage(extractionTables, {folder});
  appendChecks(stage, BUILT_IN, checkedOf(heldOut()));
  for (const {name, text} of await files())
    appendChecks(stage, name.replace(/\.jsonl$/u, ""), checkedOf(readLabels(text, join(LABELS, name))));
  await appendAnswers(stage, folder);
  for (const name of Object.keys(extractionTables)) await stage.write(name, join(folder, fileOf(name)), {allowEmpty: true});
}

function appendChecks(stage: Stage, source: string, all: readonly Read[]): void {
  if (all.length === 0) return;
  const parts = groupBy(all, ({task}) => task);
  const own = parts.size > 1 ? [...parts].filter(([task]) => task !== "") : [];
  for (const [task, checked] of [["", all] as const, ...own]) {
    const macro = macroIntervals(checked, `${source} ${task}`);
    for (const method of METHODS) {
      const counts = countsOf(checked, method);
      stage.append("extraction_checks", {
        ...{source, task, method, n: checked.length, stated: counts.right + counts.wrong + counts.missed, ...counts},
        ...{precision: precisionOf(counts), recall: recallOf(counts), f1_answer: answerF1(counts), f1_none: noneF1(counts)},
        ...{macro_f1: macro[method].value, macro_low: macro[method].low, macro_high: macro[method].high},
        ...{difference: macro.difference.value, difference_low: macro.difference.low, difference_high: macro.difference.high}
      });
    }
  }
}

const ASKED = (scorers: boolean) => `create temp table asked as select item_id, any_value(choices) as choices
  from items ${scorers ? "where scorer is null" : ""} group by item_id`;

/** Answers that are read, those of the first digests of their items: the same ones whatever the order of rows. */
const ANSWERS = `create temp table read as with sampled as (
    select eval_id, item_id, any_value(model) as model, any_value(template) as template, any_value(sampler) as sampler, any_value(base_task) as base_task,
      any_value(generator_version) as generator_version, any_value(expected) as expected, bool_or(simulated) as simulated
    from samples semi join asked using (item_id) where trial = 0 and status <> 2 group by eval_id, item_id),
  cells as (select count(*) as cells from (select distinct eval_id, base_task from sampled))
  select sampled.* from sampled, cells qualify row_number() over (partition by eval_id, base_task order by md5(item_id), item_id)
    <= greatest(${FEWEST}, least(${MOST}, ${MOST_READ} // cells))`;

async function appendAnswers(stage: Stage, folder: string): Promise<void> {
  const {connection, tables, close} = await openTables(folder);
  try {
    if (!["samples", "items", "responses"].every(name => tables.includes(name))) return;
    const columns = (await connection.runAndReadAll("describe items")).getRowsJS().map(([name]) => name);
    await connection.run(ASKED(columns.includes("scorer")));
    await connection.run(ANSWERS);
    const found =
      await connection.runAndReadAll(`select read.*, asked.choices, texts.text, texts.reasoning from read join asked using (item_id)
      join (select eval_id, item_id, any_value(text) as text, any_value(reasoning) as reasoning from responses where trial = 0 group by eval_id, item_id) as texts
      using (eval_id, item_id) order by model, template, sampler, eval_id, base_task, item_id`);
    const answers = (found.getRowObjectsJS() as unknown as StoredAnswer[]).map(readBoth);
    for (const own of groupBy(answers, ({eval_id, base_task}) => `${eval_id} ${base_task}`).values()) append(stage, own);
  } finally {
    close();
  }
}

interface StoredAnswer extends Omit<Response, keyof Compared | "probability" | "shown"> {
  generator_version: number;
  choices: string[] | null;
  text: string;
  reasoning: string | null;
}

/** An answer as both methods read it. */
function readBoth({generator_version, choices, text, reasoning, ...rest}: StoredAnswer): Response {
  const task = tasks.get(rest.base_task);
  const form = task?.answer && task.version === generator_version ? task.answer : formOf(rest.expected, choices ?? []);
  const {final} = splitResponse({text, reasoning});
  const {answer, probability} = classifyAnswer(final, form);
  const compared = comparedOf({rules: findAnswer(final, form)?.answer ?? null, classifier: answer}, rest.expected, form);
  return {...rest, ...compared, probability, shown: final.trim().slice(-SHOWN_CHARACTERS)};
}

function append(stage: Stage, own: readonly Response[]): void {
  const {eval_id, model, template, sampler, base_task, simulated} = own[0]!;
  const named: Row = {eval_id, model, template, sampler, base_task, simulated};
  stage.append("extractions", {...named, ...summaryOf(own)});
  const seen = new Set<string>();
  for (const {disagreement, item_id, expected, rules, classifier, probability, shown} of own) {
    if (disagreement === null || seen.has(disagreement)) continue;
    seen.add(disagreement);
    stage.append("extraction_examples", {...named, disagreement, item_id, expected, rules, classifier, probability, text: shown});
  }
}
