// Checks of the items of a response matrix before a fit is believed: uninformative and negatively discriminating ones.
import {Z975} from "../../../stats/distributions.js";
import {MISSING, type Responses, RIGHT} from "../item.js";
import {correlation} from "./residuals.js";

export interface ItemScreen {
  /** number of answers, and of right answers */
  n: number;
  right: number;
  /** whether all answers are right or all wrong, so that they do not determine the difficulty; null otherwise */
  alike: "right" | "wrong" | null;
  /** correlation with the share right on all other items (item–rest), with its 95 % interval (Fisher's z); NaN where answers are alike */
  rest: number;
  low: number;
  high: number;
  /** the whole interval lies below 0: abler models fail the item more often; look for a wrong key or a broken question */
  negative: boolean;
}

/** Checks of every item. Corrected item–total correlation: Henrysson 1963, doi:10.1007/BF02289618. */
export function screenItems({persons, items, cells}: Responses): ItemScreen[] {
  const size = items.length;
  const [answers, right] = [new Float64Array(persons.length), new Float64Array(persons.length)];
  for (let at = 0; at < cells.length; at++) {
    const person = Math.floor(at / size);
    if (cells[at] !== MISSING) answers[person]! += 1;
    if (cells[at] === RIGHT) right[person]! += 1;
  }
  const [own, rest] = [new Float64Array(persons.length), new Float64Array(persons.length)];
  return items.map((_, item) => {
    for (let person = 0; person < persons.length; person++) {
      const cell = cells[person * size + item]!;
      own[person] = cell === MISSING || answers[person]! < 2 ? Number.NaN : Number(cell === RIGHT);
      rest[person] = (right[person]! - own[person]!) / (answers[person]! - 1);
    }
    return screened(own, rest);
  });
}

function screened(own: Float64Array, rest: Float64Array): ItemScreen {
  const answered = own.filter(value => !Number.isNaN(value));
  const [n, right] = [answered.length, answered.reduce((sum, value) => sum + value, 0)];
  const {r} = correlation(own, rest);
  const reach = Z975 / Math.sqrt(n - 3);
  const z = Math.atanh(r);
  const [low, high] = n > 3 ? [Math.tanh(z - reach), Math.tanh(z + reach)] : [Number.NaN, Number.NaN];
  return {
    n,
    right,
    alike: n === 0 ? null : right === n ? "right" : right === 0 ? "wrong" : null,
    rest: r,
    low,
    high,
    negative: high < 0
  };
}
