// A matrix of scores as responses.
import {MISSING, type Responses, RIGHT, type ScoredResponses, WRONG} from "../item.js";

/** Responses of a matrix of scores, NaN where missing: an answer counts as right where it has the highest score of the matrix. */
export function scoredResponses({persons, items, scores}: Omit<ScoredResponses, "cells">): ScoredResponses {
  let high = Number.NEGATIVE_INFINITY;
  for (const score of scores) if (score > high) high = score;
  const cells = Uint8Array.from(scores, score => (Number.isNaN(score) ? MISSING : score === high ? RIGHT : WRONG));
  return {persons, items, cells, scores};
}

/** Whether responses have scores between right and wrong. */
export const isScored = (responses: Responses): responses is ScoredResponses => responses.scores !== undefined;

/** Responses with scores, of right or wrong ones 1 and 0. */
export const withScores = (responses: Responses): ScoredResponses => ({
  ...responses,
  scores: responses.scores ?? Float64Array.from(responses.cells, cell => (cell === MISSING ? Number.NaN : cell))
});
