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
import type {Shown} from "../../pipelines/store/shown.js";
import {crossFilter} from "../../pipelines/studies/samples/crossFilter.js";
import {type Range, rangeOf} from "../../pipelines/studies/samples/select.js";
import {pointMask, type Samples} from "../samples/data.js";
import {choice, named} from "../shared/choices.js";
import {csvButton} from "../shared/csv.js";
import {permalink} from "../shared/permalink.js";
import type {ExploredColumn} from "./columns.js";
import {COLOURS, type Colour, cellRows, histogram, pairPlot} from "./plots.js";

interface ExplorerOptions {
  shown: Shown | null;
  width: number;
}

/** The explorer over all samples of the published store. */
export function explorer(samples: Samples, columns: readonly ExploredColumn[], {shown, width}: ExplorerOptions): HTMLElement {
  const filter = crossFilter(columns, samples.status);
  const simulated = samples.points.some(point => point.simulated);
  const inputs = choiceInputs(samples, columns, shown);
  const ranges: (Range | null)[] = columns.map(() => null);
  const summary = html`<p id="summary" role="status" aria-live="polite">`;
  const pair = html`<div id="pair">`;
  const cards = columns.map((column, k) => card(column, {onRange: range => choose(k, range)}));
  const node = html`<div class="rb-explorer">${inputs.node}${summary}
    <div class="rb-gallery" id="histograms">${cards.map(({node}) => node)}</div>${inputs.axes}${pair}
    ${csvButton(cells, "explore.csv", {label: "Download the cells as CSV"})}</div>`;

  /** The cells of the chart of two columns, as rows of a file. */
  function cells(): Record<string, unknown>[] {
    const {x, y} = inputs.read();
    return cellRows(columns[x]!, columns[y]!, filter.pairs(x, y));
  }

  let planned = false;
  /** Draws once a frame, however many ranges have moved since. */
  const draw = (): void => {
    if (planned) return;
    planned = true;
    requestAnimationFrame(() => {
      planned = false;
      const {statuses, bins} = filter.counted();
      for (const [k, each] of cards.entries()) each.draw(bins[k]!, ranges[k]!);
      summary.replaceChildren(summaryOf(statuses, samples.n), " ", simulated ? simulatedBadge() : "");
      const {x, y, colour} = inputs.read();
      redraw(
        pair,
        figure(pairPlot(columns[x]!, columns[y]!, filter.pairs(x, y), {colour, width}), {
          title: `${columns[y]!.label} against ${columns[x]!.label.toLowerCase()}`,
          caption: "Each cell holds the samples that pass all ranges; its numbers are in its tooltip and in the download.",
          simulated
        })
      );
    });
  };
  const choose = (k: number, range: Range | null): void => {
    ranges[k] = range;
    filter.choose(k, range);
    draw();
  };
  const restrict = (): void => {
    const {points, status} = inputs.read();
    filter.restrict(
      points === null && status === null
        ? null
        : Uint8Array.from(samples.status, (code, i) =>
            Number((status === null || code === status) && (points === null || points[samples.point[i]!] === 1))
          )
    );
    draw();
  };
  inputs.node.addEventListener("input", restrict);
  inputs.axes.addEventListener("input", draw);
  for (const each of cards) each.start();
  restrict();
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
function card(column: ExploredColumn, {onRange}: {onRange: (range: Range | null) => void}): Card {
  const field = permalink(column.key, textInput({label: column.label, placeholder: "100-500, 100- or -500"}) as Input<string>);
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
  /** 1 for each point that passes, by its row; null for all */
  points: Uint8Array | null;
  status: number | null;
  x: number;
  y: number;
  colour: Colour;
}

/** What restricts all samples, and what the chart of two columns draws. */
function choiceInputs(samples: Samples, columns: readonly ExploredColumn[], shown: Shown | null) {
  const evaluations = [...new Map(samples.points.map(point => [point.eval_id, point])).values()];
  const name = evaluationNames(evaluations);
  const fields = {
    evaluation: choice("evaluation", ["all", ...evaluations.map(({eval_id}) => eval_id)], {
      label: "Evaluation",
      names: Object.fromEntries(evaluations.map(point => [point.eval_id, name(point)]))
    }),
    task: choice("task", named(samples.points.map(point => point.base_task)), {label: "Task"}),
    outcome: choice("outcome", ["all", ...STATUS_NAMES], {label: "Outcome"})
  };
  const keys = columns.map(({key}) => key);
  const names = Object.fromEntries(columns.map(({key, label}) => [key, label]));
  const axes = {
    x: choice("x", keys, {label: "Across", names}),
    y: choice("y", keys, {label: "Up", names, value: keys.find(key => key === "difficulty")}),
    colour: choice("colour", Object.keys(COLOURS) as Colour[], {label: "Colour", names: COLOURS})
  };
  return {
    node: html`<div class="rb-questions" id="filters">${Object.values(fields)}</div>` as HTMLElement,
    axes: html`<div class="rb-questions" id="axes">${Object.values(axes)}</div>` as HTMLElement,
    read: (): Chosen => {
      const status = STATUS_NAMES.indexOf(fields.outcome.value as (typeof STATUS_NAMES)[number]);
      return {
        points: pointMask(samples.points, {evaluation: fields.evaluation.value, task: fields.task.value, tag: "all", shown}),
        status: status < 0 ? null : status,
        ...{x: keys.indexOf(axes.x.value), y: keys.indexOf(axes.y.value), colour: axes.colour.value}
      };
    }
  };
}

/** Whether latencies are drawn too; they are fetched only then. */
export const latencyInput = (): Input<boolean> => toggle({label: "With latencies"}) as Input<boolean>;
