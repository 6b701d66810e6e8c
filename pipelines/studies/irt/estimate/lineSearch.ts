// The search along a direction that both quasi-Newton ascents make.

const MOST_TRIES = 30;

/**
 * Halves or interpolates a step until the value rises enough (Armijo); the last trial stays in `trial`.
 * @param rise slope of the value along the direction · @param clamp moves a trial into its bounds · @param shortest step that is tried
 * @returns the value found, null where no step rises
 */
export function lineSearch(
  {
    x,
    direction,
    trial,
    value,
    rise
  }: {x: Float64Array; direction: Float64Array; trial: Float64Array; value: number; rise: number},
  {valueAt, clamp, shortest = 0}: {valueAt(x: Float64Array): number; clamp(x: Float64Array): void; shortest?: number}
): number | null {
  // below what doubles can tell apart in a sum this large, a step is judged by not falling
  const noise = 1e-13 * Math.abs(value);
  for (let step = 1, tries = 0; tries < MOST_TRIES && step > shortest; tries++) {
    for (let i = 0; i < x.length; i++) trial[i] = x[i]! + step * direction[i]!;
    clamp(trial);
    const found = valueAt(trial);
    if (found >= value + 1e-4 * step * rise - noise) return found;
    const parabola = Number.isFinite(found) ? (0.5 * rise * step * step) / (rise * step - (found - value)) : 0;
    step = Math.min(0.5 * step, Math.max(0.1 * step, parabola));
  }
  return null;
}
