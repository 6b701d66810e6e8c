// Data, tables and charts of page Hallucination.
import * as Plot from "npm:@observablehq/plot";
import {groupBy} from "../pipelines/stats/groupBy.js";
import type {Evaluated} from "../pipelines/store/evaluationName.js";
import type {Rate, RateName} from "../pipelines/studies/hallucination/rates.js";
import {namedRows, plainRows} from "./shared/answers.js";
import {
  type Column,
  countColumn,
  evaluationColumns,
  formatCount,
  formatDifference,
  formatRate,
  hollowBlue,
  kindName,
  percent,
  plotFigure,
  type Sql,
  sentences,
  tip
} from "./shared/charts.js";

// What the page Hallucination shows: the rates of each evaluation side by side, as columns, text and a sentence.

/** An evaluation's rates on one subject. */
interface ShownRates extends Evaluated {
  evaluation: string;
  base_task: string;
  subject: string;
  rates: ReadonlyMap<RateName, Rate>;
  truncated: number;
}

/** The rates of all evaluations on all subjects; the subject of the total is empty. */
export async function ratesIn(sql: Sql): Promise<ShownRates[]> {
  const rows = await namedRows<Rate & Evaluated & {base_task: string; subject: string}>(
    sql,
    "select * from hallucination order by base_task, subject, model, template, sampler, eval_id"
  );
  return [...groupBy(rows, ({eval_id, base_task, subject}) => `${eval_id} ${base_task}\n${subject}`).values()].map(own => ({
    ...own[0]!,
    rates: new Map(own.map(row => [row.rate, row])),
    truncated: Math.max(...own.map(({truncated}) => truncated))
  }));
}

/** An answer about an entity that does not exist. */
interface Confabulation {
  evaluation: string;
  eval_id: string;
  item_id: string;
  subject: string;
  question: string;
  answer: string;
}

/** Examples of one evaluation; of each question its first sentence. */
export async function confabulationsIn(sql: Sql, {eval_id, base_task, evaluation}: ShownRates): Promise<Confabulation[]> {
  const rows = plainRows<{item_id: string; subject: string; prompt: string; answer: string}>(
    await sql`select item_id, subject, prompt, answer from confabulations where eval_id = ${eval_id} and base_task = ${base_task} order by subject, item_id`
  );
  return rows.map(({item_id, subject, prompt, answer}) => ({
    evaluation,
    eval_id,
    item_id,
    subject,
    question: questionOf(prompt),
    answer
  }));
}

/** The sentence that asks, without the one that allows for not knowing. */
const questionOf = (prompt: string): string => /^[\s\S]*?(?:\?|\.(?=\s))/u.exec(prompt)?.[0] ?? prompt;

const rateColumn = (name: RateName, label: string, description: string): Column<ShownRates> => ({
  key: name,
  label,
  numeric: true,
  description,
  by: ({rates}) => rates.get(name)?.value ?? null,
  show({rates}) {
    const rate = rates.get(name);
    if (!rate) return "–";
    return `${name === "score" ? formatDifference(rate) : formatRate(rate)} n = ${formatCount(rate.n)}`;
  }
});

export const rateColumns: readonly Column<ShownRates>[] = [
  ...evaluationColumns,
  rateColumn(
    "score",
    "Score",
    "accuracy on real + abstained on fabricated − 1, in points: 100 perfect, at most 0 for always and for never abstaining"
  ),
  rateColumn("accuracy", "Accuracy", "of real entities: right"),
  rateColumn("wrong_answer", "Wrong", "of real entities: another answer than the right one"),
  rateColumn("abstained_real", "Abstained, real", "of real entities: said not to be known"),
  rateColumn("confabulated", "Confabulated", "of fabricated entities: an answer was made up"),
  rateColumn("abstained_fabricated", "Abstained, fabricated", "of fabricated entities: said not to be known"),
  rateColumn("answered", "Answered", "of all: neither abstained nor empty"),
  rateColumn("accuracy_answered", "Right where answered", "of what was answered: right"),
  rateColumn("no_answer", "Empty", "of all: no answer was found"),
  countColumn("truncated", "Truncated")
];

/** `12.0 % [8.1, 17.2] n = 250` */
const text = (rate: Rate): string => `${formatRate(rate)} n = ${formatCount(rate.n)}`;

/** Who confabulates least and most, and whether the first abstains more where there is an answer. */
export function ratesSentence(rows: readonly ShownRates[]): string {
  const known = rows
    .filter(({rates}) => rates.has("confabulated"))
    .sort((a, b) => a.rates.get("confabulated")!.value - b.rates.get("confabulated")!.value);
  const [least, most] = [known[0], known.at(-1)];
  if (!least || !most) return "No entity that was asked about here is fabricated, so nothing can be said about confabulation.";
  const real = least.rates.get("abstained_real");
  const also = real ? ` It also abstains on real ones: ${text(real)}.` : "";
  const first = `${least.evaluation} makes up ${known.length > 1 ? "the fewest answers" : "answers"} about entities that do not exist: ${text(least.rates.get("confabulated")!)}.${also}`;
  return least === most ? first : `${first} ${most.evaluation} makes up the most: ${text(most.rates.get("confabulated")!)}.`;
}

/** Rows for a file, one a rate. */
export const ratesCsv = (rows: readonly ShownRates[]): Record<string, unknown>[] =>
  rows.flatMap(({evaluation, simulated, base_task, subject, rates}) =>
    [...rates.values()].map(({rate, value, low, high, n, items, truncated}) => ({
      evaluation,
      simulated,
      base_task,
      subject,
      rate,
      value,
      low,
      high,
      n,
      items,
      truncated
    }))
  );

// The charts of the page Hallucination: abstention against confabulation, and one rate by subject.

/** Most evaluations whose names stand beside their dots. */
const MOST_NAMED = 12;
const LETTER = 6.5;

interface Placed {
  evaluation: string;
  simulated: boolean;
  x: Rate;
  y: Rate;
}

/** Abstention on real entities against confabulation on fabricated ones, with both intervals. */
export function tradeOff(rows: readonly ShownRates[], {width}: {width: number}): HTMLElement {
  const placed = rows.flatMap(({evaluation, simulated, rates}): Placed[] => {
    const [x, y] = [rates.get("abstained_real"), rates.get("confabulated")];
    return x && y ? [{evaluation, simulated, x, y}] : [];
  });
  const named = placed.length <= MOST_NAMED;
  const simulated = placed.some(row => row.simulated);
  // Names stand right of a dot in the left half, and left of it in the other.
  const labels = (right: boolean) =>
    Plot.text(
      placed.filter(({x}) => x.value < 0.5 === right),
      {
        x: (row: Placed) => percent(row.x.value),
        y: (row: Placed) => percent(row.y.value),
        text: (row: Placed) => shortened(row.evaluation, width),
        textAnchor: right ? "start" : "end",
        dx: right ? 7 : -7,
        dy: -7
      }
    );
  return plotFigure({
    title: "Abstention against confabulation",
    simulated,
    id: "trade-off",
    caption: sentences(
      "Lower left is best: it answers what has an answer, and makes nothing up. Lines are 95 % intervals.",
      named ? "" : "Names are in the table.",
      simulated ? "Hollow dots are simulated." : ""
    ),
    width,
    height: 380,
    marginLeft: 46,
    marginRight: 20,
    marginBottom: 42,
    x: {label: "abstained on real entities (%) →", domain: [0, 100], grid: true, inset: 6},
    y: {label: "↑ confabulated on fabricated ones (%)", domain: [0, 100], grid: true, inset: 6},
    marks: [
      Plot.ruleX(placed, {
        x: (row: Placed) => percent(row.x.value),
        y1: (row: Placed) => percent(row.y.low),
        y2: (row: Placed) => percent(row.y.high),
        stroke: "var(--theme-foreground-muted)"
      }),
      Plot.ruleY(placed, {
        y: (row: Placed) => percent(row.y.value),
        x1: (row: Placed) => percent(row.x.low),
        x2: (row: Placed) => percent(row.x.high),
        stroke: "var(--theme-foreground-muted)"
      }),
      Plot.dot(placed, {
        x: (row: Placed) => percent(row.x.value),
        y: (row: Placed) => percent(row.y.value),
        r: 4,
        ...hollowBlue
      }),
      ...(named ? [labels(true), labels(false)] : []),
      tip(placed, {
        x: (row: Placed) => percent(row.x.value),
        y: (row: Placed) => percent(row.y.value),
        title: (row: Placed) => `${kindName(row)}\nabstained on real: ${withCount(row.x)}\nconfabulated: ${withCount(row.y)}`
      })
    ]
  });
}

const shortened = (name: string, width: number): string => {
  const most = Math.max(8, Math.floor((0.4 * width) / LETTER));
  return name.length <= most ? name : `${name.slice(0, most - 1)}…`;
};
const withCount = (rate: Rate): string => `${formatRate(rate)} n = ${formatCount(rate.n)}`;

interface OfSubject {
  subject: string;
  rate: Rate;
}

/** Bars of two rates by subject for one evaluation, with intervals. */
export function subjectBars(rows: readonly ShownRates[], {width}: {width: number}): HTMLElement {
  const [first] = rows;
  const of = (name: RateName): OfSubject[] =>
    rows.flatMap(({subject, rates}) => (rates.has(name) ? [{subject, rate: rates.get(name)!}] : []));
  const bars = (["accuracy", "confabulated"] as const).flatMap(name =>
    of(name).map(row => ({...row, kind: name === "accuracy" ? "accuracy, real" : "confabulated, fabricated"}))
  );
  type Bar = (typeof bars)[number];
  const subjects = [...new Set(bars.map(({subject}) => subject))].sort();
  return plotFigure({
    title: `By subject: ${first?.evaluation ?? ""}`,
    simulated: rows.some(row => row.simulated),
    id: "subjects",
    caption: "Upper bars: right about real entities. Lower bars: made up about fabricated ones. Lines are 95 % intervals.",
    width,
    height: 60 + 44 * subjects.length,
    marginLeft: 100,
    marginRight: 20,
    marginBottom: 40,
    x: {label: "share (%) →", domain: [0, 100], grid: true},
    y: {axis: null, domain: ["accuracy, real", "confabulated, fabricated"]},
    fy: {domain: subjects, label: null, axis: "left"},
    color: {
      domain: ["accuracy, real", "confabulated, fabricated"],
      range: ["var(--theme-blue)", "var(--theme-red)"],
      legend: true
    },
    marks: [
      Plot.barX(bars, {fy: "subject", y: "kind", x: (bar: Bar) => percent(bar.rate.value), fill: "kind", fillOpacity: 0.6}),
      Plot.ruleY(bars, {
        fy: "subject",
        y: "kind",
        x1: (bar: Bar) => percent(bar.rate.low),
        x2: (bar: Bar) => percent(bar.rate.high),
        stroke: "currentColor"
      }),
      tip(bars, {
        fy: "subject",
        y: "kind",
        x: (bar: Bar) => percent(bar.rate.value),
        title: (bar: Bar) => `${bar.subject}: ${bar.kind}\n${withCount(bar.rate)}`
      })
    ]
  });
}
