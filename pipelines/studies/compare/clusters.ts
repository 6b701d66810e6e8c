// Which evaluations cannot be told apart: all pairs tested on their common tests, or intervals that overlap; shown as letters.
import {type Counts, excessAccuracy, rescaledInterval} from "../../score/accuracy.js";
import {CORRECT} from "../../score/status.js";
import {compactLetterDisplay, compactLetterGroups} from "../../stats/compactLetters.js";
import {type Discovery, falseDiscoveryRate} from "../../stats/falseDiscovery.js";
import {
  type Answers,
  type Difference,
  emptyTally,
  type PairedOptions,
  pairedDifference,
  type Tests,
  tally
} from "../../stats/paired.js";

/** How two evaluations are told apart; the first is the default. */
export const METHODS = ["BH", "BY", "overlap"] as const;

export interface ClusterOptions extends PairedOptions {
  /** paired tests with false-discovery control by `BH` or `BY`, or whether 95 % intervals `overlap` */
  method?: Discovery | "overlap";
  /** share of false ones that is accepted among the pairs told apart, 0–1; of no use to `overlap` */
  q?: number;
}

/** One evaluation on the tests at hand. */
export interface Member {
  /** its number in the answers given */
  evaluation: number;
  /** excess accuracy with its 95 % interval (Wilson, rescaled) over its own `n` tests that count; null without any */
  accuracy: number | null;
  low: number;
  high: number;
  n: number;
  /** letters: those who share one cannot be told apart */
  letters: string;
  /** evaluations that it is better than, worse than, or cannot be told apart from */
  better: number;
  worse: number;
  tied: number;
}

/** Two evaluations; `a` stands before `b` in the ranking. */
export interface Pair extends Difference {
  /** numbers in the ranking, best first */
  a: number;
  b: number;
  /** p after false-discovery control; null where no test could be made, or none was wanted */
  adjusted: number | null;
  differ: boolean;
}

export interface Clusters {
  /** best first */
  members: Member[];
  pairs: Pair[];
  /** members of each letter, as numbers in the ranking */
  groups: number[][];
  /** picked from the top of the ranking down so that each differs from all picked before */
  apart: number[];
}

/** Tests, ranks and letters evaluations; `answers` holds one list each, in the tests' order. */
export function clusters(
  tests: Tests,
  answers: readonly Answers[],
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

/** The best `most` evaluations by the ranking of all that are given. */
export function best<Of>(
  {tests, evaluations, answers}: {tests: Tests; evaluations: readonly Of[]; answers: readonly Answers[]},
  most: number,
  options: ClusterOptions = {}
): {tests: Tests; evaluations: readonly Of[]; answers: readonly Answers[]} {
  if (most >= answers.length) return {tests, evaluations, answers};
  const kept = clusters(tests, answers, options)
    .members.slice(0, most)
    .map(({evaluation}) => evaluation);
  return {tests, evaluations: kept.map(i => evaluations[i]!), answers: kept.map(i => answers[i]!)};
}

/** Gives members their letters and counts; says which groups there are and how far they can be told apart. */
function display(members: readonly Member[], pairs: readonly Pair[]): {groups: number[][]; apart: number[]} {
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

function allPairs(tests: Tests, answers: readonly Answers[], options: PairedOptions): Pair[] {
  const pairs: Pair[] = [];
  const sums = emptyTally(tests);
  for (let a = 0; a < answers.length; a++)
    for (let b = a + 1; b < answers.length; b++) {
      tally(tests, answers[a]!, answers[b]!, options, sums);
      pairs.push({a, b, ...pairedDifference(tests, sums, options), adjusted: null, differ: false});
    }
  return pairs;
}

/**
 * Mean of an evaluation's paired differences to all others. Own accuracies would rank otherwise: where sampling stops early, two evaluations
 * have answered different tests.
 */
function leads(pairs: readonly Pair[], size: number): number[] {
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

/** Renumbers pairs from evaluations to ranks, the better rank first. */
function ranked(pairs: readonly Pair[], members: readonly Member[]): Pair[] {
  const rank = new Int32Array(members.length);
  for (const [i, {evaluation}] of members.entries()) rank[evaluation] = i;
  return pairs
    .map(pair => {
      const [a, b] = [rank[pair.a]!, rank[pair.b]!];
      return a < b ? {...pair, a, b} : {...pair, a: b, b: a, value: pair.value === null ? null : -pair.value};
    })
    .sort((x, y) => x.a - y.a || x.b - y.b);
}

function member({room}: Tests, own: Answers, evaluation: number, {truncated = "left out"}: PairedOptions): Member {
  const largest = truncated === "wrong" ? 2 : 1;
  const counts: Counts = {correct: 0, total: 0, guessSum: 0};
  for (let test = 0; test < own.length; test++) {
    if (own[test]! > largest) continue;
    counts.total++;
    counts.guessSum += 1 - room[test]!;
    if (own[test] === CORRECT) counts.correct++;
  }
  const shown = {accuracy: excessAccuracy(counts), ...rescaledInterval(counts), n: counts.total};
  return {evaluation, ...shown, letters: "", better: 0, worse: 0, tied: 0};
}

const disjoint = (a: Member, b: Member): boolean => a.low > b.high || b.low > a.high;
