// Studies of rates: one query for the answers and a list of measures give all estimates with their intervals.
import type {SideSummary} from "../score/sides.js";
import type {ClusteredCounts} from "../stats/clustered.js";
import {shareOfClusters} from "../stats/share.js";
import type {EvaluationKey} from "../store/rows.node.js";
import type {StudyStore} from "./maker.node.js";

/** A share of answers, by SQL conditions on the columns of the study's query. Several answers to one item are a cluster. */
export interface ShareMeasure {
  /** Condition on the question; all questions if absent. Truncated answers to these questions are left out and counted. */
  asked?: string;
  /** Condition on the answer that is counted; all answers if absent. */
  counted?: string;
  /** Condition on the answers that the measure is the share of. */
  hit: string;
}

/** An estimate with its 95 % interval. */
export interface Estimate {
  value: number;
  low: number;
  high: number;
  /** Untruncated answers that it is estimated over. */
  n: number;
  /** Items that they are answers to. */
  clusters: number;
  /** Answers that the token limit stopped. */
  truncated: number;
  method: string;
}

/** An estimate of any method; null where it has none of a part, as counts and p-values have no interval. */
type Measured = {[Part in keyof Estimate]: Part extends "method" ? string : number | null};

/** The estimates of a set of answers by measure. */
export interface MeasuredSet extends EvaluationKey {
  base_task: string;
  facet: string;
  facet_value: string;
  simulated: boolean;
  measures: Readonly<Record<string, Measured>>;
}

/** A study whose estimates are rows of the table `estimates`. */
export interface EstimateStudy {
  name: string;
  /** Tables and columns without which a store has no such answers. */
  needs: Readonly<Record<string, readonly string[]>>;
  sets(store: Pick<StudyStore, "rows">): AsyncIterable<MeasuredSet>;
}

/** Counts and p-values by name as measures without an interval. */
export const plainMeasures = (values: Readonly<Record<string, number | null>>): Record<string, Measured> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      {value, low: null, high: null, n: null, clusters: null, truncated: null, method: ""}
    ])
  );

/** The measures of a summary: excess accuracy and the counts of its answers, with a prefix. */
export function accuracyMeasures(
  {accuracy, low, high, n, truncated, ...counts}: SideSummary,
  prefix = ""
): Record<string, Measured> {
  const named = Object.fromEntries(Object.entries(counts).map(([name, value]) => [`${prefix}${name}`, value]));
  const estimate = {value: accuracy, low, high, n, clusters: n, truncated, method: "rescaled wilson"};
  return {[`${prefix}accuracy`]: estimate, ...plainMeasures(named)};
}

/** Estimates of a study of shares. */
export const studyOfShares = (study: RateStudy): EstimateStudy => ({
  name: study.name,
  needs: study.needs,
  async *sets({rows}) {
    for (const sums of await rows<AnswerSums>(sumsQuery(study))) yield {...sums, measures: estimatesOf(study, sums)};
  }
});

export interface RateStudy {
  name: string;
  /** Tables and columns without which a store has no such answers. */
  needs: Readonly<Record<string, readonly string[]>>;
  /** Columns by whose values questions are divided, one at a time; rows where one is empty count in the total alone. */
  facets: readonly string[];
  /**
   * Query of the answers, one row each: the evaluation, base_task, item_id, simulated, the facets, `cut` (whether the token limit stopped it),
   * and the columns that measures name.
   */
  answers: string;
  shares: Readonly<Record<string, ShareMeasure>>;
  /** Estimates that are made of the shares of the same answers. */
  derived?: (shares: Readonly<Record<string, Estimate>>) => Record<string, Estimate>;
}

/** The counts of a measure over items, whose names end in the measure's position. */
type Counts = Record<`${keyof ClusteredCounts | "cut"}${number}`, number>;

/** Sums over a set of answers: an evaluation's to a task, all together or of one value of the facet. */
export interface AnswerSums extends EvaluationKey, Counts {
  base_task: string;
  facet: string;
  facet_value: string;
  simulated: boolean;
}

const KEY = "eval_id, base_task";
const NAMED =
  "any_value(model) as model, any_value(template) as template, any_value(sampler) as sampler, bool_or(simulated) as simulated";

/** The query of the sums over items from which a study's estimates are computed, one row a set of answers. */
export function sumsQuery({answers, facets, shares}: RateStudy): string {
  const measures = Object.values(shares);
  const counts = measures.map(({asked = "true", counted = "true", hit}, i) => {
    const count = (name: string, condition: string) => `count(*) filter (${condition})::double as ${name}${i}`;
    const read = `not cut and (${asked}) and (${counted})`;
    return [count("n", read), count("k", `${read} and (${hit})`), count("cut", `cut and (${asked})`)].join(", ");
  });
  const sums = measures.map(
    (
      _,
      i
    ) => `count(*) filter (n${i} > 0)::double as clusters${i}, sum(n${i}) as n${i}, sum(k${i}) as k${i}, sum(cut${i}) as cut${i},
      sum(n${i} * n${i}) as nn${i}, sum(k${i} * k${i}) as kk${i}, sum(k${i} * n${i}) as kn${i}`
  );
  const columns = facets.join(", ");
  const names = facets.map(facet => `when grouping(${facet}) = 0 then '${facet}'`).join(" ");
  const values = facets.map(facet => `when grouping(${facet}) = 0 then ${facet}`).join(" ");
  return `with answers as (${answers}),
    items as (select ${KEY}, ${columns}, item_id, ${NAMED}, ${counts.join(", ")} from answers group by ${KEY}, ${columns}, item_id),
    sets as (select ${KEY}, case ${names} else '' end as facet, case ${values} else '' end as facet_value, ${NAMED}, ${sums.join(", ")}
      from items group by grouping sets (${facets.map(facet => `(${KEY}, ${facet})`).join(", ")}, (${KEY})))
    from sets where facet = '' or facet_value <> '' order by ${KEY}, facet, facet_value`;
}

/** The estimates of one set of answers by measure; a share without answers is left out. */
export function estimatesOf({shares, derived}: Pick<RateStudy, "shares" | "derived">, sums: Counts): Record<string, Estimate> {
  const estimates: Record<string, Estimate> = {};
  for (const [i, measure] of Object.keys(shares).entries()) {
    const sum = (name: keyof ClusteredCounts | "cut") => sums[`${name}${i}`]!;
    const [clusters, n] = [sum("clusters"), sum("n")];
    const {value, low, high} = shareOfClusters({
      ...{clusters, n, nn: sum("nn")},
      ...{k: sum("k"), kk: sum("kk"), kn: sum("kn")}
    });
    if (value === null) continue;
    const method = clusters < n ? "clustered wilson" : "wilson";
    estimates[measure] = {value, low: low!, high: high!, n, clusters, truncated: sum("cut"), method};
  }
  return {...estimates, ...derived?.(estimates)};
}
