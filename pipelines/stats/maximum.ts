// The largest value of a function of one number.

/** Shrinks the interval by this factor at each step (Kiefer 1953, doi:10.1090/S0002-9939-1953-0055639-3). */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * Where a function is largest between two ends: the best of equally spaced places, refined by golden section between its neighbours. Where
 * several are equally large, the first.
 * @param places at least 2, both ends included
 * @param tolerance width of the interval at which it ends
 */
export function maximum(
  of: (x: number) => number,
  low: number,
  high: number,
  {places = 9, tolerance = 1e-4}: {places?: number; tolerance?: number} = {}
): {at: number; value: number} {
  const step = (high - low) / (places - 1);
  let best = {at: low, value: of(low)};
  for (let i = 1; i < places; i++) {
    const at = low + i * step;
    const value = of(at);
    if (value > best.value) best = {at, value};
  }
  let [left, right] = [Math.max(low, best.at - step), Math.min(high, best.at + step)];
  const inner = (x: number) => ({at: x, value: of(x)});
  let [a, b] = [inner(right - GOLDEN * (right - left)), inner(left + GOLDEN * (right - left))];
  while (right - left > tolerance) {
    if (a.value >= b.value) {
      [right, b] = [b.at, a];
      a = inner(right - GOLDEN * (right - left));
    } else {
      [left, a] = [a.at, b];
      b = inner(left + GOLDEN * (right - left));
    }
  }
  for (const each of [a, b]) if (each.value > best.value) best = each;
  return best;
}
