// Standard errors and intervals of adaptive tests, multiplied by what replays of stored answers say they are short of (inflation.ts measures it).

export interface Inflation {
  /** length of the test */
  items: number;
  /** standard errors are multiplied by it; at least 1 */
  factor: number;
  /** measured on so many persons */
  persons: number;
}

/** The factor after so many items: straight between the lengths measured, over the logarithm of length; 1 where nothing was measured. */
export function factorAt(inflation: readonly Pick<Inflation, "items" | "factor">[], items: number): number {
  const next = inflation.findIndex(each => each.items >= items);
  if (next < 0) return inflation.at(-1)?.factor ?? 1;
  const above = inflation[next]!;
  if (next === 0) return above.factor;
  const below = inflation[next - 1]!;
  const part = Math.log(items / below.items) / Math.log(above.items / below.items);
  return below.factor + part * (above.factor - below.factor);
}

/** An ability with its standard error and the arms of its interval multiplied. */
export function inflated<T extends {theta: number; se: number; low: number; high: number}>(ability: T, factor: number): T {
  const {theta, se, low, high} = ability;
  return {...ability, se: factor * se, low: theta - factor * (theta - low), high: theta + factor * (high - theta)};
}
