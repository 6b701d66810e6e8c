// The benchmark ZenStatistics: location, dispersion, regression and inference by calculation, linked into chains of up to nine quantities.
import {listText, signed} from "../../parts/expressions.js";
import type {Random} from "../../seed.js";
import {chained, type Quantity, ROUNDED, rounded} from "../chained.js";

const total = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
const mean = (numbers: readonly number[]): number => total(numbers) / numbers.length;
/** Sum of products of deviations from the means. */
const products = (one: readonly number[], other: readonly number[]): number =>
  total(one.map((each, i) => (each - mean(one)) * (other[i]! - mean(other))));
const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b);
  return (sorted[Math.ceil(sorted.length / 2) - 1]! + sorted[Math.floor(sorted.length / 2)]!) / 2;
};

const sampleOf = (random: Random, count: number, max = 200): number[] =>
  Array.from({length: count}, () => random.integer(1, max));
/** Formats a list with another text for its first value. */
const sampleText = ([, ...others]: readonly number[], first: string): string => listText([first, ...others]);

const location: readonly Quantity[] = [
  (random, write) => {
    const sample = sampleOf(random, random.integer(5, 8), 999);
    return [mean(sample), `the arithmetic mean of ${sampleText(sample, write(sample[0]!))}`];
  },
  (random, write) => {
    const sample = sampleOf(random, random.pick([7, 9, 11]), 9_999);
    const more = random.integer(1, 999);
    return [more + median(sample), `${write(more)} plus the median of ${sampleText(sample, String(sample[0]!))}`];
  },
  (random, write) => {
    const [one, other, low, high] = [
      random.integer(5, 60),
      random.integer(5, 60),
      random.integer(10, 900),
      random.integer(10, 900)
    ];
    return [
      (one * low + other * high) / (one + other),
      `the mean of all values of two groups, of which the first has ${one} values with the mean ${write(low)} and the second ${other} values with the mean ${high}`
    ];
  },
  (random, write) => {
    const [n, before, wrong, right] = [
      random.integer(4, 30),
      random.integer(50, 900),
      random.integer(10, 900),
      random.integer(10, 900)
    ];
    return [
      before + (right - wrong) / n,
      `the corrected mean of ${n} values whose mean was computed as ${write(before)}, with ${wrong} in place of the right value ${right}`
    ];
  }
];

const dispersion: readonly Quantity[] = [
  (random, write) => {
    const sample = sampleOf(random, random.integer(4, 6));
    return [
      rounded(products(sample, sample) / (sample.length - 1)),
      `the sample variance (divisor n - 1) of ${sampleText(sample, write(sample[0]!))}, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const sample = sampleOf(random, random.integer(4, 6), 900);
    return [
      rounded(10 * Math.sqrt(products(sample, sample) / sample.length)),
      `10 times the population standard deviation (divisor n) of ${sampleText(sample, write(sample[0]!))}, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const sample = sampleOf(random, 10, 9_999);
    const more = random.integer(1, 999);
    const sorted = sample.toSorted((a, b) => a - b);
    return [
      more + sorted[7]! - sorted[2]!,
      `${write(more)} plus the interquartile range of ${sampleText(sample, String(sample[0]!))}, where the quartiles are the medians of the five smallest and of the five largest values`
    ];
  }
];

/** Points of a regression; the first y is linked. */
const pointsOf = (random: Random, write: (value: number) => string) => {
  const [xs, ys] = [sampleOf(random, 4, 30), sampleOf(random, 4, 99)];
  const text = xs.map((x, i) => `(${x}, ${i === 0 ? write(ys[0]!) : ys[i]})`).join(", ");
  return {xs, ys, text, slope: products(xs, ys) / products(xs, xs)};
};

const regression: readonly Quantity[] = [
  (random, write) => {
    const {text, slope} = pointsOf(random, write);
    return [rounded(1_000 * slope), `1000 times the slope of the least-squares line of y on x through ${text}, ${ROUNDED}`];
  },
  (random, write) => {
    const {xs, ys, text} = pointsOf(random, write);
    const share = products(xs, ys) ** 2 / products(xs, xs) / products(ys, ys);
    return [
      rounded(10_000 * share),
      `10000 times the coefficient of determination of the linear regression of y on x for ${text}, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [{xs, ys, text, slope}, x] = [pointsOf(random, write), random.integer(31, 99)];
    return [
      rounded(10 * (mean(ys) + slope * (x - mean(xs)))),
      `10 times the value at x = ${x} of the least-squares line of y on x through ${text}, ${ROUNDED}`
    ];
  }
];

const inference: readonly Quantity[] = [
  (random, write) => {
    const [a, b, c, d] = sampleOf(random, 4, 90) as [number, number, number, number];
    const all = a + b + c + d;
    const part = (observed: number, row: number, column: number) =>
      (observed - (row * column) / all) ** 2 / ((row * column) / all);
    const statistic = part(a, a + b, a + c) + part(b, a + b, b + d) + part(c, c + d, a + c) + part(d, c + d, b + d);
    return [
      rounded(100 * statistic),
      `100 times the chi-square statistic, without correction, of the two-by-two table with the rows ${write(a)}, ${b} and ${c}, ${d}, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [n, average, deviation, upper] = [
      random.integer(20, 400),
      random.integer(100, 900),
      random.integer(5, 90),
      random.chance(0.5)
    ];
    return [
      rounded(100 * (average + ((upper ? 1 : -1) * 1.96 * deviation) / Math.sqrt(n))),
      `100 times the ${upper ? "upper" : "lower"} limit of the 95 percent confidence interval (z = 1.96) of a mean of ${average} with the known standard deviation ${deviation} and ${write(n)} values, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [deviation, margin] = [random.integer(20, 400), random.integer(1, 9)];
    const exact = (1.96 * deviation) / margin;
    return [
      Number.isNaN(rounded(exact ** 2 + 0.5)) ? Number.NaN : Math.ceil(exact ** 2),
      `the smallest sample size for which a mean with the known standard deviation ${write(deviation)} has a margin of error of at most ${margin} at z = 1.96`
    ];
  },
  (random, write) => {
    const [one, other] = [random.integer(60, 400), random.integer(60, 400)];
    const [left, right] = [random.integer(10, 50), random.integer(10, 50)];
    const pooled = (left + right) / (one + other);
    const error = Math.sqrt(pooled * (1 - pooled) * (1 / one + 1 / other));
    return [
      rounded((1_000 * (left / one - right / other)) / error),
      `1000 times the pooled z statistic, first group minus second, of ${write(left)} successes in ${one} trials and ${right} successes in ${other} trials, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const sample = Array.from({length: 5}, () => signed(random, 60));
    const error = Math.sqrt(products(sample, sample) / 4 / 5);
    return [
      rounded((1_000 * mean(sample)) / error),
      `1000 times the t statistic of the paired differences ${sampleText(sample, write(sample[0]!))} for the hypothesis of no difference, ${ROUNDED}`
    ];
  }
];

/** The words that begin every question. */
export const STATISTICS_OPENING = "Answer this question of statistics.";

export const statistics = chained({
  name: "zen-statistics",
  version: 2,
  summary: "Location, dispersion, regression and inference by calculation, linked into chains of up to nine quantities.",
  domain: "Academic knowledge",
  category: "Statistics",
  opening: STATISTICS_OPENING,
  families: {location, dispersion, regression, inference},
  // With the 20 cells 6,000 in all.
  size: 300
});
