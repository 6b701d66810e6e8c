// Second solver of ZenCalculus: reads formulas; differences, Boole's rule, searches and sums term by term instead of rules of derivation.
import {CALCULUS_OPENING} from "../../../../pipelines/generate/benchmarks/mathematics/calculus.js";
import {chainedSolver, type Method} from "../quality/chainedSolver.js";

type Fraction = (x: number) => number;

/** Reads a polynomial in x or t, or a product or a power of such in parentheses. */
function read(text: string): Fraction {
  const power = /^\((.+)\)\^(\d)$/u.exec(text);
  if (power) return x => read(power[1]!)(x) ** Number(power[2]!);
  if (text.startsWith("(")) {
    const factors = text.slice(1, -1).split(")(").map(read);
    return x => factors.reduce((total, factor) => total * factor(x), 1);
  }
  const terms = text
    .replaceAll(" ", "")
    .replaceAll("+-", "-")
    .replaceAll("--", "+")
    .split(/(?=[+-])/u)
    .map(term => {
      const [, factor, name, degree] = /^([+-]?\d*)([xt]?)(?:\^(\d))?$/u.exec(term)!;
      const size = /\d/u.test(factor!) ? Number(factor) : Number(`${factor}1`);
      return [size, name ? Number(degree ?? 1) : 0] as const;
    });
  return x => terms.reduce((sum, [factor, degree]) => sum + factor * x ** degree, 0);
}

/** Differences of central values, extrapolated until exact for polynomials of degree 8 (Richardson). */
function slope(f: Fraction, x: number): number {
  const difference = (h: number) => (f(x + h) - f(x - h)) / (2 * h);
  const table = [1, 2, 3, 4].map(difference);
  // Weights that cancel the terms of h^2, h^4 and h^6.
  return (56 * table[0]! - 28 * table[1]! + 8 * table[2]! - table[3]!) / 35;
}
const whole = (value: number): number => Math.round(value) + 0;

/** Boole's rule, exact for degree 5. */
const integral = (f: Fraction, from: number, to: number): number => {
  const at = (k: number) => f(from + (k * (to - from)) / 4);
  return ((to - from) * (7 * at(0) + 32 * at(1) + 12 * at(2) + 32 * at(3) + 7 * at(4))) / 90;
};

const RANGE = Array.from({length: 2_001}, (_, i) => i - 1_000);
/** The best value of a product whose first factor is n/4, by trial. */
const largest = (f: (x: number) => number, end: number): number => {
  let best = 0;
  for (let x = 1; x < end; x++) best = Math.max(best, f(x));
  return best;
};

const METHODS: readonly Method[] = [
  ["the derivative of @ at x = #", ([x], [text]) => whole(slope(read(text!), x!)), 4],
  ["the second derivative of @ at x = #", ([x], [text]) => whole(slope(at => slope(read(text!), at), x!)), 4],
  [
    "the value of the local @ of @ + #",
    ([end], [which, text]) => {
      const f = read(text!);
      const sign = which === "maximum" ? 1 : -1;
      // Larger than both neighbours, and than points between.
      const x = RANGE.find(at => [-1, -0.01, 0.01, 1].every(by => sign * (f(at) - f(at + by)) > 0))!;
      return f(x) + end!;
    },
    4
  ],
  [
    "the @ value of @ + # over all real x",
    ([end], [which, text]) => {
      const values = RANGE.map(read(text!));
      return (which === "least" ? Math.min(...values) : Math.max(...values)) + end!;
    },
    4
  ],
  [
    "the largest product of two real numbers u and v with u + @v = #",
    ([factor, sum]) => largest(v => v * (sum! - factor! * v), sum! / factor!),
    4
  ],
  [
    "the largest area of a rectangle that a fence of the length # can enclose and divide, where # pieces of equal length run one way and 2 pieces the other way",
    ([length, pieces]) => largest(side => (side * (length! - pieces! * side)) / 2, length! / pieces!),
    4
  ],
  ["the integral of @ from x = # to x = #", ([from, to], [text]) => whole(integral(read(text!), from!, to!)), 4],
  [
    "the area between the x-axis and the graph of @ - #",
    ([end], [text]) => {
      const f = (x: number) => read(text!)(x) - end!;
      const zeros = RANGE.filter(x => f(x) === 0);
      return whole(integral(f, zeros[0]!, zeros.at(-1)!));
    },
    4
  ],
  [
    "the number of litres in a tank # minutes after it held # litres, if water flows in at @ litres a minute at the time of t minutes",
    ([time, start], [text]) => start! + whole(integral(read(text!), 0, time!)),
    4
  ],
  [
    "the volume, divided by pi, of the solid between x = 0 and x = # that forms when the region between the x-axis and the graph of y = @ is turned about the x-axis, times 6",
    ([end], [text]) => whole(6 * integral(x => read(text!)(x) ** 2, 0, end!)),
    4
  ],
  [
    "the sum of @ over all integers k from 1 to #",
    ([n], [text]) => {
      const f = read(text!.replace("k", "x"));
      return Array.from({length: n!}, (_, i) => f(i + 1)).reduce((a, b) => a + b, 0);
    },
    4
  ],
  [
    "the sum of the infinite geometric series with the first term # and the ratio @",
    ([first], [ratio]) => {
      const [top, bottom] = ratio!.split("/").map(Number) as [number, number];
      let [sum, term] = [0, first!];
      for (; term > 1e-12; term *= top / bottom) sum += term;
      return whole(sum);
    },
    4
  ],
  [
    "the limit of (@)/(@) + # as x approaches #",
    ([end, x], [top, bottom]) => {
      // The mean from both sides, near enough that its error is below a half.
      const at = (by: number) => read(top!)(x! + by) / read(bottom!)(x! + by);
      return whole((at(1e-4) + at(-1e-4)) / 2) + end!;
    },
    4
  ],
  [
    "# plus # times the limit of (@)/(@) as x grows without bound",
    ([more, times], [top, bottom]) => more! + times! * whole(read(top!)(1e7) / read(bottom!)(1e7)),
    4
  ]
];

export const solveCalculus = chainedSolver(CALCULUS_OPENING, METHODS);
