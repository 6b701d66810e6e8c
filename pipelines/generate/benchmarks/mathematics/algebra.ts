// The benchmark ZenAlgebra: linear and quadratic equations, inequalities, sequences and polynomials in five levels, with whole numbers as answers.
import {
  type Defined,
  definitionChain,
  type Problem,
  polynomialText,
  productOf,
  signed,
  sumText,
  type Term,
  UNKNOWNS
} from "../../parts/expressions.js";
import {type Random, severalOf} from "../../seed.js";
import {THINK} from "../../task.js";
import type {Benchmark, MadeItem} from "../benchmark.js";

/** Problems of the five levels, the easiest first. */
type Family = readonly ((random: Random) => Problem)[];

/** A system with one whole solution, and a sum of its unknowns. */
function system(size: number, random: Random): Problem {
  const names = severalOf(UNKNOWNS, size, random).sort();
  const values = names.map(() => random.integer(-40, 40));
  for (;;) {
    const rows = names.map(() => names.map(() => signed(random, 9)));
    if (determinant(rows) === 0) continue;
    const totalOf = (row: readonly number[]) => row.reduce((total, factor, i) => total + factor * values[i]!, 0);
    const asked = names.map(() => signed(random, 9, 2));
    const lines = rows.map(row => `${sumText(...row.map((factor, i) => [factor, names[i]!] as Term))} = ${totalOf(row)}`);
    return {
      question: `${lines.join("\n")}\nWhat is ${sumText(...asked.map((factor, i) => [factor, names[i]!] as Term))}?`,
      answer: totalOf(asked)
    };
  }
}

function determinant(rows: readonly (readonly number[])[]): number {
  if (rows.length === 1) return rows[0]![0]!;
  return rows[0]!.reduce((total, factor, column) => {
    const minor = rows.slice(1).map(row => row.filter((_, i) => i !== column));
    return total + (column % 2 === 0 ? 1 : -1) * factor * determinant(minor);
  }, 0);
}

const linear: Family = [
  random => {
    const [name, value] = [random.pick(UNKNOWNS), random.integer(-60, 60)];
    const [one, other] = severalOf([-9, -8, -7, -6, -5, -4, -3, -2, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13], 2, random) as [
      number,
      number
    ];
    const by = random.integer(-250, 250);
    const end = (one - other) * value + by;
    return {
      question: `Solve for ${name}: ${sumText([one, name], [by, ""])} = ${sumText([other, name], [end, ""])}`,
      answer: value
    };
  },
  random => {
    const [name, value] = [random.pick(UNKNOWNS), random.integer(-60, 60)];
    const [one, other, more] = [random.integer(2, 12), random.integer(2, 12), signed(random, 30, 13)];
    const [left, right] = [signed(random, 25), signed(random, 25)];
    const end = one * (value + left) - other * (value + right) - more * value;
    const inner = (by: number) => `(${sumText([1, name], [by, ""])})`;
    return {
      question: `Solve for ${name}: ${one}${inner(left)} - ${other}${inner(right)} = ${sumText([more, name], [end, ""])}`,
      answer: value
    };
  },
  random => system(2, random),
  random => system(3, random),
  random =>
    definitionChain(9, random, (name, before) => {
      const value = random.integer(-40, 40);
      const used = before.slice(-1).concat(before.length > 2 ? [random.pick(before.slice(0, -1))] : []);
      const terms = [[signed(random, 9, 2), name, value] as const].concat(
        used.map(each => [signed(random, 9), each.name, each.value] as const)
      );
      const end = terms.reduce((total, [factor, , value]) => total + factor * value, 0);
      return [value, `${sumText(...random.shuffle(terms).map(([factor, name]) => [factor, name] as Term))} = ${end}`];
    })
];

/** Two whole roots, and which of them is asked for. */
function roots(random: Random): {asked: number; other: number; which: string} {
  const [one, other] = [random.integer(-40, 40), signed(random, 30)];
  return {asked: one, other: one + other, which: other < 0 ? "larger" : "smaller"};
}

function rootsChain(length: number, random: Random): Problem {
  return definitionChain(length, random, (name, before) => {
    const {asked, other, which} = roots(random);
    const [last] = before.slice(-1);
    if (!last) return [asked, `${name} is the ${which} root of ${polynomialText([asked * other, -asked - other, 1])} = 0.`];
    const [factor, value] = [signed(random, 9, 2), last.value];
    const middle = sumText([1, last.name], [asked + other - value, ""]);
    const end = sumText([factor, last.name], [asked * other - factor * value, ""]);
    return [asked, `${name} is the ${which} root of x^2 - (${middle})x + (${end}) = 0.`];
  });
}

const quadratic: Family = [
  random => {
    const [{asked, other, which}, name] = [roots(random), random.pick(UNKNOWNS)];
    return {
      question: `What is the ${which} root of ${polynomialText([asked * other, -asked - other, 1], name)} = 0?`,
      answer: asked
    };
  },
  random => {
    const [{asked, other, which}, name, factor] = [roots(random), random.pick(UNKNOWNS), signed(random, 6, 2)];
    const [slope, end] = [signed(random, 40), signed(random, 300)];
    const left = [factor * asked * other + end, -factor * (asked + other) + slope, factor];
    return {
      question: `What is the ${which} solution of ${polynomialText(left, name)} = ${polynomialText([end, slope], name)}?`,
      answer: asked
    };
  },
  random => {
    const [total, times] = [signed(random, 45, 5), -random.integer(20, 900)];
    const [name, cubes] = [random.pick(["x", "y", "z", "t", "u", "v", "w"]), random.chance(0.5)];
    return {
      question: `r and s are the roots of ${polynomialText([times, -total, 1], name)} = 0. What is ${cubes ? "r^3 + s^3" : "r^2 + s^2"}?`,
      answer: cubes ? total ** 3 - 3 * total * times : total ** 2 - 2 * times
    };
  },
  random => rootsChain(4, random),
  random => rootsChain(9, random)
];

/** A condition that bounds x on one side, and the x nearest to the bound. @param last a value that the condition uses by its name */
function bound(random: Random, last?: Defined): {largest: boolean; text: string; nearest: number} {
  const [factor, by, largest] = [random.integer(2, 15), signed(random, 150), random.chance(0.5)];
  const [used, nearest] = [last ? signed(random, 9, 2) : 0, random.integer(-90, 90)];
  const shift = by + used * (last?.value ?? 0);
  // Between 1 and `factor` beyond the value at the nearest x, which is then the last that fulfils it.
  const end = factor * nearest + shift + (largest ? 1 : -1) * random.integer(1, factor);
  return {largest, nearest, text: `${sumText([factor, "x"], [used, last?.name ?? ""], [by, ""])} ${largest ? "<" : ">"} ${end}`};
}

/** The number of whole numbers between two bounds. */
const countBetween = (low: number, high: number): number => Math.max(0, Math.floor(high) - Math.ceil(low) + 1);

const inequality: Family = [
  random => {
    const {largest, text, nearest} = bound(random);
    return {question: `What is the ${largest ? "largest" : "smallest"} integer x with ${text}?`, answer: nearest};
  },
  random => {
    const [factor, by, low, width] = [random.integer(2, 12), signed(random, 150), signed(random, 200), random.integer(60, 1_500)];
    const answer = countBetween((low + 1 - by) / factor, (low + width - by) / factor);
    return {question: `How many integers x satisfy ${low} < ${sumText([factor, "x"], [by, ""])} <= ${low + width}?`, answer};
  },
  random => {
    const [middle, half, rest] = [signed(random, 60), random.integer(6, 90), random.integer(1, 30)];
    return {
      question: `How many integers x satisfy ${polynomialText([middle ** 2 - half ** 2 - rest, -2 * middle, 1])} <= 0?`,
      answer: 2 * Math.floor(Math.sqrt(half ** 2 + rest)) + 1
    };
  },
  random => {
    const [low, width] = [random.integer(-60, 40), random.integer(5, 60)];
    const [middle, reach] = [random.integer(-60, 60), random.integer(20, 120)];
    const outer = countBetween(middle - reach, middle + reach);
    const inner = countBetween(Math.max(low, middle - reach), Math.min(low + width, middle + reach));
    return {
      question: `How many integers x satisfy both |${sumText([1, "x"], [-middle, ""])}| <= ${reach} and ${polynomialText([low * (low + width), -2 * low - width, 1])} > 0?`,
      answer: outer - inner
    };
  },
  random =>
    definitionChain(9, random, (name, before) => {
      const {largest, text, nearest} = bound(random, before.at(-1));
      return [nearest, `${name} is the ${largest ? "largest" : "smallest"} integer x with ${text}.`];
    })
];

const sequence: Family = [
  random => {
    const [name, first, by] = [random.pick(UNKNOWNS), signed(random, 99), signed(random, 40, 2)];
    const [one, more, asked] = [random.integer(2, 9), random.integer(3, 12), random.integer(25, 99)];
    const termText = (n: number) => `${name}_${n} = ${first + by * n}`;
    return {
      question: `An arithmetic sequence has ${termText(one)} and ${termText(one + more)}. What is ${name}_${asked}?`,
      answer: first + by * asked
    };
  },
  random => {
    const [name, first, by] = [random.pick(UNKNOWNS), signed(random, 99), signed(random, 40, 2)];
    const [one, more, count] = [random.integer(2, 9), random.integer(3, 12), random.integer(15, 60)];
    const termText = (n: number) => `${name}_${n} = ${first + by * n}`;
    return {
      question: `An arithmetic sequence has ${termText(one)} and ${termText(one + more)}. What is the sum of its terms from ${name}_1 to ${name}_${count}?`,
      answer: count * first + (by * count * (count + 1)) / 2
    };
  },
  random => {
    const [name, first, factor, by] = [random.pick(UNKNOWNS), signed(random, 99), signed(random, 4, 2), signed(random, 199)];
    return recursion(name, [first], {factors: [factor], by, asked: random.integer(5, 6)});
  },
  random => {
    const coefficients = [signed(random, 80), signed(random, 25), signed(random, 9)];
    const [name, from, asked] = [random.pick(UNKNOWNS), random.integer(2, 6), random.integer(20, 60)];
    const valueAt = (n: number) => coefficients[0]! + coefficients[1]! * n + coefficients[2]! * n ** 2;
    const indices = [from, from + random.integer(1, 3), from + random.integer(4, 7)];
    return {
      question: `${name}_n is a polynomial in n of degree 2, with ${indices.map(n => `${name}_${n} = ${valueAt(n)}`).join(", ")}. What is ${name}_${asked}?`,
      answer: valueAt(asked)
    };
  },
  random => {
    const [name, modulus] = [random.pick(UNKNOWNS), random.integer(201, 999)];
    const first = [random.integer(2, 99), random.integer(2, 99)];
    const factors = [random.integer(2, 9), random.integer(2, 9)];
    return recursion(name, first, {factors, by: random.integer(2, 99), asked: random.integer(11, 13), modulus});
  }
];

/** A sequence whose terms follow from those before. @param factors of the terms before, the last first */
function recursion(
  name: string,
  first: readonly number[],
  {factors, by, asked, modulus}: {factors: readonly number[]; by: number; asked: number; modulus?: number}
): Problem {
  const terms = [...first];
  while (terms.length < asked) {
    const next = factors.reduce((total, factor, i) => total + factor * terms.at(-1 - i)!, by);
    terms.push(modulus === undefined ? next : next % modulus);
  }
  const rule = sumText(...factors.map((factor, i) => [factor, `${name}_(n-${i + 1})`] as const), [by, ""]);
  const steps = terms.map((value, i) => ({name: `${name}_${i + 1}`, value})).slice(first.length);
  const start = first.map((value, i) => `${name}_${i + 1} = ${value}`).join(" and ");
  const rest = modulus === undefined ? rule : `the remainder of ${rule} divided by ${modulus}`;
  return {
    question: `A sequence begins with ${start}. For n > ${first.length}, ${name}_n is ${rest}. What is ${name}_${asked}?`,
    answer: terms.at(-1)!,
    steps
  };
}

const polynomials: Family = [
  random => {
    const [coefficients, point] = [
      [signed(random, 99), signed(random, 30), signed(random, 15), signed(random, 9)],
      signed(random, 9, 2)
    ];
    return {
      question: `What is the remainder when ${polynomialText(coefficients)} is divided by ${sumText([1, "x"], [-point, ""])}?`,
      answer: coefficients.reduce((total, factor, power) => total + factor * point ** power, 0)
    };
  },
  random => {
    const [root, other, last, factor] = [signed(random, 12, 2), signed(random, 30), signed(random, 40), signed(random, 6)];
    const [end, slope, square] = productOf([-root, 1], [last, other, factor]) as [number, number, number];
    return {
      question: `${sumText([1, "x"], [-root, ""])} is a factor of ${polynomialText([0, 0, square, factor])} + kx ${end < 0 ? "-" : "+"} ${Math.abs(end)}. What is k?`,
      answer: slope
    };
  },
  random => {
    const factors = [2, 2, 1].map(degree => Array.from({length: degree + 1}, () => signed(random, 12)));
    const power = random.integer(1, 4);
    const whole = factors.reduce(productOf);
    return {
      question: `What is the coefficient of x^${power} in the product ${factors.map(each => `(${polynomialText(each)})`).join("")}?`,
      answer: whole[power]!
    };
  },
  random => {
    const points = severalOf([-7, -6, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7], 3, random);
    const weights = points.map(() => signed(random, 20));
    const pairs = points.map((_, i) => points.filter((_, k) => k !== i));
    const parts = pairs.map(pair => pair.map(each => [-each, 1]).reduce(productOf));
    const whole = [0, 1, 2].map(power => parts.reduce((total, part, i) => total + weights[i]! * part[power]!, 0));
    const named = pairs.map((pair, i) => `${"ABC"[i]}${pair.map(each => `(${sumText([1, "x"], [-each, ""])})`).join("")}`);
    const asked = points.map(() => signed(random, 9, 2));
    return {
      question: `For all x, ${polynomialText(whole)} = ${named.join(" + ")}.\nWhat is ${sumText(...asked.map((factor, i) => [factor, "ABC"[i]!] as Term))}?`,
      answer: asked.reduce((total, factor, i) => total + factor * weights[i]!, 0)
    };
  },
  random => {
    const factors = Array.from({length: 10}, () => [1, signed(random, 9)]);
    const partial = factors.map((_, i) => factors.slice(0, i + 1).reduce(productOf)[2] ?? 0);
    const steps = partial.map((value, i) => ({name: `c_${i + 1}`, value})).slice(1);
    return {
      question: `Multiply these ten factors from left to right: ${factors.map(each => `(${sumText([1, ""], [each[1]!, "x"])})`).join("")}. c_k is the coefficient of x^2 in the product of the first k factors. What is c_10?`,
      answer: partial.at(-1)!,
      steps
    };
  }
];

const FAMILIES: Readonly<Record<string, Family>> = {linear, quadratic, inequality, sequence, polynomials};

/** Items of each family and level: with 25 of those, 4,000 in all. */
const SIZE = 160;

/** The words that begin every question. */
export const ALGEBRA_OPENING = "Solve this problem of algebra.";

export const algebra: Benchmark = {
  name: "zen-algebra",
  version: 1,
  summary: "Linear and quadratic equations, inequalities, sequences and polynomials, from one step to ten.",
  domain: "Mathematics",
  category: "Algebra",
  facets: {family: "kind of problem", level: "difficulty, 1 to 5"},
  single: true,
  cells: Object.entries(FAMILIES).flatMap(([family, levels]) =>
    levels.map((make, i) => ({
      facets: {family, level: i + 1},
      size: SIZE,
      item: (_: number, random: Random) => itemOf(make(random))
    }))
  )
};

const itemOf = ({question, answer, steps}: Problem): MadeItem => ({
  prompt: `${ALGEBRA_OPENING}\n\n${question}\n\n${THINK} with a line of the form\nAnswer: <integer>`,
  expected: String(answer),
  guess_chance: 0,
  think: true,
  scorer: {kind: "number", absolute: 0, relative: 0},
  ...(steps && {steps})
});
