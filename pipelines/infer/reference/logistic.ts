/** Returns the probability of a logit, 0 to 1. */
export const logistic = (x: number): number => 1 / (1 + Math.exp(-x));
