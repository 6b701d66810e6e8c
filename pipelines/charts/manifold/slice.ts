// Selects the points that the explorer shows: one evaluation's, on two axes, with the other parameters pooled or fixed.
import type {NamedSlice} from "../../generate/manifold.node.js";
import {remembered, type Value, valuesOf, varying} from "../../studies/manifold/surface.js";
import type {InputQuestion, Option} from "../shared/input.js";
import {evaluationLabels} from "../shared/label.js";
import type {EvaluatedPoint, Evaluation} from "./points.js";

export interface Slice {
  task: string;
  evaluation: Evaluation;
  label: string;
  /** name of the surface; undefined for axes chosen by the reader */
  surface?: string | undefined;
  /** parameter on the x axis; empty where the task has none */
  x: string;
  /** parameter on the y axis; undefined where the task has a single parameter */
  y?: string | undefined;
  /** other parameters that are fixed at one value */
  fixed: Readonly<Record<string, Value>>;
  /** other parameters in which pooled points differ */
  pooled: string[];
  /** the evaluation's points */
  points: EvaluatedPoint[];
  /** the points at the same places of every evaluation that passes the filters */
  everybody: EvaluatedPoint[];
  /** the task's points under every evaluation that passes the filters, at all places */
  filtered: EvaluatedPoint[];
  /** the task's points without any filter */
  ofTask: EvaluatedPoint[];
}

const ALL = "all";
const OWN = "own";
const all = (names: Iterable<string>): Option[] => [{value: ALL}, ...plainOptions(names)];
const plainOptions = (names: Iterable<string>): Option[] => Array.from(names, value => ({value}));

/** The names that occur in at least one point. Points share their lists, so that each list is read once. */
const facets = (of: (point: EvaluatedPoint) => readonly string[]) =>
  remembered((points: readonly EvaluatedPoint[]) => [...new Set([...new Set(points.map(of))].flat())].sort());
const groupsOf = facets(({groups}) => groups);
const tiersOf = facets(({place}) => place.tiers);
const surfacesOf = facets(({place}) => place.surfaces);
export const projectionsOf = facets(({place}) => place.projections);
const tasksOf = remembered((points: readonly EvaluatedPoint[]) => {
  const tasks = new Map<string, EvaluatedPoint[]>();
  for (const point of points) {
    const ofTask = tasks.get(point.place.base_task);
    if (ofTask) ofTask.push(point);
    else tasks.set(point.place.base_task, [point]);
  }
  return tasks;
});

/** The points that pass; the same array where all do, so that results cached for it can be reused. */
export function keep(points: EvaluatedPoint[], passes: (point: EvaluatedPoint) => boolean): EvaluatedPoint[] {
  const kept = points.filter(passes);
  return kept.length === points.length ? points : kept;
}

/** Inputs for task, filters, evaluation, axes and the other parameters. */
export const askSlice =
  (points: readonly EvaluatedPoint[], named: readonly NamedSlice[] = []) =>
  (ask: InputQuestion): Slice => {
    const task = ask("task", "Task", plainOptions([...tasksOf(points).keys()].sort()));
    const ofTask = tasksOf(points).get(task) ?? [];
    const group = ask("group", "Group", all(groupsOf(ofTask)));
    const ofGroup = group === ALL ? ofTask : keep(ofTask, ({groups}) => groups.includes(group));
    const tier = ask("tier", "Tier", all(tiersOf(ofGroup)));
    const filtered = tier === ALL ? ofGroup : keep(ofGroup, ({place}) => place.tiers.includes(tier));
    const {evaluation, label} = askEvaluation(ask, filtered);
    const surface = ask("surface", "Surface", [
      ...plainOptions(surfacesOf(filtered)),
      {value: OWN, label: "axes of your choice"}
    ]);
    const tagged = surface === OWN ? filtered : keep(filtered, ({place}) => place.surfaces.includes(surface));
    const axes = surface === OWN ? askAxes(ask, tagged) : (axesOf(named, task, surface) ?? guessAxes(ofTask, surface));
    const {fixed, pooled, kept} = askBeside(ask, tagged, [axes.x, axes.y]);
    return {
      task,
      evaluation,
      label,
      ...(surface !== OWN && {surface}),
      x: axes.x,
      y: axes.y,
      fixed,
      pooled,
      points: kept.filter(point => point.evaluation.key === evaluation.key),
      everybody: kept,
      filtered,
      ofTask
    };
  };

function askEvaluation(ask: InputQuestion, points: readonly EvaluatedPoint[]): {evaluation: Evaluation; label: string} {
  const evaluations = evaluationsOf(points);
  const label = evaluationLabels(evaluations);
  const options = evaluations.map(each => ({value: each.key, label: label(each)}));
  const key = ask("evaluation", "Evaluation", options, {initial: middleOf(points) ?? ""});
  const evaluation = evaluations.find(each => each.key === key)!;
  return {evaluation, label: label(evaluation)};
}

/** The evaluations of the points, by name. */
export const evaluationsOf = remembered((points: readonly EvaluatedPoint[]): Evaluation[] =>
  [...new Map(points.map(({evaluation}) => [evaluation.key, evaluation])).values()].sort((a, b) => (a.key < b.key ? -1 : 1))
);

/** Returns the key of the evaluation in the middle by its share of right answers: at either end a grid has nothing to show. */
const middleOf = remembered((points: readonly EvaluatedPoint[]): string | undefined => {
  const shares = new Map<string, {right: number; all: number}>();
  for (const {evaluation, correct, incorrect, truncated} of points) {
    const {right, all} = shares.get(evaluation.key) ?? {right: 0, all: 0};
    shares.set(evaluation.key, {right: right + correct, all: all + correct + incorrect + truncated});
  }
  const sorted = [...shares].sort(([a, x], [b, y]) => x.right / x.all - y.right / y.all || (a < b ? -1 : 1));
  return sorted[Math.floor(sorted.length / 2)]?.[0];
});

function askAxes(ask: InputQuestion, points: readonly EvaluatedPoint[]): {x: string; y?: string | undefined} {
  const lively = varying(points);
  const still = [...valuesOf(points).keys()].filter(name => !lively.includes(name));
  const names = [...lively, ...still];
  const x = ask("x", "Across", plainOptions(names));
  const y = ask("y", "Down", plainOptions(names.filter(name => name !== x)));
  return {x, y: y || undefined};
}

const axesOf = (named: readonly NamedSlice[], task: string, name: string): NamedSlice | undefined =>
  named.find(each => each.kind === "surface" && each.task === task && each.name === name);

/** The cells of a slice. */
export interface Grid {
  x: string;
  y?: string | undefined;
  /** values of the axes, including those without data */
  columns: readonly Value[];
  rows: readonly Value[];
}

/** Name of the only cell of a task without parameters. */
export const WHOLE = "all tests";

/** The name of a cell in addresses: `length=3 max_depth=0`. */
export function cellName({x, y}: Pick<Grid, "x" | "y">, cell: {x: Value; y: Value}): string {
  if (x === "") return WHOLE;
  const across = `${x}=${showValue(cell.x)}`;
  return y === undefined ? across : `${across} ${y}=${showValue(cell.y)}`;
}

/** The slice's axes with all values for which any evaluation has data, and the number of cells. */
export function gridOf({x, y, everybody}: Slice): Grid & {places: number} {
  const values = valuesOf(everybody);
  const columns = x === "" ? [null] : (values.get(x) ?? []);
  const rows = y === undefined ? [null] : (values.get(y) ?? []);
  return {x, y, columns, rows, places: columns.length * rows.length};
}

/**
 * Chooses axes for a surface that the suite does not define, such as one that was tagged later: the two parameters with most values.
 * Filters are ignored, since the axes would otherwise change with them.
 */
function guessAxes(points: EvaluatedPoint[], surface: string): {x: string; y?: string | undefined} {
  const tagged = keep(points, ({place}) => place.surfaces.includes(surface));
  const [x, y] = [...new Set([...varying(tagged), ...valuesOf(tagged).keys()])];
  return {x: x ?? "", y};
}

/** Inputs for the other parameters: pooled, or fixed at one value. Generator versions are never pooled. */
export function askBeside(
  ask: InputQuestion,
  points: EvaluatedPoint[],
  axes: readonly (string | undefined)[],
  {prefix = "at"} = {}
): {fixed: Record<string, Value>; pooled: string[]; kept: EvaluatedPoint[]} {
  const versions = [...new Set(points.map(({place}) => place.generator_version))].sort((a, b) => b - a);
  const version = ask(
    `${prefix}.version`,
    "Generator version",
    versions.map(each => ({value: String(each)}))
  );
  let kept = keep(points, ({place}) => String(place.generator_version) === version);
  const fixed: Record<string, Value> = {};
  for (const name of varying(kept).filter(each => !axes.includes(each))) {
    const values = valuesOf(kept).get(name) ?? [];
    if (values.length < 2) continue;
    const options = values.map(value => ({value: JSON.stringify(value), label: showValue(value)}));
    const chosen = ask(`${prefix}.${name}`, name, [{value: ALL, label: `all ${values.length} pooled`}, ...options]);
    if (chosen === ALL) continue;
    const value = JSON.parse(chosen) as Value;
    fixed[name] = value;
    kept = keep(kept, ({place}) => (place.params[name] ?? null) === value);
  }
  return {fixed, pooled: varying(kept).filter(name => !axes.includes(name)), kept};
}

/** A parameter's value as shown to readers. */
export const showValue = (value: Value): string => (value === null ? "none" : String(value));
