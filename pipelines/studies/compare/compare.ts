// Compares two evaluations on their common tests: the difference overall and by task, and the tests on which they differ.
import {excessAccuracy, rescaledInterval} from "../../score/accuracy.js";
import {CORRECT, INCORRECT, type Status, TRUNCATED} from "../../score/status.js";
import {mcnemar} from "../../stats/mcnemar.js";
import {
  countPair,
  type Difference,
  differenceInterval,
  emptyPairCounts,
  type PairCounts,
  type PairedAnswers,
  type PairedOptions,
  pairedDifference,
  type Tests
} from "../../stats/paired.js";
import {layTests, type TestRow} from "./answers.js";

/** A test that both were asked, with both results. */
export interface PairedTest extends TestRow {
  item_id: string;
  a: Status;
  b: Status;
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
  /** numbers of tests that only A, or only B, got right */
  wins: number;
  losses: number;
  exact: number;
  mid: number;
}

export interface Comparison {
  pooled: Compared;
  tasks: Compared[];
  /** numbers of tests by A's status (row) and B's (column): incorrect, correct, truncated */
  table: [Row3, Row3, Row3];
}
type Row3 = [number, number, number];

/** Compares on common tests, in any order. See `PairedOptions` for the choices; each defaults to its first. */
export function compare(common: readonly PairedTest[], options: PairedOptions = {}): Comparison {
  const sorted = [...common].sort(byPoint);
  const tests = layTests(sorted);
  const [a, b] = [Uint8Array.from(sorted, row => row.a), Uint8Array.from(sorted, row => row.b)];
  const sums = countPair(tests, a, b, options, emptyPairCounts(tests));
  const row = (only?: number): Compared => {
    const difference = pairedDifference(tests, sums, options, only);
    const {wins, losses} = discordant(tests, sums, only);
    const ends = differenceInterval(difference) ?? {low: null, high: null};
    return {
      base_task: only === undefined ? null : tests.tasks[only]!,
      ...difference,
      ...ends,
      a: share(tests, a, b, options, only),
      b: share(tests, b, a, options, only),
      wins,
      losses,
      ...mcnemar(wins, losses)
    };
  };
  return {pooled: row(), tasks: tests.tasks.map((_, task) => row(task)), table: crossTable(common)};
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

function discordant({taskOf}: Tests, {d, dd}: PairCounts, only?: number): {wins: number; losses: number} {
  let [net, all] = [0, 0];
  for (let point = 0; point < taskOf.length; point++) {
    if (only !== undefined && taskOf[point] !== only) continue;
    net += d[point]!;
    all += dd[point]!;
  }
  return {wins: (all + net) / 2, losses: (all - net) / 2};
}

/** Excess accuracy of `own` on the tests that count, with the weights of the difference. */
function share(tests: Tests, own: PairedAnswers, other: PairedAnswers, options: PairedOptions, only?: number): AgreedShare {
  if (only !== undefined || options.weights !== "task") return ownShare(tests, own, other, options, only);
  return meanShare(tests.tasks.map((_, task) => ownShare(tests, own, other, options, task)));
}

function ownShare(
  {taskOf, starts, room}: Tests,
  own: PairedAnswers,
  other: PairedAnswers,
  {truncated}: PairedOptions,
  only?: number
): AgreedShare {
  const counts = (status: number) =>
    status === CORRECT || status === INCORRECT || (status === TRUNCATED && truncated === "wrong");
  let [correct, total, guessSum] = [0, 0, 0];
  for (let point = 0; point < taskOf.length; point++) {
    if (only !== undefined && taskOf[point] !== only) continue;
    for (let test = starts[point]!; test < starts[point + 1]!; test++) {
      if (!counts(own[test]!) || !counts(other[test]!)) continue;
      total++;
      guessSum += 1 - room[test]!;
      if (own[test] === CORRECT) correct++;
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
