// Start of a search: intercepts from the shares of scores, signs from how each item's scores go with those on the others.
import {type Coded, type CodedItem, countOf} from "./scale.js";

/** Parameters of all items: of each log |a| and then its intercepts, at `starts`. */
export interface Parameters {
  x: Float64Array;
  starts: Int32Array;
  sign: Int8Array;
  /** variance of scores over p(1 − p); 1 of graded items */
  dispersion: Float64Array;
}

/** Least distance of two intercepts. */
export const MIN_GAP = 1e-4;

/** Parameters from shares of scores, with signs of discriminations. */
export function startOf({items, persons}: Coded, reversal: number | null): Parameters {
  const starts = new Int32Array(items.length + 1);
  for (const [j, item] of items.entries()) starts[j + 1] = starts[j]! + countOf(item);
  const x = new Float64Array(starts[items.length]!);
  for (const [j, item] of items.entries()) {
    const n = item.rows.length;
    for (let k = 1; k < countOf(item); k++) {
      const above = item.score ? item.score.reduce((sum, y) => sum + y, 0) : item.category.filter(each => each >= k).length;
      const share = Math.min(1 - 0.5 / n, Math.max(0.5 / n, above / n));
      x[starts[j]! + k] = 1.2 * Math.log(share / (1 - share)) - MIN_GAP * k;
    }
  }
  const sign = reversal === null ? new Int8Array(items.length).fill(1) : signsOf(items, persons.length, Math.sqrt(2 * reversal));
  return {x, starts, sign, dispersion: Float64Array.from(items, item => (item.isSpread ? 0.3 : 1))};
}

/** −1 for items whose scores fall with those on the others by more than z standard errors of Fisher's transform; most are positive. */
function signsOf(items: readonly CodedItem[], persons: number, z: number): Int8Array {
  const sign = new Int8Array(items.length).fill(1);
  for (let round = 0; round < 5; round++) {
    const [total, count] = [new Float64Array(persons), new Float64Array(persons)];
    const deviations = items.map((item, j) => {
      const values = Float64Array.from(item.rows, (_, t) => item.score?.[t] ?? item.levels[item.category[t]!]!);
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
      const scaled = values.map(value => (value - mean) / sd);
      for (const [t, i] of item.rows.entries()) {
        total[i]! += sign[j]! * scaled[t]!;
        count[i]!++;
      }
      return scaled;
    });
    let positive = 0;
    const next = sign.map((_, j) => {
      const {rows} = items[j]!;
      let [sum, square, product] = [0, 0, 0];
      for (const [t, i] of rows.entries()) {
        const rest = (total[i]! - sign[j]! * deviations[j]![t]!) / Math.max(1, count[i]! - 1);
        sum += rest;
        square += rest * rest;
        product += rest * deviations[j]![t]!;
      }
      const n = rows.length;
      const r = product / Math.sqrt(Math.max(1e-12, square - (sum * sum) / n) * n);
      const turned = n > 3 && Math.atanh(Math.max(-0.999999, Math.min(0.999999, r))) * Math.sqrt(n - 3) < -z ? -1 : 1;
      positive += turned;
      return turned;
    });
    if (positive < 0) for (let j = 0; j < next.length; j++) next[j]! *= -1;
    const isSame = next.every((each, j) => each === sign[j]);
    sign.set(next);
    if (isSame) break;
  }
  return sign;
}
