// What several judges said of the same units, as columns: all that measures of agreement read.
import {grouped} from "../bradleyTerry/errors.js";

/** Units with two ratings or more. Unit u's ratings stand from starts[u] to starts[u + 1]. */
export interface Panel {
  units: number;
  starts: Int32Array;
  /** of each rating: its unit, its category, who gave it, and the prompt that the unit belongs to */
  unit: Int32Array;
  category: Int32Array;
  judge: Int32Array;
  prompt: Int32Array;
  categories: number;
  judges: number;
  /** ratings of a unit by a judge who had rated it before and that were left out */
  repeated: number;
}

/** Rows of votes or ratings. */
interface Rows {
  n: number;
  unit: Int32Array;
  judge: Int32Array;
  question: Int32Array;
  judges: readonly string[];
}

/**
 * @param categoryOf a row's category, −1 for rows that do not count
 * @param once only a judge's first rating of a unit counts
 */
export function panelOf(
  {n, unit: of, judge: by, question, judges}: Rows,
  categoryOf: (row: number) => number,
  {categories, once}: {categories: number; once: boolean}
): Panel {
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
  const cut = (column: Int32Array) => column.slice(0, filled);
  return {
    units,
    starts: starts.slice(0, units + 1),
    unit: cut(unit),
    category: cut(category),
    judge: cut(judge),
    prompt: cut(prompt),
    categories,
    judges: judges.length,
    repeated
  };
}
