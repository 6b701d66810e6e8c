// Tail probabilities and quantiles of the normal, Student's t, chi-squared, beta and binomial distributions.
// simple-statistics has no t and no beta distribution and only a table of the normal; these functions agree with SciPy to about twelve
// digits.

/** Relative spacing of doubles: iterations end once a term changes the result by less. */
const EPSILON = 2 ** -52;
/** Replaces a zero denominator in the modified Lentz method. */
const TINY = 1e-300;
/** Most steps of a continued fraction. */
const MOST_STEPS = 100_000;
/** Degrees of freedom beyond which Student's t is computed from the normal distribution; see tTwoSided. */
const MOST_BETA = 1e5;

/** ln Γ(x), x > 0: Lanczos's approximation with g = 7 (Lanczos 1964, doi:10.1137/0701008; coefficients of Godfrey 2001). */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const z = x - 1;
  const base = z + 7.5;
  let sum = 0.99999999999980993;
  for (let i = 0; i < LANCZOS.length; i++) sum += LANCZOS[i]! / (z + i + 1);
  return 0.5 * Math.log(2 * Math.PI) + (z + 0.5) * Math.log(base) - base + Math.log(sum);
}
const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905, -0.13857109526572012,
  9.9843695780195716e-6, 1.5056327351493116e-7
];

/** Continued fraction b₀ + a₁/(b₁ + a₂/(b₂ + …)) by the modified Lentz method (Thompson & Barnett 1986, doi:10.1016/0021-9991(86)90046-X). */
function continuedFraction(b0: number, term: (k: number) => readonly [a: number, b: number]): number {
  let value = b0 || TINY;
  let c = value;
  let d = 0;
  for (let k = 1; k < MOST_STEPS; k++) {
    const [a, b] = term(k);
    d = 1 / (b + a * d || TINY);
    c = b + a / c || TINY;
    value *= c * d;
    if (Math.abs(c * d - 1) < EPSILON) break;
  }
  return value;
}

/** Regularised upper incomplete gamma function Q(a, x), a > 0, x ≥ 0 (DLMF 8.2.4). */
export const gammaUpper = (a: number, x: number): number => (x < a + 1 ? 1 - gammaSeries(a, x) : gammaFraction(a, x));

/** Regularised lower incomplete gamma function P(a, x) = 1 − Q(a, x), without cancellation where it is small. */
export const gammaLower = (a: number, x: number): number => (x < a + 1 ? gammaSeries(a, x) : 1 - gammaFraction(a, x));

/** P(a, x) by its power series (DLMF 8.7.1), for x < a + 1. */
function gammaSeries(a: number, x: number): number {
  if (x <= 0) return 0;
  let term = 1 / a;
  let sum = term;
  for (let k = 1; term > sum * EPSILON; k++) sum += term *= x / (a + k);
  return gammaFront(a, x) * sum;
}

/** Q(a, x) by its continued fraction (DLMF 8.9.2), for x ≥ a + 1. */
function gammaFraction(a: number, x: number): number {
  if (x === Infinity) return 0;
  return gammaFront(a, x) / continuedFraction(x + 1 - a, k => [-k * (k - a), x + 2 * k + 1 - a]);
}
const gammaFront = (a: number, x: number): number => Math.exp(a * Math.log(x) - x - logGamma(a));

/**
 * Regularised incomplete beta function I_x(a, b), a, b > 0 (DLMF 8.17; continued fraction 8.17.22).
 * @param y 1 − x, for callers that know it without cancellation
 */
export function incompleteBeta(x: number, a: number, b: number, y = 1 - x): number {
  if (x <= 0) return 0;
  if (y <= 0) return 1;
  return x > (a + 1) / (a + b + 2) ? 1 - betaFraction(y, b, a, x) : betaFraction(x, a, b, y);
}
function betaFraction(x: number, a: number, b: number, y: number): number {
  const front = Math.exp(a * Math.log(x) + b * Math.log(y) + logGamma(a + b) - logGamma(a) - logGamma(b));
  return front / (a * continuedFraction(1, k => [betaTerm(k, x, a, b), 1]));
}
function betaTerm(k: number, x: number, a: number, b: number): number {
  const m = k >> 1;
  return k % 2 === 0
    ? (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    : (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
}

/** P(Z > z) of the standard normal distribution, accurate far into the upper tail. */
export function normalUpper(z: number): number {
  const tail = 0.5 * gammaUpper(0.5, (z * z) / 2);
  return z >= 0 ? tail : 1 - tail;
}

/** P(Z ≤ z) of the standard normal distribution. */
export const normalCdf = (z: number): number => normalUpper(-z);

/** The 0.95 and 0.975 quantiles of the standard normal distribution: one-sided 95 % bounds and two-sided 95 % intervals. */
export const Z950 = 1.6448536269514722;
export const Z975 = 1.959963984540054;
/** log √(2π): what the logarithm of a normal density subtracts beside log σ and z² ÷ 2. */
export const HALF_LOG_2PI = 0.5 * Math.log(2 * Math.PI);

/** Quantile of the standard normal distribution, 0 < p < 1: Abramowitz & Stegun 26.2.23, refined by Newton's method on ln P. */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) return p === 0 ? -Infinity : p === 1 ? Infinity : Number.NaN;
  if (p >= 0.5) return p === 0.5 ? 0 : -normalQuantile(1 - p);
  const t = Math.sqrt(-2 * Math.log(p));
  let z = t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
  for (let step = 0; step < 4; step++) {
    const tail = normalUpper(z);
    const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
    z += (Math.log(tail / p) * tail) / density;
  }
  return -z;
}

/** P(|T| ≥ |t|) of Student's t with `df` > 0 degrees of freedom, not necessarily an integer; df = Infinity is the normal distribution. */
export function tTwoSided(t: number, df: number): number {
  if (Number.isNaN(t) || !(df > 0)) return Number.NaN;
  if (!Number.isFinite(t)) return 0;
  const square = t * t;
  // Beyond MOST_BETA the beta function loses digits, and Abramowitz & Stegun 26.7.8 has an error of order 1 / df².
  if (df > MOST_BETA) return 2 * normalUpper((Math.abs(t) * (1 - 1 / (4 * df))) / Math.sqrt(1 + square / (2 * df)));
  return incompleteBeta(df / (df + square), df / 2, 0.5, square / (df + square));
}

/** P(T ≤ t) of Student's t with `df` degrees of freedom. */
export function tCdf(t: number, df: number): number {
  const half = tTwoSided(t, df) / 2;
  return t > 0 ? 1 - half : half;
}

/** Quantile of Student's t with `df` degrees of freedom, 0 < p < 1. */
export function tQuantile(p: number, df: number): number {
  if (df === Infinity || p === 0.5 || !(p > 0 && p < 1)) return normalQuantile(p);
  const tail = Math.min(p, 1 - p);
  const front = Math.exp(logGamma((df + 1) / 2) - logGamma(df / 2)) / Math.sqrt(df * Math.PI);
  const size = solve(-normalQuantile(tail), t => {
    const beyond = tTwoSided(t, df) / 2;
    return {distance: Math.log(beyond / tail), slope: (front * t * (1 + (t * t) / df) ** (-(df + 1) / 2)) / beyond};
  });
  return p < 0.5 ? -size : size;
}

/** The p-quantile of the F distribution, p in (0, 1), with degrees of freedom of numerator and denominator. */
export function fQuantile(p: number, df1: number, df2: number): number {
  const share = (x: number) => incompleteBeta((df1 * x) / (df1 * x + df2), df1 / 2, df2 / 2, df2 / (df1 * x + df2));
  let [low, high] = [0, 1];
  while (share(high) < p) high *= 2;
  for (let step = 0; step < 200 && high - low > 1e-13 * high; step++) {
    const middle = (low + high) / 2;
    if (share(middle) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** What an effective number of trials counts for where its variance has `df` degrees of freedom: Student's quantile in the place of the normal one. */
export const studentTrials = (df: number): number => (Z975 / tQuantile(0.975, df)) ** 2;

/** P(X ≥ x) of chi-squared with `df` > 0 degrees of freedom. */
export const chiSquaredUpper = (x: number, df: number): number => gammaUpper(df / 2, x / 2);

/** P(X ≤ x) of chi-squared with `df` degrees of freedom. */
export const chiSquaredCdf = (x: number, df: number): number => gammaLower(df / 2, x / 2);

/** P(X ≤ k) of the binomial distribution with n trials of probability p; k is an integer. */
export function binomialCdf(k: number, n: number, p: number): number {
  if (k < 0) return 0;
  if (k >= n) return 1;
  return incompleteBeta(1 - p, n - k, k + 1, p);
}

/** P(X = k) of the binomial distribution with n trials, 0 < p < 1. */
export function binomialProbability(k: number, n: number, p: number): number {
  if (k < 0 || k > n) return 0;
  return Math.exp(logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1) + k * Math.log(p) + (n - k) * Math.log1p(-p));
}

/**
 * Newton's method for a positive quantile, in ln x, because the logarithm of a tail is nearly linear in it.
 * @param at returns the logarithm of the ratio of tails, which falls with x (`distance`), and how much it falls per unit of ln x (`slope`)
 */
function solve(start: number, at: (x: number) => {distance: number; slope: number}): number {
  let x = start;
  for (let step = 0; step < 200; step++) {
    const {distance, slope} = at(x);
    const change = Math.max(-LONGEST_STEP, Math.min(LONGEST_STEP, distance / slope));
    x *= Math.exp(change);
    if (!(Math.abs(change) > SMALLEST_STEP)) break;
  }
  return x;
}
/** Longest step of Newton's method, in ln x. */
const LONGEST_STEP = 3;
/** Iteration ends at this step, in ln x: the error after a step of Newton's method is about the square of the step. */
const SMALLEST_STEP = 1e-9;
