// Variance components of scores: how much of the variance of answers is due to models, tasks, points, tests and trials (generalizability
// theory; Cronbach, Gleser, Nanda & Rajaratnam 1972; Brennan 2001). The design is model × (test : point : task), with trials within each
// cell; all facets are random, and any cell may be missing.
//
// Estimated by symmetric differences (Koch 1968, doi:10.2307/1266507): the mean of half the squared difference over all pairs of answers that
// share given facets is the sum of the components that they do not share. For complete designs these are the estimates of analysis of
// variance; for others they stay unbiased.
import {plural} from "../../../book/plural.js";
import {tQuantile} from "../../../stats/distributions.js";
import {leaveOneOutError} from "../../../stats/leaveOneOut.js";

export const COMPONENTS = ["model", "task", "point", "test", "model×task", "model×point", "model×test", "trial"] as const;
export type Component = (typeof COMPONENTS)[number];

/**
 * Answers as parallel lists: the numbers, from 0, of its model, task, point and test (points and tests are numbered over all tasks), and
 * its score.
 */
export interface ScoredAnswers {
  model: ArrayLike<number>;
  task: ArrayLike<number>;
  point: ArrayLike<number>;
  test: ArrayLike<number>;
  score: ArrayLike<number>;
}

/** Estimates of all components; null where the design does not determine one, for example with one task, or with one point per task. */
export type Components = Record<Component, number | null>;

/** Number of pairs of answers, and the sum of their squared differences. */
export interface Pairs {
  pairs: number;
  squares: number;
}

/** Variance components of all answers. */
export const components = (answers: ScoredAnswers): Components => estimates(facetSums(answers).map(pairsOfAll));

/**
 * Components of the answers without each model in turn (for the jackknife), in the order of the models' first answers. The contribution of
 * a model is subtracted from the sums, so that all of them together take as long as two passes over the answers.
 */
export function componentsWithoutEach(answers: ScoredAnswers): Components[] {
  const all = facetSums(answers);
  const whole = all.map(pairsOfAll);
  return [...new Set(Array.from(answers.model))].map(model =>
    estimates(all.map((sums, f) => withoutModel(sums, whole[f]!, model)))
  );
}

/** Pairs of answers that share the value of a facet, over all models (`by`) and within each model (`own`). */
interface FacetPairs {
  by: Pairs;
  own: Pairs;
}

/** Component estimates from the pairs that share nothing, a task, a point or a test, in this order. */
function estimates(facets: readonly FacetPairs[]): Components {
  const [all, task, point, test] = facets.map(({by}) => by) as [Pairs, Pairs, Pairs, Pairs];
  const by = {task, point, test};
  const [ownAll, ownTask, ownPoint, ownTest] = facets.map(({own}) => own) as [Pairs, Pairs, Pairs, Pairs];
  const own = {all: ownAll, task: ownTask, point: ownPoint, test: ownTest};
  // pairs within one model: another trial of a test, another test of a point, another point of a task, another task
  const same = [
    half([1, own.test]),
    half([1, own.point], [-1, own.test]),
    half([1, own.task], [-1, own.point]),
    half([1, own.all], [-1, own.task])
  ] as const;
  // pairs of two models
  const other = [
    half([1, by.test], [-1, own.test]),
    half([1, by.point], [-1, by.test], [-1, own.point], [1, own.test]),
    half([1, by.task], [-1, by.point], [-1, own.task], [1, own.point]),
    half([1, all], [-1, by.task], [-1, own.all], [1, own.task])
  ] as const;
  const less = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a - b);
  const trial = same[0];
  // differences between pairs of two models and of one model: the model component, then that plus its interactions with each facet
  const shared = [less(other[3], same[3]), less(other[2], same[2]), less(other[1], same[1])] as const;
  return {
    model: less(last(other), last(same)),
    task: less(other[3], other[2]),
    // where no task has a second point, the point component includes that of tasks, and so on
    point: less(other[2] ?? other[3], other[1]),
    test: less(other[1] ?? other[2] ?? other[3], other[0]),
    "model×task": less(shared[1], shared[0]),
    "model×point": less(shared[2], shared[1] ?? shared[0]),
    // without a second trial of any test this component includes that of trials
    "model×test": less(less(other[0], trial ?? 0), shared[2] ?? shared[1] ?? shared[0]),
    trial
  };
}

/** Half the mean squared difference of pairs that are added and subtracted; null where none are left. */
export function half(...terms: readonly (readonly [sign: number, pairs: Pairs])[]): number | null {
  const {pairs, squares} = terms.reduce((sum, [sign, each]) => plus(sum, each, sign), NO_PAIRS);
  return pairs > 0 ? squares / pairs / 2 : null;
}

/** The last value that is not null: the pattern that shares least among those in the design. */
const last = (of: readonly (number | null)[]): number | null => of.reduce((found, each) => each ?? found, null);

/** Number of scores, their sum, and the sum of their squares. */
export type Sums = [n: number, sum: number, squares: number];

interface FacetSums {
  /** by the facet's value */
  groups: Map<number, Sums>;
  /** by model, then by the facet's value */
  cells: Map<number, Map<number, Sums>>;
}

const facetSums = ({model, task, point, test, score}: ScoredAnswers): FacetSums[] =>
  [() => 0, (k: number) => task[k]!, (k: number) => point[k]!, (k: number) => test[k]!].map(value => {
    const sums: FacetSums = {groups: new Map(), cells: new Map()};
    for (let k = 0; k < score.length; k++) {
      const own = sums.cells.get(model[k]!) ?? new Map<number, Sums>();
      sums.cells.set(model[k]!, own);
      for (const into of [sums.groups, own]) add(into, value(k), score[k]!);
    }
    return sums;
  });

/** Adds a score to the sums of its group. */
export function add<Key>(sums: Map<Key, Sums>, at: Key, value: number): void {
  const found = sums.get(at);
  if (!found) {
    sums.set(at, [1, value, value * value]);
    return;
  }
  found[0]++;
  found[1] += value;
  found[2] += value * value;
}

const NO_PAIRS: Pairs = {pairs: 0, squares: 0};
const pairsOf = ([n, sum, squares]: Sums): Pairs => ({pairs: (n * (n - 1)) / 2, squares: n * squares - sum * sum});
const plus = (a: Pairs, b: Pairs, sign = 1): Pairs => ({
  pairs: a.pairs + sign * b.pairs,
  squares: a.squares + sign * b.squares
});
export const total = (of: Iterable<Sums>): Pairs => [...of].reduce((sum, each) => plus(sum, pairsOf(each)), NO_PAIRS);

const pairsOfAll = ({groups, cells}: FacetSums): FacetPairs => ({
  by: total(groups.values()),
  own: [...cells.values()].reduce((sum, own) => plus(sum, total(own.values())), NO_PAIRS)
});

function withoutModel({groups, cells}: FacetSums, {by, own}: FacetPairs, model: number): FacetPairs {
  const mine = cells.get(model)!;
  let left = by;
  for (const [at, [n, sum, squares]] of mine) {
    const group = groups.get(at)!;
    left = plus(left, pairsOf(group), -1);
    left = plus(left, pairsOf([group[0] - n, group[1] - sum, group[2] - squares]));
  }
  return {by: left, own: plus(own, total(mine.values()), -1)};
}

// Predicts the standard error of a model's share right from variance components, for any number of tasks, points, tests and trials, and
// which of them to increase next (Brennan 2001, Generalizability Theory, ch. 3: decision studies).

export const FACETS = ["tasks", "points", "tests", "trials"] as const;
type Facet = (typeof FACETS)[number];
/** A design: number of tasks; points per task; tests per point; trials per test. */
export type StudyDesign = Record<Facet, number>;

interface DesignPrecision {
  /** Standard error of a model's score as an estimate of its score on the universe of such tests. */
  absolute: number;
  /** Standard error of comparisons with other models that took the same tests: the part that can change the order of models. */
  relative: number;
  /** Share of the variance of scores that is due to models, among models that took the same tests (generalizability coefficient). */
  reliability: number;
}

/** Components that are divided by each facet's number: main effects move all models alike, interactions change their order. */
const PARTS: readonly {facet: Facet; main: Component | null; own: Component}[] = [
  {facet: "tasks", main: "task", own: "model×task"},
  {facet: "points", main: "point", own: "model×point"},
  {facet: "tests", main: "test", own: "model×test"},
  {facet: "trials", main: null, own: "trial"}
];

/**
 * Precision of a score under a plan.
 * @param fixedTasks the tasks are the universe of interest, not a sample of others
 */
export function precision(components: Components, plan: StudyDesign, {fixedTasks = false} = {}): DesignPrecision {
  const variance = (name: Component | null): number => (name === null ? 0 : Math.max(0, components[name] ?? 0));
  let [absolute, relative, count, own] = [0, 0, 1, variance("model")];
  for (const {facet, main, own: interaction} of PARTS) {
    count *= plan[facet];
    if (facet === "tasks" && fixedTasks) {
      own += variance(interaction) / count;
      continue;
    }
    absolute += (variance(main) + variance(interaction)) / count;
    relative += variance(interaction) / count;
  }
  return {
    absolute: Math.sqrt(absolute),
    relative: Math.sqrt(relative),
    reliability: own + relative > 0 ? own / (own + relative) : Number.NaN
  };
}

interface Need {
  facet: Facet;
  /** Number of this facet, with the others as they are, that reaches the wanted error; null where no number does. */
  needed: number | null;
  /** Relative standard error with twice as many, and its limit with infinitely many. */
  doubled: number;
  floor: number;
}

/** Stands for infinitely many units of a facet. */
const MOST = 1e7;

/** What each facet alone would do for the error of comparisons between models; trials are left out where no test was repeated. */
export function needs(
  components: Components,
  plan: StudyDesign,
  {wanted, fixedTasks = false}: {wanted: number; fixedTasks?: boolean}
): Need[] {
  const at = (facet: Facet, count: number): number => precision(components, {...plan, [facet]: count}, {fixedTasks}).relative;
  const known = (facet: Facet): boolean =>
    !(fixedTasks && facet === "tasks") && !(facet === "trials" && components.trial === null);
  return FACETS.filter(known).map(facet => {
    const floor = at(facet, MOST);
    let needed: number | null = null;
    if (floor <= wanted) {
      let [low, high] = [0, 1];
      while (at(facet, high) > wanted) [low, high] = [high, 2 * high];
      while (high - low > 1) {
        const middle = Math.floor((low + high) / 2);
        if (at(facet, middle) > wanted) low = middle;
        else high = middle;
      }
      needed = high;
    }
    return {facet, needed, doubled: at(facet, 2 * plan[facet]), floor};
  });
}

/** A facet whose doubling achieves this share of the best reduction is as good: lower facets are cheaper to add to. */
const AS_GOOD = 0.8;

/**
 * Which facet to double next. Doubling tasks always helps most, since everything else is nested in them; but trials are easier to add than
 * tests, tests than points, and points than tasks, so the easiest facet that does nearly as well is returned. Null where none helps.
 */
export function spendNext(found: readonly Need[], now: number): Need | null {
  const gain = ({doubled}: Need): number => now - doubled;
  const most = Math.max(0, ...found.map(gain));
  if (most <= 1e-9) return null;
  return found.findLast(each => gain(each) >= AS_GOOD * most) ?? null;
}

// Generalizability study: variance components with jackknife intervals over models, the design of the answers, and both as text.

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

/** 95 % interval of a component by the jackknife, cut at 0; NaN with fewer than three estimates without a model. */
export function interval(estimate: number | null, without: readonly (number | null)[]): [number, number] {
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
