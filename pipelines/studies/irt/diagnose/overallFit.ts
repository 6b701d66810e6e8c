// M2 of a response matrix, from a maximum likelihood fit made for the purpose, or the reason why there is none, as text.
import {plural} from "../../../book/plural.js";
import {chiSquaredCdf, chiSquaredUpper, logGamma} from "../../../stats/distributions.js";
import {fit as fitted, screen} from "../estimate/fit.js";
import {type Grid, normalGrid} from "../estimate/quadrature.js";
import {type Item, MISSING, partOf, probability, type Responses, RIGHT} from "../item.js";

/** Fewest persons: with fewer, the distribution of M2 is not close to its asymptotic one. */
const FEWEST = 100;

/** Fewest items: with fewer, a 2PL has as many parameters as there are margins; two items cannot even be fitted. */
const FEWEST_ITEMS = 3;

export interface OverallFit {
  fit: LimitedFit | null;
  /** one sentence without a full stop */
  text: string;
}

/** M2 and its reading, from the persons who answered every item and the items that were not answered alike by all of them. */
export function overallFit(responses: Responses, model: "rasch" | "2pl"): OverallFit {
  const {persons, items, cells} = responses;
  const none = (text: string): OverallFit => ({fit: null, text: `not made: ${text}`});
  const whole = persons.flatMap((_, i) =>
    cells.subarray(i * items.length, (i + 1) * items.length).includes(MISSING) ? [] : [i]
  );
  if (whole.length < FEWEST)
    return none(`${plural(whole.length, "model")} answered every item, and ${FEWEST} at least are needed`);
  const complete = partOf(responses, {rows: whole, columns: [...items.keys()]});
  const {kept} = screen(complete);
  if (kept.length > MOST_M2_ITEMS)
    return none(`${plural(kept.length, "item")} are more than the ${MOST_M2_ITEMS} that it is made for`);
  if (kept.length < FEWEST_ITEMS) return none(`${plural(kept.length, "item")} that tell models apart leave no degree of freedom`);
  const part = partOf(complete, {columns: kept});
  const fit = fitted(part, {model, estimate: "ml"});
  const name = model === "rasch" ? "Rasch" : "2PL";
  if (!fit.converged) return none(`the ${name} by maximum likelihood has not converged`);
  const found = limitedInformation(
    fit.items.map(item => ({...item, a: item.a * fit.spread})),
    part,
    {model}
  );
  if (!found) return none(`${plural(kept.length, "item")} leave no degree of freedom, or do not determine the parameters`);
  const {m2, df, p, rmsea, low, high, n} = found;
  const verdict =
    p > 0.05
      ? "the data do not contradict the model"
      : low > 0.05
        ? "the model is wrong by more than a little"
        : "the model is not exact, but close";
  return {
    fit: found,
    text: `${m2.toFixed(1)} on ${df} df, p ${p < 0.001 ? "< 0.001" : `= ${p.toFixed(3)}`}, RMSEA ${rmsea.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}] (90 %), n = ${plural(n, "model")}, ${name} by maximum likelihood: ${verdict}`
  };
}

// Limited-information goodness of fit, M2: does the model reproduce how many persons get each item, and each pair of items, right?

interface LimitedFit {
  m2: number;
  df: number;
  p: number;
  /** root mean square error of approximation, with its 90 % interval; below about 0.05 is close (Maydeu-Olivares & Joe 2014) */
  rmsea: number;
  low: number;
  high: number;
  /** persons who answered every item */
  n: number;
}

/**
 * Most items M2 is computed for: a matrix of J(J + 1)/2 rows, the covariances of all pairs of margins, is inverted, which takes a second at
 * 30 items.
 */
const MOST_M2_ITEMS = 30;
export type FreeParameters = "rasch" | "2pl" | "3pl";

/**
 * M2 over margins of order 1 and 2 (Maydeu-Olivares & Joe 2005, doi:10.1198/016214504000002069; 2006, doi:10.1007/s11336-005-1295-9).
 * Null where no degree of freedom is left, or where the margins do not determine the parameters.
 * @param model which parameters were estimated by maximum likelihood; under priors the distribution does not hold
 */
export function limitedInformation(
  items: readonly Item[],
  responses: Responses,
  {model, grid = normalGrid()}: {model: FreeParameters; grid?: Grid}
): LimitedFit | null {
  if (items.length > MOST_M2_ITEMS) throw new RangeError(`M2 of ${items.length} items; it supports at most ${MOST_M2_ITEMS}`);
  const sets = subsets(items.length);
  const curves = items.map(item => grid.nodes.map(theta => probability(item, theta)));
  const slopes = derivatives(items, curves, {model, grid});
  const df = sets.length - slopes.length;
  if (df <= 0) return null;
  const chance = new Margins(curves, grid);
  const {n, shares} = observedShares(sets, responses);
  const off = sets.map((set, s) => shares[s]! - chance.of(set));
  const covariance = sets.map(a =>
    Float64Array.from(sets, b => chance.of([...new Set([...a, ...b])]) - chance.of(a) * chance.of(b))
  );
  const columns = slopes.map(parameter => Float64Array.from(sets, set => parameter(set)));
  const m2 = quadraticForm(covariance, columns, off);
  if (m2 === null) return null;
  return {m2: n * m2, df, p: chiSquaredUpper(n * m2, df), n, ...approximation(n * m2, df, n)};
}

/** eᵀ (Ξ⁻¹ − Ξ⁻¹Δ(ΔᵀΞ⁻¹Δ)⁻¹ΔᵀΞ⁻¹) e, null where a matrix is singular. */
function quadraticForm(xi: readonly Float64Array[], delta: readonly Float64Array[], e: readonly number[]): number | null {
  try {
    const lower = cholesky(xi);
    const y = forward(lower, e);
    const z = delta.map(column => forward(lower, column));
    const explained = forward(
      cholesky(z.map(a => z.map(b => dot(a, b)))),
      z.map(a => dot(a, y))
    );
    return dot(y, y) - dot(explained, explained);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, x, i) => sum + x * b[i]!, 0);

/** All single items, then all pairs of items. */
function subsets(size: number): number[][] {
  const all = Array.from({length: size}, (_, i) => [i]);
  for (let i = 0; i < size; i++) for (let j = i + 1; j < size; j++) all.push([i, j]);
  return all;
}

/** Probabilities under the model that all items of a set are right; cached, since sets of up to four items repeat. */
class Margins {
  private readonly known = new Map<string, number>();
  constructor(
    private readonly curves: readonly Float64Array[],
    private readonly grid: Grid
  ) {}
  of(set: readonly number[]): number {
    const key = [...set].sort((a, b) => a - b).join();
    const known = this.known.get(key);
    if (known !== undefined) return known;
    let sum = 0;
    this.grid.weights.forEach((weight, node) => {
      sum += weight * set.reduce((product, item) => product * this.curves[item]![node]!, 1);
    });
    this.known.set(key, sum);
    return sum;
  }
}

/** Derivatives of a set's probability by each parameter. */
function derivatives(
  items: readonly Item[],
  curves: readonly Float64Array[],
  {model, grid}: {model: FreeParameters; grid: Grid}
): ((set: readonly number[]) => number)[] {
  const inItem = (item: number, kind: "a" | "d" | "c") => {
    const slope = grid.nodes.map((theta, node) => slopeIn(items[item]!, kind, theta, curves[item]![node]!));
    return (set: readonly number[]): number =>
      set.includes(item)
        ? grid.weights.reduce((sum, weight, node) => {
            const others = set.reduce((product, other) => (other === item ? product : product * curves[other]![node]!), 1);
            return sum + weight * slope[node]! * others;
          }, 0)
        : 0;
  };
  const kinds = ({rasch: ["d"], "2pl": ["d", "a"], "3pl": ["d", "a", "c"]} as const)[model];
  const own = items.flatMap((_, item) => kinds.map(kind => inItem(item, kind)));
  if (model !== "rasch") return own;
  const common = items.map((_, item) => inItem(item, "a"));
  return [...own, set => common.reduce((sum, each) => sum + each(set), 0)];
}

function slopeIn({c, u}: Item, kind: "a" | "d" | "c", theta: number, p: number): number {
  const logistic = (p - c) / (u - c);
  if (kind === "c") return 1 - logistic;
  return (u - c) * logistic * (1 - logistic) * (kind === "a" ? theta : 1);
}

function observedShares(sets: readonly number[][], {persons, items, cells}: Responses): {n: number; shares: number[]} {
  const counts = sets.map(() => 0);
  let n = 0;
  for (let person = 0; person < persons.length; person++) {
    const row = cells.subarray(person * items.length, (person + 1) * items.length);
    if (row.includes(MISSING)) continue;
    n++;
    for (const [s, set] of sets.entries()) if (set.every(item => row[item] === RIGHT)) counts[s]! += 1;
  }
  return {n, shares: counts.map(count => count / n)};
}

/** RMSEA and its 90 % interval from the noncentral chi-squared (Steiger 1990; Browne & Cudeck 1993). */
function approximation(m2: number, df: number, n: number): {rmsea: number; low: number; high: number} {
  const scaled = (noncentrality: number): number => Math.sqrt(noncentrality / (df * (n - 1)));
  return {
    rmsea: scaled(Math.max(0, m2 - df)),
    low: scaled(noncentralityAt(0.95, m2, df)),
    high: scaled(noncentralityAt(0.05, m2, df))
  };
}

/** The noncentrality under which P(X ≤ x) = level; 0 where even the central distribution gives a smaller probability. */
function noncentralityAt(level: number, x: number, df: number): number {
  if (chiSquaredCdf(x, df) <= level) return 0;
  let [low, high] = [0, 1];
  while (noncentralCdf(x, df, high) > level) high *= 2;
  for (let step = 0; step < 100; step++) {
    const middle = (low + high) / 2;
    if (noncentralCdf(x, df, middle) > level) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** P(X ≤ x) of the noncentral chi-squared: a Poisson mixture of central ones (Patnaik 1949). */
function noncentralCdf(x: number, df: number, noncentrality: number): number {
  const rate = noncentrality / 2;
  const spread = 10 * Math.sqrt(rate + 1) + 10;
  let sum = 0;
  for (let k = Math.max(0, Math.floor(rate - spread)); k <= rate + spread; k++) {
    const weight = rate === 0 ? Number(k === 0) : Math.exp(k * Math.log(rate) - rate - logGamma(k + 1));
    sum += weight * chiSquaredCdf(x, df + 2 * k);
  }
  return sum;
}

// Cholesky factor and triangular solves of symmetric positive definite matrices given as rows.

/** The lower triangular L with L Lᵀ = the matrix. Throws a RangeError where the matrix is not positive definite. */
function cholesky(matrix: readonly ArrayLike<number>[]): Float64Array[] {
  const lower = matrix.map(() => new Float64Array(matrix.length));
  for (let i = 0; i < matrix.length; i++)
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i]![j]!;
      for (let k = 0; k < j; k++) sum -= lower[i]![k]! * lower[j]![k]!;
      if (i !== j) lower[i]![j] = sum / lower[j]![j]!;
      else if (sum > matrix[i]![i]! * SINGULAR) lower[i]![i] = Math.sqrt(sum);
      else throw new RangeError("the matrix is not positive definite");
    }
  return lower;
}
/** A pivot below this share of its diagonal element counts as zero. */
const SINGULAR = 1e-12;

/** Solves L x = b for x by forward substitution. */
function forward(lower: readonly Float64Array[], b: ArrayLike<number>): Float64Array {
  const x = new Float64Array(lower.length);
  for (let i = 0; i < lower.length; i++) {
    let sum = b[i]!;
    for (let k = 0; k < i; k++) sum -= lower[i]![k]! * x[k]!;
    x[i] = sum / lower[i]![i]!;
  }
  return x;
}
