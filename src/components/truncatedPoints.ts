// Chart and table of the points that are truncated most, over all evaluations shown.

import {type ClusteredCounts, type ClusteredEstimate, clusteredProportion} from "../pipelines/stats/clustered.js";
import {
  type Column,
  countColumn,
  type Estimated,
  forest,
  formatCount,
  numberColumn,
  pointNames,
  type Rows,
  shareText,
  shortPointNames,
  textColumn
} from "./shared/charts.js";

/** A point over several evaluations, clustered by item, since answers to the same item are correlated. */
interface TruncatedPoint {
  base_task: string;
  params: string;
  name: string;
  rate: ClusteredEstimate;
  truncated: number;
  samples: number;
  items: number;
}

/** Most points that the chart shows. */
const SHOWN = 25;
/** Width below which whole names do not fit, in pixels. */
const NARROW = 600;

/** Points from rows with `base_task, params` and the sums over items that an interval needs; most truncated first. */
export function truncatedPoints(rows: Rows, passed: readonly {base_task: string; params: string}[]): TruncatedPoint[] {
  const name = pointNames(passed);
  const key = ({base_task, params}: {base_task: string; params: string}) => `${base_task} ${params}`;
  const kept = new Set(passed.map(key));
  return (Array.from(rows) as unknown as (ClusteredCounts & {base_task: string; params: string})[])
    .filter(row => kept.has(key(row)))
    .map(row => ({
      base_task: row.base_task,
      params: row.params,
      name: name(row),
      rate: clusteredProportion(row),
      truncated: row.k,
      samples: row.n,
      items: row.clusters
    }))
    .sort((a, b) => b.rate.value - a.rate.value || a.name.localeCompare(b.name));
}

/** The most truncated points as dots with intervals. */
export function truncatedPointsPlot(
  points: readonly TruncatedPoint[],
  {width, simulated}: {width: number; simulated: boolean}
): HTMLElement {
  const narrow = shortPointNames(points);
  const shown: Estimated[] = points.slice(0, SHOWN).map(point => ({
    name: width < NARROW ? narrow.name(point) : point.name,
    simulated,
    estimate: point.rate,
    detail: `${width < NARROW ? `${point.name}\n` : ""}${shareText(point.rate)} truncated\n${formatCount(point.truncated)} of ${formatCount(point.samples)} samples on ${formatCount(point.items)} items`
  }));
  const rest = points.length - shown.length;
  return forest(shown, {
    width,
    title: "Points that are truncated most",
    caption: `Share of samples that the token limit cut, over all evaluations shown. Bars are 95 % intervals in which answers to one item count as one cluster${rest > 0 ? `; the other ${formatCount(rest)} points are in the table` : ""}.${width < NARROW ? ` Values in names: ${narrow.legend}.` : ""}`,
    id: "points-plot",
    x: {label: "truncated (% of samples)", percent: true, zero: true}
  });
}

/** The most truncated point, and the share of all truncation in the points shown. */
export function truncatedPointsSentence(points: readonly TruncatedPoint[]): string {
  const all = points.reduce((sum, point) => sum + point.truncated, 0);
  const [worst] = points;
  if (!worst) return "Nothing is known of how these answers ended.";
  if (all === 0) return "No sample is known to have been truncated.";
  const most = [...points].sort((a, b) => b.truncated - a.truncated);
  let [number, sum] = [0, 0];
  while (sum < all / 2) sum += most[number++]!.truncated;
  const none = points.filter(point => point.truncated === 0).length;
  return `${worst.name} is truncated most: ${shareText(worst.rate)} of ${formatCount(worst.samples)} samples. Half of all ${formatCount(all)} truncated samples are at ${formatCount(number)} of ${formatCount(points.length)} points; at ${formatCount(none)} none is.`;
}

/** Columns of the sortable table. */
export const truncatedPointsColumns = (): Column<TruncatedPoint>[] => [
  textColumn("point", "Point", point => point.name),
  numberColumn(
    "rate",
    "Truncated",
    point => point.rate.value,
    point => shareText(point.rate),
    "share of samples; 95 % interval over items"
  ),
  countColumn("truncated", "Truncated samples"),
  countColumn("samples", "Samples"),
  countColumn("items", "Items")
];
