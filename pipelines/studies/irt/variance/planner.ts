// Predicts the standard error of a model's share right from variance components, for any number of tasks, points, tests and trials, and
// which of them to increase next (Brennan 2001, Generalizability Theory, ch. 3: decision studies).
import type {Component, Components} from "./components.js";

export const FACETS = ["tasks", "points", "tests", "trials"] as const;
export type Facet = (typeof FACETS)[number];
/** A design: number of tasks; points per task; tests per point; trials per test. */
export type StudyDesign = Record<Facet, number>;

export interface DesignPrecision {
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

export interface Need {
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
