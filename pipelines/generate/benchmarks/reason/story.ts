// Stories of chains: five chains of facts, of one length each, told in mixed order among facts that lead nowhere.
import type {Random} from "../../seed.js";
import type {Step} from "../../task.js";

/** Lengths of the chains of a story, in facts that must be put together. Each story has one of each length. */
export const HOPS = [2, 3, 4, 5, 6] as const;
/** Things that a story names: a chain of h facts has h + 1. */
const NAMED = HOPS.reduce((sum, hops) => sum + hops + 1, 0);
/** Facts of a story that have the form of the others, and lead nowhere. */
const DISTRACTORS = 6;

/**
 * A story with the five questions that it can be asked. They differ in the thing that they start from alone, so that nothing but following its
 * chain tells how long it is.
 */
export interface Story {
  /** In the order told. */
  statements: readonly string[];
  /** Answers to the five questions, in the order of HOPS; all different. */
  answers: readonly string[];
  /** The question about each chain, in the order of HOPS. */
  questions: readonly string[];
  /** What each chain derives on its way, in the order of HOPS. */
  steps: readonly (readonly Step[])[];
}

/** Names dealt out to chains, in the order of HOPS: each begins at what is asked about, and ends where its facts end. */
export function dealt(names: readonly string[], random: Random): string[][] {
  const drawn = draw(names, NAMED, random);
  let from = 0;
  return HOPS.map(hops => drawn.slice(from, (from += hops + 1)));
}

/** Several different elements, in random order. */
function draw<T>(list: readonly T[], count: number, random: Random): T[] {
  const left = [...list];
  for (let i = 0; i < count; i++) {
    const j = random.integer(i, left.length - 1);
    [left[i], left[j]] = [left[j]!, left[i]!];
  }
  return left.slice(0, count);
}

/** Pairs of things of different chains, for facts that lead nowhere; no pair twice, in either order. */
export function strayPairs(chains: readonly (readonly string[])[], random: Random): [string, string][] {
  const pairs = new Map<string, [string, string]>();
  while (pairs.size < DISTRACTORS) {
    const [one, other] = draw(chains, 2, random) as [readonly string[], readonly string[]];
    const pair: [string, string] = [random.pick(one), random.pick(other)];
    pairs.set([...pair].sort().join(" "), pair);
  }
  return [...pairs.values()];
}

/** Facts that follow one another along a chain: a of chain[i], b of chain[i + 1]. */
export const links = (chain: readonly string[]): [string, string][] =>
  chain.slice(1).map((name, i): [string, string] => [chain[i]!, name]);
