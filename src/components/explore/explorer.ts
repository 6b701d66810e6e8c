// The explorer: a histogram of each number, whose chosen range restricts all others, and one chart of two of them.
import {text as textInput, toggle} from "npm:@observablehq/inputs";
import {html} from "npm:htl";
import {redraw} from "../../pipelines/charts/shared/accessible.js";
import {figure} from "../../pipelines/charts/shared/figure.js";
import type {Input} from "../../pipelines/charts/shared/input.js";
import {formatCount, formatInterval} from "../../pipelines/charts/shared/interval.js";
import {evaluationNames} from "../../pipelines/charts/shared/label.js";
import {STATUS_NAMES} from "../../pipelines/charts/shared/outcome.js";
import {simulatedBadge} from "../../pipelines/charts/shared/simulated.js";
import {shareOf} from "../../pipelines/stats/intervals.js";
import type {EvaluationName} from "../../pipelines/store/evaluationName.js";
import type {Shown} from "../../pipelines/store/shown.js";
import {type CrossFilter, crossFilter} from "../../pipelines/studies/samples/crossFilter.js";
import {
  EXPLORED,
  type ExploredBins,
  type ExploredColumn,
  type FirstCounts,
  firstAxes
} from "../../pipelines/studies/samples/explored.js";
import {type Range, rangeOf} from "../../pipelines/studies/samples/select.js";
import {pointMask, type Samples} from "../samples/data.js";
import {choice, named} from "../shared/choices.js";
import {csvButton} from "../shared/csv.js";
import {afterPaint} from "../shared/deferred.js";
import {permalink} from "../shared/permalink.js";
import {COLOURS, type Colour, cellRows, histogram, pairPlot} from "./plots.js";

/** All samples, and the columns that are drawn of them. */
export interface Explored {
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
          caption: "Each cell holds the samples that pass all ranges; its numbers are in its tooltip and in the download.",
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
  const rate = formatInterval(shareOf(correct, finished));
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
