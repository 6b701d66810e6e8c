// The steps that are studies of the store: answer extraction, and scoring.
import {join} from "node:path";
import {fileOf} from "../../store/publish.js";
import {readRows} from "../../store/sql.js";
import {study} from "../../studies/make.js";
import {registry, type Study, type StudyName, type StudyTable} from "../../studies/registry.js";
import type {Done, Made, Work} from "./step.js";

/** Brings the tables of studies up to date, and counts their rows. */
export async function madeStudies(names: readonly StudyName[], {folder, report}: Work): Promise<Made[]> {
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

/** The study that reads answers from free text a second time, by a classifier; a version without it reads them by rules alone. */
const EXTRACTION = "extraction";

export async function extraction(work: Work): Promise<Done> {
  const found = (Object.keys(registry) as StudyName[]).find(name => (name as string) === EXTRACTION);
  if (found === undefined || Object.keys((registry[found] as Study).tables).length === 0)
    return {line: "answers were read by rules as they came (docs/scoring.md); there is no second reading"};
  const made = await madeStudies([found], work);
  return {line: said(made), made};
}

/** What scoring consists of: categories, calibration, contamination, and scores without contaminated tests. */
const SCORING: readonly StudyName[] = ["scorecard", "calibration", "contamination", "adjusted"];

export async function scoring(work: Work): Promise<Done> {
  const made = await madeStudies(SCORING, work);
  return {line: said(made), made};
}

const said = (made: readonly Made[]): string => made.map(({name, rows}) => `${name} ${rows.toLocaleString("en")}`).join(", ");
