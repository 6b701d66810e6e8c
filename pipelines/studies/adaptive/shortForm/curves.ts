// Two-parameter curves of items from reference models' scores, whose abilities follow from their whole scores.

/** Chance of a right answer at ability θ: σ(a θ + d). */
export interface Curves {
  a: Float64Array;
  d: Float64Array;
}

/** Standard deviation of log a, and of d, over items. */
const SPREAD_LOG_A = 0.4;
const SPREAD_D = 2;
const ROUNDS = 3;
const NEWTON_STEPS = 10;
/** Abilities are in standard deviations of the reference models; beyond these bounds curves are flat. */
const MAX_ABILITY = 6;

export const chance = (logit: number): number => 1 / (1 + Math.exp(-logit));

/**
 * Fits curves by penalised likelihood, in turn with abilities at which the expected score of each model is its actual score. Scores between
 * 0 and 1 count as shares (quasi-likelihood).
 * @param rows score of each model on each item, NaN where missing
 */
export function fitCurves(rows: readonly Float64Array[], items: number): Curves {
  const curves = {a: new Float64Array(items).fill(1), d: new Float64Array(items)};
  const theta = startAbilities(rows);
  const centres = {logA: 0, d: overallLogit(rows)};
  curves.d.fill(centres.d);
  for (let round = 0; round < ROUNDS; round++) {
    for (let item = 0; item < items; item++) fitItem(rows, item, {curves, theta, centres});
    for (const [i, row] of rows.entries()) theta[i] = abilityAt(row, curves, theta[i]!);
    standardise(theta, curves);
    centres.logA = curves.a.reduce((sum, a) => sum + Math.log(a), 0) / Math.max(1, items);
    centres.d = curves.d.reduce((sum, d) => sum + d, 0) / Math.max(1, items);
  }
  return curves;
}

/** Sum and count of a model's scores. */
function total(row: Float64Array): {sum: number; count: number} {
  let [sum, count] = [0, 0];
  for (const score of row)
    if (!Number.isNaN(score)) {
      sum += score;
      count++;
    }
  return {sum, count};
}

function startAbilities(rows: readonly Float64Array[]): Float64Array {
  const theta = Float64Array.from(rows, row => {
    const {sum, count} = total(row);
    return Math.log((sum + 0.5) / (count - sum + 0.5));
  });
  standardise(theta);
  return theta;
}

function overallLogit(rows: readonly Float64Array[]): number {
  const totals = rows.map(total);
  const [sum, count] = [totals.reduce((all, each) => all + each.sum, 0), totals.reduce((all, each) => all + each.count, 0)];
  return Math.log((sum + 1) / (count - sum + 1));
}

/** Gives abilities a mean of 0 and a variance of 1, and changes curves so that all chances stay the same; alike abilities keep their unit. */
function standardise(theta: Float64Array, curves?: Curves): void {
  const mean = theta.reduce((sum, each) => sum + each, 0) / Math.max(1, theta.length);
  const spread = Math.sqrt(theta.reduce((sum, each) => sum + (each - mean) ** 2, 0) / Math.max(1, theta.length));
  const unit = spread > 1e-6 ? spread : 1;
  for (const [i, each] of theta.entries()) theta[i] = (each - mean) / unit;
  if (!curves) return;
  for (const [j, a] of curves.a.entries()) {
    curves.d[j]! += a * mean;
    curves.a[j] = a * unit;
  }
}

interface Fitting {
  curves: Curves;
  theta: Float64Array;
  /** means of the normal distributions of log a and d */
  centres: {logA: number; d: number};
}

/** Newton steps for one item's log a and d; steps are bounded. */
function fitItem(rows: readonly Float64Array[], item: number, {curves, theta, centres}: Fitting): void {
  let [logA, d] = [Math.log(curves.a[item]!), curves.d[item]!];
  const [priorA, priorD] = [1 / SPREAD_LOG_A ** 2, 1 / SPREAD_D ** 2];
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const a = Math.exp(logA);
    let [gradientA, gradientD] = [-(logA - centres.logA) * priorA, -(d - centres.d) * priorD];
    let [bendAA, bendAD, bendDD] = [priorA, 0, priorD];
    for (let i = 0; i < rows.length; i++) {
      const score = rows[i]![item]!;
      if (Number.isNaN(score)) continue;
      const slope = a * theta[i]!;
      const p = chance(slope + d);
      const weight = p * (1 - p);
      gradientA += (score - p) * slope;
      gradientD += score - p;
      bendAA += weight * slope * slope;
      bendAD += weight * slope;
      bendDD += weight;
    }
    const determinant = bendAA * bendDD - bendAD * bendAD;
    const stepA = bounded((bendDD * gradientA - bendAD * gradientD) / determinant, 0.5);
    const stepD = bounded((bendAA * gradientD - bendAD * gradientA) / determinant, 1.5);
    logA += stepA;
    d += stepD;
    if (Math.abs(stepA) + Math.abs(stepD) < 1e-5) break;
  }
  curves.a[item] = Math.exp(logA);
  curves.d[item] = d;
}

const bounded = (value: number, most: number): number => Math.min(most, Math.max(-most, value));

/** Ability at which the expected sum of the scores is the actual one, from −6 to 6. */
export function abilityAt(row: Float64Array, {a, d}: Curves, start = 0): number {
  let theta = bounded(start, MAX_ABILITY);
  for (let step = 0; step < 40; step++) {
    let [gap, slope] = [0, 1e-9];
    for (let j = 0; j < row.length; j++) {
      if (Number.isNaN(row[j]!)) continue;
      const p = chance(a[j]! * theta + d[j]!);
      gap += row[j]! - p;
      slope += a[j]! * p * (1 - p);
    }
    const next = bounded(theta + bounded(gap / slope, 1), MAX_ABILITY);
    if (Math.abs(next - theta) < 1e-8) return next;
    theta = next;
  }
  return theta;
}
