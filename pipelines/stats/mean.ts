// The arithmetic mean.

/** The sum divided by the number of values; NaN for none. */
export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
