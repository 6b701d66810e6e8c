// Determines which tasks an evaluation should have been asked, so that scores can name the missing ones.
import {canonicalJson, sha256Hex} from "../book/canonical.js";
import {type Suite, suiteOf, tiered, UNTIERED} from "../score/reasonscore.js";
import type {Manifest} from "./manifest.js";
import type {Overlay} from "./points/overlay.js";
import type {EvaluationKey, PointRow} from "./rows.js";

type Suites = NonNullable<Manifest["suites"]>;

/** A suite's entry in a manifest, with the key under which it is stored. */
export function suiteEntry(
  id: string,
  points: readonly Pick<PointRow, "base_task" | "tiers" | "bank">[]
): {key: string; suites: Suites} {
  const tiers = Object.fromEntries(suiteOf(tiered(points.filter(({bank}) => !bank))));
  const key = sha256Hex(canonicalJson({id, tiers})).slice(0, 12);
  return {key, suites: {[key]: {id, tiers}}};
}

/**
 * The tasks that each tier of an evaluation should have: those of the suites that it was to be asked, without tiers that users removed
 * (tags.json) and with further tiers that its points have. Undefined where no suite was recorded.
 * @param points all points of the store, with the users' tags
 */
export function expectedSuites(
  {evaluations, suites = {}}: Pick<Manifest, "evaluations" | "suites">,
  {points, overlay}: {points: readonly PointRow[]; overlay: Pick<Overlay, "takenOff">}
): (key: EvaluationKey, own: readonly PointRow[]) => Suite | undefined {
  const recorded = new Map(evaluations.map(each => [idOf(each), (each.suites ?? []).flatMap(key => suites[key] ?? [])]));
  const there = pairsOf(suiteOf(points.filter(({bank}) => !bank)));
  const named = points.some(({tiers}) => tiers.length > 0);
  return (key, own) => {
    const asked = recorded.get(idOf(key)) ?? [];
    if (asked.length === 0) return undefined;
    const stands = ([tier, task]: Pair) =>
      tier === UNTIERED ? !named : there.some(pair => same(pair, [tier, task])) || !overlay.takenOff(tier, task);
    const pairs = [
      ...asked.flatMap(({tiers}) => pairsOf(new Map(Object.entries(tiers)))).filter(stands),
      ...pairsOf(suiteOf(own))
    ];
    return suiteOf(pairs.map(([tier, base_task]) => ({base_task, tiers: [tier]})));
  };
}

type Pair = readonly [tier: string, task: string];
const pairsOf = (suite: Suite): Pair[] => [...suite].flatMap(([tier, tasks]) => tasks.map(task => [tier, task] as const));
const same = (a: Pair, b: Pair): boolean => a[0] === b[0] && a[1] === b[1];
const idOf = ({model, template, sampler}: Omit<EvaluationKey, "eval_id">): string => JSON.stringify([model, template, sampler]);
