// The standard error of a model's share right from variance components, for any number of tasks, points, tests and trials, and which
// of them to spend on next (Brennan 2001, Generalizability Theory, ch. 3: decision studies).
import type {Component, Components} from "./components.js";

export const FACETS = ["tasks", "points", "tests", "trials"] as const;
export type Facet = (typeof FACETS)[number];
/** Tasks; points to a task; tests to a point; trials of a test. */
export type Plan = Record<Facet, number>;

export interface Precision {
  /** Standard error of a model's score as an estimate of what it would get on all such tests. */
  absolute: number;
  /** The same of what it says of the model beside others who took the same tests: the part that reorders models. */
  relative: number;
  /** Share of the spread of scores that is the models' own, among models who took the same tests (generalizability coefficient). */
  reliability: number;
}

/** Components that each facet's number divides: main effects move all models alike, the others reorder them. */
const PARTS: readonly {facet: Facet; main: Component | null; own: Component}[] = [
  {facet: "tasks", main: "task", own: "model×task"},
  {facet: "points", main: "point", own: "model×point"},
  {facet: "tests", main: "test", own: "model×test"},
  {facet: "trials", main: null, own: "trial"}
];

/** @param fixedTasks the tasks are all that one wants to know about, not a sample of others */
export function precision(components: Components, plan: Plan, {fixedTasks = false} = {}): Precision {
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
  /** Of it alone, the others as they are, for the wanted error; null where no number would do. */
  needed: number | null;
  /** Relative error with twice as many, and with as many as one likes. */
  doubled: number;
  floor: number;
}

const MOST = 1e7;

/** What each facet alone would do for the error of comparisons between models; of trials nothing is known where no test was asked twice. */
export function needs(
  components: Components,
  plan: Plan,
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

/** Doubling that does this share of what the best does is as good, and lower facets cost less to add to. */
const AS_GOOD = 0.8;

/**
 * Twice as many answers, spent on which facet? Tasks always help most, since everything else is inside them; but trials are easier to
 * add than tests, tests than points, points than tasks, so the easiest that does nearly as much is named.
 */
export function spendNext(found: readonly Need[], now: number): Need | null {
  const gain = ({doubled}: Need): number => now - doubled;
  const most = Math.max(0, ...found.map(gain));
  if (most <= 1e-9) return null;
  return found.findLast(each => gain(each) >= AS_GOOD * most) ?? null;
}
