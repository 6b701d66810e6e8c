// The backtracking line search that both quasi-Newton searches use.

/** Most steps that are tried along one direction. */
const MOST_TRIES = 30;

/**
 * Halves or interpolates a step until the value rises enough (Armijo's rule); the last trial point stays in `trial`.
 * @param rise slope of the value along the direction
 * @param clamp moves a trial point into its bounds
 * @param shortest shortest step that is tried
 * @returns the value found, or null where no step raises it
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
  // where the gain is below what doubles can resolve in a sum this large, a step is accepted if the value does not fall
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
