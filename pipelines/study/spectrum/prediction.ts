// Does a feature of the spectrum tell how often models fail, beyond what the prompt's length tells?
import {midranks} from "../correlation.js";
import {normalQuantile} from "../distributions.js";

export interface Correlation {
  value: number;
  low: number;
  high: number;
  /** Points. */
  n: number;
}

/**
 * Pearson's correlation of the ranks of x and y with the ranks of the controls taken out of both (partial Spearman), with
 * Fisher's interval on n − 3 − controls degrees (Fieller, Hartley & Pearson 1957 give the factor 1.06 for ranks).
 */
export function partialCorrelation(
  x: readonly number[],
  y: readonly number[],
  controls: readonly (readonly number[])[] = []
): Correlation | null {
  const n = x.length;
  const free = n - 3 - controls.length;
  if (free < 1) return null;
  const columns = controls.map(control => midranks(control));
  const value = correlation(residuals(midranks(x), columns), residuals(midranks(y), columns));
  if (!Number.isFinite(value)) return null;
  const half = normalQuantile(0.975) * Math.sqrt(1.06 / free);
  const z = Math.atanh(Math.min(1 - 1e-12, Math.max(-1 + 1e-12, value)));
  return {value, low: Math.tanh(z - half), high: Math.tanh(z + half), n};
}

/** What is left of y after a least-squares fit on the columns and a constant, by modified Gram–Schmidt. */
function residuals(y: readonly number[], columns: readonly (readonly number[])[]): number[] {
  let left = centred(y);
  const basis: number[][] = [];
  for (const column of columns) {
    let direction = centred(column);
    for (const earlier of basis) direction = less(direction, earlier);
    if (direction.reduce((sum, value) => sum + value * value, 0) > 1e-9) basis.push(direction);
  }
  for (const direction of basis) left = less(left, direction);
  return left;
}

function less(vector: number[], direction: readonly number[]): number[] {
  const dot = vector.reduce((sum, value, i) => sum + value * direction[i]!, 0);
  const norm = direction.reduce((sum, value) => sum + value * value, 0);
  return vector.map((value, i) => value - (dot / norm) * direction[i]!);
}

function centred(values: readonly number[]): number[] {
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  return values.map(value => value - mean);
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [centred(a), centred(b)];
  const sum = (u: number[], v: number[]) => u.reduce((total, value, i) => total + value * v[i]!, 0);
  return sum(x, y) / Math.sqrt(sum(x, x) * sum(y, y));
}
