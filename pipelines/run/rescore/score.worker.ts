// A thread that scores responses: each message brings some, and gets their scores as JSON, and their tokens where nobody has counted them.
import {parentPort, workerData} from "node:worker_threads";
import type {Score, Unscored} from "../../score/score.node.js";
import {countTokens, type ReadRow, type SentRow} from "./readAhead.js";
import {completionOf, readScore, ruledTest, type ScoredFields} from "./readScore.js";

const {context} = workerData as {context: number | undefined};

/** Whether a number is the same after it was written as JSON. */
const isExact = (value: number): boolean => Number.isFinite(value) && !Object.is(value, -0);

function jsonOf(score: Score | Unscored): string | null {
  const measures = "unscored" in score ? {} : (score.measures ?? {});
  return Object.values(measures).every(isExact) ? JSON.stringify(score) : null;
}

function read(row: ScoredFields & SentRow): ReadRow {
  const tokens = row.uncounted ? countTokens(row.text) : undefined;
  const response = tokens === undefined ? row : {...row, completion_tokens: tokens};
  const score = jsonOf(readScore(response, completionOf(response, context), ruledTest(response)));
  return tokens === undefined ? [score] : [score, tokens];
}

parentPort!.on("message", (rows: readonly (ScoredFields & SentRow)[]) => parentPort!.postMessage(rows.map(read)));
