// The studies, one entry each: which tables a study makes, what they rest on, and which other studies it builds on. The tables of the SQL page,
// what `npm run refresh` reruns, the tables that `analyze` may ask for and the import test follow from it. Pages import this file, so what makes
// the tables is not imported here: it is `make.node.ts` in the folder of the study, which make.node.ts next to this file loads.
import type {Table} from "../store/columns.js";
import type {TableName} from "../store/tables.js";
import {adaptiveTables} from "./adaptive/tables.js";
import {adjustedAbilityTables} from "./adjusted/ability/tables.js";
import {adjustedTables} from "./adjusted/tables.js";
import {agentsTables} from "./agents/tables.js";
import {calibrationStudyTables} from "./calibration/tables.js";
import {categoriesTables} from "./categories/tables.js";
import {claimsTables} from "./claims/tables.js";
import {codeTables} from "./code/tables.js";
import {calibrationTables} from "./contamination/calibration/tables.js";
import {contaminationTables} from "./contamination/tables.js";
import {estimatesTables} from "./estimates/tables.js";
import {extractionTables} from "./extraction/tables.js";
import {hallucinationTables} from "./hallucination/tables.js";
import {historyTables} from "./history/tables.js";
import {screenTables} from "./irt/screen/tables.js";
import {irtTables} from "./irt/tables.js";
import {leaderboardTables} from "./leaderboard/tables.js";
import {lengthTables} from "./length/tables.js";
import {multimodalTables} from "./multimodal/tables.js";
import {narrativesTables} from "./narratives/tables.js";
import {annotationTables} from "./preferences/annotation/tables.js";
import {benchmarksTables} from "./preferences/benchmarks/tables.js";
import {labelsTables} from "./preferences/labels/tables.js";
import {preferencesTables} from "./preferences/tables.js";
import {wavesTables} from "./preferences/waves/tables.js";
import {reportTables} from "./report/tables.js";
import {reproductionsTables} from "./reproductions/tables.js";
import {safetyTables} from "./safety/tables.js";
import {samplesTables} from "./samples/tables.js";
import {scorecardTables} from "./scorecard/tables.js";
import {spectrumTables} from "./spectrum/tables.js";
import {tracesTables} from "./traces/tables.js";

export interface Study {
  /** Tables that its make.node.ts writes; none where pages compute the study from the store's own tables. */
  tables: Record<string, Table>;
  /** Tables of the store that they are made from. */
  restsOn: readonly TableName[];
  /** Tables of other studies that they are made from as well; those are brought up to date first. */
  after?: readonly string[];
  /** Increased whenever the same store would give other tables. */
  version: number;
  /** Studies whose files this study imports. */
  uses?: readonly string[];
}

/** A study that pages compute, or whose rows are those of `estimates`, without a table. */
const computed = {tables: {}, restsOn: [], version: 1} satisfies Study;

/** Made from no table of a store. */
const independent = {restsOn: []} as const;

/** Made from a store's points. */
const ofPoints = {restsOn: ["points"]} as const;

/** Tables that studies of single answers are made from. */
const answers = {restsOn: ["samples", "items", "points"]} as const;

/** Each study by its folder under pipelines/studies. */
export const registry = {
  agents: {tables: agentsTables, restsOn: ["samples", "responses", "measures", "items"], version: 3},
  categories: {tables: categoriesTables, restsOn: ["samples", "items", "points"], version: 2},
  traces: {tables: tracesTables, restsOn: ["samples", "responses", "items"], version: 2},
  spectrum: {tables: spectrumTables, ...ofPoints, version: 4},
  preferences: {tables: preferencesTables, ...independent, version: 4},
  "preferences/benchmarks": {
    tables: benchmarksTables,
    restsOn: ["scores", "samples", "measures"],
    after: ["strengths"],
    version: 2
  },
  "preferences/annotation": {tables: annotationTables, restsOn: ["samples", "responses"], version: 1},
  "preferences/labels": {
    tables: labelsTables,
    restsOn: ["samples", "responses", "items", "corrections"],
    version: 2,
    uses: ["extraction"]
  },
  "preferences/waves": {tables: wavesTables, ...ofPoints, after: ["labels"], version: 2},
  claims: {tables: claimsTables, ...independent, version: 3},
  reproductions: {tables: reproductionsTables, ...independent, version: 1, uses: ["claims"]},
  contamination: {tables: contaminationTables, restsOn: ["items"], version: 5},
  "contamination/calibration": {tables: calibrationTables, ...independent, version: 1},
  adjusted: {
    tables: adjustedTables,
    restsOn: ["samples", "items", "points"],
    after: ["contamination_items"],
    version: 5,
    uses: ["contamination", "irt", "leaderboard"]
  },
  "adjusted/ability": {
    tables: adjustedAbilityTables,
    restsOn: ["samples", "items"],
    after: ["contamination_items", "irt_items"],
    version: 2
  },
  irt: {tables: irtTables, ...answers, version: 11},
  "irt/screen": {tables: screenTables, ...answers, version: 1},
  adaptive: {tables: adaptiveTables, restsOn: ["samples", "points"], version: 5, uses: ["irt"]},
  calibration: {tables: calibrationStudyTables, restsOn: ["samples", "items", "measures"], version: 2},
  code: {tables: codeTables, restsOn: ["samples", "items", "measures", "points"], version: 2},
  compare: computed,
  estimates: {
    tables: estimatesTables,
    restsOn: ["samples", "items", "measures", "points"],
    version: 3,
    uses: ["hallucination", "languages", "multimodal", "repetitions", "safety"]
  },
  extraction: {tables: extractionTables, restsOn: ["samples", "responses", "items"], version: 4},
  hallucination: {tables: hallucinationTables, restsOn: ["samples", "items", "measures"], version: 1},
  hazard: computed,
  languages: computed,
  history: {tables: historyTables, ...independent, version: 2},
  leaderboard: {tables: leaderboardTables, ...ofPoints, version: 4},
  length: {tables: lengthTables, restsOn: ["samples", "items", "points"], version: 2},
  manifold: computed,
  multimodal: {tables: multimodalTables, restsOn: ["samples", "items", "responses"], version: 3},
  narratives: {tables: narrativesTables, restsOn: ["items"], version: 2, uses: ["contamination"]},
  repetitions: computed,
  replay: computed,
  samples: {tables: samplesTables, restsOn: ["samples", "responses", "points", "corrections"], version: 4},
  scorecard: {
    tables: scorecardTables,
    restsOn: ["samples", "items", "measures"],
    after: ["contamination_items"],
    version: 2
  },
  report: {
    tables: reportTables,
    restsOn: ["samples", "items", "measures", "points"],
    version: 3,
    after: ["contamination_items", "contamination_effects", "calibration", "strengths"],
    uses: ["calibration", "contamination", "scorecard"]
  },
  safety: {tables: safetyTables, restsOn: ["samples", "items", "measures", "responses", "points"], version: 3},
  tokens: computed,
  truncation: computed
} satisfies Record<string, Study>;

export type StudyName = keyof typeof registry;
/** A table that a study makes. */
export type StudyTable = {[Name in StudyName]: keyof (typeof registry)[Name]["tables"]}[StudyName] & string;

/** Whether a study's tables are the same in every store. */
export const isStoreIndependent = ({restsOn, after = []}: Study): boolean => restsOn.length + after.length === 0;

const entries = Object.entries(registry) as [StudyName, Study][];

/** Tables that studies make from a store's own tables, each when it is first needed. */
export const studyTables = Object.assign({}, ...entries.map(([, {tables}]) => tables)) as Record<StudyTable, Table>;

const owners = new Map(entries.flatMap(([name, {tables}]) => Object.keys(tables).map(table => [table, name] as const)));
/** The study that makes a table. */
export const studyOf = (table: StudyTable): StudyName => owners.get(table)!;

/** For each study's table, the tables that it is made from: those of the store, and those of other studies. */
export const restsOn = Object.assign(
  {},
  ...entries.flatMap(([, {tables, restsOn, after = []}]) => Object.keys(tables).map(table => ({[table]: [...restsOn, ...after]})))
) as Record<StudyTable, readonly string[]>;

/** Tables of studies that are out of date once these tables have changed, directly or because another study's table is. */
export function studiesOn(names: readonly string[]): StudyTable[] {
  const changed = new Set<string>(names);
  const behind = (table: StudyTable): boolean =>
    restsOn[table].some(base => changed.has(base) || (base in restsOn && behind(base as StudyTable)));
  return (Object.keys(restsOn) as StudyTable[]).filter(behind);
}
