// Data, inputs and figures of page Hazard.
import {radio, select} from "npm:@observablehq/inputs";
import * as Plot from "npm:@observablehq/plot";
import {combineLatest, map, type Observable, of} from "rxjs";
import {tokenAxis} from "../pipelines/charts/hazard/plots.js";
import {type TaskRow, taskColumns} from "../pipelines/charts/hazard/sentences.js";
import type {Status} from "../pipelines/score/status.js";
import type {Evaluated} from "../pipelines/store/evaluationName.js";
import {type Cohort, cohort, type Exit, longest} from "../pipelines/studies/hazard/cohort.js";
import {
  type CurveComparison,
  type CurveDifference,
  choose,
  comparison,
  type HazardData,
  type HazardPoint,
  narrowingRows,
  type SamplePair
} from "../pipelines/studies/hazard/competingRisks.js";
import {LIMITS} from "../pipelines/studies/hazard/curves.js";
import {DESIGNS} from "../pipelines/studies/hazard/design.js";

import {hazardExitsQuery, hazardPairsQuery, hazardPointsQuery} from "../pipelines/studies/hazard/exits.sql.js";
import {differences, drawnAt} from "../pipelines/studies/hazard/series.js";
import {evaluationLabels, formatCount, type Input, plotFigure, type Rows, type Sql, tip} from "./shared/charts.js";
import {permalink, tableBox} from "./shared/page.js";

// Reads the samples of one evaluation, and pairs of samples of two, in the form of the study of competing risks.

/** An evaluation that can be chosen. */
interface Evaluation extends Evaluated {
  /** number of samples, and of those correct and truncated by the token limit */
  n: number;
  correct: number;
  cut: number;
}

/** Values of filters: tasks, tiers, and the tokens of the longest sample. */
interface Facets {
  tasks: Iterable<string>;
  tiers: Iterable<string>;
  longest: number;
}

/** Numbers texts in order of appearance. */
function numbering(): (text: unknown) => number | null {
  const known = new Map<string, number>();
  return text => {
    if (text === null || text === undefined) return null;
    const key = String(text);
    if (!known.has(key)) known.set(key, known.size);
    return known.get(key)!;
  };
}

/** Columns of an Arrow table by position: creating an object per row would take longer than the study. */
const columns = (rows: Rows) =>
  new Map(rows.schema.fields.map(({name}, i) => [name, (row: number) => rows.getChildAt(i)!.get(row)] as const));

async function hazardData(sql: Sql, {eval_id}: {eval_id: string}): Promise<HazardData> {
  const [points, exits] = await Promise.all([
    sql.query(hazardPointsQuery, [eval_id, eval_id]),
    sql.query(hazardExitsQuery, [eval_id, eval_id])
  ]);
  const of = columns(exits);
  const item = numbering();
  return {
    points: Array.from(points, row => ({
      point: Number(row.point),
      base_task: String(row.base_task),
      tiers: Array.from(row.tiers as Iterable<string>),
      prompt_tokens: Number(row.prompt_tokens),
      samples: Number(row.samples),
      ended_unknown: Number(row.ended_unknown)
    })) satisfies HazardPoint[],
    exits: Array.from(
      {length: exits.numRows},
      (_, i): Exit => ({
        point: Number(of.get("point")!(i)),
        tokens: Number(of.get("tokens")!(i)),
        status: Number(of.get("status")!(i)) as Status,
        item: item(of.get("item")!(i)),
        count: Number(of.get("count")!(i))
      })
    )
  };
}

/** Pairs of samples of the same test; points are numbered as in A's data. */
async function hazardPairs(sql: Sql, a: {eval_id: string}, b: {eval_id: string}): Promise<SamplePair[]> {
  const rows = await sql.query(hazardPairsQuery, [a.eval_id, b.eval_id, a.eval_id]);
  const of = columns(rows);
  const item = numbering();
  const exit = (side: "a" | "b", i: number) => ({
    tokens: Number(of.get(`${side}_tokens`)!(i)),
    status: Number(of.get(`${side}_status`)!(i)) as Status
  });
  return Array.from({length: rows.numRows}, (_, i) => ({
    point: Number(of.get("point")!(i)),
    item: item(of.get("item")!(i)),
    count: Number(of.get("count")!(i)),
    a: exit("a", i),
    b: exit("b", i)
  }));
}

// Inputs of the page on competing risks.

const NONE = "none";
const ALL = "all";
const LARGEST = "largest";

/** Inputs for an evaluation and another to compare it with; the one with the largest share of correct samples is chosen first. */
export function evaluationInputs(evaluations: readonly Evaluation[]): {
  form: Record<"a" | "b", Input<string>>;
  find(name: string): Evaluation | undefined;
} {
  const label = evaluationLabels(evaluations);
  const names = evaluations.map(label);
  const most = evaluations.reduce<Evaluation | undefined>(
    (best, each) => (best && best.correct / best.n >= each.correct / each.n ? best : each),
    undefined
  );
  const choice = (key: string, title: string, options: string[], value: string | undefined) =>
    permalink(key, select(options, {label: title, value}) as Input<string>, {among: options});
  return {
    form: {
      a: choice("evaluation", "Evaluation", names, most && label(most)),
      b: choice("against", "Against", [NONE, ...names], NONE)
    },
    find: name => evaluations[names.indexOf(name)]
  };
}

/** Inputs for the estimates shown. Values in the address are the words on the page. */
export function hazardInputs({tasks, tiers, longest}: Facets) {
  const list = (key: string, label: string, options: readonly string[], value: string) =>
    permalink(key, select(options, {label, value}) as Input<string>, {among: options});
  const pick = (key: string, label: string, options: readonly string[], format?: (value: string) => string) =>
    permalink(key, radio(options, {label, value: options[0], ...(format && {format})}) as Input<string>, {among: options});
  const budgets: string[] = [];
  for (let tokens = 32; tokens < longest; tokens *= 2) budgets.push(String(tokens));
  return {
    task: list("task", "Task", [ALL, ...tasks], ALL),
    tier: list("tier", "Tier", [ALL, ...tiers], ALL),
    budget: list("budget", "Budget (tokens)", [LARGEST, ...budgets.reverse()], LARGEST),
    limit: pick("cut", "Truncated samples", LIMITS, limit =>
      limit === "event" ? "an outcome: what you pay" : "censored: given more tokens"
    ),
    design: pick("over", "Intervals over", DESIGNS, design => DESIGN_LABELS[design as keyof typeof DESIGN_LABELS]),
    axis: pick("axis", "Tokens axis", ["log", "linear"])
  };
}

const DESIGN_LABELS = {
  tests: "other tests at these points",
  points: "other points too",
  samples: "samples, all independent"
} satisfies Record<(typeof DESIGNS)[number], string>;

interface HazardSettings {
  task: string;
  tier: string;
  budget: string;
  limit: (typeof LIMITS)[number];
  design: (typeof DESIGNS)[number];
  axis: "log" | "linear";
}

/** Task and tier in the form that the study takes. */
const chosenPart = ({task, tier}: HazardSettings) => ({task: task === ALL ? "" : task, tier: tier === ALL ? "" : tier});
const budgetOf = ({budget}: HazardSettings): number | null => (budget === LARGEST ? null : Number(budget));

// From the inputs to what the page shows: samples of one or two evaluations, and rows whose intervals settle as the bootstrap proceeds.

/** One evaluation with its data. */
interface Loaded {
  name: string;
  evaluation: Evaluation;
  data: HazardData;
}

/** Reads the data of one or two evaluations, and of two the pairs of their samples. */
export async function loadEvaluations(
  sql: Sql,
  named: readonly Omit<Loaded, "data">[]
): Promise<{loaded: Loaded[]; pairs: SamplePair[]}> {
  const loaded = await Promise.all(named.map(async each => ({...each, data: await hazardData(sql, each.evaluation)})));
  const [a, b] = named;
  return {loaded, pairs: a && b ? await hazardPairs(sql, a.evaluation, b.evaluation) : []};
}

/** The part of the data that the settings select. */
interface Side extends Loaded {
  samples: Cohort;
  /** the token limit for which shares are reported */
  budget: number;
  simulated: boolean;
  /** suffix of the ids of its figures */
  suffix: string;
}

export function sidesOf(loaded: readonly Loaded[], settings: HazardSettings): Side[] {
  return loaded.map((each, i) => {
    const samples = cohort(choose(each.data, chosenPart(settings)).exits);
    const end = longest(samples);
    return {
      ...each,
      samples,
      budget: Math.min(budgetOf(settings) ?? end, end),
      simulated: each.evaluation.simulated,
      suffix: i === 0 ? "" : "-against"
    };
  });
}

/** List prices from the manifest. */
interface Prices {
  evaluations?: readonly {eval_id: string; price: {input: number; output: number}}[];
}

/** Rows of all tasks in the tier, whichever task the charts show. */
export function rowsOf(loaded: readonly Loaded[], settings: HazardSettings, {evaluations = []}: Prices): Observable<TaskRow[]> {
  const {limit, design} = settings;
  const {tier} = chosenPart(settings);
  if (loaded.length === 0) return of([]);
  return combineLatest(
    loaded.map(({name, evaluation: {eval_id, simulated}, data}) => {
      const price = evaluations.find(each => each.eval_id === eval_id)?.price ?? null;
      return narrowingRows(choose(data, {tier}), {limit, design, budget: budgetOf(settings), price}).pipe(
        map(rows => rows.map(row => ({...row, name, simulated})))
      );
    })
  ).pipe(map(rows => rows.flat()));
}

/** The row that matches the charts of one side. */
export const rowOf = (rows: readonly TaskRow[], {name}: {name: string}, settings: HazardSettings): TaskRow | undefined =>
  rows.find(row => row.name === name && row.base_task === chosenPart(settings).task);

/** The table of tasks. */
export const taskTable = (rows: readonly TaskRow[]): DocumentFragment =>
  tableBox("tasks", rows, taskColumns(rows), {csv: ["hazard.csv", () => rows]});

/** CurveComparison of both evaluations on their common tests, within the part that the settings select. */
export function comparisonOf(pairs: readonly SamplePair[], {data}: Loaded, settings: HazardSettings): CurveComparison {
  const numbers = new Set(choose(data, chosenPart(settings)).points.map(({point}) => point));
  const {limit, design} = settings;
  return comparison(
    pairs.filter(({point}) => numbers.has(point)),
    {limit, design}
  );
}

// Chart of the difference between two evaluations over tokens.

/** Share correct within each number of tokens: A minus B. */
export function differencePlot(
  comparison: CurveComparison,
  [a, b]: readonly [Side, Side],
  {width, axis}: {width: number; axis: "log" | "linear"}
): HTMLElement {
  const times = drawnAt(a.samples);
  const rows = differences(comparison, times);
  const x = tokenAxis({first: times[0]!, end: comparison.end}, {axis, room: width - 72});
  const caption = `Paired by test, n = ${formatCount(comparison.n)}; pointwise 95 % intervals. Above 0 the first is ahead.`;
  return plotFigure({
    title: `${a.name} minus ${b.name}`,
    caption,
    simulated: a.simulated || b.simulated,
    id: "difference",
    width,
    height: 240,
    marginLeft: 52,
    marginRight: 20,
    marginTop: 24,
    marginBottom: 40,
    x: x.scale,
    y: {label: "↑ difference in share correct (points)", labelAnchor: "top", grid: true, zero: true},
    marks: [
      ...x.marks,
      Plot.areaY(
        rows.filter(({low}) => low !== null),
        {
          x: "t",
          y1: row => 100 * row.low!,
          y2: row => 100 * row.high!,
          fill: "var(--theme-blue)",
          fillOpacity: 0.2,
          curve: "step-after"
        }
      ),
      Plot.ruleY([0]),
      Plot.ruleX([Math.min(a.budget, comparison.end)], {strokeDasharray: "3,3"}),
      Plot.lineY(rows, {x: "t", y: row => 100 * row.value, stroke: "var(--theme-blue)", curve: "step-after"}),
      tip(rows, {x: "t", y: row => 100 * row.value, title: tipOf}, "x")
    ]
  });
}

function tipOf({t, value, low, high}: CurveDifference): string {
  const points = (share: number) => (100 * share).toFixed(1).replace("-", "−");
  const interval = low === null || high === null ? "" : ` [${points(low)}, ${points(high)}]`;
  return `within ${formatCount(t)} tokens\n${points(value)}${interval} points`;
}
