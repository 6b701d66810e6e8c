// Membership scores of a text from the log-probabilities of its tokens: Min-K % Prob and Min-K %++.

import {z} from "zod";
import {randomOf} from "../../generate/seed.js";
import {tCdf, tQuantile} from "../../stats/distributions.js";
import {falseDiscoveryRate} from "../../stats/falseDiscovery.js";
import {groupBy} from "../../stats/groupBy.js";
import {contextTest, type TextInContext} from "./context.js";
import {permutationP, withinStrata} from "./effect.js";

/** A token of a text behind those before it. */
export interface ScoredToken {
  /** Natural log-probability of the token. */
  logprob: number;
  /** Log-probabilities of the likeliest other tokens at its place, where they are known. */
  others?: readonly number[] | undefined;
  /** Characters of the text before it. */
  start?: number;
}

/** Share of the least likely tokens that the scores are taken over: 20 %, which Shi et al. chose by validation. */
const LEAST_LIKELY = 0.2;

/**
 * Min-K % Prob: the mean log-probability, nats, of the `share` least likely tokens, at least one. Texts that a model was trained on hold
 * few tokens that surprise it, so higher means more familiar (Shi et al. 2024, arXiv:2310.16789). Null without tokens.
 */
export const minK = (tokens: readonly ScoredToken[], share = LEAST_LIKELY): number | null =>
  meanOfLowest(
    tokens.map(({logprob}) => logprob),
    share
  );

/**
 * Min-K %++: the same over tokens' standardised log-probabilities (log p − μ) ÷ σ, where μ and σ are mean and standard deviation of the
 * log-probability over the vocabulary at that place, by the vocabulary's own probabilities (Zhang et al. 2025, arXiv:2404.02936). An
 * endpoint lists only the likeliest tokens, so that μ and σ are approximate: see `placeMoments`. Null where no place lists any.
 */
export function minKPlusPlus(tokens: readonly ScoredToken[], share = LEAST_LIKELY): {score: number; covered: number} | null {
  const places = tokens.flatMap(token => (token.others && token.others.length > 0 ? [{token, ...placeMoments(token)}] : []));
  const score = meanOfLowest(
    places.map(({token: {logprob}, mean, sd}) => (sd > 0 ? (logprob - mean) / sd : 0)),
    share
  );
  if (score === null) return null;
  return {score, covered: places.reduce((sum, {covered}) => sum + covered, 0) / places.length};
}

/**
 * Mean and standard deviation of the log-probability at one place, and the probability that the listed tokens cover. What is not listed
 * counts as made of tokens as likely as the least likely one of the list, the most they can be: the mean is then too high, by less the more
 * is covered. A certain token has standard deviation 0.
 */
export function placeMoments({logprob, others = []}: ScoredToken): {mean: number; sd: number; covered: number} {
  const listed = [logprob, ...others].map(value => ({value, p: Math.exp(value)}));
  const total = listed.reduce((sum, {p}) => sum + p, 0);
  const covered = Math.min(1, total);
  const rest = 1 - covered;
  const unlisted = Math.min(...(others.length > 0 ? others : [logprob]));
  const parts = [
    ...listed.filter(({p}) => p > 0).map(({value, p}) => ({value, p: p / Math.max(1, total)})),
    ...(rest > 0 ? [{value: unlisted, p: rest}] : [])
  ];
  const mean = parts.reduce((sum, {value, p}) => sum + p * value, 0);
  const variance = parts.reduce((sum, {value, p}) => sum + p * (value - mean) ** 2, 0);
  return {mean, sd: Math.sqrt(variance), covered};
}

function meanOfLowest(values: number[], share: number): number | null {
  if (values.length === 0) return null;
  const count = Math.max(1, Math.floor(share * values.length));
  const lowest = Float64Array.from(values).sort().subarray(0, count);
  return lowest.reduce((sum, value) => sum + value, 0) / count;
}

/** What an endpoint gave for an echoed text: completion.logprobs, values and lengths by token. */
export interface EchoedLogprobs {
  values: readonly (number | null)[];
  lengths: readonly number[];
  others?: readonly (readonly number[])[] | undefined;
}

/** Share of a text's characters below which tokens are not those of the text: the endpoint has ignored `echo`, or cut the prompt. */
const LEAST_ECHOED = 0.8;

/**
 * The tokens of an echoed text. The first one, which nothing comes before, and what was generated behind the text are left out.
 * @param length characters of the text
 * @returns a reason where the endpoint's tokens are not those of the text
 */
export function tokensOf({values, lengths, others}: EchoedLogprobs, length: number): {tokens: ScoredToken[]} | {why: string} {
  const tokens: ScoredToken[] = [];
  let textLength = 0;
  for (const [i, size] of lengths.entries()) {
    const value = values[i];
    if (textLength >= length) break;
    if (typeof value === "number" && Number.isFinite(value))
      tokens.push({logprob: Math.min(0, value), others: others?.[i], start: textLength});
    textLength += size;
  }
  if (textLength < LEAST_ECHOED * length)
    return {
      why: `log-probabilities of ${textLength} characters came for a text of ${length}: echo is ignored, or the text was cut`
    };
  if (tokens.length === 0) return {why: "no token has a log-probability"};
  return {tokens};
}

// The exchangeability test: does a model prefer the order in which a benchmark publishes its items to other orders of them?

/** One shard: consecutive items, and the orders in which they are put to the model. */
interface ShardPlan {
  /** Positions of the shard's items in the benchmark, in canonical order. */
  items: number[];
  /** Orders of the same positions, drawn at random. */
  permuted: number[][];
}

/** Log-probabilities, nats, of a shard's items put one behind the other. */
export interface ShardLikelihoods {
  canonical: number;
  permuted: readonly number[];
}

interface Exchangeability {
  shards: number;
  /** Permutations of each shard; the fewest, where some failed. */
  permutations: number;
  /** Mean over shards of the canonical order's log-probability minus the permutations' mean, nats; null without shards. */
  difference: number | null;
  low: number | null;
  high: number | null;
  /** Student's t over shards, and its one-sided p-value, as published. */
  t: number | null;
  p_t: number | null;
  /** One-sided p-value by permutation within shards, which decides: it needs no distribution. */
  p: number | null;
  /** Why there is no test; empty where there is one. */
  why: string;
}

/** Least shards of a test: fewer give hardly any degrees of freedom. */
const LEAST_SHARDS = 5;

/**
 * Divides a benchmark's items in canonical order into shards of nearly equal numbers of items, and draws permutations of each. Items change
 * places with those of their own stratum alone: a benchmark that is sorted by stratum has neighbours that are alike, and breaking them up
 * would look like a lost order. The items of a shard beyond `longest` characters are left out, and so are shards that have one order.
 * @param items with their lengths in characters
 */
export function shardsOf(
  of: readonly {length: number; stratum: string}[],
  {shards, permutations, longest, seed = 0}: {shards: number; permutations: number; longest: number; seed?: number}
): ShardPlan[] {
  const random = randomOf(`shards ${seed}`);
  const plans: ShardPlan[] = [];
  for (let shard = 0; shard < shards; shard++) {
    const [first, end] = [shard, shard + 1].map(each => Math.floor((each * of.length) / shards)) as [number, number];
    const items: number[] = [];
    let size = 0;
    for (let i = first; i < end && (size += of[i]!.length) <= longest; i++) items.push(i);
    const groups = [...groupBy(items, place => of[place]!.stratum).values()];
    if (groups.every(({length}) => length < 2)) continue;
    const permuted = Array.from({length: permutations}, () => {
      const moved = new Map<number, number>();
      for (const group of groups) for (const [k, place] of random.shuffle(group).entries()) moved.set(group[k]!, place);
      return items.map(place => moved.get(place)!);
    });
    plans.push({items, permuted});
  }
  return plans;
}

/**
 * The sharded test of Oren et al. 2023 (arXiv:2310.17623): in each shard the log-probability of the canonical order minus the mean of
 * permuted ones, and Student's t over shards; and beside it the p-value that exchanges the canonical order with the permuted ones within
 * shards. H₀: the model has not seen the items in this order, and the order within strata is a random one. Benchmarks that are sorted (by
 * topic, by difficulty) within what is given as one stratum violate the latter: neighbours that are alike are likelier whoever has seen them.
 */
export function exchangeability(
  shards: readonly ShardLikelihoods[],
  {seed = 0, most = 9_999}: {seed?: number; most?: number} = {}
): Exchangeability {
  const own = shards.filter(({canonical, permuted}) => Number.isFinite(canonical) && permuted.length > 0);
  const permutations = own.length === 0 ? 0 : Math.min(...own.map(({permuted}) => permuted.length));
  const none = {shards: own.length, permutations, difference: null, low: null, high: null, t: null, p_t: null, p: null};
  if (own.length < LEAST_SHARDS)
    return {...none, why: `${own.length} shards with more than one order; a test needs ${LEAST_SHARDS}`};
  const leads = own.map(({canonical, permuted}) => canonical - permuted.reduce((sum, each) => sum + each, 0) / permuted.length);
  const n = leads.length;
  const difference = leads.reduce((sum, lead) => sum + lead, 0) / n;
  const error = Math.sqrt(leads.reduce((sum, lead) => sum + (lead - difference) ** 2, 0) / (n - 1) / n);
  if (!(error > 0)) return {...none, difference, why: "all shards are alike: the order does not change the log-probability"};
  const half = tQuantile(0.975, n - 1) * error;
  const t = difference / error;
  const strata = own.map(({canonical, permuted}) => ({contaminated: [canonical], clean: [...permuted]}));
  return {
    ...none,
    difference,
    low: difference - half,
    high: difference + half,
    t,
    p_t: tCdf(-t, n - 1),
    p: permutationP(strata, {seed: `order ${seed}`, most}),
    why: ""
  };
}

// The report on what a model's log-probabilities say of contamination: scores of items, tests of membership and of order, and the decision.

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

const fallsSchema = z.object({
  n: z.int().describe("texts with log-probabilities alone and after examples"),
  value: nullable.describe("the share, 0–1; null without texts"),
  low: z.number().describe("lower end of Wilson's 95 % interval"),
  high: z.number().describe("upper end")
});

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
  context: z
    .object({
      examples: z.int().describe("examples of the same set before each text"),
      items: fallsSchema.describe("items whose mean log-probability falls after examples"),
      controls: fallsSchema.describe("controls whose mean log-probability falls after examples of theirs"),
      ...interval,
      ...decided
    })
    .nullable()
    .default(null)
    .describe(
      "do examples of the same set make the model less sure of an item than of a control? difference: of the shares; null where it was not asked"
    ),
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

interface Probed {
  model: string;
  simulated: boolean;
  items: readonly ProbedText[];
  controls: readonly ProbedText[];
  shards: readonly ShardLikelihoods[];
  /** items and controls after so many examples of their sets; absent where it was not asked */
  contexts?: {examples: number; items: readonly TextInContext[]; controls: readonly TextInContext[]} | undefined;
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
export function probeReport(
  {model, simulated, items, controls, shards, contexts, left, failed}: Probed,
  {seed = 0} = {}
): ProbeReport {
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
  const context = contexts ? contextTest(contexts.items, contexts.controls, {seed}) : null;
  const [q, qPlus, qOrder, qContext] = falseDiscoveryRate([plain.p, plus.p, order.p, context?.p ?? null], "BY");
  const adjusted = [q!, qPlus!, qOrder!, qContext!].filter(each => each !== null);
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
    context: context && {examples: contexts!.examples, ...context, q: qContext!},
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
