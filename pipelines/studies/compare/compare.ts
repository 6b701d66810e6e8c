// Compares two evaluations on their common tests: the difference overall and by task, and the tests on which they differ.
import {excessAccuracy, rescaledInterval} from "../../score/accuracy.js";
import {CORRECT, INCORRECT, type Status, TRUNCATED} from "../../score/status.js";
import {mcnemar} from "../../stats/mcnemar.js";
import {type Noise, pairedNoise} from "../../stats/noise.js";
import {
  countPair,
  type Difference,
  differenceInterval,
  emptyPairCounts,
  type PairedAnswers,
  type PairedOptions,
  pairedDifference,
  type Tests,
  testScores
} from "../../stats/paired.js";
import {layTests, type TestRow} from "./answers.js";

/**
 * A test that both were asked: the statuses of both first answers, and the numbers of all answers of each by status; without numbers each
 * answered once.
 */
export interface PairedTest extends TestRow {
  item_id: string;
  a: Status;
  b: Status;
  right_a?: number;
  wrong_a?: number;
  cut_a?: number;
  right_b?: number;
  wrong_b?: number;
  cut_b?: number;
}

/** One evaluation's excess accuracy on the common tests, with its own 95 % interval (Wilson, rescaled). */
export interface AgreedShare {
  value: number | null;
  low: number;
  high: number;
}

/** A row of the comparison: one task, or all of them pooled. */
export interface Compared extends Difference {
  /** null for all tasks pooled */
  base_task: string | null;
  low: number | null;
  high: number | null;
  a: AgreedShare;
  b: AgreedShare;
  /** numbers of tests that A, or B, answered better: of single answers, those that only it got right */
  wins: number;
  losses: number;
  exact: number;
  mid: number;
  /** parts of the noise of the difference; null without repeats of both on a test */
  noise: Noise | null;
}

export interface Comparison {
  pooled: Compared;
  tasks: Compared[];
  /** answers per test of A and of B, on the mean; 1 without repeats */
  repeats: {a: number; b: number};
  /** numbers of tests by the status of A's first answer (row) and B's (column): incorrect, correct, truncated */
  table: [Row3, Row3, Row3];
}
type Row3 = [number, number, number];

/** Compares on common tests, in any order. See `PairedOptions` for the choices; each defaults to its first. */
export function compare(common: readonly PairedTest[], options: PairedOptions = {}): Comparison {
  const sorted = [...common].sort(byPoint);
  const tests = layTests(sorted);
  const answers = {a: answersOf(sorted, "a"), b: answersOf(sorted, "b")};
  const [a, b] = [testScores(answers.a, options), testScores(answers.b, options)];
  const sums = countPair(tests, a, b, emptyPairCounts(tests));
  const row = (only?: number): Compared => {
    const difference = pairedDifference(tests, sums, options, only);
    const {wins, losses} = discordant(tests, a, b, only);
    const ends = differenceInterval(difference) ?? {low: null, high: null};
    return {
      base_task: only === undefined ? null : tests.tasks[only]!,
      ...difference,
      ...ends,
      a: share(tests, a, b, options, only),
      b: share(tests, b, a, options, only),
      wins,
      losses,
      ...mcnemar(wins, losses),
      noise: pairedNoise(tests, answers, {difference, sums}, options, only)
    };
  };
  return {
    pooled: row(),
    tasks: tests.tasks.map((_, task) => row(task)),
    repeats: {a: repeatsOf(answers.a), b: repeatsOf(answers.b)},
    table: crossTable(common)
  };
}

/** Tests on which the two have a different status, truncated included. */
export const flipped = <Row extends {a: Status; b: Status}>(common: readonly Row[]): Row[] => common.filter(({a, b}) => a !== b);

function byPoint(x: TestRow, y: TestRow): number {
  return order(x.base_task, y.base_task) || x.generator_version - y.generator_version || order(x.params, y.params);
}
const order = (x: string, y: string): number => (x < y ? -1 : x > y ? 1 : 0);

function crossTable(common: readonly PairedTest[]): Comparison["table"] {
  const table: Comparison["table"] = [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0]
  ];
  for (const {a, b} of common) table[a][b]++;
  return table;
}

function answersOf(rows: readonly PairedTest[], side: "a" | "b"): PairedAnswers {
  const counts = (name: "wrong" | "right" | "cut", status: number) =>
    Uint16Array.from(rows, row => row[`${name}_${side}`] ?? Number(row[side] === status));
  return {wrong: counts("wrong", INCORRECT), right: counts("right", CORRECT), cut: counts("cut", TRUNCATED)};
}

function repeatsOf({right, wrong, cut}: PairedAnswers): number {
  const total = (counts: Uint16Array) => counts.reduce((sum, count) => sum + count, 0);
  return right.length > 0 ? (total(right) + total(wrong) + total(cut)) / right.length : 1;
}

function discordant({taskOf, starts}: Tests, a: Float64Array, b: Float64Array, only?: number): {wins: number; losses: number} {
  let [wins, losses] = [0, 0];
  for (let point = 0; point < taskOf.length; point++) {
    if (only !== undefined && taskOf[point] !== only) continue;
    for (let test = starts[point]!; test < starts[point + 1]!; test++) {
      if (a[test]! > b[test]!) wins++;
      if (a[test]! < b[test]!) losses++;
    }
  }
  return {wins, losses};
}

/** Excess accuracy of `scores` on the tests that count, with the weights of the difference. */
function share(tests: Tests, scores: Float64Array, other: Float64Array, options: PairedOptions, only?: number): AgreedShare {
  if (only !== undefined || options.weights !== "task") return ownShare(tests, scores, other, only);
  return meanShare(tests.tasks.map((_, task) => ownShare(tests, scores, other, task)));
}

function ownShare({taskOf, starts, room}: Tests, scores: Float64Array, other: Float64Array, only?: number): AgreedShare {
  let [correct, total, guessSum] = [0, 0, 0];
  for (let point = 0; point < taskOf.length; point++) {
    if (only !== undefined && taskOf[point] !== only) continue;
    for (let test = starts[point]!; test < starts[point + 1]!; test++) {
      if (Number.isNaN(scores[test]! + other[test]!)) continue;
      total++;
      guessSum += 1 - room[test]!;
      correct += scores[test]!;
    }
  }
  return {value: excessAccuracy({correct, total, guessSum}), ...rescaledInterval({correct, total, guessSum})};
}

/** The mean of independent estimates, with the interval that follows from theirs (MOVER: Zou & Donner 2008, doi:10.1002/sim.3095). */
function meanShare(shares: readonly AgreedShare[]): AgreedShare {
  const known = shares.flatMap(({value, low, high}) => (value === null ? [] : [{value, low, high}]));
  if (known.length === 0) return {value: null, low: 0, high: 1};
  const value = known.reduce((sum, each) => sum + each.value, 0) / known.length;
  const reach = (end: "low" | "high") => Math.hypot(...known.map(each => each[end] - each.value)) / known.length;
  return {value, low: value - reach("low"), high: value + reach("high")};
}
