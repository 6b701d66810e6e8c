// Starting signs of discriminations: negative for items that abler persons get wrong more often.
import {MISSING, type Responses, RIGHT} from "../item.js";

/** Most rounds: scores are computed again with the reversed items recoded until the signs stay the same. */
const ROUNDS = 5;

/**
 * −1 for each item whose answers fall with the score on the other items, otherwise 1. A score is the mean of an evaluation's answers, each
 * minus the item's share right, so that an evaluation of harder items does not count as less able.
 * @param kept indices of the items, in the order of the result
 * @param z number of standard errors by which a correlation must lie below 0 (Fisher's z)
 */
export function signsOf({persons, items, cells}: Responses, kept: readonly number[], {z = 0} = {}): Int8Array {
  const width = items.length;
  const [share, answered] = [new Float64Array(kept.length), new Float64Array(kept.length)];
  const eachAnswer = (visit: (person: number, at: number, right: number) => void) => {
    for (let i = 0; i < persons.length; i++)
      for (let at = 0; at < kept.length; at++) {
        const cell = cells[i * width + kept[at]!]!;
        if (cell !== MISSING) visit(i, at, cell === RIGHT ? 1 : 0);
      }
  };
  eachAnswer((_, at, right) => {
    answered[at]!++;
    share[at]! += right;
  });
  for (let at = 0; at < share.length; at++) share[at]! /= answered[at]!;
  const sign = new Int8Array(kept.length).fill(1);
  for (let round = 0; round < ROUNDS; round++) {
    const [sum, count] = [new Float64Array(persons.length), new Float64Array(persons.length)];
    eachAnswer((i, at, right) => {
      sum[i]! += sign[at]! * (right - share[at]!);
      count[i]!++;
    });
    // moments of the score on the other items, and of its product with the answer
    const [rest, square, product] = [0, 1, 2].map(() => new Float64Array(kept.length)) as [
      Float64Array,
      Float64Array,
      Float64Array
    ];
    eachAnswer((i, at, right) => {
      const own = right - share[at]!;
      const score = count[i]! > 1 ? (sum[i]! - sign[at]! * own) / (count[i]! - 1) : 0;
      rest[at]! += score;
      square[at]! += score * score;
      product[at]! += score * own;
    });
    let moved = false;
    let positive = 0;
    const next = sign.map((_, at) => {
      const n = answered[at]!;
      const spread = Math.sqrt(Math.max(0, square[at]! - rest[at]! ** 2 / n) * n * share[at]! * (1 - share[at]!));
      const r = spread > 0 ? product[at]! / spread : 0;
      const found = n > 3 && Math.atanh(Math.max(-0.999999, r)) * Math.sqrt(n - 3) < -z ? -1 : 1;
      positive += found;
      return found;
    });
    // the scale is oriented so that most discriminations are positive
    if (positive < 0) for (let at = 0; at < next.length; at++) next[at]! *= -1;
    for (let at = 0; at < next.length; at++) if (next[at] !== sign[at]) moved = true;
    sign.set(next);
    if (!moved) break;
  }
  return sign;
}
