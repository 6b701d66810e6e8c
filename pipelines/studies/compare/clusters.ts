// Groups of evaluations that do not differ significantly: all pairs are tested on their common tests, or by overlap of intervals; shown as
// letters.
import {type AnswerCounts, excessAccuracy, rescaledInterval} from "../../score/accuracy.js";
import {compactLetterDisplay, compactLetterGroups} from "../../stats/compactLetters.js";
import {type Discovery, falseDiscoveryRate} from "../../stats/falseDiscovery.js";
import {
  countPair,
  type Difference,
  emptyPairCounts,
  type PairedAnswers,
  type PairedOptions,
  pairedDifference,
  type Tests,
  testScores
} from "../../stats/paired.js";

/** Methods to decide whether two evaluations differ; the first is the default. */
export const METHODS = ["BH", "BY", "overlap"] as const;

export interface ClusterOptions extends PairedOptions {
  /** paired tests with false discovery control by `BH` or `BY`, or whether 95 % intervals `overlap` */
  method?: Discovery | "overlap";
  /** false discovery rate among the pairs that differ, 0–1; not used by `overlap` */
  q?: number;
}

/** One evaluation on the given tests. */
export interface ClusterMember {
  /** its index in the given answers */
  evaluation: number;
  /** excess accuracy with its 95 % interval (Wilson, rescaled) over its own `n` untruncated tests; null where there are none */
  accuracy: number | null;
  low: number;
  high: number;
  n: number;
  /** compact letter display: members that share a letter do not differ significantly */
  letters: string;
  /** numbers of evaluations than which it is significantly better or worse, or from which it does not differ */
  better: number;
  worse: number;
  tied: number;
}

/** A pair of evaluations; `a` ranks before `b`. */
export interface ComparedPair extends Difference {
  /** ranks, best first */
  a: number;
  b: number;
  /** p after false discovery control; null where there was no test */
  adjusted: number | null;
  differ: boolean;
}

export interface Clusters {
  /** best first */
  members: ClusterMember[];
  pairs: ComparedPair[];
  /** members of each letter, as ranks */
  groups: number[][];
  /** ranks chosen from the top downwards so that each differs significantly from all chosen before */
  apart: number[];
}

/**
 * Tests, ranks and letters evaluations.
 * @param answers those of each evaluation, in the order of the tests
 */
export function clusters(
  tests: Tests,
  answers: readonly PairedAnswers[],
  {method = "BH", q = 0.05, ...paired}: ClusterOptions = {}
): Clusters {
  const found = allPairs(tests, answers, paired);
  const own = answers.map((each, evaluation) => member(tests, each, evaluation, paired));
  const lead = method === "overlap" ? own.map(({accuracy}) => accuracy ?? -2) : leads(found, answers.length);
  const members = [...own].sort((a, b) => lead[b.evaluation]! - lead[a.evaluation]! || a.evaluation - b.evaluation);
  const pairs = ranked(found, members);
  if (method === "overlap") for (const pair of pairs) pair.differ = disjoint(members[pair.a]!, members[pair.b]!);
  else {
    falseDiscoveryRate(
      pairs.map(({p}) => p),
      method
    ).forEach((adjusted, i) => {
      pairs[i]!.adjusted = adjusted;
      pairs[i]!.differ = adjusted !== null && adjusted <= q;
    });
  }
  return {members, pairs, ...display(members, pairs)};
}

/** The best `most` evaluations by the ranking of all given ones. */
export function best<Of>(
  {tests, evaluations, answers}: {tests: Tests; evaluations: readonly Of[]; answers: readonly PairedAnswers[]},
  most: number,
  options: ClusterOptions = {}
): {tests: Tests; evaluations: readonly Of[]; answers: readonly PairedAnswers[]} {
  if (most >= answers.length) return {tests, evaluations, answers};
  const kept = clusters(tests, answers, options)
    .members.slice(0, most)
    .map(({evaluation}) => evaluation);
  return {tests, evaluations: kept.map(i => evaluations[i]!), answers: kept.map(i => answers[i]!)};
}

/** Assigns letters and counts to members; returns the groups, and the members that differ from each other. */
function display(members: readonly ClusterMember[], pairs: readonly ComparedPair[]): {groups: number[][]; apart: number[]} {
  const size = members.length;
  const differs = new Uint8Array(size * size);
  for (const {a, b, differ, value} of pairs) {
    const [better, worse] = (value ?? 0) < 0 ? [b, a] : [a, b];
    if (differ) {
      differs[a * size + b] = differs[b * size + a] = 1;
      members[better]!.better++;
      members[worse]!.worse++;
    } else {
      members[a]!.tied++;
      members[b]!.tied++;
    }
  }
  const differ = (a: number, b: number) => differs[a * size + b] === 1;
  const groups = compactLetterGroups(size, differ);
  const letters = compactLetterDisplay(size, groups);
  const apart: number[] = [];
  for (const [rank, each] of members.entries()) {
    each.letters = letters[rank]!;
    if (apart.every(other => differ(rank, other))) apart.push(rank);
  }
  return {groups, apart};
}

function allPairs(tests: Tests, answers: readonly PairedAnswers[], options: PairedOptions): ComparedPair[] {
  const pairs: ComparedPair[] = [];
  const sums = emptyPairCounts(tests);
  const scores = answers.map(each => testScores(each, options));
  for (let a = 0; a < answers.length; a++)
    for (let b = a + 1; b < answers.length; b++) {
      countPair(tests, scores[a]!, scores[b]!, sums);
      pairs.push({a, b, ...pairedDifference(tests, sums, options), adjusted: null, differ: false});
    }
  return pairs;
}

/**
 * Mean of an evaluation's paired differences from all others, which determines the ranking. Its own accuracy could give another order:
 * where sampling stops early, two evaluations have answered different tests.
 */
function leads(pairs: readonly ComparedPair[], size: number): number[] {
  const sums = Array.from({length: size}, () => ({total: 0, pairs: 0}));
  const add = (i: number, by: number) => {
    sums[i]!.total += by;
    sums[i]!.pairs++;
  };
  for (const {a, b, value} of pairs) {
    if (value === null) continue;
    add(a, value);
    add(b, -value);
  }
  return sums.map(({total, pairs}) => (pairs > 0 ? total / pairs : -2));
}

/** Renumbers pairs from evaluations to ranks, with the better rank first. */
function ranked(pairs: readonly ComparedPair[], members: readonly ClusterMember[]): ComparedPair[] {
  const rank = new Int32Array(members.length);
  for (const [i, {evaluation}] of members.entries()) rank[evaluation] = i;
  return pairs
    .map(pair => {
      const [a, b] = [rank[pair.a]!, rank[pair.b]!];
      return a < b ? {...pair, a, b} : {...pair, a: b, b: a, value: pair.value === null ? null : -pair.value};
    })
    .sort((x, y) => x.a - y.a || x.b - y.b);
}

function member({room}: Tests, answers: PairedAnswers, evaluation: number, options: PairedOptions): ClusterMember {
  const counts: AnswerCounts = {correct: 0, total: 0, guessSum: 0};
  for (const [test, score] of testScores(answers, options).entries()) {
    if (Number.isNaN(score)) continue;
    counts.total++;
    counts.guessSum += 1 - room[test]!;
    counts.correct += score;
  }
  const shown = {accuracy: excessAccuracy(counts), ...rescaledInterval(counts), n: counts.total};
  return {evaluation, ...shown, letters: "", better: 0, worse: 0, tied: 0};
}

const disjoint = (a: ClusterMember, b: ClusterMember): boolean => a.low > b.high || b.low > a.high;
