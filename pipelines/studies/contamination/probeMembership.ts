// Tests of membership: are items more familiar to a model than controls of the same kind that it cannot have seen?
import {tQuantile} from "../../stats/distributions.js";
import {falseDiscoveryRate} from "../../stats/falseDiscovery.js";
import {groupBy} from "../../stats/groupBy.js";
import {permutationP, withinStrata} from "./effectWithin.js";

/** An item's or a control's membership score; higher is more familiar. */
export interface MembershipScore {
  id: string;
  /** Items are compared with controls of their own stratum alone, such as a task's point: other texts are likelier as such. */
  stratum: string;
  score: number;
}

/** The test whether items as a set are more familiar than controls. */
export interface MembershipTest {
  /** Items and controls of strata that hold both. */
  items: number;
  controls: number;
  /** Mean score of items minus controls within strata; null where there is nothing to compare. */
  difference: number | null;
  /** Its 95 % interval. */
  low: number | null;
  high: number | null;
  /** One-sided p-value by permutation within strata. */
  p: number | null;
  /** Why there is no test; empty where there is one. */
  why: string;
}

/** An item's own test: its rank among the controls. */
export interface ItemFamiliarity {
  id: string;
  score: number;
  controls: number;
  /** (1 + controls that score as high) ÷ (1 + controls); null without controls of its stratum. */
  p: number | null;
  /** The same adjusted over items (Benjamini–Hochberg). */
  q: number | null;
}

/** Least items and controls of a set's test. */
const LEAST = 5;

/** Compares items with controls as sets. Their labels are exchangeable where the model has seen neither, which makes the p-value exact. */
export function membershipTest(
  items: readonly MembershipScore[],
  controls: readonly MembershipScore[],
  {seed = 0, most = 9_999}: {seed?: number; most?: number} = {}
): MembershipTest {
  const strata = new Map<string, {clean: number[]; contaminated: number[]}>();
  const add = (scores: readonly MembershipScore[], kind: "clean" | "contaminated") => {
    for (const {stratum, score} of scores) {
      let known = strata.get(stratum);
      if (!known) strata.set(stratum, (known = {clean: [], contaminated: []}));
      known[kind].push(score);
    }
  };
  add(items, "contaminated");
  add(controls, "clean");
  const both = [...strata.values()].filter(({clean, contaminated}) => clean.length > 0 && contaminated.length > 0);
  const count = (kind: "clean" | "contaminated") => both.reduce((sum, stratum) => sum + stratum[kind].length, 0);
  const counts = {items: count("contaminated"), controls: count("clean")};
  const none = {...counts, difference: null, low: null, high: null, p: null};
  if (controls.length === 0) return {...none, why: "there are no controls to compare with"};
  if (Math.min(counts.items, counts.controls) < LEAST)
    return {...none, why: `${counts.items} items and ${counts.controls} controls can be compared; a test needs ${LEAST} of each`};
  const {difference, error, df} = withinStrata(both);
  if (error === null || error === 0) return {...none, difference, why: "all scores of a stratum are alike"};
  const half = tQuantile(0.975, df) * error;
  return {
    ...counts,
    difference,
    low: difference - half,
    high: difference + half,
    p: permutationP(both, {seed: `membership ${seed}`, most}),
    why: ""
  };
}

/** Tests each item by its rank among the controls of its stratum, with false discovery control over items. */
export function itemFamiliarity(items: readonly MembershipScore[], controls: readonly MembershipScore[]): ItemFamiliarity[] {
  const sorted = new Map<string, Float64Array>();
  for (const [stratum, scores] of groupBy(controls, each => each.stratum))
    sorted.set(stratum, Float64Array.from(scores, ({score}) => score).sort());
  const found = items.map(({id, stratum, score}) => {
    const known = sorted.get(stratum);
    if (!known) return {id, score, controls: 0, p: null};
    let [low, high] = [0, known.length]; // first control that scores at least as high
    while (low < high) {
      const middle = (low + high) >> 1;
      if (known[middle]! < score) low = middle + 1;
      else high = middle;
    }
    return {id, score, controls: known.length, p: (1 + known.length - low) / (1 + known.length)};
  });
  const adjusted = falseDiscoveryRate(
    found.map(({p}) => p),
    "BH"
  );
  return found.map((each, i) => ({...each, q: adjusted[i]!}));
}
