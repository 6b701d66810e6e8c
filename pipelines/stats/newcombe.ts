// Interval of the difference of two independent proportions.

/** A proportion with its interval. */
export interface Bounded {
  value: number;
  low: number;
  high: number;
}

/**
 * The difference a − b with its interval from those of a and b: Newcombe's hybrid score interval where these are Wilson's (Newcombe 1998,
 * doi:10.1002/(SICI)1097-0258(19980430)17:8<873::AID-SIM779>3.0.CO;2-I, method 10). Within −1…1 where they are within 0…1.
 */
export function newcombe(a: Bounded, b: Bounded): Bounded {
  const value = a.value - b.value;
  return {
    value,
    low: value - Math.hypot(a.value - a.low, b.high - b.value),
    high: value + Math.hypot(a.high - a.value, b.value - b.low)
  };
}
