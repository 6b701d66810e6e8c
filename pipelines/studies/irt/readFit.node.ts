// Reads the file of a fit.
import {readFile} from "node:fs/promises";
import {UserError} from "../../rows/error.js";
import {type FitFile, fitOfText} from "./fitFile.js";

/**
 * Reads and checks a fit file.
 * @throws UserError for a file that is not a fit
 */
export async function readFit(file: string): Promise<FitFile> {
  const text = await readFile(file, "utf8").catch((error: Error) => {
    throw new UserError(`cannot read the fit: ${error.message}`);
  });
  return fitOfText(text, file);
}
