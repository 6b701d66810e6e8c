// Parts of generated questions of mathematics: sums and polynomials in their usual spelling, and chains of definitions.
import {type Random, severalOf} from "../seed.js";
import type {Step} from "../task.js";

/** Names of unknowns; x and letters that look like digits or are common constants are left out. */
export const UNKNOWNS: readonly string[] = "abcdfghkmnpqrstuvwyz".split("");

/** A number of an absolute value from `min` to `max`, of either sign. */
export const signed = (random: Random, max: number, min = 1): number => (random.chance(0.5) ? 1 : -1) * random.integer(min, max);

/** Formats a list of at least two, such as "3, 5 and 8". */
export const listText = (list: readonly (number | string)[]): string => `${list.slice(0, -1).join(", ")} and ${list.at(-1)}`;

export type Term = readonly [factor: number, name: string];

/** Formats a sum, such as "3x - y + 7". The name of a number alone is empty. */
export function sumText(...terms: readonly Term[]): string {
  const parts = terms.flatMap(([factor, name]) => {
    const size = Math.abs(factor);
    return factor === 0 ? [] : [`${factor < 0 ? "-" : "+"} ${size === 1 && name !== "" ? "" : size}${name}`];
  });
  return parts.length === 0 ? "0" : parts.join(" ").replace(/^\+ /u, "").replace(/^- /u, "-");
}

/** Formats a polynomial, highest power first. @param coefficients the constant first */
export const polynomialText = (coefficients: readonly number[], name = "x"): string =>
  sumText(...coefficients.map((factor, power): Term => [factor, ["", name][power] ?? `${name}^${power}`]).reverse());

/** Coefficients of the product of two polynomials, the constant first. */
export const productOf = (one: readonly number[], other: readonly number[]): number[] =>
  Array.from({length: one.length + other.length - 1}, (_, power) =>
    one.reduce((total, factor, i) => total + factor * (other[power - i] ?? 0), 0)
  );

/** A problem with a whole number as its answer. */
export interface Problem {
  question: string;
  answer: number;
  /** Values in the order in which they must be derived, where the question names them. */
  steps?: Step[];
}

/** A letter and its value. */
export interface Defined {
  name: string;
  value: number;
}

/**
 * Statements in random order that define one letter each, and the question for the last of them.
 * @param define value and statement of a letter, given those before it
 */
export function definitionChain(
  length: number,
  random: Random,
  define: (name: string, before: readonly Defined[]) => [value: number, text: string]
): Problem {
  const steps: Defined[] = [];
  const texts = severalOf(UNKNOWNS, length, random).map(name => {
    const [value, text] = define(name, steps);
    steps.push({name, value});
    return text;
  });
  const {name, value} = steps.at(-1)!;
  return {question: `${random.shuffle(texts).join("\n")}\nWhat is ${name}?`, answer: value, steps};
}
