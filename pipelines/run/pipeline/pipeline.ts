// The pipeline from a book to its report: contamination check, inference, answer extraction, scoring, item response, report. Each step brings
// up to date what is missing or behind, so that a pipeline that was killed continues where it was.

import {readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {z} from "zod";
import {plural} from "../../book/plural.js";
import {bookHash} from "../../book/read.node.js";
import {drawsOf} from "../../generate/draws.node.js";
import {sha256Hex} from "../../generate/seed.js";
import {UserError} from "../../rows/error.js";
import {groupBy} from "../../stats/groupBy.js";
import {replaceFile} from "../../store/files.node.js";
import {lockStore} from "../../store/lock.node.js";
import {changedTable, contentOf, readManifest, type Status} from "../../store/manifest.node.js";
import {fileOf} from "../../store/publish.node.js";
import {olderReaderText} from "../../store/readerVersion.node.js";
import {readRows} from "../../store/sql.node.js";
import {audit} from "../../studies/contamination/audit.node.js";
import {corpusFiles} from "../../studies/contamination/corpora.node.js";
import type {Item} from "../../studies/contamination/itemIndex.js";
import {key as corporaKey} from "../../studies/contamination/make.node.js";
import {isContaminated} from "../../studies/contamination/settings.js";
import {drift} from "../../studies/irt/diagnose/drift.js";
import {anchorsOf} from "../../studies/irt/estimate/link.js";
import {type FitFile, fitFileSchema, itemsOf} from "../../studies/irt/fitFile.js";
import {onScale} from "../../studies/irt/outputs.js";
import {planOf, REFERENCE} from "../evaluation.js";
import {Interrupted} from "../interrupt.js";
import {publishTables, STORE} from "../results.js";
import {run} from "../run.js";
import {manifestIfCurrent} from "../storeManifest.js";
import {reportFiles} from "./reportFiles.js";
import {type Done, type Made, type Progress, STEPS, type StepName, type Work} from "./step.js";
import {extraction, madeStudies, scoring} from "./studySteps.js";

/** File of a store with the items of all rounds on the scale of the first. */
const ROUNDS = "irt-rounds.json";
/** Anchors that a link needs. */
const MIN_ANCHORS = 2;

const roundSchema = z.object({
  date: z.string().describe("day on which the round's run ended, YYYY-MM-DD"),
  digest: z.string().describe("of the fit: irt_items and irt_ability"),
  items: z.int().describe("fitted items of the round"),
  added: z.int().describe("of these, items that no earlier round has"),
  anchors: z.int().describe("items that linked it to the earlier rounds; 0 of the first"),
  drifted: z
    .array(z.string())
    .describe("items of earlier rounds whose difficulty has changed; they keep theirs, and do not link"),
  A: z.number().describe("ability on the scale of the first round = A × ability of this fit + B"),
  B: z.number(),
  se_A: z.number().nullable(),
  se_B: z.number().nullable()
});
const roundsSchema = fitFileSchema.extend({rounds: z.array(roundSchema).min(1)});
type Rounds = z.infer<typeof roundsSchema>;

/** A round that is the last one already leaves the file as it is. One that shares too few items with earlier rounds is not joined to them. */
async function irtUpdate(work: Work): Promise<Done> {
  const {folder, report} = work;
  const made = await madeStudies(["irt", "adjusted/ability"], work);
  const suites = await suitesFitted(folder);
  if (suites > 1) return {made, line: `no round: ${suites} suites are fitted apart, and rounds are linked on one scale`};
  const fit = await fitOf(folder);
  const items = itemsOf(fit);
  if (items.length === 0)
    return {made, line: "nothing to fit: a fit needs three evaluations, and three tests on which they differ"};
  const determined = items.filter(({se_b}) => Number.isFinite(se_b)).length;
  if (determined < MIN_ANCHORS)
    return {
      made,
      line: `no round: the answers determine the difficulty of ${plural(determined, "item")}, and a link needs ${MIN_ANCHORS}`
    };
  const digest = (await contentOf(folder, ["irt_items", "irt_ability"])).join(", ");
  const date = ((await readManifest(folder))?.finished ?? "").slice(0, "2026-01-31".length);
  const file = join(folder, ROUNDS);
  const before = await readRounds(file, report.warn);
  if (before?.rounds.at(-1)?.digest === digest)
    return {made, line: `round ${before.rounds.length} stands: ${plural(before.item.length, "item")}`};
  const write = (rounds: Rounds) => replaceFile(file, temporary => writeFile(temporary, `${JSON.stringify(rounds, null, 1)}\n`));
  if (before === null) {
    const round = {date, digest, items: items.length, added: items.length, anchors: 0, drifted: []};
    await write({...fit, rounds: [{...round, A: 1, B: 0, se_A: null, se_B: null}]});
    return {made, line: `round 1: ${plural(items.length, "item")} set the scale`};
  }
  const anchors = anchorsOf(itemsOf(before), items).filter(([a, b]) => Number.isFinite(a.se_b + b.se_b));
  if (anchors.length < MIN_ANCHORS) {
    report.warn(
      `item response: ${plural(anchors.length, "item")} in common with earlier rounds, and a link needs ${MIN_ANCHORS}; ${file} is not changed. Delete it to start again`
    );
    return {made, line: `not linked: ${plural(anchors.length, "anchor")}`};
  }
  const {link, items: changes} = drift(anchors);
  const linked = onScale(fit, link);
  const known = new Set(before.item.map(({id}) => id));
  const added = linked.item.filter(({id}) => !known.has(id));
  const drifted = changes.filter(each => each.drifted).map(({id}) => id);
  const round = {date, digest, items: items.length, added: added.length, anchors: link.anchors, drifted};
  const errors = {se_A: Number.isFinite(link.seA) ? link.seA : null, se_B: Number.isFinite(link.seB) ? link.seB : null};
  await write({
    ...linked,
    item: [...before.item, ...added],
    rounds: [...before.rounds, {...round, A: link.A, B: link.B, ...errors}]
  });
  return {
    made,
    line: `round ${before.rounds.length + 1}: linked by ${plural(link.anchors, "anchor")}, ${drifted.length} drifted, ${plural(added.length, "item")} new`
  };
}

async function readRounds(file: string, warn: (text: string) => void): Promise<Rounds | null> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) return null;
  try {
    return roundsSchema.parse(JSON.parse(text));
  } catch {
    warn(`${file} cannot be read, and is started again`);
    return null;
  }
}

const ITEMS = "select item_id as id, a, b, c, d, se_a, se_b, se_c, se_d from t where a is not null order by item_id";
const ABILITIES = `select eval_id as id, theta as eap, se as eap_se, low as lo, high as hi from t where truncated = 'missing'
  order by model, template, sampler, eval_id`;

async function rowsOf(folder: string, table: string, query: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  for await (const row of readRows(join(folder, fileOf(table)), {query})) rows.push({...row});
  return rows;
}

/** Number of suites that are fitted apart; 1 where the store is fitted as a whole. */
const suitesFitted = async (folder: string): Promise<number> =>
  (await rowsOf(folder, "irt_items", "select distinct suite from t where a is not null")).length;

/** The fit of a store's study of item response. */
async function fitOf(folder: string): Promise<FitFile> {
  const rows = (table: string, query: string) => rowsOf(folder, table, query);
  return {model: "3pl", item: await rows("irt_items", ITEMS), ability: await rows("irt_ability", ABILITIES)} as FitFile;
}

/** File of a store with the verdicts on the tests that its book asks first. */
const PLANNED = "planned-contamination.json";
const THREADS = 2;

interface Checked {
  made_from: string;
  tasks: {base_task: string; items: number; contaminated: number; clean: number; not_testable: number}[];
}

/**
 * Audits the tests that every model is asked whatever its answers: the first of each point. Tests beyond them are audited with the rest when
 * the answers are scored.
 */
async function contaminationCheck({book, folder, report}: Work): Promise<Done> {
  if ((book.corpora ?? []).length === 0)
    return {line: "the book names no corpus, so that nothing was checked; add corpora: to the book"};
  const made_from = sha256Hex(`${bookHash(book)} ${await corporaKey()}`);
  const file = join(folder, PLANNED);
  const known = await checkedBefore(file);
  const checked = known?.made_from === made_from ? known : {made_from, tasks: await check(book, report.warn)};
  await using _lock = await lockStore(folder, {onWait: report.info}); // which makes a store of an empty folder
  if (checked !== known) await replaceFile(file, temporary => writeFile(temporary, `${JSON.stringify(checked, null, 1)}\n`));
  const sum = (of: "items" | "contaminated" | "not_testable") => checked.tasks.reduce((total, each) => total + each[of], 0);
  return {
    line: `${sum("contaminated")} of ${plural(sum("items"), "test")} that are asked first are in a corpus, ${sum("not_testable")} cannot be checked`,
    made: checked.tasks
      .filter(({contaminated}) => contaminated > 0)
      .map(({base_task, contaminated}) => ({name: `${base_task}: in a corpus`, rows: contaminated}))
  };
}

async function checkedBefore(file: string): Promise<Checked | null> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Checked;
  } catch {
    return null;
  }
}

async function check(book: Work["book"], warn: (text: string) => void): Promise<Checked["tasks"]> {
  const {points, tasks} = planOf(book);
  const items = new Map<string, Item>();
  for (const point of points) {
    const draws = drawsOf(point, tasks.get(point.base_task)!);
    const count = draws.available(book.precision.min);
    for (let k = 0; k < count; k++) {
      const {item_id, prompt} = draws.test(k);
      items.set(item_id, {id: item_id, text: prompt, group: point.base_task});
    }
  }
  const done = await audit([...items.values()], await corpusFiles(book.corpora ?? []), {threads: THREADS});
  for (const {file, problems} of done.files) for (const problem of problems) warn(`${file}: ${problem}`);
  const verdicts = done.items.map(({group}, i) => ({base_task: group, verdict: done.results[i]!.verdict}));
  return [...groupBy(verdicts, ({base_task}) => base_task)].map(([base_task, own]) => ({
    base_task,
    items: own.length,
    contaminated: own.filter(({verdict}) => isContaminated(verdict)).length,
    clean: own.filter(({verdict}) => verdict === "clean").length,
    not_testable: own.filter(({verdict}) => verdict === "not_testable").length
  }));
}

/**
 * Evaluates the book where its store is behind. Models that may cost something are asked only under a budget; without one, a store that has
 * results stays as it is. Throws a UserError where there are none.
 */
async function inference({book, folder, maxCost, report, stop, abort}: Work): Promise<Done> {
  const current = await manifestIfCurrent(book, folder);
  const held = current && !(await changedTable(folder, current.manifest)) ? current : null;
  if (held?.status === "complete")
    return {line: `the store holds the book's results, ${plural(held.manifest.samples, "sample")}`, made: await madeIn(folder)};
  const asked = book.models.filter(({endpoint}) => endpoint !== REFERENCE).map(({id}) => id);
  if (asked.length > 0 && maxCost === undefined) {
    const whom = `${asked.slice(0, 3).join(", ")}${asked.length > 3 ? " and others" : ""}`;
    if ((await madeIn(folder)).length === 0)
      throw new UserError(
        `no results in ${folder} yet; --max-cost DOLLARS lets this ask ${whom}, and npm run plan says what that takes`
      );
    const older = await olderReaderText(folder);
    const isBehind = older === null || !(await manifestIfCurrent(book, folder, {anyReader: true}));
    if (isBehind)
      report.warn(`the tables in ${folder} are behind the book; --max-cost DOLLARS lets this ask ${whom} for what is missing`);
    if (older !== null) report.warn(older);
    return {line: "nothing was asked", made: await madeIn(folder)};
  }
  const ran = await run(book, {
    folder,
    maxCost,
    report,
    stop,
    abort,
    ...(folder === STORE && {checkpoint: publishTables})
  }).catch((error: unknown) => {
    if (!stop?.aborted) throw error;
    throw new Interrupted();
  });
  if (!ran) throw new Interrupted();
  const {samples, requests, cached, status, spent} = ran;
  if (status === "interrupted") throw new Interrupted();
  if (status !== "complete") report.warn(`the run ended as "${status}"; the report covers what there is`);
  return {
    line: `${plural(samples, "sample")} of ${plural(ran.models, "model")}, ${requests.toLocaleString("en")} asked, ${cached.toLocaleString("en")} from the cache`,
    made: await madeIn(folder),
    status,
    cost: spent
  };
}

async function madeIn(folder: string): Promise<Made[]> {
  const {tables = {}} = (await readManifest(folder)) ?? {};
  return Object.entries(tables).map(([name, {rows}]) => ({name, rows}));
}

const ACTIONS: Record<StepName, (work: Work) => Promise<Done>> = {
  contamination: contaminationCheck,
  inference,
  extraction,
  scoring,
  irt: irtUpdate,
  report: reportFiles
};

/** The requested steps: one alone, those from one on, or all. */
export const stepsOf = ({only, from}: {only?: StepName | undefined; from?: StepName | undefined}): StepName[] =>
  only ? [only] : STEPS.slice(from ? STEPS.indexOf(from) : 0);

/** Runs the steps one after the other, with a line of progress before and after each. Throws the signal's reason between two steps. */
export async function pipeline(work: Work, steps: readonly StepName[] = STEPS): Promise<Progress> {
  const made: (Made & {step: StepName})[] = [];
  let status: Status | null = null;
  let {maxCost} = work;
  for (const step of STEPS) {
    if (!steps.includes(step)) continue;
    const place = `${STEPS.indexOf(step) + 1}/${STEPS.length} ${step}`;
    work.stop?.throwIfAborted();
    work.report.info(`${place} …`);
    const done = await ACTIONS[step]({...work, maxCost});
    work.report.info(`${place}: ${done.line}`);
    if (maxCost !== undefined) maxCost = Math.max(0, maxCost - (done.cost ?? 0));
    status = done.status ?? status;
    made.push(...(done.made ?? []).map(each => ({...each, step})));
  }
  return {made, status};
}
