// Determines which tasks an evaluation should have been asked, so that scores can name the missing ones.
import {canonicalJson, sha256Hex} from "../book/canonical.js";
import {type Suite, suiteOf, tiered, UNTIERED} from "../score/reasonscore.js";
import type {Manifest} from "./manifest.node.js";
import type {Overlay} from "./points/overlay.node.js";
import type {EvaluationKey, PointRow} from "./rows.node.js";

type Suites = NonNullable<Manifest["suites"]>;

/** The entries of suites in a manifest, under the keys by which evaluations name them. @param points the points of all of them */
export function suiteEntries(
  suites: readonly {suite: {id: string}}[],
  points: readonly Pick<PointRow, "base_task" | "tiers" | "bank" | "suites" | "suite_tiers">[]
): Suites {
  const entries = suites.map(({suite: {id}}) => {
    const own = withinSuite(points, id).filter(({bank}) => !bank);
    const tiers = Object.fromEntries(suiteOf(tiered(own)));
    return [sha256Hex(canonicalJson({id, tiers})).slice(0, 12), {id, tiers}] as const;
  });
  return Object.fromEntries(entries);
}

/**
 * The points of a suite with the tiers that it gives them, and with those that users gave them. Points of no suite, which older versions wrote
 * and users bring in, belong to each.
 */
export function withinSuite<Point extends Pick<PointRow, "tiers" | "suites" | "suite_tiers">>(
  points: readonly Point[],
  suite: string
): Point[] {
  return points
    .filter(({suites}) => suites.length === 0 || suites.includes(suite))
    .map(point => {
      if (point.suites.length < 2) return point;
      const others = new Set(point.suite_tiers.map(name => name.split(" ")[1]!));
      const own = new Set(point.suite_tiers.flatMap(name => (name.startsWith(`${suite} `) ? [name.split(" ")[1]!] : [])));
      return {...point, tiers: point.tiers.filter(tier => own.has(tier) || !others.has(tier))};
    });
}

/** The tasks that each tier of an evaluation should have; of one suite, where its id is given. Undefined where no suite was recorded. */
export type Expected = (key: EvaluationKey, own: readonly PointRow[], suite?: string) => Suite | undefined;

/**
 * The tasks that each tier of an evaluation should have: those of the suites that it was to be asked, without tiers that users removed
 * (tags.json) and with further tiers that its points have. Undefined where no suite was recorded.
 * @param points all points of the store, with the users' tags
 */
export function expectedSuites(
  {evaluations, suites = {}}: Pick<Manifest, "evaluations" | "suites">,
  {points, overlay}: {points: readonly PointRow[]; overlay: Pick<Overlay, "takenOff">}
): Expected {
  const recorded = new Map(evaluations.map(each => [idOf(each), (each.suites ?? []).flatMap(key => suites[key] ?? [])]));
  const there = pairsOf(suiteOf(points.filter(({bank}) => !bank)));
  const named = points.some(({tiers}) => tiers.length > 0);
  return (key, own, suite) => {
    const asked = (recorded.get(idOf(key)) ?? []).filter(({id}) => suite === undefined || id === suite);
    if (asked.length === 0) return undefined;
    const stands = ([tier, task]: Pair) =>
      tier === UNTIERED ? !named : there.some(pair => same(pair, [tier, task])) || !overlay.takenOff(tier, task);
    const pairs = [
      ...asked.flatMap(({tiers}) => pairsOf(new Map(Object.entries(tiers)))).filter(stands),
      ...pairsOf(suiteOf(own))
    ];
    return suiteOfPairs(pairs);
  };
}

/**
 * The same without tasks of which nothing remains for any evaluation: they are no part of a suite of the remaining points.
 * @param all points of the store · @param remaining those of them that count
 */
export function remainingSuites(
  expected: Expected,
  {all, remaining}: Record<"all" | "remaining", readonly PointRow[]>
): Expected {
  const textsOf = (points: readonly PointRow[]) =>
    pairsOf(suiteOf(tiered(points.filter(({bank}) => !bank)))).map(pair => JSON.stringify(pair));
  const remainingPairs = new Set(textsOf(remaining));
  const gone = new Set(textsOf(all).filter(pair => !remainingPairs.has(pair)));
  if (gone.size === 0) return expected;
  return (key, points, suite) => {
    const pairs = pairsOf(expected(key, points, suite) ?? new Map()).filter(pair => !gone.has(JSON.stringify(pair)));
    return pairs.length === 0 ? undefined : suiteOfPairs(pairs);
  };
}

type Pair = readonly [tier: string, task: string];
const pairsOf = (suite: Suite): Pair[] => [...suite].flatMap(([tier, tasks]) => tasks.map(task => [tier, task] as const));
const suiteOfPairs = (pairs: readonly Pair[]): Suite => suiteOf(pairs.map(([tier, base_task]) => ({base_task, tiers: [tier]})));
const same = (a: Pair, b: Pair): boolean => a[0] === b[0] && a[1] === b[1];
const idOf = ({model, template, sampler}: Omit<EvaluationKey, "eval_id">): string => JSON.stringify([model, template, sampler]);
