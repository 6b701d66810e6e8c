// The steps that are studies of the store: answer extraction, and scoring.
import {join} from "node:path";
import type {Book} from "../../book/types.js";
import {UserError} from "../../rows/error.js";
import {readManifest} from "../../store/manifest.node.js";
import {fileOf} from "../../store/publish.node.js";
import {readRows} from "../../store/sql.node.js";
import {study} from "../../studies/make.node.js";
import {registry, type StudyName, type StudyTable} from "../../studies/registry.js";
import {REFERENCE} from "../evaluation.js";
import {Interrupted} from "../interrupt.js";
import {judgedSentence, judgeReadings, MOST_JUDGED} from "../judge/readings.js";
import type {Done, Made, Work} from "./step.js";

/** Brings the tables of studies up to date, and counts their rows. Throws a UserError for a folder that is no store. */
export async function madeStudies(names: readonly StudyName[], {folder, report}: Work): Promise<Made[]> {
  if (!(await readManifest(folder)))
    throw new UserError(`no store in ${folder}: it has no manifest.json; run the step inference first`);
  const made: Made[] = [];
  for (const name of names)
    for (const table of Object.keys(registry[name].tables) as StudyTable[]) {
      await study(table, folder, {report});
      made.push({name: table, rows: await rowsIn(join(folder, fileOf(table)))});
    }
  return made;
}

async function rowsIn(file: string): Promise<number> {
  for await (const {rows} of readRows(file, {query: "select count(*)::integer as rows from t"})) return Number(rows);
  return 0;
}

/**
 * Reads answers a second time by a classifier, and where a judge was named a third time by that model. Throws a UserError where that may cost
 * something and no budget says how much.
 */
export async function extraction(work: Work): Promise<Done> {
  const judged = work.judge && (await judgedBy(work.judge, work));
  const made = await madeStudies(["extraction"], work);
  return {line: [...(judged ? [judged.line] : []), said(made)].join("; "), made, cost: judged?.cost ?? 0};
}

async function judgedBy(book: Book, {folder, maxCost, report, stop, abort}: Work): Promise<{line: string; cost: number}> {
  const {id, endpoint} = book.models[0]!;
  if (endpoint !== REFERENCE && maxCost === undefined)
    throw new UserError(`--judge ${id} may cost something; --max-cost DOLLARS says how much`);
  const judged = await judgeReadings(book, {store: folder, most: MOST_JUDGED, maxCost, report, stop, abort});
  if (stop?.aborted) throw new Interrupted();
  if (judged === null) return {line: `${id} has no answer to read`, cost: 0};
  return {line: judgedSentence(judged, id), cost: judged.cost ?? 0};
}

/** What scoring consists of: categories, calibration, contamination, and scores without contaminated tests. */
const SCORING: readonly StudyName[] = ["scorecard", "calibration", "contamination", "adjusted"];

export async function scoring(work: Work): Promise<Done> {
  const made = await madeStudies(SCORING, work);
  return {line: said(made), made};
}

const said = (made: readonly Made[]): string => made.map(({name, rows}) => `${name} ${rows.toLocaleString("en")}`).join(", ");
