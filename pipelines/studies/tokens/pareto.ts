// What is worth its price: the evaluations that no other beats in both gain and price.

/** An outcome whose gain is better when larger and whose price is better when smaller, each with its interval. */
export interface Trade {
  gain: number;
  gain_low: number;
  gain_high: number;
  price: number;
  price_low: number;
  price_high: number;
}

/**
 * "frontier" where no other has at least the gain for at most the price, and one of them better (Pareto's order);
 * "open" where some other has, but none with both intervals apart; "beaten" where one has with both apart.
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
