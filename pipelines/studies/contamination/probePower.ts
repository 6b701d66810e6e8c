// The power of a test of membership: how often it finds items of which a share is known, with so many items.
import {randomOf} from "../../generate/seed.js";
import {wilson} from "../../stats/intervals.js";
import {membershipTest} from "./probeMembership.js";

/** One row of the power table. */
export interface PowerRow {
  /** Items of the set, and as many controls. */
  items: number;
  /** Share of the items that the model knows; 0 gives the rate of false positives. */
  share: number;
  /** Simulated sets, those that were found, and their share with Wilson's 95 % interval. */
  sets: number;
  found: number;
  power: number | null;
  low: number;
  high: number;
}

/** The row of a number of sets of which so many were found; without sets nothing is known, and the interval is [0, 1]. */
export function powerRow(of: Pick<PowerRow, "items" | "share" | "sets" | "found">): PowerRow {
  if (of.sets === 0) return {...of, power: null, low: 0, high: 1};
  const power = of.found / of.sets;
  const {center, margin} = wilson(power, of.sets);
  return {...of, power, low: Math.max(0, center - margin), high: Math.min(1, center + margin)};
}

/**
 * The power of `membershipTest` by resampling scores: each set draws its known items from `known`, its others and all controls from
 * `unknown`, with replacement. One stratum.
 * @param known scores of texts that a model knows · @param unknown scores of texts of the same kind that it does not know; neither empty
 */
export function membershipPower(
  {known, unknown}: {known: readonly number[]; unknown: readonly number[]},
  {
    items,
    shares,
    sets = 200,
    level = 0.05,
    seed = 0
  }: {items: readonly number[]; shares: readonly number[]; sets?: number; level?: number; seed?: number}
): PowerRow[] {
  return items.flatMap(size =>
    shares.map(share => {
      const random = randomOf(`power ${seed} ${size} ${share}`);
      const scoresOf = (count: number, from: readonly number[]) =>
        Array.from({length: count}, (_, i) => ({id: `${i}`, stratum: "", score: random.pick(from)}));
      const planted = Math.round(share * size);
      let found = 0;
      for (let set = 0; set < sets; set++) {
        const own = [...scoresOf(planted, known), ...scoresOf(size - planted, unknown)];
        const {p} = membershipTest(own, scoresOf(size, unknown), {seed: set, most: 999});
        if (p !== null && p <= level) found++;
      }
      return powerRow({items: size, share, sets, found});
    })
  );
}
