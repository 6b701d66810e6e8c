// Second solver of ZenNumberTheory: counts, lists and tries, without factorization.
import {NUMBER_THEORY_OPENING} from "../../../../pipelines/generate/benchmarks/mathematics/numberTheory.js";
import {chainedSolver, type Method} from "../quality/chainedSolver.js";

/** The first positive integer that fulfils a condition. */
function first(condition: (n: number) => boolean): number {
  let n = 1;
  while (!condition(n)) n++;
  return n;
}
const countTo = (n: number, condition: (k: number) => boolean): number => {
  let count = 0;
  for (let k = 1; k <= n; k++) if (condition(k)) count++;
  return count;
};
/** Subtracts the smaller from the larger. */
function common(a: number, b: number): number {
  while (a !== b)
    [a, b] = a > b ? [a - b * Math.max(1, Math.ceil(a / b) - 1), b] : [b - a * Math.max(1, Math.ceil(b / a) - 1), a];
  return a;
}

const METHODS: readonly Method[] = [
  [
    "the greatest common divisor of # and #",
    ([a, b]) => Math.max(...list(Math.min(a!, b!)).filter(n => a! % n === 0 && b! % n === 0)),
    3
  ],
  ["the least common multiple of # and #", ([a, b]) => a! * first(n => (a! * n) % b! === 0), 3],
  [
    "the sum of all positive divisors of #, itself included",
    ([n]) => list(n!).reduce((sum, k) => (n! % k === 0 ? sum + k : sum), 0),
    3
  ],
  [
    "the number of positive integers up to # that share no prime factor with it",
    ([n]) => countTo(n!, k => common(n!, k) === 1),
    3
  ],
  ["the remainder of #^# on division by #", ([a, n, m]) => list(n!).reduce(result => (result * a!) % m!, 1), 4],
  ["the number that the last three digits of #^# form", ([a, n]) => Number(BigInt(a!) ** BigInt(n!) % 1000n), 4],
  [
    "the largest k for which #^k divides #! (factorial)",
    ([p, n]) => {
      let total = 0;
      for (let k = p!; k <= n!; k += p!) for (let left = k; left % p! === 0; left /= p!) total++;
      return total;
    }
  ],
  [
    "the smallest positive integer whose product with # leaves the remainder # on division by #",
    ([a, r, m]) => first(n => (a! * n) % m! === r),
    3
  ],
  [
    "the smallest positive integer that leaves the remainder # on division by # and the remainder # on division by #",
    ([r, m, s, n]) => first(k => k % m! === r && k % n! === s),
    4
  ],
  [
    "the smallest positive k for which #^k leaves the remainder 1 on division by #",
    ([a, p]) => {
      let power = 1;
      return first(() => (power = (power * a!) % p!) === 1);
    },
    4
  ],
  [
    "the number # written to the base # and read as a decimal number",
    ([n, b]) => {
      let [text, left] = ["", n!];
      for (; left > 0; left = (left - (left % b!)) / b!) text = `${left % b!}${text}`;
      return Number(text);
    },
    3
  ],
  [
    "the number of integers from 1 to # that are divisible by # or by #",
    ([n, a, b]) => countTo(n!, k => k % a! === 0 || k % b! === 0),
    3
  ],
  [
    "the largest prime that is at most #",
    ([n]) => list(n!).findLast(k => k > 1 && !list(Math.floor(Math.sqrt(k))).some(d => d > 1 && k % d === 0))!
  ],
  [
    "the number of times that the digit # is written in the list of all integers from 1 to #",
    ([d, n]) => list(n!).reduce((sum, k) => sum + String(k).split(String(d)).length - 1, 0),
    3
  ]
];

const list = (n: number): number[] => Array.from({length: n}, (_, i) => i + 1);

export const solveNumberTheory = chainedSolver(NUMBER_THEORY_OPENING, METHODS);
