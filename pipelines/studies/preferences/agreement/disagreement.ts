// Disagreement of ratings as squared distances between places of categories in a space, so that all pairs of a unit follow from its sums.
import {type Disagreement, type Moments, mixture, type RatingPanel} from "./coefficient.js";
import {type Contributions, type Shares, squaresBy} from "./contributions.js";

/**
 * Coordinates of the categories: those of category c start at place[c · dim]. The disagreement of two categories is their squared distance.
 */
export interface Places {
  dim: number;
  place: Float64Array;
}

/** Places for nominal categories: the corners of a simplex, all at distance 1. */
export function corners(categories: number): Places {
  const place = new Float64Array(categories * categories);
  for (let c = 0; c < categories; c++) place[c * categories + c] = Math.SQRT1_2;
  return {dim: categories, place};
}

/** Places for numeric categories: on a line, at their values. */
export const onLine = (values: ArrayLike<number>): Places => ({dim: 1, place: Float64Array.from(values)});

/** How often each category occurs. */
export function totalsOf({category, categories}: RatingPanel): Float64Array {
  const totals = new Float64Array(categories);
  for (const c of category) totals[c] = totals[c]! + 1;
  return totals;
}

/** Sums over ratings: their number, their places, and the squared lengths of these. */
export interface Sums {
  m: number;
  sum: Float64Array;
  square: number;
}

export const noSums = (dim: number): Sums => ({m: 0, sum: new Float64Array(dim), square: 0});

export function clear(sums: Sums): void {
  sums.m = sums.square = 0;
  sums.sum.fill(0);
}

export function addTo(sums: Sums, {dim, place}: Places, category: number): void {
  sums.m++;
  for (let k = 0; k < dim; k++) {
    const value = place[category * dim + k]!;
    sums.sum[k] = sums.sum[k]! + value;
    sums.square += value * value;
  }
}

/** Sum of the distances over all pairs of these ratings. */
export const apartIn = ({m, sum, square}: Sums): number => Math.max(0, m * square - inner(sum, sum));

/** Sum of the distances from one of these ratings to all of them. */
export function apartFrom({m, sum, square}: Sums, {dim, place}: Places, category: number): number {
  let [own, along] = [0, 0];
  for (let k = 0; k < dim; k++) {
    const value = place[category * dim + k]!;
    own += value * value;
    along += value * sum[k]!;
  }
  return m * own + square - 2 * along;
}

function inner(a: Float64Array, b: Float64Array): number {
  let all = 0;
  for (let k = 0; k < a.length; k++) all += a[k]! * b[k]!;
  return all;
}

/** Base rates of categories, with the moments that follow from them. */
export interface Base extends Moments {
  /** mean distance of each category from all ratings */
  far: Float64Array;
}

export function baseOf(totals: Float64Array, places: Places): Base {
  const {dim, place} = places;
  const ratings = totals.reduce((sum, n) => sum + n, 0);
  const all = noSums(dim);
  totals.forEach((n, c) => {
    all.m += n;
    for (let k = 0; k < dim; k++) {
      const value = place[c * dim + k]!;
      all.sum[k] = all.sum[k]! + n * value;
      all.square += n * value * value;
    }
  });
  const mean = all.sum.map(each => each / ratings);
  const square = all.square / ratings;
  const far = Float64Array.from(totals, (_, c) => {
    const own = place.subarray(c * dim, (c + 1) * dim);
    return inner(own, own) + square - 2 * inner(own, mean);
  });
  const over = (of: (c: number) => number) => totals.reduce((sum, n, c) => sum + (n / ratings) * of(c), 0);
  const d = over(c => far[c]!);
  const dd = dim === 1 ? 2 * over(c => (place[c]! - mean[0]!) ** 4) + 6 * over(c => (place[c]! - mean[0]!) ** 2) ** 2 : d;
  return {d, dd, gg: over(c => far[c]! ** 2), far};
}

/** The variance of a weighted mean over units that differ in nothing but their number of ratings. */
export function modelOf(
  moments: Moments,
  {starts, units}: RatingPanel,
  {weightOf, alone = false}: {weightOf: (m: number) => number; alone?: boolean}
): (ratio: number) => number {
  const bySize = new Map<number, number>();
  let all = 0;
  for (let u = 0; u < units; u++) {
    const m = starts[u + 1]! - starts[u]!;
    bySize.set(m, (bySize.get(m) ?? 0) + weightOf(m) ** 2);
    all += weightOf(m);
  }
  const parts = [...bySize].map(([m, squares]) => ({of: mixture(moments, m, {alone}), weight: squares / all ** 2}));
  return ratio => parts.reduce((sum, {of, weight}) => sum + weight * of(ratio), 0);
}

export interface OfUnits {
  places: Places;
  /** weight of a unit with m ratings */
  weightOf: (m: number) => number;
  /** expected disagreement is between ratings drawn without replacement (Krippendorff) rather than with replacement (Fleiss) */
  without: boolean;
  /** places are the middle ranks of categories, which depend on the base rates */
  ranked?: boolean;
  /** the expected disagreement is fixed at 1, so that the result is the share of pairs that disagree */
  alone?: boolean;
}

/** Disagreement within units compared with the expected disagreement of all ratings, whoever gave them. */
export function disagreement(
  panel: RatingPanel,
  {places, weightOf, without, ranked = false, alone = false}: OfUnits
): Disagreement {
  const {units, starts, category} = panel;
  const totals = totalsOf(panel);
  const ratings = category.length;
  const base = baseOf(totals, places);
  const factor = without ? ratings / (ratings - 1) : 1;
  const shares = (size: number): Shares => ({weight: new Float64Array(size), observed: new Float64Array(size), expected: null});
  const [ofUnits, ofRatings] = [shares(units), shares(ratings)];
  const own = noSums(places.dim);
  let [weights, sum, least] = [0, 0, Number.POSITIVE_INFINITY];
  for (let u = 0; u < units; u++) {
    clear(own);
    for (let r = starts[u]!; r < starts[u + 1]!; r++) addTo(own, places, category[r]!);
    const pairs = (own.m * (own.m - 1)) / 2;
    const scale = weightOf(own.m) / pairs; // weight of each pair of the unit
    ofUnits.weight[u] = weightOf(own.m);
    ofUnits.observed[u] = scale * apartIn(own);
    for (let r = starts[u]!; r < starts[u + 1]!; r++) {
      ofRatings.weight[r] = scale * (own.m - 1);
      ofRatings.observed[r] = scale * apartFrom(own, places, category[r]!);
    }
    weights += ofUnits.weight[u]!;
    sum += ofUnits.observed[u]!;
    least = Math.min(least, own.m);
  }
  const shift = ranked ? ranksMove(panel, {places, totals, weightOf, weights}) : null;
  const rates = Float64Array.from(totals, (_, c) =>
    alone ? 0 : factor * (2 * (base.far[c]! - base.d) + (shift ? shift.expected[c]! : 0))
  );
  const parts: Contributions = {
    panel,
    units: ofUnits,
    ratings: ofRatings,
    bases: {
      observed: shift && Float64Array.from(category, c => shift.observed[c]!),
      expected: Float64Array.from(category, c => rates[c]!)
    }
  };
  const model = modelOf(base, panel, {weightOf, alone});
  const found = {n: units, observed: sum / weights, squares: (over: Clusters) => squaresBy(parts, over)};
  if (alone) return {...found, expected: 1, most: 1, model: share => model(share / base.d)};
  return {...found, expected: factor * base.d, most: 1 + 1 / (least - 1), model};
}
type Clusters = Parameters<Disagreement["squares"]>[0];

/** Effect of one more rating of each category on the disagreements through the middle ranks, times the number of ratings. */
function ranksMove(
  {units, starts, category}: RatingPanel,
  of: {places: Places; totals: Float64Array; weightOf: (m: number) => number; weights: number}
): {observed: Float64Array; expected: Float64Array} {
  const {places, totals, weightOf, weights} = of;
  const {place} = places;
  const ratings = category.length;
  const slope = new Float64Array(totals.length); // derivative of observed disagreement by each category's place
  const own = noSums(1);
  for (let u = 0; u < units; u++) {
    clear(own);
    for (let r = starts[u]!; r < starts[u + 1]!; r++) addTo(own, places, category[r]!);
    const {m, sum} = own;
    const by = (4 * weightOf(m)) / (weights * m * (m - 1));
    for (let r = starts[u]!; r < starts[u + 1]!; r++) {
      const c = category[r]!;
      slope[c] = slope[c]! + by * (m * place[c]! - sum[0]!);
    }
  }
  const mean = totals.reduce((sum, n, c) => sum + (n / ratings) * place[c]!, 0);
  return {observed: moves(slope), expected: moves(totals.map((n, c) => (4 * n * (place[c]! - mean)) / ratings))};

  /** A rating of category x raises the ranks above it by 1 and its own by ½; all are then lowered to keep their mean. */
  function moves(slope: Float64Array): Float64Array {
    const level = slope.reduce((sum, each, c) => sum + each * place[c]!, 0);
    let above = slope.reduce((sum, each) => sum + each, 0);
    return slope.map(each => {
      above -= each;
      return above + each / 2 - level;
    });
  }
}

/** The middle rank of each category, as a share of all ratings. */
export function midranksOf(totals: Float64Array): Float64Array {
  const ratings = totals.reduce((sum, n) => sum + n, 0);
  let below = 0;
  return totals.map(own => ((below += own) - own / 2) / ratings);
}
