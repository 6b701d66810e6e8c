// Files that a reader brings, as a calibration.
import {dsvFormat} from "npm:d3-dsv";
import {UserError} from "../../pipelines/book/error.js";
import {fit} from "../../pipelines/study/irt/fit.js";
import {parseResponses} from "../../pipelines/study/irt/matrix.js";
import type {Calibration} from "./calibration.js";
import {type FitFile, fitFile, ofFit} from "./ofFit.js";
import type {Uploaded} from "./upload.js";

export interface Brought {
  calibration: Calibration | null;
  /** why there is none */
  error: string | null;
}

/** Null while the reader has chosen nothing. Without a fit the responses are fitted here: 2PL by empirical Bayes. */
export async function fromFiles({responses, fit: given}: Uploaded): Promise<Brought | null> {
  if (!responses) return given ? {calibration: null, error: `${given.name} needs the responses that it was fitted to`} : null;
  try {
    const matrix = parseResponses(await responses.text(), responses.name, dsvFormat);
    const file = given
      ? readFit(await given.text(), given.name)
      : fitFile(fit(matrix, {model: "2pl", estimate: "eb", mostIterations: MOST_STEPS}));
    return {calibration: ofFit(file, matrix), error: null};
  } catch (error) {
    if (error instanceof UserError) return {calibration: null, error: error.message};
    throw error;
  }
}

/** A page cannot wait as long as a command; a fit that has not converged by then says so. */
const MOST_STEPS = 80;

function readFit(text: string, name: string): FitFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UserError(`${name} is not JSON: ${(error as Error).message}`);
  }
  const {item, ability} = (value ?? {}) as {item?: unknown; ability?: unknown};
  if (!Array.isArray(item) || !Array.isArray(ability))
    throw new UserError(`${name} holds no item or ability list; expected a file of npm run irt -- fit --out`);
  return value as FitFile;
}
