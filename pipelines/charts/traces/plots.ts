// Charts of the page on compression.
import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import type {ClusteredEstimate} from "../../stats/clustered.js";
import type {NamedEvaluation} from "../../store/evaluationName.js";
import {
  difficulties,
  type Entropy,
  entropyOf,
  type Loaded,
  loadOf,
  type TraceCell,
  type TracePart
} from "../../studies/traces/entropy.js";
import {traceCellsQuery} from "../../studies/traces/traces.sql.js";
import {beyondText, type Estimated, estimateText, forest, reach} from "../shared/estimate.js";
import {figure} from "../shared/figure.js";
import {formatCount} from "../shared/interval.js";
import {evaluationLabels, nameAxis} from "../shared/label.js";
import {outcomeScales, outcomeStyle} from "../shared/outcome.js";
import {drawPlot} from "../shared/plot.js";
import {pointNames} from "../shared/pointName.js";
import type {Sql} from "../shared/sql.js";
import type {CountedPoint} from "../truncation/quadrants.js";

const AGAINST = ["incorrect", "truncated"] as const;

export const bits = (value: number): string => `${value.toFixed(2).replace("-", "−")}`;
/** `+0.12 [0.05, 0.19]` bits per byte */
export const changeText = (estimate: ClusteredEstimate | null): string =>
  estimate ? `${estimate.value >= 0 && estimate.low !== null ? "+" : ""}${estimateText(estimate, bits)}` : "–";

interface Against extends ClusteredEstimate {
  name: string;
  outcome: (typeof AGAINST)[number];
  simulated: boolean;
}

/** Bits per byte of incorrect and truncated traces, minus those of correct ones on the same point. */
export function differencePlot(rows: readonly EntropyRow[], {width, part}: {width: number; part: TracePart}): HTMLElement {
  const found: Against[] = rows.flatMap(row =>
    AGAINST.flatMap(outcome => {
      const estimate = row[outcome];
      return estimate && estimate.low !== null ? [{...estimate, name: row.name, outcome, simulated: row.simulated}] : [];
    })
  );
  if (found.length === 0) return html`<p class="rb-muted">No point has two outcomes with traces that are long enough.`;
  const domain = [...new Set(found.map(({name}) => name))];
  const names = nameAxis(domain, width);
  const [least, most] = reach(found);
  const kept = (value: number) => Math.min(most, Math.max(least, value));
  const plot = drawPlot({
    width,
    height: 90 + 20 * domain.length,
    marginLeft: names.margin,
    marginRight: 24,
    marginBottom: 40,
    x: {grid: true, axis: "both", label: "bits per byte more than correct traces", ticks: width < 500 ? 4 : 8},
    y: {domain, label: null, tickFormat: names.format, tickSize: 0},
    ...outcomeScales(AGAINST),
    marks: [
      Plot.ruleX([0]),
      ...AGAINST.flatMap((outcome, i) => {
        const own = found.filter(each => each.outcome === outcome);
        const place = {y: "name", dy: 6 * i - 3};
        const {color} = outcomeStyle[outcome];
        return [
          Plot.ruleY(own, {
            ...place,
            x1: (each: Against) => kept(each.low!),
            x2: (each: Against) => kept(each.high!),
            stroke: color,
            strokeOpacity: 0.6,
            strokeWidth: 2
          }),
          Plot.dot(own, {
            ...place,
            x: "value",
            symbol: "outcome",
            stroke: "outcome",
            fill: "var(--theme-background)",
            r: width < 500 ? 2 : 3
          })
        ];
      }),
      Plot.tip(found, Plot.pointer({y: "name", x: "value", maxRadius: 12, title: againstTitle}))
    ]
  });
  return figure(plot, {
    title: `Entropy by outcome, ${PART_NAMES[part]}`,
    simulated: rows.some(row => row.simulated),
    caption: `Right of 0: harder to compress, hence less repetitive, than correct traces to the same point. Bars are 95 % intervals over points.${beyondText(found, [least, most])}`,
    id: "difference-plot"
  });
}

const againstTitle = (each: Against): string =>
  `${each.name}${each.simulated ? " (simulated)" : ""}\n${each.outcome}: ${changeText(each)} bits per byte\n${formatCount(each.clusters)} points`;

/** Distance of an interval from 0; below 0 if the interval contains it. */
const farFromZero = ({estimate: {low, high}}: Estimated): number => Math.max(low!, -high!);

/** Change of bits per byte with the difficulty of points. */
export function slopePlot(
  rows: readonly EntropyRow[],
  {width, part, limit = Number.POSITIVE_INFINITY}: {width: number; part: TracePart; limit?: number}
): HTMLElement {
  const estimated: Estimated[] = rows
    .flatMap(row =>
      row.slope && row.slope.low !== null
        ? [
            {
              name: row.name,
              simulated: row.simulated,
              estimate: row.slope,
              detail: `${changeText(row.slope)} bits per byte\n${formatCount(row.slope.clusters)} points, ${formatCount(row.matched)} traces`,
              n: row.matched
            }
          ]
        : []
    )
    .sort((a, b) => farFromZero(b) - farFromZero(a));
  if (estimated.length === 0)
    return html`<p class="rb-muted">No task has two points of different difficulty with traces that are long enough.`;
  const left =
    estimated.length > limit
      ? ` The ${limit} of ${estimated.length} whose intervals are farthest from 0 or include least of it.`
      : "";
  const few = rows.filter(({slope}) => slope !== null && slope.low === null).length;
  const unknown =
    few > 0 ? ` ${few} ${few === 1 ? "has" : "have"} too few points and ${few === 1 ? "is" : "are"} not drawn.` : "";
  const shown = estimated.slice(0, limit).sort((a, b) => b.estimate.value - a.estimate.value);
  return forest(shown, {
    width,
    title: `From the easiest to the hardest questions, ${PART_NAMES[part]}`,
    caption: `Change of the compressed size, in bits per byte of text, from a point that no other evaluation fails to one that all others fail, within tasks; left of 0 answers get more repetitive. Bars are 95 % intervals over points. At the right: n, traces.${left}${unknown}`,
    id: "slope-plot",
    reference: 0,
    x: {
      label: width < 500 ? "change, bits per byte" : "← more repetitive · change in bits per byte · less →",
      ticks: width < 500 ? 4 : 8
    }
  });
}

/** The points of one evaluation: bits per byte against difficulty, with a colour and a shape per task. */
export function loadPlot(
  points: readonly Loaded[],
  {width, part, name, simulated}: {width: number; part: TracePart; name: string; simulated: boolean}
): HTMLElement {
  if (points.length === 0) return html`<p class="rb-muted">${name} has no trace that is long enough.`;
  const point = pointNames(points);
  const tasks = [...new Set(points.map(({base_task}) => base_task))].sort();
  const plot = drawPlot({
    width,
    height: Math.min(440, Math.max(300, 0.6 * width)),
    marginLeft: 46,
    marginBottom: 40,
    x: {domain: [0, 100], percent: true, label: "difficulty: share that all other evaluations fail (%)", grid: true},
    y: {label: "bits per byte", grid: true, nice: true},
    color: {domain: tasks, scheme: "observable10", legend: false},
    symbol: {domain: tasks, legend: true},
    marks: [
      Plot.ruleX(
        points.filter(({low}) => low !== null),
        {x: "difficulty", y1: "low", y2: "high", stroke: "base_task", strokeOpacity: 0.6}
      ),
      Plot.dot(points, {
        x: "difficulty",
        y: "density",
        symbol: "base_task",
        stroke: "base_task",
        fill: "var(--theme-background)",
        r: 3.5
      }),
      Plot.tip(
        points,
        Plot.pointer({
          x: "difficulty",
          y: "density",
          title: (each: Loaded) =>
            `${point(each)}\n${estimateText({value: each.density, low: each.low, high: each.high, clusters: each.n}, bits)} bits per byte, n = ${formatCount(each.n)}\ndifficulty ${(100 * each.difficulty).toFixed(1)} %`
        })
      )
    ]
  });
  const n = points.map(each => each.n);
  return figure(plot, {
    title: `${name}, ${PART_NAMES[part]}`,
    simulated,
    caption: `One mark per point: mean bits per byte with its 95 % interval over ${formatCount(Math.min(...n))}–${formatCount(Math.max(...n))} traces.`,
    id: "load-plot"
  });
}

// Reads the data of the page on compression, one row per evaluation.

/** Traces of a point with the fields that filters use, and the difficulty of the point for all other evaluations. */
interface TracedCell extends TraceCell {
  point: CountedPoint;
  difficulty: number | null;
}

export interface EntropyRow extends NamedEvaluation, Entropy {}

export const PART_NAMES: Record<TracePart, string> = {
  first_512: "first 512 bytes",
  first_1024: "first 1,024 bytes",
  first_2048: "first 2,048 bytes",
  last_1024: "last 1,024 bytes"
};

/**
 * Reads the traces by point and outcome.
 * @param points all points of the store, so that difficulty does not depend on filters
 * @param query for the cells of a part
 */
export async function tracedCells(
  sql: Sql,
  points: readonly CountedPoint[],
  {part, query = traceCellsQuery}: {part: TracePart; query?: (part: TracePart) => string}
): Promise<TracedCell[]> {
  const key = ({eval_id, base_task, params}: {eval_id: string; base_task: string; params: string}) =>
    `${eval_id} ${base_task} ${params}`;
  const known = new Map(points.map(point => [key(point), point]));
  const difficulty = difficulties(points);
  return Array.from(await sql.query(query(part)), row => {
    const cell = (row as unknown as {toJSON(): TraceCell & {eval_id: string}}).toJSON();
    return {...cell, point: known.get(key(cell))!, difficulty: difficulty(cell)};
  }).filter(({point}) => point);
}

/** An evaluation with the difficulty and information density of its points. */
export type LoadedRow = EntropyRow & {loaded: Loaded[]};

/** One row per evaluation, in order of name. */
export function entropyRows(cells: readonly TracedCell[], {part}: {part: TracePart}): LoadedRow[] {
  const label = evaluationLabels(cells.map(({point}) => point));
  const options = {part, difficulty: (cell: TraceCell) => (cell as TracedCell).difficulty};
  return [...byEvaluation(cells)]
    .map(group => {
      const {eval_id, model, template, sampler, simulated} = group[0]!.point;
      const facts = {eval_id, model, template, sampler, simulated, name: label(group[0]!.point)};
      return {...facts, ...entropyOf(group, options), loaded: loadOf(group, options)};
    })
    .sort((a, b) => a.name.localeCompare(b.name));
}

function byEvaluation(cells: readonly TracedCell[]): Iterable<TracedCell[]> {
  const groups = new Map<string, TracedCell[]>();
  for (const cell of cells) {
    const group = groups.get(cell.point.eval_id);
    if (group) group.push(cell);
    else groups.set(cell.point.eval_id, [cell]);
  }
  return groups.values();
}
