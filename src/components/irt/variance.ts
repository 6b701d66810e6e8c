// Charts and tables of variance components, and planning of the number of tasks, points, tests and trials.

import {form, number as numberInput, toggle} from "npm:@observablehq/inputs";
import {html} from "npm:htl";
import {
  COMPONENTS,
  type Component,
  type ComponentRow,
  FACETS,
  type Generalizability,
  notesOf,
  planText,
  type StudyDesign
} from "../../pipelines/studies/irt/variance/components.js";

import {plainRows} from "../shared/answers.js";
import {type Column, formatCount, numberColumn, type Sql, simulatedBadge, textColumn} from "../shared/charts.js";
import {type Calibration, number, shareSpan, simulatedIn} from "./calibration.js";

type Stored = StudyDesign & {
  component: Component;
  variance: number | null;
  raw: number | null;
  low: number | null;
  high: number | null;
  share: number | null;
  models: number;
  answers: number;
  mean: number;
};

/** The variance components of the store; null where the table is empty, as with one evaluation. */
export async function varianceOfBook(sql: Sql): Promise<Generalizability | null> {
  const stored = plainRows<Stored>(await sql`select * exclude (simulated) from irt_variance`);
  const [first] = stored;
  if (!first) return null;
  const {models, answers, mean, tasks, points, tests, trials} = first;
  const order = (row: Stored) => COMPONENTS.indexOf(row.component);
  const rows = stored
    .sort((a, b) => order(a) - order(b))
    .map(
      ({component, variance, raw, low, high, share}): ComponentRow => ({
        component,
        variance,
        raw,
        low: low ?? Number.NaN,
        high: high ?? Number.NaN,
        share
      })
    );
  return {models, answers, mean, rows, plan: {tasks, points, tests, trials}, notes: notesOf(rows, {models, mean})};
}

export const varianceColumns = (): Column<ComponentRow>[] => [
  textColumn("component", "Component", row => row.component),
  numberColumn(
    "variance",
    "Variance",
    row => row.variance,
    row => (row.variance === null ? "not known" : `${number(row.variance, 4)} [${number(row.low, 4)}, ${number(row.high, 4)}]`),
    "of right (1) and wrong (0) answers, with its 95 % interval by the jackknife over evaluations"
  ),
  numberColumn(
    "share",
    "Share",
    row => row.share,
    row => (row.share === null ? "–" : `${number(100 * row.share, 1)} %`),
    "of the sum of all components"
  )
];

export interface Wanted extends StudyDesign {
  error: number;
  fixed: boolean;
}

/** Inputs for a plan, initially that of the answers, for the wanted error, and for whether the tasks are a sample of others. */
export function planInput({plan}: Generalizability) {
  const field = (name: keyof StudyDesign, label: string) =>
    numberInput([1, 1_000_000], {label, step: 1, value: Math.max(1, Math.round(plan[name])), width: 100});
  return form<Wanted>({
    error: numberInput([0.01, 50], {label: "Target error (%)", step: 0.01, value: 1, width: 100}),
    tasks: field("tasks", "Tasks"),
    points: field("points", "Points per task"),
    tests: field("tests", "Tests per point"),
    trials: field("trials", "Trials per test"),
    fixed: toggle({label: "Exactly these tasks"})
  });
}

export function planReading(study: Generalizability, wanted: Partial<Wanted>): string {
  const {error = 1, fixed = false} = wanted;
  const plan = Object.fromEntries(FACETS.map(facet => [facet, wanted[facet] ?? study.plan[facet]])) as StudyDesign;
  return planText(study, {plan, wanted: error / 100, fixedTasks: fixed}).join(" ");
}

/** The components in a sentence, with a mark if evaluations are simulated. */
export const varianceReading = (study: Generalizability, calibration: Calibration): HTMLElement =>
  html`<p id="variance-reading">${varianceSentence(study)} ${simulatedIn(calibration) ? simulatedBadge() : ""}</p>`;

function varianceSentence({rows, models, answers, notes}: Generalizability): string {
  const of = (name: Component) => rows.find(({component}) => component === name);
  const own = of("model");
  const span = own?.share == null ? "" : ` ${shareOf(own)} of the spread of answers is the evaluations’ own ability;`;
  const most = rows
    .filter(({component, share}) => component !== "model" && share !== null)
    .sort((a, b) => b.share! - a.share!)[0];
  const rest = most ? ` the largest other part, ${number(100 * most.share!, 1)} %, is ${most.component}` : "";
  return `Of ${formatCount(answers)} answers by ${formatCount(models)} evaluations:${span}${rest}.${notes.map(note => ` ${note[0]!.toUpperCase()}${note.slice(1)}.`).join("")}`;
}
/** The share of a component with the interval of its variance, divided by the fixed sum. */
function shareOf({share, variance, low, high}: ComponentRow): string {
  const scale = variance ? share! / variance : 0;
  return shareSpan({value: share!, low: low * scale, high: Math.min(1, high * scale)});
}
