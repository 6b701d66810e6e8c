// Reads responses from a file.
import {existsSync, statSync} from "node:fs";
import {UserError} from "../../rows/error.js";
import {openFile, rowsOf} from "../../rows/openRows.node.js";
import type {Responses, ScoredResponses} from "./item.js";
import {neededColumns, ResponseReader, type ScoreOptions} from "./responseReader.js";
import {withScores} from "./scored/responses.js";
import {isScoreModel} from "./scored/scale.js";

/**
 * Responses of models to items from a file of rows, or from standard input for "-" (`ResponseReader` says in which forms).
 * @param missing texts that count as missing, in addition to a blank, NA and NaN
 * @param scores reads scores between right and wrong too
 * @throws UserError `file:line:column …` for anything else
 */
export async function readResponses(
  file: string,
  {missing, scores}: {missing?: readonly string[] | undefined; scores?: ScoreOptions} = {}
): Promise<Responses> {
  if (file !== "-" && !(existsSync(file) && statSync(file).isFile()))
    throw new UserError(
      `${file}: no such file; expected a file of responses: CSV, TSV, JSON lines, JSON, Parquet, Arrow or YAML`
    );
  const open = await openFile(file);
  const {format} = open;
  const hasHeader = format === "parquet" || format === "arrow";
  const reader = new ResponseReader({file, missing, hasHeader, scores});
  if (hasHeader || format === "csv" || format === "tsv")
    for await (const batch of open.cells(neededColumns)) for (const row of batch) reader.addCells(row);
  else for await (const batch of rowsOf(open, file)) for (const row of batch) reader.addRecord(row);
  return reader.responses();
}

/**
 * Answers from a file for a bank of items, as scores: between right and wrong too where the bank was fitted to such.
 * @param model that of the bank
 */
export const readScores = async (
  file: string,
  {missing, model}: {missing: readonly string[] | undefined; model: string}
): Promise<ScoredResponses> => withScores(await readResponses(file, {missing, ...(isScoreModel(model) && {scores: {}})}));
