// The benchmark ZenCombinatorics: selections, arrangements, paths and probabilities, linked into chains of up to nine quantities.
import {chained, type Quantity} from "../chained.js";

/** Binomial coefficient. */
export const choose = (n: number, k: number): number => {
  let result = 1;
  for (let i = 1; i <= k; i++) result = (result * (n - k + i)) / i;
  return k < 0 || k > n ? 0 : result;
};
const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1));
const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
/** Numerator and denominator of a fraction in lowest terms, added. */
const termsOf = (top: number, bottom: number): number => (top + bottom) / gcd(top, bottom);
const LOWEST = "the sum of numerator and denominator, in lowest terms, of the probability that";

const selections: readonly Quantity[] = [
  (random, write) => {
    const [women, men, k, j] = [random.integer(5, 22), random.integer(5, 22), random.integer(2, 4), random.integer(2, 3)];
    return [
      choose(women, k) * choose(men, j),
      `the number of committees of ${k} women and ${j} men that ${write(women)} women and ${men} men can form`
    ];
  },
  (random, write) => {
    const [n, k] = [random.integer(9, 40), random.integer(3, 5)];
    return [
      choose(n, k) - choose(n - 2, k - 2),
      `the number of ways to choose ${k} of ${write(n)} players if two certain players refuse to play together`
    ];
  },
  (random, write) => {
    const [n, k, least] = [random.integer(15, 60), random.integer(3, 5), random.integer(1, 2)];
    return [
      choose(n - k * least + k - 1, k - 1),
      `the number of ways to share ${write(n)} equal coins among ${k} children so that each child gets at least ${least}`
    ];
  },
  (random, write) => {
    const [n, kinds] = [random.integer(3, 20), random.integer(3, 8)];
    return [
      choose(n + kinds - 1, n),
      `the number of different boxes of ${write(n)} cakes of ${kinds} kinds, where a kind may be missing`
    ];
  }
];

const arrangements: readonly Quantity[] = [
  (random, write) => {
    const counts = [random.integer(1, 4), random.integer(2, 4), random.integer(1, 3)];
    const [a, b, c] = counts as [number, number, number];
    return [
      factorial(a + b + c) / counts.reduce((product, count) => product * factorial(count), 1),
      `the number of different rows of ${write(a)} red, ${b} blue and ${c} green flags`
    ];
  },
  (random, write) => {
    const [length, letters] = [random.integer(3, 7), random.integer(3, 9)];
    return [
      letters * (letters - 1) ** (length - 1),
      `the number of codes of ${length} symbols out of ${write(letters)} in which neighbours are never equal`
    ];
  },
  (random, write) => {
    const [n, pairs] = [random.integer(5, 9), random.integer(1, 2)];
    return [
      factorial(n - pairs) * 2 ** pairs,
      `the number of ways to seat ${write(n)} guests in a row so that ${pairs === 1 ? "a certain couple sits" : "two certain couples each sit"} side by side`
    ];
  },
  (random, write) => {
    const [n, k] = [random.integer(5, 30), random.integer(3, 4)];
    return [
      factorial(n) / factorial(n - k) / k,
      `the number of ways to seat ${k} of ${write(n)} guests at a round table, where turned seatings count once`
    ];
  }
];

const paths: readonly Quantity[] = [
  (random, write) => {
    const [x, y, more, up] = [random.integer(2, 7), random.integer(2, 7), random.integer(1, 5), random.integer(1, 5)];
    return [
      choose(x + y, x) * choose(more + up, up),
      `the number of shortest lattice paths from (0, 0) to (${x + more}, ${y + up}) that pass through (${write(x)}, ${y})`
    ];
  },
  (random, write) => {
    const [x, y, more, up] = [random.integer(2, 6), random.integer(2, 6), random.integer(1, 4), random.integer(1, 4)];
    return [
      choose(x + y + more + up, x + more) - choose(x + y, x) * choose(more + up, up),
      `the number of shortest lattice paths from (0, 0) to (${x + more}, ${write(y + up)}) that avoid (${x}, ${y})`
    ];
  },
  (random, write) => {
    const [n, one, other] = [random.integer(8, 26), random.integer(1, 3), random.integer(2, 5)];
    if (one >= other) return [Number.NaN, ""];
    const counts = [1];
    for (let i = 1; i <= n; i++) counts.push((counts[i - one] ?? 0) + (counts[i - other] ?? 0));
    return [
      counts[n]!,
      `the number of ways to climb ${write(n)} stairs in steps of ${one} or ${other} stairs, where the order counts`
    ];
  }
];

const probability: readonly Quantity[] = [
  (random, write) => {
    const [red, blue, k] = [random.integer(5, 40), random.integer(2, 30), random.integer(2, 3)];
    return [
      termsOf(choose(red, k), choose(red + blue, k)),
      `${LOWEST} ${k} balls drawn together from a bag of ${write(red)} red and ${blue} blue balls are all red`
    ];
  },
  (random, write) => {
    const [one, other] = [random.integer(4, 20), random.integer(4, 20)];
    const sum = random.integer(3, one + other - 2);
    let count = 0;
    for (let i = 1; i <= one; i++) count += Math.min(other, Math.max(0, sum - i));
    return [
      termsOf(count, one * other),
      `${LOWEST} two fair dice, one with the numbers 1 to ${one} and one with the numbers 1 to ${other}, show a sum of at most ${write(sum)}`
    ];
  },
  (random, write) => {
    const [sick, positive, falsely] = [random.integer(1, 30), random.integer(60, 99), random.integer(1, 30)];
    return [
      termsOf(sick * positive, sick * positive + (100 - sick) * falsely),
      `${LOWEST} a part is faulty if an alarm rings, where ${sick} of 100 parts are faulty and the alarm rings for ${write(positive)} of 100 faulty parts and for ${falsely} of 100 good ones`
    ];
  },
  (random, write) => {
    const [tosses, heads] = [random.integer(5, 9), random.integer(1, 4)];
    const [outcomes, win] = [random.integer(3, 5), random.integer(1, 2)];
    return [
      termsOf(choose(tosses, heads) * win ** heads * (outcomes - win) ** (tosses - heads), outcomes ** tosses),
      `${LOWEST} exactly ${heads} of ${write(tosses)} independent games are won, each with the probability ${win}/${outcomes}`
    ];
  }
];

/** The words that begin every question. */
export const COMBINATORICS_OPENING = "Solve this problem of combinatorics and probability.";

export const combinatorics = chained({
  name: "zen-combinatorics",
  version: 1,
  summary: "Selections, arrangements, paths and probabilities, linked into chains of up to nine quantities.",
  domain: "Mathematics",
  category: "Combinatorics and probability",
  opening: COMBINATORICS_OPENING,
  families: {selections, arrangements, paths, probability},
  // With the 20 cells 4,000 in all.
  size: 200
});
