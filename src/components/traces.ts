// Flaws of reasoning traces and the check of their detectors.

import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {tracedCells} from "../pipelines/charts/traces/plots.js";
import {entropyColumns, entropyCsv} from "../pipelines/charts/traces/sentences.js";
import {type CountedPoint, countedPoints} from "../pipelines/charts/truncation/quadrants.js";
import {visibleText} from "../pipelines/score/answer/visible.js";
import type {Evaluated} from "../pipelines/store/evaluationName.js";
import {type Rate, rateOf, type TracePart} from "../pipelines/studies/traces/entropy.js";
import {findGarble, findRepetition, type Garble} from "../pipelines/studies/traces/garble.js";
import {
  builtQuery,
  flaggedQuery,
  PUBLISHED_POINTS,
  publishedCellsQuery,
  traceCellsQuery
} from "../pipelines/studies/traces/traces.sql.js";
import {plainRows} from "./shared/answers.js";
import {
  type Column,
  countColumn,
  evaluationLabels,
  formatCount,
  formatRate,
  type Input,
  numberColumn,
  plotFigure,
  pointNames,
  STATUS_NAMES,
  sampleLink,
  sortable,
  textColumn,
  tip
} from "./shared/charts.js";
import {drawer} from "./shared/drawer.js";
import {answerParts, exchangeOf, fetchedFrom} from "./shared/exchange.js";
import {permalink, tableBox} from "./shared/page.js";
import type {OpenTables} from "./shared/tables.js";
import {untrusted} from "./shared/text.js";

/** Queries of the page, of the tables of published answers where these are shown. */
export interface TraceQueries {
  /** the points of all evaluations */
  points: CountedPoint[];
  /** the traces by point and outcome, of one part of each */
  cells(part: TracePart): ReturnType<typeof tracedCells>;
  /** traces with a loop or garbled text */
  flagged(): Promise<Flagged[]>;
  /** simulated models, by their probability of looping; none of published answers */
  built(): Promise<BuiltLooper[]>;
}

/** Opens the queries of the page, and reads its points. */
export async function traceQueries(sql: OpenTables, {isPublished}: {isPublished: boolean}): Promise<TraceQueries> {
  const points = await countedPoints(sql, isPublished ? PUBLISHED_POINTS : undefined);
  return {
    points,
    cells: part => tracedCells(sql, points, {part, query: isPublished ? publishedCellsQuery : traceCellsQuery}),
    flagged: async () => plainRows(await sql.query(flaggedQuery(isPublished ? "trace_flaws" : "traces"))),
    built: async () => (isPublished ? [] : plainRows(await sql.query(builtQuery)))
  };
}

/** The table of evaluations. */
export const entropyTable = (rows: Parameters<typeof entropyCsv>[0]): DocumentFragment =>
  tableBox("entropy", rows, entropyColumns(), {sort: "-loops", csv: ["compression.csv", () => entropyCsv(rows)]});

// Lists traces with loops or garbled text, which can be opened and read; all of it is untrusted text.

/** A row of `flaggedQuery`. */
interface Flagged extends Evaluated {
  base_task: string;
  params: string;
  item_id: string;
  trial: number;
  status: number;
  trace_bytes: number;
  loop: boolean;
  loop_period: number | null;
  loop_length: number | null;
  garble: Garble | null;
  repetition: number;
}

const SHOWN = 100;
const GARBLES: Record<Garble, string> = {
  broken: "broken characters",
  scripts: "letters of many scripts at once",
  noise: "as random as noise",
  consonants: "letters that form no words"
};

/**
 * The list; a trace opens in a drawer with its loop marked. Its value names the open trace, "" for none, and is kept in the address.
 * @param sql called on first use, since the table of responses is large
 */
export function flawsPanel(rows: readonly Flagged[], {sql}: {sql: () => OpenTables}): Input<string> {
  const [label, point] = [evaluationLabels(rows), pointNames(rows)];
  const {dialog, button, input} = drawer(async key => {
    const row = rows.find(each => keyOf(each) === key);
    return row ? {title: titleOf(row), content: contentOf(row)} : null;
  });
  const list = html`<div class="rb-scroll rb-tall" id="flaws" tabindex="0">${sortable(rows.slice(0, SHOWN), columns())}`;
  const note =
    rows.length === 0
      ? "No trace that passes the filters runs in a loop or is garbled."
      : `${formatCount(rows.length)} traces${rows.length > SHOWN ? `; ${formatCount(SHOWN)} of them, drawn by their identity, are listed` : ""}. Open one to read it.`;
  const node = html`<div><p class="rb-muted" id="flaws-note">${note}</p>${rows.length > 0 ? list : ""}${dialog}</div>`;

  function columns(): Column<Flagged>[] {
    return [
      {key: "open", label: "Trace", show: row => button(keyOf(row), "open")},
      textColumn("model", "Evaluation", label),
      textColumn("point", "Point", point),
      textColumn("status", "Status", row => STATUS_NAMES[row.status] ?? "", {by: row => row.status}),
      textColumn("found", "Found", foundIn),
      numberColumn(
        "repetition",
        "Repetition",
        row => row.repetition,
        row => `${(100 * row.repetition).toFixed(1)} %`,
        "share of 32-character pieces that stood in the trace before"
      ),
      numberColumn(
        "bytes",
        "Bytes",
        row => row.trace_bytes,
        row => formatCount(row.trace_bytes)
      )
    ];
  }
  const titleOf = (row: Flagged): string => `${label(row)}, ${point(row)}, ${STATUS_NAMES[row.status] ?? ""}: ${foundIn(row)}`;
  async function contentOf(row: Flagged): Promise<Node> {
    const {model, template, sampler, eval_id, base_task, item_id, trial} = row;
    const found = await exchangeOf(sql(), {model, template, sampler, eval_id, base_task, item_id, trial});
    const {exchange} = found;
    const text = exchange ? [markedTrace(visibleText(exchange).trace), fetchedFrom(found)] : answerParts(found);
    return html`<div id="flaw"><p>${sampleLink(row, "This answer on page Samples")}</p>${text}`;
  }
  return permalink("trace", input(node));
}

const keyOf = ({eval_id, item_id, trial}: Flagged): string => `${eval_id} ${item_id} ${trial}`;

/** The detected flaws as text. */
function foundIn({loop, loop_period, loop_length, garble}: Flagged): string {
  const copies = loop ? Math.floor(loop_length! / loop_period!) : 0;
  return [loop ? `${formatCount(loop_period)} characters, ${formatCount(copies)} times` : "", garble ? GARBLES[garble] : ""]
    .filter(Boolean)
    .join("; ");
}

const part = (text: string): HTMLElement | "" => (text === "" ? "" : untrusted(text));

/** A trace with the first copy of its loop marked; the further copies are counted but not shown. */
function markedTrace(trace: string): HTMLElement {
  const {loop} = findRepetition(trace);
  if (loop) {
    const {start, length, period} = loop;
    const rounds = Math.floor(length / period);
    return html`<div class="rb-text">
      ${part(trace.slice(0, start))}
      <p class="rb-muted">This block occurs here ${formatCount(rounds)} times in a row:</p>
      <div class="rb-loop">${untrusted(trace.slice(start, start + period))}</div>
      <p class="rb-muted">${formatCount(length - period)} characters are left out.</p>
      ${part(trace.slice(start + length))}</div>`;
  }
  const garble = findGarble(trace);
  const from = garble ? Math.max(0, garble.start - 200) : 0;
  return html`<div class="rb-text">${from > 0 ? html`<p class="rb-muted">… ${formatCount(from)} characters before …</p>` : ""}${untrusted(trace.slice(from, from + 4_000))}</div>`;
}

// Checks of the detectors of flaws: sensitivity to injected faults, false alarms in clean text, and detection of simulated models that
// loop.

/** A row of `trace_checks`. */
interface TraceCheck {
  detector: "loop" | "garble";
  case: string;
  planted: boolean;
  claimed: boolean;
  n: number;
  found: number;
}

const NAMES = {loop: "loops", garble: "garble"} as const;

/** Numbers of injected and detected faults, in two sentences. */
export function checkSentence(checks: readonly TraceCheck[]): string {
  return (["loop", "garble"] as const)
    .map(detector => {
      const own = checks.filter(check => check.detector === detector);
      const [injected, clean] = [
        pooled(own.filter(check => check.planted && check.claimed)),
        pooled(own.filter(check => !check.planted))
      ];
      const [found, flagged] = [formatRate(injected), falseRate(clean)];
      return injected.n === 0
        ? `There are no clean traces to plant ${NAMES[detector]} in; of clean texts ${flagged} are flagged (n = ${formatCount(clean.n)}).`
        : `Of planted ${NAMES[detector]} ${found} are found (n = ${formatCount(injected.n)}), of clean texts ${flagged} are flagged (n = ${formatCount(clean.n)}).`;
    })
    .join(" ");
}

function pooled(checks: readonly TraceCheck[]): Rate {
  const sum = (key: "found" | "n") => checks.reduce((total, check) => total + check[key], 0);
  return rateOf(sum("found"), sum("n"));
}

/** A rate near 0 needs more digits. */
const falseRate = ({value, low, high}: Rate): string => {
  const points = (share: number) => (100 * share).toFixed(3);
  return `${points(value)} % [${points(low)}, ${points(high)}]`;
};

const checkColumns: readonly Column<TraceCheck>[] = [
  textColumn("detector", "Detector", row => NAMES[row.detector], {by: row => row.detector}),
  textColumn(
    "case",
    "Text",
    row =>
      html`<span>${row.planted ? `planted: ${row.case}` : `clean: ${row.case}`}${row.claimed ? "" : html` <em>(not what it looks for)</em>`}</span>`,
    {by: row => row.case}
  ),
  numberColumn(
    "found",
    "Flagged",
    row => row.found / row.n,
    row => (row.planted ? formatRate(rateOf(row.found, row.n)) : falseRate(rateOf(row.found, row.n))),
    "95 % interval"
  ),
  countColumn("n", "n")
];

/** The table of checks. */
export const checkTable = (checks: readonly TraceCheck[]): DocumentFragment =>
  tableBox("checks", checks, checkColumns, {key: null, tall: false});

/** A simulated model: its probability of looping, and how often loops were detected among truncated and among other traces. */
interface BuiltLooper {
  model: string;
  built: number;
  loops: number;
  traces: number;
  truncated: number;
  truncated_loops: number;
}

/** Least probability of models that loop often; all others have at most 0.02. */
const OFTEN = 0.1;

/** Whether the detector finds the models that were simulated to loop. */
export function builtSentence(models: readonly BuiltLooper[]): string {
  if (models.length === 0) return "There are no simulated models here to check the detector on.";
  const loopers = models.filter(({built}) => built >= OFTEN);
  const others = models.filter(({built}) => built < OFTEN);
  const highest = Math.max(0, ...others.map(model => rateOf(model.loops, model.traces).high));
  const found = loopers.filter(model => rateOf(model.loops, model.traces).low > highest).length;
  const total = (key: "loops" | "traces" | "truncated" | "truncated_loops") => models.reduce((sum, model) => sum + model[key], 0);
  const [truncated, truncatedLoops] = [total("truncated"), total("truncated_loops")];
  const ended = rateOf(total("loops") - truncatedLoops, total("traces") - truncated);
  return `${formatCount(found)} of the ${formatCount(loopers.length)} simulated models that were built to loop have a rate of loops above every other model's interval. A simulated model is cut off only while it loops: ${formatRate(rateOf(truncatedLoops, truncated))} of ${formatCount(truncated)} truncated traces are flagged, and ${falseRate(ended)} of ${formatCount(ended.n)} others.`;
}

/** True probability of looping against the detected rate with its interval. */
export function builtPlot(models: readonly BuiltLooper[], {width}: {width: number}): HTMLElement {
  const rows = models.map(model => ({...model, ...rateOf(model.loops, model.traces)}));
  return plotFigure({
    title: "Loops: built in and found",
    simulated: true,
    caption:
      "One dot per simulated model, with its 95 % interval. The built-in probability holds for questions of very many steps, so the rate found lies below it; models that were built to loop should stand apart from the others.",
    id: "built-plot",
    width,
    height: 320,
    marginLeft: 46,
    marginRight: 20,
    marginBottom: 40,
    x: {percent: true, grid: true, zero: true, label: "probability of looping that was built in (%)"},
    y: {percent: true, grid: true, zero: true, label: "traces found in a loop (%)"},
    marks: [
      Plot.ruleX(rows, {x: "built", y1: "low", y2: "high", stroke: "var(--theme-foreground-muted)"}),
      Plot.dot(rows, {x: "built", y: "value", r: 3.5, stroke: "var(--theme-blue)", fill: "var(--theme-background)"}),
      tip(rows, {
        x: "built",
        y: "value",
        title: (row: (typeof rows)[number]) =>
          `${row.model} (simulated)\nbuilt in ${(100 * row.built).toFixed(1)} %\nfound ${formatRate(row)} n = ${formatCount(row.n)}`
      })
    ]
  });
}
