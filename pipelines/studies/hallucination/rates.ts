// Rates of answers about entities that exist and about fabricated ones: accuracy, abstention, confabulation, and their trade-off.
import type {ClusteredCounts} from "../../stats/clustered.js";
import {shareOfClusters} from "../../stats/share.js";

export const RATES = [
  "accuracy",
  "wrong_answer",
  "abstained_real",
  "confabulated",
  "abstained_fabricated",
  "answered",
  "accuracy_answered",
  "no_answer",
  "score"
] as const;
export type RateName = (typeof RATES)[number];

/** What was counted of each answer. `right` of a real entity is the right answer, of a fabricated one an abstention. */
export const OUTCOMES = ["right", "wrong_answer", "abstained", "confabulated", "no_answer", "answered"] as const;
type Outcome = (typeof OUTCOMES)[number];

/** Sums over the items of one kind of entity: how many there are, their answers, and of each outcome the sums that intervals need. */
export interface EntityCounts {
  items: number;
  /** Untruncated answers, and the sum of their squares over items. */
  n: number;
  nn: number;
  truncated: number;
  outcomes: Readonly<Record<Outcome, {k: number; kk: number; kn: number}>>;
  /** Σ right × answered over items. */
  right_answered: number;
  /** Items with an answer other than an abstention. */
  answered_items: number;
}

export interface Rate {
  rate: RateName;
  value: number;
  low: number;
  high: number;
  /** Untruncated answers that it is a share of. */
  n: number;
  items: number;
  /** Answers that the token limit stopped; they are left out. */
  truncated: number;
}

const NOTHING = {k: 0, kk: 0, kn: 0};
export const noCounts: EntityCounts = {
  items: 0,
  n: 0,
  nn: 0,
  truncated: 0,
  right_answered: 0,
  answered_items: 0,
  outcomes: {
    right: NOTHING,
    wrong_answer: NOTHING,
    abstained: NOTHING,
    confabulated: NOTHING,
    no_answer: NOTHING,
    answered: NOTHING
  }
};

/** Counts of different items together. */
export function together(a: EntityCounts, b: EntityCounts): EntityCounts {
  const outcomes = Object.fromEntries(
    OUTCOMES.map(name => {
      const [x, y] = [a.outcomes[name], b.outcomes[name]];
      return [name, {k: x.k + y.k, kk: x.kk + y.kk, kn: x.kn + y.kn}];
    })
  ) as unknown as EntityCounts["outcomes"];
  return {
    items: a.items + b.items,
    n: a.n + b.n,
    nn: a.nn + b.nn,
    truncated: a.truncated + b.truncated,
    outcomes,
    right_answered: a.right_answered + b.right_answered,
    answered_items: a.answered_items + b.answered_items
  };
}

/**
 * All rates with their 95 % intervals: Wilson's, on the effective number of answers where items have several. The score is accuracy + abstained on
 * fabricated − 1 (Youden 1950, doi:10.1002/1097-0142(1950)3:1<32::AID-CNCR2820030106>3.0.CO;2-3): 1 is perfect, and always as never
 * abstaining give at most 0; its interval puts together those of its two parts (Newcombe 1998, doi:10.1002/(SICI)1097-0258(19980430)17:8<873::
 * AID-SIM779>3.0.CO;2-I, method 10). A rate without answers is left out.
 */
export function ratesOf(real: EntityCounts, fabricated: EntityCounts): Rate[] {
  const share = (rate: RateName, counts: EntityCounts, outcome: Outcome): Rate[] => {
    const {items, n, nn, truncated} = counts;
    return rateOf(rate, {clusters: items, n, nn, ...counts.outcomes[outcome]}, truncated);
  };
  const all = together(real, fabricated);
  const accuracy = share("accuracy", real, "right");
  const abstained = share("abstained_fabricated", fabricated, "right");
  const {answered} = all.outcomes;
  // Of answers about fabricated entities none is right.
  const ofAnswered: ClusteredCounts = {
    clusters: all.answered_items,
    n: answered.k,
    nn: answered.kk,
    k: real.outcomes.right.k,
    kk: real.outcomes.right.kk,
    kn: real.right_answered
  };
  return [
    ...accuracy,
    ...share("wrong_answer", real, "wrong_answer"),
    ...share("abstained_real", real, "abstained"),
    ...share("confabulated", fabricated, "confabulated"),
    ...abstained,
    ...share("answered", all, "answered"),
    ...rateOf("accuracy_answered", ofAnswered, all.truncated),
    ...share("no_answer", all, "no_answer"),
    ...scoreOf(accuracy[0], abstained[0])
  ];
}

function rateOf(rate: RateName, counts: ClusteredCounts, truncated: number): Rate[] {
  const {n, value, low, high} = shareOfClusters(counts);
  return value === null ? [] : [{rate, value, low: low!, high: high!, n, items: counts.clusters, truncated}];
}

function scoreOf(accuracy: Rate | undefined, abstained: Rate | undefined): Rate[] {
  if (!accuracy || !abstained) return [];
  const value = accuracy.value + abstained.value - 1;
  const below = Math.hypot(accuracy.value - accuracy.low, abstained.value - abstained.low);
  const above = Math.hypot(accuracy.high - accuracy.value, abstained.high - abstained.value);
  return [
    {
      rate: "score",
      value,
      low: Math.max(-1, value - below),
      high: Math.min(1, value + above),
      n: accuracy.n + abstained.n,
      items: accuracy.items + abstained.items,
      truncated: accuracy.truncated + abstained.truncated
    }
  ];
}
