// Multiplies standard errors and intervals of adaptive tests by factors that were measured by replays of stored answers (inflation.ts).

export interface Inflation {
  /** length of the test */
  items: number;
  /** factor for standard errors; at least 1 */
  factor: number;
  /** number of persons it was measured on */
  persons: number;
}

/** Factors of standard errors by length of the test, rising. */
export type Factors = readonly Pick<Inflation, "items" | "factor">[];

/** The factor at a test length: interpolated linearly in the logarithm of length; 1 where nothing was measured. */
export function factorAt(inflation: Factors, items: number): number {
  const next = inflation.findIndex(each => each.items >= items);
  if (next < 0) return inflation.at(-1)?.factor ?? 1;
  const above = inflation[next]!;
  if (next === 0) return above.factor;
  const below = inflation[next - 1]!;
  const part = Math.log(items / below.items) / Math.log(above.items / below.items);
  return below.factor + part * (above.factor - below.factor);
}

/** An ability with its standard error and the half widths of its interval multiplied by a factor. */
export function inflated<T extends {theta: number; se: number; low: number; high: number}>(ability: T, factor: number): T {
  const {theta, se, low, high} = ability;
  return {...ability, se: factor * se, low: theta - factor * (theta - low), high: theta + factor * (high - theta)};
}
