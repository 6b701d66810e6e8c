// The report on what a model's log-probabilities say of contamination: scores of items, tests of membership and of order, and the decision.
import {z} from "zod";
import {tQuantile} from "../../stats/distributions.js";
import {falseDiscoveryRate} from "../../stats/falseDiscovery.js";
import {groupBy} from "../../stats/groupBy.js";
import {permutationP, withinStrata} from "./effectWithin.js";
import {minK, minKPlusPlus, type ScoredToken} from "./probe.js";
import {exchangeability, type ShardLikelihoods} from "./probeExchangeability.js";

const nullable = z.number().nullable();
const interval = {
  difference: nullable.describe("null where there is nothing to compare"),
  low: nullable.describe("lower end of its 95 % interval"),
  high: nullable.describe("upper end")
};
const decided = {
  p: nullable.describe("one-sided p-value by permutation"),
  q: nullable.describe("the same adjusted over this report's tests (Benjamini–Yekutieli, since they share their texts)"),
  why: z.string().describe("why there is no test; empty where there is one")
};

export const probeReportSchema = z.object({
  model: z.string(),
  simulated: z.boolean().describe("true for the built-in reference models, whose log-probabilities are a toy distribution"),
  available: z.boolean().describe("whether the endpoint gives log-probabilities of a prompt; if not, nothing is scored"),
  why: z.string().describe("why not; empty where it does"),
  left: z.int().describe("texts that were not asked, because the budget was reached or the run was stopped"),
  failed: z.int().describe("texts whose requests failed, or that came back without their log-probabilities"),
  membership: z
    .array(
      z.object({
        method: z.enum(["min-k", "min-k++"]),
        items: z.int().describe("items that are compared"),
        controls: z.int().describe("controls of the same strata"),
        ...interval,
        approximate: z.boolean().describe("min-k++ from the likeliest tokens of each place instead of the whole vocabulary"),
        covered: nullable.describe("mean probability that the listed tokens cover; null where nothing is approximate"),
        ...decided
      })
    )
    .describe("are items more familiar than controls that the model cannot have seen?"),
  order: z
    .object({
      shards: z.int(),
      permutations: z.int().describe("permutations of each shard"),
      ...interval,
      t: nullable.describe("Student's t over shards, as published"),
      p_t: nullable.describe("its one-sided p-value"),
      ...decided
    })
    .describe("is the canonical order of the items preferred to permuted ones? difference: nats per shard"),
  contaminated: z.boolean().nullable().describe("whether any q is at or below 0.05; null where nothing could be tested"),
  items: z
    .array(
      z.object({
        id: z.string(),
        tokens: z.int(),
        min_k: nullable.describe("nats; higher is more familiar"),
        min_k_plus_plus: nullable.describe("standard deviations"),
        p: nullable.describe("its rank by min-k among the controls of its stratum"),
        q: nullable.describe("the same adjusted over items; at or below 0.05 the item counts as known")
      })
    )
    .describe("scores of each item")
});
export type ProbeReport = z.infer<typeof probeReportSchema>;

/** The level of the decision, as false discovery rate over the tests of one report. */
const LEVEL = 0.05;

/** An item or a control with the tokens that the endpoint gave. */
export interface ProbedText {
  id: string;
  stratum: string;
  tokens: readonly ScoredToken[];
}

export interface Probed {
  model: string;
  simulated: boolean;
  items: readonly ProbedText[];
  controls: readonly ProbedText[];
  shards: readonly ShardLikelihoods[];
  left: number;
  failed: number;
}

/** The report where an endpoint gives no log-probabilities: nothing is scored, for the reason given. */
export const unavailable = (
  {model, simulated, left}: Pick<Probed, "model" | "simulated" | "left">,
  why: string
): ProbeReport => ({
  ...probeReport({model, simulated, items: [], controls: [], shards: [], left, failed: 0}),
  available: false,
  why
});

/** Scores items and controls and tests them. Chance is seeded, so that equal log-probabilities give an equal report. */
export function probeReport({model, simulated, items, controls, shards, left, failed}: Probed, {seed = 0} = {}): ProbeReport {
  const least = (texts: readonly ProbedText[]) => scoresOf(texts, minK);
  let covered = 0;
  let places = 0;
  const standardised = (texts: readonly ProbedText[]) =>
    scoresOf(texts, tokens => {
      const found = minKPlusPlus(tokens);
      if (found) covered += found.covered * tokens.length;
      if (found) places += tokens.length;
      return found?.score ?? null;
    });
  const [own, known] = [least(items), least(controls)];
  const [ownPlus, knownPlus] = [standardised(items), standardised(controls)];
  const plain = membershipTest(own, known, {seed});
  const plus = membershipTest(ownPlus, knownPlus, {seed});
  const order = exchangeability(shards, {seed});
  const noLists = items.length > 0 && ownPlus.length === 0;
  const plusWhy = noLists ? "the endpoint lists no likeliest tokens, without which min-k++ is not available" : plus.why;
  const [q, qPlus, qOrder] = falseDiscoveryRate([plain.p, plus.p, order.p], "BY");
  const adjusted = [q!, qPlus!, qOrder!].filter(each => each !== null);
  const familiar = new Map(itemFamiliarity(own, known).map(each => [each.id, each]));
  const plusOf = new Map(ownPlus.map(({id, score}) => [id, score]));
  return {
    model,
    simulated,
    available: true,
    why: "",
    left,
    failed,
    membership: [
      {method: "min-k", ...plain, q: q!, approximate: false, covered: null},
      {
        method: "min-k++",
        ...plus,
        why: plusWhy,
        q: qPlus!,
        approximate: places > 0,
        covered: places > 0 ? covered / places : null
      }
    ],
    order: {...order, q: qOrder!},
    contaminated: adjusted.length === 0 ? null : adjusted.some(each => each <= LEVEL),
    items: items.map(({id, tokens}) => ({
      id,
      tokens: tokens.length,
      min_k: familiar.get(id)?.score ?? null,
      min_k_plus_plus: plusOf.get(id) ?? null,
      p: familiar.get(id)?.p ?? null,
      q: familiar.get(id)?.q ?? null
    }))
  };
}

const scoresOf = (texts: readonly ProbedText[], score: (tokens: readonly ScoredToken[]) => number | null): MembershipScore[] =>
  texts.flatMap(({id, stratum, tokens}) => {
    const value = score(tokens);
    return value === null ? [] : [{id, stratum, score: value}];
  });

// Tests of membership: are items more familiar to a model than controls of the same kind that it cannot have seen?

/** An item's or a control's membership score; higher is more familiar. */
export interface MembershipScore {
  id: string;
  /** Items are compared with controls of their own stratum alone, such as a task's point: other texts are likelier as such. */
  stratum: string;
  score: number;
}

/** The test whether items as a set are more familiar than controls. */
interface MembershipTest {
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
interface ItemFamiliarity {
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
