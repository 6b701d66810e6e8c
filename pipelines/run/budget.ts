// The budget of a book's run. A limit in US dollars can be kept only where all prices are known.

import type {Model} from "../book/types.js";
import {type Budget, budget} from "../infer/budget.js";
import {type CostKind, costKindAmong} from "../infer/costText.js";
import {UserError} from "../rows/error.js";
import {REFERENCE} from "./evaluation.js";

/** Ids of models of unknown cost: those that are asked over the network and have no price. */
export const unpriced = (models: readonly Model[]): string[] =>
  models.filter(({endpoint, price}) => endpoint !== REFERENCE && price === undefined).map(({id}) => id);

/** A line for each model that is counted at a list price, which the user has not set. */
export const listPriceLines = (models: readonly Model[]): string[] =>
  models.flatMap(({id, price}) =>
    price?.list_date === undefined
      ? []
      : [
          `${id}: counted at the list price of ${price.list_date}, $${price.input} and $${price.output} per million prompt and completion tokens; --price or price in its file sets another`
        ]
  );

/** Returns the kind of a run's costs. */
export const costKindOf = (models: readonly Model[]): CostKind =>
  costKindAmong(models.map(({endpoint, price}) => ({simulated: endpoint === REFERENCE, unpriced: price === undefined})));

/** A budget in US dollars; without a limit it only counts. Throws UserError where a limit could not be kept. */
export function budgetFor(models: readonly Model[], maxCost: number | undefined): Budget {
  const [unknown] = unpriced(models);
  if (maxCost !== undefined && unknown !== undefined)
    throw new UserError(
      `a limit of $${maxCost} cannot be enforced: no price is known for "${unknown}"; give it one in the book, or with --base-url by --price INPUT,OUTPUT (US dollars per million tokens; 0,0 if it is free)`
    );
  return budget(maxCost === undefined ? {} : {maxCost});
}
