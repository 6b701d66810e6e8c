/** A sample's status as tables hold it. Truncated is neither right nor wrong. */
export const INCORRECT = 0;
export const CORRECT = 1;
export const TRUNCATED = 2;
export type Status = typeof INCORRECT | typeof CORRECT | typeof TRUNCATED;
