// Explorer of a table's columns: its rows, choices and plots.
import {text as textInput, toggle} from "npm:@observablehq/inputs";
import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {redraw} from "../pipelines/charts/shared/accessible.js";
import {shareOf} from "../pipelines/stats/intervals.js";
import type {EvaluationName} from "../pipelines/store/evaluationName.js";
import type {Shown} from "../pipelines/store/shown.js";
import {
  binOf,
  type CountedPairs,
  type CrossFilter,
  crossFilter,
  EXPLORED,
  type ExploredBins,
  type ExploredColumn,
  exploredColumns,
  type FirstCounts,
  firstAxes
} from "../pipelines/studies/samples/crossFilter.js";

import {type Range, rangeOf} from "../pipelines/studies/samples/select.js";
import {pointMask, type Samples, samplesOf} from "./samples/data.js";
import {
  drawPlot,
  evaluationNames,
  figure,
  formatCount,
  formatInterval,
  type Input,
  type Sql,
  STATUS_NAMES,
  simulatedBadge,
  tip
} from "./shared/charts.js";
import {afterPaint} from "./shared/deferred.js";
import {csvButton} from "./shared/download.js";
import {choice, named} from "./shared/inputs.js";
import {permalink} from "./shared/permalink.js";

// The charts of page Explore: a histogram on which a range is drawn, and the cells of two columns.

/** What the colour of a cell can say. */
const COLOURS = {samples: "number of samples", correct: "share correct of finished"} as const;
type Colour = keyof typeof COLOURS;

/** Room for half of the first label of a legend. */
const LEGEND = {marginLeft: 8};
const HISTOGRAM = {width: 320, height: 110, marginLeft: 14, marginRight: 14, marginTop: 6, marginBottom: 22};

interface Histogram {
  node: HTMLElement;
  draw(counts: Uint32Array, range: Range | null): void;
}

/**
 * A histogram. Drawing across it chooses a range, a press inside without drawing chooses none.
 * @param onRange is told of a range as a reader would write it, empty for none, and whether it is still being drawn
 */
function histogram(column: ExploredBins, {onRange}: {onRange: (text: string, drawing: boolean) => void}): Histogram {
  const node: HTMLElement = html`<div class="rb-brush">`;
  let plot: ReturnType<typeof drawPlot> | null = null;
  let start: number | null = null;
  let text = "";
  const binAt = (event: PointerEvent): number => {
    const box = node.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * HISTOGRAM.width;
    return binOf(column.edges, Number(plot!.scale("x")!.invert!(x)));
  };
  node.addEventListener("pointerdown", event => {
    if (!plot) return;
    start = binAt(event);
    text = "";
    node.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  node.addEventListener("pointermove", event => {
    if (start === null) return;
    const bin = binAt(event);
    if (bin === start && text === "") return;
    text = rangeText(column, Math.min(start, bin), Math.max(start, bin));
    onRange(text, true);
  });
  const end = () => {
    if (start !== null) onRange(text, false);
    start = null;
  };
  node.addEventListener("pointerup", end);
  node.addEventListener("pointercancel", end);
  return {
    node,
    draw(counts, range) {
      const {edges, log, key} = column;
      const bars = Array.from(counts, (n, b) => ({n, x1: edges[b]!, x2: edges[b + 1]!, chosen: isChosen(column, b, range)}));
      const total = bars.reduce((sum, {n}) => sum + n, 0);
      plot = drawPlot({
        ...HISTOGRAM,
        ariaLabel: `${EXPLORED[key]}: ${formatCount(total)} samples from ${short(edges[0]!)} to ${short(edges.at(-1)!)}`,
        x: {type: log ? "log" : "linear", domain: [edges[0], edges.at(-1)], ticks: 4, tickFormat: short, label: null},
        y: {axis: null, domain: [0, Math.max(1, ...bars.map(({n}) => n))]},
        marks: [
          Plot.rectY(bars, {
            x1: "x1",
            x2: "x2",
            y: "n",
            inset: 0,
            insetLeft: 0.5,
            fill: ({chosen}: {chosen: boolean}) => (chosen ? "var(--theme-blue)" : "var(--theme-foreground-fainter)"),
            title: ({n, x1, x2}: (typeof bars)[number]) => `${short(x1)} to ${short(x2)}: ${formatCount(n)} samples`
          }),
          Plot.ruleY([0])
        ]
      });
      node.replaceChildren(plot);
    }
  };
}

/** Whether a bin's samples can pass a range. */
const isChosen = ({edges, whole}: ExploredBins, b: number, range: Range | null): boolean =>
  range === null ||
  ((range.low ?? -Infinity) < edges[b + 1]! &&
    (range.high ?? Infinity) >= edges[b]! &&
    !(whole && range.low !== null && range.low > edges[b + 1]! - 1));

/** The range from one bin to another, as a reader would write it. */
function rangeText({edges, whole}: ExploredBins, from: number, to: number): string {
  const end = edges[to + 1]!;
  return whole ? `${edges[from]}-${end - 1}` : `${plainNumber(edges[from]!, Math.floor)}-${plainNumber(end, Math.ceil)}`;
}

/** Six decimals, rounded so that nothing of a range is lost, without an exponent. */
const plainNumber = (value: number, round: (value: number) => number): string =>
  String(Number((round(value * 1e6) / 1e6).toFixed(6)));

const compact = new Intl.NumberFormat("en-US", {notation: "compact", maximumSignificantDigits: 3});
/** A number on an axis. */
const short = (value: number): string =>
  Math.abs(value) < 1 && value !== 0 ? Number(value.toPrecision(2)).toString() : compact.format(value);

interface Cell {
  x1: number;
  x2: number;
  y1: number;
  y2: number;
  samples: number;
  correct: number;
  finished: number;
}

/** The cells that hold samples. */
function cellsOf(x: ExploredBins, y: ExploredBins, {samples, correct, truncated}: CountedPairs): Cell[] {
  const height = y.edges.length - 1;
  const cells: Cell[] = [];
  for (const [i, count] of samples.entries()) {
    if (count === 0) continue;
    const [across, up] = [Math.floor(i / height), i % height];
    cells.push({
      x1: x.edges[across]!,
      x2: x.edges[across + 1]!,
      y1: y.edges[up]!,
      y2: y.edges[up + 1]!,
      samples: count,
      correct: correct[i]!,
      finished: count - truncated[i]!
    });
  }
  return cells;
}

/** Samples in the cells of two columns. */
function pairPlot(
  x: ExploredBins,
  y: ExploredBins,
  pairs: CountedPairs,
  {colour, width}: {colour: Colour; width: number}
): HTMLElement | SVGSVGElement {
  const cells = cellsOf(x, y, pairs);
  const place = {x1: "x1", x2: "x2", y1: "y1", y2: "y2"} as const;
  const most = Math.max(2, ...cells.map(({samples}) => samples));
  const axis = ({edges, log, key}: ExploredBins) => ({
    type: log ? ("log" as const) : ("linear" as const),
    domain: [edges[0], edges.at(-1)],
    tickFormat: short,
    label: EXPLORED[key],
    ticks: 6
  });
  return drawPlot({
    width,
    height: 380,
    marginLeft: 60,
    marginBottom: 42,
    ariaLabel: `${EXPLORED[y.key]} against ${EXPLORED[x.key]}: ${formatCount(cells.reduce((sum, {samples}) => sum + samples, 0))} samples`,
    x: axis(x),
    y: {...axis(y), grid: true},
    color:
      colour === "samples"
        ? {
            type: "log",
            scheme: "blues",
            ...LEGEND,
            legend: true,
            label: "Samples",
            domain: [1, most],
            tickFormat: short,
            ticks: powers(most)
          }
        : {
            scheme: "viridis",
            ...LEGEND,
            domain: [0, 1],
            legend: true,
            percent: false,
            label: "Correct of finished",
            tickFormat: "%"
          },
    marks: [
      Plot.rect(
        cells.filter(({finished}) => colour === "samples" || finished > 0),
        {
          ...place,
          inset: 0.25,
          fill: (cell: Cell) => (colour === "samples" ? cell.samples : cell.correct / cell.finished)
        }
      ),
      tip(cells, {
        ...place,
        title: (cell: Cell) =>
          `${EXPLORED[x.key]} ${short(cell.x1)} to ${short(cell.x2)}\n${EXPLORED[y.key]} ${short(cell.y1)} to ${short(cell.y2)}\n${formatCount(cell.samples)} samples; correct ${formatInterval(shareOf(cell.correct, cell.finished))}`
      })
    ]
  }) as HTMLElement | SVGSVGElement;
}

/** Powers of ten up to a number. */
const powers = (most: number): number[] => Array.from({length: Math.floor(Math.log10(most)) + 1}, (_, i) => 10 ** i);

/** The cells as rows of a file. */
const cellRows = (x: ExploredBins, y: ExploredBins, pairs: CountedPairs): Record<string, unknown>[] =>
  cellsOf(x, y, pairs).map(cell => {
    const {value, low, high, n} = shareOf(cell.correct, cell.finished);
    return {
      [`${x.key}_from`]: cell.x1,
      [`${x.key}_to`]: cell.x2,
      [`${y.key}_from`]: cell.y1,
      [`${y.key}_to`]: cell.y2,
      samples: cell.samples,
      correct: cell.correct,
      finished: n,
      share: value,
      low: value === null ? null : low,
      high: value === null ? null : high
    };
  });

// The explorer: a histogram of each number, whose chosen range restricts all others, and one chart of two of them.

/** All samples, and the columns that are drawn of them. */
interface Explored {
  samples: Samples;
  columns: readonly ExploredColumn[];
}

/** A task that an evaluation was asked. */
interface AskedTask extends EvaluationName {
  eval_id: string;
  simulated: boolean;
  base_task: string;
}

interface ExplorerOptions {
  asked: readonly AskedTask[];
  /** reads the samples, which takes a while where there are millions */
  read: () => Promise<Explored>;
  /** whether they are read before a reader restricts any */
  atOnce: boolean;
  shown: Shown | null;
  width: number;
}

/** The explorer over all samples of the published store. It draws the first counts at once, and reads the samples for all others. */
export function explorer(first: FirstCounts, {asked, read, atOnce, shown, width}: ExplorerOptions): HTMLElement {
  const {columns} = first;
  const n = first.counted.statuses.reduce((sum, each) => sum + each, 0);
  const simulated = asked.some(each => each.simulated);
  const inputs = choiceInputs(asked, columns, shown);
  const ranges: (Range | null)[] = columns.map(() => null);
  const summary = html`<p id="summary" role="status" aria-live="polite">`;
  const fault = html`<p class="rb-error" role="alert">`;
  const pair = html`<div id="pair">`;
  const cards = columns.map((column, k) => card(column, {onRange: range => choose(k, range)}));
  let drawn = {...firstAxes(columns), pairs: first.pairs};
  /** The cells of the chart of two columns, as rows of a file. */
  const cells = (): Record<string, unknown>[] => cellRows(columns[drawn.x]!, columns[drawn.y]!, drawn.pairs);
  const node = html`<div class="rb-explorer">${inputs.node}${summary}${fault}
    <div class="rb-gallery" id="histograms">${cards.map(({node}) => node)}</div>${inputs.axes}${pair}
    ${csvButton(cells, "explore.csv", {label: "Download the cells as CSV"})}</div>`;

  let samples: Samples | null = null;
  let filter: CrossFilter | null = null;
  let reading = false;
  /** Whether what a reader has asked for needs the samples. */
  let isWaiting = false;
  /** Reads the samples, and draws what is asked of them by then. */
  const load = async (): Promise<void> => {
    if (reading) return;
    reading = true;
    fault.textContent = "";
    try {
      const explored = await read();
      samples = explored.samples;
      filter = crossFilter(explored.columns, samples.status);
      for (const [k, range] of ranges.entries()) if (range) filter.choose(k, range);
      mask();
      if (isWaiting) draw();
    } catch (error) {
      reading = false;
      fault.textContent = `The samples could not be read (${(error as Error).message}), so that nothing but the counts of all of them can be shown.`;
      if (isWaiting) summary.textContent = "";
    }
  };

  let planned = false;
  /** Draws once a frame, however many ranges have moved since. */
  const draw = (): void => {
    if (planned) return;
    planned = true;
    requestAnimationFrame(() => {
      planned = false;
      const {x, y, colour, isRestricted} = inputs.read();
      const axes = firstAxes(columns);
      isWaiting = !filter && (isRestricted || ranges.some(Boolean) || x !== axes.x || y !== axes.y);
      if (isWaiting) {
        summary.textContent = `Reading the numbers of ${formatCount(n)} samples…`;
        load();
        return;
      }
      const {statuses, bins} = filter ? filter.counted() : first.counted;
      drawn = {x, y, pairs: filter ? filter.pairs(x, y) : first.pairs};
      for (const [k, each] of cards.entries()) each.draw(bins[k]!, ranges[k]!);
      summary.replaceChildren(summaryOf(statuses, n), " ", simulated ? simulatedBadge() : "");
      redraw(
        pair,
        figure(pairPlot(columns[x]!, columns[y]!, drawn.pairs, {colour, width}), {
          title: `${EXPLORED[columns[y]!.key]} against ${EXPLORED[columns[x]!.key].toLowerCase()}`,
          caption:
            "Each cell holds the samples that pass all ranges; its numbers are in its tooltip and in the download. With few models for each test, the share of others that are wrong takes few values, with gaps between them.",
          simulated
        })
      );
    });
  };
  const choose = (k: number, range: Range | null): void => {
    ranges[k] = range;
    filter?.choose(k, range);
    draw();
  };
  /** Restricts the samples that have been read to those of the inputs. */
  const mask = (): void => {
    if (!filter || !samples) return;
    const {point, status: codes} = samples;
    const {evaluation, task, status} = inputs.read();
    const points = pointMask(samples.points, {evaluation, task, tag: "all", shown});
    filter.restrict(
      points === null && status === null
        ? null
        : codes.map((code, i) => Number((status === null || code === status) && (points === null || points[point[i]!] === 1)))
    );
  };
  inputs.node.addEventListener("input", () => {
    mask();
    draw();
  });
  inputs.axes.addEventListener("input", draw);
  for (const each of cards) each.start();
  draw();
  if (atOnce) afterPaint(load);
  return node;
}

/** How many samples pass everything; the share of right ones among those that were not truncated, with Wilson's interval. */
function summaryOf([incorrect, correct, truncated]: readonly [number, number, number], n: number): string {
  const finished = correct + incorrect;
  const all = finished + truncated;
  if (all === 0) return `None of ${formatCount(n)} samples passes.`;
  const rate = formatInterval(shareOf(correct, finished)).replace(" n =", ", n =");
  return `${formatCount(all)} of ${formatCount(n)} samples: ${finished > 0 ? `correct ${rate} of those that were finished` : "none was finished"}; ${formatCount(truncated)} truncated.`;
}

interface Card {
  node: HTMLElement;
  /** Applies the range that the address holds. */
  start(): void;
  draw(counts: Uint32Array, range: Range | null): void;
}

/** A histogram with the range that is chosen on it, by drawing across it or in words. */
function card(column: ExploredBins, {onRange}: {onRange: (range: Range | null) => void}): Card {
  const field = permalink(
    column.key,
    textInput({label: EXPLORED[column.key], placeholder: "100-500, 100- or -500"}) as Input<string>
  );
  const note = html`<small class="rb-error" role="alert">`;
  const plot = histogram(column, {
    onRange(text, drawing) {
      field.value = text;
      // browsers bound how often an address may change
      if (drawing) apply();
      else field.dispatchEvent(new Event("input", {bubbles: true}));
    }
  });
  const apply = (): void => {
    const range = rangeOf(field.value);
    note.textContent = range === undefined ? `"${field.value}" is not a range: write 100-500, 100- or -500` : "";
    if (range !== undefined) onRange(range);
  };
  field.addEventListener("input", event => {
    event.stopPropagation();
    apply();
  });
  const unknown = column.unknown > 0 ? html`<small class="rb-muted">unknown for ${formatCount(column.unknown)} samples` : "";
  return {
    node: html`<section data-column=${column.key}>${field}${plot.node}${note}${unknown}</section>`,
    start: apply,
    draw: plot.draw
  };
}

interface Chosen {
  evaluation: string;
  task: string;
  /** code of the only outcome that passes; null for all */
  status: number | null;
  /** whether some samples do not pass */
  isRestricted: boolean;
  x: number;
  y: number;
  colour: Colour;
}

/** What restricts all samples, and what the chart of two columns draws. */
function choiceInputs(asked: readonly AskedTask[], columns: readonly ExploredBins[], shown: Shown | null) {
  const evaluations = [...new Map(asked.map(each => [each.eval_id, each])).values()];
  const name = evaluationNames(evaluations);
  const fields = {
    evaluation: choice("evaluation", ["all", ...evaluations.map(({eval_id}) => eval_id)], {
      label: "Evaluation",
      names: Object.fromEntries(evaluations.map(each => [each.eval_id, name(each)]))
    }),
    task: choice("task", named(asked.map(({base_task}) => base_task)), {label: "Task"}),
    outcome: choice("outcome", ["all", ...STATUS_NAMES], {label: "Outcome"})
  };
  const keys = columns.map(({key}) => key);
  const first = firstAxes(columns);
  const axes = {
    x: choice("x", keys, {label: "Across", names: EXPLORED}),
    y: choice("y", keys, {label: "Up", names: EXPLORED, value: keys[first.y]}),
    colour: choice("colour", Object.keys(COLOURS) as Colour[], {label: "Colour", names: COLOURS})
  };
  return {
    node: html`<div class="rb-questions" id="filters">${Object.values(fields)}</div>` as HTMLElement,
    axes: html`<div class="rb-questions" id="axes">${Object.values(axes)}</div>` as HTMLElement,
    read: (): Chosen => {
      const [evaluation, task, outcome] = [fields.evaluation.value, fields.task.value, fields.outcome.value];
      const status = STATUS_NAMES.indexOf(outcome as (typeof STATUS_NAMES)[number]);
      return {
        evaluation,
        task,
        status: status < 0 ? null : status,
        isRestricted: evaluation !== "all" || task !== "all" || status >= 0 || shown !== null,
        x: keys.indexOf(axes.x.value),
        y: keys.indexOf(axes.y.value),
        colour: axes.colour.value
      };
    }
  };
}

/** Whether latencies are drawn too; they are fetched only then. */
export const latencyInput = (): Input<boolean> => toggle({label: "With latencies"}) as Input<boolean>;

// Reads the samples that page Explore draws, once, when they are asked for.

/** Reads all samples and the columns of them, each once; what failed is read anew. */
export function explorerReader(sql: Sql): (withLatency: boolean) => Promise<Explored> {
  let samples: Promise<Samples> | undefined;
  const explored: Partial<Record<string, Promise<Explored>>> = {};
  const read = async (withLatency: boolean): Promise<Explored> => {
    const all = await (samples ??= samplesOf(sql));
    return {samples: all, columns: exploredColumns(all, withLatency ? await latenciesOf(sql) : null)};
  };
  return async withLatency => {
    const key = String(withLatency);
    try {
      return await (explored[key] ??= read(withLatency));
    } catch (error) {
      samples = undefined;
      delete explored[key];
      throw error;
    }
  };
}

/** Latencies in milliseconds in the order of `place`; NaN where none is known. */
async function latenciesOf(sql: Sql): Promise<Float64Array> {
  const rows = await sql.query(
    `select coalesce(t.latency, 'nan'::double) as latency from sample_list l left join
      (select eval_id, item_id, trial, any_value(latency_ms) as latency from timings group by all) t using (eval_id, item_id, trial) order by place`
  );
  return Float64Array.from((rows.getChildAt(0)?.toArray() ?? []) as ArrayLike<number>);
}
