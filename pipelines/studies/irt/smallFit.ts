// The warning of a fit to few models.

/** Persons with which the difficulty of a Rasch item is within a logit with 99 % confidence (Linacre 1994, Rasch Measurement Transactions 7:4, 328). */
const ENOUGH = 50;

/** A sentence about a fit of fewer than 50 models; empty for others. */
export const smallFitSentence = (models: number): string =>
  models === 0 || models >= ENOUGH
    ? ""
    : `Only ${models} models were fitted: with fewer than ${ENOUGH}, the difficulty of an item can be wrong by more than a logit (Linacre 1994), and its discrimination is little more than a guess.`;
