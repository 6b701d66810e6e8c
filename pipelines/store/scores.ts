// Builds the rows of the table `scores`: the four layers of ReasonScore as published, each with its formula score.

import {addCounters} from "../score/counters.js";
import {type FormulaDifference, type FormulaScore, formulaDifference, formulaScore, type PointGroup} from "../score/formula.js";
import {
  meanGroups,
  type PointCounters,
  pointScore,
  reasonScore,
  type Scores,
  type ScoreVariant,
  type Suite,
  suiteOf,
  tiered,
  tierGroups
} from "../score/reasonscore.js";
import {meanTokens} from "../score/tokens.js";
import {Z975} from "../stats/distributions.js";
import {groupBy} from "../stats/groupBy.js";
import {type Expected, withinSuite} from "./expected.js";
import type {EvaluationKey, PointRow} from "./rows.node.js";
import type {Row} from "./writer.node.js";

export interface ScoredEvaluation {
  key: EvaluationKey;
  points: readonly (PointCounters & {params: string})[];
  simulated: boolean;
  /** The tasks that each tier should have, where it is known what was to be asked. */
  expected?: Suite | undefined;
  /** Id of the suite that the points are of; empty where none is known. */
  suite: string;
}

/**
 * Points by evaluation and suite, each group ordered by the points' identity, because sums of fractions must not depend on the order of arrival.
 * Points of item banks are left out: ReasonScore is a matter of manifolds.
 */
export function scoredEvaluations(
  points: readonly PointRow[],
  {expected = () => undefined}: {expected?: Expected} = {}
): ScoredEvaluation[] {
  const groups = groupBy(
    points.filter(({bank}) => !bank),
    ({model, template, sampler}) => JSON.stringify([model, template, sampler])
  );
  const place = new Map(points.map(point => [point, `${point.base_task} ${point.params}`]));
  const only = namesOf(points);
  return [...groups.values()].flatMap(group => {
    const {eval_id, model, template, sampler} = group[0]!;
    const key = {eval_id, model, template, sampler};
    const sorted = group.sort((a, b) => (place.get(a)! < place.get(b)! ? -1 : 1));
    const of = (own: readonly PointRow[], suite: string, asked?: Suite): ScoredEvaluation => ({
      key,
      suite,
      expected: asked,
      simulated: own.some(({simulated}) => simulated),
      points: seedsPooled(own)
    });
    const names = namesOf(group);
    if (names.length < 2) return [of(sorted, names[0] ?? (only.length === 1 ? only[0]! : ""), expected(key, group))];
    return names.map(suite => {
      const own = withinSuite(sorted, suite);
      return of(own, suite, expected(key, own, suite));
    });
  });
}

/** Ids of the suites that points are of. */
const namesOf = (points: readonly PointRow[]): string[] => [...new Set(points.flatMap(({suites}) => suites))];

/** Points that differ only in their seed are merged into one point with the tests of both. */
function seedsPooled(sorted: readonly PointRow[]): PointRow[] {
  const pooled: PointRow[] = [];
  for (const point of sorted) {
    const last = pooled.at(-1);
    if (last?.base_task !== point.base_task || last.params !== point.params) pooled.push(point);
    else pooled[pooled.length - 1] = {...last, ...addCounters(last, point), tiers: [...new Set([...last.tiers, ...point.tiers])]};
  }
  return pooled;
}

/** The score, the ends of its interval, and its conservative variant from the lower ends of the points' and tasks' intervals. */
const COLUMNS = {score: {}, low: {end: "low"}, high: {end: "high"}, conservative: {conservative: true}} as const satisfies Record<
  string,
  ScoreVariant
>;
type Of = (scores: Scores) => number | null | undefined;

/**
 * All layers of each evaluation in each suite: point, task, tier, mean and token. Where it is not known what an evaluation was to be asked, a tier should
 * have the tasks that any of the evaluations has.
 */
export function* scoreRows(given: readonly ScoredEvaluation[]): Generator<Row> {
  for (const own of groupBy(given, ({suite}) => suite).values()) yield* rowsOfSuite(own);
}

/** The evaluations of one suite, their points in tiers, each with the tasks that its tiers should have. */
function placed(scored: readonly ScoredEvaluation[]): (Omit<ScoredEvaluation, "expected"> & {expected: Suite})[] {
  const all = tiered(scored.flatMap(({points}) => points));
  let from = 0;
  const evaluations = scored.map(each => ({...each, points: all.slice(from, (from += each.points.length))}));
  const common = suiteOf(evaluations.flatMap(({points}) => points));
  return evaluations.map(each => ({...each, expected: each.expected ?? common}));
}

function* rowsOfSuite(given: readonly ScoredEvaluation[]): Generator<Row> {
  for (const {key, points, simulated, suite: name, expected: suite} of placed(given)) {
    const scored = Object.entries(COLUMNS).map(([name, reading]) => [name, reasonScore(points, {suite, ...reading})] as const);
    const scores = scored[0]![1];
    const row = (layer: string, place: Row, of: Of, groups: readonly PointGroup[]): Row => ({
      ...key,
      layer,
      tier: "",
      base_task: "",
      params: "",
      missing: [],
      ...Object.fromEntries(scored.map(([name, values]) => [name, of(values)])),
      ...formulaColumns(groups),
      ...place,
      simulated,
      suite: name
    });
    for (const point of points) {
      const {base_task, params} = point;
      const own = Object.entries(COLUMNS).map(([name, reading]) => [name, pointScore(point, reading)]);
      yield {...row("point", {base_task, params}, () => null, [{weight: 1, points: [point]}]), ...Object.fromEntries(own)};
    }
    for (const [tier, byTask] of scores.tasks) {
      for (const base_task of byTask.keys())
        yield row("task", {tier, base_task}, ({tasks}) => tasks.get(tier)!.get(base_task), tierGroups(points, tier, [base_task]));
      if (byTask.size === 0) continue;
      const of: Of = ({tiers, partial}) => tiers.get(tier) ?? partial.get(tier)?.score;
      const missing = scores.partial.get(tier)?.missing ?? [];
      yield row("tier", {tier, missing}, of, tierGroups(points, tier, [...byTask.keys()]));
    }
    if (scores.mean === null) continue;
    yield row("mean", {}, ({mean}) => mean, meanGroups(points, suite));
    if (scores.perToken === null) continue;
    yield perToken(
      row("token", {}, ({perToken}) => perToken, meanGroups(points, suite)),
      points
    );
  }
}

function formulaColumns(groups: readonly PointGroup[]): Row {
  const [tests, points] = [formulaScore(groups), formulaScore(groups, {over: "points"})];
  return {
    formula: tests?.value,
    formula_low: tests?.low,
    formula_high: tests?.high,
    formula_low_points: points?.low,
    formula_high_points: points?.high,
    n: tests?.n ?? 0
  };
}

/** The formula score of an evaluation in a suite over all items and without those that the headline figure leaves out. */
export interface HeadlineScore {
  key: EvaluationKey;
  suite: string;
  simulated: boolean;
  /** null where tasks are missing */
  all: FormulaScore | null;
  headline: FormulaScore | null;
  /** headline − all, paired; null where either has no score */
  difference: FormulaDifference | null;
  /** Samples over all items, right ones among them. */
  samples: number;
  correct: number;
}

/** Compares the mean scores of each evaluation in each suite. @param all evaluations over all items · @param part the same without those items; an evaluation of which nothing remains is absent */
export function headlineScores(all: readonly ScoredEvaluation[], part: readonly ScoredEvaluation[]): HeadlineScore[] {
  const idOf = ({key, suite}: Pick<ScoredEvaluation, "key" | "suite">): string => JSON.stringify([key.eval_id, suite]);
  const bySuite = (scored: readonly ScoredEvaluation[]) => [...groupBy(scored, ({suite}) => suite).values()].flatMap(placed);
  const groupsOf = ({points, expected}: ReturnType<typeof placed>[number]) =>
    reasonScore(points, {suite: expected}).mean === null ? [] : meanGroups(points, expected);
  const remaining = new Map(bySuite(part).map(each => [idOf(each), groupsOf(each)]));
  return bySuite(all).map(each => {
    const [whole, rest] = [groupsOf(each), remaining.get(idOf(each)) ?? []];
    return {
      key: each.key,
      suite: each.suite,
      simulated: each.simulated,
      all: formulaScore(whole),
      headline: formulaScore(rest),
      difference: formulaDifference(whole, rest, ({base_task, params}) => JSON.stringify([base_task, params])),
      samples: each.points.reduce((sum, {correct, incorrect, truncated}) => sum + correct + incorrect + truncated, 0),
      correct: each.points.reduce((sum, {correct}) => sum + correct, 0)
    };
  });
}

/** A formula score's columns divided by mean tokens; the interval includes the errors of both (delta method). */
function perToken(row: Row, points: readonly PointCounters[]): Row {
  const {value: tokens, se} = meanTokens(points)!;
  const {formula, formula_low, formula_high, formula_low_points, formula_high_points} = row as Record<string, number>;
  const relative = Number.isFinite(se) ? (Z975 * se) / tokens : 0;
  const end = (of: number, sign: 1 | -1) => (formula! + sign * Math.hypot(of - formula!, formula! * relative)) / tokens;
  return {
    ...row,
    formula: formula! / tokens,
    formula_low: end(formula_low!, -1),
    formula_high: end(formula_high!, 1),
    formula_low_points: end(formula_low_points!, -1),
    formula_high_points: end(formula_high_points!, 1)
  };
}
