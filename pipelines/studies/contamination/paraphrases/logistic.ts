// Logistic models: log odds as weighted sums of measures.

/** A logistic model: the log odds are the intercept plus weight × measure for each. */
export interface Logistic {
  intercept: number;
  weights: Readonly<Record<string, number>>;
}

/** Log odds by a logistic model. Measures without a weight do not count. */
export function logOdds({intercept, weights}: Logistic, measures: Readonly<Record<string, number>>): number {
  let sum = intercept;
  for (const [name, weight] of Object.entries(weights)) sum += weight * measures[name]!;
  return sum;
}

/** Probability of log odds. */
export const probabilityOf = (odds: number): number => 1 / (1 + Math.exp(-odds));

/** The two models of the decision: of a pair alone, and of a candidate among the others. */
export interface DecisionWeights {
  pair: Logistic;
  among: Logistic;
}
