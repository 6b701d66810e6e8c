// Answers of a matrix in the order of a bank, as scores from 0 to 1, with the posterior that all of them give.
import {UserError} from "../../rows/error.js";
import type {ScoredResponses} from "../irt/item.js";
import type {Bank} from "./bank.js";
import {openPosterior, type Posterior, type Prior} from "./posterior.js";

export interface ScoredRow {
  id: string;
  /** answer to each item of the bank, from 0 to 1; NaN where missing */
  scores: Float64Array;
  /** after all answers */
  posterior: Posterior;
}

/**
 * Rows of a matrix whose items are matched by name.
 * @param scale scores of the file that count as 0 and 1
 * @throws UserError where the file has none of the bank's items, or a score outside the scale
 */
export function scoredRows(
  bank: Bank,
  {persons, items, scores}: ScoredResponses,
  {file, prior, scale: [low, high]}: {file: string; prior: Prior; scale: readonly [low: number, high: number]}
): ScoredRow[] {
  const column = new Map(items.map((id, i) => [id, i]));
  const columns = bank.ids.map(id => column.get(id));
  if (columns.every(at => at === undefined))
    throw new UserError(`${file} has none of the bank's items; the first one is "${bank.ids[0]}"`);
  return persons.map((id, person) => {
    const row = Float64Array.from(columns, at =>
      at === undefined ? Number.NaN : (scores[person * items.length + at]! - low) / (high - low)
    );
    const posterior = openPosterior(bank, prior);
    for (const [item, score] of row.entries()) {
      if (score < 0 || score > 1)
        throw new UserError(
          `${file}: a score of "${id}" on "${bank.ids[item]}" is outside the bank's scores from ${low} to ${high}`
        );
      if (!Number.isNaN(score)) posterior.add(item, score);
    }
    return {id, scores: row, posterior};
  });
}
