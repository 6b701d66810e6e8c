// Pareto frontier: the evaluations that no other dominates in both gain and price.

/** A gain, of which more is better, and a price, of which less is better, each with its interval. */
export interface Trade {
  gain: number;
  gain_low: number;
  gain_high: number;
  price: number;
  price_low: number;
  price_high: number;
}

/**
 * "frontier" where no other has at least the gain for at most the price, with one of them better (Pareto dominance); "open" where some
 * other dominates, but none with both intervals disjoint; "beaten" where one dominates with both intervals disjoint.
 */
export type Standing = "frontier" | "open" | "beaten";

export function standings(trades: readonly Trade[]): Standing[] {
  return trades.map(own => {
    const dominates = (other: Trade) =>
      other.gain >= own.gain && other.price <= own.price && (other.gain > own.gain || other.price < own.price);
    const clearly = (other: Trade) => other.gain_low > own.gain_high && other.price_high < own.price_low;
    if (!trades.some(dominates)) return "frontier";
    return trades.some(clearly) ? "beaten" : "open";
  });
}
