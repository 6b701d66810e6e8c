// Tasks of the page's worker: reading and fitting a reader's files, and slow computations on a calibration.

import {config} from "zod";
import {UserError} from "../../pipelines/rows/error.js";
import {Z975} from "../../pipelines/stats/distributions.js";
import {checksOf, type ModelChecks, warnings} from "../../pipelines/studies/irt/diagnose/warnings.js";

import {fitResponses, refuseUnfit} from "../../pipelines/studies/irt/estimate/settings.js";
import {type FitFile, fitOfText, scoreParts, warnedOf} from "../../pipelines/studies/irt/fitFile.js";
import type {Responses, ScoredResponses} from "../../pipelines/studies/irt/item.js";
import {responsesOfArrow, responsesOfText} from "../../pipelines/studies/irt/responseReader.js";
import {fitScores} from "../../pipelines/studies/irt/scored/fit.js";
import {isScored} from "../../pipelines/studies/irt/scored/responses.js";
import {scoredWarnings} from "../../pipelines/studies/irt/scored/warnings.js";
import {tableOf} from "../shared/arrowRecords.js";
import type {ArrowContent} from "../shared/content.js";
import {type FileProgress, textOf} from "../shared/fileText.js";
import {type Ranked, rankedPersons} from "./abilities.js";
import {type Answered, type Calibration, thetas} from "./calibration.js";
import {type DifRow, difRows, type Misfit, misfits, type ResidualCells, residuals} from "./checks.js";
import {type FitFile as Drawn, fitFile, ofFit} from "./ofFit.js";

config({jitless: true}); // the site's policy forbids code from strings

/** Progress of the work on a reader's files. */
export type Progress =
  | {stage: "reading"; file: string; read: FileProgress}
  | {stage: "fitting"; persons: number; items: number; model: string; estimate: string; step: Step | null}
  | {stage: "done"};
interface Step {
  iteration: number;
  /** log posterior, and its increase since the previous step */
  value: number;
  rise: number | null;
  slope: number;
}

export interface Brought {
  /** name of the file with the responses */
  file: string;
  calibration: Answered;
  /** reason for this model, where it was chosen automatically */
  why: string | null;
  warnings: string[];
}

/** Least time between reports of steps, in milliseconds. */
const MIN_STEP_MS = 50;

/**
 * Reads responses, and fits them as `npm run irt -- fit --responses` does, unless a fit of them is given.
 * @throws UserError for files that cannot be read or fitted
 */
export async function fitFiles(
  {responses: file, fit: given, missing}: {responses: File | ArrowContent; fit: File | null; missing?: readonly string[]},
  report: (progress: Progress) => void = () => {}
): Promise<Brought> {
  const readText = (from: File) => textOf(from, {report: read => report({stage: "reading", file: from.name, read})});
  const content = "arrow" in file ? file : {name: file.name, text: await readText(file)};
  report({stage: "reading", file: file.name, read: {unit: "records", done: 0, of: 0}});
  const notes: string[] = [];
  const scores = {warn: (text: string) => void notes.push(text)};
  const responses =
    "arrow" in content
      ? responsesOfArrow(tableOf(content), content.name, {missing, scores})
      : responsesOfText(content.text, content.name, {missing, scores});
  if (given) {
    const fit = fitOfText(await readText(given), given.name);
    const drawn = drawnFit(fit, {responses, fit: given.name, file: file.name});
    const sentences = [...notes, ...warnings(warnedOf(fit), responses)];
    return {file: file.name, calibration: ofFit(drawn, responses), why: null, warnings: sentences};
  }
  const size = {persons: responses.persons.length, items: responses.items.length};
  if (isScored(responses)) return fitOfScores(responses, file.name, {notes, report, size});
  refuseUnfit(responses, file.name);
  let settings = {model: "", estimate: ""};
  const {fit, why} = fitResponses(responses, undefined, {
    begin({model, estimate}) {
      settings = {model, estimate};
      report({stage: "fitting", ...size, ...settings, step: null});
    },
    progress: stepReporter(report, {size, settings: () => settings})
  });
  report({stage: "done"});
  const sentences = [...notes, ...warnings(fit, responses)];
  return {file: file.name, calibration: ofFit(fitFile(fit), responses), why, warnings: sentences};
}

type Size = {persons: number; items: number};
/** Reports steps of a search, not more often than every MIN_STEP_MS. */
function stepReporter(
  report: (progress: Progress) => void,
  {size, settings}: {size: Size; settings: () => {model: string; estimate: string}}
): (step: {iteration: number; value: number; slope: number}) => void {
  let [last, before] = [Number.NEGATIVE_INFINITY, null as number | null];
  return ({iteration, value, slope}) => {
    const rise = before === null ? null : value - before;
    before = value;
    if (performance.now() - last < MIN_STEP_MS) return;
    last = performance.now();
    report({stage: "fitting", ...size, ...settings(), step: {iteration, value, rise, slope}});
  };
}

interface ScoresWork {
  notes: readonly string[];
  report: (progress: Progress) => void;
  size: Size;
}

/** Fits scores between right and wrong, as the command does. */
function fitOfScores(responses: ScoredResponses, file: string, {notes, report, size}: ScoresWork): Brought {
  const settings = {model: "scores", estimate: ""};
  report({stage: "fitting", ...size, ...settings, step: null});
  const progress = stepReporter(report, {size, settings: () => settings});
  try {
    const {fit, why} = fitScores(responses, {}, {progress});
    report({stage: "done"});
    const calibration = ofFit({...fit, item: fit.items}, responses);
    return {file, calibration, why, warnings: [...notes, ...scoredWarnings(fit, responses)]};
  } catch (error) {
    throw error instanceof UserError ? new UserError(`${file}: ${error.message}`) : error;
  }
}

/**
 * Converts a fit from a file to the data of the charts.
 * @throws UserError where it contains other items
 */
function drawnFit(
  {item, ability, spread, ...fit}: FitFile,
  {responses, ...names}: {responses: Responses; fit: string; file: string}
): Drawn {
  const known = new Set(responses.items);
  const items = item.flatMap(({id, a, b, c, d, u, se_a, se_b, se_c, se_d, se_thresholds, ...scored}) => {
    if (typeof a !== "number" || typeof d !== "number" || !known.has(id)) return [];
    const errors = {se_a: se_a ?? null, se_b: se_b ?? null, se_c: se_c ?? null, se_d: se_d ?? null};
    return [
      {id, a, d, b: b ?? -d / a, c: c ?? 0, u: u ?? 1, ...errors, ...(se_thresholds && {se_thresholds}), ...scoreParts(scored)}
    ];
  });
  if (items.length === 0)
    throw new UserError(`${names.fit} has no fitted item of ${names.file}; items are matched by name, such as "${item[0]!.id}"`);
  const abilities = ability.flatMap(({id, eap, eap_se, lo, hi}) =>
    typeof eap === "number" && typeof eap_se === "number"
      ? [{id, eap, eap_se, lo: lo ?? eap - Z975 * eap_se, hi: hi ?? eap + Z975 * eap_se}]
      : []
  );
  return {
    model: fit.model ?? "",
    estimate: fit.estimate ?? "",
    converged: fit.converged ?? true,
    spread: spread ?? 1,
    categories: fit.categories ?? [],
    item: items,
    ability: abilities
  };
}

export const tasks = {
  fit: fitFiles,
  ranks: (calibration: Pick<Calibration, "persons">): Ranked[] => rankedPersons(calibration),
  misfits: (calibration: Answered): Misfit[] => misfits(calibration),
  residuals: (calibration: Answered): ResidualCells => residuals(calibration),
  dif: ({calibration, group}: {calibration: Answered; group: string}): DifRow[] => difRows(calibration, group),
  checks: (calibration: Answered): ModelChecks =>
    checksOf(calibration.items, calibration.responses, thetas(calibration), calibration)
};
export type IrtTasks = typeof tasks;
