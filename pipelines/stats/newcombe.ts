// Intervals of differences and weighted sums of independent proportions.

/** A proportion with its interval. */
export interface Bounded {
  value: number;
  low: number;
  high: number;
}

/**
 * The sum Σ weight × value of independent estimates, with the interval that squares and adds the distances to the ends of theirs: the end
 * that counts against a term is the lower one where its weight is positive, else the upper one. With weights 1 and −1 it is Newcombe's hybrid
 * score interval. Its width is 0 only where every term with a weight has an interval of width 0.
 */
export function weightedSum(terms: readonly (Bounded & {weight: number})[]): Bounded {
  let [value, below, above] = [0, 0, 0];
  for (const {weight, ...term} of terms) {
    value += weight * term.value;
    const [down, up] = [weight * (term.value - term.low), weight * (term.high - term.value)];
    below += (weight < 0 ? up : down) ** 2;
    above += (weight < 0 ? down : up) ** 2;
  }
  return {value, low: value - Math.sqrt(below), high: value + Math.sqrt(above)};
}

/**
 * The difference a − b with its interval from those of a and b: Newcombe's hybrid score interval where these are Wilson's (Newcombe 1998,
 * doi:10.1002/(SICI)1097-0258(19980430)17:8<873::AID-SIM779>3.0.CO;2-I, method 10). Within −1…1 where they are within 0…1.
 */
export const newcombe = (a: Bounded, b: Bounded): Bounded =>
  weightedSum([
    {...a, weight: 1},
    {...b, weight: -1}
  ]);
