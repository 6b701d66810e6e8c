// Bins of a quantity that varies a little around a few values, such as lengths that stay within two percent of a target.

/** A bin from `low` to `high`, both ends included. */
export interface Bin {
  low: number;
  high: number;
}

export interface Binning {
  /** Most bins; with more, neighbours are joined to bins of about equally many values. */
  most?: number;
  /** How far the values of a bin may lie apart: a share of its lowest value, or with `absolute` the difference itself. */
  apart: number;
  absolute?: boolean;
}

/** Bins of the values, in order: values that lie close together share one. None for no values. */
export function binsOf(values: readonly number[], {most = 8, apart, absolute = false}: Binning): Bin[] {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  const close: Bin[] = [];
  for (const value of sorted) {
    const last = close.at(-1);
    const reach = last && last.low + (absolute ? apart : apart * Math.abs(last.low));
    if (last && value <= reach!) last.high = value;
    else close.push({low: value, high: value});
  }
  if (close.length <= most) return close;
  return Array.from({length: most}, (_, i) => {
    const [from, to] = [Math.round((i * sorted.length) / most), Math.round(((i + 1) * sorted.length) / most)];
    return {low: sorted[from]!, high: sorted[to - 1]!};
  });
}

/** SQL that gives the number of a column's bin; null outside of all. The ends are numbers of ours, so they are inlined. */
export const binSql = (column: string, bins: readonly Bin[]): string =>
  `case ${bins.map(({low, high}, i) => `when ${column} between ${low} and ${high} then ${i}`).join(" ")} end`;
