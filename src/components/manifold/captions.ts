// Texts of a slice: captions, the sentence under the chart, and the columns of the table of cells.

import {plural} from "../../pipelines/book/plural.js";
import {cellName, type Slice, showValue} from "../../pipelines/charts/manifold/slice.js";
import {truncatedColumn} from "../../pipelines/charts/shared/columns.js";
import {formatCount, formatInterval, formatRate, formatTokens} from "../../pipelines/charts/shared/interval.js";
import type {Column} from "../../pipelines/charts/shared/sortable.js";
import type {Cell} from "../../pipelines/studies/manifold/surface.js";

/** The title of a slice. */
export function sliceTitle({label, task, x, y, fixed}: Slice): string {
  const axes = y === undefined ? x : `${x} and ${y}`;
  const at = Object.entries(fixed).map(([name, value]) => `${name} ${showValue(value)}`);
  if (x === "") return `${label}: ${task}`;
  return `${label}: ${task} over ${axes}${at.length > 0 ? ` at ${at.join(", ")}` : ""}`;
}

/** How to read a cell, and what is pooled in it. */
export function sliceCaption(cells: readonly Cell[], {pooled}: Slice): string {
  const reading =
    "Excess accuracy: 0 % is guessing, 100 % knowing; in brackets its 95 % interval; n counts untruncated samples. Click a cell for its samples.";
  const most = Math.max(0, ...cells.map(({params}) => params.length));
  if (most < 2) return reading;
  return `${reading} A cell pools up to ${plural(most, "point")} that differ in ${pooled.join(", ")}: fix them above to separate them.`;
}

/** One sentence: where the slice is easiest and hardest, and how many cells are not significantly better than guessing. */
export function sliceSentence(cells: readonly Cell[], slice: Slice, {places}: {places: number}): string {
  const known = cells.filter(({n}) => n > 0);
  const [worst, best] = [extreme(known, -1), extreme(known, 1)];
  if (!worst || !best) return "No cell of this slice has an untruncated answer.";
  const describe = (cell: Cell) => `${formatInterval({value: cell.accuracy, ...cell})} at ${cellName(slice, cell)}`;
  const guessing = known.filter(({low}) => low <= 0).length;
  const missing = places - cells.length;
  const empty = missing > 0 ? ` ${plural(missing, "cell")} of the grid ${missing === 1 ? "has" : "have"} no data.` : "";
  if (slice.x === "")
    return `${slice.task} has no parameters, so its manifold is one cell: ${formatInterval({value: best.accuracy, ...best})}.`;
  if (known.length === 1) return `One cell: ${describe(best)}.${empty}`;
  if (best.accuracy === worst.accuracy)
    return `All ${plural(known.length, "cell")} are alike: ${describe(best)} as at the others.${empty}`;
  const apart = best.low > worst.high ? "" : "; their intervals overlap";
  return `Highest ${describe(best)}, lowest ${describe(worst)}${apart}. ${formatCount(guessing)} of ${plural(known.length, "cell")} ${guessing === 1 ? "is" : "are"} not shown to beat guessing: the interval reaches 0 or lies below.${empty}`;
}

function extreme(cells: readonly Cell[], sign: 1 | -1): Cell | undefined {
  return cells.reduce<Cell | undefined>(
    (found, cell) => (found === undefined || sign * (cell.accuracy ?? 0) > sign * (found.accuracy ?? 0) ? cell : found),
    undefined
  );
}

/** The cells as a table. */
export function cellColumns({x, y}: Slice): Column<Cell>[] {
  const value = (name: string, of: (cell: Cell) => Cell["x"]): Column<Cell> => ({
    key: name,
    label: name,
    by: cell => (typeof of(cell) === "number" ? (of(cell) as number) : showValue(of(cell))),
    show: cell => showValue(of(cell))
  });
  return [
    ...(x === "" ? [] : [value(x, cell => cell.x)]),
    ...(y === undefined ? [] : [value(y, cell => cell.y)]),
    {
      key: "accuracy",
      label: "Excess accuracy",
      numeric: true,
      by: cell => cell.accuracy,
      show: cell => formatRate({value: cell.accuracy, ...cell}),
      description: "0 guessing, 100 % knowing; 95 % interval"
    },
    {key: "n", label: "n", numeric: true, by: cell => cell.n, show: cell => formatCount(cell.n)},
    truncatedColumn,
    {key: "samples", label: "Samples", numeric: true, by: cell => cell.samples, show: cell => formatCount(cell.samples)},
    {
      key: "tokens",
      label: "Tokens per answer",
      numeric: true,
      by: cell => cell.tokens,
      show: formatTokens,
      description: "mean completion tokens of all samples; 95 % interval"
    },
    {
      key: "points",
      label: "Points",
      numeric: true,
      by: cell => cell.params.length,
      show: cell => formatCount(cell.params.length),
      description: "points pooled into the cell"
    }
  ];
}
