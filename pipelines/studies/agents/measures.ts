// What episodes are measured by: shares and means over them, with intervals clustered by task.
import {type ClusteredEstimate, clusteredProportion, clusteredRatio, sumClusters} from "../../stats/clustered.js";
import {groupBy} from "../../stats/groupBy.js";
import {type ItemTrials, passEstimate, passSizes} from "../../stats/passK.js";

/** An episode that was scored. */
export interface Episode {
  item_id: string;
  correct: boolean;
  reached: boolean;
  out_of_turns: boolean;
  calls: number;
  /** Null of imported episodes, whose shortest plan, forbidden calls and limits are not known. */
  optimal: number | null;
  needless_calls: number;
  forbidden: number;
  faults: number;
  recovered: number;
  malformed_calls: number;
  unknown_tools: number;
}

/** What an episode adds to a share or mean: so much of so many; null where it has no part in it. */
type Part = (episode: Episode) => {y: number; x: number} | null;

/** A part of episodes whose task states a plan. */
const planned =
  (part: (episode: Episode & {optimal: number}) => ReturnType<Part>): Part =>
  episode =>
    episode.optimal === null ? null : part({...episode, optimal: episode.optimal});

const share =
  (holds: (episode: Episode) => boolean): Part =>
  episode => ({y: holds(episode) ? 1 : 0, x: 1});

interface MeasureOf {
  /** What it is, for the description of the table. */
  what: string;
  kind: "share" | "mean";
  /** Absent where it is not of scored episodes. */
  part?: Part;
}

/** The measures, in the order in which they are shown. */
export const MEASURES = {
  success: {
    what: "share of episodes that reached the goal, without a forbidden call, and ended by themselves",
    kind: "share",
    part: share(({correct}) => correct)
  },
  reached: {what: "share whose end state is that of the goal, whatever else", kind: "share", part: share(({reached}) => reached)},
  forbidden: {what: "share with a forbidden call", kind: "share", part: planned(share(({forbidden}) => forbidden > 0))},
  needless: {
    what: "mean calls beyond the shortest plan and the injected failures",
    kind: "mean",
    part: planned(({needless_calls}) => ({y: needless_calls, x: 1}))
  },
  recovery: {
    what: "share of injected failures after which the same call was made again with success",
    kind: "share",
    part: ({faults, recovered}) => (faults > 0 ? {y: recovered, x: faults} : null)
  },
  efficiency: {
    what: "of episodes that reached the goal, mean of the shortest plan's calls ÷ calls without injected failures",
    kind: "mean",
    part: planned(({reached, optimal, calls, faults}) =>
      reached ? {y: Math.min(1, optimal / Math.max(1, calls - faults)), x: 1} : null
    )
  },
  malformed: {
    what: "share of calls whose arguments are not JSON",
    kind: "share",
    part: ({malformed_calls, calls}) => (calls > 0 ? {y: malformed_calls, x: calls} : null)
  },
  unknown: {
    what: "share of calls of tools that do not exist",
    kind: "share",
    part: ({unknown_tools, calls}) => (calls > 0 ? {y: unknown_tools, x: calls} : null)
  },
  out_of_turns: {
    what: "share in which the model went on calling until its requests were used up",
    kind: "share",
    part: planned(share(({out_of_turns}) => out_of_turns))
  },
  unscored: {what: "share of responses without a score, because nothing was answered or the calls are not known", kind: "share"}
} as const satisfies Record<string, MeasureOf>;
export type Measure = keyof typeof MEASURES;
export const MEASURE_NAMES = Object.keys(MEASURES) as Measure[];

/** A measure of some episodes. */
export interface Measured {
  measure: Measure;
  value: number | null;
  low: number | null;
  high: number | null;
  n: number;
}

/**
 * All measures of episodes. Answers to one task are one cluster.
 * @param unscored responses without a score beside them
 */
export function measured(episodes: readonly Episode[], unscored: number): Measured[] {
  const tasks = [...groupBy(episodes, ({item_id}) => item_id).values()];
  return MEASURE_NAMES.map(measure => {
    const {kind, part}: MeasureOf = MEASURES[measure];
    if (!part)
      return proportion(measure, [
        ...episodes.map(() => ({y: 0, x: 1})),
        ...Array.from({length: unscored}, () => ({y: 1, x: 1}))
      ]);
    const parts = tasks.flatMap(own => {
      const found = own.flatMap(each => part(each) ?? []);
      return found.length === 0 ? [] : [{y: sum(found.map(({y}) => y)), x: sum(found.map(({x}) => x))}];
    });
    return kind === "share" ? proportion(measure, parts) : meanOf(measure, parts);
  });
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function proportion(measure: Measure, parts: readonly {y: number; x: number}[]): Measured {
  const n = sum(parts.map(({x}) => x));
  if (n === 0) return {measure, value: null, low: null, high: null, n};
  return told(measure, clusteredProportion(sumClusters(parts)), n);
}

/** A mean; where all tasks are alike, nothing is known of its error. */
function meanOf(measure: Measure, parts: readonly {y: number; x: number}[]): Measured {
  const n = sum(parts.map(({x}) => x));
  const estimate = clusteredRatio(parts.map(part => part));
  if (!estimate || n === 0) return {measure, value: n === 0 ? null : 0, low: null, high: null, n};
  const alike = parts.every(({y, x}) => y * parts[0]!.x === x * parts[0]!.y);
  if (alike || estimate.low === null || estimate.high === null) return told(measure, {...estimate, low: null, high: null}, n);
  const most = measure === "efficiency" ? 1 : Number.POSITIVE_INFINITY; // Student's interval knows no limits
  return told(measure, {...estimate, low: Math.max(0, estimate.low), high: Math.min(most, estimate.high)}, n);
}

const told = (measure: Measure, {value, low, high}: ClusteredEstimate, n: number): Measured => ({measure, value, low, high, n});

/** Name of the rows of pass^k. */
export const PASS_HAT = "pass_hat";
export const PASS_HAT_WHAT =
  "pass^k: mean over tasks of the chance that k episodes of a task all succeed; only of tasks with at least k scored episodes, for k from 2";

/** pass^k of some episodes, over tasks. */
export interface PassMeasured {
  k: number;
  value: number;
  /** null of a single task */
  low: number | null;
  high: number | null;
  /** tasks with at least k scored episodes */
  n: number;
  /** tasks with fewer, which are left out */
  left_out: number;
}

/** pass^k for k from 2 to the most episodes of a task; none where each task was tried once. An episode that a token limit ended has failed. */
export function passesOf(episodes: readonly Pick<Episode, "item_id" | "correct">[]): PassMeasured[] {
  const tasks = [...groupBy(episodes, ({item_id}) => item_id).values()].map(
    (trials): ItemTrials => ({n: trials.length, c: trials.filter(({correct}) => correct).length})
  );
  const sizes = passSizes(tasks.reduce((most, {n}) => Math.max(most, n), 0));
  return sizes
    .filter(k => k > 1)
    .map((k): PassMeasured => {
      const {value, low, high, items: n, left_out} = passEstimate(tasks, {kind: "pass_hat", k})!;
      return {k, value, ...(n < 2 ? {low: null, high: null} : {low, high}), n, left_out};
    });
}
