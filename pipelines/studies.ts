// Tables that are derived from a store's tables: each is made when it is first asked for, and again once what it rests on has changed.
import {readFile, stat, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {adaptiveKey, makeAdaptive} from "./adaptive/study.js";
import {CLAIMS_VERSION, claimsKey, makeClaims} from "./claims.js";
import {humanKey, makeHuman} from "./human/make.js";
import {IRT_VERSION, irtKey, makeIrt} from "./irt.js";
import {makePairs, PAIRS_VERSION} from "./pairs.js";
import {type Report, report as stderrReport} from "./progress.js";
import {makeSpectra, spectrumKey} from "./spectra.js";
import {replaceFile} from "./store/files.js";
import {lockStore} from "./store/lock.js";
import {fileOf} from "./store/publish.js";
import type {StudyName, TableName} from "./store/tables.js";
import {makeTraces} from "./traces.js";

interface Study {
  restsOn: TableName[];
  /** Raised whenever the same tables would give another result. */
  version: number;
  /** What else the result depends on. */
  key?: (folder: string) => Promise<string>;
  /** Writes the study's table, and those that come with it, into the folder. */
  make(folder: string, options: {report: Report}): Promise<void>;
}

const traces: Study = {restsOn: ["samples", "responses", "items"], version: 1, make: makeTraces};
const spectra: Study = {restsOn: ["points"], version: 3, key: spectrumKey, make: makeSpectra};
const human: Study = {restsOn: ["scores"], version: 1, key: humanKey, make: makeHuman};
const claims: Study = {restsOn: [], version: CLAIMS_VERSION, key: claimsKey, make: makeClaims};
const pairs: Study = {restsOn: ["samples", "responses"], version: PAIRS_VERSION, make: makePairs};
const irt: Study = {restsOn: ["samples", "items"], version: IRT_VERSION, key: irtKey, make: makeIrt};
const adaptive: Study = {restsOn: ["samples"], version: 3, key: adaptiveKey, make: makeAdaptive};
/** Each study's name and how it is made; one that makes several tables stands under each of their names. */
export const studies: Record<StudyName, Study> = {
  traces,
  trace_checks: traces,
  spectra,
  spectrum_features: spectra,
  token_examples: spectra,
  votes: human,
  judge_votes: human,
  planted: human,
  strengths: human,
  agreement: human,
  benchmarks: human,
  correlations: human,
  claims,
  annotation_pairs: pairs,
  irt_items: irt,
  irt_ability: irt,
  irt_fit: irt,
  irt_variance: irt,
  adaptive_steps: adaptive,
  adaptive_quality: adaptive,
  adaptive_auc: adaptive
};

/** Where a store keeps what its studies were made from. */
const STAMPS = "studies.json";

/** The folder with a study's table, made first if it is behind. */
export async function study(name: StudyName, folder: string, {report = stderrReport()}: {report?: Report} = {}): Promise<string> {
  if (await isCurrent(name, folder)) return folder;
  await using _lock = await lockStore(folder, {
    onWait: report.info
  });
  if (await isCurrent(name, folder)) return folder;
  const {make} = studies[name];
  const stamp = await stampOf(studies[name], folder);
  await make(folder, {report});
  const stamps = await readStamps(folder);
  for (const [other, {make: by}] of Object.entries(studies)) if (by === make) stamps[other] = stamp;
  await replaceFile(join(folder, STAMPS), temporary => writeFile(temporary, `${JSON.stringify(stamps, null, 2)}\n`));
  return folder;
}

/** Whether a study's table is there and was made from the tables as they are now. */
export async function isCurrent(name: StudyName, folder: string): Promise<boolean> {
  const there = await stat(join(folder, fileOf(name))).catch(() => null);
  return there !== null && (await readStamps(folder))[name] === (await stampOf(studies[name], folder));
}

/** Whether a study's table was made from the store's tables as they are now, whatever else its key says has come since. */
export async function isOfTheseTables(name: StudyName, folder: string): Promise<boolean> {
  const there = await stat(join(folder, fileOf(name))).catch(() => null);
  const {key: _, ...tables} = studies[name];
  const parts = (stamp: string) => stamp.split(", ");
  const known = parts((await readStamps(folder))[name] ?? "");
  return there !== null && parts(await stampOf(tables, folder)).every(part => known.includes(part));
}

/** Studies that are behind once these tables have changed. */
export const studiesOn = (names: readonly string[]): StudyName[] =>
  (Object.keys(studies) as StudyName[]).filter(name => studies[name].restsOn.some(table => names.includes(table)));

/** What a study is made from: its version and key, and size and time of each table that it rests on. */
async function stampOf({restsOn, version, key}: Study, folder: string): Promise<string> {
  const parts = restsOn.map(async table => {
    const {size, mtimeMs} = await stat(join(folder, fileOf(table)));
    return `${table} ${size} ${Math.round(mtimeMs)}`;
  });
  return [`version ${version}`, ...(key ? [await key(folder)] : []), ...(await Promise.all(parts))].join(", ");
}

async function readStamps(folder: string): Promise<Record<string, string>> {
  try {
    return JSON.parse(await readFile(join(folder, STAMPS), "utf8")) as Record<string, string>;
  } catch {
    return {};
  }
}
