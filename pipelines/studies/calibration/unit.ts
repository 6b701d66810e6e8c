// Reads confidences that others measured: shares from 0 to 1, or percents where some exceed 1.

export interface Scaled {
  /** NaN where a value is none. */
  values: Float64Array;
  unit: "share" | "percent";
  /** Values that are no confidence: below 0, beyond 100 %, or among percents a fraction that may be a share. */
  unreadable: number;
}

/** The confidences of one evaluation and source on the scale from 0 to 1. A value above 1 says that all are percents. */
export function scaled(given: ArrayLike<number>): Scaled {
  let percent = false;
  for (let i = 0; i < given.length; i++) if (given[i]! > 1 && given[i]! <= 100) percent = true;
  const values = new Float64Array(given.length);
  let unreadable = 0;
  for (let i = 0; i < given.length; i++) {
    const value = given[i]!;
    const share = percent ? (value > 0 && value < 1 ? Number.NaN : value / 100) : value;
    const known = share >= 0 && share <= 1;
    values[i] = known ? share : Number.NaN;
    if (!known) unreadable++;
  }
  return {values, unit: percent ? "percent" : "share", unreadable};
}
