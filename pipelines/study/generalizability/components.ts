// Variance components of scores: how much of the spread of answers is the models', and how much is tasks', points', tests' and trials'
// (generalizability theory; Cronbach, Gleser, Nanda & Rajaratnam 1972; Brennan 2001). The design is model × (test : point : task), trials
// within each cell, all facets random and any cell may lack.
//
// Estimated by symmetric differences (Koch 1968, doi:10.2307/1266507): the mean of half the squared difference over all pairs of answers that
// share given facets is the sum of the components that they do not share. For complete designs these are the estimates of analysis of
// variance; for others they stay unbiased.

export const COMPONENTS = ["model", "task", "point", "test", "model×task", "model×point", "model×test", "trial"] as const;
export type Component = (typeof COMPONENTS)[number];

/** Answers, one place each in all lists: 0 … of its model, task, point and test (points and tests numbered over all tasks). */
export interface Answers {
  model: ArrayLike<number>;
  task: ArrayLike<number>;
  point: ArrayLike<number>;
  test: ArrayLike<number>;
  score: ArrayLike<number>;
}

/** Null where a design cannot tell: one task, one point to a task … */
export type Components = Record<Component, number | null>;

/** Pairs of answers: how many, and their squared differences summed. */
interface Pairs {
  pairs: number;
  squares: number;
}

/** @param without a model whose answers are left out (for the jackknife) */
export function components(answers: Answers, without = -1): Components {
  const {model, task, point, test, score} = answers;
  const all = sumsOf(score, () => 0, model, without);
  const by = {
    task: sumsOf(score, k => task[k]!, model, without),
    point: sumsOf(score, k => point[k]!, model, without),
    test: sumsOf(score, k => test[k]!, model, without)
  };
  const pair = (size: ArrayLike<number>) => {
    const most = maximum(size) + 1;
    return (k: number) => model[k]! * most + size[k]!;
  };
  const own = {
    all: sumsOf(score, k => model[k]!, model, without),
    task: sumsOf(score, pair(task), model, without),
    point: sumsOf(score, pair(point), model, without),
    test: sumsOf(score, pair(test), model, without)
  };
  const half = (...terms: readonly [number, Pairs][]): number | null => {
    const pairs = terms.reduce((sum, [sign, each]) => sum + sign * each.pairs, 0);
    const squares = terms.reduce((sum, [sign, each]) => sum + sign * each.squares, 0);
    return pairs > 0 ? squares / pairs / 2 : null;
  };
  // of one model: another trial of a test, another test of a point, another point of a task, another task
  const same = [
    half([1, own.test]),
    half([1, own.point], [-1, own.test]),
    half([1, own.task], [-1, own.point]),
    half([1, own.all], [-1, own.task])
  ] as const;
  // of two models
  const other = [
    half([1, by.test], [-1, own.test]),
    half([1, by.point], [-1, by.test], [-1, own.point], [1, own.test]),
    half([1, by.task], [-1, by.point], [-1, own.task], [1, own.point]),
    half([1, all], [-1, by.task], [-1, own.all], [1, own.task])
  ] as const;
  const less = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a - b);
  const trial = same[0];
  // what two answers of a model share beyond two models' answers: model, then with each facet
  const shared = [less(other[3], same[3]), less(other[2], same[2]), less(other[1], same[1])] as const;
  return {
    model: less(last(other), last(same)),
    task: less(other[3], other[2]),
    // where no task has a second point, points hold what tasks add, and so on
    point: less(other[2] ?? other[3], other[1]),
    test: less(other[1] ?? other[2] ?? other[3], other[0]),
    "model×task": less(shared[1], shared[0]),
    "model×point": less(shared[2], shared[1] ?? shared[0]),
    // without a second trial of any test this holds the trials' too
    "model×test": less(less(other[0], trial ?? 0), shared[2] ?? shared[1] ?? shared[0]),
    trial
  };
}

/** The pattern that shares least, of those that the design has. */
const last = (of: readonly (number | null)[]): number | null => of.reduce((found, each) => each ?? found, null);

function sumsOf(score: ArrayLike<number>, key: (k: number) => number, model: ArrayLike<number>, without: number): Pairs {
  const sums = new Map<number, [number, number, number]>();
  for (let k = 0; k < score.length; k++) {
    if (model[k] === without) continue;
    const value = score[k]!;
    const at = key(k);
    const found = sums.get(at);
    if (found) {
      found[0]++;
      found[1] += value;
      found[2] += value * value;
    } else sums.set(at, [1, value, value * value]);
  }
  const total = {pairs: 0, squares: 0};
  for (const [n, sum, squares] of sums.values()) {
    total.pairs += (n * (n - 1)) / 2;
    total.squares += n * squares - sum * sum;
  }
  return total;
}

const maximum = (values: ArrayLike<number>): number => {
  let most = 0;
  for (let k = 0; k < values.length; k++) most = Math.max(most, values[k]!);
  return most;
};
