/** Codes of a sample's status in the tables. A truncated sample is neither right nor wrong. */
export const INCORRECT = 0;
export const CORRECT = 1;
export const TRUNCATED = 2;
export type Status = typeof INCORRECT | typeof CORRECT | typeof TRUNCATED;
