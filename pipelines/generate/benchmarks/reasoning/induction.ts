// The benchmark ZenInduction: a hidden rule of a stated family, which the examples leave as the only one, or whose every candidate gives the same answer.
import type {Problem} from "../../parts/expressions.js";
import {type Family, levelCells} from "../../parts/levels.js";
import {type Random, severalOf} from "../../seed.js";
import type {Benchmark} from "../benchmark.js";

/** Greatest absolute value of a hidden factor. */
const MAX_FACTOR = 9;

/** Terms of a formula of a and b, and the terms of each level. */
const TERMS: Readonly<Record<string, (a: number, b: number) => number>> = {
  a: a => a,
  b: (_, b) => b,
  ab: (a, b) => a * b,
  "a^2": a => a * a,
  "": () => 1
};
const FORMULAS = [
  ["a", ""],
  ["a", "b"],
  ["a", "b", ""],
  ["a", "b", "ab", ""],
  ["a", "b", "ab", "a^2", ""]
];

/** Whether rows of equations have one solution (elimination in fractions of whole numbers, after Bareiss). */
export function isRegular(matrix: readonly (readonly number[])[]): boolean {
  const rows = matrix.map(row => row.map(BigInt));
  let last = 1n;
  for (let k = 0; k < rows.length; k++) {
    const pivot = rows.findIndex((row, i) => i >= k && row[k] !== 0n);
    if (pivot < 0) return false;
    [rows[k], rows[pivot]] = [rows[pivot]!, rows[k]!];
    for (let i = k + 1; i < rows.length; i++)
      rows[i] = rows[i]!.map((value, j) => (value * rows[k]![k]! - rows[i]![k]! * rows[k]![j]!) / last);
    last = rows[k]![k]!;
  }
  return true;
}

function formula(level: number, random: Random): Problem {
  const terms = FORMULAS[level - 1]!;
  const factors = terms.map(() => random.integer(-MAX_FACTOR, MAX_FACTOR));
  const rowOf = ([a, b]: readonly [number, number]) => terms.map(term => TERMS[term]!(a, b));
  const resultOf = (input: readonly [number, number]) => rowOf(input).reduce((sum, each, i) => sum + factors[i]! * each, 0);
  const draw = (low: number, high: number): [number, number] => [random.integer(low, high), random.integer(low, high)];
  const inputs = terms.map(() => draw(1, 12));
  if (factors.every(factor => factor === 0) || !isRegular(inputs.map(rowOf))) return formula(level, random);
  const names = [..."pqrst"].slice(0, terms.length);
  const sum = terms.map((term, i) => (term === "" ? names[i] : `${names[i]}·${term.replace(/^ab$/u, "a·b")}`)).join(" + ");
  const asked = draw(13, 40);
  const call = ([a, b]: readonly [number, number]) => (level === 1 ? `f(${a})` : `f(${a}, ${b})`);
  const examples = inputs.map(input => `${call(input)} = ${resultOf(input)}`);
  return {
    question: `${level === 1 ? "f(a)" : "f(a, b)"} = ${sum}, where ${names.join(", ")} are unknown whole numbers from -${MAX_FACTOR} to ${MAX_FACTOR}.\n${examples.join("\n")}\nWhat is ${call(asked)}?`,
    answer: resultOf(asked)
  };
}

/** Greatest hidden numbers of a sequence: factors of the last two terms, and the number added. */
const MAX_RULE = [9, 9, 20] as const;
/** Terms from the last that is listed to the one that is asked for. */
const AHEAD = [1, 2, 3, 5, 8];

function sequence(level: number, random: Random): Problem {
  const modulus = random.integer(101, 997);
  const hasTwo = level > 2;
  const rule = [random.integer(1, MAX_RULE[0]), hasTwo ? random.integer(1, MAX_RULE[1]) : 0, random.integer(0, MAX_RULE[2])];
  const next = ([one, other, more]: readonly number[], last: number, before: number) =>
    (one! * last + other! * before + more!) % modulus;
  const [listed, ahead] = [hasTwo ? 6 : 5, AHEAD[level - 1]!];
  const terms = [random.integer(1, modulus - 1), random.integer(1, modulus - 1)];
  if (!hasTwo) terms[1] = next(rule, terms[0]!, 0);
  while (terms.length < listed + ahead) terms.push(next(rule, terms.at(-1)!, terms.at(-2)!));
  let fits = 0;
  for (let one = 1; one <= MAX_RULE[0]; one++)
    for (let other = hasTwo ? 1 : 0; other <= (hasTwo ? MAX_RULE[1] : 0); other++)
      for (let more = 0; more <= MAX_RULE[2]; more++) {
        const first = hasTwo ? 2 : 1;
        if (
          terms
            .slice(first, listed)
            .every((term, i) => next([one, other, more], terms[i + first - 1]!, terms[i + first - 2] ?? 0) === term)
        )
          fits++;
      }
  if (fits !== 1) return sequence(level, random);
  const parts = hasTwo
    ? `p times the last term, plus q times the term before it, plus r, where p and q are unknown whole numbers from 1 to ${MAX_RULE[0]} and r is one from 0 to ${MAX_RULE[2]}`
    : `p times the last term, plus r, where p is an unknown whole number from 1 to ${MAX_RULE[0]} and r is one from 0 to ${MAX_RULE[2]}`;
  return {
    question: `Each further term of a sequence is the remainder, divided by ${modulus}, of ${parts}. The sequence begins with ${terms.slice(0, listed).join(", ")}.\nWhat is term ${listed + ahead}, if the first is term 1?`,
    answer: terms.at(-1)!,
    steps: terms.slice(listed).map((value, i) => ({name: `term ${listed + i + 1}`, value}))
  };
}

/** Letters whose hidden values add up to those of words. */
function letters(level: number, random: Random): Problem {
  const count = [3, 4, 5, 6, 8][level - 1]!;
  const chosen = severalOf([..."ABCDEFGHIKLMNOPRSTU"], count, random);
  const values = new Map(chosen.map(letter => [letter, random.integer(1, 30)]));
  const word = () => Array.from({length: random.integer(3, 6)}, () => random.pick(chosen)).join("");
  const countOf = (text: string) => chosen.map(letter => [...text].filter(each => each === letter).length);
  const worth = (text: string) => [...text].reduce((sum, letter) => sum + values.get(letter)!, 0);
  const words = chosen.map(word);
  if (!isRegular(words.map(countOf))) return letters(level, random);
  const asked = random.shuffle([...chosen, ...severalOf(chosen, 2, random)]).join("");
  return {
    question: `Every letter is worth an unknown whole number, and a word is worth the sum of its letters.\n${words.map(each => `${each} is worth ${worth(each)}.`).join("\n")}\nWhat is ${asked} worth?`,
    answer: worth(asked)
  };
}

type List = readonly number[];
/** Operations on lists that a machine may apply. */
const OPERATIONS: readonly (readonly [text: string, apply: (list: List) => List])[] = [
  ["reverse the list", list => list.toReversed()],
  ["sort the list, the smallest number first", list => list.toSorted((a, b) => a - b)],
  ["double every number", list => list.map(value => 2 * value)],
  ["add 7 to every number", list => list.map(value => value + 7)],
  ["add to every number but the first the one before it, as it was", list => list.map((value, i) => value + (list[i - 1] ?? 0))],
  ["move the first number to the end", list => [...list.slice(1), ...list.slice(0, 1)]],
  ["exchange the first and the last number", list => [list.at(-1)!, ...list.slice(1, -1), list[0]!]],
  ["subtract the smallest number from every number", list => list.map(value => value - Math.min(...list))]
];

/** A machine that applies some operations in an unknown order; every order that fits the examples gives one result. */
function machine(level: number, random: Random): Problem {
  const offered = severalOf(OPERATIONS, level + 2, random);
  const hidden = severalOf(offered, level, random);
  const run = (list: List, operations: typeof OPERATIONS) => operations.reduce((now, [, apply]) => apply(now), list);
  const draw = () => Array.from({length: 5}, () => random.integer(1, 40));
  const inputs = Array.from({length: level < 3 ? 2 : 3}, draw);
  const outputs = inputs.map(input => run(input, hidden).join(" "));
  const asked = draw();
  const expected = run(asked, hidden).join(" ");
  const isOnly = (done: typeof OPERATIONS): boolean => {
    if (done.length === level)
      return inputs.some((input, i) => run(input, done).join(" ") !== outputs[i]) || run(asked, done).join(" ") === expected;
    return offered.every(each => done.includes(each) || isOnly([...done, each]));
  };
  if (!isOnly([])) return machine(level, random);
  return {
    question: `A machine changes lists. It always applies the same ${level === 1 ? "one" : level} of these operations${level === 1 ? "" : ", in an unknown order, none of them twice"}:\n${offered.map(([text]) => `- ${text}`).join("\n")}\n${inputs.map((input, i) => `It changes ${input.join(" ")} to ${outputs[i]}.`).join("\n")}\nIt changes ${asked.join(" ")} to a list. Multiply the first number of that list by 1, the second by 2, and so on. What is the sum of these products?`,
    answer: run(asked, hidden).reduce((sum, value, i) => sum + (i + 1) * value, 0)
  };
}

const FAMILIES: Readonly<Record<string, Family>> = {formula, sequence, letters, machine};

/** The words that begin every question. */
export const INDUCTION_OPENING = "Find the hidden rule, and apply it.";

export const induction: Benchmark = {
  name: "zen-induction",
  version: 1,
  summary: "Formulas, sequences, values of letters and machines for lists, each from examples that leave one answer.",
  domain: "Reasoning",
  category: "Induction",
  facets: {family: "kind of rule", level: "difficulty, 1 to 5"},
  single: true,
  cells: levelCells(FAMILIES, {size: 240, opening: INDUCTION_OPENING})
};
