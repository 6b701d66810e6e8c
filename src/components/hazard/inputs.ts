// Inputs of the page on competing risks.
import {radio, select} from "npm:@observablehq/inputs";
import type {Input} from "../../pipelines/charts/shared/input.js";
import {evaluationLabels} from "../../pipelines/charts/shared/label.js";
import {LIMITS} from "../../pipelines/studies/hazard/curves.js";
import {DESIGNS} from "../../pipelines/studies/hazard/design.js";
import {permalink} from "../shared/permalink.js";
import type {Evaluation, Facets} from "./data.js";

const NONE = "none";
const ALL = "all";
const LARGEST = "largest";

/** Inputs for an evaluation and another to compare it with; those with most truncations come first, since they show most. */
export function evaluationInputs(evaluations: readonly Evaluation[]): {
  form: Record<"a" | "b", Input<string>>;
  find(name: string): Evaluation | undefined;
} {
  const label = evaluationLabels(evaluations);
  const names = evaluations.map(label);
  const most = evaluations.reduce<Evaluation | undefined>(
    (best, each) => (best && best.cut >= each.cut ? best : each),
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

export interface HazardSettings {
  task: string;
  tier: string;
  budget: string;
  limit: (typeof LIMITS)[number];
  design: (typeof DESIGNS)[number];
  axis: "log" | "linear";
}

/** Task and tier in the form that the study takes. */
export const chosenPart = ({task, tier}: HazardSettings) => ({task: task === ALL ? "" : task, tier: tier === ALL ? "" : tier});
export const budgetOf = ({budget}: HazardSettings): number | null => (budget === LARGEST ? null : Number(budget));
