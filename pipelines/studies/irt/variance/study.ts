// Generalizability study: variance components with jackknife intervals over models, the design of the answers, and both as text.
import {plural} from "../../../book/plural.js";
import {tQuantile} from "../../../stats/distributions.js";
import {leaveOneOutError} from "../../../stats/leaveOneOut.js";
import {
  COMPONENTS,
  type Component,
  type Components,
  components,
  componentsWithoutEach,
  type ScoredAnswers
} from "./components.js";
import {type DesignPrecision, FACETS, type Facet, needs, precision, type StudyDesign, spendNext} from "./planner.js";

export interface ComponentRow {
  component: Component;
  /** the estimate, 0 where it is negative (`raw` keeps the negative value); null where the design does not determine it */
  variance: number | null;
  raw: number | null;
  /** 95 % interval by the jackknife over models, cut at 0; NaN below three models */
  low: number;
  high: number;
  /** share of the sum of all components */
  share: number | null;
}

export interface Generalizability {
  models: number;
  answers: number;
  mean: number;
  rows: ComponentRow[];
  /** number of tasks, and harmonic means of points per task, tests per point and trials per test */
  plan: StudyDesign;
  /** components that are undetermined or were set to 0, one sentence each without a full stop */
  notes: string[];
}

export function generalizability(answers: ScoredAnswers): Generalizability {
  const {model, score} = answers;
  const models = [...new Set(Array.from(model))];
  const raw = components(answers);
  const without = models.length > 2 ? componentsWithoutEach(answers) : [];
  const kept = Object.fromEntries(
    COMPONENTS.map(name => [name, raw[name] === null ? null : Math.max(0, raw[name])])
  ) as Components;
  const total = COMPONENTS.reduce((sum, name) => sum + (kept[name] ?? 0), 0);
  const rows = COMPONENTS.map((component): ComponentRow => {
    const estimate = raw[component];
    const [low, high] = interval(
      estimate,
      without.map(each => each[component])
    );
    return {
      component,
      variance: kept[component],
      raw: estimate,
      low,
      high,
      share: total > 0 && kept[component] !== null ? kept[component] / total : null
    };
  });
  const mean = Array.from(score).reduce((sum, each) => sum + each, 0) / score.length;
  return {
    models: models.length,
    answers: score.length,
    mean,
    rows,
    plan: planOf(answers),
    notes: notesOf(rows, {models: models.length, mean})
  };
}

function interval(estimate: number | null, without: readonly (number | null)[]): [number, number] {
  const values = without.filter(each => each !== null);
  if (estimate === null || values.length < 3) return [Number.NaN, Number.NaN];
  const reach = tQuantile(0.975, values.length - 1) * leaveOneOutError(values);
  return [Math.max(0, estimate - reach), Math.max(0, estimate + reach)];
}

/** Design of one model's answers: harmonic means, since error variances are proportional to the reciprocal of a number. */
function planOf({model, task, point, test, score}: ScoredAnswers): StudyDesign {
  const children = (parent: (k: number) => string, child: (k: number) => number): number => {
    const found = new Map<string, Set<number>>();
    for (let k = 0; k < score.length; k++) {
      const at = parent(k);
      const own = found.get(at) ?? new Set();
      found.set(at, own.add(child(k)));
    }
    const sizes = [...found.values()].map(each => each.size);
    return sizes.length / sizes.reduce((sum, size) => sum + 1 / size, 0);
  };
  const trials = new Map<string, number>();
  for (let k = 0; k < score.length; k++) {
    const at = `${model[k]}/${test[k]}`;
    trials.set(at, (trials.get(at) ?? 0) + 1);
  }
  const counts = [...trials.values()];
  return {
    tasks: children(
      k => `${model[k]}`,
      k => task[k]!
    ),
    points: children(
      k => `${model[k]}/${task[k]}`,
      k => point[k]!
    ),
    tests: children(
      k => `${model[k]}/${point[k]}`,
      k => test[k]!
    ),
    trials: counts.length / counts.reduce((sum, size) => sum + 1 / size, 0)
  };
}

/** Sentences about components that are undetermined or were set to 0. */
export function notesOf(rows: readonly ComponentRow[], {models, mean}: {models: number; mean: number}): string[] {
  const named = (of: readonly ComponentRow[]) => of.map(({component}) => component).join(", ");
  const undetermined = rows.filter(({raw}) => raw === null);
  const negative = rows.filter(({raw}) => raw !== null && raw < 0);
  const notes: string[] = [];
  if (models < 2) notes.push("one model cannot be compared with others: only the spread of its own answers is estimated");
  if (mean === 0 || mean === 1) notes.push(ALIKE);
  else if (undetermined.length === rows.length)
    notes.push("the design identifies no component: no two answers differ in one respect alone");
  if (undetermined.some(({component}) => component === "trial"))
    notes.push("no test was asked a second time, so that the variance of trials is included in model×test");
  const others = undetermined.filter(({component}) => component !== "trial");
  if (others.length > 0 && models > 1)
    notes.push(`the design does not identify ${named(others)}: their variance is included in the components below them`);
  if (negative.length > 0) notes.push(`${named(negative)}: the estimate is below 0 and counts as 0`);
  return notes;
}

const ALIKE = "all answers are alike, so that there is no variance to decompose";

/** Components in the form that the planner needs. */
const componentsOf = ({rows}: Generalizability): Components =>
  Object.fromEntries(rows.map(({component, variance}) => [component, variance])) as Components;

/** The precision of a plan and which facet to increase next, in sentences. */
export function planText(
  study: Generalizability,
  {plan = study.plan, wanted, fixedTasks = false}: {plan?: StudyDesign; wanted: number; fixedTasks?: boolean}
): string[] {
  const found = componentsOf(study);
  if (COMPONENTS.every(name => !found[name])) return ["No plan is made: there is no variance to base it on."];
  if (INTERACTIONS.every(name => found[name] === null))
    return ["No plan is made: the design does not identify how models' answers differ from test to test."];
  const now: DesignPrecision = precision(found, plan, {fixedTasks});
  const of = fixedTasks ? "exactly these tasks" : "tasks of this kind";
  const sizes = FACETS.map(facet => `${count(plan[facet])} ${plan[facet] === 1 ? UNITS[facet][0] : UNITS[facet][1]}`);
  const reliability = Number.isFinite(now.reliability)
    ? `reliability ${now.reliability.toFixed(3)}`
    : "its reliability is not defined, since models do not differ";
  const first = `With ${sizes.join(", ")}, a model's score has a standard error of ${percent(now.relative)} relative to other models and of ${percent(now.absolute)} by itself, as an estimate of its score on ${of}; ${reliability}.`;
  const alone = needs(found, plan, {wanted, fixedTasks});
  if (now.relative <= wanted) return [first, `That is already within the target of ${percent(wanted)}.`];
  const each = alone.map(({facet, needed, floor}) =>
    needed === null ? `no number of ${facet} (${percent(floor)} would stay)` : plural(needed, facet.slice(0, -1), facet)
  );
  const next = spendNext(alone, now.relative);
  return [
    first,
    `For ${percent(wanted)} relative to others, with the rest as it is: ${each.join("; ")}.`,
    next
      ? `Spend on ${next.facet} next: twice as many bring the error from ${percent(now.relative)} to ${percent(next.doubled)}${next.facet === alone[0]!.facet ? "" : `, nearly as much as twice as many ${alone[0]!.facet} (${percent(alone[0]!.doubled)})`}.`
      : "No facet would lower the error further."
  ];
}

const INTERACTIONS = ["model×task", "model×point", "model×test", "trial"] as const;
const UNITS: Record<Facet, readonly [one: string, several: string]> = {
  tasks: ["task", "tasks"],
  points: ["point per task", "points per task"],
  tests: ["test per point", "tests per point"],
  trials: ["trial per test", "trials per test"]
};
const count = (value: number): string => Number(value.toFixed(1)).toLocaleString("en-US");
const percent = (value: number): string => `${(100 * value).toFixed(2)} %`;
