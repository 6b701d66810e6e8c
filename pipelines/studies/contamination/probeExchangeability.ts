// The exchangeability test: does a model prefer the order in which a benchmark publishes its items to other orders of them?
import {randomOf} from "../../generate/seed.js";
import {tCdf, tQuantile} from "../../stats/distributions.js";
import {groupBy} from "../../stats/groupBy.js";
import {permutationP} from "./effectWithin.js";

/** One shard: consecutive items, and the orders in which they are put to the model. */
export interface ShardPlan {
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

export interface Exchangeability {
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
