// Second solver of ZenCombinatorics: counts by recursion over states or lists all cases, without binomial coefficients by formula.
import {COMBINATORICS_OPENING} from "../../../../pipelines/generate/benchmarks/mathematics/combinatorics.js";
import {chainedSolver, type Method} from "../quality/chainedSolver.js";

/** Coefficients of the product of polynomials, as counts of ways that lead to each sum. */
const convolve = (one: readonly number[], other: readonly number[]): number[] => {
  const result = Array<number>(one.length + other.length - 1).fill(0);
  for (const [i, a] of one.entries()) for (const [j, b] of other.entries()) result[i + j]! += a * b;
  return result;
};
const product = (list: readonly (readonly number[])[]): number[] => list.reduce<number[]>(convolve, [1]);
/** Ways to take k of n: each of the n is taken or not. */
const subsets = (n: number, k: number): number => product(Array.from({length: n}, () => [1, 1]))[k] ?? 0;
/** Ways to write a total as a sum of parts, each from `least` on. */
const shares = (total: number, parts: number, least = 0): number =>
  product(Array.from({length: parts}, () => Array.from({length: total + 1}, (_, i) => (i < least ? 0 : 1))))[total]!;
/** Ways to fill places one after the other, by the number of choices left at each. */
const places = (count: number, left: number): number => (count === 0 ? 1 : left * places(count - 1, left - 1));

const memo = new Map<string, number>();
/** Rows of coloured flags, by the last one. */
function rows(counts: readonly number[]): number {
  if (counts.every(count => count === 0)) return 1;
  const key = counts.join();
  if (!memo.has(key))
    memo.set(
      key,
      counts.reduce((sum, count, i) => (count === 0 ? sum : sum + rows(counts.map((each, k) => (k === i ? each - 1 : each)))), 0)
    );
  return memo.get(key)!;
}

/** Paths through a grid point by point. @param blocked a point that no path uses */
function walks(width: number, height: number, blocked?: readonly [number, number]): number {
  const row = Array<number>(width + 1).fill(0);
  row[0] = 1;
  for (let y = 0; y <= height; y++)
    for (let x = 0; x <= width; x++) {
      if (x > 0) row[x]! += row[x - 1]!;
      if (blocked?.[0] === x && blocked[1] === y) row[x] = 0;
    }
  return row[width]!;
}

/** Numerator and denominator, divided by each common divisor that trial finds, added. */
function terms(top: number, bottom: number): number {
  for (let d = 2; d <= Math.min(top, 1_000); d++) while (top % d === 0 && bottom % d === 0) [top, bottom] = [top / d, bottom / d];
  return top + bottom;
}
const LOWEST = "the sum of numerator and denominator, in lowest terms, of the probability that";

const METHODS: readonly Method[] = [
  [
    "the number of committees of # women and # men that # women and # men can form",
    ([k, j, women, men]) => subsets(women!, k!) * subsets(men!, j!),
    4
  ],
  [
    "the number of ways to choose # of # players if two certain players refuse to play together",
    ([k, n]) => subsets(n! - 2, k!) + 2 * subsets(n! - 2, k! - 1),
    4
  ],
  [
    "the number of ways to share # equal coins among # children so that each child gets at least #",
    ([n, k, least]) => shares(n!, k!, least!),
    4
  ],
  ["the number of different boxes of # cakes of # kinds, where a kind may be missing", ([n, kinds]) => shares(n!, kinds!), 4],
  ["the number of different rows of # red, # blue and # green flags", counts => rows(counts), 4],
  [
    "the number of codes of # symbols out of # in which neighbours are never equal",
    ([length, letters]) => {
      let ends = Array<number>(letters!).fill(1);
      for (let i = 1; i < length!; i++)
        ends = ends.map((_, k) => ends.reduce((sum, count, m) => (m === k ? sum : sum + count), 0));
      return ends.reduce((a, b) => a + b, 0);
    },
    4
  ],
  // One couple is a block of two in either order; with two couples there are two such blocks.
  [
    "the number of ways to seat # guests in a row so that a certain couple sits side by side",
    ([n]) => 2 * places(n! - 1, n! - 1),
    4
  ],
  [
    "the number of ways to seat # guests in a row so that two certain couples each sit side by side",
    ([n]) => 4 * places(n! - 2, n! - 2),
    4
  ],
  // The first seat is that of the guest with the lowest number.
  [
    "the number of ways to seat # of # guests at a round table, where turned seatings count once",
    ([k, n]) => Array.from({length: n!}, (_, i) => places(k! - 1, n! - 1 - i)).reduce((a, b) => a + b, 0),
    4
  ],
  [
    "the number of shortest lattice paths from (0, 0) to (#, #) that pass through (#, #)",
    ([x, y, left, up]) => walks(x!, y!) - walks(x!, y!, [left!, up!]),
    4
  ],
  [
    "the number of shortest lattice paths from (0, 0) to (#, #) that avoid (#, #)",
    ([x, y, left, up]) => walks(x!, y!, [left!, up!]),
    4
  ],
  [
    "the number of ways to climb # stairs in steps of # or # stairs, where the order counts",
    ([n, one, other]) => {
      const from = (stairs: number): number => {
        // All mixes of steps, each in every order.
        let sum = 0;
        for (let long = 0; long * other! <= stairs; long++)
          if ((stairs - long * other!) % one! === 0) sum += rows([long, (stairs - long * other!) / one!]);
        return sum;
      };
      return from(n!);
    },
    4
  ],
  [
    `${LOWEST} # balls drawn together from a bag of # red and # blue balls are all red`,
    ([k, red, blue]) => terms(places(k!, red!), places(k!, red! + blue!)),
    4
  ],
  [
    `${LOWEST} two fair dice, one with the numbers 1 to # and one with the numbers 1 to #, show a sum of at most #`,
    ([one, other, sum]) => {
      let count = 0;
      for (let i = 1; i <= one!; i++) for (let j = 1; j <= other!; j++) if (i + j <= sum!) count++;
      return terms(count, one! * other!);
    },
    4
  ],
  [
    `${LOWEST} a part is faulty if an alarm rings, where # of 100 parts are faulty and the alarm rings for # of 100 faulty parts and for # of 100 good ones`,
    ([faulty, right, wrong]) => {
      // Of 10,000 parts.
      const [rings, alarms] = [faulty! * right!, (100 - faulty!) * wrong!];
      return terms(rings, rings + alarms);
    },
    4
  ],
  [
    `${LOWEST} exactly # of # independent games are won, each with the probability @`,
    ([won, games], [chance]) => {
      const [win, outcomes] = chance!.split("/").map(Number) as [number, number];
      return terms(product(Array.from({length: games!}, () => [outcomes - win, win]))[won!]!, outcomes ** games!);
    },
    4
  ]
];

export const solveCombinatorics = chainedSolver(COMBINATORICS_OPENING, METHODS);
