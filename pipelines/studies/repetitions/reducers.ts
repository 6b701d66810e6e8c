// Reducers of repeated answers: what several answers to each question say together, with intervals that take items as the sample.
import {clusteredProportion} from "../../stats/clustered.js";

/** The answers to one item under one evaluation, in the order of their trials. */
export interface RepeatedItem {
  /** Canonical spelling of each answer; null where none was found. */
  answers: readonly (string | null)[];
  /** Whether each is right; one that the token limit cut is not. */
  right: readonly boolean[];
}

export const REDUCERS = ["mean", "pass", "majority", "at_least"] as const;
type Reducer = (typeof REDUCERS)[number];

export interface Reduced {
  reducer: Reducer;
  /** Number of answers that it speaks of; null for mean and majority. */
  k: number | null;
  value: number;
  /** 95 % interval over items; null for fewer than two. */
  low: number | null;
  high: number | null;
  items: number;
  /** Answers of these items. */
  answers: number;
}

/**
 * Probability that at least one of k answers is right, drawn without replacement from n of which c are: 1 − C(n−c, k) ÷ C(n, k), which is
 * unbiased (Chen et al. 2021, arXiv:2107.03374). As a product, since the binomials overflow. k > n gives NaN.
 */
export function passAtK(n: number, c: number, k: number): number {
  if (k > n) return Number.NaN;
  if (n - c < k) return 1;
  let none = 1;
  for (let i = n - c + 1; i <= n; i++) none *= 1 - k / i;
  return 1 - none;
}

/** Whether the most frequent answer is right; of several that are equally frequent, the share of right ones. Without an answer 0. */
export function majority({answers, right}: RepeatedItem): number {
  const votes = new Map<string, {count: number; right: boolean}>();
  for (const [i, answer] of answers.entries()) {
    if (answer === null) continue;
    const known = votes.get(answer) ?? {count: 0, right: right[i]!};
    votes.set(answer, {count: known.count + 1, right: known.right || right[i]!});
  }
  const most = Math.max(0, ...[...votes.values()].map(({count}) => count));
  const first = [...votes.values()].filter(({count}) => count === most);
  return first.length === 0 ? 0 : first.filter(each => each.right).length / first.length;
}

/** Powers of two up to n, and n. */
export function sizesUpTo(n: number): number[] {
  const sizes: number[] = [];
  for (let k = 1; k < n; k *= 2) sizes.push(k);
  return n > 0 ? [...sizes, n] : sizes;
}

/** All reducers over some items. An item with fewer answers than a reducer needs is left out of it. */
export function reduce(items: readonly RepeatedItem[]): Reduced[] {
  const most = items.reduce((size, {right}) => Math.max(size, right.length), 0);
  const count = ({right}: RepeatedItem) => right.filter(Boolean).length;
  const over = (reducer: Reducer, k: number | null, from: number, value: (item: RepeatedItem) => number): Reduced[] => {
    const own = items.filter(({right}) => right.length >= from);
    if (own.length === 0) return [];
    const answers = own.reduce((sum, {right}) => sum + right.length, 0);
    return [{reducer, k, ...meanOver(own.map(value), answers), items: own.length, answers}];
  };
  return [
    ...over("mean", null, 1, item => count(item) / item.right.length),
    ...sizesUpTo(most).flatMap(k => over("pass", k, k, item => passAtK(item.right.length, count(item), k))),
    ...over("majority", null, 2, majority),
    ...sizesUpTo(most).flatMap(k => over("at_least", k, most, item => (count(item) >= k ? 1 : 0)))
  ];
}

/** The mean of items' values in 0…1 with its interval: each item is one cluster, and no more answers count than there are. */
function meanOver(values: readonly number[], answers: number): {value: number; low: number | null; high: number | null} {
  const clusters = values.length;
  const each = answers / clusters;
  const k = each * values.reduce((a, b) => a + b, 0);
  const kk = each * each * values.reduce((sum, value) => sum + value * value, 0);
  const {value, low, high} = clusteredProportion({clusters, n: answers, k, kk, kn: k * each, nn: clusters * each * each});
  return clusters < 2 ? {value, low: null, high: null} : {value, low, high};
}
