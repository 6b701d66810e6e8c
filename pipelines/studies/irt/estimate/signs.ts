// Starting signs of discriminations: negative for items that abler persons get wrong more often.
import {MISSING, type Responses} from "../item.js";

/** Most rounds: scores are computed again with the reversed items recoded until the signs stay the same. */
const ROUNDS = 5;

/**
 * −1 for each item whose answers fall with the score on the other items, otherwise 1. A score is the mean of an evaluation's answers, each
 * minus the item's share right, so that an evaluation of harder items does not count as less able.
 * @param counted indices of the items, in the order of the result, and how many answers each has and how many of them are right
 * @param z number of standard errors by which a correlation must lie below 0 (Fisher's z)
 */
export function signsOf(
  responses: Responses,
  {kept, right, answered}: {kept: readonly number[]; right: Float64Array; answered: Float64Array},
  {z = 0} = {}
): Int8Array {
  const rows = rowsOf(responses, kept);
  const share = right.map((count, at) => count / answered[at]!);
  const sign = new Int8Array(kept.length).fill(1);
  for (let round = 0; round < ROUNDS; round++) {
    const {rest, square, product} = restMoments(rows, share, sign);
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

/** The answers of each person to the items that are kept, as numbers: 1 is right, 0 wrong. A branch for each would cost more than the sums. */
const rowsOf = ({persons, items, cells}: Responses, kept: readonly number[]): Uint8Array[] =>
  persons.map((_, i) => {
    const row = new Uint8Array(kept.length);
    for (let at = 0; at < row.length; at++) row[at] = cells[i * items.length + kept[at]!]!;
    return row;
  });

/** Moments over persons of the score on all other items, and of its product with the answer. */
function restMoments(rows: readonly Uint8Array[], share: Float64Array, sign: Int8Array) {
  const size = share.length;
  const [rest, square, product] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  for (const row of rows) {
    let [sum, count] = [0, 0];
    for (let at = 0; at < size; at++) {
      const right = row[at]!;
      if (right === MISSING) continue;
      sum += sign[at]! * (right - share[at]!);
      count++;
    }
    for (let at = 0; at < size; at++) {
      const right = row[at]!;
      if (right === MISSING) continue;
      const own = right - share[at]!;
      const score = count > 1 ? (sum - sign[at]! * own) / (count - 1) : 0;
      rest[at]! += score;
      square[at]! += score * score;
      product[at]! += score * own;
    }
  }
  return {rest, square, product};
}
