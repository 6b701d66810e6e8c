// The benchmark ZenNumberTheory: divisors, powers, congruences and digits, linked into chains of up to nine quantities.
import type {Random} from "../../seed.js";
import {chained, type Quantity} from "../chained.js";

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/** Primes with their exponents, by trial division. */
function factorsOf(n: number): [prime: number, exponent: number][] {
  const factors: [number, number][] = [];
  for (let prime = 2; n > 1; prime = prime * prime > n ? n : prime + 1) {
    let exponent = 0;
    for (; n % prime === 0; n /= prime) exponent++;
    if (exponent > 0) factors.push([prime, exponent]);
  }
  return factors;
}

/** Remainder of a power by squaring. */
function powerMod(base: number, exponent: number, modulus: number): number {
  let result = 1;
  for (base %= modulus; exponent > 0; exponent = Math.floor(exponent / 2)) {
    if (exponent % 2 === 1) result = (result * base) % modulus;
    base = (base * base) % modulus;
  }
  return result;
}

/** The inverse by Euclid's algorithm. */
function inverse(a: number, modulus: number): number {
  let [r0, r1, s0, s1] = [modulus, a % modulus, 0, 1];
  while (r1 > 0) {
    const quotient = Math.floor(r0 / r1);
    [r0, r1, s0, s1] = [r1, r0 - quotient * r1, s1, s0 - quotient * s1];
  }
  return ((s0 % modulus) + modulus) % modulus;
}

const PRIMES = Array.from({length: 900}, (_, i) => i + 101).filter(n => factorsOf(n)[0]![0] === n);
const primeOf = (random: Random): number => random.pick(PRIMES);

const divisors: readonly Quantity[] = [
  (random, write) => {
    const [common, one, other] = [random.integer(12, 400), random.integer(20, 99), random.integer(20, 99)];
    return [common * gcd(one, other), `the greatest common divisor of ${write(common * one)} and ${common * other}`];
  },
  (random, write) => {
    const [common, one, other] = [random.integer(2, 40), random.integer(11, 99), random.integer(11, 99)];
    const both = gcd(one, other);
    return [(common * one * other) / both, `the least common multiple of ${write(common * one)} and ${common * other}`];
  },
  (random, write) => {
    const n = random.integer(200, 99_999);
    const sum = factorsOf(n).reduce((total, [prime, exponent]) => (total * (prime ** (exponent + 1) - 1)) / (prime - 1), 1);
    return [sum, `the sum of all positive divisors of ${write(n)}, itself included`];
  },
  (random, write) => {
    const n = random.integer(1_000, 29_999);
    const count = factorsOf(n).reduce((total, [prime]) => (total / prime) * (prime - 1), n);
    return [count, `the number of positive integers up to ${write(n)} that share no prime factor with it`];
  }
];

const powers: readonly Quantity[] = [
  (random, write) => {
    const [base, exponent, modulus] = [random.integer(2, 99), random.integer(50, 999), random.integer(101, 999)];
    return [powerMod(base, exponent, modulus), `the remainder of ${base}^${write(exponent)} on division by ${modulus}`];
  },
  (random, write) => {
    const [base, exponent] = [random.integer(101, 9_999), random.integer(11, 499)];
    // Powers of other bases end in few digits: 000, 625, 376.
    if (gcd(base, 10) !== 1) return [Number.NaN, ""];
    return [powerMod(base, exponent, 1_000), `the number that the last three digits of ${write(base)}^${exponent} form`];
  },
  (random, write) => {
    const [n, prime] = [random.integer(500, 99_999), random.pick([2, 3, 5, 7, 11, 13])];
    let exponent = 0;
    for (let left = Math.floor(n / prime); left > 0; left = Math.floor(left / prime)) exponent += left;
    return [exponent, `the largest k for which ${prime}^k divides ${write(n)}! (factorial)`];
  }
];

const congruences: readonly Quantity[] = [
  (random, write) => {
    const [modulus, factor] = [primeOf(random), random.integer(7, 99)];
    const rest = random.integer(1, modulus - 1);
    return [
      (inverse(factor, modulus) * rest) % modulus,
      `the smallest positive integer whose product with ${factor} leaves the remainder ${write(rest)} on division by ${modulus}`
    ];
  },
  (random, write) => {
    const [one, other] = [random.integer(20, 120), random.integer(20, 120)];
    if (gcd(one, other) !== 1) return [Number.NaN, ""];
    const [left, right] = [random.integer(1, one - 1), random.integer(1, other - 1)];
    const value = left + one * ((((right - left) * inverse(one, other)) % other) + other);
    return [
      value % (one * other),
      `the smallest positive integer that leaves the remainder ${write(left)} on division by ${one} and the remainder ${right} on division by ${other}`
    ];
  },
  (random, write) => {
    const [prime, base] = [primeOf(random), random.integer(2, 9_999)];
    if (base % prime === 0) return [Number.NaN, ""];
    // The order divides prime - 1: each prime factor is taken out as often as the power stays 1.
    const order = factorsOf(prime - 1).reduce((left, [factor, exponent]) => {
      for (let i = 0; i < exponent && powerMod(base, left / factor, prime) === 1; i++) left /= factor;
      return left;
    }, prime - 1);
    return [order, `the smallest positive k for which ${write(base)}^k leaves the remainder 1 on division by ${prime}`];
  }
];

const digits: readonly Quantity[] = [
  (random, write) => {
    const [n, base] = [random.integer(500, 99_999), random.integer(4, 9)];
    return [Number(n.toString(base)), `the number ${write(n)} written to the base ${base} and read as a decimal number`];
  },
  (random, write) => {
    const [top, one, other] = [random.integer(1_000, 99_999), random.integer(3, 30), random.integer(3, 30)];
    const count = (divisor: number) => Math.floor(top / divisor);
    return [
      count(one) + count(other) - count((one * other) / gcd(one, other)),
      `the number of integers from 1 to ${write(top)} that are divisible by ${one} or by ${other}`
    ];
  },
  (random, write) => {
    const n = random.integer(1_000, 99_999);
    let prime = n;
    while (factorsOf(prime)[0]![0] !== prime) prime--;
    return [prime, `the largest prime that is at most ${write(n)}`];
  },
  (random, write) => {
    const [n, digit] = [random.integer(1_000, 9_999), random.integer(1, 9)];
    // Places 1, 10, 100, 1000: full rounds of ten, and the part of the last one.
    const count = [1, 10, 100, 1_000].reduce(
      (total, place) =>
        total + Math.floor(n / (place * 10)) * place + Math.min(Math.max((n % (place * 10)) - digit * place + 1, 0), place),
      0
    );
    return [count, `the number of times that the digit ${digit} is written in the list of all integers from 1 to ${write(n)}`];
  }
];

/** The words that begin every question. */
export const NUMBER_THEORY_OPENING = "Solve this problem of number theory.";

export const numberTheory = chained({
  name: "zen-number-theory",
  version: 1,
  summary: "Divisors, powers, congruences and digits, linked into chains of up to nine quantities.",
  domain: "Mathematics",
  category: "Number theory",
  opening: NUMBER_THEORY_OPENING,
  families: {divisors, powers, congruences, digits},
  lengths: [1, 2, 4, 6, 9],
  // With the 20 cells 4,000 in all.
  size: 200
});
