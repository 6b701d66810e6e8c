// The benchmark ZenCalculus: derivatives, extrema, integrals and series, linked into chains of up to nine quantities.
import {polynomialText, productOf, signed} from "../../parts/expressions.js";
import type {Random} from "../../seed.js";
import {chained, type Quantity} from "../chained.js";

const coefficientsOf = (random: Random, degree: number, max: number): number[] =>
  Array.from({length: degree + 1}, () => signed(random, max));
const valueAt = (polynomial: readonly number[], x: number): number =>
  polynomial.reduceRight((total, factor) => total * x + factor, 0);
const derivative = (polynomial: readonly number[]): number[] => polynomial.slice(1).map((factor, i) => factor * (i + 1));
const antiderivative = (polynomial: readonly number[]): number[] => [0, ...polynomial.map((factor, i) => factor / (i + 1))];

const derivatives: readonly Quantity[] = [
  (random, write) => {
    const [polynomial, x] = [coefficientsOf(random, random.integer(3, 4), 30), signed(random, 9, 2)];
    return [valueAt(derivative(polynomial), x), `the derivative of ${polynomialText(polynomial)} at x = ${write(x)}`];
  },
  (random, write) => {
    const [polynomial, x] = [coefficientsOf(random, 4, 20), signed(random, 9, 2)];
    return [
      valueAt(derivative(derivative(polynomial)), x),
      `the second derivative of ${polynomialText(polynomial)} at x = ${write(x)}`
    ];
  },
  (random, write) => {
    const [one, other, x] = [coefficientsOf(random, 2, 12), coefficientsOf(random, 2, 12), signed(random, 6)];
    return [
      valueAt(derivative(productOf(one, other)), x),
      `the derivative of (${polynomialText(one)})(${polynomialText(other)}) at x = ${write(x)}`
    ];
  },
  (random, write) => {
    const [inner, power, x] = [coefficientsOf(random, 2, 6), random.integer(3, 4), signed(random, 4)];
    return [
      power * valueAt(inner, x) ** (power - 1) * valueAt(derivative(inner), x),
      `the derivative of (${polynomialText(inner)})^${power} at x = ${write(x)}`
    ];
  }
];

const extrema: readonly Quantity[] = [
  (random, write) => {
    const [low, width, factor, end] = [
      random.integer(-12, 10),
      random.integer(1, 9),
      random.integer(1, 4),
      random.integer(1, 999)
    ];
    const high = low + 2 * width;
    // The derivative 6k(x - low)(x - high), whose antiderivative has whole coefficients.
    const polynomial = antiderivative(productOf([-low, 1], [-high, 1]).map(each => 6 * factor * each));
    polynomial[0] = end;
    const largest = random.chance(0.5);
    return [
      valueAt(polynomial, largest ? low : high),
      `the value of the local ${largest ? "maximum" : "minimum"} of ${polynomialText(polynomial.with(0, 0))} + ${write(end)}`
    ];
  },
  (random, write) => {
    const [factor, x, end] = [signed(random, 9), signed(random, 40), random.integer(1, 999)];
    const polynomial = [end, -2 * factor * x, factor];
    return [
      valueAt(polynomial, x),
      `the ${factor > 0 ? "least" : "greatest"} value of ${polynomialText(polynomial.with(0, 0))} + ${write(end)} over all real x`
    ];
  },
  (random, write) => {
    const [half, factor] = [random.integer(6, 90), random.integer(2, 12)];
    return [
      factor * half ** 2,
      `the largest product of two real numbers u and v with u + ${factor}v = ${write(2 * factor * half)}`
    ];
  },
  (random, write) => {
    const [quarter, walls] = [random.integer(3, 200), random.integer(2, 5)];
    return [
      2 * walls * quarter ** 2,
      `the largest area of a rectangle that a fence of the length ${write(4 * walls * quarter)} can enclose and divide, where ${walls} pieces of equal length run one way and 2 pieces the other way`
    ];
  }
];

const integrals: readonly Quantity[] = [
  (random, write) => {
    const [from, width] = [random.integer(-8, 6), random.integer(2, 9)];
    const inner = coefficientsOf(random, 4, 9);
    return [
      valueAt(inner, from + width) - valueAt(inner, from),
      `the integral of ${polynomialText(derivative(inner))} from x = ${write(from)} to x = ${from + width}`
    ];
  },
  (random, write) => {
    const [low, width, factor] = [random.integer(1, 90), random.integer(1, 24), random.integer(1, 9)];
    const high = low + width;
    return [
      factor * width ** 3,
      `the area between the x-axis and the graph of ${polynomialText(
        productOf([-low, 1], [-high, 1])
          .map(each => -6 * factor * each)
          .with(0, 0)
      )} - ${write(6 * factor * low * high)}`
    ];
  },
  (random, write) => {
    const [start, rate, more, time] = [
      random.integer(5, 900),
      random.integer(2, 40),
      random.integer(1, 9),
      random.integer(2, 12)
    ];
    return [
      start + rate * time ** 2 + more * time ** 3,
      `the number of litres in a tank ${time} minutes after it held ${write(start)} litres, if water flows in at ${2 * rate}t + ${3 * more}t^2 litres a minute at the time of t minutes`
    ];
  },
  (random, write) => {
    const [slope, end] = [random.integer(2, 12), random.integer(2, 30)];
    return [
      2 * slope ** 2 * end ** 3,
      `the volume, divided by pi, of the solid between x = 0 and x = ${write(end)} that forms when the region between the x-axis and the graph of y = ${slope}x is turned about the x-axis, times 6`
    ];
  }
];

const series: readonly Quantity[] = [
  (random, write) => {
    const [n, factor, more] = [random.integer(12, 60), random.integer(2, 9), random.integer(3, 60)];
    return [
      (factor * n * (n + 1) * (2 * n + 1)) / 6 + more * n,
      `the sum of ${factor}k^2 + ${more} over all integers k from 1 to ${write(n)}`
    ];
  },
  (random, write) => {
    const [bottom, top, k] = [random.integer(3, 30), random.integer(1, 29), random.integer(1, 40)];
    if (top >= bottom) return [Number.NaN, ""];
    const first = k * (bottom - top);
    return [
      k * bottom,
      `the sum of the infinite geometric series with the first term ${write(first)} and the ratio ${top}/${bottom}`
    ];
  },
  (random, write) => {
    const [x, factor, one, sign] = [signed(random, 40), random.integer(1, 9), signed(random, 60), signed(random, 1)];
    // Numerator and denominator have the zero x in common; the other factor of the denominator is 1 or -1 there.
    const [top, bottom] = [productOf([-x, 1], [one, factor]), productOf([-x, 1], [sign - x, 1])];
    const other = random.integer(1, 99);
    return [
      sign * (one + factor * x) + other,
      `the limit of (${polynomialText(top)})/(${polynomialText(bottom)}) + ${write(other)} as x approaches ${x}`
    ];
  },
  (random, write) => {
    const [ratio, slope, factor, end] = [random.integer(2, 60), signed(random, 99), random.integer(1, 12), random.integer(1, 99)];
    const [top, bottom] = [polynomialText([end, slope, ratio * factor]), polynomialText([slope, end, factor])];
    const [times, more] = [random.integer(3, 90), random.integer(1, 99)];
    return [
      ratio * times + more,
      `${write(more)} plus ${times} times the limit of (${top})/(${bottom}) as x grows without bound`
    ];
  }
];

/** The words that begin every question. */
export const CALCULUS_OPENING = "Solve this problem of calculus.";

export const calculus = chained({
  name: "zen-calculus",
  version: 1,
  summary: "Derivatives, extrema, integrals, sums and limits, linked into chains of up to nine quantities.",
  domain: "Mathematics",
  category: "Calculus",
  opening: CALCULUS_OPENING,
  families: {derivatives, extrema, integrals, series},
  // With the 20 cells 4,000 in all.
  size: 200
});
