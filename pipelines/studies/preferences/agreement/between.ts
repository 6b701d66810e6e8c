// Cohen's κ between two sides that judged the same units: a judge and all others, a model and people, one annotation round and the next.

import type {Counts} from "../judging/joint.js";
import {type Agreed, type AgreedOver, agreedOf, mixture, nothing, overOfNamed, squaresOf} from "./coefficient.js";
import {baseOf, corners} from "./disagreement.js";

/** The two sides whose votes on a unit are compared. */
export type Side = "one" | "other";
export interface SidedUnit extends Record<Side, Counts> {
  prompt: number;
}

const CATEGORIES = 3;
const PLACES = [0, 1, 2] as const;
/** Entries of a vector of sums: pairs of one vote of each side, those that differ, and each side's categories over the pairs. */
const WIDTH = 2 + 2 * CATEGORIES;

/**
 * Cohen's κ over pairs of one vote of each side, with base rates over the same pairs. The interval is a jackknife over prompts (or units);
 * the sides themselves are taken as fixed.
 */
export function betweenOf(units: readonly SidedUnit[], {over = "prompts"}: {over?: AgreedOver | undefined} = {}): Agreed {
  const sums = units
    .map(sumsOf)
    .map((own, u) => ({own, prompt: units[u]!.prompt}))
    .filter(({own}) => own[0]! > 0);
  const n = sums.length;
  if (n === 0) return nothing("no unit that both judged");
  const all = new Float64Array(WIDTH);
  let squares = 0;
  for (const {own} of sums) {
    add(all, own);
    squares += own[0]! ** 2;
  }
  const whole = parts(all);
  if (!(whole.expected > 0)) return nothing("only one category was ever chosen", n);
  const totals = Float64Array.from(PLACES, c => all[2 + c]! + all[2 + CATEGORIES + c]!);
  const mixed = mixture(baseOf(totals, corners(CATEGORIES)), 2);
  const model = (ratio: number) => (mixed(ratio) * squares) / all[0]! ** 2;
  return agreedOf(
    {n, ...whole, most: 2, model, squares: by => (by === "units" || by === "prompts" ? moves(by) : null)},
    overOfNamed(over)
  );

  function moves(by: "units" | "prompts") {
    const clusters = new Map<number, Float64Array>();
    sums.forEach(({own, prompt}, u) => {
      const key = by === "units" ? u : prompt;
      const known = clusters.get(key);
      if (known) add(known, own);
      else clusters.set(key, Float64Array.from(own));
    });
    return squaresOf(
      Array.from(clusters.values(), own => {
        const rest = parts(all.map((sum, i) => sum - own[i]!));
        return [rest.observed - whole.observed, rest.expected - whole.expected] as const;
      })
    );
  }
}

function sumsOf({one, other}: SidedUnit): Float64Array {
  const sums = new Float64Array(WIDTH);
  const [m, n] = [one[0] + one[1] + one[2], other[0] + other[1] + other[2]];
  sums[0] = m * n;
  sums[1] = m * n - PLACES.reduce<number>((same, c) => same + one[c] * other[c], 0);
  for (const c of PLACES) {
    sums[2 + c] = one[c] * n;
    sums[2 + CATEGORIES + c] = other[c] * m;
  }
  return sums;
}

function add(into: Float64Array, own: Float64Array): void {
  for (let i = 0; i < WIDTH; i++) into[i] = into[i]! + own[i]!;
}

/** Shares of pairs that differ: observed, and expected by chance. */
function parts(sums: Float64Array): {observed: number; expected: number} {
  const pairs = sums[0]!;
  const same = PLACES.reduce<number>((all, c) => all + sums[2 + c]! * sums[2 + CATEGORIES + c]!, 0);
  return {observed: sums[1]! / pairs, expected: 1 - same / (pairs * pairs)};
}
