// Second solver of ZenStatistics: pairs of values, running updates, counts and searches instead of the formulas by deviations.
import {STATISTICS_OPENING} from "../../../../pipelines/generate/benchmarks/academic/statistics.js";
import {bisect} from "../quality/bisect.js";
import {chainedSolver, type Method} from "../quality/chainedSolver.js";

const numbersIn = (text: string): number[] => (text.match(/-?\d+/gu) ?? []).map(Number);

/** Mean by updates, value after value. */
const running = (sample: readonly number[]): number => sample.reduce((mean, each, i) => mean + (each - mean) / (i + 1), 0);
/** Sum over all pairs of the product of differences, which is n times the sum of products of deviations. */
function pairs(one: readonly number[], other: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < one.length; i++) for (let k = 0; k < i; k++) sum += (one[i]! - one[k]!) * (other[i]! - other[k]!);
  return sum;
}
/** The value that as many others are below as above. */
const middle = (sample: readonly number[]): number =>
  sample.find(
    each =>
      2 * sample.filter(other => other < each).length < sample.length &&
      2 * sample.filter(other => other > each).length < sample.length
  )!;
const whole = (value: number): number => Math.round(value) + 0;

function columns(text: string): [xs: number[], ys: number[]] {
  const numbers = numbersIn(text);
  return [numbers.filter((_, i) => i % 2 === 0), numbers.filter((_, i) => i % 2 === 1)];
}

const METHODS: readonly Method[] = [
  ["the arithmetic mean of @", (_, [list]) => Math.round(running(numbersIn(list!)) * 1e6) / 1e6, 4],
  ["# plus the median of @", ([more], [list]) => more! + middle(numbersIn(list!)), 4],
  [
    "the mean of all values of two groups, of which the first has # values with the mean # and the second # values with the mean #",
    ([one, low, other, high]) => {
      const all = [...Array<number>(one!).fill(low!), ...Array<number>(other!).fill(high!)];
      return whole(running(all));
    },
    4
  ],
  [
    "the corrected mean of # values whose mean was computed as #, with # in place of the right value #",
    ([n, mean, wrong, right]) => (n! * mean! - wrong! + right!) / n!,
    4
  ],
  [
    "the sample variance (divisor n - 1) of @, rounded to the nearest whole number",
    (_, [list]) => {
      const sample = numbersIn(list!);
      return whole(pairs(sample, sample) / sample.length / (sample.length - 1));
    },
    6
  ],
  [
    "10 times the population standard deviation (divisor n) of @, rounded to the nearest whole number",
    (_, [list]) => {
      const sample = numbersIn(list!);
      return whole((10 * Math.sqrt(pairs(sample, sample))) / sample.length);
    },
    6
  ],
  [
    "# plus the interquartile range of @, where the quartiles are the medians of the five smallest and of the five largest values",
    ([more], [list]) => {
      const sample = numbersIn(list!);
      const ranked = sample.map((each, i) => [
        each,
        sample.filter((other, k) => other < each || (other === each && k < i)).length
      ]);
      const at = (rank: number) => ranked.find(([, below]) => below === rank)![0]!;
      return more! + at(7) - at(2);
    },
    6
  ],
  [
    "1000 times the slope of the least-squares line of y on x through @, rounded to the nearest whole number",
    (_, [text]) => {
      const [xs, ys] = columns(text!);
      return whole((1_000 * pairs(xs, ys)) / pairs(xs, xs));
    },
    6
  ],
  [
    "10000 times the coefficient of determination of the linear regression of y on x for @, rounded to the nearest whole number",
    (_, [text]) => {
      const [xs, ys] = columns(text!);
      return whole((10_000 * pairs(xs, ys) ** 2) / pairs(xs, xs) / pairs(ys, ys));
    },
    6
  ],
  [
    "10 times the value at x = # of the least-squares line of y on x through @, rounded to the nearest whole number",
    ([x], [text]) => {
      const [xs, ys] = columns(text!);
      // The value is a weighted mean of the y, with these weights.
      const sxx = pairs(xs, xs) / xs.length;
      const middleX = running(xs);
      return whole(10 * ys.reduce((sum, y, i) => sum + y * (1 / xs.length + ((x! - middleX) * (xs[i]! - middleX)) / sxx), 0));
    },
    6
  ],
  [
    "100 times the chi-square statistic, without correction, of the two-by-two table with the rows #, # and #, #, rounded to the nearest whole number",
    ([a, b, c, d]) =>
      whole((100 * (a! + b! + c! + d!) * (a! * d! - b! * c!) ** 2) / ((a! + b!) * (c! + d!) * (a! + c!) * (b! + d!))),
    6
  ],
  [
    "100 times the @ limit of the 95 percent confidence interval (z = 1.96) of a mean of # with the known standard deviation # and # values, rounded to the nearest whole number",
    ([mean, deviation, n], [which]) => {
      // The limit is the value whose distance from the mean is 1.96 standard errors, by bisection.
      const distance = bisect(x => x ** 2 * n! - (1.96 * deviation!) ** 2, 0, 10 * deviation!);
      return whole(100 * (mean! + (which === "upper" ? distance : -distance)));
    },
    6
  ],
  [
    "the smallest sample size for which a mean with the known standard deviation # has a margin of error of at most # at z = 1.96",
    ([deviation, margin]) => {
      let n = 1;
      while ((1.96 * deviation!) / Math.sqrt(n) > margin!) n++;
      return n;
    },
    6
  ],
  [
    "1000 times the pooled z statistic, first group minus second, of # successes in # trials and # successes in # trials, rounded to the nearest whole number",
    ([a, m, b, n]) => {
      // Its square is the chi-square statistic of the table of successes and failures.
      const [c, d] = [m! - a!, n! - b!];
      const square = ((m! + n!) * (a! * d - b! * c) ** 2) / (m! * n! * (a! + b!) * (c + d));
      return whole(1_000 * Math.sign(a! * d - b! * c) * Math.sqrt(square));
    },
    6
  ],
  [
    "1000 times the t statistic of the paired differences @ for the hypothesis of no difference, rounded to the nearest whole number",
    (_, [list]) => {
      const sample = numbersIn(list!);
      const sum = sample.reduce((a, b) => a + b, 0);
      return whole((1_000 * sum) / Math.sqrt(pairs(sample, sample) / (sample.length - 1)));
    },
    6
  ]
];

export const solveStatistics = chainedSolver(STATISTICS_OPENING, METHODS);
