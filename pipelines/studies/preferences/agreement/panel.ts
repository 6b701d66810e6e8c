// Ratings of the same units by several judges, as columns: the input of all measures of agreement.
import {grouped} from "../bradleyTerry/errors.js";

/** Ratings of units with at least two ratings. Those of unit u are at positions starts[u] to starts[u + 1] − 1. */
export interface RatingPanel {
  units: number;
  starts: Int32Array;
  /** of each rating: its unit, its category, its judge, and the prompt of the unit */
  unit: Int32Array;
  category: Int32Array;
  judge: Int32Array;
  prompt: Int32Array;
  categories: number;
  judges: number;
  /** number of ratings left out because the judge had rated the unit before */
  repeated: number;
}

/** Votes or ratings as rows. */
interface Rows {
  n: number;
  unit: Int32Array;
  judge: Int32Array;
  question: Int32Array;
  judges: readonly string[];
}

/**
 * The panel of the rows whose units have at least two ratings.
 * @param categoryOf category of a row, −1 for rows that are left out
 * @param once only a judge's first rating of a unit counts
 */
export function panelOf(
  {n, unit: of, judge: by, question, judges}: Rows,
  categoryOf: (row: number) => number,
  {categories, once}: {categories: number; once: boolean}
): RatingPanel {
  const {order, starts: all} = grouped(of, n);
  const starts = new Int32Array(all.length);
  const [unit, category, judge, prompt] = [new Int32Array(n), new Int32Array(n), new Int32Array(n), new Int32Array(n)];
  const seen = new Int32Array(judges.length).fill(-1);
  let [units, filled, repeated] = [0, 0, 0];
  for (let g = 0; g + 1 < all.length; g++) {
    const before = filled;
    for (let at = all[g]!; at < all[g + 1]!; at++) {
      const row = order[at]!;
      const own = categoryOf(row);
      if (own < 0) continue;
      if (once && seen[by[row]!] === g) {
        repeated++;
        continue;
      }
      seen[by[row]!] = g;
      unit[filled] = units;
      category[filled] = own;
      judge[filled] = by[row]!;
      prompt[filled++] = question[row]!;
    }
    if (filled - before < 2) filled = before;
    else starts[++units] = filled;
  }
  const filledPart = (column: Int32Array) => column.slice(0, filled);
  return {
    units,
    starts: starts.slice(0, units + 1),
    unit: filledPart(unit),
    category: filledPart(category),
    judge: filledPart(judge),
    prompt: filledPart(prompt),
    categories,
    judges: judges.length,
    repeated
  };
}
