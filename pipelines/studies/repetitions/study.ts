// The study of repeated answers: several answers to each question reduced, with intervals that take items as the sample.
import {CORRECT} from "../../score/status.js";
import {groupBy} from "../../stats/groupBy.js";
import {type ItemTrials, meanOverItems, type PassEstimate, type PassKind, passEstimate, passSizes} from "../../stats/passK.js";
import type {EvaluationKey} from "../../store/rows.node.js";
import type {EstimateStudy} from "../rateStudy.js";

/** The answers to one item under one evaluation, in the order of their trials. */
export interface RepeatedItem {
  /** Canonical spelling of each answer; null where none was found. */
  answers: readonly (string | null)[];
  /** Whether each is right; one that the token limit cut is not. */
  right: readonly boolean[];
}

export const REDUCERS = ["mean", "pass", "pass_hat", "majority"] as const;
type Reducer = (typeof REDUCERS)[number];

export interface Reduced {
  reducer: Reducer;
  /** Number of answers of which one (pass) or all (pass_hat) have to be right; null for mean and majority. */
  k: number | null;
  value: number;
  /** 95 % interval over items; null for fewer than two. */
  low: number | null;
  high: number | null;
  items: number;
  /** Answers of these items. */
  answers: number;
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

/**
 * All reducers over some items. An item with fewer answers than a reducer needs is left out of it. The mean and both reducers of one answer
 * are the same estimate.
 */
export function reduce(items: readonly RepeatedItem[]): Reduced[] {
  const trials = items.map(({right}): ItemTrials => ({n: right.length, c: right.filter(Boolean).length}));
  const first = rowsOf("mean", passEstimate(trials, {kind: "pass_at", k: 1}));
  const sizes = passSizes(trials.reduce((most, {n}) => Math.max(most, n), 0));
  const passes = (reducer: "pass" | "pass_hat", kind: PassKind): Reduced[] =>
    sizes.flatMap(k => (k === 1 ? first.map(row => ({...row, reducer, k})) : rowsOf(reducer, passEstimate(trials, {kind, k}))));
  const repeated = items.filter(({right}) => right.length > 1);
  const answers = repeated.reduce((sum, {right}) => sum + right.length, 0);
  return [
    ...first.map(row => ({...row, k: null})),
    ...passes("pass", "pass_at"),
    ...passes("pass_hat", "pass_hat"),
    ...(answers === 0
      ? []
      : rowsOf("majority", {k: null, ...meanOverItems(repeated.map(majority)), items: repeated.length, trials: answers}))
  ];
}

/** The row of an estimate, or none; a single item has no interval. */
function rowsOf(reducer: Reducer, estimate: (Omit<PassEstimate, "k" | "left_out"> & {k: number | null}) | null): Reduced[] {
  if (estimate === null) return [];
  const {k, value, low, high, items, trials} = estimate;
  return [{reducer, k, value, ...(items < 2 ? {low: null, high: null} : {low, high}), items, answers: trials}];
}

interface Item extends RepeatedItem, EvaluationKey {
  base_task: string;
  simulated: boolean;
  suite: string;
}

/** Answers to each item, in each suite that asked it; the suite is empty where none is known. */
const ITEMS = `with asked as (select distinct eval_id, base_task, params, unnest(case when len(suites) = 0 then [''] else suites end) as suite from points)
  select eval_id, any_value(model) as model, any_value(template) as template, any_value(sampler) as sampler, any_value(base_task) as base_task,
    any_value(simulated) as simulated, coalesce(suite, '') as suite,
    list(answer order by trial) as answers, list(status = ${CORRECT} order by trial) as "right"
  from samples left join asked using (eval_id, base_task, params)
  where eval_id in (select eval_id from samples where trial > 0) group by eval_id, item_id, suite order by eval_id, suite, item_id`;

const measureOf = ({reducer, k}: Reduced): string =>
  reducer === "pass" ? `pass@${k}` : reducer === "pass_hat" ? `pass^${k}` : reducer;

export const repetitions: EstimateStudy = {
  name: "repetitions",
  needs: {samples: [], points: ["suites"]},
  async *sets({rows}) {
    for (const asked of groupBy(await rows<Item>(ITEMS), ({eval_id, suite}) => `${eval_id} ${suite}`).values())
      for (const [base_task, part] of [["", asked] as const, ...groupBy(asked, ({base_task}) => base_task)]) {
        const measures = reduce(part).map(row => {
          const {value, low, high, answers: n, items: clusters} = row;
          return [measureOf(row), {value, low, high, n, clusters, truncated: 0, method: "bootstrap over items"}] as const;
        });
        yield {...asked[0]!, base_task, facet: "suite", facet_value: asked[0]!.suite, measures: Object.fromEntries(measures)};
      }
  }
};
