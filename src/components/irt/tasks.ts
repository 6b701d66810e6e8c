// Tasks of the page's worker: reading and fitting a reader's files, and slow computations on a calibration.

import {config} from "zod";
import {UserError} from "../../pipelines/rows/error.js";
import {Z975} from "../../pipelines/stats/distributions.js";
import {checksOf, type ModelChecks, warnings} from "../../pipelines/studies/irt/diagnose/warnings.js";

import {fitResponses, refuseUnfit} from "../../pipelines/studies/irt/estimate/settings.js";
import {type FitFile, fitOfText, warnedOf} from "../../pipelines/studies/irt/fitFile.js";
import type {Responses} from "../../pipelines/studies/irt/item.js";
import {responsesOfArrow, responsesOfText} from "../../pipelines/studies/irt/responseReader.js";
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
const LEAST_MS = 50;

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
  const responses =
    "arrow" in content
      ? responsesOfArrow(tableOf(content), content.name, {missing})
      : responsesOfText(content.text, content.name, {missing});
  if (given) {
    const fit = fitOfText(await readText(given), given.name);
    const drawn = drawnFit(fit, {responses, fit: given.name, file: file.name});
    return {file: file.name, calibration: ofFit(drawn, responses), why: null, warnings: warnings(warnedOf(fit), responses)};
  }
  refuseUnfit(responses, file.name);
  const size = {persons: responses.persons.length, items: responses.items.length};
  let settings = {model: "", estimate: ""};
  let [last, before] = [Number.NEGATIVE_INFINITY, null as number | null];
  const {fit, why} = fitResponses(responses, undefined, {
    begin({model, estimate}) {
      settings = {model, estimate};
      report({stage: "fitting", ...size, ...settings, step: null});
    },
    progress({iteration, value, slope}) {
      const rise = before === null ? null : value - before;
      before = value;
      if (performance.now() - last < LEAST_MS) return;
      last = performance.now();
      report({stage: "fitting", ...size, ...settings, step: {iteration, value, rise, slope}});
    }
  });
  report({stage: "done"});
  return {file: file.name, calibration: ofFit(fitFile(fit), responses), why, warnings: warnings(fit, responses)};
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
  const items = item.flatMap(({id, a, b, c, d, u, se_a, se_b, se_c, se_d}) => {
    if (typeof a !== "number" || typeof d !== "number" || !known.has(id)) return [];
    const errors = {se_a: se_a ?? null, se_b: se_b ?? null, se_c: se_c ?? null, se_d: se_d ?? null};
    return [{id, a, d, b: b ?? -d / a, c: c ?? 0, u: u ?? 1, ...errors}];
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
