// Variance components of scores: how much of the variance of answers is due to models, tasks, points, tests and trials (generalizability
// theory; Cronbach, Gleser, Nanda & Rajaratnam 1972; Brennan 2001). The design is model × (test : point : task), with trials within each
// cell; all facets are random, and any cell may be missing.
//
// Estimated by symmetric differences (Koch 1968, doi:10.2307/1266507): the mean of half the squared difference over all pairs of answers that
// share given facets is the sum of the components that they do not share. For complete designs these are the estimates of analysis of
// variance; for others they stay unbiased.

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
interface Pairs {
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
  const half = (...terms: readonly [number, Pairs][]): number | null => {
    const pairs = terms.reduce((sum, [sign, each]) => sum + sign * each.pairs, 0);
    const squares = terms.reduce((sum, [sign, each]) => sum + sign * each.squares, 0);
    return pairs > 0 ? squares / pairs / 2 : null;
  };
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

/** The last value that is not null: the pattern that shares least among those in the design. */
const last = (of: readonly (number | null)[]): number | null => of.reduce((found, each) => each ?? found, null);

/** Number of scores, their sum, and the sum of their squares. */
type Sums = [n: number, sum: number, squares: number];

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

function add(sums: Map<number, Sums>, at: number, value: number): void {
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
const total = (of: Iterable<Sums>): Pairs => [...of].reduce((sum, each) => plus(sum, pairsOf(each)), NO_PAIRS);

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
