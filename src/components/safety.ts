// Data, tables and charts of page Safety.
import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {manifoldHeat} from "../pipelines/charts/manifold/heat.js";
import type {RefusalRates} from "../pipelines/infer/reference/refusalRates.js";
import {clusteredRatio} from "../pipelines/stats/clustered.js";
import {groupBy} from "../pipelines/stats/groupBy.js";
import type {Evaluated} from "../pipelines/store/evaluationName.js";
import type {Cell, Value} from "../pipelines/studies/manifold/surface.js";
import type {Outcome, Part} from "../pipelines/studies/safety/tables.js";
import {type RefusalTruth, refusalTruth} from "../pipelines/studies/safety/truth.js";
import {measureScatter} from "./estimates.js";
import {namedRows, plainRows} from "./shared/answers.js";
import {
  type Column,
  countColumn,
  dotsWithIntervals,
  evaluationColumns,
  formatCount,
  formatDifference,
  formatInterval,
  formatRate,
  type Input,
  itemLink,
  kindName,
  numberColumn,
  pColumn,
  percent,
  plotFigure,
  type Sql,
  sentences,
  simulatedBadge,
  textColumn,
  tip
} from "./shared/charts.js";
import {choice, MEAN, tableBox} from "./shared/page.js";
import {languageName, untrusted} from "./shared/text.js";

// What the page Safety shows: rows of the study's tables with names of evaluations, and the stated rates of simulated models.

interface Named extends Evaluated {
  evaluation: string;
}

interface RefusalRow extends Named {
  part: Part;
  category: string;
  severity?: string;
  style: string;
  language: string;
  harm_n: number;
  harm_refusal: number | null;
  harm_low: number | null;
  harm_high: number | null;
  benign_n: number;
  over_refusal: number | null;
  over_low: number | null;
  over_high: number | null;
  balanced: number | null;
  balanced_low: number | null;
  balanced_high: number | null;
  twins: number;
  difference: number | null;
  difference_low: number | null;
  difference_high: number | null;
  exact: number | null;
  doubtful: number;
  other_language: number;
  empty: number;
  truncated: number;
  unscored: number;
}

interface RefusalExample extends Named {
  item_id: string;
  outcome: Outcome;
  language: string;
  category: string;
  style: string;
  request: "harmful" | "benign";
  prompt: string;
  text: string;
}

const rowsOf = <Row extends Named>(sql: Sql, table: string, task: string, order: string): Promise<Row[]> =>
  namedRows(sql, `select * from ${table} where base_task = ? order by model, template, sampler, eval_id, ${order}`, [task]);

/** Rows of the study's tables of a task. */
interface RefusalData {
  rows: RefusalRow[];
  /** rows of whole evaluations, from best to worst */
  whole: RefusalRow[];
  examples: RefusalExample[];
  /** stated rates of simulated evaluations, by their names */
  truths: ReadonlyMap<string, RefusalTruth>;
}

/** Reads the rows of a task; none without a task. */
export async function refusalData(sql: Sql, task: string | undefined): Promise<RefusalData> {
  if (task === undefined) return {rows: [], whole: [], examples: [], truths: new Map()};
  const [rows, examples, rates] = await Promise.all([
    rowsOf<RefusalRow>(sql, "refusals", task, "part, category, style, language"),
    rowsOf<RefusalExample>(sql, "refusal_examples", task, "outcome, language"),
    ratesIn(sql)
  ]);
  return {rows, whole: rankedRefusals(rows), examples, truths: truthsOf(rows, rates, task)};
}

const RATES = ["harm_refusal_probability", "over_refusal_probability", "attack_loss_share"] as const;

/** The stated rates of each simulated model; none in stores of older versions. */
async function ratesIn(sql: Sql): Promise<Map<string, RefusalRates>> {
  const rows = plainRows<{model: string; faculty: string; value: number}>(
    await sql`select model, faculty, value from reference_models`
  );
  const found = new Map<string, Partial<RefusalRates>>();
  for (const {model, faculty, value} of rows) {
    const name = RATES.find(each => each === faculty);
    if (name) found.set(model, {...found.get(model), [name]: value});
  }
  return new Map([...found].filter((each): each is [string, RefusalRates] => RATES.every(name => each[1][name] !== undefined)));
}

/** The truth of each simulated evaluation of ZenSafety, by its name. */
function truthsOf(
  rows: readonly RefusalRow[],
  rates: ReadonlyMap<string, RefusalRates>,
  task: string
): Map<string, RefusalTruth> {
  const found = new Map<string, RefusalTruth>();
  if (task !== "zen-safety") return found;
  for (const {evaluation, model, simulated} of rows.filter(({part}) => part === "all")) {
    const own = simulated ? rates.get(model) : undefined;
    const styles = rows.filter(row => row.part === "style" && row.evaluation === evaluation);
    const truth = own
      ? refusalTruth(
          own,
          styles.map(({style, harm_n}) => ({style, n: harm_n}))
        )
      : null;
    if (truth) found.set(evaluation, truth);
  }
  return found;
}

/** Evaluations from best to worst by balanced accuracy; those without one last. */
const rankedRefusals = (rows: readonly RefusalRow[]): RefusalRow[] =>
  rows
    .filter(({part}) => part === "all")
    .sort((a, b) => (b.balanced ?? -1) - (a.balanced ?? -1) || (a.evaluation < b.evaluation ? -1 : 1));

/** What a map or chart shows of a row. */
const MEASURES = ["harm", "over", "balanced"] as const;
type Measure = (typeof MEASURES)[number];
const MEASURE_NAMES: Readonly<Record<Measure, string>> = {
  harm: "refusal of harmful requests",
  over: "refusal of benign requests (over-refusal)",
  balanced: "balanced accuracy"
};

/** Returns an input for a measure. @param key name of the choice in the address */
export const measureInput = (key: string, value: Measure = "harm"): Input<Measure> =>
  choice(key, MEASURES, {label: "Shown", names: MEASURE_NAMES, value});

interface Measured {
  value: number;
  low: number;
  high: number;
  n: number;
}

/** One measure of a row; null where nothing was answered. */
function measured(row: RefusalRow, measure: Measure): Measured | null {
  const [value, low, high, n] = {
    harm: [row.harm_refusal, row.harm_low, row.harm_high, row.harm_n] as const,
    over: [row.over_refusal, row.over_low, row.over_high, row.benign_n] as const,
    balanced: [row.balanced, row.balanced_low, row.balanced_high, row.harm_n + row.benign_n] as const
  }[measure];
  return value === null || low === null || high === null ? null : {value, low, high, n};
}

// Refusals as table and sentence, beside the stated rates of simulated models.

const measureColumn = (measure: Measure, label: string, description: string): Column<RefusalRow> =>
  numberColumn(
    measure,
    label,
    row => measured(row, measure)?.value ?? null,
    row => {
      const found = measured(row, measure);
      return found ? formatInterval(found) : "–";
    },
    description
  );

/** Columns of rates, of what twins say, and of what is left out. */
const rateColumns: Column<RefusalRow>[] = [
  measureColumn("balanced", "Balanced accuracy", "50 % for always and for never refusing; Newcombe's 95 % interval"),
  measureColumn("harm", "Harmful refused", "share of harmful requests, with its 95 % interval"),
  measureColumn("over", "Benign refused", "over-refusal: share of benign requests, with its 95 % interval"),
  numberColumn(
    "difference",
    "Twins",
    row => row.difference,
    row =>
      row.difference === null
        ? "–"
        : `${formatDifference({value: row.difference, low: row.difference_low, high: row.difference_high})} n = ${formatCount(row.twins)}`,
    "harmful requests refused minus their benign twins refused, points, with the paired 95 % interval; n is pairs"
  ),
  pColumn("exact", "McNemar p", "two-sided, exact, of no difference between twins; for one answer to each"),
  countColumn("doubtful", "Doubtful", "answers counted whose words allow another reading"),
  countColumn("other_language", "Other language", "answers counted that are in a language which was not asked for"),
  countColumn("empty", "Empty", "answers without a text, left out"),
  countColumn("truncated", "Truncated", "stopped by the token limit, left out"),
  countColumn("unscored", "Unscored", "responses without a score, left out")
];

function refusalColumns(truths: ReadonlyMap<string, RefusalTruth>): Column<RefusalRow>[] {
  const share = (value: number) => `${(100 * value).toFixed(1)} %`;
  const stated = (of: (truth: RefusalTruth) => number, label: string): Column<RefusalRow> =>
    numberColumn(
      label,
      label,
      row => (truths.has(row.evaluation) ? of(truths.get(row.evaluation)!) : null),
      row => (truths.has(row.evaluation) ? share(of(truths.get(row.evaluation)!)) : "–"),
      "the truth: what the simulated model's rates in the table reference_models say of these requests"
    );
  return [
    ...evaluationColumns,
    ...rateColumns,
    ...(truths.size > 0 ? [stated(({harm}) => harm, "Harmful, stated"), stated(({over}) => over, "Benign, stated")] : [])
  ];
}

/** The table of evaluations, whose file has the rows of all parts. */
export const refusalTable = ({rows, whole, truths}: RefusalData): DocumentFragment =>
  tableBox("refusals", whole, refusalColumns(truths), {
    sort: "-balanced",
    csv: ["refusals.csv", () => rows]
  });

type RefusalPart = "category" | "severity" | "style" | "language";

/** The table of one evaluation by one part. */
export const partTable = (rows: readonly RefusalRow[], part: RefusalPart): DocumentFragment =>
  tableBox("parts", rows, partColumns(part), {sort: "-balanced", key: "part-sort", tall: false});

/** Columns of the rows of one part: what it is, and the same rates. */
const partColumns = (part: RefusalPart): Column<RefusalRow>[] => [
  textColumn(
    part,
    part.replace(/^./u, letter => letter.toUpperCase()),
    row => partName(row, part)
  ),
  ...rateColumns
];

const partName = (row: RefusalRow, part: RefusalPart): string =>
  part === "language" ? languageName(row.language) : (row[part] ?? "");

/** The best, how many refuse both alike, and how many answers are doubtful. */
export function refusalSentence(rows: readonly RefusalRow[]): string {
  const known = rows.filter(({balanced}) => balanced !== null);
  const [best] = known;
  if (!best) return "No evaluation answered both harmful and benign requests.";
  const alike = known.filter(({balanced_low}) => balanced_low! <= 0.5).length;
  const answers = rows.reduce((sum, {harm_n, benign_n}) => sum + harm_n + benign_n, 0);
  const doubtful = rows.reduce((sum, row) => sum + row.doubtful, 0);
  const balanced = measured(best, "balanced")!;
  const text = `${best.evaluation} ${known.length > 1 ? "has the highest" : "has a"} balanced accuracy${known.length > 1 ? "," : " of"} ${formatRate(balanced)} over ${formatCount(balanced.n)} answers.`;
  const chance =
    alike > 0
      ? ` ${formatCount(alike)} of ${formatCount(known.length)} ${alike === 1 ? "is" : "are"} not significantly better than refusing everything.`
      : "";
  const doubt = doubtful > 0 ? ` ${formatCount(doubtful)} of ${formatCount(answers)} answers allow another reading.` : "";
  return `${text}${chance}${doubt}`;
}

// Refusal of harmful requests against refusal of benign ones, with intervals of both and the corner where both are right.

/** Pixels of the scatter's longest side. */
const MAX_SIDE = 560;

/** Refusal of harmful requests against over-refusal, with the stated rates of simulated models; null where no evaluation has both. */
export function refusalScatter({rows, truths}: RefusalData, {width}: {width: number}): HTMLElement | null {
  const all = rows
    .filter(({part}) => part === "all")
    .map(row => ({
      ...row,
      estimates: new Map((["harm", "over"] as const).flatMap(name => (measured(row, name) ? [[name, measured(row, name)!]] : [])))
    }));
  const left = all.filter(({estimates}) => estimates.size < 2).length;
  const side = Math.min(width, MAX_SIDE);
  return measureScatter(all, {
    x: {measure: "over", label: "refusal of benign requests"},
    y: {measure: "harm", label: "refusal of harmful requests"},
    title: "Refusal against over-refusal",
    id: "scatter",
    caption: sentences(
      "The top left corner is ideal: all that is harmful is refused, and nothing else. The dashed line is chance: harmful and benign requests are refused alike.",
      truths.size > 0 ? "× is the position of a simulated model by its stated rates." : "",
      left > 0
        ? `${formatCount(left)} that answered only one kind of request ${left === 1 ? "is" : "are"} in the table only.`
        : ""
    ),
    width: side,
    height: Math.max(320, side * 0.8),
    marks: [
      Plot.dot([...truths.values()], {
        x: ({over}: RefusalTruth) => percent(over),
        y: ({harm}: RefusalTruth) => percent(harm),
        symbol: "times",
        r: 3,
        stroke: "currentColor"
      }),
      Plot.line([0, 100], {x: end => end, y: end => end, stroke: "currentColor", strokeDasharray: "4 3", strokeOpacity: 0.6})
    ]
  });
}

// A measure of refusals by kind of harm and style: of one evaluation, or the mean of several.

/** Cells of the map. Intervals of means are Student's over evaluations; of one evaluation, they are its own. */
function heatCells(rows: readonly RefusalRow[], measure: Measure): Cell[] {
  return [...groupBy(rows, ({category, style}) => JSON.stringify([category, style])).values()].flatMap(own => {
    const values = own.flatMap(row => measured(row, measure) ?? []);
    if (values.length === 0) return [];
    const n = values.reduce((sum, each) => sum + each.n, 0);
    const {value, low, high} = clusteredRatio(values.map(each => ({y: each.value, x: 1})))!;
    const single = values.length === 1 ? values[0] : undefined;
    return [
      {
        x: own[0]!.style,
        y: own[0]!.category,
        n,
        samples: n,
        accuracy: value,
        low: single?.low ?? Math.max(0, low ?? 0),
        high: single?.high ?? Math.min(1, high ?? 1),
        truncated: 0,
        truncated_low: 0,
        truncated_high: 0,
        tokens: null,
        tokens_low: null,
        tokens_high: null,
        cost: 0,
        params: []
      }
    ];
  });
}

/** The map, kinds of harm downwards and styles to the right, each in the order of the letters. */
export function refusalHeat(
  all: readonly RefusalRow[],
  {chosen, measure, width}: {chosen: string; measure: Measure; width: number}
): Input<string> {
  const rows = all.filter(({part, evaluation}) => part === "category and style" && (chosen === MEAN || evaluation === chosen));
  const cells = heatCells(rows, measure);
  const [styles, categories] = [new Set(rows.map(({style}) => style)), new Set(rows.map(({category}) => category))];
  const evaluations = new Set(rows.map(({eval_id}) => eval_id)).size;
  const whose = chosen === MEAN ? `the mean of ${formatCount(evaluations)} evaluations` : chosen;
  return manifoldHeat(cells, {
    x: "style",
    y: "category",
    columns: [...styles].sort() as Value[],
    rows: [...categories].sort() as Value[],
    width,
    title: `${MEASURE_NAMES[measure].replace(/^./u, letter => letter.toUpperCase())}: ${whose}`,
    caption: `n is answers of which it is known whether they refuse. ${
      chosen === MEAN
        ? "Intervals are 95 % (Student), over evaluations; each counts the same."
        : "Intervals are 95 %, over requests."
    }`,
    simulated: rows.some(({simulated}) => simulated)
  });
}

// A measure of refusals by language, several evaluations beside each other.

interface Dot extends Measured {
  evaluation: string;
  simulated: boolean;
  language: string;
}

/** Share of a language's place that its evaluations spread over. */
const SPREAD = 0.6;

export function languageChart(
  all: readonly RefusalRow[],
  {drawn, measure, width}: {drawn: readonly string[]; measure: Measure; width: number}
): HTMLElement {
  const dots = all
    .filter(({part, evaluation}) => part === "language" && drawn.includes(evaluation))
    .flatMap((row): Dot[] => {
      const found = measured(row, measure);
      return found ? [{...found, evaluation: row.evaluation, simulated: row.simulated, language: row.language}] : [];
    });
  const languages = [...new Set(dots.map(({language}) => language))].sort();
  const x = ({language, evaluation}: Dot) =>
    languages.indexOf(language) + (drawn.length < 2 ? 0 : SPREAD * (drawn.indexOf(evaluation) / (drawn.length - 1) - 0.5));
  const simulated = dots.some(dot => dot.simulated);
  const others = new Set(all.map(({evaluation}) => evaluation)).size - drawn.length;
  const narrow = width < 520;
  return plotFigure({
    title: `By language: ${MEASURE_NAMES[measure]}`,
    simulated,
    id: "language-chart",
    caption: sentences(
      "Bars are 95 % intervals.",
      others > 0 ? `${formatCount(others)} further evaluations can be chosen above.` : "",
      simulated ? "Hollow marks are simulated." : ""
    ),
    width,
    height: 320,
    marginLeft: 46,
    marginBottom: 42,
    x: {
      label: null,
      domain: [-0.5, Math.max(0.5, languages.length - 0.5)],
      ticks: languages.map((_, i) => i),
      tickFormat: (i: number) => (narrow ? languages[i]! : languageName(languages[i]!))
    },
    y: {label: "↑ %", domain: [0, 100], grid: true},
    color: {domain: [...drawn], legend: false},
    symbol: {domain: [...drawn], legend: true},
    marks: [
      ...dotsWithIntervals(dots, {x, value: ({value}) => value}),
      tip(dots, {
        x,
        y: ({value}: Dot) => percent(value),
        title: (dot: Dot) => `${kindName(dot)}\n${languageName(dot.language)}\n${formatInterval(dot)}`
      })
    ]
  });
}

// Examples of answers, as text.

/** Requests with their answers, one below the other. */
export const exampleList = (examples: readonly RefusalExample[]): HTMLElement =>
  html`<div id="example-list">${examples.map(
    example => html`<div class="rb-figure">
    <p><strong>${example.outcome}</strong> · ${example.request} request · ${example.category || "no category"} · ${example.style || "no style"} · ${example.language === "" ? "no language" : languageName(example.language)} · ${example.evaluation} ${example.simulated ? simulatedBadge() : ""} · ${itemLink(example.item_id, "its answer on page Samples", {eval_id: example.eval_id})}</p>
    <dl><dt>Request</dt><dd>${untrusted(example.prompt)}</dd><dt>Answer</dt><dd>${untrusted(example.text)}</dd></dl>
  </div>`
  )}</div>`;
