// Empirical-Bayes priors: items are draws from a population whose parameters are estimated with them (Mislevy 1986). Log a and
// logit c are normal; d is normal about a line in a, so that moving the scale's origin or unit costs nothing: neither then drifts,
// nor does the scale collapse as it does under a prior on b.
import {PAIRS, type Shape, WIDTH} from "./parameters.js";
import {logNormal, type Prior} from "./priors.js";

export interface Population {
  /** log a */
  a: {mean: number; sd: number};
  /** d, as intercept + slope · a */
  d: {intercept: number; slope: number; sd: number};
  /** logit c */
  c: {mean: number; sd: number};
}

export interface HyperPrior extends Prior {
  population: Population;
  /** The population that fits the items best, given how sure each is: one step of expectation and maximisation. Returns the largest change. */
  update(x: Float64Array, information: Float64Array): number;
}

/** Spreads are not taken for less: what the data cannot tell from none. */
const LEAST_SD = 0.05;

export function hyperPrior(shape: Shape, start: Population): HyperPrior {
  const {items, tied, guessing} = shape;
  const population: Population = structuredClone(start);
  return {
    population,
    value(x) {
      const {a, d, c} = population;
      let sum = 0;
      for (let j = 0; j < items; j++) {
        const at = WIDTH * j;
        if (!tied) sum += logNormal(x[at]!, a);
        sum += logNormal(x[at + 1]!, {mean: tied ? d.intercept : d.intercept + d.slope * Math.exp(x[at]!), sd: d.sd});
        if (guessing) sum += logNormal(x[at + 2]!, c);
      }
      return sum;
    },
    slope(x, gradient, information) {
      const {a, d, c} = population;
      for (let j = 0; j < items; j++) {
        const [at, pair] = [WIDTH * j, PAIRS * j];
        const along = tied ? 0 : d.slope * Math.exp(x[at]!);
        const pull = (x[at + 1]! - d.intercept - along) / d.sd ** 2;
        gradient[at + 1]! -= pull;
        information[pair + 3]! += 1 / d.sd ** 2;
        if (!tied) {
          gradient[at]! += pull * along - (x[at]! - a.mean) / a.sd ** 2;
          information[pair]! += 1 / a.sd ** 2 + along ** 2 / d.sd ** 2;
          information[pair + 1]! -= along / d.sd ** 2;
        }
        if (guessing) {
          gradient[at + 2]! -= (x[at + 2]! - c.mean) / c.sd ** 2;
          information[pair + 5]! += 1 / c.sd ** 2;
        }
      }
    },
    update(x, information) {
      const before = spread(population);
      Object.assign(population, estimate(shape, x, information));
      return Math.max(...spread(population).map((value, i) => Math.abs(value - before[i]!)));
    }
  };
}

const spread = ({a, d, c}: Population): number[] => [a.mean, a.sd, d.intercept, d.slope, d.sd, c.mean, c.sd];

/** Moments of the items, their own uncertainty added. */
function estimate({items, tied, guessing}: Shape, x: Float64Array, information: Float64Array): Population {
  let [a, aa, c, cc] = [0, 0, 0, 0];
  let [sx, sxx, sy, sxy] = [0, 0, 0, 0];
  for (let j = 0; j < items; j++) {
    const at = WIDTH * j;
    const discrimination = Math.exp(x[at]!);
    a += x[at]!;
    c += x[at + 2]!;
    sx += discrimination;
    sxx += discrimination ** 2;
    sy += x[at + 1]!;
    sxy += discrimination * x[at + 1]!;
  }
  a /= items;
  c /= items;
  const around = sxx - sx ** 2 / items;
  const slope = tied || !(around > 1e-9) ? 0 : (sxy - (sx * sy) / items) / around;
  const intercept = (sy - slope * sx) / items;
  let dd = 0;
  for (let j = 0; j < items; j++) {
    const at = WIDTH * j;
    const own = variances(information, PAIRS * j, slope * Math.exp(x[at]!));
    aa += (x[at]! - a) ** 2 + own.a;
    cc += (x[at + 2]! - c) ** 2 + own.c;
    dd += (x[at + 1]! - intercept - slope * Math.exp(x[at]!)) ** 2 + own.d;
  }
  const sd = (sum: number) => Math.max(LEAST_SD, Math.sqrt(sum / items));
  return {
    a: {mean: a, sd: tied ? 1 : sd(aa)},
    d: {intercept, slope, sd: sd(dd)},
    c: {mean: c, sd: guessing ? sd(cc) : 1}
  };
}

/** Variances of log a, of d less its share that follows a, and of logit c: from the inverse of an item's information. */
function variances(m: Float64Array, at: number, along: number): {a: number; d: number; c: number} {
  const [aa, ad, ac, dd, dc] = [m[at]!, m[at + 1]!, m[at + 2]!, m[at + 3]!, m[at + 4]!];
  const cc = m[at + 5]! > 0 ? m[at + 5]! : 1;
  const [c00, c01, c02] = [dd * cc - dc * dc, dc * ac - ad * cc, ad * dc - dd * ac];
  const determinant = aa * c00 + ad * c01 + ac * c02;
  if (!(determinant > 0)) return {a: 0, d: 0, c: 0};
  const a = c00 / determinant;
  const covariance = c01 / determinant;
  const d = (aa * cc - ac * ac) / determinant;
  return {a, d: d - 2 * along * covariance + along * along * a, c: (aa * dd - ad * ad) / determinant};
}
